//! What is pressed, as wishes: where the head turns, where the body goes, what the hands do.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::{PlayConfig, PlayerCamera, hiding::face_front};
use crate::{
    client::{
        bindings::PlayerAction,
        input::RebindState,
        lead::{PlayerControl, PlayerIntent},
        pages::MenuStack,
        playback::Playback,
        scene_setup::SceneSetup,
        settings::Settings,
    },
    protocol::Gait,
    world::geometry::{direction, wrap_angle},
};

/// Presses so far, and what stays pressed where a press toggles.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Presses {
    blows: u32,
    throws: u32,
    shouts: u32,
    run: bool,
    crouch: bool,
}

#[allow(clippy::too_many_arguments, reason = "steering depends on every device, what is set and what is on screen")]
pub(super) fn steer(
    actions: Res<ActionState<PlayerAction>>,
    settings: Res<Settings>,
    capture: Res<RebindState>,
    menu: Res<MenuStack>,
    tuning: Res<PlayConfig>,
    time: Res<Time<Real>>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    lead: Res<PlayerControl>,
    mut head: ResMut<PlayerCamera>,
    mut presses: ResMut<Presses>,
) {
    let mut link = lead.link();
    let agent = usize::from(link.agent.0);
    let Some(person) = playback.now.agents.get(agent) else { return };
    if head.matches != link.matches {
        let inside = setup.agents.get(agent).is_some_and(|player| player.catches);
        let back = tuning.over_shoulder.distance;
        *head = PlayerCamera { yaw: person.body.gaze, matches: link.matches, inside, back, ..PlayerCamera::default() };
        *presses = Presses::default();
        let name = setup.agents.get(agent).map_or("nobody", |player| player.name.as_str());
        info!("you are {name}, on {}", setup.level.name);
    }
    if menu.is_open() || capture.busy() || playback.paused || person.gone.is_some() {
        // Hands off: nobody walks on while a menu is open.
        let look = looking(&head);
        link.wishes =
            PlayerIntent { look, blows: presses.blows, throws: presses.throws, shouts: presses.shouts, ..link.wishes };
        link.wishes.go = Vec3::ZERO;
        link.wishes.using = None;
        head.behind = false;
        return;
    }
    turn(&mut head, &actions, &settings, &tuning, time.delta_secs().min(0.1));
    face_front(&mut head, &setup, link.known.hidden);
    if actions.just_pressed(&PlayerAction::SwitchView) {
        head.inside = !head.inside;
    }
    head.behind = actions.pressed(&PlayerAction::LookBehind) && !head.hidden;

    let presses = &mut *presses;
    if actions.just_pressed(&PlayerAction::Strike) {
        presses.blows += 1;
    }
    if actions.just_pressed(&PlayerAction::Throw) {
        presses.throws += 1;
    }
    if actions.just_pressed(&PlayerAction::Shout) {
        presses.shouts += 1;
    }
    if settings.pointing.toggle_gaits {
        presses.run ^= actions.just_pressed(&PlayerAction::Run);
        presses.crouch ^= actions.just_pressed(&PlayerAction::Crouch);
    } else {
        presses.run = actions.pressed(&PlayerAction::Run);
        presses.crouch = actions.pressed(&PlayerAction::Crouch);
    }
    let using = actions
        .pressed(&PlayerAction::Interact)
        .then(|| {
            link.wishes.using.or(link.known.offer.filter(|offer| offer.keys_wanting == 0).map(|offer| offer.request))
        })
        .flatten();
    link.wishes = PlayerIntent {
        go: going(&actions, head.yaw),
        gait: match (presses.crouch, presses.run) {
            (true, _) => Gait::Crouch,
            (false, true) => Gait::Run,
            (false, false) => Gait::Walk,
        },
        look: looking(&head),
        using,
        blows: presses.blows,
        throws: presses.throws,
        what: setup.agents.get(agent).and_then(|player| player.body.throws.keys().next().copied()),
        shouts: presses.shouts,
    };
}

/// Turns the head by mouse and stick.
fn turn(
    head: &mut PlayerCamera,
    actions: &ActionState<PlayerAction>,
    settings: &Settings,
    tuning: &PlayConfig,
    seconds: f32,
) {
    let pointing = settings.pointing;
    let mouse = actions.axis_pair(&PlayerAction::MouseLook) * (pointing.mouse / 100.0).to_radians();
    // The mouse counts downwards, sticks upwards.
    let mouse_up = if pointing.invert_mouse { mouse.y } else { -mouse.y };
    let stick = actions.clamped_axis_pair(&PlayerAction::StickLook);
    // A little push turns slowly, a full one fast.
    let stick = stick * stick.length() * pointing.stick.to_radians() * seconds;
    let stick_up = if pointing.invert_stick { -stick.y } else { stick.y };
    let (down, up) = if head.inside || head.hidden {
        (tuning.eyes.down, tuning.eyes.up)
    } else {
        (tuning.over_shoulder.down, tuning.over_shoulder.up)
    };
    head.yaw = wrap_angle(head.yaw + mouse.x + stick.x);
    head.pitch = (head.pitch + mouse_up + stick_up).clamp(-down.to_radians(), up.to_radians());
}

/// Where the head looks, as a direction.
fn looking(head: &PlayerCamera) -> Vec3 {
    direction(head.yaw) * head.pitch.cos() + Vec3::Y * head.pitch.sin()
}

/// Where to go, by keys and stick, relative to where the head looks.
fn going(actions: &ActionState<PlayerAction>, yaw: f32) -> Vec3 {
    let held = |action: PlayerAction| f32::from(u8::from(actions.pressed(&action)));
    let keys = Vec2::new(
        held(PlayerAction::Right) - held(PlayerAction::Left),
        held(PlayerAction::Forward) - held(PlayerAction::Back),
    );
    let wanted = (keys + actions.clamped_axis_pair(&PlayerAction::StickMove)).clamp_length_max(1.0);
    let ahead = direction(yaw);
    let right = Vec3::new(-ahead.z, 0.0, ahead.x);
    ahead * wanted.y + right * wanted.x
}

#[cfg(test)]
mod tests;
