//! Cameras: overview, follow, first person, free, and a director that cuts to the action. They read the match and change nothing.

mod clearance;
mod director;
mod first_person;
mod follow;
mod free;
mod interest;
mod overview;
mod pick;
mod setup;
mod tactical;
#[cfg(test)]
mod tests;

use self::interest::Interest;

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use crate::client::ClientSystems;
use crate::client::input::watch_keys::{CAMERAS, WatchAction, pressed};
use crate::client::session::{
    CameraMode, CameraView, GameView, GameViewService, MainCamera, MenuStack, Playback, SceneSetup, Screen, loaded,
    playing, watching,
};
use crate::client::tools::{intervene::armed, panels::Panels};

#[derive(Resource, Clone, Debug, Default)]
struct CameraRigs {
    /// The floor selected by the player; `None` shows the floor of the action.
    chosen_floor: Option<usize>,
    overview: overview::OverviewCamera,
    follow: follow::FollowCamera,
    free: free::FreeCamera,
    first_person: first_person::FirstPersonCamera,
    director: director::DirectorCamera,
    /// What the tactical view has replaced, while it is on.
    before_tactical: Option<tactical::ViewBefore>,
}

/// What a camera reads: the match, the input, the vertical field of view in radians and the aspect ratio (width / height).
#[derive(Clone, Copy)]
struct CameraContext<'a> {
    playback: &'a Playback,
    setup: &'a SceneSetup,
    game: &'a GameView,
    input: &'a CameraInput,
    field_of_view: f32,
    aspect: f32,
}

#[derive(Clone, Copy, Debug, Default)]
struct CameraInput {
    /// Right, up and back, each -1 to 1.
    go: Vec3,
    /// Mouse movement in points while the left or right button is held.
    drag: Vec2,
    /// Mouse movement in points while the middle button is held.
    slide: Vec2,
    /// Wheel clicks; up is positive.
    wheel: f32,
    fast: bool,
    /// Real seconds since the last frame.
    seconds: f32,
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<CameraView>()
        .init_resource::<CameraRigs>()
        .add_systems(Startup, setup::spawn)
        .add_systems(OnExit(Screen::Loading), (restart, setup::set_quality))
        .add_systems(
            Update,
            ((select, pick::pick.run_if(not(armed))).chain().run_if(watching), update, first_person::choose_own_figure)
                .chain()
                .in_set(ClientSystems::Camera)
                .run_if(loaded.and_then(not(playing))),
        );
}

/// A new match begins with a new view; the tactical view ends with its match.
fn restart(mut rigs: ResMut<CameraRigs>, mut view: ResMut<CameraView>, mut panels: ResMut<Panels>) {
    tactical::leave(&mut view, &mut rigs, &mut panels);
    rigs.chosen_floor = None;
    rigs.overview.reset();
    rigs.follow.reset();
    rigs.director.reset();
}

