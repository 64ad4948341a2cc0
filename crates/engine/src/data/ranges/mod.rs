//! The ranges of the numbers in the data files. A number that is not listed may have any finite value.
//!
//! The loader's check, the ranges in `docs/data.md` and the sliders of the What-if panel all use this table. Limits that
//! depend on another field (`crouched_height` is at most `height`) are checked by the type itself.
//!
//! A path is written like [`RonPath`], with two wildcards: `[]` is any element of a list or tuple or entry of a map, `*` any field.

mod agent;

use quarry_ron::{Document, finding::Diagnostics, map::RonPath};

use super::{FileKind, game::GameSchema};
use agent::AGENT;

/// The range of one number of a kind of file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// The path of the number, with wildcards.
    pub path: &'static str,
    /// The minimum value allowed.
    pub min: f64,
    /// The maximum value allowed.
    pub max: f64,
    /// The unit; empty for fractions, factors and counts.
    pub unit: &'static str,
    /// The range of a slider: the values that are useful in practice.
    pub slider: (f64, f64),
}

impl NumberRange {
    /// The range with its unit: `0.25 to 4 m`.
    pub fn describe(&self) -> String {
        let space = if self.unit.is_empty() || self.unit.starts_with(['°', '/']) { "" } else { " " };
        format!("{} to {}{space}{}", self.min, self.max, self.unit)
    }

    const fn slider(self, min: f64, max: f64) -> Self {
        Self { slider: (min, max), ..self }
    }

    fn covers(&self, path: &RonPath) -> bool {
        path.matches(self.path)
    }
}

/// The range of the numbers at a path, in a unit.
pub const fn number(path: &'static str, min: f64, max: f64, unit: &'static str) -> NumberRange {
    NumberRange { path, min, max, unit, slider: (min, max) }
}

/// The maximum number of agents of a side that a rules file may ask for.
pub const MAX_AGENTS_PER_SIDE: u16 = 1000;

const LEVEL: &[NumberRange] = &[
    number("counts[]", 0.0, MAX_AGENTS_PER_SIDE as f64, "agents"),
    number("cell", 0.25, 4.0, "m"),
    number("wall_height", 1.0, 10.0, "m"),
    number("floors[].height", -100.0, 100.0, "m"),
    number("legend[].ground.height", 0.05, 20.0, "m"),
    number("legend[].ground.rise", 0.05, 20.0, "m"),
    number("legend[].contains[].amount", 0.0, 1e6, ""),
    number("legend[].contains[].max", 0.0, 1e6, ""),
    number("legend[].contains[].regrow", 0.0, 1e4, "/s"),
    number("sky.moon_elevation", 0.0, 90.0, "°"),
    number("sky.moon_lux", 0.0, 100_000.0, "lux"),
    number("sky.ambient_light", 0.0, 1.0, ""),
];

const PROPS: &[NumberRange] = &[
    number("[].parts[].shape[]", 0.001, 20.0, "m"),
    number("[].parts[].shape.radius", 0.001, 20.0, "m"),
    number("[].parts[].shape.height", 0.001, 20.0, "m"),
    number("[].parts[].at[]", -20.0, 20.0, "m"),
    number("[].parts[].tilt", -180.0, 180.0, "°"),
    number("[].hiding_place.entry[]", -5.0, 5.0, "m"),
    number("[].hiding_place.visible_fraction", 0.0, 1.0, ""),
    number("[].hiding_place.capacity", 1.0, 8.0, "agents"),
    number("[].hiding_place.pose.height", -1.0, 3.0, "m"),
    number("[].hiding_place.pose.rotation", -360.0, 360.0, "°"),
    number("[].lamp.colour[]", 0.0, 1.0, ""),
    number("[].lamp.range", 0.1, 60.0, "m"),
    number("[].lamp.lumens", 0.0, 100_000.0, "lm"),
    number("[].moves.mass", 0.1, 500.0, "kg"),
    number("[].moves.hook", 0.5, 20.0, "m"),
];

const FAULTS: &[NumberRange] = &[
    number("detectors[].weight", 0.0, 10.0, ""),
    number("detectors[].seconds", 0.0, 30.0, "s"),
    number("detectors[].count", 0.0, 1e6, ""),
    number("detectors[].metres", 0.0, 1000.0, "m"),
];

