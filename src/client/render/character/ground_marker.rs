//! A marker on the ground under each agent in play, in the agent's colour and the shape of its side, with a tip in its heading. Shown in
//! cutaway views, where characters are small; by the director only in games of two sides.

use bevy::prelude::*;

use crate::client::render::{mesh::MeshBuffer, scene::hidden_part, scene::visible};
use crate::client::session::{CameraMode, CameraView, GameViewService, MenuStack, Playback, SceneSetup, colour};
use crate::data::look::{AgentIcon, Rgb};
use crate::world::geometry::rotation;

#[derive(Component, Clone, Copy, Debug)]
pub struct GroundMarker {
    agent: usize,
}

/// The radius of a marker in metres.
const RADIUS: f32 = 0.62;

/// The meshes and materials of markers. Agents with the same icon or the same colour share them.
type MarkerAssets = (Vec<(AgentIcon, Handle<Mesh>)>, Vec<(Rgb, Handle<StandardMaterial>)>);

/// Spawns the markers of agents that have none yet.
pub fn spawn(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    known: Query<(), With<GroundMarker>>,
    mut made: Local<MarkerAssets>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (agent, player) in setup.agents.iter().enumerate().skip(known.iter().len()) {
        let mesh = shared(&mut made.0, player.mark, || meshes.add(outline(player.mark).mesh(false)));
        let material = shared(&mut made.1, player.colour, || {
            materials.add(StandardMaterial {
                base_color: Color::BLACK,
                emissive: colour(player.colour).to_linear() * 0.9,
                fog_enabled: false,
                cull_mode: None,
                ..default()
            })
        });
        let part = hidden_part(format!("ground marker of {}", player.name), &mesh, &material);
        commands.spawn((GroundMarker { agent }, part));
    }
}

/// The asset of a key, made when it is first asked for.
fn shared<K: PartialEq, A: Asset>(
    made: &mut Vec<(K, Handle<A>)>,
    key: K,
    make: impl FnOnce() -> Handle<A>,
) -> Handle<A> {
    if let Some((_, handle)) = made.iter().find(|(known, _)| *known == key) {
        return handle.clone();
    }
    let handle = make();
    made.push((key, handle.clone()));
    handle
}

/// The outline of the side's shape, with a tip in front (-z).
fn outline(mark: AgentIcon) -> MeshBuffer {
    let corners: Vec<Vec2> = match mark {
        AgentIcon::Circle => (0..28).map(|step| Vec2::from_angle(step as f32 / 28.0 * std::f32::consts::TAU)).collect(),
        AgentIcon::Triangle => vec![Vec2::new(0.0, -1.5), Vec2::new(1.2, 0.85), Vec2::new(-1.2, 0.85)],
        AgentIcon::Square => {
            vec![Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)]
        }
        AgentIcon::Diamond => {
            vec![Vec2::new(0.0, -1.3), Vec2::new(1.3, 0.0), Vec2::new(0.0, 1.3), Vec2::new(-1.3, 0.0)]
        }
    };
    let mut shape = MeshBuffer::new(1.0);
    let at = |corner: Vec2, share: f32| Vec3::new(corner.x, 0.0, corner.y) * RADIUS * share;
    for (number, corner) in corners.iter().enumerate() {
        let Some(next) = corners.get((number + 1) % corners.len()) else { continue };
        shape.flat_quad([at(*corner, 0.8), at(*next, 0.8), at(*next, 1.0), at(*corner, 1.0)]);
    }
    if mark != AgentIcon::Triangle {
        let tip = [Vec2::new(-0.3, -1.08), Vec2::new(0.3, -1.08), Vec2::new(0.0, -1.5), Vec2::new(0.0, -1.5)];
        shape.flat_quad(tip.map(|corner| at(corner, 1.0)));
    }
    shape
}

pub fn follow(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    (view, game, menu): (Res<CameraView>, Res<GameViewService>, Res<MenuStack>),
    mut marks: Query<(&GroundMarker, &mut Transform, &mut Visibility)>,
) {
    let marked = view.cutaway
        && !menu.is_over_title()
        && (view.mode != CameraMode::Director || (game.0.game)().results().contest.is_some());
    for (mark, mut transform, mut visibility) in &mut marks {
        let person =
            playback.now.agents.get(mark.agent).filter(|frame| marked && frame.stands() && frame.hidden.is_none());
        let body = playback
            .body(mark.agent)
            .filter(|body| person.is_some() && setup.floor_at(body.place.y + 0.4) <= view.floor);
        visibility.set_if_neq(visible(body.is_some()));
        let Some(body) = body else { continue };
        *transform = Transform::from_translation(body.place + Vec3::Y * 0.03).with_rotation(rotation(body.heading));
    }
}
