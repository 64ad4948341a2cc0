//! A task: a domain seen from one goal. Only the facts and actions that can matter to the goal are in it, and their
//! conditions are packed into words of bits, so that regressing an action is a handful of word operations.
//!
//! A packed state is a set of values for each fact of the task ("field"):
//! - a fact with few values is a row of bits, one a permitted value, topped by a guard bit that is always 0. A field is
//!   empty exactly when subtracting its lowest bit from it eats the guard; that is tested for all fields of a word at
//!   once;
//! - any other fact is the 32-bit number of an interned set of intervals, 0 for "any value" (`search/sets.rs`);
//! - two more 32-bit fields hold the candidate last travelled to and the set of candidates used up, where needed.
//!
//! A forward state is the same thing with one value in each set.
//!
//! Must not know: queries, search.

use super::compiled::{ActionInfo, Change, CostSource, FactInfo, Own, TargetInfo, Test};
use super::values::ValueSet;

mod build;
mod conditions;
mod relevance;
pub(in crate::goap) mod stops;
pub(in crate::goap) mod wanted;

use build::Builder;
use conditions::Conditions;
use stops::{StopRule, stop_rules, travelled_fields};

/// Rounds after which actions that could not be used yet are left in the order declared.
const DEEPEST_SWEEP: usize = 64;

#[derive(Debug, Clone)]
pub(in crate::goap) struct Task {
    /// Words of a packed state.
    pub words: usize,
    pub fields: Vec<Field>,
    /// Indices into `fields` of those that are numbered sets.
    pub set_fields: Vec<u32>,
    /// For each bit of a packed state's words, the field it belongs to (`u32::MAX`: none).
    pub bit_field: Vec<u32>,
    /// The state that permits everything.
    pub anything: Vec<u64>,
    /// The states that satisfy the goal.
    pub goal: Vec<u64>,
    /// Numbered sets that conditions mention, from number 1 on: the field and the set.
    pub sets: Vec<(u32, ValueSet)>,
    pub actions: Vec<TaskAction>,
    pub touches: Vec<Touch>,
    pub ops: Vec<SetOp>,
    /// Conditions on rows of bits, by action: the word and the permitted bits.
    pub bit_needs: Vec<(u32, u64)>,
    /// Effects on rows of bits, by action: the number of the bit that becomes true.
    pub bit_effects: Vec<u32>,
    /// Where the candidate last travelled to is kept, if any action travels.
    pub last: Option<Half>,
    /// Where the number of the set of used candidates is kept, if any action is once only.
    pub used: Option<Half>,
    /// By field, for numbered sets: the actions that change it, and how.
    pub changers: Vec<Vec<(u32, Change)>>,
    pub breaks_triangle_inequality: bool,
    /// The actions in an order in which most of them come after those that bring about what they need.
    pub sweep: Vec<u32>,
    /// Which action needs and brings about which condition.
    pub conditions: Conditions,
    /// Target fields that only travelling brings to a candidate.
    pub travelled: Vec<u32>,
    /// Numbers that count stops on the way.
    pub stop_rules: Vec<StopRule>,
}

/// Half of a word of a packed state.
#[derive(Debug, Clone, Copy)]
pub(in crate::goap) struct Half {
    pub word: u32,
    pub shift: u32,
}

impl Half {
    pub fn get(self, state: &[u64]) -> u32 {
        (state[self.word as usize] >> self.shift) as u32
    }

    pub fn put(self, state: &mut [u64], value: u32) {
        let word = &mut state[self.word as usize];
        *word = (*word & !(u64::from(u32::MAX) << self.shift)) | (u64::from(value) << self.shift);
    }
}

#[derive(Debug, Clone)]
pub(in crate::goap) struct Field {
    pub fact: u32,
    pub range: (i64, i64),
    pub is_target: bool,
    pub place: Packed,
    /// The greatest common divisor of what is added to it; 0 if nothing is.
    pub grid: i64,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::goap) enum Packed {
    /// `mask` has the bits of all values; the lowest, at `shift`, stands for the range's least value.
    Bits {
        word: u32,
        shift: u32,
        mask: u64,
    },
    Set(Half),
}