const PALETTE: &[NumberRange] = &[
    number("[].colour[]", 0.0, 1.0, ""),
    number("[].secondary_colour[]", 0.0, 1.0, ""),
    number("[].tile_size", 0.25, 8.0, "m"),
    number("[].roughness", 0.05, 1.0, ""),
    number("[].metallic", 0.0, 1.0, ""),
    number("[].emissive", 0.0, 100.0, ""),
];

const THINGS: &[NumberRange] = &[
    number("seen_from", 0.0, 200.0, "m"),
    number("take_seconds", 0.0, 600.0, "s"),
    number("slows", 0.1, 1.0, ""),
    number("states[].turns.after", 0.0, 3600.0, "s"),
    number("states[].trodden.within", 0.1, 5.0, "m"),
    number("states[].trodden.holds", 0.0, 60.0, "s"),
    number("states[].trodden.harms", 0.0, 1000.0, ""),
    number("states[].noise_every", 0.1, 600.0, "s"),
    number("lights", 0.0, 30.0, "m"),
    number("states[].veils", 0.0, 20.0, "m"),
    number("states[].lights", 0.0, 30.0, "m"),
    number("states[].shelters", 0.0, 8.0, "agents"),
    number("states[].dazzles.within", 1.0, 60.0, "m"),
    number("states[].dazzles.seconds", 0.1, 30.0, "s"),
    number("staggers", 0.0, 30.0, "s"),
    number("uses[].seconds", 0.0, 600.0, "s"),
];

const PLAY: &[NumberRange] = &[
    number("third_person.distance", 0.5, 10.0, "m"),
    number("third_person.shoulder_offset", -1.0, 1.0, "m"),
    number("third_person.height", 0.3, 1.5, ""),
    number("third_person.radius", 0.05, 0.5, "m"),
    number("max_frame_seconds", 0.03, 0.5, "s"),
    number("announcement_seconds", 1.0, 20.0, "s"),
    number("death_seconds", 0.0, 20.0, "s"),
];

/// In a file of shared senses, and below `senses` in an agent file.
const SENSES: &[NumberRange] = &[
    number("vision.cones[].min_range", 0.0, 200.0, "m"),
    number("vision.cones[].max_range", 0.0, 200.0, "m").slider(0.5, 60.0),
    number("vision.cones[].half_angle", 0.0, 180.0, "°").slider(1.0, 180.0),
    number("vision.cones[].half_angle_far", 0.0, 180.0, "°").slider(1.0, 180.0),
    number("vision.cones[].vertical_half_angle", 0.0, 90.0, "°"),
    number("vision.cones[].rate", 0.0, 10.0, "").slider(0.0, 5.0),
    number("vision.cones[].soft_angle", 0.0, 90.0, "°"),
    number("vision.cones[].soft_range", 0.0, 50.0, "m"),
    number("vision.fill_curve[][0]", 0.0, 200.0, "m"),
    number("vision.fill_curve[][1]", 0.05, 600.0, "s"),
    number("vision.rate_factors.*", 0.0, 10.0, ""),
    number("vision.thresholds.*", 0.01, 1.0, ""),
    number("vision.decay_per_second.*", 0.0, 10.0, "/s"),
    number("vision.reaction_seconds[]", 0.0, 10.0, "s"),
    number("vision.full_view_fraction", 0.01, 1.0, ""),
    number("vision.glimpse_fraction", 0.0, 1.0, ""),
    number("vision.position_error", 0.0, 2.0, ""),
    number("vision.lost_after_seconds", 0.0, 60.0, "s"),
    number("vision.clear_range", 0.0, 100.0, "m"),
    number("vision.min_notice_strength", 0.0, 10.0, ""),
    number("vision.look_inside_range", 0.0, 20.0, "m"),
    number("vision.peek_strength", 0.0, 1.0, ""),
    number("hearing.acuity", 0.0, 2.0, ""),
    number("hearing.closed_door_metres", 0.0, 100.0, "m"),
    number("hearing.ear_at_door", 0.0, 5.0, "m"),
    number("hearing.error_per_metre", 0.0, 1.0, ""),
    number("hearing.min_error", 0.0, 20.0, "m"),
    number("hearing.continuation_seconds", 0.0, 60.0, "s"),
    number("smell.ranges[]", 0.0, 500.0, "m"),
    number("smell.interval", 0.05, 60.0, "s"),
    number("smell.error_per_metre", 0.0, 1.0, ""),
    number("smell.min_error", 0.0, 20.0, "m"),
    number("smell.most_sources", 1.0, 50.0, "sources"),
    number("proximity.radius", 0.0, 20.0, "m").slider(0.0, 6.0),
    number("voice.range", 0.0, 200.0, "m"),
    number("voice.interval", 0.0, 600.0, "s"),
    number("voice.confidence_factor", 0.0, 1.0, ""),
    number("voice.delay", 0.0, 10.0, "s"),
    number("notice_ranges[]", 0.0, 200.0, "m"),
];

