//! Steering: turns presses, sticks and mouse motion into the player's intent.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use quarry_minds::protocol::{AgentId, Gait, Label, Subject, UseRequest, label};

use super::{PlayerCamera, hiding::face_front};
use crate::client::input::{bindings::PlayerAction, devices::RebindState, settings::Settings};
use crate::client::session::{MenuStack, Playback, PlayerControl, PlayerIntent, PressCounts, SceneSetup, ThrowState};
use crate::data::play::PlayConfig;
use crate::world::geometry::{direction, heading_of, wrap_angle};

/// The presses counted so far, and the state of toggled run and crouch.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Presses {
    counts: PressCounts,
    /// How often the agent had been set down at a start.
    starts: u32,
    run: bool,
    crouch: bool,
    /// Which of the throws that are at hand is chosen: their index, counted on and on.
    chosen: usize,
}

pub(super) fn steer(
    actions: Single<&ActionState<PlayerAction>>,
    settings: Res<Settings>,
    rebind: Res<RebindState>,
    menu: Res<MenuStack>,
    config: Res<PlayConfig>,
    time: Res<Time<Real>>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    control: Res<PlayerControl>,
    mut player_camera: ResMut<PlayerCamera>,
    mut presses: ResMut<Presses>,
) {
    let mut state = control.state();
    let agent = usize::from(state.agent.0);
    let Some(person) = playback.now.agents.get(agent) else { return };
    if player_camera.match_number != state.match_number {
        let first_person = setup.agents.get(agent).is_some_and(|player| player.attacks);
        let boom_length = config.third_person.distance;
        *player_camera = PlayerCamera {
            yaw: person.body.gaze,
            match_number: state.match_number,
            first_person,
            boom_length,
            ..PlayerCamera::default()
        };
        *presses = Presses::default();
        let name = setup.agents.get(agent).map_or("nobody", |player| player.name.as_str());
        info!("you are {name}, on {}", setup.level.name);
    }
    let (starts, ahead) = state.knowledge.starts;
    if presses.starts != starts {
        presses.starts = starts;
        (player_camera.yaw, player_camera.pitch) = (heading_of(ahead), 0.0);
    }
    if menu.is_open() || rebind.busy() || playback.paused || person.gone.is_some() {
        // The agent stands while a menu is open.
        state.intent = PlayerIntent {
            movement: Vec3::ZERO,
            look: look_direction(&player_camera),
            fire: false,
            use_request: None,
            presses: presses.counts,
            ..state.intent
        };
        player_camera.look_behind = false;
        return;
    }
    turn_view(&mut player_camera, &actions, &settings, &config, time.delta_secs().min(0.1));
    face_front(&mut player_camera, &setup, state.knowledge.hidden);
    if actions.just_pressed(&PlayerAction::SwitchView) {
        player_camera.first_person = !player_camera.first_person;
    }
    player_camera.look_behind = actions.pressed(&PlayerAction::LookBehind) && !player_camera.hidden;

    let presses = &mut *presses;
    let counts = &mut presses.counts;
    counts.strikes += u32::from(actions.just_pressed(&PlayerAction::Strike));
    counts.throws += u32::from(actions.just_pressed(&PlayerAction::Throw));
    presses.chosen += usize::from(actions.just_pressed(&PlayerAction::NextThrow));
    counts.shouts += u32::from(actions.just_pressed(&PlayerAction::Shout));
    let fire = actions.pressed(&PlayerAction::Strike);
    let empty = state.knowledge.gun.is_some_and(|gun| gun.loaded == 0 && gun.reloading.is_none());
    // An empty magazine is changed at the next press of the trigger.
    if actions.just_pressed(&PlayerAction::Reload) || empty && actions.just_pressed(&PlayerAction::Strike) {
        counts.reloads += 1;
    }
    for (order, action) in PlayerAction::ORDERS.iter().enumerate() {
        if actions.just_pressed(action) {
            (counts.orders, counts.order) = (counts.orders + 1, order);
        }
    }
    if settings.controls.toggle_run_and_crouch {
        presses.run ^= actions.just_pressed(&PlayerAction::Run);
        presses.crouch ^= actions.just_pressed(&PlayerAction::Crouch);
    } else {
        presses.run = actions.pressed(&PlayerAction::Run);
        presses.crouch = actions.pressed(&PlayerAction::Crouch);
    }
    let using = actions
        .pressed(&PlayerAction::Interact)
        .then(|| {
            let offered = state.knowledge.prompt.as_ref().filter(|offer| offer.blocked.is_none());
            state.intent.use_request.or(offered.map(|offer| offer.request))
        })
        .flatten();
    let lays_down = actions.pressed(&PlayerAction::Drop) && state.knowledge.carried.iter().any(|item| item.in_hand);
    let with = |other: AgentId, verb: &str| UseRequest { target: Subject::Agent(other), verb: label(verb) };
    // What is in a hand goes to a team-mate in reach, and to the ground without one.
    let at_hand = state.knowledge.at_hand;
    let me = AgentId(agent as u16);
    let laid_down = lays_down.then(|| at_hand.receiver.map_or(with(me, "drop"), |mate| with(mate, "give")));
    let hit = at_hand.to_stagger.filter(|_| fire).map(|enemy| with(enemy, "stagger"));
    let using = using.or(laid_down).or(hit);
    state.intent = PlayerIntent {
        movement: movement_direction(&actions, player_camera.yaw),
        gait: match (presses.crouch, presses.run) {
            (true, _) => Gait::Crouch,
            (false, true) => Gait::Run,
            (false, false) => Gait::Walk,
        },
        look: look_direction(&player_camera),
        use_request: using,
        fire: fire && !empty,
        throw_kind: chosen_throw(&state.knowledge.throws, presses.chosen),
        presses: presses.counts,
    };
}

