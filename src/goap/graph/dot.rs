//! A search in the language of Graphviz.

use std::fmt::Write;

use super::search::{NodeStatus, SearchGraph};
use crate::goap::request::Strategy;

impl SearchGraph {
    /// The search in the language of Graphviz: a box a state, bold along the plan, dashed where it was never expanded.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_dot(&mut out);
        out
    }

    fn write_dot(&self, out: &mut String) -> std::fmt::Result {
        let forward = self.strategy == Strategy::Forward;
        writeln!(out, "digraph search {{")?;
        writeln!(out, "  rankdir={};", if forward { "LR" } else { "RL" })?;
        writeln!(out, "  node [shape=box, fontname=\"sans-serif\", fontsize=10];")?;
        writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
        writeln!(out, "  label={};", quote(&self.goal))?;
        for (index, node) in self.nodes.iter().enumerate() {
            let bold = if node.on_plan { ", penwidth=2, color=\"#2a7a2a\"" } else { "" };
            let style = if matches!(node.status, NodeStatus::Expanded(_)) { "" } else { ", style=dashed" };
            let state = if node.conditions.is_empty() { "anything".to_owned() } else { node.conditions.join("\n") };
            let label = format!("{state}\ncost {}, at least {} more", node.cost, node.rest);
            writeln!(out, "  n{index} [label={}{bold}{style}];", quote(&label))?;
            if let Some((parent, step)) = &node.by {
                let (from, to) = if forward { (*parent, index) } else { (index, *parent) };
                writeln!(out, "  n{from} -> n{to} [label={}{bold}];", quote(step))?;
            }
        }
        if self.left_out > 0 {
            let more = quote(&format!("and {} states more", self.left_out));
            writeln!(out, "  more [label={more}, shape=plaintext];")?;
        }
        writeln!(out, "}}")
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
