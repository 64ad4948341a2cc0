//! The story of a match from its event log, with times: what the game tells, and what concerns the player alone.

use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent, PerceptSource, Subject};

use crate::client::session::{EventContext, GameView, SceneSetup, Tone, agent_name, shared_events::describe};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryEntry {
    pub tick: u32,
    /// The event as a sentence.
    pub text: String,
    /// Whether it was good for the side that it happened to.
    pub tone: Tone,
}

/// The story so far. `name` gives an agent's name.
pub fn story_of(
    entries: &[LogEntry],
    view: &GameView,
    setup: &SceneSetup,
    name: impl Fn(AgentId) -> String,
) -> Vec<StoryEntry> {
    let context = EventContext::of(setup);
    let told = entries.iter().filter_map(|entry| {
        let line = describe(view, &entry.event, &context)?;
        let (words, tone) = line.story.as_ref()?;
        Some(StoryEntry { tick: entry.tick, text: line.fill(words, &name, ""), tone: *tone })
    });
    told.collect()
}

/// The events that concern one agent alone: when it was seen and lost, and when it hid. `attacks`: it attacks the
/// agents that see it, so being seen is good for those.
pub fn personal_story(
    entries: &[LogEntry],
    me: AgentId,
    attacks: bool,
    name: impl Fn(AgentId) -> String,
) -> Vec<StoryEntry> {
    let own = Subject::Agent(me);
    let mut story = Vec::new();
    for entry in entries {
        let told = match &entry.event {
            MatchEvent::Sighted { by, subject, source, .. } if *subject == own && *by != me => {
                let how = match source {
                    PerceptSource::Seen => "saw you",
                    PerceptSource::Felt => "felt you nearby",
                    PerceptSource::Told => "was told about you",
                    _ => "noticed you",
                };
                Some((format!("{} {how}", name(*by)), if attacks { Tone::Good } else { Tone::Bad }))
            }
            MatchEvent::Lost { by, subject, .. } if *subject == own && *by != me => {
                Some((format!("{} lost you", name(*by)), if attacks { Tone::Bad } else { Tone::Good }))
            }
            MatchEvent::Hid { agent, inside, .. } if *agent == me => {
                Some((if *inside { "You hid".into() } else { "You left the hiding place".into() }, Tone::Neutral))
            }
            _ => None,
        };
        if let Some((text, tone)) = told {
            story.push(StoryEntry { tick: entry.tick, text, tone });
        }
    }
    story
}

/// An agent's name on the result page, which fits the sentences of things and games alike.
pub fn name_of(setup: &SceneSetup, agent: AgentId, me: Option<AgentId>) -> String {
    let name = agent_name(&setup.agents, agent);
    if me == Some(agent) { format!("{name} (you)") } else { name }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use quarry_minds::protocol::label;

    use super::*;
    use crate::{client::render::scene::tests::setup, data::Library, games};

    #[test]
    fn things_are_told_by_their_titles_and_the_sentences_of_their_states() {
        let view = games::views().into_iter().find(|view| view.schema.name == "hunt").unwrap();
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), view.schema).unwrap();
        let setup = setup(&library, label("manor"));
        let thing = |kind: &str| setup.level.things.iter().find(|thing| thing.name == label(kind)).unwrap().id;
        let by = AgentId(0);
        let changed = |kind, state: &str, by| MatchEvent::ThingChanged { by, thing: thing(kind), state: label(state) };
        let happened = [
            MatchEvent::Taken { by, item: thing("snare_wire") },
            MatchEvent::Taken { by, item: thing("key") },
            changed("snare", "set", Some(by)),
            changed("winch", "bare", Some(by)),
            changed("gramophone", "playing", None),
            // What agents bring about as a rule, and came about by itself.
            changed("snare", "bare", None),
        ];
        let log: Vec<LogEntry> = happened.into_iter().map(|event| LogEntry { tick: 1, event }).collect();
        let told = story_of(&log, view, &setup, |_| "Ash".to_owned());
        let told: Vec<&str> = told.iter().map(|entry| entry.text.as_str()).collect();
        let wanted = [
            "Ash takes the coil of wire",
            "Ash took a key",
            "Ash lays a snare",
            "winch: bare (Ash)",
            "gramophone: playing",
        ];
        assert_eq!(told, wanted);
    }
}
