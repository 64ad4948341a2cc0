//! What each agent is doing, and the news, read from the event log as it grows.

use bevy::prelude::*;

use crate::{
    client::{
        session::{playback::Playback, scene_setup::SceneSetup},
        ui::text,
    },
    protocol::{AgentId, Event, Label, Subject},
};

/// What one agent is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MindSummary {
    /// Its goal; `None` if it has none.
    pub goal: Option<Label>,
    /// The action it carries out.
    pub action: Option<Label>,
    /// The action's target.
    pub target: Option<Subject>,
}

/// A line of news.
#[derive(Clone, Debug, PartialEq)]
pub struct NewsLine {
    /// The tick of the event.
    pub tick: u32,
    /// The event as a sentence.
    pub text: String,
    /// The agent it is about, whose colour it has.
    pub about: Option<AgentId>,
    /// Whether it belongs to the story shown with the result.
    pub story: bool,
    /// Whether it is good for the hunted; `None` if the line has the agent's colour.
    pub for_hunted: Option<bool>,
}

/// What the HUD knows from the event log.
#[derive(Resource, Clone, Debug, Default)]
pub struct HudState {
    /// The number of log entries read.
    read: usize,
    /// By the number of the agent.
    pub minds: Vec<MindSummary>,
    /// All news, oldest first.
    pub news: Vec<NewsLine>,
    /// The keys of the hunted after the last entry read: several may be taken between two frames.
    keys: u32,
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
pub fn gather(playback: Res<Playback>, setup: Res<SceneSetup>, mut state: ResMut<HudState>) {
    let entries = playback.log().entries();
    if entries.len() < state.read {
        *state = HudState::default();
    }
    let from = state.read;
    for entry in entries.iter().skip(from) {
        match &entry.event {
            Event::GoalChosen { agent, goal, .. } => state.mind(*agent).goal = Some(*goal),
            Event::NoGoal { agent, .. } => *state.mind(*agent) = MindSummary::default(),
            Event::ActionStarted { agent, action, target } => {
                let mind = state.mind(*agent);
                (mind.action, mind.target) = (Some(*action), *target);
            }
            Event::ActionEnded { agent, action, .. } => {
                let mind = state.mind(*agent);
                if mind.action == Some(*action) {
                    (mind.action, mind.target) = (None, None);
                }
            }
            Event::KeyTaken { .. } => state.keys += 1,
            Event::KeyDropped { .. } => state.keys = state.keys.saturating_sub(1),
            _ => {}
        }
        if let Some((text, about)) = text::describe_event(&setup, &playback, state.keys, &entry.event) {
            let (story, for_hunted) = match entry.event {
                Event::Caught { .. } => (true, Some(false)),
                Event::Escaped { .. } | Event::ExitOpened { .. } => (true, Some(true)),
                Event::KeyTaken { .. } => (true, None),
                _ => (false, None),
            };
            // The same sentence again within 150 ticks is left out.
            let told = state.news.iter().rev().take(6).any(|line| line.text == text && entry.tick < line.tick + 150);
            if !told {
                state.news.push(NewsLine { tick: entry.tick, text, about, story, for_hunted });
            }
        }
    }
    state.read = entries.len();
}

/// Forgets the last match.
pub fn forget(mut state: ResMut<HudState>) {
    *state = HudState::default();
}
