//! Compiling behaviour trees: subtrees are copied to where they are used, and the size of the result is limited.

use quarry_ron::suggestion;

use super::MindCompiler;
use crate::{
    protocol::Label,
    schema::{brain::TreeNodeData, domain::Entries},
    structure::{BehaviourTreeSpec, TreeNodeKind, TreeNodeSpec},
};

/// The most nodes of a tree, with subtrees copied to where they are used.
const MAX_NODES: usize = 512;
/// The longest path from the root to a leaf, in nodes.
const MAX_DEPTH: usize = 32;
/// The most often that a `repeat` node may ask for.
const MAX_REPEATS: u16 = 1000;

/// A tree while it is compiled.
struct TreeBuilder<'d> {
    subtrees: &'d Entries<TreeNodeData>,
    nodes: Vec<TreeNodeSpec>,
    /// The subtrees that the current node is in, from the outermost.
    open: Vec<Label>,
    /// The subtrees that some node refers to.
    used: Vec<Label>,
    /// Whether a limit was exceeded: one finding is enough.
    too_large: bool,
}

/// Where a node is in the tree.
#[derive(Clone, Copy)]
struct NodePlace<'p> {
    parent: Option<usize>,
    depth: usize,
    /// The goal that it serves, and where that is named.
    goal: Option<(Label, &'p str)>,
}