#[derive(Debug, Clone)]
pub(in crate::goap) struct TaskAction {
    /// Index in the domain.
    pub action: u32,
    pub cost: CostSource,
    pub context_preconditions: Vec<u32>,
    pub target: Option<TargetInfo>,
    /// Whether its effects or needs mention its own candidate.
    pub names_candidate: bool,
    pub touches: (u32, u32),
    pub ops: (u32, u32),
    pub bit_needs: (u32, u32),
    pub bit_effects: (u32, u32),
}

/// What an action does to the rows of bits in one word.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::goap) struct Touch {
    pub word: u32,
    /// All bits of the fields that it sets.
    pub fields: u64,
    /// The one bit of each that it sets them to.
    pub value: u64,
    /// The bits that its needs permit, all ones elsewhere.
    pub permits: u64,
    /// Guard bits of the fields that it has needs of.
    pub guards: u64,
    /// Lowest bits of the same fields.
    pub lows: u64,
}

/// What an action needs of a numbered set's fact and does to it.
#[derive(Debug, Clone, Copy)]
pub(in crate::goap) struct SetOp {
    pub field: u32,
    /// Number of the set needed, 0 for none.
    pub preconditions: u32,
    pub own: Own,
    pub change: Option<Change>,
}

impl Task {
    pub fn new(
        facts: &[FactInfo],
        actions: &[ActionInfo],
        conditions: &[Test],
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
        for want in conditions {
            builder.restrict(&mut goal, want);
        }
        for &index in &relevant.actions {
            builder.action(index, &actions[index as usize]);
        }
        let mut task = Self { goal, last, used, breaks_triangle_inequality, ..builder.task };
        task.sweep = task.sweep_from(facts);
        task.conditions = Conditions::new(&task);
        task.travelled = travelled_fields(&task);
        task.stop_rules = stop_rules(&task);
        task
    }

    /// The actions by how soon they could be used from the facts' defaults, as far as rows of bits decide it.
    fn sweep_from(&self, facts: &[FactInfo]) -> Vec<u32> {
        let mut reached = vec![0_u64; self.words];
        for field in &self.fields {
            if let Packed::Bits { word, shift, .. } = field.place {
                let default = facts[field.fact as usize].default;
                reached[word as usize] |= 1 << (shift + (default - field.range.0) as u32);
            }
        }
        let mut order = Vec::with_capacity(self.actions.len());
        let mut waiting: Vec<u32> = (0..self.actions.len() as u32).collect();
        for _ in 0..DEEPEST_SWEEP {
            let mut brought = reached.clone();
            waiting.retain(|&index| {
                let action = &self.actions[index as usize];
                let usable = self.bit_needs_of(action).iter().all(|&(word, bits)| reached[word as usize] & bits != 0);
                if usable {
                    order.push(index);
                    for &bit in self.bit_effects_of(action) {
                        brought[bit as usize / 64] |= 1 << (bit % 64);
                    }
                }
                !usable
            });
            if reached == brought {
                break;
            }
            reached = brought;
        }
        order.append(&mut waiting);
        order
    }

    pub fn touches_of(&self, action: &TaskAction) -> &[Touch] {
        &self.touches[action.touches.0 as usize..action.touches.1 as usize]
    }

    pub fn ops_of(&self, action: &TaskAction) -> &[SetOp] {
        &self.ops[action.ops.0 as usize..action.ops.1 as usize]
    }

    pub fn bit_needs_of(&self, action: &TaskAction) -> &[(u32, u64)] {
        &self.bit_needs[action.bit_needs.0 as usize..action.bit_needs.1 as usize]
    }

    pub fn bit_effects_of(&self, action: &TaskAction) -> &[u32] {
        &self.bit_effects[action.bit_effects.0 as usize..action.bit_effects.1 as usize]
    }
}
