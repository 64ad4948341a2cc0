//! Checks of agents, rules, props, graphics settings and difficulties against each other. Levels are checked in [`super::levels`].

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::domain::Scalar;
use quarry_minds::schema::mind::{MindActionData, MindFile};
use quarry_minds::schema::speech::SpeechFile;
use quarry_ron::{Cursor, finding::Diagnostics};

use super::names::NameIndex;
use super::{LoadedFiles, names};
use crate::data::FileKind;
use crate::data::agent::AgentKind;
use crate::data::body::BodySpec;
use crate::data::difficulty::Difficulty;
use crate::data::faults::{FaultsFile, SHARED_DETECTORS};
use crate::data::figure::ANIMAL;
use crate::data::game::GameSchema;
use crate::data::graphics::GraphicsFile;
use crate::data::look::Look;
use crate::data::prop::PropCatalogue;
use crate::data::rules::Rules;
use crate::data::senses::SensesFile;
use crate::data::shared_senses::SharedSenses;

pub(super) fn check_agent(
    agent: &AgentKind,
    shared: &SharedSenses,
    at: &Cursor<'_>,
    names: &NameIndex,
    out: &mut Diagnostics,
) {
    if !agent.side.as_str().is_empty() {
        names::check("side", agent.side, &names.sides, &at.field("side"), out);
    }
    if let Some(mind) = agent.mind {
        names::check_file(FileKind::Mind, mind, names, &at.field("mind"), out);
    }
    body(&agent.body, &at.field("body"), names, out);
    senses(&agent.senses, shared, &at.field("senses"), names, out);
    look(&agent.look, &at.field("look"), names, out);
}

fn body(body: &BodySpec, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (field, problem) in body.problems() {
        out.push(at.field(field).error(problem));
    }
    for (name, throw) in &body.throws {
        let at = at.field("throws").entry(name.as_str());
        names::check("projectile", *name, &names.projectiles, &at, out);
        if let Some(item) = throw.item {
            names::check("item", item, &names.items, &at.field("item"), out);
        }
    }
}

/// Checks the senses of an agent.
fn senses(senses: &SensesFile, shared: &SharedSenses, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    written_senses(senses, at, names, out);
    for (index, name) in senses.shared.iter().enumerate() {
        names::check_file(FileKind::Senses, *name, names, &at.field("shared").index(index), out);
    }
    for (index, problem) in senses.conflicts(shared) {
        let at = at.field("shared").index(index);
        out.push(at.error(problem).help("name only one of them, or write the sense in the agent's own `senses`"));
    }
    let known = names.senses.as_ref().is_some_and(|known| senses.shared.iter().all(|name| known.contains(name)));
    if known && senses.find(shared, |file| &file.vision).is_none() {
        let help = "write `vision`, or name a file in `shared` that gives it";
        out.push(at.error("this agent has no eyes").help(help));
    }
}

/// Checks senses that several kinds of agents share.
pub(super) fn check_shared_senses(senses: &SensesFile, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    written_senses(senses, at, names, out);
    if !senses.shared.is_empty() {
        let at = at.field("shared");
        out.push(at.error("shared senses cannot name others").help("name all of them in the agent's file"));
    }
}

fn written_senses(senses: &SensesFile, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (path, problem) in senses.problems() {
        out.push(at.follow(&path).error(problem));
    }
    for (reading, what) in senses.throw_readings.iter().flatten() {
        names::check("projectile", *what, &names.projectiles, &at.field("throw_readings").entry(reading.as_str()), out);
    }
}

fn look(look: &Look, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    names::check("model", look.model, &names.models, &at.field("model"), out);
    figure(look, at, names, out);
    if look.colours.is_empty() {
        out.push(
            at.field("colours").error("there are no colours").help("at least one is needed, such as (0.8, 0.2, 0.2)"),
        );
    }
    if look.names.is_empty() {
        out.push(at.field("names").error("there are no names").help("at least one is needed"));
    }
}

