//! Other data for a running match: read and checked as a whole, then taken up agent by agent.
//!
//! Must not know: where the texts come from.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy::ecs::prelude::*;

use super::{Change, Edit, MatchData, RetuneError, RetuneReport, parts};
use crate::{
    data::{
        DataFiles, Document, FileKind, Library,
        mind::MindFile,
        ron_map::{RonPath, diff, replace},
    },
    mind::{
        Behaviours, Brain, Mind,
        retune::{exchange_brain, think_again},
    },
    protocol::{AgentId, Label, Roster},
    simulation::KindName,
    world::MatchRules,
};

/// The data of the match with other texts of files.
pub(super) fn reloaded(
    world: &World,
    texts: &BTreeMap<String, String>,
    removed: &BTreeSet<String>,
) -> Result<Arc<Library>, RetuneError> {
    let tuning = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?;
    let mut files = DataFiles::from_documents(&tuning.library.documents);
    for (path, text) in texts {
        files.put(path, text.as_str());
    }
    for path in removed {
        files.remove(path);
    }
    Library::from_files(&files).map(Arc::new).map_err(RetuneError::Data)
}

/// The data of the match with other values in some places.
pub(super) fn edited(world: &World, edits: &[Edit]) -> Result<Arc<Library>, RetuneError> {
    let tuning = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?;
    let mut texts = BTreeMap::new();
    for edit in edits {
        let text = edit_text(&tuning.library, &texts, edit)?;
        texts.insert(edit.file.clone(), text);
    }
    reloaded(world, &texts, &BTreeSet::new())
}

/// The text of a file with another value in one place.
fn edit_text(library: &Library, texts: &BTreeMap<String, String>, edit: &Edit) -> Result<String, RetuneError> {
    let text = match texts.get(&edit.file) {
        Some(text) => text.as_str(),
        None => library.documents.get(&edit.file).ok_or_else(|| RetuneError::NoSuchFile(edit.file.clone()))?.text(),
    };
    let path: RonPath = edit.path.parse()?;
    Ok(replace(text, &path, &edit.value)?)
}

/// The mind of this name as it would be with other values in some places of its file; edits of other files do not matter to it.
///
/// # Errors
/// Where a value cannot be put there, or the mind would be wrong.
pub fn brain_with(library: &Library, mind: Label, edits: &[Edit]) -> Result<Arc<Brain>, RetuneError> {
    let file = mind_path(mind);
    let mut texts = BTreeMap::new();
    for edit in edits.iter().filter(|edit| edit.file == file) {
        let text = edit_text(library, &texts, edit)?;
        texts.insert(edit.file.clone(), text);
    }
    let document = library.documents.get(&file).ok_or_else(|| RetuneError::NoSuchFile(file.clone()))?;
    let text = texts.get(&file).map_or(document.text(), String::as_str);
    let document = Document::parse(document.file(), text).map_err(|finding| RetuneError::Data(vec![finding]))?;
    let read: MindFile = document.read().map_err(|finding| RetuneError::Data(vec![finding]))?;
    let compiled = Brain::compile(mind, &read, &Behaviours::default());
    compiled.map(Arc::new).map_err(|findings| {
        RetuneError::Data(findings.into_iter().map(|one| document.cursor_at(&one.path).error(one.message)).collect())
    })
}

pub(super) fn mind_path(mind: Label) -> String {
    format!("assets/minds/{mind}.ron")
}

/// Takes up other data in the running match.
pub(super) fn take_up(world: &mut World, library: Arc<Library>) -> Result<RetuneReport, RetuneError> {
    let before = world.get_resource::<MatchData>().ok_or(RetuneError::NoData)?.clone();
    let kinds = before.kinds(&library).map_err(RetuneError::Data)?;
    let mut applied = RetuneReport { changes: changes(&before.library, &library), ..RetuneReport::default() };
    for change in &applied.changes {
        note_later(change, &mut applied.later);
    }
    let mut thinking = Vec::new();
    for entity in world.get_resource::<Roster>().cloned().unwrap_or_default().agents {
        let Some(id) = world.get::<AgentId>(entity).copied() else { continue };
        let Some(KindName(name)) = world.get::<KindName>(entity).copied() else { continue };
        let Some(kind) = kinds.0.get(&name) else {
            later(&mut applied.later, format!("agents of the kind \"{name}\" stay as they are in this match"));
            continue;
        };
        let body = parts::take_body(world, entity, &kind.body, &mut |note| later(&mut applied.later, note));
        let senses = parts::take_senses(world, entity, &kind.senses, &mut |note| later(&mut applied.later, note));
        let mind = another_mind(world, entity, &before.library, &library, kind.brain.name);
        if mind {
            let dropped = exchange_brain(world, entity, &kind.brain);
            thinking.push((id, entity, dropped));
        }
        if body || senses || mind {
            applied.retuned.push(id);
        }
    }
    if let Some(rules) = library.rules.get(&before.rules) {
        parts::take_rules(world, rules, &mut |note| later(&mut applied.later, note));
    } else if world.contains_resource::<MatchRules>() {
        later(&mut applied.later, format!("the rules \"{}\" are gone", before.rules));
    }
    world.insert_resource(MatchData { library, ..before });
    for (id, entity, dropped) in thinking {
        if think_again(world, entity) || dropped {
            applied.replanned.push(id);
        }
    }
    Ok(applied)
}

/// Whether an agent is to think by another mind than it does.
fn another_mind(world: &World, agent: Entity, old: &Library, new: &Library, name: Label) -> bool {
    world.get::<Mind>(agent).is_some_and(|mind| mind.brain.name != name || old.minds.get(&name) != new.minds.get(&name))
}

/// Every value that is another in one of two libraries.
fn changes(old: &Library, new: &Library) -> Vec<Change> {
    let mut changes = Vec::new();
    let paths: BTreeSet<&String> = old.documents.keys().chain(new.documents.keys()).collect();
    for path in paths {
        let whole = || Change { file: path.clone(), what: None };
        match (old.documents.get(path), new.documents.get(path)) {
            (Some(before), Some(after)) if before.text() == after.text() => {}
            (Some(before), Some(after)) => match diff(before.text(), after.text()) {
                Ok(found) => {
                    changes.extend(found.into_iter().map(|what| Change { file: path.clone(), what: Some(what) }));
                }
                Err(_) => changes.push(whole()),
            },
            _ => changes.push(whole()),
        }
    }
    changes
}

fn note_later(change: &Change, notes: &mut Vec<String>) {
    let what = match FileKind::from_path(&change.file) {
        FileKind::Level => "levels",
        FileKind::Props => "props",
        FileKind::Palette => "materials",
        FileKind::Graphics => "graphics",
        FileKind::Difficulty => "difficulties",
        FileKind::Agent => {
            let path = change.what.as_ref().map(|what| what.path.to_string()).unwrap_or_default();
            match path.split(['.', '[']).next() {
                Some("look") => "looks",
                Some("side") => "sides of kinds",
                _ => return,
            }
        }
        _ => return,
    };
    later(notes, format!("{what} are taken up by the next match"));
}

/// Adds a note unless it is there already.
fn later(notes: &mut Vec<String>, note: String) {
    if !notes.contains(&note) {
        notes.push(note);
    }
}
