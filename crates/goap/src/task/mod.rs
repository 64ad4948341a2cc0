//! A task: the part of a domain that matters to one goal. It contains only the relevant facts and actions, with
//! conditions packed into words of bits, so that regressing an action takes a few word operations.
//!
//! A packed state is a set of values for each fact of the task ("field"):
//! - a fact with few values is a row of bits, one for each allowed value, below a guard bit that is always 0.
//!   Subtracting a row's lowest bit clears the guard (set beforehand) exactly if the row is empty; this tests all fields
//!   of a word at once;
//! - any other fact is the 32-bit number of an interned set of intervals, 0 for any value (`search/interned_sets.rs`);
//! - two more 32-bit fields hold the candidate last travelled to and the set of used candidates, where needed.
//!
//! A forward state is packed in the same way, with one value in each set.
//!
//! Independent of: requests, search.

use super::compiled::{Change, CompiledAction, CompiledFact, CompiledTarget, CostSource, FactTest, TargetTest};
use super::values::ValueSet;

mod build;
mod condition_graph;
pub(crate) mod field_condition;
mod lists;
mod relevance;
pub(crate) mod stops;

use build::Builder;
use condition_graph::ConditionGraph;
use lists::Lists;
use stops::{StopRule, find_location_fields, stop_rules};

/// The maximum number of rounds; actions that are still unusable then stay in declaration order.
const MAX_SWEEPS: usize = 64;

#[derive(Debug, Clone, Default)]
pub(crate) struct Task {
    /// Size of a packed state in words.
    pub words: usize,
    pub fields: Vec<Field>,
    /// Indices into `fields` of those with interned sets.
    pub set_fields: Vec<u32>,
    /// For each bit of a packed state, the field that it belongs to; `u32::MAX` for none.
    pub bit_field: Vec<u32>,
    /// The packed state that allows everything.
    pub anything: Vec<u64>,
    /// The states that satisfy the goal.
    pub goal: Vec<u64>,
    /// The sets that conditions mention, numbered from 1: the field and the set.
    pub sets: Vec<(u32, ValueSet)>,
    pub actions: Vec<TaskAction>,
    /// By action.
    pub word_ops: Lists<WordOp>,
    /// By action.
    pub ops: Lists<SetOp>,
    /// By action, the conditions on rows of bits: the word and the allowed bits.
    pub bit_preconditions: Lists<(u32, u64)>,
    /// By action, the effects on rows of bits: the number of the bit that is set.
    pub bit_effects: Lists<u32>,
    /// Where the candidate last travelled to is stored; `None` if no action travels.
    pub last: Option<HalfWord>,
    /// Where the set of used candidates is stored; `None` if no action is limited to once per target.
    pub used: Option<HalfWord>,
    /// By field with interned sets: the actions that change it, and how.
    pub changers: Vec<Vec<(u32, Change)>>,
    pub breaks_triangle_inequality: bool,
    /// The actions in an order in which most come after those that achieve their preconditions.
    pub relaxation_order: Vec<u32>,
    /// Which action requires and achieves which conditions.
    pub conditions: ConditionGraph,
    /// Target fields that hold the agent's location whenever they hold a candidate.
    pub location_fields: Vec<u32>,
    /// Numbers that count stops of the agent.
    pub stop_rules: Vec<StopRule>,
}

/// Half of a word of a packed state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HalfWord {
    pub word: u32,
    pub shift: u32,
}

impl HalfWord {
    pub fn get(self, state: &[u64]) -> u32 {
        (state[self.word as usize] >> self.shift) as u32
    }

