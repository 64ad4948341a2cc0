//! Checks of a rules file.

use std::collections::BTreeSet;

use super::names::{self, NameIndex};
use crate::{
    data::{FileKind, document::Cursor, finding::Diagnostics, rules::Rules},
    protocol::Label,
};

pub(super) fn check(rules: &Rules, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    if rules.sides.is_empty() {
        out.push(at.field("sides").error("there are no sides").help("a match needs at least one"));
    }
    let sides: BTreeSet<Label> = rules.sides.keys().copied().collect();
    for (name, side) in &rules.sides {
        let at = at.field("sides").entry(name.as_str());
        names::check_file(FileKind::Agent, side.agent, &names.agents, &at.field("agent"), out);
        for (index, other) in side.catches.iter().enumerate() {
            names::check("side", *other, &Some(sides.clone()), &at.field("catches").index(index), out);
        }
    }
    let noises: BTreeSet<Label> = rules.noises.keys().copied().collect();
    for (name, projectile) in &rules.projectiles {
        let at = at.field("projectiles").entry(name.as_str());
        names::check("noise", projectile.impact_noise, &Some(noises.clone()), &at.field("impact_noise"), out);
    }
    for (stance, problem) in rules.perception.problems() {
        out.push(at.field("perception").field("body_points").field(stance).error(problem));
    }
}
