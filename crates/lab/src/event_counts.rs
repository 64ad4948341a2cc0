//! Counts of the events of a match.

use std::collections::BTreeMap;

use quarry_minds::protocol::{ActionOutcome, AgentId, Label, LogEntry, MatchEvent, Subject};
use serde::{Deserialize, Serialize};

use super::measures::Sum;
use quarry_engine::simulation::Game;

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

/// A sighting shorter than this is not a chase, in seconds.
const MIN_CHASE: f64 = 2.0;

impl EventCounts {
    /// Counts the events of a log. `sides` are the sides at the beginning of the match, by the number of the agent; later the agents that
    /// enter, and those that begin again, have the side of that event. `rate` is the ticks per second, `ticks` the length of the match.
    pub fn from_log(log: &[LogEntry], game: &dyn Game, sides: &[Label], rate: u32, ticks: u32) -> Self {
        let of_game = game.results().counted.iter().map(|name| ((*name).to_owned(), 0));
        let mut counter = LogCounter {
            counts: Self { of_game: of_game.collect(), ..Self::default() },
            rate: rate.max(1),
            sides: (0..).map(AgentId).zip(sides.iter().copied()).collect(),
            goals: BTreeMap::new(),
            sights: BTreeMap::new(),
        };
        for entry in log {
            if let Some(name) = game.count(&entry.event) {
                *counter.counts.of_game.entry(name.to_owned()).or_default() += 1;
            }
            counter.take(entry.tick, &entry.event);
        }
        counter.finish(ticks)
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

/// A goal that an agent pursues.
struct OpenGoal {
    side: Label,
    goal: Label,
    since: u32,
}

/// The counts so far, and what has begun and not ended.
struct LogCounter {
    counts: EventCounts,
    /// Ticks per second.
    rate: u32,
    sides: BTreeMap<AgentId, Label>,
    goals: BTreeMap<AgentId, OpenGoal>,
    /// Since when one agent has another in sight.
    sights: BTreeMap<(AgentId, AgentId), u32>,
}

impl LogCounter {
    fn take(&mut self, tick: u32, event: &MatchEvent) {
        match event {
            MatchEvent::Left { agent, .. } => self.leave(*agent, tick),
            MatchEvent::Entered { agent, side, .. } => {
                self.leave(*agent, tick);
                self.sides.insert(*agent, *side);
            }
            MatchEvent::Sighted { by, subject: Subject::Agent(other), .. } if self.side(*by) != self.side(*other) => {
                self.counts.sightings += 1;
                self.sights.entry((*by, *other)).or_insert(tick);
            }
            MatchEvent::Lost { by, subject: Subject::Agent(other), .. } => self.end_sight((*by, *other), tick),
            MatchEvent::PlanMade { .. } => self.counts.plans += 1,
            MatchEvent::NoGoal { agent, .. } => {
                self.counts.no_goal += 1;
                self.end_goal(*agent, tick);
            }
            MatchEvent::GoalChosen { agent, goal, .. } => {
                self.end_goal(*agent, tick);
                self.goals.insert(*agent, OpenGoal { side: self.side(*agent), goal: *goal, since: tick });
            }
            MatchEvent::ActionEnded { agent, action, outcome, .. } => {
                let key = format!("{}/{action}/{}", self.side(*agent), outcome_word(*outcome));
                *self.counts.actions.entry(key).or_default() += 1;
            }
            _ => {}
        }
    }

    fn side(&self, agent: AgentId) -> Label {
        self.sides.get(&agent).copied().unwrap_or_default()
    }

    fn seconds(&self, from: u32, to: u32) -> f64 {
        f64::from(to.saturating_sub(from)) / f64::from(self.rate)
    }

    fn end_sight(&mut self, pair: (AgentId, AgentId), tick: u32) {
        let Some(since) = self.sights.remove(&pair) else { return };
        let seconds = self.seconds(since, tick);
        if seconds >= MIN_CHASE {
            self.counts.chases += 1;
            self.counts.chase_seconds += seconds;
        }
    }

    fn end_goal(&mut self, agent: AgentId, tick: u32) {
        if let Some(OpenGoal { side, goal, since }) = self.goals.remove(&agent) {
            let seconds = self.seconds(since, tick);
            *self.counts.goal_seconds.entry(format!("{side}/{goal}")).or_default() += seconds;
        }
    }

    fn leave(&mut self, agent: AgentId, tick: u32) {
        self.end_goal(agent, tick);
        let over: Vec<_> = self.sights.keys().filter(|(by, other)| *by == agent || *other == agent).copied().collect();
        over.into_iter().for_each(|pair| self.end_sight(pair, tick));
    }

    fn finish(mut self, ticks: u32) -> EventCounts {
        for agent in self.goals.keys().copied().collect::<Vec<_>>() {
            self.end_goal(agent, ticks);
        }
        for pair in self.sights.keys().copied().collect::<Vec<_>>() {
            self.end_sight(pair, ticks);
        }
        self.counts.chase_seconds = round_to_millis(self.counts.chase_seconds);
        self.counts.goal_seconds.values_mut().for_each(|seconds| *seconds = round_to_millis(*seconds));
        self.counts
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
    use quarry_engine::data::GameSchema;
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

        fn count(&self, event: &MatchEvent) -> Option<&'static str> {
            matches!(event, MatchEvent::Left { .. }).then_some("left")
        }
    }

    fn spot() -> QuantisedPoint {
        QuantisedPoint { x: 0, y: 0, z: 0 }
    }

    #[test]
    fn goals_sights_and_departures_are_counted() {
        let (cat, mouse) = (AgentId(0), AgentId(1));
        let goal =
            |agent, name| MatchEvent::GoalChosen { agent, goal: label(name), relevance: 1, passed_over: Vec::new() };
        let sighted = MatchEvent::Sighted {
            by: cat,
            kind: label("mouse"),
            subject: Subject::Agent(mouse),
            at: spot(),
            source: PerceptSource::Seen,
        };
        let gone = MatchEvent::Left { agent: mouse, how: label("eaten") };
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
        let goal = || MatchEvent::GoalChosen { agent, goal: label("patrol"), relevance: 1, passed_over: Vec::new() };
        let entered = MatchEvent::Entered { agent, side: label("mouse"), kind: label("mouse"), at: spot() };
        let log: Vec<LogEntry> = [(0, goal()), (60, entered), (60, goal())]
            .into_iter()
            .map(|(tick, event)| LogEntry { tick, event })
            .collect();
        let event_counts = EventCounts::from_log(&log, &Chase, &[label("cat")], 30, 180);
        assert_eq!((event_counts.goal_seconds["cat/patrol"], event_counts.goal_seconds["mouse/patrol"]), (2.0, 4.0));
    }
}
