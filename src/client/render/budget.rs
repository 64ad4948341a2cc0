//! The rendering budget of a level, chosen so that an ordinary integrated GPU keeps 16 ms per frame at 1080p in medium quality. A
//! test counts every shipped level against it; see `docs/drawing.md`.

use bevy::prelude::*;

/// Upper limits of a rendered level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawBudget {
    /// Visible meshes: the draw calls of the main pass without batching.
    pub meshes: usize,
    /// Triangles of static meshes.
    pub triangles: usize,
    /// Lights, including those of keys, characters and exits, the moon and the fill lights.
    pub lights: usize,
}

/// The budget of a level with one hunter and three hunted agents.
pub const DRAW_BUDGET: DrawBudget = DrawBudget { meshes: 280, triangles: 350_000, lights: 64 };

/// The rendering cost of the loaded level.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SceneCost {
    /// Static meshes.
    pub meshes: usize,
    /// Triangles of the static meshes.
    pub triangles: usize,
    /// Lamps.
    pub lamps: usize,
}

/// Logs a warning if a level is over the budget.
pub(in crate::client) fn check(cost: &SceneCost) {
    if cost.triangles > DRAW_BUDGET.triangles || cost.lamps > DRAW_BUDGET.lights {
        warn!(
            "the level is over the rendering budget: {} triangles and {} lamps; at most {} and {} are intended",
            cost.triangles, cost.lamps, DRAW_BUDGET.triangles, DRAW_BUDGET.lights
        );
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::{
        client::render::{character, scene::tests::build_scene},
        data::Library,
    };

    #[test]
    fn every_shipped_level_keeps_the_budget() {
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        for level in library.levels.keys() {
            let mut world = build_scene(&library, *level);
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
            assert!(lights > cost.lamps, "{level}: {lights} lights, without the moon");
            assert!(drawn <= DRAW_BUDGET.meshes, "{level}: {drawn} meshes");
            assert!(cost.triangles <= DRAW_BUDGET.triangles, "{level}: {} triangles", cost.triangles);
            assert!(lights <= DRAW_BUDGET.lights, "{level}: {lights} lights");
        }
    }
}
