//! The camera of one who plays: over the shoulder or through the eyes; never through a wall.

use bevy::{
    prelude::*,
    window::{CursorGrabMode, PrimaryWindow},
};

use super::{PlayConfig, PlayerCamera, hiding::peephole};
use crate::{
    client::{
        character::BodyPart,
        lead::PlayerControl,
        line_of_sight::LineOfSight,
        pages::MenuStack,
        playback::Playback,
        scene_setup::SceneSetup,
        screen::Screen,
        settings::Settings,
        view::{CameraView, MainCamera},
    },
    world::{WeaponPhase, geometry::direction},
};

/// The upright angle of view of the camera that watches, in radians.
const WATCHING_FOV: f32 = 42.0 * std::f32::consts::PI / 180.0;

/// Brings the camera to where the person looks from.
#[allow(clippy::too_many_arguments, reason = "the camera depends on body, head, walls and what is set")]
pub(super) fn follow(
    lead: Res<PlayerControl>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    tuning: Res<PlayConfig>,
    settings: Res<Settings>,
    lines: Option<Res<LineOfSight>>,
    time: Res<Time<Real>>,
    mut head: ResMut<PlayerCamera>,
    mut view: ResMut<CameraView>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<MainCamera>>,
) {
    let agent = usize::from(lead.link().agent.0);
    let (Some(body), Some(player), Ok((mut eye, mut lens))) =
        (playback.body(agent), setup.agents.get(agent), cameras.get_single_mut())
    else {
        return;
    };
    let yaw = if head.behind { head.yaw + std::f32::consts::PI } else { head.yaw };
    let ahead = direction(yaw) * head.pitch.cos() + Vec3::Y * head.pitch.sin();
    let from = body.eye_position(&player.body);
    let hidden = lead.link().known.hidden;
    let place = if let Some(hidden) = hidden {
        peephole(&setup, hidden, from)
    } else if head.inside {
        from
    } else {
        let shoulder = tuning.over_shoulder;
        let right = Vec3::new(-direction(yaw).z, 0.0, direction(yaw).x);
        let wanted = body.place + Vec3::Y * body.height(&player.body) * shoulder.height + right * shoulder.aside;
        let aside = free(&lines, &playback, body.place.with_y(wanted.y), wanted, shoulder.radius);
        let behind = aside - ahead * shoulder.distance;
        let room = free(&lines, &playback, aside, behind, shoulder.radius).distance(aside);
        // In at once, out by and by.
        let out = head.back + (room - head.back) * (1.0 - (-tuning.ease * time.delta_secs()).exp());
        head.back = if room < head.back || settings.access.reduced_motion { room } else { out };
        aside - ahead * head.back
    };
    *eye = Transform::from_translation(place).looking_to(ahead, Vec3::Y);
    if let Projection::Perspective(lens) = &mut *lens {
        lens.fov = settings.picture.field_of_view.to_radians();
        lens.near = if head.inside || hidden.is_some() { 0.06 } else { 0.1 };
    }
    view.cutaway = false;
    view.focus = body.place;
}

/// The last point of the way at which a ball of this radius touches nothing.
fn free(lines: &Option<Res<LineOfSight>>, playback: &Playback, from: Vec3, to: Vec3, radius: f32) -> Vec3 {
    let Some(lines) = lines else { return to };
    match lines.0.sweep(from, to, radius, playback.now.things.open) {
        Some(contact) => from + (to - from).normalize_or_zero() * contact.distance.max(0.0),
        None => to,
    }
}

/// Through one's own eyes one sees one's arms and what they hold, and not the rest of oneself.
pub(super) fn hide_own_figure(
    lead: Res<PlayerControl>,
    head: Res<PlayerCamera>,
    playback: Res<Playback>,
    mut pieces: Query<(&BodyPart, &mut Visibility)>,
) {
    let agent = usize::from(lead.link().agent.0);
    // Hands that hang or swing would only stand in the way.
    let busy = playback.now.agents.get(agent).is_some_and(|person| person.working || person.arms != WeaponPhase::Ready);
    for (piece, mut visibility) in &mut pieces {
        let outside = !head.inside && !head.hidden;
        let shown = piece.agent != agent || outside || head.inside && piece.arm && busy && !head.behind && !head.hidden;
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Who watches looks through the lens of watching again, and sees all figures.
pub(super) fn give_back(
    mut lenses: Query<&mut Projection, With<MainCamera>>,
    mut pieces: Query<&mut Visibility, With<BodyPart>>,
) {
    for mut visibility in &mut pieces {
        visibility.set_if_neq(Visibility::Inherited);
    }
    for mut lens in &mut lenses {
        if let Projection::Perspective(lens) = &mut *lens {
            lens.fov = WATCHING_FOV;
            lens.near = 0.1;
        }
    }
}

/// Holds the pointer while it steers, and lets it go for menus, for watching and when the window is left.
pub(super) fn hold_pointer(
    lead: Option<Res<PlayerControl>>,
    menu: Res<MenuStack>,
    screen: Res<State<Screen>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let Ok(mut window) = windows.get_single_mut() else { return };
    let hold = lead.is_some() && !menu.is_open() && *screen.get() == Screen::Match && window.focused;
    let wanted = if hold { CursorGrabMode::Locked } else { CursorGrabMode::None };
    if window.cursor_options.grab_mode != wanted {
        window.cursor_options.grab_mode = wanted;
        window.cursor_options.visible = !hold;
    }
}
