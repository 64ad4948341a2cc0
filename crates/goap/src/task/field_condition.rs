//! The conditions of a packed state or an action, field by field.
//!
//! Independent of: requests, search.

use super::{FieldEncoding, Task};
use crate::compiled::TargetTest;

/// The required values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldCondition {
    Bits(u64),
    Set(u32),
    /// Any candidate of the action with this index.
    CandidateOf(u32),
}

/// Calls `each` for every condition of a packed state.
pub(crate) fn for_each_condition(task: &Task, state: &[u64], mut each: impl FnMut(u32, FieldCondition)) {
    for (index, field) in task.fields.iter().enumerate() {
        match field.encoding {
            FieldEncoding::Bits { word, mask, .. } => {
                let bits = state[word as usize] & mask;
                if bits != mask {
                    each(index as u32, FieldCondition::Bits(bits));
                }
            }
            FieldEncoding::Set(half) => {
                if half.get(state) != 0 {
                    each(index as u32, FieldCondition::Set(half.get(state)));
                }
            }
        }
    }
}

/// Calls `each` for every precondition of an action.
pub(crate) fn for_each_precondition(task: &Task, action: usize, mut each: impl FnMut(u32, FieldCondition)) {
    for &(word, bits) in &task.bit_preconditions[action] {
        if bits != 0 {
            let field = task.bit_field[word as usize * 64 + bits.trailing_zeros() as usize];
            each(field, FieldCondition::Bits(bits));
        }
    }
    for op in &task.ops[action] {
        if op.required_set != 0 {
            each(op.field, FieldCondition::Set(op.required_set));
        }
        if op.target_test == TargetTest::Is {
            each(op.field, FieldCondition::CandidateOf(action as u32));
        }
    }
}
