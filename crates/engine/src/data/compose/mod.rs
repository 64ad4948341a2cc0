//! Files that build on others of this game, so that nothing is written twice: agents and rules with `like`, minds with `like` and
//! `action_sets`, actions of minds, action sets and brains with `like`.
//! [`quarry_ron::compose`] says how what a file states is merged into what it builds on.

pub use quarry_ron::compose::NotFound;
use quarry_ron::compose::{self, BuildsOn};
use quarry_ron::{Document, Finding};

use super::{FileKind, thing_actions::derived_set};

fn how(kind: FileKind) -> Option<BuildsOn> {
    match kind {
        FileKind::Agent | FileKind::Rules => Some(BuildsOn::Like),
        FileKind::Mind => Some(BuildsOn::Mind),
        FileKind::ActionSet | FileKind::Brain => Some(BuildsOn::ActionSet),
        _ => None,
    }
}

/// What a document is with everything that it builds on; `None` if it builds on nothing, or is of a kind that cannot. `find` returns
/// the document of a kind and name. Where no action set has a name, what follows from the thing of that name is meant.
///
/// # Errors
/// It builds on what does not exist or could not be read, or on itself. The finding points at the name.
pub fn compose(
    kind: FileKind,
    document: &Document,
    find: &impl Fn(FileKind, &str) -> Result<Document, NotFound>,
) -> Result<Option<Document>, Finding> {
    let Some(how) = how(kind) else { return Ok(None) };
    compose::compose(how, document, &|wanted, name: &str| {
        if wanted != BuildsOn::ActionSet {
            return find(kind, name);
        }
        let missing = match find(FileKind::ActionSet, name) {
            Err(NotFound::Missing(path)) => NotFound::Missing(path),
            found => return found,
        };
        match find(FileKind::Thing, name) {
            Ok(thing) => derived_set(name, &thing),
            Err(NotFound::Missing(_)) => Err(missing),
            Err(unread) => Err(unread),
        }
    })
}

#[cfg(test)]
mod tests;
