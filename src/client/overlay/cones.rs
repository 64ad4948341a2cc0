//! View cones as eyes test them: a carpet on the ground, as strong as the cones see there, that ends where walls do.
//!
//! The strength is that of [`VisionCones::strength`], which eyes use too, and the walls are met by the same rays.

use bevy::{
    asset::RenderAssetUsages,
    pbr::{NotShadowCaster, NotShadowReceiver},
    prelude::*,
    render::{
        mesh::{Indices, PrimitiveTopology},
        view::NoFrustumCulling,
    },
};

use super::{CONES, OverlayContext, OverlayGizmos, OverlaySystems, agent_colour};
use crate::{
    client::{line_of_sight::LineOfSight, panels::is_open, scene::InScene, scene_setup::SceneSetup, screen::Screen},
    protocol::{AgentId, Roster},
    senses::{EyePose, VisionCones},
};

/// How many rays the carpet of one agent has, and how many points along each.
const RAYS: usize = 49;
const STEPS: usize = 10;
/// How opaque it is where eyes see best.
const OPAQUE: f32 = 0.30;
/// How high over the ground it lies, in metres.
const OVER: f32 = 0.07;

/// The carpet of one agent.
#[derive(Component, Clone, Copy, Debug)]
struct ConeMesh {
    agent: usize,
}

/// How many carpets are woven anew in a frame at most; the others wait for the next.
const AT_ONCE: usize = 4;

/// What the carpets were woven for.
#[derive(Resource, Default)]
struct ConeMeshes {
    /// Of each agent, the tick, and the outline.
    edges: Vec<(Option<u32>, Vec<Vec3>)>,
}

