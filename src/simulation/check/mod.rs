//! Whether minds mean what they say: what `quarry check` examines beyond each file by itself. Nothing here keeps a match from beginning.

mod names;
pub(super) mod shared;

use std::collections::{BTreeMap, BTreeSet};

pub use names::provided_names;
use shared::ByMind;

use crate::{
    data::{FileKind, Finding, Library, ron_map::PathStep},
    mind::{MindFinding, review_mind},
    protocol::{Label, label},
};

/// Errors about names that nothing provides, and warnings about parts of minds that have no effect.
pub fn check_minds(library: &Library) -> Vec<Finding> {
    let mut findings = names::missing_names(library);
    let used = actions_of_brains(library);
    let mut found = ByMind::default();
    for (name, mind) in &library.minds {
        let Some(document) = library.whole(&library.game.path(FileKind::Mind, name.as_str())) else { continue };
        let warn = |doubt: MindFinding| document.cursor_at(&doubt.path).error(doubt.message).warning();
        let doubts = review_mind(mind, used.get(name).unwrap_or(&BTreeSet::new()));
        found.add(library, *name, doubts.into_iter().map(warn).collect());
    }
    findings.extend(found.into_findings());
    findings
}

/// The actions that brain files use, by their mind.
fn actions_of_brains(library: &Library) -> BTreeMap<Label, BTreeSet<Label>> {
    let mut used: BTreeMap<Label, BTreeSet<Label>> = BTreeMap::new();
    for (name, brain) in &library.brains {
        let Some(document) = library.whole(&library.game.path(FileKind::Brain, name.as_str())) else { continue };
        let texts = document.map().texts(document.text());
        let is_action = |last: &PathStep| matches!(last, PathStep::Field(field) if field == "action");
        let actions = texts.iter().filter(|text| text.path.split_last().is_some_and(|(_, last)| is_action(last)));
        used.entry(brain.mind).or_default().extend(actions.map(|text| label(&text.value)));
    }
    used
}