/// The chosen one of the throws that are at hand; the first of all, if none is.
fn chosen_throw(throws: &[ThrowState], chosen: usize) -> Option<Label> {
    let at_hand: Vec<Label> = throws.iter().filter(|throw| throw.is_at_hand()).map(|throw| throw.kind).collect();
    let index = chosen.checked_rem(at_hand.len());
    index.and_then(|index| at_hand.get(index).copied()).or(throws.first().map(|throw| throw.kind))
}

/// Turns the view by mouse and stick.
fn turn_view(
    player_camera: &mut PlayerCamera,
    actions: &ActionState<PlayerAction>,
    settings: &Settings,
    config: &PlayConfig,
    seconds: f32,
) {
    let controls = settings.controls;
    let mouse = actions.axis_pair(&PlayerAction::MouseLook) * (controls.mouse_sensitivity / 100.0).to_radians();
    // Mouse motion counts downwards, sticks count upwards.
    let mouse_up = if controls.invert_mouse { mouse.y } else { -mouse.y };
    let stick = actions.clamped_axis_pair(&PlayerAction::StickLook);
    // The response is quadratic: a small deflection turns slowly.
    let stick = stick * stick.length() * controls.stick_sensitivity.to_radians() * seconds;
    let stick_up = if controls.invert_stick { -stick.y } else { stick.y };
    let (down, up) = if player_camera.first_person || player_camera.hidden {
        (config.first_person.max_pitch_down, config.first_person.max_pitch_up)
    } else {
        (config.third_person.max_pitch_down, config.third_person.max_pitch_up)
    };
    player_camera.yaw = wrap_angle(player_camera.yaw + mouse.x + stick.x);
    player_camera.pitch = (player_camera.pitch + mouse_up + stick_up).clamp(-down.to_radians(), up.to_radians());
}

fn look_direction(player_camera: &PlayerCamera) -> Vec3 {
    direction(player_camera.yaw) * player_camera.pitch.cos() + Vec3::Y * player_camera.pitch.sin()
}

/// The movement direction from keys and stick, relative to the view.
fn movement_direction(actions: &ActionState<PlayerAction>, yaw: f32) -> Vec3 {
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
