//! The player's camera: third person over the shoulder, or first person. It never passes through a wall.

use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow};
use quarry_minds::protocol::AgentId;

use super::{PlayerCamera, hiding::hidden_eye_position};
use crate::client::input::settings::Settings;
use crate::client::render::{character::first_person::OwnFigure, line_of_sight::LineOfSight};
use crate::client::session::{
    AgentFrame, CameraView, GameViewService, MainCamera, MenuStack, Playback, PlayerControl, SceneSetup, Screen,
};
use crate::data::play::PlayConfig;
use crate::world::geometry::{direction, heading_of};

/// The vertical field of view of the spectator cameras, in radians.
const WATCHING_FOV: f32 = 42.0 * std::f32::consts::PI / 180.0;

/// The pitch at which the camera looks at a player that has left play, in radians.
const FALLEN_PITCH: f32 = -0.6;

/// How long a hit jolts the view, in seconds, and by how much upwards and to the side, in degrees.
const FLINCH: (f32, f32, f32) = (0.22, 1.6, 1.1);

/// Moves the camera to the player's point of view.
pub(super) fn follow(
    control: Res<PlayerControl>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    config: Res<PlayConfig>,
    (settings, game): (Res<Settings>, Res<GameViewService>),
    lines: Option<Res<LineOfSight>>,
    time: Res<Time<Real>>,
    mut player_camera: ResMut<PlayerCamera>,
    mut view: ResMut<CameraView>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<MainCamera>>,
) {
    let me = usize::from(control.state().agent.0);
    // A player that will be back watches a mate until then, once it has seen who killed it.
    let killer = killer_place(me, &playback, config.death_seconds);
    let mate = watched_mate(me, &playback, &setup)
        .filter(|_| killer.is_none() && (game.0.player_returns)(&playback.now, AgentId(me as u16)));
    let agent = mate.unwrap_or(me);
    let (Some(body), Some(player), Ok((mut eye, mut lens))) =
        (playback.body(agent), setup.agents.get(agent), cameras.single_mut())
    else {
        return;
    };
    if mate.is_some() {
        player_camera.yaw = body.gaze;
        player_camera.pitch = -0.12;
    }
    if let (Some(killer), Some(own)) = (killer, playback.body(me)) {
        let away = crate::world::geometry::wrap_angle(heading_of(killer - own.place) - player_camera.yaw);
        player_camera.yaw += away * (1.0 - (-4.0 * time.delta_secs()).exp());
    }
    let yaw = if player_camera.look_behind { player_camera.yaw + std::f32::consts::PI } else { player_camera.yaw };
    let ahead = direction(yaw) * player_camera.pitch.cos() + Vec3::Y * player_camera.pitch.sin();
    let from = body.eye_position(&player.body);
    let hidden = control.state().knowledge.hidden;
    // A player that has left play sees itself from behind, and from above.
    let gone = playback.now.agents.get(me).and_then(|person| person.gone);
    let fallen = mate.is_none() && gone.is_some();
    // One that fell looks down on its body; of one that escaped there is none.
    if gone.is_some_and(|(departure, _)| mate.is_none() && killer.is_none() && game.departure(departure.how).body_stays)
    {
        player_camera.pitch += (FALLEN_PITCH - player_camera.pitch) * (1.0 - (-2.0 * time.delta_secs()).exp());
    }
    let first_person = player_camera.first_person && mate.is_none() && !fallen;
    let place = if let Some(hidden) = hidden {
        hidden_eye_position(&setup, hidden, from)
    } else if first_person {
        from
    } else {
        let shoulder = config.third_person;
        let right = Vec3::new(-direction(yaw).z, 0.0, direction(yaw).x);
        let wanted =
            body.place + Vec3::Y * body.height(&player.body) * shoulder.height + right * shoulder.shoulder_offset;
        let aside = clear_point(&lines, &playback, body.place.with_y(wanted.y), wanted, shoulder.radius);
        let behind = aside - ahead * shoulder.distance;
        let room = clear_point(&lines, &playback, aside, behind, shoulder.radius).distance(aside);
        // It moves in at once and out smoothly.
        let out = player_camera.boom_length
            + (room - player_camera.boom_length) * (1.0 - (-config.return_rate * time.delta_secs()).exp());
        player_camera.boom_length =
            if room < player_camera.boom_length || settings.accessibility.reduce_motion { room } else { out };
        aside - ahead * player_camera.boom_length
    };
    *eye = Transform::from_translation(place).looking_to(ahead, Vec3::Y);
    if !settings.accessibility.reduce_motion {
        let hit = control.state().knowledge.felt.first().map_or(f32::INFINITY, |felt| felt.age);
        let jolt = (1.0 - hit / FLINCH.0).max(0.0);
        eye.rotate_local_x(jolt * FLINCH.1.to_radians());
        eye.rotate_local_z(jolt * FLINCH.2.to_radians());
    }
    if let Projection::Perspective(lens) = &mut *lens {
        lens.fov = settings.graphics.field_of_view.to_radians();
        lens.near = if first_person || hidden.is_some() { 0.06 } else { 0.1 };
    }
    view.cutaway = false;
    view.focus = body.place;
}

