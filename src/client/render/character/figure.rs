//! The models that agents can have, and their meshes, which all agents with the same model and colour share.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use quarry_minds::protocol::Label;

use super::four_legged::{self, FourLegged};
use super::{
    BONES, Bone, CharacterMesh, PartMaterial, PoseInput, Proportions, Stride, animal, guns::GunMeshes, pose::pose,
};
use crate::client::session::AgentInfo;
use crate::data::figure::AnimalFigure;

/// A model that agents can have.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Builds it in an agent's own colour. The number is that of a variant, below `variants`.
    pub build: fn(LinearRgba, usize) -> CharacterMesh,
    /// The number of variants, at least 1. Agents have them in turn.
    pub variants: usize,
    /// The transform of each bone relative to its parent, indexed by [`Bone`].
    pub pose: fn(&Proportions, &PoseInput) -> [Transform; BONES],
    /// Whether it holds the gun that its agent carries.
    pub guns: bool,
}

impl Figure {
    /// A model that walks upright.
    pub const fn new(build: fn(LinearRgba, usize) -> CharacterMesh, variants: usize) -> Self {
        Self { build, variants, pose, guns: false }
    }
}

/// The models that agents can have. Games add theirs.
#[derive(Resource, Clone, Debug, Default)]
pub struct Figures(pub BTreeMap<Label, Figure>);

/// How a figure moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Movement {
    /// On two legs, with the pose of its model.
    Upright(fn(&Proportions, &PoseInput) -> [Transform; BONES]),
    FourLegged(FourLegged),
}

impl Movement {
    /// The transform of each bone relative to its parent.
    pub fn pose(&self, proportions: &Proportions, motion: &PoseInput) -> [Transform; BONES] {
        match self {
            Self::Upright(pose) => pose(proportions, motion),
            Self::FourLegged(body) => four_legged::pose(body, motion),
        }
    }

    pub fn stride(&self) -> Stride {
        match self {
            Self::Upright(_) => Stride::PERSON,
            Self::FourLegged(body) => body.stride,
        }
    }
}

/// A figure whose meshes are assets.
#[derive(Debug)]
pub(super) struct FigureMeshes {
    pub proportions: Proportions,
    pub parts: Vec<(Bone, PartMaterial, Handle<Mesh>)>,
    pub height: f32,
    pub lantern: Option<Vec3>,
    pub movement: Movement,
    /// The guns that it may hold.
    pub guns: Arc<[GunMeshes]>,
}

/// What a figure is built from.
#[derive(Clone, Copy)]
enum Model<'a> {
    Animal(&'a AnimalFigure),
    OfGame(&'a Figure),
}

/// The figures of the match on screen, by kind of agent, colour and variant.
#[derive(Debug, Default)]
pub(super) struct FigureCache {
    built: BTreeMap<(Label, [u32; 4], usize), Arc<FigureMeshes>>,
    guns: Option<Arc<[GunMeshes]>>,
}

impl FigureCache {
    /// The figure of an agent; `None` if the game does not draw this model.
    pub fn get(
        &mut self,
        figures: &Figures,
        meshes: &mut Assets<Mesh>,
        player: &AgentInfo,
        colour: LinearRgba,
        agent: usize,
    ) -> Option<Arc<FigureMeshes>> {
        let look = &player.look;
        let model = match &look.figure {
            Some(animal) => Model::Animal(animal),
            None => Model::OfGame(figures.0.get(&look.model)?),
        };
        // A figure of an agent file is that of its kind; a model of the game may serve several.
        let (name, variant) = match model {
            Model::Animal(_) => (player.kind, 0),
            Model::OfGame(figure) => (look.model, agent % figure.variants.max(1)),
        };
        let key = (name, colour.to_f32_array().map(f32::to_bits), variant);
        let Self { built, guns } = self;
        let built = built.entry(key).or_insert_with(|| {
            let (made, movement, armed) = match model {
                Model::Animal(animal) => {
                    (animal::build(animal, colour), Movement::FourLegged(FourLegged::from(animal)), false)
                }
                Model::OfGame(figure) => ((figure.build)(colour, variant), Movement::Upright(figure.pose), figure.guns),
            };
            let CharacterMesh { proportions, parts, height, lantern } = made;
            let parts =
                parts.into_iter().map(|(bone, material, shape)| (bone, material, meshes.add(shape.mesh(false))));
            let parts = parts.collect();
            let guns = if armed { guns.get_or_insert_with(|| GunMeshes::all(meshes)).clone() } else { [].into() };
            Arc::new(FigureMeshes { proportions, parts, height, lantern, movement, guns })
        });
        Some(built.clone())
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.built.len()
    }
}
