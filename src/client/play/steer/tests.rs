//! From input events, as the window sends them, to the movement of the body.

use std::{path::Path, sync::Arc, time::Duration};

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseMotion};
use bevy::input::{ButtonState, InputPlugin};
use bevy::time::TimePlugin;
use bevy::window::WindowFocused;
use quarry_minds::protocol::{AgentId, Blackboard, EventLog, MatchEvent, RequestChanges, Roster, label};

use super::*;
use crate::client::input::devices;
use crate::client::session::{LiveMatches, MatchProvider};
use crate::data::graphics::Quality;
use crate::games;

const SEED: u64 = 3;

/// Matches on the courtyard in which a person controls these agents.
fn matches(people: Vec<AgentId>) -> LiveMatches {
    LiveMatches {
        people,
        ..LiveMatches::on_level(games::all().remove(0), Path::new(env!("CARGO_MANIFEST_DIR")), "courtyard")
    }
}

/// Such a match, controlled by the key events that a window sends.
fn app() -> App {
    let live = matches(Vec::new());
    let (library, level) = (live.assets.tuning.library.clone(), live.assets.level.clone());
    let control = PlayerControl::default();
    let view = games::views().remove(0);
    let side = label(view.setup.roles[0].side);
    let (cast, source) = live.played(side, control.clone(), view).begin(SEED).unwrap();
    let graphics = library.graphics.clone().unwrap();
    let quality: Quality = graphics.qualities[&label("low")];
    let mut app = App::new();
    app.add_plugins((TimePlugin, InputPlugin))
        .add_message::<WindowFocused>()
        .init_resource::<Settings>()
        .add_plugins(devices::plugin)
        .insert_resource(SceneSetup {
            agents: Arc::new(cast),
            ..SceneSetup::new(
                &library,
                library.rules("standard").unwrap().1,
                &level.site.built,
                quality,
                graphics.night,
            )
        })
        .insert_resource(Playback::new(source, 1.0))
        .insert_resource(control)
        .init_resource::<MenuStack>()
        .init_resource::<PlayConfig>()
        .init_resource::<PlayerCamera>()
        .init_resource::<Presses>()
        .add_systems(Update, steer);
    app.update();
    app
}

fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let logical_key = Key::Dead(None);
    let window = Entity::PLACEHOLDER;
    app.world_mut().write_message(KeyboardInput { key_code, logical_key, text: None, state, repeat: false, window });
}

fn place(app: &App) -> Vec3 {
    let agent = usize::from(app.world().resource::<PlayerControl>().state().agent.0);
    app.world().resource::<Playback>().now.agents[agent].body.place
}

/// One frame, and one tick of the simulation after it.
fn frame_and_tick(app: &mut App) {
    app.update();
    app.world_mut().resource_mut::<Playback>().step();
}

#[test]
fn a_key_moves_the_body_in_the_next_tick_and_letting_go_stops_it() {
    let mut app = app();
    frame_and_tick(&mut app);
    let stood = place(&app);
    frame_and_tick(&mut app);
    assert_eq!(place(&app), stood, "nobody has pressed anything");
    key(&mut app, KeyCode::KeyW, ButtonState::Pressed);
    frame_and_tick(&mut app);
    assert!(place(&app).distance(stood) > 0.005, "the very next tick moves it");
    key(&mut app, KeyCode::KeyW, ButtonState::Released);
    for _ in 0..15 {
        frame_and_tick(&mut app);
    }
    let rested = place(&app);
    frame_and_tick(&mut app);
    assert!(place(&app).distance(rested) < 1e-3, "it stands within half a second");
}

#[test]
fn nobody_walks_on_while_a_menu_is_open() {
    let mut app = app();
    key(&mut app, KeyCode::KeyW, ButtonState::Pressed);
    frame_and_tick(&mut app);
    app.world_mut().resource_mut::<MenuStack>().open(crate::client::session::menu_stack::MenuPage::Pause);
    app.update();
    assert_eq!(app.world().resource::<PlayerControl>().state().intent.movement, Vec3::ZERO);
    std::thread::sleep(Duration::from_millis(1));
    app.world_mut().resource_mut::<MenuStack>().close();
    app.update();
    assert!(app.world().resource::<PlayerControl>().state().intent.movement.length() > 0.9, "the key is still held");
}

enum ScriptedInput {
    Key(KeyCode, ButtonState),
    Mouse(MouseButton, ButtonState),
    Turn(f32, f32),
}

