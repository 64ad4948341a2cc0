//! Agent archetypes: the shared body, senses and compiled mind of each kind of agent, prepared once for all matches.

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::{
    Brain, MindFinding,
    protocol::{Label, label},
    schema::brain::GOAP,
};
use quarry_ron::{Diagnostics, Finding};

use super::check::shared::ByMind;
use crate::data::{FileKind, Library, body::BodySpec, difficulty::Difficulty, look::Look, senses::Senses};

/// A kind of agent, ready to spawn.
#[derive(Clone)]
pub struct Archetype {
    /// The side it plays for; empty if any side may have such agents.
    pub side: Label,
    /// Whether it has no body of its own: see [`quarry_minds::protocol::Host`].
    pub bodiless: bool,
    /// Its body.
    pub body: Arc<BodySpec>,
    /// Its senses.
    pub senses: Arc<Senses>,
    /// Its compiled mind; `None` if it has none.
    pub brain: Option<Arc<Brain>>,
    /// The brains that can drive it in the place of the planner, by the name of their file and, where only one is of a kind, by the kind.
    pub brains: BTreeMap<Label, Arc<Brain>>,
    /// Its appearance.
    pub look: Look,
}

/// The kinds of agents that may play in a match, by the name of their agent file.
#[derive(Clone, Default)]
pub struct Archetypes {
    /// The kinds of the sides that have no data of their own.
    pub shared: BTreeMap<Label, Archetype>,
    /// The kinds of each side that plays with data of its own; it has no others.
    pub by_side: BTreeMap<Label, BTreeMap<Label, Archetype>>,
}

impl Archetypes {
    /// Prepares the agents of a library.
    ///
    /// # Errors
    /// The errors in their minds, with the location in the file.
    pub fn load(library: &Library) -> Result<Self, Vec<Finding>> {
        let minds = compile_minds(library)?;
        // A brain file that nobody uses keeps no match from beginning; `quarry check` names its mistakes.
        let brains = compile_each_brain(library).0;
        let kinds = library.agents.iter().filter_map(|(name, agent)| {
            let kind = Archetype {
                side: agent.side,
                bodiless: agent.bodiless,
                body: Arc::new(agent.body.clone()),
                senses: Arc::new(agent.senses.complete(&library.senses)),
                brain: match agent.mind {
                    Some(mind) => Some(minds.get(&mind)?.clone()),
                    None => None,
                },
                brains: brains_of_kind(library, *name, &brains),
                look: agent.look.clone(),
            };
            Some((*name, kind))
        });
        Ok(Self { shared: kinds.collect(), by_side: BTreeMap::new() })
    }

    /// The kind with this name for agents of this side.
    pub fn of(&self, side: Label, kind: Label) -> Option<&Archetype> {
        self.by_side.get(&side).unwrap_or(&self.shared).get(&kind)
    }

    /// Applies a difficulty to all archetypes except those of one side.
    pub fn apply(&mut self, difficulty: &Difficulty, exempt_side: Label) {
        let kinds = self.by_side.values_mut().chain([&mut self.shared]).flat_map(BTreeMap::values_mut);
        for kind in kinds.filter(|kind| kind.side != exempt_side) {
            difficulty.apply_to_body(Arc::make_mut(&mut kind.body));
            difficulty.apply_to_senses(Arc::make_mut(&mut kind.senses));
        }
    }
}

impl Archetype {
    /// The brain that a choice means: the planner's, or one of the others; `None` if there is no such brain.
    pub fn brain_for(&self, choice: Label) -> Option<&Arc<Brain>> {
        if choice == GOAP { self.brain.as_ref() } else { self.brains.get(&choice) }
    }
}

/// The brains of a kind of agent by all names that a choice may use.
fn brains_of_kind(library: &Library, kind: Label, brains: &BTreeMap<Label, Arc<Brain>>) -> BTreeMap<Label, Arc<Brain>> {
    let kinds = library.brains.values().map(|brain| label(brain.structure.kind()));
    let names = library.brains.keys().copied().chain(kinds);
    names
        .filter_map(|choice| {
            let file = library.brain_of_kind(kind, choice).ok().flatten()?;
            Some((choice, brains.get(&file)?.clone()))
        })
        .collect()
}

/// Compiles the brain files of a library.
///
/// # Errors
/// The errors in them, with the location in the file.
pub fn compile_brains(library: &Library) -> Result<BTreeMap<Label, Arc<Brain>>, Vec<Finding>> {
    let (brains, faults) = compile_each_brain(library);
    if faults.is_empty() { Ok(brains) } else { Err(faults.into_values().flatten().collect()) }
}

/// The brain files that compile, and the errors of the others.
pub(super) fn compile_each_brain(library: &Library) -> (BTreeMap<Label, Arc<Brain>>, BTreeMap<Label, Vec<Finding>>) {
    let behaviours = library.game.behaviours();
    let (mut brains, mut faults) = (BTreeMap::new(), BTreeMap::new());
    for (name, file) in &library.brains {
        let Some(mind) = library.minds.get(&file.mind) else { continue };
        match Brain::compile_structure(*name, file, mind, &behaviours) {
            Ok(brain) => drop(brains.insert(*name, Arc::new(brain))),
            Err(found) => drop(faults.insert(*name, located(library, FileKind::Brain, *name, found))),
        }
    }
    (brains, faults)
}

/// Findings at their places in a file.
fn located(library: &Library, kind: FileKind, name: Label, found: Vec<MindFinding>) -> Vec<Finding> {
    let path = library.game.path(kind, name.as_str());
    let at = |finding: MindFinding| match library.whole(&path) {
        Some(document) => finding.in_document(document),
        None => Finding::for_file(path.clone(), finding.to_string()),
    };
    found.into_iter().map(at).collect()
}

/// Compiles the minds of a library.
///
/// # Errors
/// The errors in them, with the location in the file.
pub fn compile_minds(library: &Library) -> Result<BTreeMap<Label, Arc<Brain>>, Vec<Finding>> {
    let behaviours = library.game.behaviours();
    let (mut brains, mut shared) = (BTreeMap::new(), ByMind::default());
    for (name, file) in &library.minds {
        match Brain::compile(*name, file, &behaviours) {
            Ok(brain) => drop(brains.insert(*name, Arc::new(brain))),
            Err(found) => shared.add(library, *name, located(library, FileKind::Mind, *name, found)),
        }
    }
    // Minds that build on the same file have its mistakes in common.
    let findings = shared.into_findings();
    if findings.is_empty() { Ok(brains) } else { Err(Diagnostics { findings }.into_sorted()) }
}
