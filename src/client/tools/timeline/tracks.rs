//! The content of the timeline, read from the event log as it grows: markers of events, and for each mind which goal it pursued
//! when.
//!
//! Independent of egui.

use std::collections::BTreeMap;

use quarry_minds::protocol::{AgentId, Label, LogEntry, MatchEvent};

use super::kinds::FAULT;
use crate::client::session::{AgentInfo, EventContext, GameView, agent_name, shared_events::describe};
use crate::simulation::faults::Fault;

#[derive(Clone, Debug, PartialEq)]
pub struct TimelineMarker {
    pub tick: u32,
    pub words: String,
}

/// A time span in which a mind pursued one goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalSpan {
    pub from: u32,
    /// The tick after the last; `None` while it lasts.
    pub to: Option<u32>,
    /// The goal; `None` if no goal could be planned for.
    pub goal: Option<Label>,
    /// Its relevance when it was chosen, in thousandths.
    pub relevance: i32,
    /// The actions for it, with their first ticks.
    pub actions: Vec<(u32, Label)>,
}

impl GoalSpan {
    pub fn action_at(&self, tick: u32) -> Option<Label> {
        let index = self.actions.partition_point(|(from, _)| *from <= tick).checked_sub(1)?;
        self.actions.get(index).map(|(_, action)| *action)
    }
}

#[derive(Clone, Debug, Default)]
pub struct TimelineTracks {
    /// The markers by the name of their kind, oldest first.
    pub marks: BTreeMap<&'static str, Vec<TimelineMarker>>,
    /// The goals of each mind, oldest first, by agent number.
    pub lanes: Vec<Vec<GoalSpan>>,
    /// When an agent left play, by agent number.
    pub gone: BTreeMap<AgentId, u32>,
    /// All goals in the order of their first occurrence, which decides their colours.
    pub goals: Vec<Label>,
    read: usize,
    first: Option<LogEntry>,
}

impl TimelineTracks {
    /// Reads new events. The log of another match resets everything.
    pub fn read(&mut self, log: &[LogEntry], context: &EventContext<'_>, view: &GameView) {
        if log.len() < self.read || log.first() != self.first.as_ref() {
            *self = Self { first: log.first().cloned(), ..Self::default() };
        }
        for entry in log.get(self.read..).unwrap_or_default() {
            self.take(entry, context, view);
        }
        self.read = log.len();
    }

    /// Marks the faults found so far.
    pub fn read_faults(&mut self, faults: &[Fault], cast: &[AgentInfo]) {
        let marks = self.marks.entry(FAULT.name).or_default();
        for fault in faults.get(marks.len()..).unwrap_or_default() {
            let words = format!("{}: {} ({})", agent_name(cast, fault.agent), fault.what, fault.kind);
            marks.push(TimelineMarker { tick: fault.tick, words });
        }
    }

    fn take(&mut self, entry: &LogEntry, context: &EventContext<'_>, view: &GameView) {
        let tick = entry.tick;
        match &entry.event {
            MatchEvent::GoalChosen { agent, goal, relevance, .. } => {
                self.change_goal(*agent, tick, Some(*goal), *relevance)
            }
            MatchEvent::NoGoal { agent, .. } => self.change_goal(*agent, tick, None, 0),
            MatchEvent::ActionStarted { agent, action, .. } => {
                if let Some(span) = self.lanes.get_mut(usize::from(agent.0)).and_then(|lane| lane.last_mut()) {
                    span.actions.push((tick, *action));
                }
            }
            MatchEvent::Left { agent, .. } => {
                self.end(*agent, tick);
                self.gone.insert(*agent, tick);
            }
            MatchEvent::Entered { agent, .. } => _ = self.gone.remove(agent),
            _ => {}
        }
        if let Some(line) = describe(view, &entry.event, context)
            && let Some((kind, words)) = &line.marker
        {
            let words = line.fill(words, |agent| agent_name(context.cast, agent), "");
            self.marks.entry(*kind).or_default().push(TimelineMarker { tick, words });
        }
    }

    fn change_goal(&mut self, agent: AgentId, tick: u32, goal: Option<Label>, relevance: i32) {
        let row = usize::from(agent.0);
        if self.lanes.len() <= row {
            self.lanes.resize_with(row + 1, Vec::new);
        }
        if let Some(goal) = goal
            && !self.goals.contains(&goal)
        {
            self.goals.push(goal);
        }
        let Some(lane) = self.lanes.get_mut(row) else { return };
        // The same goal with a new plan continues the span.
        if lane.last().is_some_and(|span| span.to.is_none() && span.goal == goal) {
            return;
        }
        if let Some(last) = lane.last_mut() {
            last.to.get_or_insert(tick);
        }
        lane.push(GoalSpan { from: tick, to: None, goal, relevance, actions: Vec::new() });
    }

    fn end(&mut self, agent: AgentId, tick: u32) {
        if let Some(last) = self.lanes.get_mut(usize::from(agent.0)).and_then(|lane| lane.last_mut()) {
            last.to.get_or_insert(tick);
        }
    }

    pub fn span_at(&self, agent: AgentId, tick: u32) -> Option<&GoalSpan> {
        let lane = self.lanes.get(usize::from(agent.0))?;
        let index = lane.partition_point(|span| span.from <= tick).checked_sub(1)?;
        lane.get(index).filter(|span| span.to.is_none_or(|to| tick < to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{ActionOutcome, FailReason, label};

    fn chosen(tick: u32, agent: u16, goal: &str) -> LogEntry {
        let event = MatchEvent::GoalChosen {
            agent: AgentId(agent),
            goal: label(goal),
            relevance: 500,
            passed_over: Vec::new(),
        };
        LogEntry { tick, event }
    }

    fn log() -> Vec<LogEntry> {
        let agent = AgentId(1);
        let outcome = ActionOutcome::Failed(FailReason::Stuck);
        vec![
            chosen(3, 1, "wander"),
            LogEntry { tick: 3, event: MatchEvent::ActionStarted { agent, action: label("walk"), target: None } },
            chosen(9, 1, "wander"),
            LogEntry {
                tick: 12,
                event: MatchEvent::ActionEnded { agent, action: label("walk"), target: None, outcome },
            },
            chosen(20, 1, "rest"),
            LogEntry { tick: 40, event: MatchEvent::Left { agent, how: label("gone") } },
        ]
    }

    #[test]
    fn goals_become_spans_and_events_become_markers() {
        let (log, mut tracks) = (log(), TimelineTracks::default());
        let view = crate::games::views().remove(0);
        let context = EventContext::default();
        tracks.read(&log[..3], &context, view);
        tracks.read(&log, &context, view);
        let spans: Vec<_> = tracks.lanes[1].iter().map(|span| (span.from, span.to, span.goal.unwrap())).collect();
        assert_eq!(spans, [(3, Some(20), label("wander")), (20, Some(40), label("rest"))]);
        let ticks = |kind| tracks.marks[kind].iter().map(|mark| mark.tick).collect::<Vec<_>>();
        assert_eq!((ticks("goal"), ticks("failed"), tracks.marks.len()), (vec![3, 9, 20], vec![12], 2));
        assert_eq!(tracks.span_at(AgentId(1), 10).and_then(|span| span.action_at(10)), Some(label("walk")));
        assert!(tracks.span_at(AgentId(1), 40).is_none() && tracks.span_at(AgentId(1), 2).is_none());
        assert_eq!(tracks.gone.get(&AgentId(1)), Some(&40));
        tracks.read(&log[3..4], &context, view);
        assert_eq!(tracks.marks.len(), 1, "another match resets everything");
    }
}
