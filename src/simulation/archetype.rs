//! Agent archetypes: the shared body, senses and compiled mind of each kind of agent, prepared once for all matches.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    data::{FileKind, Finding, Library, body::BodySpec, difficulty::Difficulty, look::Look, shared_senses::Senses},
    mind::{Behaviours, Brain},
    protocol::Label,
};

/// A kind of agent, ready to spawn.
#[derive(Clone)]
pub struct Archetype {
    /// The side it plays for; empty if any side may have such agents.
    pub side: Label,
    /// Whether it has no body of its own: see [`crate::protocol::Host`].
    pub bodiless: bool,
    /// Its body.
    pub body: Arc<BodySpec>,
    /// Its senses.
    pub senses: Arc<Senses>,
    /// Its compiled mind; `None` if it has none.
    pub brain: Option<Arc<Brain>>,
    /// Its appearance.
    pub look: Look,
}

/// All archetypes, by the name of their agent file.
#[derive(Clone, Default)]
pub struct Archetypes(pub BTreeMap<Label, Archetype>);

impl Archetypes {
    /// Prepares the agents of a library.
    ///
    /// # Errors
    /// The errors in their minds, with the location in the file.
    pub fn load(library: &Library) -> Result<Self, Vec<Finding>> {
        let brains = compile_minds(library)?;
        let kinds = library.agents.iter().filter_map(|(name, agent)| {
            let kind = Archetype {
                side: agent.side,
                bodiless: agent.bodiless,
                body: Arc::new(agent.body.clone()),
                senses: Arc::new(agent.senses.complete(&library.senses)),
                brain: match agent.mind {
                    Some(mind) => Some(brains.get(&mind)?.clone()),
                    None => None,
                },
                look: agent.look.clone(),
            };
            Some((*name, kind))
        });
        Ok(Self(kinds.collect()))
    }

    /// Applies a difficulty to all archetypes except those of one side.
    pub fn apply(&mut self, difficulty: &Difficulty, exempt_side: Label) {
        for kind in self.0.values_mut().filter(|kind| kind.side != exempt_side) {
            difficulty.apply_to_body(Arc::make_mut(&mut kind.body));
            difficulty.apply_to_senses(Arc::make_mut(&mut kind.senses));
        }
    }
}

/// Compiles the minds of a library.
///
/// # Errors
/// The errors in them, with the location in the file.
pub fn compile_minds(library: &Library) -> Result<BTreeMap<Label, Arc<Brain>>, Vec<Finding>> {
    let behaviours = Behaviours::default();
    let (mut brains, mut findings) = (BTreeMap::new(), Vec::new());
    for (name, file) in &library.minds {
        match Brain::compile(*name, file, &behaviours) {
            Ok(brain) => drop(brains.insert(*name, Arc::new(brain))),
            Err(found) => {
                let path = library.game.path(FileKind::Mind, name.as_str());
                findings.extend(found.into_iter().map(|finding| match library.documents.get(&path) {
                    Some(document) => document.cursor_at(&finding.path).error(finding.message),
                    None => Finding::for_file(path.clone(), finding.to_string()),
                }));
            }
        }
    }
    if findings.is_empty() { Ok(brains) } else { Err(findings) }
}
