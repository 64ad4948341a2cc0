//! A behaviour tree.
//!
//! The tree is evaluated from its root whenever the agent thinks. A selector tries its children from the first each time, so that an
//! earlier branch whose conditions have come true aborts a later one. A node that was running and is not reached is aborted: it
//! forgets how far it was.

use super::{ActionUse, StructureChoice, StructureContext};
use crate::{brain::DescribedExpression, decision::DecisionReason, protocol::Label};

/// The most passes from the root in one evaluation: the tree begins again where it has ended without an action.
const MAX_PASSES: usize = 3;

/// A compiled behaviour tree.
#[derive(Clone, Debug)]
pub struct BehaviourTreeSpec {
    /// The nodes, each before its children; the first is the root. Subtrees are copied to where they are used.
    pub nodes: Vec<TreeNodeSpec>,
}

/// A compiled node.
#[derive(Clone, Debug)]
pub struct TreeNodeSpec {
    /// What it does.
    pub kind: TreeNodeKind,
    /// Indices of its children.
    pub children: Vec<usize>,
    /// Index of the node above; `None` for the root.
    pub parent: Option<usize>,
}

/// What a node does.
#[derive(Clone, Debug)]
pub enum TreeNodeKind {
    /// Runs its children one after another.
    Sequence,
    /// Keeps the first child that succeeds or runs.
    Selector,
    /// Runs its children at the same time; succeeds with `any` of them or with all.
    Parallel {
        /// Whether one success is enough.
        any: bool,
    },
    /// Tests a condition.
    Check(DescribedExpression),
    /// Runs an action.
    Run(ActionUse),
    /// Runs the child while a condition holds, and for so many seconds after it last did.
    Guard(DescribedExpression, f32),
    /// Names the goal of the actions below.
    Goal(Label),
    /// Names a subtree.
    Subtree(Label),
    /// Exchanges success and failure.
    Invert,
    /// Turns failure into success.
    Succeed,
    /// Runs the child this often.
    Repeat(u16),
    /// Fails for so many seconds after the child has ended.
    Cooldown(f32),
    /// Fails once the child has run for so many seconds.
    TimeLimit(f32),
}

/// The result of a node in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeResult {
    /// It has succeeded.
    Success,
    /// It has failed.
    Failure,
    /// It goes on.
    Running,
}

/// What a node remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeNodeState {
    /// Its last result; `None` if it was never reached.
    pub result: Option<NodeResult>,
    /// The tick of that result.
    pub tick: u32,
    /// The evaluation in which it was last reached.
    visit: u32,
    /// Whether it was running then.
    running: bool,
    /// The child that a sequence is at, or how often a repeated child has succeeded.
    count: u16,
    /// The tick at which it began to run, or until which it cools down or its condition counts as true.
    mark: u32,
}

/// The state of a behaviour tree.
#[derive(Clone, Debug)]
pub struct BehaviourTreeState {
    /// One for each node.
    pub nodes: Vec<TreeNodeState>,
    /// The leaf whose action runs.
    pub leaf: Option<usize>,
    /// The number of passes so far.
    visits: u32,
}

impl BehaviourTreeState {
    /// The state before the first evaluation.
    pub fn new(spec: &BehaviourTreeSpec) -> Self {
        Self { nodes: vec![TreeNodeState::default(); spec.nodes.len()], leaf: None, visits: 0 }
    }
}

/// A pass from the root.
struct TreePass<'p, 'c> {
    spec: &'p BehaviourTreeSpec,
    state: &'p mut BehaviourTreeState,
    context: &'p StructureContext<'c>,
    /// Whether the end of the last action has not yet reached its leaf.
    ended: bool,
    chosen: Option<(usize, StructureChoice)>,
}

impl BehaviourTreeSpec {
    /// The leaf that the tree finds.
    pub fn choose(&self, state: &mut BehaviourTreeState, context: &StructureContext) -> Option<StructureChoice> {
        let before = state.leaf;
        let mut ended = context.ended.is_some();
        let mut chosen = None;
        for _ in 0..MAX_PASSES {
            state.visits = state.visits.wrapping_add(1);
            let mut pass = TreePass { spec: self, state: &mut *state, context, ended, chosen: None };
            let result = pass.visit(0);
            (ended, chosen) = (false, pass.chosen);
            state.abort_unvisited();
            // Another pass is worth it only where an action has just ended, or a repeated child is to begin again: otherwise the result
            // would be the same.
            let had_leaf = state.leaf.is_some();
            state.leaf = chosen.map(|(leaf, _)| leaf);
            if chosen.is_some() || !had_leaf && result != NodeResult::Running {
                break;
            }
        }
        let (leaf, choice) = chosen?;
        let aborted = before.filter(|before| *before != leaf && context.running.is_some());
        let aborted = aborted.and_then(|node| match self.nodes.get(node)?.kind {
            TreeNodeKind::Run(action) => Some(DecisionReason::BranchAborted(action.display_name)),
            _ => None,
        });
        Some(StructureChoice { why: aborted.or(choice.why), ..choice })
    }
}

impl BehaviourTreeState {
    /// Nodes that were running and were not reached in this pass forget how far they were.
    fn abort_unvisited(&mut self) {
        let visits = self.visits;
        for node in self.nodes.iter_mut().filter(|node| node.running && node.visit != visits) {
            (node.running, node.count) = (false, 0);
        }
    }
}

