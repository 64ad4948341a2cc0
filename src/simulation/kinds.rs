//! The kinds of agents, made ready once for all matches: bodies, senses and minds to share.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    data::{Finding, Library, body::BodySpec, look::Look, senses::Senses},
    protocol::Label,
};

/// One kind of agent.
#[derive(Clone)]
pub struct Kind {
    /// The side it plays for.
    pub side: Label,
    /// Its body.
    pub body: Arc<BodySpec>,
    /// Its senses.
    pub senses: Arc<Senses>,
    /// How it looks.
    pub look: Look,
}

/// All kinds, by the name of their file.
#[derive(Clone, Default)]
pub struct Kinds(pub BTreeMap<Label, Kind>);

impl Kinds {
    /// Makes the agents of a library ready.
    ///
    /// # Errors
    /// What is wrong with their minds, each with its place in the file.
    pub fn of(library: &Library) -> Result<Self, Vec<Finding>> {
        let kinds = library.agents.iter().filter_map(|(name, agent)| {
            let kind = Kind {
                side: agent.side,
                body: Arc::new(agent.body.clone()),
                senses: Arc::new(agent.senses.clone()),
                look: agent.look.clone(),
            };
            Some((*name, kind))
        });
        Ok(Self(kinds.collect()))
    }
}
