//! Checks of agent files and difficulties.

use super::names::{self, NameIndex};
use crate::data::{
    FileKind, agent::AgentKind, body::BodySpec, difficulty::Difficulty, document::Cursor, finding::Diagnostics,
    look::Look, senses::Senses,
};

pub(super) fn check(agent: &AgentKind, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    names::check("side", agent.side, &names.sides, &at.field("side"), out);
    names::check_file(FileKind::Mind, agent.mind, &names.minds, &at.field("mind"), out);
    body(&agent.body, &at.field("body"), names, out);
    senses(&agent.senses, &at.field("senses"), names, out);
    look(&agent.look, &at.field("look"), out);
}

fn body(body: &BodySpec, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (field, problem) in body.problems() {
        out.push(at.field(field).error(problem));
    }
    for name in body.throws.keys() {
        names::check("projectile", *name, &names.projectiles, &at.field("throws").entry(name.as_str()), out);
    }
}

fn senses(senses: &Senses, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (path, problem) in senses.problems() {
        out.push(at.follow(&path).error(problem));
    }
    for (reading, what) in &senses.throw_readings {
        names::check("projectile", *what, &names.projectiles, &at.field("throw_readings").entry(reading.as_str()), out);
    }
}

fn look(look: &Look, at: &Cursor<'_>, out: &mut Diagnostics) {
    if look.colours.is_empty() {
        out.push(
            at.field("colours").error("there are no colours").help("at least one is needed, such as (0.8, 0.2, 0.2)"),
        );
    }
    if look.names.is_empty() {
        out.push(at.field("names").error("there are no names").help("at least one is needed"));
    }
}

pub(super) fn check_difficulties(all: &[Difficulty], at: &Cursor<'_>, out: &mut Diagnostics) {
    for (index, difficulty) in all.iter().enumerate() {
        let at = at.index(index);
        if all.iter().take(index).any(|other| other.name == difficulty.name) {
            out.push(at.field("name").error(format!("the difficulty `{}` is given twice", difficulty.name)));
        }
    }
    if all.is_empty() {
        out.push(at.error("there are no difficulties").help("at least one is needed"));
    }
}