impl TreePass<'_, '_> {
    fn visit(&mut self, node: usize) -> NodeResult {
        let Some(was) = self.state.nodes.get(node).copied() else { return NodeResult::Failure };
        let result = self.evaluate(node, was);
        let (visits, tick) = (self.state.visits, self.context.tick);
        if let Some(state) = self.state.nodes.get_mut(node) {
            (state.result, state.tick, state.visit) = (Some(result), tick, visits);
            state.running = result == NodeResult::Running;
            if !state.running {
                state.count = 0;
            }
        }
        result
    }

    fn evaluate(&mut self, node: usize, was: TreeNodeState) -> NodeResult {
        let spec = self.spec;
        let Some(TreeNodeSpec { kind, children, .. }) = spec.nodes.get(node) else { return NodeResult::Failure };
        let child = children.first().copied();
        let only = |this: &mut Self| child.map_or(NodeResult::Failure, |child| this.visit(child));
        let holds = |this: &Self, test: &DescribedExpression| this.context.view.holds(&test.expression);
        match kind {
            TreeNodeKind::Sequence => self.sequence(node, children, was),
            TreeNodeKind::Selector => {
                let mut results = children.iter().map(|child| self.visit(*child));
                results.find(|result| *result != NodeResult::Failure).unwrap_or(NodeResult::Failure)
            }
            TreeNodeKind::Parallel { any } => self.parallel(children, *any),
            TreeNodeKind::Check(test) if holds(self, test) => NodeResult::Success,
            TreeNodeKind::Check(_) => NodeResult::Failure,
            TreeNodeKind::Guard(test, hold) => {
                let now = holds(self, test);
                if now && *hold > 0.0 {
                    let until = self.context.view.memory.in_seconds(*hold);
                    self.keep(node, |state| state.mark = until);
                }
                if now || self.context.tick < was.mark { only(self) } else { NodeResult::Failure }
            }
            TreeNodeKind::Run(action) => self.run(node, action),
            TreeNodeKind::Goal(_) | TreeNodeKind::Subtree(_) => only(self),
            TreeNodeKind::Invert => match only(self) {
                NodeResult::Success => NodeResult::Failure,
                NodeResult::Failure => NodeResult::Success,
                NodeResult::Running => NodeResult::Running,
            },
            TreeNodeKind::Succeed => match only(self) {
                NodeResult::Running => NodeResult::Running,
                _ => NodeResult::Success,
            },
            TreeNodeKind::Repeat(times) => match only(self) {
                NodeResult::Success => {
                    let count = if was.running { was.count.saturating_add(1) } else { 1 };
                    self.keep(node, |state| state.count = count);
                    if count >= *times { NodeResult::Success } else { NodeResult::Running }
                }
                other => other,
            },
            TreeNodeKind::Cooldown(seconds) => {
                if self.context.tick < was.mark {
                    return NodeResult::Failure;
                }
                let result = only(self);
                if result == NodeResult::Success || result == NodeResult::Failure && was.running {
                    let until = self.context.view.memory.in_seconds(*seconds);
                    self.keep(node, |state| state.mark = until);
                }
                result
            }
            TreeNodeKind::TimeLimit(seconds) => {
                let tick = self.context.tick;
                if !was.running {
                    self.keep(node, |state| state.mark = tick);
                } else if self.context.view.memory.seconds_since(was.mark) >= *seconds {
                    return NodeResult::Failure;
                }
                only(self)
            }
        }
    }

    fn keep(&mut self, node: usize, change: impl FnOnce(&mut TreeNodeState)) {
        if let Some(state) = self.state.nodes.get_mut(node) {
            change(state);
        }
    }

    fn sequence(&mut self, node: usize, children: &[usize], was: TreeNodeState) -> NodeResult {
        let first = if was.running { usize::from(was.count) } else { 0 };
        for (at, child) in children.iter().enumerate().skip(first) {
            match self.visit(*child) {
                NodeResult::Success => {}
                NodeResult::Failure => return NodeResult::Failure,
                NodeResult::Running => {
                    self.keep(node, |state| state.count = at as u16);
                    return NodeResult::Running;
                }
            }
        }
        NodeResult::Success
    }

    fn parallel(&mut self, children: &[usize], any: bool) -> NodeResult {
        let mut succeeded = 0;
        for child in children {
            match self.visit(*child) {
                NodeResult::Success => succeeded += 1,
                NodeResult::Failure => {
                    self.chosen = None;
                    return NodeResult::Failure;
                }
                NodeResult::Running => {}
            }
        }
        if succeeded == children.len() || any && succeeded > 0 {
            self.chosen = None;
            return NodeResult::Success;
        }
        NodeResult::Running
    }

    fn run(&mut self, node: usize, action: &ActionUse) -> NodeResult {
        if self.chosen.is_some() {
            return NodeResult::Failure;
        }
        let is_leaf = self.state.leaf == Some(node);
        if is_leaf && self.ended {
            self.ended = false;
            let succeeded = self.context.ended.is_some_and(|ended| ended.succeeded);
            return if succeeded { NodeResult::Success } else { NodeResult::Failure };
        }
        let carried = if is_leaf { self.context.carry_on(action) } else { None };
        match carried.ok_or(()).or_else(|()| self.context.begin(action)) {
            Ok(choice) => {
                self.chosen = Some((node, choice));
                NodeResult::Running
            }
            Err(_) => NodeResult::Failure,
        }
    }
}