/// Applies the keys that select camera, agent and floor.
fn select(
    keys: Res<ButtonInput<KeyCode>>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    game: Res<GameViewService>,
    mut view: ResMut<CameraView>,
    mut rigs: ResMut<CameraRigs>,
    mut panels: ResMut<Panels>,
) {
    let count = playback.now.agents.len().max(1);
    // The keys of the other cameras end the tactical view.
    if CAMERAS.iter().any(|action| *action != WatchAction::Tactical && pressed(&keys, *action)) {
        tactical::leave(&mut view, &mut rigs, &mut panels);
    }
    if pressed(&keys, WatchAction::NextAgent) {
        if view.mode.follows_agent() || view.tactical {
            // Agents without a mind are selected by a click.
            let thinks = |agent: usize| {
                playback.now.agents.get(agent).is_some_and(|frame| frame.gone.is_none())
                    && setup.agents.get(agent).is_some_and(|info| info.thinks)
            };
            view.followed =
                (1..=count).map(|step| (view.followed + step) % count).find(|agent| thinks(*agent)).unwrap_or(0);
        } else {
            view.mode = CameraMode::Follow;
        }
    }
    if pressed(&keys, WatchAction::NextOfInterest) {
        let order = interest::rank_agents(&playback, &setup, game.0);
        let after = order.iter().position(|interest| interest.agent == view.followed).map_or(0, |place| place + 1);
        // The most interesting agent first, then the next in the ranking.
        let stays = view.mode.follows_agent() || view.tactical;
        let next = if stays { order.get(after).or(order.first()) } else { order.first() };
        view.followed = next.map_or(view.followed, |interest| interest.agent);
        if !stays {
            view.mode = CameraMode::Follow;
        }
    }
    view.followed = view.followed.min(count - 1);
    if pressed(&keys, WatchAction::Overview) {
        // A second press looks straight down.
        let top_down = view.mode == CameraMode::Overview && !rigs.overview.top_down;
        view.mode = CameraMode::Overview;
        rigs.chosen_floor = None;
        rigs.overview.reset();
        rigs.overview.set_top_down(top_down);
    }
    if pressed(&keys, WatchAction::Director) {
        rigs.director.reset();
    }
    for (action, mode) in [
        (WatchAction::Eyes, CameraMode::Eyes),
        (WatchAction::Director, CameraMode::Director),
        (WatchAction::Follow, CameraMode::Follow),
    ] {
        if pressed(&keys, action) {
            view.mode = mode;
        }
    }
    if pressed(&keys, WatchAction::NextAgent) || pressed(&keys, WatchAction::NextOfInterest) {
        panels.selected = Some(AgentId(view.followed as u16));
    }
    if pressed(&keys, WatchAction::Tactical) {
        let first = || interest::rank_agents(&playback, &setup, game.0).first().map(|interest| interest.agent);
        tactical::toggle(&mut view, &mut rigs, &mut panels, first);
    }
    let top = setup.level.floors.len().saturating_sub(1);
    if pressed(&keys, WatchAction::FloorUp) {
        rigs.chosen_floor = Some((view.floor + 1).min(top));
    }
    if pressed(&keys, WatchAction::FloorDown) {
        rigs.chosen_floor = Some(view.floor.saturating_sub(1));
    }
}

fn update(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    time: Res<Time<Real>>,
    playback: Res<Playback>,
    game: Res<GameViewService>,
    (setup, menu): (Res<SceneSetup>, Res<MenuStack>),
    mut view: ResMut<CameraView>,
    mut rigs: ResMut<CameraRigs>,
    mut cameras: Query<(&mut Transform, &Projection), With<MainCamera>>,
) {
    let Ok((mut eye, projection)) = cameras.single_mut() else { return };
    let (field_of_view, aspect) = match projection {
        Projection::Perspective(lens) => (lens.fov, lens.aspect_ratio.max(0.1)),
        Projection::Orthographic(_) | Projection::Custom(_) => (std::f32::consts::FRAC_PI_4, 1.0),
    };
    let input = if menu.is_over_title() {
        CameraInput::drift(time.delta_secs())
    } else {
        read_input(&keys, &buttons, &motion, &scroll, time.delta_secs())
    };
    if pressed(&keys, WatchAction::Free) && view.mode != CameraMode::Free {
        view.mode = CameraMode::Free;
        rigs.free = free::FreeCamera::from(&eye);
    }
    let context =
        CameraContext { playback: &playback, setup: &setup, game: game.0, input: &input, field_of_view, aspect };
    let (view, rigs) = (view.as_mut(), rigs.as_mut());
    let wanted = match view.mode {
        CameraMode::Overview => {
            view.cutaway = true;
            cut_at(view, &setup, rigs.chosen_floor, overview::busiest_floor(&playback, &setup));
            let (transform, focus) = rigs.overview.update(&context);
            view.focus = focus;
            transform
        }
        CameraMode::Follow => {
            view.cutaway = false;
            let (transform, focus) = rigs.follow.update(view.followed, &context);
            view.focus = focus;
            transform
        }
        CameraMode::Eyes => {
            view.cutaway = false;
            let seen = rigs.first_person.update(view.followed, &context).unwrap_or(*eye);
            view.focus = seen.translation + seen.forward() * 4.0;
            seen
        }
        CameraMode::Director => {
            view.cutaway = true;
            let (transform, focus) = rigs.director.update(&context).unwrap_or((*eye, view.focus));
            view.focus = focus;
            view.followed = rigs.director.subject().unwrap_or(view.followed);
            cut_at(view, &setup, rigs.chosen_floor, setup.floor_at(focus.y));
            transform
        }
        CameraMode::Free => {
            let transform = rigs.free.update(&input);
            view.focus = transform.translation + transform.forward() * 6.0;
            // Above the roofs the view is cut away; below them it is not.
            let level = &setup.level;
            let floor = setup.floor_at(transform.translation.y);
            let roof = level.floors.get(floor).map_or(0.0, |floor| floor.height) + level.wall_height;
            view.cutaway = transform.translation.y > roof + 0.3;
            cut_at(view, &setup, rigs.chosen_floor, floor);
            transform
        }
    };
    *eye = wanted;
}

