//! Plain words for what happens: names, places, events. English throughout.

use crate::{
    client::{playback::Playback, scene_setup::SceneSetup},
    protocol::{AgentId, AttackKind, Event, Label, MatchResult, PerceptSource, QuantisedPoint, Subject, ThingId},
};

/// A name of data in plain words.
pub fn humanize(name: Label) -> String {
    name.as_str().replace('_', " ")
}

/// What somebody is called.
pub fn agent_name(setup: &SceneSetup, agent: AgentId) -> String {
    setup.agent(agent).map_or_else(|| format!("agent {}", agent.0 + 1), |player| player.name.clone())
}

/// The room a place is in, with "the" before it; empty where the level has only one.
pub fn room_name(setup: &SceneSetup, place: bevy::math::Vec3) -> String {
    if setup.level.rooms.len() < 2 {
        return String::new();
    }
    let room = setup.level.rooms.get(usize::from(setup.level.room_at(place))).copied().unwrap_or_default();
    let words = humanize(room);
    if words.is_empty() || words.starts_with("the ") { words } else { format!("the {words}") }
}

fn in_room(setup: &SceneSetup, at: QuantisedPoint) -> String {
    let room = room_name(setup, at.into());
    if room.is_empty() { room } else { format!(" in {room}") }
}

/// What a thing is: its kind and its room.
pub fn thing_name(setup: &SceneSetup, thing: ThingId) -> String {
    let Some(known) = setup.level.thing(thing) else { return String::new() };
    let kind = humanize(known.kind.label());
    let room = room_name(setup, known.place);
    if room.is_empty() { kind } else { format!("{kind}, {room}") }
}

/// What an action is about, in few words.
pub fn target_name(setup: &SceneSetup, subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => agent_name(setup, agent),
        Subject::Thing(id) => thing_name(setup, id),
        Subject::Unknown(_) => "something".to_owned(),
        Subject::Place(_) => String::new(),
    }
}

/// A time of game as minutes and seconds.
pub fn format_clock(seconds: f32) -> String {
    let whole = seconds.max(0.0).floor() as u32;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// How a match ended, in a line.
pub fn describe_result(result: MatchResult) -> &'static str {
    match result {
        MatchResult::Hunters => "The hunt is over: the hunter wins",
        MatchResult::Hunted => "The hunted win: most are out",
        MatchResult::Draw => "A draw",
    }
}

/// What is worth telling of an event, and whom it is about. `keys` are those the hunted have with it.
pub fn describe_event(
    setup: &SceneSetup,
    playback: &Playback,
    keys: u32,
    event: &Event,
) -> Option<(String, Option<AgentId>)> {
    let who = |agent: AgentId| agent_name(setup, agent);
    let told = match event {
        Event::Sighted { by, subject: Subject::Agent(seen), source: PerceptSource::Seen, .. } => {
            let enemies = setup.agent(*by)?.side != setup.agent(*seen)?.side;
            if !enemies {
                return None;
            }
            (format!("{} sees {}", who(*by), who(*seen)), Some(*by))
        }
        Event::Lost { by, subject: Subject::Agent(lost), .. } if setup.agent(*by)?.catches => {
            (format!("{} has lost {}", who(*by), who(*lost)), Some(*by))
        }
        Event::KeyTaken { by, .. } => {
            let needed = playback.now.state.keys_needed;
            (format!("{} takes a key ({keys} of {needed})", who(*by)), Some(*by))
        }
        Event::KeyDropped { by, at, .. } => (format!("{} drops a key{}", who(*by), in_room(setup, *at)), Some(*by)),
        Event::Hid { agent, inside, .. } => {
            (format!("{} {}", who(*agent), if *inside { "hides" } else { "comes out of hiding" }), Some(*agent))
        }
        Event::ExitProgress { thirds, .. } => (format!("The exit: light {thirds} of 3"), None),
        Event::ExitOpened { .. } => ("The exit is open".to_owned(), None),
        Event::Struck { by, hit: None } => (format!("{} strikes and misses", who(*by)), Some(*by)),
        Event::Thrown { by, what, .. } => (format!("{} throws a {}", who(*by), humanize(*what)), Some(*by)),
        Event::Wounded { agent, by, at, .. } => {
            (format!("{} wounds {}{}", who(*by), who(*agent), in_room(setup, *at)), Some(*agent))
        }
        Event::Healed { agent, .. } => (format!("{} has recovered", who(*agent)), Some(*agent)),
        Event::Caught { agent, by, means, at } => {
            let how = match means {
                AttackKind::Melee => "",
                AttackKind::Projectile => " from afar",
            };
            (format!("{} catches {}{how}{}", who(*by), who(*agent), in_room(setup, *at)), Some(*agent))
        }
        Event::Escaped { agent, .. } => (format!("{} is out!", who(*agent)), Some(*agent)),
        _ => return None,
    };
    Some(told)
}
