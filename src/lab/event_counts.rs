//! Counts of the events of a match.

use std::collections::BTreeMap;

use quarry_minds::protocol::{ActionOutcome, AgentId, Event, Label, LogEntry, Subject};
use serde::{Deserialize, Serialize};

use super::measures::Sum;
use crate::simulation::Game;

/// The counts of one match, or the sums of several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventCounts {
    /// The events that the game counts, by the names it gives them.
    #[serde(flatten)]
    pub of_game: BTreeMap<String, u32>,
    /// How often an agent sighted an enemy.
    pub sightings: u32,
    /// How often an agent kept an enemy in sight for at least two seconds.
    pub chases: u32,
    /// The total duration of those sightings, in seconds.
    pub chase_seconds: f64,
    /// Plans made.
    pub plans: u32,
    /// How often a mind found no goal it could plan for.
    pub no_goal: u32,
    /// The seconds spent in each goal, by side and goal (`"cat/chase"`).
    pub goal_seconds: BTreeMap<String, f64>,
    /// How often each action ended in each way, by side, action and outcome (`"cat/patrol/succeeded"`).
    pub actions: BTreeMap<String, u32>,
}

/// A goal that an agent pursues.
struct OpenGoal {
    side: Label,
    goal: Label,
    since: u32,
}

/// A sighting shorter than this is not a chase, in seconds.
const MIN_CHASE: f64 = 2.0;

impl EventCounts {
    /// Counts the events of a log. `sides` are the sides at the beginning of the match, by the number of the agent; later the agents that
    /// enter, and those that begin again, have the side of that event. `rate` is the ticks per second, `ticks` the length of the match.
    pub fn from_log(log: &[LogEntry], game: &dyn Game, sides: &[Label], rate: u32, ticks: u32) -> Self {
        let mut event_counts = Self::default();
        event_counts.of_game.extend(game.results().counted.iter().map(|name| ((*name).to_owned(), 0)));
        let mut sides: BTreeMap<AgentId, Label> = (0..).map(AgentId).zip(sides.iter().copied()).collect();
        let mut goals: BTreeMap<AgentId, OpenGoal> = BTreeMap::new();
        let mut sights: BTreeMap<(AgentId, AgentId), u32> = BTreeMap::new();
        let seconds = |from: u32, to: u32| f64::from(to.saturating_sub(from)) / f64::from(rate.max(1));
        let side = |sides: &BTreeMap<AgentId, Label>, agent: AgentId| sides.get(&agent).copied().unwrap_or_default();
        for entry in log {
            let tick = entry.tick;
            if let Some(name) = game.count(&entry.event) {
                *event_counts.of_game.entry(name.to_owned()).or_default() += 1;
            }
            match &entry.event {
                Event::Left { agent, .. } => event_counts.leave(*agent, tick, &mut goals, &mut sights, &seconds),
                Event::Entered { agent, side, .. } => {
                    event_counts.leave(*agent, tick, &mut goals, &mut sights, &seconds);
                    sides.insert(*agent, *side);
                }
                Event::Sighted { by, subject: Subject::Agent(other), .. }
                    if side(&sides, *by) != side(&sides, *other) =>
                {
                    event_counts.sightings += 1;
                    sights.entry((*by, *other)).or_insert(tick);
                }
                Event::Lost { by, subject: Subject::Agent(other), .. } => {
                    if let Some(since) = sights.remove(&(*by, *other)) {
                        event_counts.end_sight(seconds(since, tick));
                    }
                }
                Event::PlanMade { .. } => event_counts.plans += 1,
                Event::NoGoal { agent, .. } => {
                    event_counts.no_goal += 1;
                    event_counts.end_goal(*agent, tick, &mut goals, &seconds);
                }
                Event::GoalChosen { agent, goal, .. } => {
                    event_counts.end_goal(*agent, tick, &mut goals, &seconds);
                    goals.insert(*agent, OpenGoal { side: side(&sides, *agent), goal: *goal, since: tick });
                }
                Event::ActionEnded { agent, action, outcome, .. } => {
                    let key = format!("{}/{action}/{}", side(&sides, *agent), outcome_word(*outcome));
                    *event_counts.actions.entry(key).or_default() += 1;
                }
                _ => {}
            }
        }
        for agent in goals.keys().copied().collect::<Vec<_>>() {
            event_counts.end_goal(agent, ticks, &mut goals, &seconds);
        }
        for since in sights.into_values() {
            event_counts.end_sight(seconds(since, ticks));
        }
        event_counts.chase_seconds = round_to_millis(event_counts.chase_seconds);
        event_counts.goal_seconds.values_mut().for_each(|seconds| *seconds = round_to_millis(*seconds));
        event_counts
    }

    fn end_sight(&mut self, seconds: f64) {
        if seconds >= MIN_CHASE {
            self.chases += 1;
            self.chase_seconds += seconds;
        }
    }

