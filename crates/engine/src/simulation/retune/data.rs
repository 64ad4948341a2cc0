//! Changed data in a running match: read and checked as a whole, then applied agent by agent.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy::ecs::prelude::*;
use quarry_minds::{
    Brain, Mind,
    protocol::{AgentId, Label, Roster, label},
    retune::{exchange_brain, think_again},
    schema::{
        brain::{BrainFile, GOAP},
        mind::MindFile,
    },
};
use quarry_ron::{
    Document, Finding,
    map::{PathStep, RonPath, diff, replace},
};

use super::{DataChange, Edit, MatchData, RetuneError, RetuneReport, parts};
use crate::{
    data::{
        DataFiles, FileKind, Library,
        compose::{NotFound, compose},
    },
    simulation::{ChosenBrain, KindName, archetype::compile_each_brain, arrivals::MatchKinds},
    world::MatchRules,
};

/// The data of the match with new texts for some files.
pub(super) fn library_with_texts(
    world: &World,
    texts: &BTreeMap<String, String>,
    removed: &BTreeSet<String>,
) -> Result<Arc<Library>, RetuneError> {
    let tuning = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?;
    let mut files = DataFiles::from_library(&tuning.library);
    for (path, text) in texts {
        files.put(path, text.as_str());
    }
    for path in removed {
        files.remove(path);
    }
    Library::from_files(&files, tuning.library.game).map(Arc::new).map_err(RetuneError::Data)
}

/// The data of the match with an edited value.
pub(super) fn library_with_edit(world: &World, edit: &Edit) -> Result<Arc<Library>, RetuneError> {
    let tuning = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?;
    let text = edit_text(&tuning.library, &BTreeMap::new(), edit)?;
    library_with_texts(world, &BTreeMap::from([(edit.file.clone(), text)]), &BTreeSet::new())
}

/// The text of a file with one edited value.
fn edit_text(library: &Library, texts: &BTreeMap<String, String>, edit: &Edit) -> Result<String, RetuneError> {
    let text = match texts.get(&edit.file) {
        Some(text) => text.as_str(),
        None => library.documents.get(&edit.file).ok_or_else(|| RetuneError::NoSuchFile(edit.file.clone()))?.text(),
    };
    let path: RonPath = edit.path.parse()?;
    Ok(replace(text, &path, &edit.value)?)
}

/// The mind or the brain file with this name after some edits. Edits of other files are ignored.
///
/// # Errors
/// If a value cannot be inserted, or the mind would be invalid.
pub fn brain_with(library: &Library, mind: Label, edits: &[Edit]) -> Result<Arc<Brain>, RetuneError> {
    let behaviours = library.game.behaviours();
    let read = |kind: FileKind, name: Label| edited(library, kind, name, edits);
    let refused = |finding: Finding| RetuneError::Data(vec![finding]);
    let of_mind = read(FileKind::Mind, library.brains.get(&mind).map_or(mind, |brain| brain.mind))?;
    let file: MindFile = of_mind.read().map_err(refused)?;
    let (document, compiled) = if library.brains.contains_key(&mind) {
        let of_brain = read(FileKind::Brain, mind)?;
        let brain: BrainFile = of_brain.read().map_err(refused)?;
        (of_brain, Brain::compile_structure(mind, &brain, &file, &behaviours))
    } else {
        (of_mind, Brain::compile(mind, &file, &behaviours))
    };
    compiled.map(Arc::new).map_err(|findings| {
        RetuneError::Data(findings.into_iter().map(|one| document.cursor_at(&one.path).error(one.message)).collect())
    })
}

/// A file after the edits of it and of the files that it builds on.
fn edited(library: &Library, kind: FileKind, name: Label, edits: &[Edit]) -> Result<Document, RetuneError> {
    let path = library.game.path(kind, name.as_str());
    let bases = library.bases_of(&path);
    let mut texts = BTreeMap::new();
    for edit in edits.iter().filter(|edit| edit.file == path || bases.contains(&edit.file)) {
        let text = edit_text(library, &texts, edit)?;
        texts.insert(edit.file.clone(), text);
    }
    let parsed = |path: &str| {
        let document = library.documents.get(path).ok_or_else(|| RetuneError::NoSuchFile(path.to_owned()))?;
        match texts.get(path) {
            Some(text) => Document::parse(document.file(), text).map_err(|finding| RetuneError::Data(vec![finding])),
            None => Ok(document.clone()),
        }
    };
    let find = |kind: FileKind, name: &str| {
        let path = library.game.path(kind, name);
        parsed(&path).map_err(|error| match error {
            RetuneError::NoSuchFile(path) => NotFound::Missing(path),
            _ => NotFound::Unread(path),
        })
    };
    let own = parsed(&path)?;
    let whole = compose(kind, &own, &find).map_err(|finding| RetuneError::Data(vec![finding]))?;
    Ok(whole.unwrap_or(own))
}

