//! Vision cones as a mesh on the ground: its opacity is the visibility at each point, and it ends at walls.
//!
//! The visibility comes from [`VisionCones::strength`] and the walls from the same ray casts that the vision sense uses.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowReceiver;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use quarry_minds::cone::{EyePose, VisionCones};
use quarry_minds::protocol::AgentId;

use super::{OverlayContext, OverlayGizmos, OverlaySystems, agent_colour};
use crate::client::render::line_of_sight::LineOfSight;
use crate::client::render::scene::{hidden_part, shared_materials::see_through, visible};
use crate::client::session::{SceneSetup, component, init_for_match};
use crate::client::tools::panels::is_open;

/// The number of rays of one mesh, and of segments along each ray.
const RAYS: usize = 49;
const STEPS: usize = 10;
/// The opacity where visibility is 1.
const MAX_OPACITY: f32 = 0.30;
/// The height of the mesh above the ground, in metres.
const LIFT: f32 = 0.07;

#[derive(Component, Clone, Copy, Debug)]
struct ConeMesh {
    agent: usize,
}

/// The maximum number of meshes rebuilt in a frame; the others wait.
const MAX_REBUILDS: usize = 4;

#[derive(Resource, Default)]
struct ConeMeshes {
    /// For each agent: the tick the mesh was built at, and its outline.
    outlines: Vec<(Option<u32>, Vec<Vec3>)>,
}

impl ConeMeshes {
    /// The agents to rebuild at a tick: those that see, with the oldest meshes.
    fn due(&self, tick: u32, sees: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut due: Vec<(Option<u32>, usize)> =
            self.outlines.iter().enumerate().map(|(agent, mesh)| (mesh.0, agent)).collect();
        due.retain(|(built, agent)| *built != Some(tick) && sees(*agent));
        // After a jump back, a mesh from a later tick counts as the oldest.
        due.sort_by_key(|(built, agent)| (built.filter(|built| *built < tick), *agent));
        due.into_iter().take(MAX_REBUILDS).map(|(_, agent)| agent).collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    init_for_match::<ConeMeshes>(app);
    app.add_systems(
        Update,
        (
            (spawn, rebuild).chain().run_if(is_open(super::id::CONES)),
            show_meshes,
            draw_outlines.run_if(is_open(super::id::CONES)),
        )
            .chain()
            .in_set(OverlaySystems),
    );
}

/// Spawns an empty mesh for each agent that has none yet, once the overlay is open.
fn spawn(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    known: Query<&MeshMaterial3d<StandardMaterial>, With<ConeMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let first = known.iter().len();
    if first >= setup.agents.len() {
        return;
    }
    let material = known.iter().next().map(|material| material.0.clone());
    let material = material.unwrap_or_else(|| materials.add(see_through(Color::WHITE, AlphaMode::Blend)));
    for agent in first..setup.agents.len() {
        let part = hidden_part("vision cones", &meshes.add(empty_mesh()), &material);
        commands.spawn((ConeMesh { agent }, NotShadowReceiver, NoFrustumCulling, part));
    }
}

/// A mesh with all points at the origin; only positions and colours change later.
fn empty_mesh() -> Mesh {
    let points = RAYS * (STEPS + 1);
    let mut triangles = Vec::with_capacity((RAYS - 1) * STEPS * 6);
    for ray in 0..RAYS - 1 {
        for step in 0..STEPS {
            let at = |ray: usize, step: usize| (ray * (STEPS + 1) + step) as u32;
            let [a, b, c, d] = [at(ray, step), at(ray + 1, step), at(ray + 1, step + 1), at(ray, step + 1)];
            triangles.extend([a, b, c, a, c, d]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0f32; 3]; points])
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[0.0f32; 4]; points])
        .with_inserted_indices(Indices::U32(triangles))
}

fn show_meshes(cx: OverlayContext, mut cones: Query<(&ConeMesh, &mut Visibility)>) {
    let shown = cx.panels.is_open(super::id::CONES) && cx.playback.shown_world().is_some();
    for (cone_mesh, mut visibility) in &mut cones {
        let frame = cx.playback.now.agents.get(cone_mesh.agent);
        let seeing = frame.is_some_and(|frame| frame.stands() && cx.is_visible(frame.body.place));
        visibility.set_if_neq(visible(shown && seeing));
    }
}