/// Cuts the view at the floor that was chosen, or at the floor of the action and those that lie hardly higher or lower.
fn cut_at(view: &mut CameraView, setup: &SceneSetup, chosen: Option<usize>, busy: usize) {
    (view.cut_from, view.floor) = chosen.map_or_else(|| setup.floors_around(busy), |floor| (floor, floor));
}

/// The keys that move a camera while held.
pub(in crate::client) const FREE_CAMERA_KEYS: [KeyCode; 12] = [
    KeyCode::KeyW,
    KeyCode::KeyA,
    KeyCode::KeyS,
    KeyCode::KeyD,
    KeyCode::ArrowUp,
    KeyCode::ArrowLeft,
    KeyCode::ArrowDown,
    KeyCode::ArrowRight,
    KeyCode::KeyX,
    KeyCode::KeyZ,
    KeyCode::ShiftLeft,
    KeyCode::ShiftRight,
];

fn read_input(
    keys: &ButtonInput<KeyCode>,
    buttons: &ButtonInput<MouseButton>,
    motion: &AccumulatedMouseMotion,
    scroll: &AccumulatedMouseScroll,
    seconds: f32,
) -> CameraInput {
    let [w, a, s, d, up, left, down, right, x, z, shift, other_shift] = FREE_CAMERA_KEYS.map(|key| keys.pressed(key));
    let along = |on: bool, back: bool| f32::from(i8::from(on) - i8::from(back));
    let wheel = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let turning = buttons.pressed(MouseButton::Left) || buttons.pressed(MouseButton::Right);
    CameraInput {
        go: Vec3::new(along(d || right, a || left), along(x, z), along(s || down, w || up)),
        drag: if turning { motion.delta } else { Vec2::ZERO },
        slide: if buttons.pressed(MouseButton::Middle) { motion.delta } else { Vec2::ZERO },
        wheel,
        fast: shift || other_shift,
        seconds: seconds.min(0.25),
    }
}

impl CameraInput {
    /// What turns a camera slowly around its subject behind the title, where mouse and keys are the menu's.
    fn drift(seconds: f32) -> Self {
        let seconds = seconds.min(0.25);
        Self { drag: Vec2::new(DRIFT * seconds, 0.0), seconds, ..Self::default() }
    }
}

/// How fast the view behind the title turns, as mouse movement in points per second.
const DRIFT: f32 = 10.0;

/// How much nearer a camera is to an agent than to a person: 1 for a person, less for a small animal.
fn nearness(setup: &SceneSetup, agent: usize) -> f32 {
    setup.agents.get(agent).map_or(1.0, |info| (info.body.height / PERSON).sqrt().min(1.0))
}

/// The height of a person, in metres.
const PERSON: f32 = 1.6;

/// The share of the remaining distance to cover in a frame: exponential smoothing with `rate` per second.
fn ease(rate: f32, seconds: f32) -> f32 {
    1.0 - (-rate * seconds).exp()
}
