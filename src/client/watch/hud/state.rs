//! What each agent is doing, and the news, read from the event log as it grows.

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Label, MatchEvent, Subject};

use crate::client::session::{
    EventContext, GameViewService, Playback, SceneSetup, Tone, agent_name, in_room, shared_events::describe,
};

/// In this time the same sentence is no news, in seconds of game time.
const AGAIN_SECONDS: f32 = 5.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MindSummary {
    /// Its goal; `None` if it has none.
    pub goal: Option<Label>,
    pub action: Option<Label>,
    pub target: Option<Subject>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewsLine {
    pub tick: u32,
    pub text: String,
    /// The agent it is about, whose colour it has.
    pub about: Option<AgentId>,
    /// Set if it belongs to the story shown with the result.
    pub highlight: Option<Tone>,
}

#[derive(Resource, Clone, Debug, Default)]
pub struct HudState {
    read: usize,
    /// By the number of the agent.
    pub minds: Vec<MindSummary>,
    /// All news, oldest first.
    pub news: Vec<NewsLine>,
}

impl HudState {
    fn mind(&mut self, agent: AgentId) -> &mut MindSummary {
        let number = usize::from(agent.0);
        if self.minds.len() <= number {
            self.minds.resize_with(number + 1, MindSummary::default);
        }
        &mut self.minds[number]
    }
}

/// Reads the new log entries.
pub fn gather(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<GameViewService>,
    mut state: ResMut<HudState>,
) {
    let entries = playback.log();
    if entries.len() < state.read {
        *state = HudState::default();
    }
    let from = state.read;
    for (index, entry) in entries.iter().enumerate().skip(from) {
        match &entry.event {
            MatchEvent::GoalChosen { agent, goal, .. } => state.mind(*agent).goal = Some(*goal),
            MatchEvent::NoGoal { agent, .. } => *state.mind(*agent) = MindSummary::default(),
            MatchEvent::ActionStarted { agent, action, target } => {
                let mind = state.mind(*agent);
                (mind.action, mind.target) = (Some(*action), *target);
            }
            MatchEvent::ActionEnded { agent, action, .. } => {
                let mind = state.mind(*agent);
                if mind.action == Some(*action) {
                    (mind.action, mind.target) = (None, None);
                }
            }
            _ => {}
        }
        let log = entries.get(..=index).unwrap_or_default();
        let context = EventContext { log, frame: Some(&playback.now), ..EventContext::of(&setup) };
        let Some(line) = describe(view.0, &entry.event, &context) else { continue };
        let Some(news) = &line.news else { continue };
        let room = line.at.map(|at| in_room(&setup, at)).unwrap_or_default();
        let text = line.fill(news, |agent| agent_name(&setup.agents, agent), &room);
        // The same sentence again within a few seconds is left out.
        let again = |line: &NewsLine| {
            line.text == text && playback.seconds_at(entry.tick.saturating_sub(line.tick)) < AGAIN_SECONDS
        };
        let told = state.news.iter().rev().take(6).any(again);
        if !told {
            state.news.push(NewsLine { tick: entry.tick, text, about: line.agent, highlight: line.highlight });
        }
    }
    state.read = entries.len();
}
