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
    /// Lights, including those of items, characters and gates, the moon and the fill lights.
    pub lights: usize,
}

/// The budget of a level with a match of usual size.
pub const DRAW_BUDGET: DrawBudget = DrawBudget { meshes: 280, triangles: 350_000, lights: 64 };

/// The rendering cost of the loaded level.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SceneCost {
    pub meshes: usize,
    /// Triangles of the static meshes.
    pub triangles: usize,
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