impl MindCompiler<'_> {
    pub(super) fn behaviour_tree(
        &mut self,
        root: &TreeNodeData,
        subtrees: &Entries<TreeNodeData>,
    ) -> Option<BehaviourTreeSpec> {
        let mut tree =
            TreeBuilder { subtrees, nodes: Vec::new(), open: Vec::new(), used: Vec::new(), too_large: false };
        self.node(root, "structure.root", NodePlace { parent: None, depth: 1, goal: None }, &mut tree);
        for name in subtrees.keys().filter(|name| !tree.used.iter().any(|used| used == *name)) {
            self.report(format!("structure.subtrees[{name:?}]"), "no node refers to this subtree: remove it");
        }
        (!tree.nodes.is_empty()).then_some(BehaviourTreeSpec { nodes: tree.nodes })
    }

    /// Adds a node and all below it. Returns whether there is an action among them.
    fn node(&mut self, data: &TreeNodeData, path: &str, place: NodePlace<'_>, tree: &mut TreeBuilder) -> bool {
        if place.depth > MAX_DEPTH || tree.nodes.len() >= MAX_NODES {
            if !std::mem::replace(&mut tree.too_large, true) {
                self.report(
                    path,
                    format!(
                        "the tree is too large: at most {MAX_NODES} nodes, at most {MAX_DEPTH} deep, subtrees included"
                    ),
                );
            }
            return false;
        }
        let index = tree.nodes.len();
        // The kind is filled in below: a node comes before its children.
        tree.nodes.push(TreeNodeSpec { kind: TreeNodeKind::Succeed, children: Vec::new(), parent: place.parent });
        if let Some(parent) = place.parent.and_then(|parent| tree.nodes.get_mut(parent)) {
            parent.children.push(index);
        }
        let below = NodePlace { parent: Some(index), depth: place.depth + 1, ..place };
        let (kind, acts) = self.node_kind(data, path, below, tree);
        if let Some(node) = tree.nodes.get_mut(index) {
            node.kind = kind;
        }
        acts
    }

    /// What a node does, and whether there is an action in or below it. Adds all nodes below it.
    fn node_kind(
        &mut self,
        data: &TreeNodeData,
        path: &str,
        below: NodePlace<'_>,
        tree: &mut TreeBuilder,
    ) -> (TreeNodeKind, bool) {
        let (only, child_path) = (format!("{path}[0]"), format!("{path}.child"));
        match data {
            TreeNodeData::Sequence(children) => {
                (TreeNodeKind::Sequence, !self.children(children, &only, path, below, tree).is_empty())
            }
            TreeNodeData::Selector(children) => {
                (TreeNodeKind::Selector, !self.children(children, &only, path, below, tree).is_empty())
            }
            TreeNodeData::Parallel { children, any } => {
                let list = format!("{path}.children");
                let acting = self.children(children, &list, path, below, tree);
                for number in acting.iter().skip(1) {
                    let second = format!("{list}[{number}]");
                    self.report(second, "two children of this parallel contain actions: there is one body for both");
                }
                (TreeNodeKind::Parallel { any: *any }, !acting.is_empty())
            }
            TreeNodeData::Check(test) => (TreeNodeKind::Check(self.described(test, &only)), false),
            TreeNodeData::Run { action, target, retarget, goal } => {
                let own = format!("{path}.goal");
                let goal = goal.map(|goal| (goal, own.as_str())).or(below.goal);
                let action = self.action_use(*action, goal, *target, *retarget, path);
                (action.map_or(TreeNodeKind::Succeed, TreeNodeKind::Run), true)
            }
            TreeNodeData::Guard { when, hold, child } => {
                self.check_seconds(*hold, format!("{path}.hold"));
                let test = self.described(when, &format!("{path}.when"));
                (TreeNodeKind::Guard(test, *hold), self.node(child, &child_path, below, tree))
            }
            TreeNodeData::Goal { name, child } => {
                let named = format!("{path}.name");
                let below = NodePlace { goal: Some((*name, &named)), ..below };
                (TreeNodeKind::Goal(*name), self.node(child, &child_path, below, tree))
            }
            TreeNodeData::Invert(child) => (TreeNodeKind::Invert, self.node(child, &only, below, tree)),
            TreeNodeData::Succeed(child) => (TreeNodeKind::Succeed, self.node(child, &only, below, tree)),
            TreeNodeData::Repeat { times, child } => {
                if !(1..=MAX_REPEATS).contains(times) {
                    self.report(format!("{path}.times"), format!("expected a number from 1 to {MAX_REPEATS}"));
                }
                (TreeNodeKind::Repeat(*times), self.node(child, &child_path, below, tree))
            }
            TreeNodeData::Cooldown { seconds, child } => {
                self.check_seconds(*seconds, format!("{path}.seconds"));
                (TreeNodeKind::Cooldown(*seconds), self.node(child, &child_path, below, tree))
            }
            TreeNodeData::TimeLimit { seconds, child } => {
                self.check_seconds(*seconds, format!("{path}.seconds"));
                (TreeNodeKind::TimeLimit(*seconds), self.node(child, &child_path, below, tree))
            }
            TreeNodeData::Subtree(name) => (TreeNodeKind::Subtree(*name), self.subtree(*name, &only, below, tree)),
        }
    }

    /// Adds the children of a node, which stand at `list`. Returns which of them contain actions.
    fn children(
        &mut self,
        children: &[TreeNodeData],
        list: &str,
        path: &str,
        below: NodePlace<'_>,
        tree: &mut TreeBuilder,
    ) -> Vec<usize> {
        if children.is_empty() {
            self.report(path, "this node has no children");
        }
        if children.len() > MAX_NODES {
            self.report(path, format!("{} children: at most {MAX_NODES} are allowed", children.len()));
        }
        let mut acting = Vec::new();
        for (number, child) in children.iter().take(MAX_NODES).enumerate() {
            if self.node(child, &format!("{list}[{number}]"), below, tree) {
                acting.push(number);
            }
        }
        acting
    }

    fn check_seconds(&mut self, seconds: f32, path: String) {
        if !(0.0..=3600.0).contains(&seconds) {
            self.report(path, "expected a number from 0 to 3600 s");
        }
    }

    fn subtree(&mut self, name: Label, path: &str, below: NodePlace<'_>, tree: &mut TreeBuilder) -> bool {
        let subtrees = tree.subtrees;
        let Some(data) = subtrees.get(name.as_str()) else {
            let help = suggestion(name.as_str(), subtrees.keys()).unwrap_or_else(|| "there are none".to_owned());
            self.report(path, format!("no subtree is called \"{name}\"; {help}"));
            return false;
        };
        if tree.open.contains(&name) {
            let cycle: Vec<&str> = tree.open.iter().chain([&name]).map(|name| name.as_str()).collect();
            self.report(path, format!("the subtree contains itself: {}", cycle.join(" > ")));
            return false;
        }
        tree.used.push(name);
        tree.open.push(name);
        let acts = self.node(data, &format!("structure.subtrees[{:?}]", name.as_str()), below, tree);
        tree.open.pop();
        acts
    }
}
