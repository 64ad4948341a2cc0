//! Levels made ready to play, and what is wrong with those that cannot be.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    data::{Finding, Library},
    motion::navigation::{BakedLevel, NavAgent, bake},
    protocol::Label,
    world::level::LevelError,
};

/// Makes a level of the library ready, for the broadest and the tallest of its agents.
///
/// # Errors
/// All that keeps the level from being played, each with its place in the file.
pub fn bake_level(library: &Library, name: Label) -> Result<Arc<BakedLevel>, Vec<Finding>> {
    let Some(level) = library.levels.get(&name) else {
        return Err(vec![Finding::for_file(file_of(name), "there is no such level")]);
    };
    bake(name, level, &library.props, walker([library])).map_err(|faults| place(library, name, faults))
}

/// Makes several levels of a library ready for the broadest and the tallest agents of it and of others.
///
/// # Errors
/// The findings of all levels that cannot be played.
pub fn bake_levels_for(
    library: &Library,
    names: impl IntoIterator<Item = Label>,
    others: &[Library],
) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    let walker = walker(others.iter().chain([library]));
    let bake = |name: Label| match library.levels.get(&name) {
        Some(level) => bake(name, level, &library.props, walker).map_err(|faults| place(library, name, faults)),
        None => Err(vec![Finding::for_file(file_of(name), "there is no such level")]),
    };
    gather(names.into_iter().map(|name| (name, bake(name))))
}

/// Makes several levels ready.
///
/// # Errors
/// The findings of all levels that cannot be played.
pub fn bake_levels(
    library: &Library,
    names: impl IntoIterator<Item = Label>,
) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    gather(names.into_iter().map(|name| (name, bake_level(library, name))))
}

type Baked = Result<Arc<BakedLevel>, Vec<Finding>>;

fn gather(levels: impl Iterator<Item = (Label, Baked)>) -> Result<BTreeMap<Label, Arc<BakedLevel>>, Vec<Finding>> {
    let (mut baked, mut findings) = (BTreeMap::new(), Vec::new());
    for (name, level) in levels {
        match level {
            Ok(level) => drop(baked.insert(name, level)),
            Err(found) => findings.extend(found),
        }
    }
    if findings.is_empty() { Ok(baked) } else { Err(findings) }
}

/// The body that must get through everywhere.
fn walker<'l>(libraries: impl IntoIterator<Item = &'l Library>) -> NavAgent {
    let mut walker = NavAgent { radius: 0.0, height: 0.0, ..NavAgent::default() };
    for agent in libraries.into_iter().flat_map(|library| library.agents.values()) {
        walker.radius = walker.radius.max(agent.body.radius);
        walker.height = walker.height.max(agent.body.height);
    }
    walker
}

fn file_of(name: Label) -> String {
    format!("levels/{name}.ron")
}

fn place(library: &Library, name: Label, faults: Vec<LevelError>) -> Vec<Finding> {
    let file = file_of(name);
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
