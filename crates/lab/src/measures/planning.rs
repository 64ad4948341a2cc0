//! Plans: how many steps they have, how many different ones there are, and how they end. Minds that plan count; those that follow a
//! state machine, a behaviour tree or a utility table do not.

use std::collections::BTreeMap;

use quarry_minds::protocol::{ActionOutcome, AgentId, Label, MatchEvent};
use quarry_minds::{Decision, DecisionReason};
use serde::{Deserialize, Serialize};

use super::{ObservedAgent, Sum, TickView, stability::count, sum_of_fields};

/// How a plan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanEnd {
    /// Its last step succeeded, or its goal was reached earlier.
    Completed,
    /// All steps before its first placeholder succeeded. What the placeholder stands for is planned anew.
    PlaceholderReached,
    /// A plan for another goal took its place.
    OtherGoal,
    /// A plan for the same goal took its place although it still held, such as one with a new target.
    Replaced,
    /// Its rest no longer led to the goal, or no plan took its place.
    Invalidated,
    /// An action failed, ran longer than its `timeout`, or none succeeded for the goal's `stall_timeout`.
    Failed,
    /// Its agent left play or began again, or the match ended. Shares leave such plans out.
    Unfinished,
}

/// The plans for one goal, or the sum over several goals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GoalPlans {
    /// How many plans had no executable step, one, two and so on. Placeholders are not executable.
    pub steps: Vec<u32>,
    /// How often each sequence of actions was planned: `"first>second"`.
    pub shapes: BTreeMap<String, u32>,
    /// How many ended in each way.
    pub ends: BTreeMap<PlanEnd, u32>,
}

sum_of_fields! {
    Planning { 0 }
    GoalPlans { steps, shapes, ends }
}

impl GoalPlans {
    /// How many plans were made.
    pub fn plans(&self) -> u32 {
        self.steps.iter().sum()
    }

    /// The mean number of executable steps; `None` without plans.
    pub fn mean_steps(&self) -> Option<f64> {
        let steps = self.steps.iter().zip(0u32..).map(|(plans, steps)| f64::from(*plans) * f64::from(steps));
        (self.plans() > 0).then(|| steps.sum::<f64>() / f64::from(self.plans()))
    }

    /// The share of the finished plans that ended in this way, 0 to 1; `None` if none is finished.
    pub fn share(&self, end: PlanEnd) -> Option<f64> {
        let of = |end: PlanEnd| self.ends.get(&end).copied().unwrap_or(0);
        let finished: u32 = self.ends.values().sum::<u32>() - of(PlanEnd::Unfinished);
        (finished > 0).then(|| f64::from(of(end)) / f64::from(finished))
    }
}

/// The plans of all minds, by side and goal (`"side/goal"`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Planning(pub BTreeMap<String, GoalPlans>);

impl Planning {
    /// The sum over all goals.
    pub fn all(&self) -> GoalPlans {
        let mut sum = GoalPlans::default();
        self.0.values().for_each(|plans| sum.add(plans));
        sum
    }

    /// The figures of each side (`"side"`) and of each of its goals (`"side/goal"`).
    pub fn figures(&self) -> BTreeMap<String, PlanFigures> {
        let mut sums = self.0.clone();
        for (goal, plans) in &self.0 {
            let side = goal.split('/').next().unwrap_or_default();
            sums.entry(side.to_owned()).or_default().add(plans);
        }
        sums.into_iter().map(|(name, plans)| (name, PlanFigures::of(&plans))).collect()
    }
}

/// What tables and JSON show of the plans for a goal or of a side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlanFigures {
    /// How many plans were made.
    pub plans: u32,
    /// The mean number of executable steps of a plan.
    pub mean_steps: Option<f64>,
    /// How many plans had no executable step, one, two and so on.
    pub steps: Vec<u32>,
    /// How many different sequences of actions were planned.
    pub shapes: usize,
    /// The share of the finished plans that ended in each way, 0 to 1.
    pub ends: BTreeMap<PlanEnd, f64>,
}

impl PlanFigures {
    fn of(plans: &GoalPlans) -> Self {
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        let finished = plans.ends.keys().filter(|end| **end != PlanEnd::Unfinished);
        Self {
            plans: plans.plans(),
            mean_steps: plans.mean_steps().map(rounded),
            steps: plans.steps.clone(),
            shapes: plans.shapes.len(),
            ends: finished.filter_map(|end| Some((*end, rounded(plans.share(*end)?)))).collect(),
        }
    }
}

/// A plan that an agent carries out.
struct OpenPlan {
    /// Its side and goal, as in [`Planning`].
    key: String,
    goal: Label,
    /// The number of its steps, and of those before its first placeholder.
    steps: usize,
    before_placeholder: usize,
    /// How many have succeeded.
    done: usize,
}

