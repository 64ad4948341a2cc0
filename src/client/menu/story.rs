//! The story of a match from its event log: keys, the exit, catches and escapes, with their times.

use crate::{
    client::session::{playback::Playback, scene_setup::SceneSetup},
    protocol::{AgentId, AttackKind, Event, LogEntry, MatchResult, PerceptSource, Subject},
};

/// One event of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryEntry {
    /// The tick it happened in.
    pub tick: u32,
    /// The event as a sentence.
    pub text: String,
    /// Whether it was good for the hunted; `None` if it favours no side.
    pub for_hunted: Option<bool>,
}

/// The story so far. `name` gives an agent's name.
pub fn story_of(entries: &[LogEntry], name: impl Fn(AgentId) -> String) -> Vec<StoryEntry> {
    let mut story = Vec::new();
    for entry in entries {
        let told = match &entry.event {
            Event::KeyTaken { by, .. } => Some((format!("{} took a key", name(*by)), Some(true))),
            Event::KeyDropped { by, .. } => Some((format!("{} dropped a key", name(*by)), Some(false))),
            Event::ExitProgress { thirds: 1, .. } => Some(("The first lock of the exit was opened".into(), Some(true))),
            Event::ExitOpened { .. } => Some(("The exit was opened".into(), Some(true))),
            Event::Caught { agent, by, means, .. } => {
                let how = match means {
                    AttackKind::Melee => "with a strike",
                    AttackKind::Projectile => "with a bolt",
                };
                Some((format!("{} caught {} {how}", name(*by), name(*agent)), Some(false)))
            }
            Event::Wounded { agent, by, .. } => Some((format!("{} wounded {}", name(*by), name(*agent)), Some(false))),
            Event::Escaped { agent, .. } => Some((format!("{} escaped", name(*agent)), Some(true))),
            Event::MatchEnded { result, .. } => {
                let text = match result {
                    MatchResult::Hunters => "The hunters win",
                    MatchResult::Hunted => "The hunted win",
                    MatchResult::Draw => "The match is a draw",
                };
                Some((text.into(), None))
            }
            _ => None,
        };
        if let Some((text, for_hunted)) = told {
            story.push(StoryEntry { tick: entry.tick, text, for_hunted });
        }
    }
    story
}

/// The events that concern one agent alone: when it was seen and lost, and when it hid. `hunts`: the agent is a hunter, so being seen
/// helps the hunted.
pub fn personal_story(
    entries: &[LogEntry],
    me: AgentId,
    hunts: bool,
    name: impl Fn(AgentId) -> String,
) -> Vec<StoryEntry> {
    let own = Subject::Agent(me);
    let mut story = Vec::new();
    for entry in entries {
        let told = match &entry.event {
            Event::Sighted { by, subject, source, .. } if *subject == own && *by != me => {
                let how = match source {
                    PerceptSource::Seen => "saw you",
                    PerceptSource::Felt => "felt you nearby",
                    PerceptSource::Told => "was told about you",
                    _ => "noticed you",
                };
                Some((format!("{} {how}", name(*by)), Some(hunts)))
            }
            Event::Lost { by, subject, .. } if *subject == own && *by != me => {
                Some((format!("{} lost you", name(*by)), Some(!hunts)))
            }
            Event::Hid { agent, inside, .. } if *agent == me => {
                Some((if *inside { "You hid".into() } else { "You left the hiding place".into() }, None))
            }
            _ => None,
        };
        if let Some((text, for_hunted)) = told {
            story.push(StoryEntry { tick: entry.tick, text, for_hunted });
        }
    }
    story
}

/// An agent's name on the result page; "You" for `me`.
pub fn name_of(setup: &SceneSetup, agent: AgentId, me: Option<AgentId>) -> String {
    if me == Some(agent) {
        return "You".into();
    }
    setup.agent(agent).map_or_else(|| format!("agent {}", agent.0), |player| player.name.clone())
}

/// How often other agents sighted an agent, and how many keys it took.
pub fn tallies(playback: &Playback, agent: AgentId) -> (usize, usize) {
    let entries = playback.log().entries();
    let keys = entries.iter().filter(|entry| matches!(entry.event, Event::KeyTaken { by, .. } if by == agent)).count();
    let seen = entries
        .iter()
        .filter(|entry| matches!(entry.event, Event::Sighted { subject: Subject::Agent(of), .. } if of == agent))
        .count();
    (seen, keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{QuantisedPoint, ThingId};

    #[test]
    fn the_story_names_agents_times_and_means() {
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        let entries = [
            LogEntry { tick: 30, event: Event::KeyTaken { by: AgentId(2), key: ThingId(1) } },
            LogEntry {
                tick: 60,
                event: Event::Caught { agent: AgentId(2), by: AgentId(0), means: AttackKind::Projectile, at },
            },
            LogEntry { tick: 60, event: Event::KeyDropped { by: AgentId(2), key: ThingId(1), at } },
        ];
        let story = story_of(&entries, |agent| format!("A{}", agent.0));
        let texts: Vec<&str> = story.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(texts, ["A2 took a key", "A0 caught A2 with a bolt", "A2 dropped a key"]);
        assert_eq!(story[1].tick, 60);
    }
}
