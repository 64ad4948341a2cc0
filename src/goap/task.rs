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

use super::domain::{ActionInfo, Change, CostSource, FactInfo, Own, TargetInfo, Test};
use super::search::routes::{StopRule, stop_rules, travelled_fields};
use super::values::ValueSet;

mod conditions;
mod relevance;

use conditions::Conditions;

/// Values of a fact that still get a bit each; a fact with more of them becomes a numbered set.
const MOST_BITS: i64 = 24;

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
    pub detours: bool,
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
    pub checks: Vec<u32>,
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
    pub needs: u32,
    pub own: Own,
    pub change: Option<Change>,
}

impl Task {
    pub fn new(facts: &[FactInfo], actions: &[ActionInfo], wants: &[Test], detours: bool) -> Self {
        let relevant = relevance::find(facts, actions, wants, detours);
        let travels = |&a: &u32| actions[a as usize].target.is_some_and(|target| target.travels);
        let once = |&a: &u32| actions[a as usize].target.is_some_and(|target| target.once);
        let mut builder = Builder::new(facts, &relevant.facts);
        let last = relevant.actions.iter().any(travels).then(|| builder.half());
        let used = relevant.actions.iter().any(once).then(|| builder.half());
        builder.finish_layout();
        let mut goal = builder.task.anything.clone();
        for want in wants {
            builder.restrict(&mut goal, want);
        }
        for &index in &relevant.actions {
            builder.action(index, &actions[index as usize]);
        }
        let mut task = Self { goal, last, used, detours, ..builder.task };
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

struct Builder {
    task: Task,
    /// By fact: its field, `u32::MAX` where it has none.
    field_of: Vec<u32>,
    /// The word and bit where the next field may start.
    next: (u32, u32),
}

impl Builder {
    fn new(facts: &[FactInfo], relevant: &[u32]) -> Self {
        let task = Task {
            words: 0,
            fields: Vec::new(),
            set_fields: Vec::new(),
            bit_field: Vec::new(),
            anything: Vec::new(),
            goal: Vec::new(),
            sets: Vec::new(),
            actions: Vec::new(),
            touches: Vec::new(),
            ops: Vec::new(),
            bit_needs: Vec::new(),
            bit_effects: Vec::new(),
            last: None,
            used: None,
            changers: Vec::new(),
            detours: false,
            sweep: Vec::new(),
            conditions: Conditions::default(),
            travelled: Vec::new(),
            stop_rules: Vec::new(),
        };
        let mut builder = Self { task, field_of: vec![u32::MAX; facts.len()], next: (0, 0) };
        for &fact in relevant {
            builder.field(fact, &facts[fact as usize]);
        }
        builder
    }

    /// Reserves `bits` adjacent bits of one word.
    fn reserve(&mut self, bits: u32) -> (u32, u32) {
        if self.next.1 + bits > 64 {
            self.next = (self.next.0 + 1, 0);
        }
        let place = self.next;
        self.next.1 += bits;
        place
    }

    fn half(&mut self) -> Half {
        let (word, shift) = self.reserve(32);
        Half { word, shift }
    }

    fn field(&mut self, fact: u32, info: &FactInfo) {
        let count = info.range.1 - info.range.0 + 1;
        let index = self.task.fields.len() as u32;
        let place = if info.scale == 0 && !info.is_target && count <= MOST_BITS {
            let (word, shift) = self.reserve(count as u32 + 1);
            Packed::Bits { word, shift, mask: ((1_u64 << count) - 1) << shift }
        } else {
            self.task.set_fields.push(index);
            Packed::Set(self.half())
        };
        self.field_of[fact as usize] = index;
        self.task.changers.push(Vec::new());
        self.task.fields.push(Field { fact, range: info.range, is_target: info.is_target, place, grid: 0 });
    }

    fn finish_layout(&mut self) {
        let task = &mut self.task;
        task.words = self.next.0 as usize + 1;
        task.anything = vec![0; task.words];
        task.bit_field = vec![u32::MAX; task.words * 64];
        for (index, field) in task.fields.iter().enumerate() {
            if let Packed::Bits { word, mask, .. } = field.place {
                task.anything[word as usize] |= mask;
                for bit in 0..64 {
                    if mask >> bit & 1 == 1 {
                        task.bit_field[word as usize * 64 + bit] = index as u32;
                    }
                }
            }
        }
    }

    /// The number of a set of values; 0 where it permits everything.
    fn set_number(&mut self, field: u32, set: &ValueSet) -> u32 {
        if *set
            == ValueSet::interval(self.task.fields[field as usize].range.0, self.task.fields[field as usize].range.1)
        {
            return 0;
        }
        let known = self.task.sets.iter().position(|(other, known)| *other == field && known == set);
        let index = known.unwrap_or_else(|| {
            self.task.sets.push((field, set.clone()));
            self.task.sets.len() - 1
        });
        index as u32 + 1
    }

    fn restrict(&mut self, state: &mut [u64], test: &Test) {
        let field = self.field_of[test.fact as usize];
        if field == u32::MAX {
            return;
        }
        match self.task.fields[field as usize].place {
            Packed::Bits { word, shift, mask } => {
                let permitted = bits(&test.set, self.task.fields[field as usize].range.0, shift);
                state[word as usize] &= permitted | !mask;
            }
            Packed::Set(half) => {
                let number = self.set_number(field, &test.set);
                half.put(state, number);
            }
        }
    }

    fn action(&mut self, index: u32, info: &ActionInfo) {
        let starts =
            (self.task.touches.len(), self.task.ops.len(), self.task.bit_needs.len(), self.task.bit_effects.len());
        for need in &info.needs {
            self.need(need, starts);
        }
        for &(fact, change) in &info.brings {
            self.bring(fact, change, starts);
        }
        let names_candidate = info.needs.iter().any(|need| need.own != Own::Unsaid)
            || info.brings.iter().any(|&(_, change)| change == Change::SetOwn);
        let task = &mut self.task;
        task.actions.push(TaskAction {
            action: index,
            cost: info.cost,
            checks: info.checks.clone(),
            target: info.target,
            names_candidate,
            touches: (starts.0 as u32, task.touches.len() as u32),
            ops: (starts.1 as u32, task.ops.len() as u32),
            bit_needs: (starts.2 as u32, task.bit_needs.len() as u32),
            bit_effects: (starts.3 as u32, task.bit_effects.len() as u32),
        });
    }

    fn touch(&mut self, word: u32, first: usize) -> &mut Touch {
        let touches = &mut self.task.touches;
        let found = touches[first..].iter().position(|touch| touch.word == word);
        let at = found.map_or(touches.len(), |i| first + i);
        if at == touches.len() {
            touches.push(Touch { word, permits: u64::MAX, ..Touch::default() });
        }
        &mut touches[at]
    }

    fn op(&mut self, field: u32, first: usize) -> &mut SetOp {
        let ops = &mut self.task.ops;
        let found = ops[first..].iter().position(|op| op.field == field);
        let at = found.map_or(ops.len(), |i| first + i);
        if at == ops.len() {
            ops.push(SetOp { field, needs: 0, own: Own::Unsaid, change: None });
        }
        &mut ops[at]
    }

    fn need(&mut self, need: &Test, starts: (usize, usize, usize, usize)) {
        let field = self.field_of[need.fact as usize];
        if field == u32::MAX {
            return;
        }
        let range = self.task.fields[field as usize].range;
        if need.own == Own::Unsaid && need.set == ValueSet::interval(range.0, range.1) {
            return;
        }
        match self.task.fields[field as usize].place {
            Packed::Bits { word, shift, mask } => {
                let permitted = bits(&need.set, range.0, shift);
                let touch = self.touch(word, starts.0);
                touch.permits &= permitted | !mask;
                // The row is contiguous, so adding its lowest bit carries into the guard above it.
                touch.guards |= mask + (1 << shift);
                touch.lows |= 1 << shift;
                self.task.bit_needs.push((word, permitted));
            }
            Packed::Set(_) => {
                let number = self.set_number(field, &need.set);
                let op = self.op(field, starts.1);
                op.needs = number;
                op.own = need.own;
            }
        }
    }

    fn bring(&mut self, fact: u32, change: Change, starts: (usize, usize, usize, usize)) {
        let field = self.field_of[fact as usize];
        if field == u32::MAX {
            return;
        }
        let low = self.task.fields[field as usize].range.0;
        match (self.task.fields[field as usize].place, change) {
            (Packed::Bits { word, shift, mask }, Change::Set(value)) => {
                let bit = shift + (value - low) as u32;
                let touch = self.touch(word, starts.0);
                touch.fields |= mask;
                touch.value |= 1 << bit;
                self.task.bit_effects.push(word * 64 + bit);
            }
            // Only numbers are added to, only targets take a candidate, and neither is a row of bits.
            (Packed::Bits { .. }, _) => {}
            (Packed::Set(_), change) => {
                self.op(field, starts.1).change = Some(change);
                let action = self.task.actions.len() as u32;
                self.task.changers[field as usize].push((action, change));
                if let Change::Add(amount) = change {
                    let grid = &mut self.task.fields[field as usize].grid;
                    *grid = common_divisor(*grid, amount.abs());
                }
            }
        }
    }
}

fn common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A set of values as a row of bits that starts at `shift`.
fn bits(set: &ValueSet, low: i64, shift: u32) -> u64 {
    let mut bits = 0;
    for &(from, to) in &set.0 {
        for value in from..=to {
            bits |= 1 << ((value - low) as u32 + shift);
        }
    }
    bits
}
