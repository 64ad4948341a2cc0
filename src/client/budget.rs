//! What a picture may cost to draw, so that an ordinary integrated graphics processor keeps 16 ms at 1080p in medium quality.
//! A test counts every shipped level against it; `docs/drawing.md` says what the numbers rest on.

use bevy::prelude::*;

/// What may be in a level at once, as far as the camera can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawBudget {
    /// Meshes that are drawn: without batching, draw calls of the main pass.
    pub meshes: usize,
    /// Triangles of what does not move.
    pub triangles: usize,
    /// Lights, those of keys, figures and gates among them, and those of the sky: the moon and the weak ones that fill its shade.
    pub lights: usize,
}

/// The budget of a level with one hunter and three hunted in it.
pub const DRAW_BUDGET: DrawBudget = DrawBudget { meshes: 280, triangles: 350_000, lights: 64 };

/// What the level costs to draw.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SceneCost {
    /// Meshes that do not move.
    pub meshes: usize,
    /// Their triangles.
    pub triangles: usize,
    /// Lamps.
    pub lamps: usize,
}

/// Says what a level costs, and warns where it is over the budget.
pub(super) fn judge(cost: &SceneCost) {
    if cost.triangles > DRAW_BUDGET.triangles || cost.lamps > DRAW_BUDGET.lights {
        warn!(
            "this level costs {} triangles and {} lamps; {} and {} are what it ought to cost at most",
            cost.triangles, cost.lamps, DRAW_BUDGET.triangles, DRAW_BUDGET.lights
        );
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::{
        client::{
            character,
            scene::{self, shared_materials::SharedMaterials},
            scene_setup::{AgentInfo, SceneSetup},
        },
        data::Library,
        protocol::label,
    };

    /// The stage of a level in medium quality, its textures small: they cost nothing here.
    fn setup(library: &Library, level: crate::protocol::Label) -> SceneSetup {
        let graphics = library.graphics.clone().unwrap();
        let mut quality = graphics.qualities[&label("medium")];
        quality.texture_size = 16;
        let built = crate::world::level::build(level, &library.levels[&level], &library.props).unwrap();
        let of = |kind: &str, count: usize| {
            let agent = library.agents[&label(kind)].clone();
            let (look, body) = (Arc::new(agent.look), Arc::new(agent.body));
            (0..count)
                .map(|order| AgentInfo::new(&look, &body, agent.side, kind == "hunter", order))
                .collect::<Vec<_>>()
        };
        let cast = of("hunter", 1).into_iter().chain(of("hunted", 3)).collect();
        SceneSetup {
            level: Arc::new(built),
            props: Arc::new(library.props.clone()),
            palette: Arc::new(library.palette.clone()),
            agents: Arc::new(cast),
            quality,
            night: graphics.night,
        }
    }

    #[test]
    fn every_shipped_level_keeps_the_budget() {
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        for level in library.levels.keys() {
            let mut world = World::new();
            world.init_resource::<Assets<Mesh>>();
            world.init_resource::<Assets<Image>>();
            let mut materials = Assets::<StandardMaterial>::default();
            world.insert_resource(SharedMaterials::new(&mut materials));
            world.insert_resource(materials);
            world.insert_resource(setup(&library, *level));
            scene::prepare(&mut world);
            world.run_system_once(scene::build).unwrap();
            world.run_system_once(character::spawn).unwrap();
            world.flush();
            let cost = *world.resource::<SceneCost>();
            let drawn = world
                .query_filtered::<Option<&Visibility>, With<Mesh3d>>()
                .iter(&world)
                .filter(|visibility| visibility.is_none_or(|visibility| *visibility != Visibility::Hidden))
                .count();
            let lights =
                world.query_filtered::<(), Or<(With<PointLight>, With<DirectionalLight>)>>().iter(&world).count();
            println!("{level}: {drawn} meshes, {} triangles, {lights} lights", cost.triangles);
            assert!(lights > cost.lamps, "{level}: {lights} lights, and no moon among them");
            assert!(drawn <= DRAW_BUDGET.meshes, "{level}: {drawn} meshes");
            assert!(cost.triangles <= DRAW_BUDGET.triangles, "{level}: {} triangles", cost.triangles);
            assert!(lights <= DRAW_BUDGET.lights, "{level}: {lights} lights");
        }
    }
}
