//! What is pressed, as wishes: where the head turns, where the body goes, what the hands do.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::{Head, Tuning, hiding::face_front};
use crate::{
    client::{
        bindings::Action,
        input::Capture,
        lead::{Lead, Wishes},
        pages::Menu,
        settings::Settings,
        show::Show,
        stage::Stage,
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
    actions: Res<ActionState<Action>>,
    settings: Res<Settings>,
    capture: Res<Capture>,
    menu: Res<Menu>,
    tuning: Res<Tuning>,
    time: Res<Time<Real>>,
    show: Res<Show>,
    stage: Res<Stage>,
    lead: Res<Lead>,
    mut head: ResMut<Head>,
    mut presses: ResMut<Presses>,
) {
    let mut link = lead.link();
    let agent = usize::from(link.agent.0);
    let Some(person) = show.now.agents.get(agent) else { return };
    if head.matches != link.matches {
        let inside = stage.cast.get(agent).is_some_and(|player| player.catches);
        let back = tuning.over_shoulder.distance;
        *head = Head { yaw: person.body.gaze, matches: link.matches, inside, back, ..Head::default() };
        *presses = Presses::default();
        let name = stage.cast.get(agent).map_or("nobody", |player| player.name.as_str());
        info!("you are {name}, on {}", stage.level.name);
    }
    if menu.is_open() || capture.busy() || show.paused || person.gone.is_some() {
        // Hands off: nobody walks on while a menu is open.
        let look = looking(&head);
        link.wishes =
            Wishes { look, blows: presses.blows, throws: presses.throws, shouts: presses.shouts, ..link.wishes };
        link.wishes.go = Vec3::ZERO;
        link.wishes.using = None;
        head.behind = false;
        return;
    }
    turn(&mut head, &actions, &settings, &tuning, time.delta_secs().min(0.1));
    face_front(&mut head, &stage, link.known.hidden);
    if actions.just_pressed(&Action::SwitchView) {
        head.inside = !head.inside;
    }
    head.behind = actions.pressed(&Action::LookBehind) && !head.hidden;

    let presses = &mut *presses;
    if actions.just_pressed(&Action::Strike) {
        presses.blows += 1;
    }
    if actions.just_pressed(&Action::Throw) {
        presses.throws += 1;
    }
    if actions.just_pressed(&Action::Shout) {
        presses.shouts += 1;
    }
    if settings.pointing.toggle_gaits {
        presses.run ^= actions.just_pressed(&Action::Run);
        presses.crouch ^= actions.just_pressed(&Action::Crouch);
    } else {
        presses.run = actions.pressed(&Action::Run);
        presses.crouch = actions.pressed(&Action::Crouch);
    }
    let using = actions
        .pressed(&Action::Interact)
        .then(|| {
            link.wishes.using.or(link.known.offer.filter(|offer| offer.keys_wanting == 0).map(|offer| offer.request))
        })
        .flatten();
    link.wishes = Wishes {
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
        what: stage.cast.get(agent).and_then(|player| player.body.throws.keys().next().copied()),
        shouts: presses.shouts,
    };
}

/// Turns the head by mouse and stick.
fn turn(head: &mut Head, actions: &ActionState<Action>, settings: &Settings, tuning: &Tuning, seconds: f32) {
    let pointing = settings.pointing;
    let mouse = actions.axis_pair(&Action::MouseLook) * (pointing.mouse / 100.0).to_radians();
    // The mouse counts downwards, sticks upwards.
    let mouse_up = if pointing.invert_mouse { mouse.y } else { -mouse.y };
    let stick = actions.clamped_axis_pair(&Action::StickLook);
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
fn looking(head: &Head) -> Vec3 {
    direction(head.yaw) * head.pitch.cos() + Vec3::Y * head.pitch.sin()
}

/// Where to go, by keys and stick, relative to where the head looks.
fn going(actions: &ActionState<Action>, yaw: f32) -> Vec3 {
    let held = |action: Action| f32::from(u8::from(actions.pressed(&action)));
    let keys = Vec2::new(held(Action::Right) - held(Action::Left), held(Action::Forward) - held(Action::Back));
    let wanted = (keys + actions.clamped_axis_pair(&Action::StickMove)).clamp_length_max(1.0);
    let ahead = direction(yaw);
    let right = Vec3::new(-ahead.z, 0.0, ahead.x);
    ahead * wanted.y + right * wanted.x
}

#[cfg(test)]
mod tests;