/// Rebuilds the meshes that are out of date.
fn rebuild(
    cx: OverlayContext,
    lines: Option<Res<LineOfSight>>,
    cones: Query<(&ConeMesh, &Mesh3d)>,
    mut state: ResMut<ConeMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Some(lines), Some(world)) = (lines, cx.playback.shown_world()) else {
        *state = ConeMeshes::default();
        return;
    };
    if cones.is_empty() {
        return;
    }
    let _spent = cx.timings.start("overlay: cones");
    let tick = cx.playback.now.tick;
    state.outlines.resize(cx.setup.agents.len(), (None, Vec::new()));
    let sees = |agent: usize| cx.playback.now.agents.get(agent).is_some_and(|frame| frame.stands());
    for (agent, (_, outline)) in state.outlines.iter_mut().enumerate() {
        if !sees(agent) {
            outline.clear();
        }
    }
    let due = state.due(tick, sees);
    for (cone_mesh, mesh) in cones.iter().filter(|(cone_mesh, _)| due.contains(&cone_mesh.agent)) {
        let Some((built, outline)) = state.outlines.get_mut(cone_mesh.agent) else { continue };
        *built = Some(tick);
        outline.clear();
        let (Some(cones), Some(frame), Some(info), Some(mut mesh)) = (
            component::<VisionCones>(world, AgentId(cone_mesh.agent as u16)),
            cx.playback.now.agents.get(cone_mesh.agent).filter(|frame| frame.stands()),
            cx.setup.agents.get(cone_mesh.agent),
            meshes.get_mut(&mesh.0),
        ) else {
            continue;
        };
        let eyes = EyePose::new(frame.body.eye_position(&info.body), frame.body.gaze_direction());
        let walls =
            |to: Vec3| lines.0.cast(eyes.place, to, cx.playback.now.things.open).map(|contact| contact.distance);
        let field = ConeField::new(cones, &eyes, frame.body.gaze, walls);
        let colour = agent_colour(info);
        let (mut points, mut colours) =
            (Vec::with_capacity(field.points.len()), Vec::with_capacity(field.points.len()));
        for (point, strength) in &field.points {
            points.push([point.x, frame.body.place.y + LIFT, point.z]);
            colours.push([colour.red, colour.green, colour.blue, strength.min(1.0) * MAX_OPACITY]);
        }
        outline.extend(field.outline.iter().map(|point| point.with_y(frame.body.place.y + LIFT)));
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, points);
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    }
}

/// Draws the outlines: solid for agents whose side attacks others, dotted for the rest.
fn draw_outlines(cx: OverlayContext, state: Res<ConeMeshes>, mut gizmos: OverlayGizmos) {
    let _spent = cx.timings.start("overlay: cones");
    for (agent, (_, outline)) in state.outlines.iter().enumerate() {
        let (Some(info), Some(first)) = (cx.setup.agents.get(agent), outline.first()) else { continue };
        if !cx.is_visible(*first) {
            continue;
        }
        let colour = agent_colour(info).with_alpha(0.55);
        if info.attacks {
            gizmos.fine.linestrip(outline.iter().copied(), colour);
        } else {
            gizmos.dotted.linestrip(outline.iter().copied(), colour);
        }
    }
}

/// The visibility around an agent.
struct ConeField {
    /// Points and their visibility, ray by ray from the eyes outwards.
    points: Vec<(Vec3, f32)>,
    /// The outline, closed.
    outline: Vec<Vec3>,
}

impl ConeField {
    /// The field of cones along the heading `gaze`; `walls` gives the distance of the first hit of a ray to a point.
    fn new(cones: &VisionCones, eyes: &EyePose, gaze: f32, walls: impl Fn(Vec3) -> Option<f32>) -> Self {
        let widest =
            cones.iter().map(|cone| cone.half_angle.max(cone.half_angle_far) + cone.soft_angle).fold(0.1, f32::max);
        let widest = widest.min(std::f32::consts::PI);
        let mut field = Self { points: Vec::with_capacity(RAYS * (STEPS + 1)), outline: Vec::with_capacity(RAYS + 2) };
        field.outline.push(eyes.place);
        for ray in 0..RAYS {
            // Denser near the axis, because cones are narrow.
            let share = ray as f32 / (RAYS - 1) as f32 * 2.0 - 1.0;
            let aside = share.signum() * share.abs().powf(1.35) * widest;
            let along = crate::world::geometry::direction(gaze + aside);
            let reach = cones.iter().map(|cone| reach_at(cone, aside.abs())).fold(0.0, f32::max);
            let free = walls(eyes.place + along * reach.max(0.05)).unwrap_or(reach).min(reach);
            for step in 0..=STEPS {
                let point = eyes.place + along * (free * step as f32 / STEPS as f32).max(0.05);
                field.points.push((point, cones.strength(eyes, point)));
            }
            field.outline.push(eyes.place + along * free);
        }
        field.outline.push(eyes.place);
        field
    }
}

