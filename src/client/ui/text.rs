//! Display text: names of data, agents, rooms and things; conditions; times; and the news line of an event. English throughout.

use crate::{
    client::session::{playback::Playback, scene_setup::SceneSetup},
    protocol::{AgentId, AttackKind, Event, Label, MatchResult, PerceptSource, QuantisedPoint, Subject, ThingId},
};

/// A data name as people write it: `collect_keys` becomes "collect keys".
pub fn humanize(name: Label) -> String {
    name.as_str().replace('_', " ")
}

/// A count with its noun in the right number: "1 step", "2 steps".
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The name of an agent; "agent 3" for one that the match does not list.
pub fn agent_name(setup: &SceneSetup, agent: AgentId) -> String {
    setup.agent(agent).map_or_else(|| format!("agent {}", agent.0 + 1), |info| info.name.clone())
}

/// The room of a position, with an article; empty if the level has only one room.
pub fn room_name(setup: &SceneSetup, place: bevy::math::Vec3) -> String {
    if setup.level.rooms.len() < 2 {
        return String::new();
    }
    let room = setup.level.rooms.get(usize::from(setup.level.room_at(place))).copied().unwrap_or_default();
    let name = humanize(room);
    if name.is_empty() || name.starts_with("the ") { name } else { format!("the {name}") }
}

fn in_room(setup: &SceneSetup, at: QuantisedPoint) -> String {
    let room = room_name(setup, at.into());
    if room.is_empty() { room } else { format!(" in {room}") }
}

/// The kind and the room of a thing: "key, the cellar".
pub fn thing_name(setup: &SceneSetup, thing: ThingId) -> String {
    let Some(known) = setup.level.thing(thing) else { return String::new() };
    let kind = humanize(known.kind.label());
    let room = room_name(setup, known.place);
    if room.is_empty() { kind } else { format!("{kind}, {room}") }
}

/// The target of an action; empty for a place. Two things of one kind in one room have the same name: see [`subject_name`].
pub fn target_name(setup: &SceneSetup, subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => agent_name(setup, agent),
        Subject::Thing(id) => thing_name(setup, id),
        Subject::Unknown(_) => "something".to_owned(),
        Subject::Place(_) => String::new(),
    }
}

/// A subject of memory by a name that no other subject of the match has.
pub fn subject_name(setup: &SceneSetup, subject: Subject) -> String {
    match subject {
        Subject::Thing(id) => {
            let name = thing_name(setup, id);
            let same = || setup.level.things.iter().filter(|thing| thing_name(setup, thing.id) == name);
            match same().position(|thing| thing.id == id) {
                Some(place) if same().count() > 1 => format!("{name} ({})", place + 1),
                Some(_) => name,
                None => format!("thing {}", id.0),
            }
        }
        Subject::Unknown(number) => format!("unknown {}", number & 0xffff),
        Subject::Place(place) => format!("place {place}"),
        Subject::Agent(agent) => agent_name(setup, agent),
    }
}

/// Game time as minutes and seconds: "3:07".
pub fn format_clock(seconds: f32) -> String {
    let whole = seconds.max(0.0).floor() as u32;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// The result of a match in one line.
pub fn describe_result(result: MatchResult) -> &'static str {
    match result {
        MatchResult::Hunters => "Hunters win",
        MatchResult::Hunted => "The hunted win: most have escaped",
        MatchResult::Draw => "Draw",
    }
}

/// The news line of an event and the agent it is about; `None` for events that are no news. `keys` counts the keys that the hunted
/// hold after the event.
pub fn describe_event(
    setup: &SceneSetup,
    playback: &Playback,
    keys: u32,
    event: &Event,
) -> Option<(String, Option<AgentId>)> {
    let name = |agent: AgentId| agent_name(setup, agent);
    let news = match event {
        Event::Sighted { by, subject: Subject::Agent(seen), source: PerceptSource::Seen, .. } => {
            let enemies = setup.agent(*by)?.side != setup.agent(*seen)?.side;
            if !enemies {
                return None;
            }
            (format!("{} sees {}", name(*by), name(*seen)), Some(*by))
        }
        Event::Lost { by, subject: Subject::Agent(lost), .. } if setup.agent(*by)?.catches => {
            (format!("{} has lost {}", name(*by), name(*lost)), Some(*by))
        }
        Event::KeyTaken { by, .. } => {
            let needed = playback.now.state.keys_needed;
            (format!("{} takes a key ({keys} of {needed})", name(*by)), Some(*by))
        }
        Event::KeyDropped { by, at, .. } => (format!("{} drops a key{}", name(*by), in_room(setup, *at)), Some(*by)),
        Event::Hid { agent, inside, .. } => {
            (format!("{} {}", name(*agent), if *inside { "hides" } else { "comes out of hiding" }), Some(*agent))
        }
        Event::ExitProgress { thirds, .. } => (format!("The exit is {thirds}/3 unlocked"), None),
        Event::ExitOpened { .. } => ("The exit is open".to_owned(), None),
        Event::Struck { by, hit: None } => (format!("{} strikes and misses", name(*by)), Some(*by)),
        Event::Thrown { by, what, .. } => (format!("{} throws a {}", name(*by), humanize(*what)), Some(*by)),
        Event::Wounded { agent, by, at, .. } => {
            (format!("{} wounds {}{}", name(*by), name(*agent), in_room(setup, *at)), Some(*agent))
        }
        Event::Healed { agent, .. } => (format!("{} has recovered", name(*agent)), Some(*agent)),
        Event::Caught { agent, by, means, at } => {
            let how = match means {
                AttackKind::Melee => "",
                AttackKind::Projectile => " with a projectile",
            };
            (format!("{} catches {}{how}{}", name(*by), name(*agent), in_room(setup, *at)), Some(*agent))
        }
        Event::Escaped { agent, .. } => (format!("{} escapes!", name(*agent)), Some(*agent)),
        _ => return None,
    };
    Some(news)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_count() {
        assert_eq!([counted(0, "fact"), counted(1, "fact"), counted(2, "fact")], ["0 facts", "1 fact", "2 facts"]);
    }
}