impl OpenPlan {
    /// How it ended when an action of its agent ended; `None` if it goes on. `reached` is the goal that the agent reached then.
    fn after(&mut self, outcome: ActionOutcome, reached: Option<Label>) -> Option<PlanEnd> {
        match outcome {
            ActionOutcome::Succeeded => {
                self.done += 1;
                let completed = self.done >= self.steps || reached == Some(self.goal);
                let at_placeholder = self.done == self.before_placeholder;
                completed.then_some(PlanEnd::Completed).or(at_placeholder.then_some(PlanEnd::PlaceholderReached))
            }
            ActionOutcome::Failed(_) | ActionOutcome::TimedOut => Some(PlanEnd::Failed),
            ActionOutcome::Invalidated => Some(PlanEnd::Invalidated),
            // The decision that interrupted the action says how the plan ended.
            ActionOutcome::Interrupted => None,
        }
    }

    /// How a decision ended it, while none of its actions had failed.
    fn end_by(&self, decision: &Decision, reached: Option<Label>) -> PlanEnd {
        match decision.why {
            _ if reached == Some(self.goal) => PlanEnd::Completed,
            DecisionReason::Finished => PlanEnd::Completed,
            DecisionReason::Stalled => PlanEnd::Failed,
            DecisionReason::PlanBroken | DecisionReason::Idle => PlanEnd::Invalidated,
            _ if decision.goal == Some(self.goal) => PlanEnd::Replaced,
            _ => PlanEnd::OtherGoal,
        }
    }
}

/// What is known of one agent.
#[derive(Default)]
struct PlanTrack {
    open: Option<OpenPlan>,
    /// The tick of its last decision, and how many it has made in that tick.
    decided: (u32, usize),
}

#[derive(Default)]
pub(super) struct PlanningTracker {
    tracks: BTreeMap<AgentId, PlanTrack>,
    seen: Planning,
}

impl PlanningTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        for entry in view.events {
            match &entry.event {
                MatchEvent::PlanMade { agent, .. } | MatchEvent::NoGoal { agent, .. } => {
                    if let Some(seen) = view.agent(*agent) {
                        self.decide(seen, entry.tick);
                    }
                }
                MatchEvent::ActionEnded { agent, outcome, .. } => {
                    let reached = view.agent(*agent).and_then(|seen| goal_reached(seen, entry.tick));
                    self.end_action(*agent, *outcome, reached);
                }
                MatchEvent::Entered { agent, .. } | MatchEvent::Left { agent, .. } => {
                    self.end(*agent, PlanEnd::Unfinished)
                }
                _ => {}
            }
        }
    }

    pub fn finish(mut self) -> Planning {
        for agent in self.tracks.keys().copied().collect::<Vec<_>>() {
            self.end(agent, PlanEnd::Unfinished);
        }
        self.seen
    }

    /// Takes the next decision of an agent: it ends the open plan and may begin another one. Each decision is logged by one event.
    fn decide(&mut self, agent: &ObservedAgent<'_>, tick: u32) {
        let track = self.tracks.entry(agent.id).or_default();
        if track.decided.0 != tick {
            track.decided = (tick, 0);
        }
        let mut of_tick = agent.trace.decisions.iter().filter(|decision| decision.tick == tick);
        let decision = of_tick.nth(track.decided.1).filter(|_| agent.mind.structure().is_none());
        track.decided.1 += 1;
        let Some(decision) = decision else { return };
        if let Some(open) = &track.open {
            let end = open.end_by(decision, goal_reached(agent, tick));
            self.end(agent.id, end);
        }
        self.begin(agent, decision);
    }

    fn begin(&mut self, agent: &ObservedAgent<'_>, decision: &Decision) {
        let Some(goal) = decision.goal else { return };
        let steps = &decision.steps;
        let is_placeholder =
            |action: usize| agent.mind.brain.actions.get(action).is_some_and(|spec| spec.data.placeholder);
        let executable = steps.iter().filter(|step| !is_placeholder(step.action)).count();
        let before_placeholder = steps.iter().take_while(|step| !is_placeholder(step.action)).count();
        let names: Vec<&str> = steps.iter().map(|step| step.display_name.as_str()).collect();
        let key = format!("{}/{goal}", agent.side);
        let plans = self.seen.0.entry(key.clone()).or_default();
        count(&mut plans.steps, executable as u32);
        *plans.shapes.entry(names.join(">")).or_default() += 1;
        let open = OpenPlan { key, goal, steps: steps.len(), before_placeholder, done: 0 };
        self.tracks.entry(agent.id).or_default().open = Some(open);
    }

    fn end_action(&mut self, agent: AgentId, outcome: ActionOutcome, reached: Option<Label>) {
        let open = self.tracks.get_mut(&agent).and_then(|track| track.open.as_mut());
        if let Some(end) = open.and_then(|open| open.after(outcome, reached)) {
            self.end(agent, end);
        }
    }

    fn end(&mut self, agent: AgentId, end: PlanEnd) {
        if let Some(open) = self.tracks.get_mut(&agent).and_then(|track| track.open.take()) {
            *self.seen.0.entry(open.key).or_default().ends.entry(end).or_default() += 1;
        }
    }
}

