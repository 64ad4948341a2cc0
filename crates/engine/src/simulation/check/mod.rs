//! Whether minds mean what they say: what `quarry check` examines beyond each file by itself. Nothing here keeps a match from beginning.

mod names;
pub(super) mod shared;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use quarry_minds::{
    Brain, MindFinding, OutOfReach,
    protocol::{Label, label},
    review_mind,
};
use quarry_ron::{Finding, map::PathStep};
use shared::ByMind;

use super::archetype::{compile_brains, compile_minds};
use crate::data::{FileKind, Library};

/// The errors in minds and brains and in the names of all files, and warnings about goals that no plan reaches and parts of minds that
/// have no effect.
pub fn check_minds(library: &Library) -> Vec<Finding> {
    let mut findings = match compile_minds(library) {
        Ok(minds) => out_of_reach(library, &minds),
        Err(found) => found,
    };
    findings.extend(compile_brains(library).err().into_iter().flatten());
    findings.extend(names::missing_names(library));
    let used = actions_of_brains(library);
    let doubts = library.minds.iter().map(|(name, mind)| {
        let used = used.get(name).unwrap_or(&BTreeSet::new()).clone();
        (*name, review_mind(mind, &used))
    });
    findings.extend(warnings(library, doubts));
    findings
}

/// A warning for every goal that no plan can reach.
fn out_of_reach(library: &Library, minds: &BTreeMap<Label, Arc<Brain>>) -> Vec<Finding> {
    let lost = minds
        .iter()
        .map(|(name, brain)| (*name, brain.out_of_reach(&BTreeSet::new()).iter().map(OutOfReach::finding).collect()));
    warnings(library, lost)
}

/// Doubts about minds as warnings at their places.
fn warnings(library: &Library, doubts: impl Iterator<Item = (Label, Vec<MindFinding>)>) -> Vec<Finding> {
    let mut found = ByMind::default();
    for (mind, doubts) in doubts {
        let Some(document) = library.whole(&library.game.path(FileKind::Mind, mind.as_str())) else { continue };
        let warn = |doubt: MindFinding| doubt.in_document(document).warning();
        found.add(library, mind, doubts.into_iter().map(warn).collect());
    }
    found.into_findings()
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
