//! What must hold of an agent file.

use super::names::{self, NameIndex};
use crate::data::{
    agent::AgentKind, body::BodySpec, difficulty::Difficulty, document::Cursor, finding::Diagnostics, look::Look,
    senses::Senses,
};

pub(super) fn check(agent: &AgentKind, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    names::check("side", agent.side, &names.sides, &at.field("side"), out);
    names::check("mind", agent.mind, &names.minds, &at.field("mind"), out);
    body(&agent.body, &at.field("body"), names, out);
    senses(&agent.senses, &at.field("senses"), names, out);
    look(&agent.look, &at.field("look"), out);
}

fn body(body: &BodySpec, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (field, problem) in body.problems() {
        let place = field.split('.').fold(at.clone(), |at, name| at.field(name));
        out.push(place.error(problem));
    }
    let paces = [("speeds", &body.speeds, 20.0, "metres a second"), ("footsteps", &body.footsteps, 200.0, "metres")];
    for (field, of, most, unit) in paces {
        for (gait, value) in [("crouch", of.crouch), ("walk", of.walk), ("hurry", of.hurry), ("run", of.run)] {
            at.field(field).field(gait).in_range(value, 0.0..=most, unit, out);
        }
    }
    for (name, throw) in &body.throws {
        let at = at.field("throws").entry(name.as_str());
        names::check("projectile", *name, &names.projectiles, &at, out);
        at.field("wind_up").in_range(throw.wind_up, 0.0..=3.0, "seconds", out);
        at.field("cooldown").in_range(throw.cooldown, 0.0..=600.0, "seconds", out);
        at.field("first_after").in_range(throw.first_after, 0.0..=600.0, "seconds", out);
    }
}

fn senses(senses: &Senses, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (field, problem) in senses.problems() {
        // Eyes have no part named in front of their fields.
        let owner = field.split('.').next().unwrap_or(field);
        let eyes = !["hearing", "proximity", "voice", "notices"].contains(&owner);
        let start = if eyes { at.field("vision") } else { at.clone() };
        let place = field.split('.').fold(start, |at, name| at.field(name));
        out.push(place.error(problem));
    }
    for (reading, what) in &senses.ready {
        names::check("projectile", *what, &names.projectiles, &at.field("ready").entry(reading.as_str()), out);
    }
}

fn look(look: &Look, at: &Cursor<'_>, out: &mut Diagnostics) {
    if look.colours.is_empty() {
        out.push(
            at.field("colours").error("there is no colour").help("at least one is needed, such as (0.8, 0.2, 0.2)"),
        );
    }
    if look.names.is_empty() {
        out.push(at.field("names").error("there is no name").help("at least one is needed"));
    }
    for (index, (red, green, blue)) in look.colours.iter().enumerate() {
        for (part, value) in [red, green, blue].into_iter().enumerate() {
            at.field("colours").index(index).index(part).in_range(*value, 0.0..=1.0, "", out);
        }
    }
}

/// What must hold of the difficulties.
pub(super) fn check_difficulties(all: &[Difficulty], at: &Cursor<'_>, out: &mut Diagnostics) {
    for (index, difficulty) in all.iter().enumerate() {
        let at = at.index(index);
        for (field, problem) in difficulty.problems() {
            out.push(at.field(field).error(problem));
        }
        if all.iter().take(index).any(|other| other.name == difficulty.name) {
            out.push(at.field("name").error(format!("the difficulty `{}` stands twice", difficulty.name)));
        }
    }
    if all.is_empty() {
        out.push(at.error("there is no difficulty").help("at least one is needed"));
    }
}
