//! A local search: removes, moves, exchanges and inserts single commands as long as the goal is reached earlier.

use super::schedule::{BuildCommand, OrderQuality, carry_out, demanded, quality};
use crate::games::commander::{catalogue::BuildGoal, economy::Economy};

/// How far a command is moved at most.
const REACH: usize = 8;

/// A search that continues where it stopped.
#[derive(Clone, Debug)]
pub(super) struct LocalSearch {
    commands: Vec<BuildCommand>,
    best: OrderQuality,
    /// The economy before each command, and the sum of the quality there.
    before: Vec<(Economy, u64)>,
    insertions: Vec<BuildCommand>,
    /// The next change to try.
    at: ChangeIndex,
    /// Changes tried since the last improvement.
    since: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChangeIndex {
    index: usize,
    change: usize,
}

impl LocalSearch {
    /// A search from a build order that reaches the goal.
    pub fn new(
        start: &Economy,
        goal: &BuildGoal,
        commands: Vec<BuildCommand>,
        insertions: Vec<BuildCommand>,
    ) -> Option<Self> {
        let best = quality(start.clone(), goal, &commands, (0, 0), u32::MAX, &mut 0)?;
        let mut search = Self {
            commands,
            best,
            before: vec![(start.clone(), 0)],
            insertions,
            at: ChangeIndex { index: 0, change: 0 },
            since: 0,
        };
        search.accept(goal, 0);
        Some(search)
    }

    /// The best build order so far.
    pub fn commands(&self) -> &[BuildCommand] {
        &self.commands
    }

    /// Its quality.
    pub fn best(&self) -> OrderQuality {
        self.best
    }

    /// Tries changes until `work`, the number of simulated starts, exceeds `limit`. Returns whether no change is an improvement any
    /// more.
    pub fn run(&mut self, goal: &BuildGoal, work: &mut u32, limit: u32) -> bool {
        let mut changed = Vec::with_capacity(self.commands.len() + 1);
        while *work <= limit {
            let changes = 1 + 2 * REACH + 2 * self.insertions.len();
            if self.since > changes * (self.commands.len() + 1) {
                return true;
            }
            self.since += 1;
            // The build order may have become shorter.
            if self.at.index > self.commands.len() {
                self.at = ChangeIndex { index: 0, change: 0 };
            }
            let ChangeIndex { index, change } = self.at;
            if let Some(from) = self.change(index, change, &mut changed) {
                let (economy, sum) = &self.before[from];
                let found = quality(economy.clone(), goal, &changed[from..], (from, *sum), self.best.reached, work);
                if let Some(found) = found.filter(|found| *found < self.best) {
                    self.best = found;
                    self.commands.clone_from(&changed);
                    self.accept(goal, from);
                    self.since = 0;
                }
            }
            self.at = match self.at {
                ChangeIndex { index, change } if change + 1 < changes => ChangeIndex { index, change: change + 1 },
                ChangeIndex { index, .. } if index < self.commands.len() => ChangeIndex { index: index + 1, change: 0 },
                _ => ChangeIndex { index: 0, change: 0 },
            };
        }
        false
    }

    /// Writes the commands after one change. Returns the first index that differs; `None` if nothing would.
    fn change(&self, index: usize, change: usize, out: &mut Vec<BuildCommand>) -> Option<usize> {
        let number = self.insertions.len();
        out.clear();
        out.extend_from_slice(&self.commands);
        match change {
            0 => {
                (index < out.len()).then(|| out.remove(index))?;
                Some(index)
            }
            change if change <= 2 * REACH => {
                let by = change.div_ceil(2);
                let to = if change % 2 == 1 { index + by } else { index.checked_sub(by)? };
                if to >= out.len() || index >= out.len() || out[to] == out[index] {
                    return None;
                }
                let moved = out.remove(index);
                out.insert(to, moved);
                Some(index.min(to))
            }
            change if change <= 2 * REACH + number => {
                out.insert(index, self.insertions[change - 2 * REACH - 1]);
                Some(index)
            }
            change => {
                let with = self.insertions[change - 2 * REACH - 1 - number];
                let replaced = out.get_mut(index).filter(|known| **known != with)?;
                *replaced = with;
                Some(index)
            }
        }
    }

    /// Cuts off commands after the goal is under way, and simulates anew from an index.
    fn accept(&mut self, goal: &BuildGoal, from: usize) {
        self.commands.truncate(self.best.commands);
        self.before.truncate(from + 1);
        for &command in &self.commands[from..] {
            let Some((economy, sum)) = self.before.last() else { break };
            let (mut economy, mut sum) = (economy.clone(), *sum);
            // The quality is known, so each command can start.
            if let Some(scheduled) = carry_out(&mut economy, command) {
                sum += demanded(&economy, goal, &scheduled);
            }
            self.before.push((economy, sum));
        }
    }
}
