//! What must hold of a rules file.

use std::collections::BTreeSet;

use super::names::{self, NameIndex};
use crate::{
    data::{document::Cursor, finding::Diagnostics, rules::Rules},
    protocol::Label,
};

pub(super) fn check(rules: &Rules, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    at.field("tick_rate").in_range(rules.tick_rate as f32, 10.0..=120.0, "ticks a second", out);
    at.field("time_limit").in_range(rules.time_limit, 10.0..=7200.0, "seconds", out);
    if rules.sides.is_empty() {
        out.push(at.field("sides").error("there is no side").help("a match needs at least one"));
    }
    let sides: BTreeSet<Label> = rules.sides.keys().copied().collect();
    for (name, side) in &rules.sides {
        let at = at.field("sides").entry(name.as_str());
        names::check("agent", side.agent, &names.agents, &at.field("agent"), out);
        at.field("count").in_range(f32::from(side.count), 0.0..=f32::from(names::MAX_AGENTS_PER_SIDE), "agents", out);
        at.field("hits").in_range(f32::from(side.hits), 1.0..=9.0, "hits", out);
        for (index, other) in side.catches.iter().enumerate() {
            names::check("side", *other, &Some(sides.clone()), &at.field("catches").index(index), out);
        }
    }
    let seconds = &rules.use_seconds;
    for (field, value, low, high) in [
        ("take", seconds.take, 0.0, 60.0),
        ("unlock", seconds.unlock, 0.0, 600.0),
        ("enter", seconds.enter, 0.0, 10.0),
        ("leave", seconds.leave, 0.0, 10.0),
        ("search", seconds.search, 0.0, 10.0),
        ("noise_every", seconds.noise_every, 0.1, 10.0),
    ] {
        at.field("use_seconds").field(field).in_range(value, low..=high, "seconds", out);
    }
    let doors = at.field("doors");
    doors.field("swing").in_range(rules.doors.swing, 0.0..=5.0, "seconds", out);
    doors.field("closes_after").in_range(rules.doors.closes_after, 0.5..=600.0, "seconds", out);
    doors.field("kept_open_within").in_range(rules.doors.kept_open_within, 0.3..=3.0, "metres", out);
    let noises: BTreeSet<Label> = rules.noises.keys().copied().collect();
    for (name, projectile) in &rules.projectiles {
        let at = at.field("projectiles").entry(name.as_str());
        at.field("speed").in_range(projectile.speed, 1.0..=100.0, "metres a second", out);
        at.field("radius").in_range(projectile.radius, 0.01..=1.0, "metres", out);
        at.field("falls").in_range(projectile.falls, 0.0..=30.0, "metres a second squared", out);
        at.field("lasts").in_range(projectile.lasts, 0.1..=30.0, "seconds", out);
        names::check("noise", projectile.lands_with, &Some(noises.clone()), &at.field("lands_with"), out);
    }
    for (name, loudness) in &rules.noises {
        at.field("noises").entry(name.as_str()).in_range(*loudness, 0.0..=200.0, "metres", out);
    }
    at.field("traces").field("every").in_range(rules.traces.every, 0.2..=20.0, "metres", out);
    at.field("traces").field("lifetime").in_range(rules.traces.lifetime, 0.0..=120.0, "seconds", out);
    let wounds = at.field("wounds");
    wounds.field("burst").in_range(rules.wounds.burst, 1.0..=3.0, "times", out);
    wounds.field("seconds").in_range(rules.wounds.seconds, 0.0..=10.0, "seconds", out);
    wounds.field("heal_seconds").in_range(rules.wounds.heal_seconds, 0.0..=600.0, "seconds", out);
    for (field, problem) in rules.perception.problems() {
        let place = field.split('.').fold(at.field("perception"), |at, name| at.field(name));
        out.push(place.error(problem));
    }
}
