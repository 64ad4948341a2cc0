//! Hearing: noises that the game makes reach the ears in their range. An ear hears where, roughly, and never who.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use rand::Rng;

use super::entities::HasMind;
use crate::{
    Dormant,
    protocol::{AgentRng, Label, Percept, PerceptSource, Percepts, SelfSense, SignOrigin, Subject},
};

/// The share of its distance by which the place of a noise is misheard at most.
const MISHEARD: f32 = 0.1;

/// A noise. The game writes it, and it is heard once, in the next tick.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// What it is, as the queries of minds name it: `kinds: ["crash"]`.
    pub kind: Label,
    /// Where, in metres.
    pub place: Vec3,
    /// How far it is heard by normal ears, in metres.
    pub loudness: f32,
    /// Who makes it, and does not hear it.
    pub by: Option<Entity>,
}

/// Ears.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Hearing {
    /// The factor on how far noises are heard; 1 is normal.
    pub sharpness: f32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { sharpness: 1.0 }
    }
}

/// Counts noises.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Noises(u32);

/// Writes what each agent hears into its percepts.
pub(super) fn hear(
    mut noises: MessageReader<Noise>,
    mut counted: ResMut<Noises>,
    mut ears: Query<(Entity, &Hearing, &SelfSense, &mut AgentRng, &mut Percepts), (With<HasMind>, Without<Dormant>)>,
) {
    for noise in noises.read() {
        counted.0 = counted.0.wrapping_add(1);
        for (entity, hearing, sense, mut chance, mut percepts) in &mut ears {
            let (distance, range) = (sense.eyes.distance(noise.place), noise.loudness * hearing.sharpness);
            if distance > range || noise.by == Some(entity) {
                continue;
            }
            let error = distance * MISHEARD;
            let mut aside = || chance.0.gen_range(-0.7..=0.7) * error;
            let place = noise.place + Vec3::new(aside(), 0.0, aside());
            let subject = Subject::sign(SignOrigin::Noise, counted.0);
            percepts.0.push(Percept {
                amount: noise.loudness,
                confidence: (1.0 - 0.5 * distance / range.max(0.1)).clamp(0.0, 1.0),
                source: PerceptSource::Heard,
                ..Percept::felt(noise.kind, subject, place, error)
            });
        }
    }
}
