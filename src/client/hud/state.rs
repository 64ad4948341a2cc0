//! What each mind is about, and the news, gathered from the event log as it grows.

use bevy::prelude::*;

use crate::{
    client::{playback::Playback, scene_setup::SceneSetup, text},
    protocol::{AgentId, Event, Label, Subject},
};

/// What one mind is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MindSummary {
    /// The goal it has chosen; `None` where it has none.
    pub goal: Option<Label>,
    /// What it does for it.
    pub action: Option<Label>,
    /// What that is about.
    pub target: Option<Subject>,
}

/// A line of news.
#[derive(Clone, Debug, PartialEq)]
pub struct NewsLine {
    /// When, in ticks.
    pub tick: u32,
    /// What, in words.
    pub text: String,
    /// Whom it is about.
    pub about: Option<AgentId>,
    /// Whether it belongs to the story told at the end.
    pub story: bool,
}

/// What has been gathered.
#[derive(Resource, Clone, Debug, Default)]
pub struct HudState {
    /// How many entries of the log have been read.
    read: usize,
    /// The minds by the number of the agent.
    pub minds: Vec<MindSummary>,
    /// All news, oldest first.
    pub news: Vec<NewsLine>,
    /// How many keys the hunted have after what was read: several may be taken between two pictures.
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

/// Reads what is new in the log.
pub fn gather(playback: Res<Playback>, setup: Res<SceneSetup>, mut gathered: ResMut<HudState>) {
    let entries = playback.log().entries();
    if entries.len() < gathered.read {
        *gathered = HudState::default();
    }
    let from = gathered.read;
    for entry in entries.iter().skip(from) {
        match &entry.event {
            Event::GoalChosen { agent, goal, .. } => gathered.mind(*agent).goal = Some(*goal),
            Event::NoGoal { agent, .. } => *gathered.mind(*agent) = MindSummary::default(),
            Event::ActionStarted { agent, action, target } => {
                let mind = gathered.mind(*agent);
                (mind.action, mind.target) = (Some(*action), *target);
            }
            Event::ActionEnded { agent, action, .. } => {
                let mind = gathered.mind(*agent);
                if mind.action == Some(*action) {
                    (mind.action, mind.target) = (None, None);
                }
            }
            Event::KeyTaken { .. } => gathered.keys += 1,
            Event::KeyDropped { .. } => gathered.keys = gathered.keys.saturating_sub(1),
            _ => {}
        }
        if let Some((text, about)) = text::describe_event(&setup, &playback, gathered.keys, &entry.event) {
            let story = matches!(
                entry.event,
                Event::Caught { .. } | Event::Escaped { .. } | Event::ExitOpened { .. } | Event::KeyTaken { .. }
            );
            // Somebody seen again and again is told once in a while.
            let told = gathered.news.iter().rev().take(6).any(|line| line.text == text && entry.tick < line.tick + 150);
            if !told {
                gathered.news.push(NewsLine { tick: entry.tick, text, about, story });
            }
        }
    }
    gathered.read = entries.len();
}

/// Forgets the match before.
pub fn forget(mut gathered: ResMut<HudState>) {
    *gathered = HudState::default();
}