/// The range of a cone at an angle off its axis, soft edge included, in metres.
fn reach_at(cone: &quarry_minds::cone::VisionCone, aside: f32) -> f32 {
    let end = cone.max_range + cone.soft_range;
    let widest = cone.half_angle.max(cone.half_angle_far) + cone.soft_angle;
    if aside >= widest {
        return 0.0;
    }
    if aside <= cone.half_angle_at(cone.max_range) + cone.soft_angle {
        return end;
    }
    // The cone narrows with distance: its last distance that is wide enough for the angle.
    let (from, to) = (cone.half_angle + cone.soft_angle, cone.half_angle_far + cone.soft_angle);
    cone.min_range + (cone.max_range - cone.min_range) * ((from - aside) / (from - to).max(1e-4)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::senses::Vision;

    fn cones() -> VisionCones {
        let text = r#"(cones: [
            (name: "near", min_range: 0, max_range: 8, half_angle: 50, vertical_half_angle: 40, rate: 1, soft_angle: 10, soft_range: 2),
            (name: "far", min_range: 8, max_range: 20, half_angle: 25, half_angle_far: Some(10), vertical_half_angle: 30, rate: 1, soft_angle: 5, soft_range: 4),
        ])"#;
        crate::senses::cones_of(&ron::from_str::<Vision>(text).unwrap())
    }

    fn field(walls: impl Fn(Vec3) -> Option<f32>) -> ConeField {
        let eyes = EyePose::new(Vec3::new(0.0, 1.6, 0.0), Vec3::NEG_Z);
        ConeField::new(&cones(), &eyes, 0.0, walls)
    }

    #[test]
    fn the_field_reaches_as_far_as_the_cones_see() {
        let open = field(|_| None);
        let ahead = open.outline.iter().map(|point| -point.z).fold(0.0, f32::max);
        assert!((23.0..=24.01).contains(&ahead), "{ahead} m ahead");
        assert!(open.points.iter().all(|(point, _)| point.z < 1.0), "nothing is seen behind");
        let seen = open.points.iter().filter(|(_, strength)| *strength > 0.5).count();
        assert!(seen * 3 > open.points.len(), "most points are seen well: {seen} of {}", open.points.len());
        // Nothing is seen beyond the outline, which includes the soft edges.
        let eyes = EyePose::new(Vec3::new(0.0, 1.6, 0.0), Vec3::NEG_Z);
        for point in open.outline.iter().filter(|point| point.xz().length() > 1.0) {
            let beyond = eyes.place + (*point - eyes.place) * 1.03;
            assert!(cones().strength(&eyes, beyond) < 0.06, "{beyond} is seen");
        }
    }

    #[test]
    fn meshes_are_rebuilt_in_turn() {
        let mut state = ConeMeshes { outlines: vec![(None, Vec::new()); 7] };
        let mut rebuild = |tick: u32| {
            let due = state.due(tick, |agent| agent != 6);
            due.iter().for_each(|agent| state.outlines[*agent].0 = Some(tick));
            due
        };
        assert_eq!(rebuild(7), [0, 1, 2, 3]);
        assert_eq!(rebuild(8), [4, 5, 0, 1], "the oldest mesh comes first");
        assert_eq!(rebuild(8), [2, 3]);
        assert_eq!(rebuild(8), [] as [usize; 0], "a paused match needs no rebuild, and agent 6 does not see");
        assert_eq!(rebuild(3).len(), 4, "after a jump back");
        assert_eq!(rebuild(3), [4, 5]);
    }

    #[test]
    fn the_field_ends_at_walls() {
        let walled = field(|_| Some(3.0));
        assert!(walled.points.iter().all(|(point, _)| point.xz().length() <= 3.01));
        assert_eq!(walled.points.len(), RAYS * (STEPS + 1));
    }
}
