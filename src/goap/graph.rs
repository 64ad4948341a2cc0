//! The last search as a graph in the language of Graphviz: what was looked at, in which order, and the plan in it.
//!
//! Must not know: files.

use std::fmt::Write;

use super::domain::{Domain, FactId};
use super::planner::Planner;
use super::query::{Query, Step, Strategy};
use super::search::nodes::NONE;
use super::task::{Packed, Task};

/// Nodes beyond which a graph is cut off: more cannot be looked at.
const MOST_DRAWN: usize = 3_000;

impl Planner {
    /// The graph of the search that answered the query last: a box a state (when searching backwards, the conditions that
    /// are left to bring about; forwards, the facts that differ from the start), bold along the plan, dashed where the
    /// search never came to expand it. Depth-first search keeps no states, so only its plan is drawn.
    #[must_use]
    pub fn graph(&self, domain: &Domain, query: &Query, name: &dyn Fn(u32) -> String) -> String {
        let drawing = Drawing { planner: self, domain, task: &domain.tasks[query.goal.index()], query, name };
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = drawing.write(&mut out);
        out
    }
}

struct Drawing<'a> {
    planner: &'a Planner,
    domain: &'a Domain,
    task: &'a Task,
    query: &'a Query<'a>,
    name: &'a dyn Fn(u32) -> String,
}

impl Drawing<'_> {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "digraph search {{")?;
        writeln!(out, "  rankdir={};", if self.query.strategy == Strategy::Forward { "LR" } else { "RL" })?;
        writeln!(out, "  node [shape=box, fontname=\"sans-serif\", fontsize=10];")?;
        writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
        writeln!(out, "  label={};", quote(self.domain.goal_name(self.query.goal)))?;
        if self.query.strategy == Strategy::Deepening {
            self.chain(out)?;
        } else {
            self.nodes(out)?;
        }
        writeln!(out, "}}")
    }

    fn chain(&self, out: &mut String) -> std::fmt::Result {
        for (index, step) in self.planner.steps().iter().enumerate() {
            let label = self.label(step.action.index(), step.candidate);
            writeln!(out, "  n{index} -> n{} [label={}, penwidth=2];", index + 1, quote(&label))?;
        }
        Ok(())
    }

    fn nodes(&self, out: &mut String) -> std::fmt::Result {
        let nodes = &self.planner.scratch.nodes;
        let mut on_plan = vec![false; nodes.list.len()];
        let mut at = self.planner.last_node;
        while let Some(node) = nodes.list.get(at as usize) {
            on_plan[at as usize] = true;
            at = node.parent;
        }
        for (index, node) in nodes.list.iter().enumerate().take(MOST_DRAWN) {
            let bold = if on_plan[index] { ", penwidth=2, color=\"#2a7a2a\"" } else { "" };
            let style = if node.open { ", style=dashed" } else { "" };
            let cost = super::Cost(node.cost);
            let label = format!("{}\ncost {cost}, at least {} more", self.state(index as u32), super::Cost(node.rest));
            writeln!(out, "  n{index} [label={}{bold}{style}];", quote(&label))?;
            if node.parent != NONE {
                let action = self.task.actions[node.action as usize].action as usize;
                let label = self.label(action, (node.candidate != NONE).then_some(node.candidate));
                let (from, to) = match self.query.strategy {
                    Strategy::Forward => (node.parent, index as u32),
                    _ => (index as u32, node.parent),
                };
                writeln!(out, "  n{from} -> n{to} [label={}{bold}];", quote(&label))?;
            }
        }
        if nodes.list.len() > MOST_DRAWN {
            let more = nodes.list.len() - MOST_DRAWN;
            writeln!(out, "  more [label={}, shape=plaintext];", quote(&format!("and {more} states more")))?;
        }
        Ok(())
    }

    fn label(&self, action: usize, candidate: Option<u32>) -> String {
        let action = &self.domain.actions()[action].name;
        candidate.map_or_else(|| action.clone(), |candidate| format!("{action} ({})", (self.name)(candidate)))
    }

    /// The conditions of a packed state.
    fn state(&self, node: u32) -> String {
        let state = self.planner.scratch.nodes.state(node);
        let mut parts = Vec::new();
        for (index, field) in self.task.fields.iter().enumerate() {
            let fact = FactId(field.fact);
            let start = self.planner.scratch.ground.values[index];
            let mut values: Vec<(i64, i64)> = Vec::new();
            match field.place {
                Packed::Bits { word, shift, mask } => {
                    let bits = state[word as usize] & mask;
                    if bits != mask {
                        let all = field.range.0..=field.range.1;
                        let set = |value: &i64| bits >> (shift + (value - field.range.0) as u32) & 1 == 1;
                        values.extend(all.filter(set).map(|value| (value, value)));
                    }
                }
                Packed::Set(half) => values.extend_from_slice(self.planner.scratch.sets.members(half.get(state))),
            }
            let unchanged = self.query.strategy == Strategy::Forward && values[..] == [(start, start)];
            if !values.is_empty() && !unchanged {
                let texts: Vec<String> = values.iter().map(|&range| self.range(fact, range)).collect();
                parts.push(format!("{}: {}", self.domain.fact_name(fact), texts.join(" | ")));
            }
        }
        if parts.is_empty() { "anything".to_owned() } else { parts.join("\n") }
    }

    fn range(&self, fact: FactId, (low, high): (i64, i64)) -> String {
        let text = |value: i64| match self.domain.decode(fact, value) {
            super::Value::Candidate(index) => (self.name)(index),
            super::Value::Symbol(name) => name,
            other => other.to_string(),
        };
        if low == high { text(low) } else { format!("{} to {}", text(low), text(high)) }
    }
}

impl Planner {
    /// The steps of the last plan.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.scratch.steps
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
