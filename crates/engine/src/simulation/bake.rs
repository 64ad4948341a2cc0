//! Bakes the levels of a library, and maps errors to locations in the level files.

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::protocol::Label;
use quarry_ron::Finding;

use crate::{
    data::{FileKind, Library},
    motion::navigation::{BakedLevel, NavAgent, bake},
    world::level::LevelError,
};

/// Bakes a level for the largest agents of its library.
///
/// # Errors
/// Everything that makes the level unplayable, with the location in the file.
pub fn bake_level(library: &Library, name: Label) -> Result<Arc<BakedLevel>, Vec<Finding>> {
    let Some(level) = library.levels.get(&name) else {
        return Err(vec![Finding::for_file(file_of(library, name), "this level file does not exist")]);
    };
    bake(name, level, &library.props, largest_agent([library])).map_err(|faults| locate(library, name, faults))
}

/// Bakes several levels for the largest agents of this library and of `others`.
///
/// # Errors
/// The errors of all levels that are unplayable.
pub fn bake_levels_for(
    library: &Library,
    names: impl IntoIterator<Item = Label>,
    others: &[Library],
) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    let largest_agent = largest_agent(others.iter().chain([library]));
    let bake = |name: Label| match library.levels.get(&name) {
        Some(level) => bake(name, level, &library.props, largest_agent).map_err(|faults| locate(library, name, faults)),
        None => Err(vec![Finding::for_file(file_of(library, name), "this level file does not exist")]),
    };
    collect_levels(names.into_iter().map(|name| (name, bake(name))))
}

/// Bakes several levels.
///
/// # Errors
/// The errors of all levels that are unplayable.
pub fn bake_levels(
    library: &Library,
    names: impl IntoIterator<Item = Label>,
) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    collect_levels(names.into_iter().map(|name| (name, bake_level(library, name))))
}

type Baked = Result<Arc<BakedLevel>, Vec<Finding>>;

fn collect_levels(
    levels: impl Iterator<Item = (Label, Baked)>,
) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    let (mut baked, mut findings) = (BTreeMap::new(), Vec::new());
    for (name, level) in levels {
        match level {
            Ok(level) => drop(baked.insert(name, level)),
            Err(found) => findings.extend(found),
        }
    }
    if findings.is_empty() { Ok(baked) } else { Err(findings) }
}

/// The size of the largest agents that walk: the mesh must let every one of them through.
fn largest_agent<'l>(libraries: impl IntoIterator<Item = &'l Library>) -> NavAgent {
    let mut largest_agent = NavAgent { radius: 0.0, height: 0.0, ..NavAgent::default() };
    let all = libraries.into_iter().flat_map(|library| library.agents.values());
    for agent in all.filter(|agent| !agent.bodiless && agent.body.walks()) {
        largest_agent.radius = largest_agent.radius.max(agent.body.radius);
        largest_agent.height = largest_agent.height.max(agent.body.height);
    }
    largest_agent
}

fn file_of(library: &Library, name: Label) -> String {
    library.game.path(FileKind::Level, name.as_str())
}

fn locate(library: &Library, name: Label, faults: Vec<LevelError>) -> Vec<Finding> {
    let file = file_of(library, name);
    let document = library.documents.get(&file);
    let finding = |fault: LevelError| match (document, fault.cell) {
        (Some(document), Some((floor, column, row))) => document
            .cursor()
            .field("floors")
            .index(floor)
            .field("rows")
            .index(row as usize)
            .error_at_character(column as usize, fault.message),
        (Some(document), None) => document.cursor().error(fault.message),
        (None, _) => Finding::for_file(file.clone(), fault.message),
    };
    faults.into_iter().map(finding).collect()
}