/// Applies changed data to the running match.
pub(super) fn apply_data(world: &mut World, library: Arc<Library>) -> Result<RetuneReport, RetuneError> {
    let before = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?.clone();
    let kinds = before.kinds(&library).map_err(RetuneError::Data)?;
    check_used_brains(world, &library)?;
    let mut applied = RetuneReport { changes: changes(&before.library, &library), ..RetuneReport::default() };
    for what in applied.changes.iter().filter_map(deferred).collect::<Vec<_>>() {
        applied.defer(format!("{what} change in the next match"));
    }
    let mut thinking = Vec::new();
    for entity in world.get_resource::<Roster>().cloned().unwrap_or_default().agents {
        let Some(id) = world.get::<AgentId>(entity).copied() else { continue };
        let Some(KindName(name)) = world.get::<KindName>(entity).copied() else { continue };
        let Some(kind) = kinds.shared.get(&name) else {
            applied.defer(format!("the agent kind `{name}` is gone: its agents keep their data in this match"));
            continue;
        };
        let body = parts::replace_body(world, entity, &kind.body, &mut applied);
        let senses = parts::replace_senses(world, entity, &kind.senses, &mut applied);
        let changed = |brain: &&Arc<Brain>| is_mind_changed(world, entity, &before.library, &library, brain.name);
        let choice = world.get::<ChosenBrain>(entity).map_or_else(|| label(GOAP), |chosen| chosen.0);
        let wanted = kind.brain_for(choice);
        if wanted.is_none() && kind.brain.is_some() {
            applied.defer(format!("the brain `{choice}` is gone: its agents keep it in this match"));
        }
        let brain = wanted.filter(changed);
        let mind = brain.is_some();
        if let Some(brain) = brain {
            if let Some(old) = world.get::<Mind>(entity) {
                let disabled = &old.disabled.actions;
                let (before, now) = (old.brain.out_of_reach(disabled), brain.out_of_reach(disabled));
                applied.note_out_of_reach(&before, now);
            }
            let dropped = exchange_brain(world, entity, brain);
            thinking.push((id, entity, dropped));
        } else if kind.brain.is_none() && world.get::<Mind>(entity).is_some() {
            applied.defer(format!("agents of the kind `{name}` keep their minds in this match"));
        }
        if body || senses || mind {
            applied.retuned.push(id);
        }
    }
    if let Some(rules) = library.rules.get(&before.rules) {
        parts::replace_rules(world, rules, &mut applied);
    } else if world.contains_resource::<MatchRules>() {
        applied.defer(format!("the rules `{}` are gone: this match keeps them", before.rules));
    }
    if let Some(mut of_match) = world.get_resource_mut::<MatchKinds>() {
        of_match.retune(kinds);
    }
    world.insert_resource(MatchData { library, ..before });
    for (id, entity, dropped) in thinking {
        if think_again(world, entity) || dropped {
            applied.replanned.push(id);
        }
    }
    Ok(applied)
}

/// Refuses data in which a brain file that some agent uses has mistakes.
fn check_used_brains(world: &World, library: &Library) -> Result<(), RetuneError> {
    let agents = world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default();
    let used: BTreeSet<Label> = agents
        .iter()
        .filter_map(|agent| world.get::<Mind>(*agent))
        .filter(|mind| mind.brain.structure.is_some())
        .map(|mind| mind.brain.name)
        .collect();
    if used.is_empty() {
        return Ok(());
    }
    let (_, faults) = compile_each_brain(library);
    let found: Vec<Finding> =
        faults.into_iter().filter(|(name, _)| used.contains(name)).flat_map(|(_, found)| found).collect();
    if found.is_empty() { Ok(()) } else { Err(RetuneError::Data(found)) }
}

/// Whether an agent's mind differs from the one in the new data.
fn is_mind_changed(world: &World, agent: Entity, old: &Library, new: &Library, name: Label) -> bool {
    let mind_of = |library: &Library| library.brains.get(&name).map_or(name, |brain| brain.mind);
    let differs = || {
        let (before, after) = (mind_of(old), mind_of(new));
        old.brains.get(&name) != new.brains.get(&name) || old.minds.get(&before) != new.minds.get(&after)
    };
    world.get::<Mind>(agent).is_some_and(|mind| mind.brain.name != name || differs())
}

/// All values that differ between two libraries.
fn changes(old: &Library, new: &Library) -> Vec<DataChange> {
    let mut changes = Vec::new();
    let paths: BTreeSet<&String> = old.documents.keys().chain(new.documents.keys()).collect();
    for path in paths {
        let whole = || DataChange { file: path.clone(), what: None };
        match (old.documents.get(path), new.documents.get(path)) {
            (Some(before), Some(after)) if before.text() == after.text() => {}
            (Some(before), Some(after)) => match diff(before.text(), after.text()) {
                Ok(found) => {
                    changes.extend(found.into_iter().map(|what| DataChange { file: path.clone(), what: Some(what) }));
                }
                Err(_) => changes.push(whole()),
            },
            _ => changes.push(whole()),
        }
    }
    changes
}

/// What changes only in the next match, in the plural; `None` for what changes now.
fn deferred(change: &DataChange) -> Option<&'static str> {
    match FileKind::from_path(&change.file) {
        FileKind::Level => Some("levels"),
        FileKind::Props => Some("props"),
        FileKind::Palette => Some("materials"),
        FileKind::Graphics => Some("graphics"),
        FileKind::Difficulty => Some("difficulties"),
        FileKind::Agent => match change.what.as_ref()?.path.steps().first()? {
            PathStep::Field(field) if field == "look" => Some("appearances"),
            PathStep::Field(field) if field == "side" => Some("the sides of agent kinds"),
            _ => None,
        },
        _ => None,
    }
}
