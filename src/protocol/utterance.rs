//! What an agent would say to its team: put together by its mind, carried by its voice, delivered by the ears of others.

use bevy::ecs::prelude::*;

use super::Percept;

/// What an agent tells team-mates within earshot when it speaks ([`super::SayRequest`] with `"report"`): what it knows, as
/// it came to know it. Written by its mind, read when it speaks; whoever hears it gets copies whose source is
/// [`super::PerceptSource::Told`] and whose teller is this agent.
#[derive(Component, Clone, Debug, Default)]
pub struct Utterance(pub Vec<Percept>);
