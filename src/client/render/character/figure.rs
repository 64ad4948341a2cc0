//! The models that agents can have, and their meshes, which all agents with the same model and colour share.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use quarry_minds::protocol::Label;

use super::{BONES, Bone, CharacterMesh, PartMaterial, PoseInput, Proportions, Stride, guns::GunMeshes, pose::pose};

/// A model that agents can have.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Builds it in an agent's own colour. The number is that of a variant, below `variants`.
    pub build: fn(LinearRgba, usize) -> CharacterMesh,
    /// The number of variants, at least 1. Agents have them in turn.
    pub variants: usize,
    /// The transform of each bone relative to its parent, indexed by [`Bone`].
    pub pose: fn(&Proportions, &PoseInput) -> [Transform; BONES],
    pub stride: Stride,
    /// Whether it holds the gun that its agent carries.
    pub guns: bool,
}

impl Figure {
    /// A model that walks upright.
    pub const fn new(build: fn(LinearRgba, usize) -> CharacterMesh, variants: usize) -> Self {
        Self { build, variants, pose, stride: Stride::PERSON, guns: false }
    }
}

/// The models that agents can have. Games add theirs.
#[derive(Resource, Clone, Debug, Default)]
pub struct Figures(pub BTreeMap<Label, Figure>);

/// A figure whose meshes are assets.
#[derive(Debug)]
pub(super) struct FigureMeshes {
    pub proportions: Proportions,
    pub parts: Vec<(Bone, PartMaterial, Handle<Mesh>)>,
    pub height: f32,
    pub lantern: Option<Vec3>,
    pub pose: fn(&Proportions, &PoseInput) -> [Transform; BONES],
    pub stride: Stride,
    /// The guns that it may hold.
    pub guns: Arc<[GunMeshes]>,
}

/// The figures of the match on screen, by model, colour and variant.
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
        model: Label,
        colour: LinearRgba,
        agent: usize,
    ) -> Option<Arc<FigureMeshes>> {
        let figure = figures.0.get(&model)?;
        let variant = agent % figure.variants.max(1);
        let key = (model, colour.to_f32_array().map(f32::to_bits), variant);
        let Self { built, guns } = self;
        let built = built.entry(key).or_insert_with(|| {
            let CharacterMesh { proportions, parts, height, lantern } = (figure.build)(colour, variant);
            let parts =
                parts.into_iter().map(|(bone, material, shape)| (bone, material, meshes.add(shape.mesh(false))));
            let (pose, stride) = (figure.pose, figure.stride);
            let parts = parts.collect();
            let guns = if figure.guns { guns.get_or_insert_with(|| GunMeshes::all(meshes)).clone() } else { [].into() };
            Arc::new(FigureMeshes { proportions, parts, height, lantern, pose, stride, guns })
        });
        Some(built.clone())
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.built.len()
    }
}