const MIND: &[NumberRange] = &[
    number("memory.capacity", 8.0, 1024.0, ""),
    number("memory.move_threshold", 0.1, 10.0, "m"),
    number("memory.in_sight_grace", 0.05, 5.0, "s"),
    number("memory.merge_distance", 0.0, 20.0, "m"),
    number("memory.reservation_seconds", 1.0, 120.0, "s"),
    number("memory.keeps_within", 0.0, 100.0, "m"),
    number("memory.silence_seconds", 0.0, 600.0, "s"),
    number("memory.kinds[].decay_per_second", 0.0, 1.0, "/s"),
    number("memory.kinds[].forget_below", 0.0, 1.0, ""),
    number("memory.kinds[].predict_seconds", 0.0, 20.0, "s"),
    number("memory.kinds[].max_speed", 0.0, 20.0, "m/s"),
    number("memory.default_kind.decay_per_second", 0.0, 1.0, "/s"),
    number("memory.default_kind.forget_below", 0.0, 1.0, ""),
    number("memory.default_kind.predict_seconds", 0.0, 20.0, "s"),
    number("memory.default_kind.max_speed", 0.0, 20.0, "m/s"),
    number("memory.hypotheses.max_places", 1.0, 16.0, ""),
    number("memory.hypotheses.min_spacing", 0.0, 20.0, "m"),
    number("memory.hypotheses.duration", 1.0, 300.0, "s"),
    number("memory.hypotheses.forward_bias", 1.0, 100.0, ""),
    number("memory.hypotheses.landmark_weights[]", 0.0, 100.0, ""),
    number("memory.hypotheses.ruled_out_seconds", 1.0, 300.0, "s"),
    number("memory.hypotheses.landmark_radius", 0.0, 20.0, "m"),
    number("memory.hypotheses.peak_distance", 0.0, 1.0, ""),
    number("memory.hypotheses.distance_spread", 0.05, 10.0, ""),
    number("memory.hypotheses.distance_slack", 0.1, 20.0, "m"),
    number("memory.hypotheses.max_tracked", 1.0, 16.0, ""),
    number("memory.hypotheses.min_likelihood", 0.0, 1.0, ""),
    number("memory.hypotheses.reserved_factor", 0.0, 1.0, ""),
    number("memory.hypotheses.evidence_radius", 0.5, 60.0, "m"),
    number("thinking.think_interval", 0.1, 5.0, "s"),
    number("thinking.replan_interval", 0.0, 10.0, "s"),
    number("thinking.max_plans_per_second", 1.0, 30.0, ""),
    number("thinking.thrash_window", 0.0, 60.0, "s"),
    number("thinking.thrash_penalty", 0.0, 1000.0, ""),
    number("thinking.max_nodes", 100.0, 1_000_000.0, ""),
    number("thinking.max_candidates", 1.0, 64.0, ""),
    number("thinking.cost_per_metre", 0.0, 100.0, ""),
    number("thinking.pace", 0.1, 20.0, "m/s"),
    number("thinking.commitment", 1.0, 10.0, "").slider(1.0, 2.0),
    number("thinking.odds_weight", 0.0, 1000.0, "s").slider(0.0, 40.0),
    number("thinking.prior_weight", 0.1, 1000.0, "").slider(0.1, 40.0),
    number("thinking.experience_kept", 0.0, 1.0, "").slider(0.8, 1.0),
    number("thinking.compare_interval", 0.0, 60.0, "s").slider(0.0, 10.0),
    number("thinking.decision_history", 1.0, 256.0, ""),
    number("queries[].min_confidence", 0.0, 1.0, ""),
    number("queries[].covered_within", 1.0, 30.0, "m"),
    number("queries[].interceptable.lead", 0.0, 50.0, "m"),
    number("queries[].interceptable.max_distance", 1.0, 100.0, "m"),
    number("actions[].cost", 0.0, 1_000_000.0, "").slider(0.0, 60.0),
    number("actions[].timeout", 0.1, 600.0, "s").slider(0.1, 120.0),
    number("actions[].target_cooldown", 0.0, 600.0, "s"),
    number("goals[].base_relevance", 0.0, 1000.0, "").slider(0.0, 200.0),
    number("goals[].worth", 0.0, 1_000_000.0, "").slider(0.0, 10.0),
    number("goals[].hysteresis", 0.0, 1000.0, "").slider(0.0, 100.0),
    number("goals[].lingers", 0.0, 60.0, "s"),
    number("goals[].failure_cooldown", 0.0, 600.0, "s"),
    number("goals[].success_cooldown", 0.0, 600.0, "s"),
    number("goals[].stall_timeout", 1.0, 600.0, "s"),
    number("sharing.interval", 0.2, 60.0, "s"),
    number("sharing.repeat_after", 1.0, 600.0, "s"),
    number("sharing.max_facts", 1.0, 16.0, ""),
];