    pub fn put(self, state: &mut [u64], value: u32) {
        let word = &mut state[self.word as usize];
        *word = (*word & !(u64::from(u32::MAX) << self.shift)) | (u64::from(value) << self.shift);
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub fact: u32,
    pub range: (i64, i64),
    pub is_target: bool,
    pub encoding: FieldEncoding,
    /// The greatest common divisor of all amounts that actions add; 0 if there are none.
    pub grid: i64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum FieldEncoding {
    /// `mask` has the bits of all values. The lowest bit, at `shift`, stands for the range's minimum value.
    Bits {
        word: u32,
        shift: u32,
        mask: u64,
    },
    Set(HalfWord),
}

#[derive(Debug, Clone)]
pub(crate) struct TaskAction {
    /// Index in the domain.
    pub action: u32,
    pub cost: CostSource,
    pub context_preconditions: Vec<u32>,
    pub target: Option<CompiledTarget>,
    /// Whether its preconditions or effects mention its own candidate.
    pub names_candidate: bool,
}

impl TaskAction {
    /// Whether the candidates of an action with a target differ only in cost.
    pub fn has_interchangeable_candidates(&self) -> bool {
        !self.names_candidate && self.target.is_some_and(|target| !target.includes_travel)
    }
}

/// An action's effects on and requirements of the rows of bits in one word.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordOp {
    pub word: u32,
    /// All bits of the fields that it assigns.
    pub fields: u64,
    /// The bits of the assigned values, one per field.
    pub value: u64,
    /// The bits that its preconditions allow; all ones elsewhere.
    pub allowed: u64,
    /// Guard bits of the fields with preconditions.
    pub guards: u64,
    /// Lowest bits of the same fields.
    pub lows: u64,
}

/// An action's precondition and effect on a field with interned sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetOp {
    pub field: u32,
    /// Number of the required set; 0 for any value.
    pub required_set: u32,
    pub target_test: TargetTest,
    pub change: Option<Change>,
}

impl Task {
    pub fn new(
        facts: &[CompiledFact],
        actions: &[CompiledAction],
        conditions: &[FactTest],
        breaks_triangle_inequality: bool,
    ) -> Self {
        let relevant = relevance::find(facts, actions, conditions, breaks_triangle_inequality);
        let includes_travel = |&a: &u32| actions[a as usize].target.is_some_and(|target| target.includes_travel);
        let once_per_target = |&a: &u32| actions[a as usize].target.is_some_and(|target| target.once_per_target);
        let mut builder = Builder::new(facts, &relevant.facts);
        let last = relevant.actions.iter().any(includes_travel).then(|| builder.half());
        let used = relevant.actions.iter().any(once_per_target).then(|| builder.half());
        builder.finish_layout();
        let mut goal = builder.task.anything.clone();
        for test in conditions {
            builder.restrict(&mut goal, test);
        }
        for &index in &relevant.actions {
            builder.action(index, &actions[index as usize]);
        }
        let mut task = Self { goal, last, used, breaks_triangle_inequality, ..builder.task };
        task.relaxation_order = task.relaxation_order_from(facts);
        task.conditions = ConditionGraph::new(&task);
        task.location_fields = find_location_fields(&task);
        task.stop_rules = stop_rules(&task);
        task
    }

    /// The actions by how soon they become usable from the facts' defaults, judging by rows of bits alone.
    fn relaxation_order_from(&self, facts: &[CompiledFact]) -> Vec<u32> {
        let mut reached = vec![0_u64; self.words];
        for field in &self.fields {
            if let FieldEncoding::Bits { word, shift, .. } = field.encoding {
                let default = facts[field.fact as usize].default;
                reached[word as usize] |= 1 << (shift + (default - field.range.0) as u32);
            }
        }
        let mut order = Vec::with_capacity(self.actions.len());
        let mut waiting: Vec<u32> = (0..self.actions.len() as u32).collect();
        for _ in 0..MAX_SWEEPS {
            let mut after = reached.clone();
            waiting.retain(|&index| {
                let preconditions = &self.bit_preconditions[index as usize];
                let usable = preconditions.iter().all(|&(word, bits)| reached[word as usize] & bits != 0);
                if usable {
                    order.push(index);
                    for &bit in &self.bit_effects[index as usize] {
                        after[bit as usize / 64] |= 1 << (bit % 64);
                    }
                }
                !usable
            });
            if reached == after {
                break;
            }
            reached = after;
        }
        order.append(&mut waiting);
        order
    }

    /// The candidate of the last travelling step before a forward state, or the first one after a backward state.
    pub fn stop(&self, state: &[u64]) -> Option<u32> {
        self.last.and_then(|last| last.get(state).checked_sub(1))
    }
}