/// The goal that an agent reached in this tick.
fn goal_reached(agent: &ObservedAgent<'_>, tick: u32) -> Option<Label> {
    let (goal, _) = agent.mind.reached.filter(|(_, at)| *at == tick)?;
    agent.mind.brain.goals.get(goal).map(|goal| goal.data.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{FailReason, label};

    fn open(steps: usize, before_placeholder: usize) -> OpenPlan {
        OpenPlan { key: "cat/pounce".into(), goal: label("pounce"), steps, before_placeholder, done: 0 }
    }

    #[test]
    fn a_plan_ends_with_its_last_step_at_a_placeholder_or_when_an_action_fails() {
        let succeeded = ActionOutcome::Succeeded;
        let mut plan = open(2, 2);
        assert_eq!(plan.after(succeeded, None), None);
        assert_eq!(plan.after(ActionOutcome::Interrupted, None), None);
        assert_eq!(plan.after(succeeded, None), Some(PlanEnd::Completed));
        assert_eq!(open(3, 1).after(succeeded, None), Some(PlanEnd::PlaceholderReached));
        assert_eq!(open(3, 3).after(succeeded, Some(label("pounce"))), Some(PlanEnd::Completed), "reached early");
        assert_eq!(open(3, 3).after(succeeded, Some(label("patrol"))), None);
        assert_eq!(open(2, 2).after(ActionOutcome::TimedOut, None), Some(PlanEnd::Failed));
        assert_eq!(open(2, 2).after(ActionOutcome::Failed(FailReason::Gone), None), Some(PlanEnd::Failed));
        assert_eq!(open(2, 2).after(ActionOutcome::Invalidated, None), Some(PlanEnd::Invalidated));
    }

    #[test]
    fn a_decision_ends_the_plan_before_it() {
        let end = |why, goal: Option<&str>, reached: Option<&str>| {
            let decision = Decision {
                tick: 1,
                why,
                goal: goal.map(label),
                relevance: 1.0,
                steps: Vec::new(),
                cost: 0.0,
                passed_over: Vec::new(),
            };
            open(2, 2).end_by(&decision, reached.map(label))
        };
        assert_eq!(end(DecisionReason::BetterGoal, Some("flee"), None), PlanEnd::OtherGoal);
        assert_eq!(end(DecisionReason::NewCandidate, Some("pounce"), None), PlanEnd::Replaced);
        assert_eq!(end(DecisionReason::NewCandidate, Some("flee"), None), PlanEnd::OtherGoal);
        assert_eq!(end(DecisionReason::PlanBroken, Some("pounce"), None), PlanEnd::Invalidated);
        assert_eq!(end(DecisionReason::Idle, None, None), PlanEnd::Invalidated);
        assert_eq!(end(DecisionReason::Idle, None, Some("pounce")), PlanEnd::Completed);
        assert_eq!(end(DecisionReason::Stalled, Some("flee"), None), PlanEnd::Failed);
    }

    #[test]
    fn figures_are_summed_over_matches_and_goals() {
        let plans = |steps: &[u32], shapes: &[(&str, u32)], ends: &[(PlanEnd, u32)]| GoalPlans {
            steps: steps.to_vec(),
            shapes: shapes.iter().map(|(shape, times)| ((*shape).to_owned(), *times)).collect(),
            ends: ends.iter().copied().collect(),
        };
        let pounce = plans(&[0, 3], &[("leap", 3)], &[(PlanEnd::Completed, 2), (PlanEnd::Unfinished, 1)]);
        let patrol =
            plans(&[0, 0, 1], &[("leap", 1), ("walk>sit", 1)], &[(PlanEnd::OtherGoal, 1), (PlanEnd::Failed, 1)]);
        let of_match = Planning([("cat/pounce".to_owned(), pounce), ("cat/patrol".to_owned(), patrol)].into());
        let mut sum = of_match.clone();
        sum.add(&of_match);
        let figures = sum.figures();
        let cat = &figures["cat"];
        assert_eq!((cat.plans, cat.mean_steps, cat.shapes), (8, Some(1.25), 2), "a shape of two goals counts once");
        assert_eq!(cat.steps, [0, 6, 2]);
        assert_eq!(cat.ends[&PlanEnd::Completed], 0.5, "the unfinished ones are left out");
        assert_eq!(figures["cat/pounce"].ends[&PlanEnd::Completed], 1.0);
        let json = serde_json::to_value(&sum).unwrap();
        assert_eq!(json["cat/patrol"]["ends"]["other_goal"], 2);
        assert_eq!(serde_json::from_value::<Planning>(json).unwrap(), sum);
        assert_eq!(GoalPlans::default().mean_steps(), None);
    }
}