/// Walk, turn, run, shout, throw, sidestep crouched: the tick of each event.
fn script() -> Vec<(u32, ScriptedInput)> {
    use ButtonState::{Pressed, Released};
    vec![
        (5, ScriptedInput::Key(KeyCode::KeyW, Pressed)),
        (20, ScriptedInput::Turn(240.0, -10.0)),
        (30, ScriptedInput::Key(KeyCode::ShiftLeft, Pressed)),
        (45, ScriptedInput::Key(KeyCode::KeyF, Pressed)),
        (46, ScriptedInput::Key(KeyCode::KeyF, Released)),
        (60, ScriptedInput::Mouse(MouseButton::Right, Pressed)),
        (62, ScriptedInput::Mouse(MouseButton::Right, Released)),
        (75, ScriptedInput::Key(KeyCode::ShiftLeft, Released)),
        (76, ScriptedInput::Turn(-500.0, 30.0)),
        (80, ScriptedInput::Key(KeyCode::KeyW, Released)),
        (82, ScriptedInput::Key(KeyCode::KeyC, Pressed)),
        (84, ScriptedInput::Key(KeyCode::KeyA, Pressed)),
        (110, ScriptedInput::Key(KeyCode::KeyA, Released)),
        (112, ScriptedInput::Key(KeyCode::KeyC, Released)),
        (115, ScriptedInput::Key(KeyCode::KeyE, Pressed)),
        (150, ScriptedInput::Key(KeyCode::KeyE, Released)),
    ]
}

const TICKS: u32 = 180;

#[test]
fn a_recorded_script_of_input_and_a_plan_that_posts_the_same_requests_give_the_same_match() {
    // First by input events. The requests that end up on the blackboard are kept, tick by tick.
    let mut app = app();
    let me = app.world().resource::<PlayerControl>().state().agent;
    let board = |app: &App| {
        let world = app.world().resource::<Playback>().world().unwrap();
        world.get::<Blackboard>(world.resource::<Roster>().entity(me).unwrap()).unwrap().clone()
    };
    let mut asked = vec![board(&app)];
    let script = script();
    for tick in 1..TICKS {
        for (_, input) in script.iter().filter(|(when, _)| *when == tick) {
            match *input {
                ScriptedInput::Key(key_code, state) => key(&mut app, key_code, state),
                ScriptedInput::Mouse(button, state) => {
                    app.world_mut().write_message(MouseButtonInput { button, state, window: Entity::PLACEHOLDER });
                }
                ScriptedInput::Turn(right, down) => {
                    app.world_mut().write_message(MouseMotion { delta: Vec2::new(right, down) });
                }
            }
        }
        frame_and_tick(&mut app);
        asked.push(board(&app));
    }
    let by_hand = app.world().resource::<Playback>().world().unwrap().resource::<EventLog>();
    let threw = |event: &MatchEvent| matches!(event, MatchEvent::Thrown { by, .. } if *by == me);
    assert!(by_hand.entries().iter().any(|entry| threw(&entry.event)), "the stone flew");

    // Then by plan: the same requests, posted as the actions of a plan post them, without any input.
    let (_, mut by_plan) = matches(vec![me]).begin(SEED).unwrap();
    let ended = place(&app);
    let mut last = Blackboard::default();
    for wanted in &asked {
        let board = &mut *by_plan.blackboard(me).unwrap();
        RequestChanges::between(&last, wanted).apply(board);
        last = wanted.clone();
        by_plan.tick();
    }
    let world = by_plan.world().unwrap();
    let body = world.get::<crate::world::Body>(world.resource::<Roster>().entity(me).unwrap()).unwrap();
    assert_eq!(body.place, ended, "both end at the same place");
    assert_eq!(by_plan.log().digest(), by_hand.digest());
}

#[test]
fn the_chosen_throw_is_one_of_those_at_hand() {
    let throw = |kind: &str, left: u8| ThrowState {
        kind: label(kind),
        ready_in: (left > 0).then_some(0.0),
        cooldown: 1.0,
        left: Some(left),
    };
    let both = [throw("smoke", 1), throw("flash", 1)];
    let chosen = |throws: &[ThrowState], presses: usize| chosen_throw(throws, presses).map(|kind| kind.to_string());
    assert_eq!([0, 1, 2].map(|presses| chosen(&both, presses).unwrap()), ["smoke", "flash", "smoke"]);
    assert_eq!(chosen(&[throw("smoke", 0), throw("flash", 1)], 0).unwrap(), "flash");
    assert_eq!(chosen(&[throw("smoke", 0)], 3).unwrap(), "smoke");
    assert_eq!(chosen(&[], 1), None);
}