    fn end_goal(
        &mut self,
        agent: AgentId,
        tick: u32,
        goals: &mut BTreeMap<AgentId, OpenGoal>,
        seconds: &impl Fn(u32, u32) -> f64,
    ) {
        if let Some(OpenGoal { side, goal, since }) = goals.remove(&agent) {
            *self.goal_seconds.entry(format!("{side}/{goal}")).or_default() += seconds(since, tick);
        }
    }

    fn leave(
        &mut self,
        agent: AgentId,
        tick: u32,
        goals: &mut BTreeMap<AgentId, OpenGoal>,
        sights: &mut BTreeMap<(AgentId, AgentId), u32>,
        seconds: &impl Fn(u32, u32) -> f64,
    ) {
        self.end_goal(agent, tick, goals, seconds);
        let over: Vec<_> = sights.keys().filter(|(by, other)| *by == agent || *other == agent).copied().collect();
        for pair in over {
            if let Some(since) = sights.remove(&pair) {
                self.end_sight(seconds(since, tick));
            }
        }
    }

    /// Adds another match's counts.
    pub fn add(&mut self, other: &Self) {
        self.of_game.add(&other.of_game);
        self.sightings += other.sightings;
        self.chases += other.chases;
        self.chase_seconds = round_to_millis(self.chase_seconds + other.chase_seconds);
        self.plans += other.plans;
        self.no_goal += other.no_goal;
        self.goal_seconds.add(&other.goal_seconds);
        self.goal_seconds.values_mut().for_each(|seconds| *seconds = round_to_millis(*seconds));
        self.actions.add(&other.actions);
    }
}

/// Rounds seconds to milliseconds: further digits only show how ticks divide.
pub(super) fn round_to_millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn outcome_word(outcome: ActionOutcome) -> String {
    match outcome {
        ActionOutcome::Succeeded => "succeeded".into(),
        ActionOutcome::Failed(reason) => format!("failed: {}", reason.describe()),
        ActionOutcome::TimedOut => "timed out".into(),
        ActionOutcome::Invalidated => "invalidated".into(),
        ActionOutcome::Interrupted => "interrupted".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::GameSchema;
    use quarry_minds::protocol::{PerceptSource, QuantisedPoint, label};

    /// A game that counts the agents that leave play.
    #[derive(Debug)]
    struct Chase;

    impl Game for Chase {
        fn schema(&self) -> &'static GameSchema {
            static SCHEMA: GameSchema = GameSchema::plain("chase", "a toy");
            &SCHEMA
        }

        fn plugin(&self, _app: &mut bevy::app::App) {}

        fn count(&self, event: &Event) -> Option<&'static str> {
            matches!(event, Event::Left { .. }).then_some("left")
        }
    }

    fn spot() -> QuantisedPoint {
        QuantisedPoint { x: 0, y: 0, z: 0 }
    }

    #[test]
    fn goals_sights_and_departures_are_counted() {
        let (cat, mouse) = (AgentId(0), AgentId(1));
        let goal = |agent, name| Event::GoalChosen { agent, goal: label(name), relevance: 1, passed_over: Vec::new() };
        let sighted = Event::Sighted {
            by: cat,
            kind: label("mouse"),
            subject: Subject::Agent(mouse),
            at: spot(),
            source: PerceptSource::Seen,
        };
        let gone = Event::Left { agent: mouse, how: label("eaten") };
        let log: Vec<LogEntry> = [
            (0, goal(cat, "patrol")),
            (0, goal(mouse, "explore")),
            (60, sighted),
            (60, goal(cat, "pounce")),
            (150, gone),
        ]
        .into_iter()
        .map(|(tick, event)| LogEntry { tick, event })
        .collect();
        let event_counts = EventCounts::from_log(&log, &Chase, &[label("cat"), label("mouse")], 30, 180);
        assert_eq!((event_counts.of_game["left"], event_counts.sightings, event_counts.chases), (1, 1, 1));
        assert_eq!(event_counts.chase_seconds, 3.0);
        assert_eq!(event_counts.goal_seconds["cat/patrol"], 2.0);
        assert_eq!(event_counts.goal_seconds["cat/pounce"], 4.0);
        assert_eq!(event_counts.goal_seconds["mouse/explore"], 5.0);
    }

    #[test]
    fn an_agent_that_enters_again_counts_for_its_new_side() {
        let agent = AgentId(0);
        let goal = || Event::GoalChosen { agent, goal: label("patrol"), relevance: 1, passed_over: Vec::new() };
        let entered = Event::Entered { agent, side: label("mouse"), kind: label("mouse"), at: spot() };
        let log: Vec<LogEntry> = [(0, goal()), (60, entered), (60, goal())]
            .into_iter()
            .map(|(tick, event)| LogEntry { tick, event })
            .collect();
        let event_counts = EventCounts::from_log(&log, &Chase, &[label("cat")], 30, 180);
        assert_eq!((event_counts.goal_seconds["cat/patrol"], event_counts.goal_seconds["mouse/patrol"]), (2.0, 4.0));
    }
}