/// Checks that a figure is there where the model is built from it, and nowhere else.
fn figure(look: &Look, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    let known = || names.models.as_ref().is_some_and(|models| models.contains(&look.model));
    match &look.figure {
        None if look.model == ANIMAL => {
            let help = "write `figure`, or name in `like` an agent that has one";
            out.push(at.field("model").error(format!("the model `{ANIMAL}` needs a figure")).help(help));
        }
        Some(_) if look.model != ANIMAL && known() => {
            let finding = at.field("figure").error(format!("the model `{}` is not built from a figure", look.model));
            out.push(finding.help(format!("write `model: \"{ANIMAL}\"`, or leave out the figure")));
        }
        Some(figure) if figure.trunk.sections.len() < 2 => {
            let at = at.field("figure").field("trunk").field("sections");
            out.push(at.error("a trunk needs at least two cross-sections").help("write the hindmost one first"));
        }
        _ => {}
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

/// Checks the verbs that behaviours use: only the game knows them.
pub(super) fn check_mind(mind: &MindFile, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    check_verbs(&mind.actions, at, names, out);
}

/// Checks the verbs in the parameters of actions.
pub(super) fn check_verbs(actions: &[MindActionData], at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (index, action) in actions.iter().enumerate() {
        if let Some(Scalar::Text(verb)) = action.parameters.get("verb") {
            let at = at.field("actions").index(index).field("parameters").entry("verb");
            names::check("verb", label(verb), &names.verbs, &at, out);
        }
    }
}

pub(super) fn check_rules(rules: &Rules, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    if rules.sides.is_empty() {
        out.push(at.field("sides").error("there are no sides").help("a match needs at least one"));
    }
    let sides: BTreeSet<Label> = rules.sides.keys().copied().collect();
    for (name, side) in &rules.sides {
        let at = at.field("sides").entry(name.as_str());
        names::check_file(FileKind::Agent, side.agent, names, &at.field("agent"), out);
        for (index, other) in side.attacks.iter().enumerate() {
            names::check("side", *other, &Some(sides.clone()), &at.field("attacks").index(index), out);
        }
        for (index, other) in side.ignores.iter().enumerate() {
            names::check("side", *other, &Some(sides.clone()), &at.field("ignores").index(index), out);
        }
        for (index, verb) in side.verbs.iter().enumerate() {
            names::check("verb", *verb, &names.verbs, &at.field("verbs").index(index), out);
        }
        if let Some(other) = side.starts_like {
            names::check("side", other, &Some(sides.clone()), &at.field("starts_like"), out);
        }
        for other in side.relations.keys() {
            names::check("side", *other, &Some(sides.clone()), &at.field("relations").entry(other.as_str()), out);
        }
    }
    for verb in rules.use_seconds.keys() {
        names::check("verb", *verb, &names.verbs, &at.field("use_seconds").entry(verb.as_str()), out);
    }
    let noises: BTreeSet<Label> = rules.noises.keys().copied().collect();
    for (name, projectile) in &rules.projectiles {
        let at = at.field("projectiles").entry(name.as_str());
        names::check("noise", projectile.impact_noise, &Some(noises.clone()), &at.field("impact_noise"), out);
        if let Some(kind) = projectile.leaves {
            names::check("device", kind, &names.devices, &at.field("leaves"), out);
        }
    }
    for (stance, problem) in rules.perception.problems() {
        out.push(at.field("perception").field("body_points").field(stance).error(problem));
    }
}

pub(super) fn check_graphics(graphics: &GraphicsFile, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (field, name) in
        [("default_quality", graphics.default_quality), ("software_quality", graphics.software_quality)]
    {
        if !graphics.qualities.contains_key(&name) {
            out.push(at.field(field).unknown("quality", name, graphics.qualities.keys()));
        }
    }
}

/// Checks that the lab or the game has each detector.
pub(super) fn check_faults(faults: &FaultsFile, game: &GameSchema, at: &Cursor<'_>, out: &mut Diagnostics) {
    let known = || SHARED_DETECTORS.iter().chain(game.detectors).copied();
    for name in faults.detectors.keys().filter(|name| !known().any(|other| **name == other)) {
        let at = at.field("detectors").entry(name.as_str());
        out.push(at.unknown("detector", name, known()));
    }
}

/// Checks that the lines fit over a head, and that minds have the goals and actions that they are about.
pub(super) fn check_speech(
    speech: &SpeechFile,
    read: &LoadedFiles,
    at: &Cursor<'_>,
    names: &NameIndex,
    out: &mut Diagnostics,
) {
    let minds = || read.library.minds.values();
    let goals: BTreeSet<Label> = minds().flat_map(|mind| &mind.goals).map(|goal| goal.name).collect();
    let shown = |action: &MindActionData| action.display_name.unwrap_or(action.name);
    let actions: BTreeSet<Label> = minds().flat_map(|mind| &mind.actions).map(shown).collect();
    // Only a warning: an action that is taken away may leave lines behind.
    let warn = |what: &str, name: Label, known: &BTreeSet<Label>, at: &Cursor<'_>, out: &mut Diagnostics| {
        if !read.unread.contains(&FileKind::Mind) && !known.contains(&name) {
            out.push(at.unknown(what, name, known).warning());
        }
    };
    for (index, occasion) in speech.occasions.iter().enumerate() {
        let at = at.field("occasions").index(index);
        if let Some(side) = occasion.side {
            names::check("side", side, &names.sides, &at.field("side"), out);
        }
        let (goal, action) = occasion.on.names();
        if let Some(goal) = goal {
            warn("goal", goal, &goals, &at.field("on"), out);
        }
        if let Some(action) = action {
            warn("action", action, &actions, &at.field("on"), out);
        }
        if occasion.lines.is_empty() {
            out.push(at.field("lines").error("there are no lines").help("at least one is needed"));
        }
        for (line, problem) in occasion.problems() {
            out.push(at.field("lines").index(line).error(problem));
        }
    }
}

pub(super) fn check_props(props: &PropCatalogue, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (name, prop) in &props.0 {
        let at = at.entry(name.as_str());
        if prop.parts.is_empty() {
            out.push(at.field("parts").error(format!("the prop `{name}` has no parts")).help("at least one is needed"));
        }
        for (index, part) in prop.parts.iter().enumerate() {
            let at = at.field("parts").index(index);
            names::check("material", part.material, &names.materials, &at.field("material"), out);
            if part.solid && part.tilt != 0.0 {
                let finding = at.field("tilt").error(format!("a solid part of the prop `{name}` leans"));
                out.push(finding.help("what blocks stands upright: write `solid: false`, or leave out `tilt`"));
            }
        }
        if prop.moves.is_some() && (prop.hiding_place.is_some() || prop.parts.iter().any(|part| part.solid)) {
            out.push(
                at.field("moves")
                    .error(format!(
                        "the prop `{name}` moves, but agents are stopped by it or hide in it where it was placed"
                    ))
                    .help("write `solid: false` for all of its parts, or leave out `moves`"),
            );
        }
    }
}