/// Whether an agent that left play at this tick did so at most these seconds ago.
pub(super) fn just_fell(playback: &Playback, tick: u32, seconds: f32) -> bool {
    (0.0..seconds).contains(&(playback.seconds() - playback.seconds_at(tick)))
}

/// Where the agent is that has just taken the player out of play.
fn killer_place(me: usize, playback: &Playback, seconds: f32) -> Option<Vec3> {
    let (departure, tick) = playback.now.agents.get(me)?.gone?;
    let by = departure.by.filter(|by| usize::from(by.0) != me && just_fell(playback, tick, seconds))?;
    Some(playback.body(usize::from(by.0))?.place)
}

/// The first mate in play of an agent that has left play; `None` while that agent is in play, and without a mate.
pub(super) fn watched_mate(me: usize, playback: &Playback, setup: &SceneSetup) -> Option<usize> {
    let stands = |agent: usize| playback.now.agents.get(agent).is_some_and(AgentFrame::stands);
    let is_mate = |agent: usize| !setup.enemies(AgentId(me as u16), AgentId(agent as u16));
    let mut mates = (0..setup.agents.len()).filter(|agent| is_mate(*agent) && stands(*agent));
    if stands(me) { None } else { mates.next() }
}

/// The furthest point towards `to` that a sphere of this radius reaches without contact.
fn clear_point(lines: &Option<Res<LineOfSight>>, playback: &Playback, from: Vec3, to: Vec3, radius: f32) -> Vec3 {
    let Some(lines) = lines else { return to };
    match lines.0.sweep(from, to, radius, playback.now.things.open) {
        Some(contact) => from + (to - from).normalize_or_zero() * contact.distance.max(0.0),
        None => to,
    }
}

/// Nearer to the camera than this the player's own figure would fill the picture, in metres: it is not drawn.
const NEAR: f32 = 0.95;

/// Chooses what is drawn of the player's own figure: in first person its arms, in a hiding place and where there is no room behind it nothing.
pub(super) fn choose_own_figure(
    control: Res<PlayerControl>,
    player_camera: Res<PlayerCamera>,
    playback: Res<Playback>,
    mut own: ResMut<OwnFigure>,
) {
    let agent = usize::from(control.state().agent.0);
    let gone = playback.now.agents.get(agent).is_some_and(|person| person.gone.is_some());
    let PlayerCamera { first_person, look_behind, boom_length, hidden, .. } = *player_camera;
    let in_the_way = hidden || if first_person { look_behind } else { boom_length < NEAR };
    own.set_if_neq(match (gone, in_the_way, first_person) {
        (true, ..) | (_, false, false) => OwnFigure::Whole,
        (_, true, _) => OwnFigure::Hidden(agent),
        (_, false, true) => OwnFigure::Arms(agent),
    });
}

/// Gives the camera back to the spectator, with its field of view.
pub(super) fn restore_spectator_camera(mut lenses: Query<&mut Projection, With<MainCamera>>) {
    for mut lens in &mut lenses {
        if let Projection::Perspective(lens) = &mut *lens {
            lens.fov = WATCHING_FOV;
            lens.near = 0.1;
        }
    }
}

/// Captures the mouse pointer while it steers the view, and releases it for menus, spectating and an unfocused window.
pub(super) fn capture_pointer(
    control: Option<Res<PlayerControl>>,
    menu: Res<MenuStack>,
    screen: Res<State<Screen>>,
    window: Single<(&Window, &mut CursorOptions), With<PrimaryWindow>>,
) {
    let (window, mut cursor) = window.into_inner();
    let hold = control.is_some() && !menu.is_open() && *screen.get() == Screen::Match && window.focused;
    let wanted = if hold { CursorGrabMode::Locked } else { CursorGrabMode::None };
    if cursor.grab_mode != wanted {
        (cursor.grab_mode, cursor.visible) = (wanted, !hold);
    }
}
