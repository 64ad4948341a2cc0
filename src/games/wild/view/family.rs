//! The family of an animal, its sex, its age and what it expects, for the inspector.

use quarry_minds::protocol::{AgentId, LogEntry, Roster};

use crate::client::session::{Playback, SceneSetup, agent_name};
use crate::games::wild::{Animal, WildEvent};

/// The parents and the young of an animal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Family {
    /// The mother and the father.
    parents: Option<(AgentId, AgentId)>,
    /// The young, the oldest first.
    young: Vec<AgentId>,
}

impl Family {
    fn read(agent: AgentId, log: &[LogEntry]) -> Self {
        let mut family = Self::default();
        for entry in log {
            let Some(WildEvent::Born { agent: young, mother, father, .. }) = WildEvent::read(&entry.event) else {
                continue;
            };
            if young == agent {
                family.parents = Some((mother, father));
            }
            if mother == agent || father == agent {
                family.young.push(young);
            }
        }
        family
    }
}

/// The most young that are named.
const NAMED: usize = 8;

/// The lines of the inspector: sex, age, parents and young.
pub fn details(agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Vec<(&'static str, String)> {
    let family = Family::read(agent, playback.log());
    let frame = &playback.now;
    let lives = |agent: AgentId| frame.agents.get(usize::from(agent.0)).is_some_and(|one| one.gone.is_none());
    let name = |agent: AgentId| {
        let name = agent_name(&setup.agents, agent);
        if lives(agent) { name } else { format!("{name} (dead)") }
    };
    let mut lines = Vec::new();
    let animal = playback.shown_world().and_then(|world| {
        let entity = world.get_resource::<Roster>()?.entity(agent)?;
        world.get::<Animal>(entity)
    });
    if let Some(animal) = animal {
        lines.push(("Sex", if animal.female { "female" } else { "male" }.to_owned()));
    }
    if let Some(age) = frame.gauge(usize::from(agent.0), "age") {
        lines.push(("Age", describe_age(age)));
    }
    match family.parents {
        Some((mother, father)) => {
            lines.push(("Mother", name(mother)));
            lines.push(("Father", name(father)));
        }
        None => lines.push(("Parents", "unknown: it was here at the start".to_owned())),
    }
    if !family.young.is_empty() {
        let living = family.young.iter().filter(|young| lives(**young)).count();
        // The youngest are the ones to look for.
        let mut names: Vec<String> = family.young.iter().rev().take(NAMED).map(|young| name(*young)).collect();
        if family.young.len() > NAMED {
            names.push("…".to_owned());
        }
        lines.push(("Young", format!("{}, {living} alive: {}", family.young.len(), names.join(", "))));
    }
    lines
}

/// An age in seconds of the match.
fn describe_age(seconds: f32) -> String {
    let seconds = seconds.max(0.0) as u32;
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::QuantisedPoint;

    #[test]
    fn parents_and_young_are_found_in_the_log() {
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        let born = |agent: u16, mother: u16, father: u16| LogEntry {
            tick: u32::from(agent),
            event: WildEvent::Born { agent: AgentId(agent), mother: AgentId(mother), father: AgentId(father), at }
                .into(),
        };
        let log = [born(5, 0, 1), born(6, 0, 1), born(7, 5, 2)];
        let read = |agent: u16| Family::read(AgentId(agent), &log);
        assert_eq!(read(5), Family { parents: Some((AgentId(0), AgentId(1))), young: vec![AgentId(7)] });
        assert_eq!(read(1), Family { parents: None, young: vec![AgentId(5), AgentId(6)] });
        assert_eq!(describe_age(125.7), "2:05 min");
    }
}
