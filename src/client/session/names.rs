//! The names of agents, rooms and things of the match on screen.

use quarry_minds::protocol::{AgentId, Label, QuantisedPoint, Subject, ThingId};

use super::scene_setup::{AgentInfo, SceneSetup};
use crate::client::ui::humanize;

/// The name of an agent; "agent 3" for one that the cast does not list.
pub fn agent_name(cast: &[AgentInfo], agent: AgentId) -> String {
    cast.get(usize::from(agent.0)).map_or_else(|| format!("agent {}", agent.0 + 1), |info| info.name.clone())
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

/// Rooms that one is on rather than in.
const OPEN: [&str; 6] = ["terrace", "roof", "bridge", "stairs", "balcony", "ramp"];

/// The room of a position, as the end of a sentence: " in the cellar", " on the terrace"; empty if the level has only one room.
pub fn in_room(setup: &SceneSetup, at: QuantisedPoint) -> String {
    let room = room_name(setup, at.into());
    let within = if OPEN.iter().any(|open| room.ends_with(open)) { "on" } else { "in" };
    if room.is_empty() { room } else { format!(" {within} {room}") }
}

/// The kind and the room of a thing: "key, the cellar".
pub fn thing_name(setup: &SceneSetup, thing: ThingId) -> String {
    let Some(known) = setup.level.thing(thing) else { return String::new() };
    let kind = humanize(known.name);
    let room = room_name(setup, known.place);
    if room.is_empty() { kind } else { format!("{kind}, {room}") }
}

/// The target of an action; empty for a place. Two things of one kind in one room have the same name: see [`subject_name`].
pub fn target_name(setup: &SceneSetup, subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => agent_name(&setup.agents, agent),
        Subject::Thing(id) => thing_name(setup, id),
        Subject::Unknown(_) => "something".to_owned(),
        Subject::Place(_) => String::new(),
        Subject::Order(_) => "the place of the order".to_owned(),
    }
}

/// An action, and its target if it has one with a name.
pub fn action_name(setup: &SceneSetup, action: Label, target: Option<Subject>) -> String {
    let target = target.map(|target| target_name(setup, target)).filter(|name| !name.is_empty());
    target.map_or_else(|| humanize(action), |target| format!("{}: {target}", humanize(action)))
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
        Subject::Unknown(number) => format!("sign {}", number & 0xffff),
        Subject::Place(place) => format!("place {place}"),
        Subject::Order(number) => format!("place of order {number}"),
        Subject::Agent(agent) => agent_name(&setup.agents, agent),
    }
}