const SPEECH: &[NumberRange] = &[
    number("repeat_after", 0.0, 600.0, "s"),
    number("pause", 0.0, 60.0, "s"),
    number("caption_seconds", 0.5, 10.0, "s"),
    number("occasions[].chance", 0.0, 1.0, ""),
];

const BRAIN: &[NumberRange] = &[
    number("queries[].min_confidence", 0.0, 1.0, ""),
    number("queries[].covered_within", 1.0, 30.0, "m"),
    number("queries[].interceptable.lead", 0.0, 50.0, "m"),
    number("queries[].interceptable.max_distance", 1.0, 100.0, "m"),
    number("actions[].cost", 0.0, 1_000_000.0, "").slider(0.0, 60.0),
    number("actions[].timeout", 0.1, 600.0, "s").slider(0.1, 120.0),
    number("actions[].target_cooldown", 0.0, 600.0, "s"),
    number("structure.momentum", 1.0, 10.0, "").slider(1.0, 2.0),
    number("structure.goal_momentum", 1.0, 10.0, "").slider(1.0, 2.0),
    number("structure.combination.compensation", 0.0, 1.0, ""),
    number("structure.options[].weight", 0.0, 1000.0, "").slider(0.0, 10.0),
    number("structure.options[].cooldown", 0.0, 600.0, "s"),
    number("structure.options[].considerations[].weight", 0.0, 1000.0, "").slider(0.0, 10.0),
];

const RULES: &[NumberRange] = &[
    number("tick_rate", 10.0, 120.0, "ticks/s"),
    number("time_limit", 10.0, 36_000.0, "s"),
    number("sides[].count", 0.0, MAX_AGENTS_PER_SIDE as f64, "agents"),
    number("use_seconds[]", 0.0, 600.0, "s"),
    number("work_noise_interval", 0.1, 10.0, "s"),
    number("doors.swing_seconds", 0.0, 5.0, "s"),
    number("doors.close_after", 0.5, 600.0, "s"),
    number("doors.keep_open_radius", 0.3, 3.0, "m"),
    number("projectiles[].speed", 1.0, 100.0, "m/s"),
    number("projectiles[].radius", 0.01, 1.0, "m"),
    number("projectiles[].gravity", 0.0, 30.0, "m/s²"),
    number("projectiles[].lifetime", 0.1, 30.0, "s"),
    number("projectiles[].damage", 0.0, 1000.0, ""),
    number("noises[]", 0.0, 200.0, "m"),
    number("traces.spacing", 0.2, 20.0, "m"),
    number("traces.lifetime", 0.0, 120.0, "s"),
    number("perception.rays_per_tick", 1.0, 1_000_000.0, ""),
    number("perception.agent_interval", 1.0, 120.0, "ticks"),
    number("perception.thing_interval", 1.0, 120.0, "ticks"),
    number("perception.place_interval", 1.0, 120.0, "ticks"),
    number("perception.grid_cell_size", 1.0, 100.0, "m"),
    number("perception.thing_rays", 1.0, 10_000.0, ""),
    number("perception.thing_height", 0.0, 3.0, "m"),
    number("perception.item_height", 0.0, 3.0, "m"),
    number("perception.occupied_radius", 0.0, 20.0, "m"),
    number("perception.looks_per_tick", 1.0, 65_536.0, ""),
    number("perception.acts_per_tick", 1.0, 65_536.0, ""),
    number("perception.thoughts_per_tick", 1.0, 65_536.0, ""),
    number("perception.rarer[]", 1.0, 32.0, ""),
    number("perception.max_attention", 1.0, 65_536.0, ""),
    number("perception.max_noises", 1.0, 65_536.0, ""),
    number("perception.max_listeners", 1.0, 65_536.0, ""),
    number("perception.body_points.*[].height", 0.0, 1.0, ""),
    number("perception.body_points.*[].right", -2.0, 2.0, "m"),
    number("perception.body_points.*[].forward", -2.0, 2.0, "m"),
    number("perception.body_points.*[].weight", 0.0, 100.0, ""),
];