impl ConeMeshes {
    /// The agents whose turn it is at a tick: those whose carpets are oldest.
    fn due(&self, tick: u32) -> Vec<usize> {
        let mut due: Vec<(Option<u32>, usize)> =
            self.edges.iter().enumerate().map(|(agent, edge)| (edge.0, agent)).collect();
        due.retain(|(woven, _)| *woven != Some(tick));
        // Where the match went back, what is ahead of it is as old as can be.
        due.sort_by_key(|(woven, agent)| (woven.filter(|woven| *woven < tick), *agent));
        due.into_iter().take(AT_ONCE).map(|(_, agent)| agent).collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ConeMeshes>()
        .add_systems(OnEnter(Screen::Loading), |mut woven: ResMut<ConeMeshes>| *woven = ConeMeshes::default())
        .add_systems(
            Update,
            (
                spawn.run_if(is_open(CONES.id)),
                weave.run_if(is_open(CONES.id)),
                show_carpets,
                draw_edges.run_if(is_open(CONES.id)),
            )
                .chain()
                .in_set(OverlaySystems),
        );
}

/// Makes a carpet for everybody, the first time that cones are to be seen in a match.
fn spawn(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    known: Query<(), With<ConeMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if !known.is_empty() {
        return;
    }
    let material = materials.add(StandardMaterial {
        unlit: true,
        alpha_mode: AlphaMode::Blend,
        cull_mode: None,
        fog_enabled: false,
        ..default()
    });
    for agent in 0..setup.agents.len() {
        commands.spawn((
            Name::new("view cones"),
            InScene,
            ConeMesh { agent },
            NotShadowCaster,
            NotShadowReceiver,
            NoFrustumCulling,
            Transform::default(),
            Visibility::Hidden,
            Mesh3d(meshes.add(empty())),
            MeshMaterial3d(material.clone()),
        ));
    }
}

/// A carpet without extent; its triangles stay the same.
fn empty() -> Mesh {
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

fn show_carpets(scene: OverlayContext, mut carpets: Query<(&ConeMesh, &mut Visibility)>) {
    let shown = scene.panels.is_open(CONES.id) && scene.playback.shown_world().is_some();
    for (carpet, mut visibility) in &mut carpets {
        let person = scene.playback.now.agents.get(carpet.agent);
        let seeing = person.is_some_and(|person| person.gone.is_none() && scene.is_visible(person.body.place));
        visibility.set_if_neq(if shown && seeing { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Weaves the carpets anew where the match has gone on.
fn weave(
    scene: OverlayContext,
    lines: Option<Res<LineOfSight>>,
    carpets: Query<(&ConeMesh, &Mesh3d)>,
    mut woven: ResMut<ConeMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Some(lines), Some(world)) = (lines, scene.playback.shown_world()) else {
        *woven = ConeMeshes::default();
        return;
    };
    if carpets.is_empty() {
        return;
    }
    let _spent = scene.timings.start("overlay: cones");
    let tick = scene.playback.now.tick;
    woven.edges.resize(scene.setup.agents.len(), (None, Vec::new()));
    let due = woven.due(tick);
    let roster = world.get_resource::<Roster>();
    for (carpet, mesh) in carpets.iter().filter(|(carpet, _)| due.contains(&carpet.agent)) {
        let Some((of, edge)) = woven.edges.get_mut(carpet.agent) else { continue };
        *of = Some(tick);
        edge.clear();
        let entity = roster.and_then(|roster| roster.entity(AgentId(carpet.agent as u16)));
        let cones = entity.and_then(|entity| world.get::<VisionCones>(entity));
        let (Some(cones), Some(person), Some(player), Some(mesh)) = (
            cones,
            scene.playback.now.agents.get(carpet.agent).filter(|person| person.gone.is_none()),
            scene.setup.agents.get(carpet.agent),
            meshes.get_mut(&mesh.0),
        ) else {
            continue;
        };
        let eyes = EyePose::new(person.body.eye_position(&player.body), person.body.gaze_direction());
        let walls =
            |to: Vec3| lines.0.cast(eyes.place, to, scene.playback.now.things.open).map(|contact| contact.distance);
        let field = ConeField::of(cones, &eyes, person.body.gaze, walls);
        let lit = agent_colour(player);
        let (mut points, mut colours) =
            (Vec::with_capacity(field.points.len()), Vec::with_capacity(field.points.len()));
        for (point, strength) in &field.points {
            points.push([point.x, person.body.place.y + OVER, point.z]);
            colours.push([lit.red, lit.green, lit.blue, strength.min(1.0) * OPAQUE]);
        }
        edge.extend(field.edge.iter().map(|point| point.with_y(person.body.place.y + OVER)));
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, points);
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    }
}

/// The outlines: solid around the cones of those who catch, dotted around those of others.
fn draw_edges(scene: OverlayContext, woven: Res<ConeMeshes>, mut strokes: OverlayGizmos) {
    let _spent = scene.timings.start("overlay: cones");
    for (agent, (_, edge)) in woven.edges.iter().enumerate() {
        let (Some(player), Some(first)) = (scene.setup.agents.get(agent), edge.first()) else { continue };
        if !scene.is_visible(*first) {
            continue;
        }
        let colour = agent_colour(player).with_alpha(0.55);
        if player.catches {
            strokes.fine.linestrip(edge.iter().copied(), colour);
        } else {
            strokes.dotted.linestrip(edge.iter().copied(), colour);
        }
    }
}

/// How strongly somebody sees around him.
struct ConeField {
    /// Points and the strength there, ray by ray from the eyes outwards.
    points: Vec<(Vec3, f32)>,
    /// The outline.
    edge: Vec<Vec3>,
}

impl ConeField {
    /// The field of cones that look along a heading of gaze; `walls` tells how far a ray to a point comes.
    fn of(cones: &VisionCones, eyes: &EyePose, gaze: f32, walls: impl Fn(Vec3) -> Option<f32>) -> Self {
        let widest =
            cones.iter().map(|cone| cone.half_angle.max(cone.half_angle_far) + cone.soft_angle).fold(0.1, f32::max);
        let widest = widest.min(std::f32::consts::PI);
        let mut field = Self { points: Vec::with_capacity(RAYS * (STEPS + 1)), edge: Vec::with_capacity(RAYS + 2) };
        field.edge.push(eyes.place);
        for ray in 0..RAYS {
            // Closer together ahead, where cones are narrow.
            let share = ray as f32 / (RAYS - 1) as f32 * 2.0 - 1.0;
            let aside = share.signum() * share.abs().powf(1.35) * widest;
            let along = crate::world::geometry::direction(gaze + aside);
            let reach = cones.iter().map(|cone| reach_at(cone, aside.abs())).fold(0.0, f32::max);
            let free = walls(eyes.place + along * reach.max(0.05)).unwrap_or(reach).min(reach);
            for step in 0..=STEPS {
                let point = eyes.place + along * (free * step as f32 / STEPS as f32).max(0.05);
                field.points.push((point, cones.strength(eyes, point)));
            }
            field.edge.push(eyes.place + along * free);
        }
        field.edge.push(eyes.place);
        field
    }
}

/// How far a cone sees at an angle off its axis, soft edge and all, in metres.
fn reach_at(cone: &crate::senses::VisionCone, aside: f32) -> f32 {
    let end = cone.to + cone.soft_range;
    let widest = cone.half_angle.max(cone.half_angle_far) + cone.soft_angle;
    if aside >= widest {
        return 0.0;
    }
    if aside <= cone.half_angle_at(cone.to) + cone.soft_angle {
        return end;
    }
    // It narrows with distance: the last distance at which it is wide enough.
    let (from, to) = (cone.half_angle + cone.soft_angle, cone.half_angle_far + cone.soft_angle);
    cone.from + (cone.to - cone.from) * ((from - aside) / (from - to).max(1e-4)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::senses::Vision;

    fn cones() -> VisionCones {
        let text = r#"(cones: [
            (name: "near", from: 0, to: 8, half_angle: 50, tilt: 40, rate: 1, soft_angle: 10, soft_range: 2),
            (name: "far", from: 8, to: 20, half_angle: 25, half_angle_far: Some(10), tilt: 30, rate: 1, soft_angle: 5, soft_range: 4),
        ])"#;
        VisionCones::new(&ron::from_str::<Vision>(text).unwrap())
    }

    fn field(walls: impl Fn(Vec3) -> Option<f32>) -> ConeField {
        let eyes = EyePose::new(Vec3::new(0.0, 1.6, 0.0), Vec3::NEG_Z);
        ConeField::of(&cones(), &eyes, 0.0, walls)
    }

    #[test]
    fn it_reaches_as_far_as_eyes_see_and_no_farther() {
        let open = field(|_| None);
        let ahead = open.edge.iter().map(|point| -point.z).fold(0.0, f32::max);
        assert!((23.0..=24.01).contains(&ahead), "{ahead} m ahead");
        assert!(open.points.iter().all(|(point, _)| point.z < 1.0), "nothing is seen behind");
        let seen = open.points.iter().filter(|(_, strength)| *strength > 0.5).count();
        assert!(seen * 3 > open.points.len(), "most of the carpet is seen well: {seen} of {}", open.points.len());
        // Beyond its outline nothing is seen: the soft edges are inside.
        let eyes = EyePose::new(Vec3::new(0.0, 1.6, 0.0), Vec3::NEG_Z);
        for point in open.edge.iter().filter(|point| point.xz().length() > 1.0) {
            let beyond = eyes.place + (*point - eyes.place) * 1.03;
            assert!(cones().strength(&eyes, beyond) < 0.06, "{beyond} is seen");
        }
    }

    #[test]
    fn carpets_are_woven_in_turn() {
        let mut woven = ConeMeshes { edges: vec![(None, Vec::new()); 6] };
        let mut weave = |tick: u32| {
            let due = woven.due(tick);
            due.iter().for_each(|agent| woven.edges[*agent].0 = Some(tick));
            due
        };
        assert_eq!(weave(7), [0, 1, 2, 3]);
        assert_eq!(weave(8), [4, 5, 0, 1], "who has waited longest comes first");
        assert_eq!(weave(8), [2, 3]);
        assert_eq!(weave(8), [] as [usize; 0], "while the match stands still there is nothing to do");
        assert_eq!(weave(3).len(), 4, "it went back");
        assert_eq!(weave(3), [4, 5]);
    }

    #[test]
    fn walls_end_it() {
        let walled = field(|_| Some(3.0));
        assert!(walled.points.iter().all(|(point, _)| point.xz().length() <= 3.01));
        assert_eq!(walled.points.len(), RAYS * (STEPS + 1));
    }
}
