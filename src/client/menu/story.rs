//! The story of a match, told from its log: who was caught or got out, when, by what; keys, distances, times.

use crate::{
    client::{playback::Playback, scene_setup::SceneSetup},
    protocol::{AgentId, AttackKind, Event, LogEntry, MatchResult, PerceptSource, Subject},
};

/// One event of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryEntry {
    /// In which tick.
    pub tick: u32,
    /// What happened.
    pub words: String,
    /// Whether it was good for the hunted; `None`: for nobody in particular.
    pub for_hunted: Option<bool>,
}

/// The story so far. `name` says what an agent is called.
pub fn story_of(entries: &[LogEntry], name: impl Fn(AgentId) -> String) -> Vec<StoryEntry> {
    let mut chapters = Vec::new();
    for entry in entries {
        let told = match &entry.event {
            Event::KeyTaken { by, .. } => Some((format!("{} took a key", name(*by)), Some(true))),
            Event::KeyDropped { by, .. } => Some((format!("{} dropped a key", name(*by)), Some(false))),
            Event::ExitProgress { thirds: 1, .. } => Some(("The first bolt of the gate was drawn".into(), Some(true))),
            Event::ExitOpened { .. } => Some(("The gate was opened".into(), Some(true))),
            Event::Caught { agent, by, means, .. } => {
                let how = match means {
                    AttackKind::Melee => "by hand",
                    AttackKind::Projectile => "with a bolt",
                };
                Some((format!("{} caught {} {how}", name(*by), name(*agent)), Some(false)))
            }
            Event::Wounded { agent, by, .. } => Some((format!("{} wounded {}", name(*by), name(*agent)), Some(false))),
            Event::Escaped { agent, .. } => Some((format!("{} got out", name(*agent)), Some(true))),
            Event::MatchEnded { result, .. } => {
                let words = match result {
                    MatchResult::Hunters => "The hunters have won",
                    MatchResult::Hunted => "The hunted have won",
                    MatchResult::Draw => "Nobody has won",
                };
                Some((words.into(), None))
            }
            _ => None,
        };
        if let Some((words, for_hunted)) = told {
            chapters.push(StoryEntry { tick: entry.tick, words, for_hunted });
        }
    }
    chapters
}

/// What only concerns one character: when it was seen and lost from sight, and when it hid. `hunts` says whether to be seen
/// harms the hunters.
pub fn own_chapters(
    entries: &[LogEntry],
    me: AgentId,
    hunts: bool,
    name: impl Fn(AgentId) -> String,
) -> Vec<StoryEntry> {
    let own = Subject::Agent(me);
    let mut chapters = Vec::new();
    for entry in entries {
        let told = match &entry.event {
            Event::Sighted { by, subject, source, .. } if *subject == own && *by != me => {
                let how = match source {
                    PerceptSource::Seen => "saw you",
                    PerceptSource::Felt => "felt you near",
                    PerceptSource::Told => "was told of you",
                    _ => "noticed you",
                };
                Some((format!("{} {how}", name(*by)), Some(hunts)))
            }
            Event::Lost { by, subject, .. } if *subject == own && *by != me => {
                Some((format!("{} lost you", name(*by)), Some(!hunts)))
            }
            Event::Hid { agent, inside, .. } if *agent == me => {
                Some((if *inside { "You hid".into() } else { "You came out".into() }, None))
            }
            _ => None,
        };
        if let Some((words, for_hunted)) = told {
            chapters.push(StoryEntry { tick: entry.tick, words, for_hunted });
        }
    }
    chapters
}

/// What an agent is called on the result.
pub fn name_of(setup: &SceneSetup, agent: AgentId, me: Option<AgentId>) -> String {
    if me == Some(agent) {
        return "You".into();
    }
    setup.agent(agent).map_or_else(|| format!("agent {}", agent.0), |player| player.name.clone())
}

/// How often an agent was sighted by those who hunt it, and how many keys it took.
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
    fn a_story_tells_who_when_and_by_what() {
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
        let words: Vec<&str> = story.iter().map(|chapter| chapter.words.as_str()).collect();
        assert_eq!(words, ["A2 took a key", "A0 caught A2 with a bolt", "A2 dropped a key"]);
        assert_eq!(story[1].tick, 60);
    }
}