const DIFFICULTY: &[NumberRange] = &[
    number("[].speed_factor", 0.5, 1.5, ""),
    number("[].detection_time_factor", 0.2, 4.0, ""),
    number("[].hearing_factor", 0.2, 3.0, ""),
    number("[].reaction_time_factor", 0.2, 4.0, ""),
    number("[].cooldown_factor", 0.2, 4.0, ""),
    number("[].aim_error_factor", 0.1, 5.0, ""),
];

const GRAPHICS: &[NumberRange] = &[
    number("qualities[].texture_size", 16.0, 2048.0, "px"),
    number("qualities[].anisotropy", 1.0, 16.0, "samples"),
    number("qualities[].moon_shadow_size", 0.0, 4096.0, "px"),
    number("qualities[].moon_cascades", 1.0, 4.0, ""),
    number("qualities[].shadowed_lamps", 0.0, 8.0, ""),
    number("qualities[].lamp_shadow_size", 64.0, 2048.0, "px"),
    number("qualities[].bloom", 0.0, 1.0, ""),
    number("night.exposure", -4.0, 16.0, "EV"),
    number("night.moon_scale", 0.0, 100.0, ""),
    number("night.lamp_scale", 0.0, 100.0, ""),
    number("night.ambient", 0.0, 1000.0, "cd/m²"),
    number("night.fill_light", 0.0, 1000.0, "lux"),
    number("night.moon_colour[]", 0.0, 1.0, ""),
    number("night.sky_colour[]", 0.0, 1.0, ""),
];

/// The ranges of the numbers in a kind of file.
pub fn declared(kind: FileKind) -> &'static [NumberRange] {
    match kind {
        FileKind::Agent => AGENT,
        FileKind::Senses => SENSES,
        FileKind::Mind | FileKind::ActionSet => MIND,
        FileKind::Brain => BRAIN,
        FileKind::Speech => SPEECH,
        FileKind::Rules => RULES,
        FileKind::Level => LEVEL,
        FileKind::Thing => THINGS,
        FileKind::Props => PROPS,
        FileKind::Palette => PALETTE,
        FileKind::Graphics => GRAPHICS,
        FileKind::Faults => FAULTS,
        FileKind::Difficulty => DIFFICULTY,
        // A planning problem declares the ranges of its facts itself.
        FileKind::Play => PLAY,
        FileKind::PlanningProblem | FileKind::Catalogue | FileKind::Sound | FileKind::Other => &[],
    }
}

/// The range of the number at a path; `None` if any finite number is allowed.
pub fn find(kind: FileKind, game: &GameSchema, path: &RonPath) -> Option<&'static NumberRange> {
    if let Some(below) = path.below("senses").filter(|_| kind == FileKind::Agent) {
        return find(FileKind::Senses, game, &below);
    }
    let of_game = game.ranges.iter().filter(|(of, _)| *of == kind).flat_map(|(_, ranges)| ranges.iter());
    declared(kind).iter().chain(of_game).find(|range| range.covers(path))
}

/// Reports the numbers of a document that are out of range.
pub(super) fn check(kind: FileKind, game: &GameSchema, document: &Document, out: &mut Diagnostics) {
    for (path, node) in document.map().numbers(document.text()) {
        let Some(range) = find(kind, game, &path) else { continue };
        let written = document.text().get(node.span.clone()).unwrap_or_default();
        if parse(written).is_some_and(|value| !(range.min..=range.max).contains(&value)) {
            let finding = document.finding(node.span.clone(), format!("{written} is out of range"));
            out.push(finding.help(format!("expected a number from {}", range.describe())));
        }
    }
}

/// The value of a number as RON writes it.
fn parse(written: &str) -> Option<f64> {
    let plain = written.replace('_', "");
    let digits = plain.trim_start_matches(['+', '-']);
    let (base, digits) = match digits.get(..2) {
        Some("0x") => (16, digits.get(2..)?),
        Some("0b") => (2, digits.get(2..)?),
        Some("0o") => (8, digits.get(2..)?),
        _ => return plain.parse().ok(),
    };
    let value = u64::from_str_radix(digits, base).ok()? as f64;
    Some(if plain.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests;
