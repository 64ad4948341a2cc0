//! Packs the facts and actions of a task into words.
//!
//! Independent of: which of them are relevant (`relevance.rs`), requests, search.

use super::{Field, FieldEncoding, HalfWord, SetOp, Task, TaskAction, WordOp};
use crate::compiled::{Change, CompiledAction, CompiledFact, FactTest, TargetTest};
use crate::values::ValueSet;

/// The maximum number of values that get one bit each. A fact with more values is stored as an interned set.
const MAX_BITS: i64 = 24;

pub(super) struct Builder {
    pub task: Task,
    /// By fact: its field; `u32::MAX` if it has none.
    field_of: Vec<u32>,
    /// The word and bit at which the next field may start.
    next: (u32, u32),
}

impl Builder {
    pub fn new(facts: &[CompiledFact], relevant: &[u32]) -> Self {
        let mut builder = Self { task: Task::default(), field_of: vec![u32::MAX; facts.len()], next: (0, 0) };
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

    pub fn half(&mut self) -> HalfWord {
        let (word, shift) = self.reserve(32);
        HalfWord { word, shift }
    }

    fn field(&mut self, fact: u32, info: &CompiledFact) {
        let count = info.range.1 - info.range.0 + 1;
        let index = self.task.fields.len() as u32;
        let encoding = if info.scale == 0 && !info.is_target && count <= MAX_BITS {
            let (word, shift) = self.reserve(count as u32 + 1);
            FieldEncoding::Bits { word, shift, mask: ((1_u64 << count) - 1) << shift }
        } else {
            self.task.set_fields.push(index);
            FieldEncoding::Set(self.half())
        };
        self.field_of[fact as usize] = index;
        self.task.changers.push(Vec::new());
        self.task.fields.push(Field { fact, range: info.range, is_target: info.is_target, encoding, grid: 0 });
    }

    pub fn finish_layout(&mut self) {
        let task = &mut self.task;
        task.words = self.next.0 as usize + 1;
        task.anything = vec![0; task.words];
        task.bit_field = vec![u32::MAX; task.words * 64];
        for (index, field) in task.fields.iter().enumerate() {
            if let FieldEncoding::Bits { word, mask, .. } = field.encoding {
                task.anything[word as usize] |= mask;
                for bit in 0..64 {
                    if mask >> bit & 1 == 1 {
                        task.bit_field[word as usize * 64 + bit] = index as u32;
                    }
                }
            }
        }
    }

    /// The number of a set of values; 0 if it allows any value.
    fn set_number(&mut self, field: u32, set: &ValueSet) -> u32 {
        if set.is_interval(self.task.fields[field as usize].range) {
            return 0;
        }
        let known = self.task.sets.iter().position(|(other, known)| *other == field && known == set);
        let index = known.unwrap_or_else(|| {
            self.task.sets.push((field, set.clone()));
            self.task.sets.len() - 1
        });
        index as u32 + 1
    }

    pub fn restrict(&mut self, state: &mut [u64], test: &FactTest) {
        let field = self.field_of[test.fact as usize];
        if field == u32::MAX {
            return;
        }
        match self.task.fields[field as usize].encoding {
            FieldEncoding::Bits { word, shift, mask } => {
                let permitted = bits(&test.set, self.task.fields[field as usize].range.0, shift);
                state[word as usize] &= permitted | !mask;
            }
            FieldEncoding::Set(half) => {
                let number = self.set_number(field, &test.set);
                half.put(state, number);
            }
        }
    }

    pub fn action(&mut self, index: u32, info: &CompiledAction) {
        for test in &info.preconditions {
            self.precondition(test);
        }
        for &(fact, change) in &info.effects {
            self.effect(fact, change);
        }
        let names_candidate = info.preconditions.iter().any(|test| test.target_test != TargetTest::Any)
            || info.effects.iter().any(|&(_, change)| change == Change::SetTarget);
        self.task.word_ops.close();
        self.task.ops.close();
        self.task.bit_preconditions.close();
        self.task.bit_effects.close();
        self.task.actions.push(TaskAction {
            action: index,
            cost: info.cost,
            context_preconditions: info.context_preconditions.clone(),
            target: info.target,
            names_candidate,
        });
    }

    fn word_op(&mut self, word: u32) -> &mut WordOp {
        let new = WordOp { word, allowed: u64::MAX, ..WordOp::default() };
        self.task.word_ops.find_or_push(|word_op| word_op.word == word, new)
    }

    fn op(&mut self, field: u32) -> &mut SetOp {
        let new = SetOp { field, required_set: 0, target_test: TargetTest::Any, change: None };
        self.task.ops.find_or_push(|op| op.field == field, new)
    }

    fn precondition(&mut self, test: &FactTest) {
        let field = self.field_of[test.fact as usize];
        if field == u32::MAX {
            return;
        }
        let range = self.task.fields[field as usize].range;
        if test.target_test == TargetTest::Any && test.set.is_interval(range) {
            return;
        }
        match self.task.fields[field as usize].encoding {
            FieldEncoding::Bits { word, shift, mask } => {
                let permitted = bits(&test.set, range.0, shift);
                let word_op = self.word_op(word);
                word_op.allowed &= permitted | !mask;
                // The row is contiguous, so adding its lowest bit carries into the guard bit above it.
                word_op.guards |= mask + (1 << shift);
                word_op.lows |= 1 << shift;
                self.task.bit_preconditions.push((word, permitted));
            }
            FieldEncoding::Set(_) => {
                let number = self.set_number(field, &test.set);
                let op = self.op(field);
                op.required_set = number;
                op.target_test = test.target_test;
            }
        }
    }

    fn effect(&mut self, fact: u32, change: Change) {
        let field = self.field_of[fact as usize];
        if field == u32::MAX {
            return;
        }
        let low = self.task.fields[field as usize].range.0;
        match (self.task.fields[field as usize].encoding, change) {
            (FieldEncoding::Bits { word, shift, mask }, Change::Set(value)) => {
                let bit = shift + (value - low) as u32;
                let word_op = self.word_op(word);
                word_op.fields |= mask;
                word_op.value |= 1 << bit;
                self.task.bit_effects.push(word * 64 + bit);
            }
            // Only numbers are added to and only targets are assigned a candidate; neither is a row of bits.
            (FieldEncoding::Bits { .. }, _) => {}
            (FieldEncoding::Set(_), change) => {
                self.op(field).change = Some(change);
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
