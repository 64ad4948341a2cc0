//! The navigation mesh: one line mesh and one area mesh per floor, built when the overlay is first opened.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Mesh, PrimitiveTopology};
use bevy::prelude::*;

use super::{OverlayContext, OverlaySystems};
use crate::client::render::scene::{hidden_part, shared_materials::see_through, visible};
use crate::client::tools::panels::is_open;
use crate::motion::{LevelTerrainService, navigation::NavMesh};

/// The height of the drawn mesh above the ground, in metres.
const LIFT: f32 = 0.05;

#[derive(Component, Clone, Copy, Debug)]
struct NavMeshLines {
    floor: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn.run_if(is_open(super::id::NAVMESH)), show_floors).chain().in_set(OverlaySystems));
}

fn spawn(
    mut commands: Commands,
    cx: OverlayContext,
    known: Query<(), With<NavMeshLines>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if !known.is_empty() {
        return;
    }
    let Some(ground) = cx.playback.shown_world().and_then(|world| world.get_resource::<LevelTerrainService>()) else {
        return;
    };
    let [lines, areas] = [Color::srgba(0.35, 0.95, 0.9, 0.55), Color::srgba(0.2, 0.8, 0.85, 0.1)]
        .map(|colour| materials.add(see_through(colour, AlphaMode::Blend)));
    let floors = &cx.setup.level.floors;
    for floor in 0..floors.len().max(1) {
        let (edges, faces) = points_of(&ground.0.mesh, |height| cx.setup.floor_at(height + 0.6) == floor);
        for (points, kind, material) in
            [(edges, PrimitiveTopology::LineList, &lines), (faces, PrimitiveTopology::TriangleList, &areas)]
        {
            if points.is_empty() {
                continue;
            }
            let mesh = Mesh::new(kind, RenderAssetUsages::RENDER_WORLD)
                .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points);
            commands.spawn((NavMeshLines { floor }, hidden_part("navigation mesh", &meshes.add(mesh), material)));
        }
    }
}

/// The edges and the faces of the triangles whose centre height passes `keep`.
fn points_of(mesh: &NavMesh, keep: impl Fn(f32) -> bool) -> (Vec<[f32; 3]>, Vec<[f32; 3]>) {
    let (mut edges, mut faces) = (Vec::new(), Vec::new());
    for triangle in 0..mesh.len() as u32 {
        let corners = mesh.corners(triangle);
        if !keep((corners[0].y + corners[1].y + corners[2].y) / 3.0) {
            continue;
        }
        let [a, b, c] = corners.map(|corner| (corner + Vec3::Y * LIFT).to_array());
        edges.extend([a, b, b, c, c, a]);
        faces.extend([a, b, c]);
    }
    (edges, faces)
}

fn show_floors(cx: OverlayContext, mut lines: Query<(&NavMeshLines, &mut Visibility)>) {
    let open = cx.panels.is_open(super::id::NAVMESH);
    for (mesh, mut visibility) in &mut lines {
        let shown = open && cx.view.shows_floor(mesh.floor);
        visibility.set_if_neq(visible(shown));
    }
}
