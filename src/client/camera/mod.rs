//! Cameras: from above with the walls cut, behind somebody, through their eyes, one that a person flies, and one that cuts to
//! what matters. They look; they change nothing.

mod director;
mod eye;
mod eyes;
mod flown;
mod follow;
mod interest;
mod overview;
mod pick;
mod sight;

use bevy::{
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

use super::{
    ClientSystems,
    keys::{Act, pressed},
    panels::Panels,
    role::{playing, watching},
    screen::Screen,
    show::Show,
    stage::Stage,
    view::{MainCamera, Mode, View},
};
use crate::protocol::AgentId;

/// What cameras remember from frame to frame.
#[derive(Resource, Clone, Debug, Default)]
struct Rigs {
    /// A storey a person has chosen.
    chosen_storey: Option<usize>,
    overview: overview::Overview,
    follow: follow::Follow,
    flown: flown::Flown,
    eyes: eyes::Eyes,
    director: director::Director,
}

/// What a camera that chooses its own distance looks at, and through what: the lens's field in radians, and how much wider
/// than high the picture is.
#[derive(Clone, Copy)]
struct Sight<'a> {
    show: &'a Show,
    stage: &'a Stage,
    steering: &'a Steering,
    field: f32,
    aspect: f32,
}

/// What a person does with mouse and keys to the camera in this frame.
#[derive(Clone, Copy, Debug, Default)]
struct Steering {
    /// Right, up and back, each -1 to 1.
    go: Vec3,
    /// Mouse movement in points while a button is held.
    drag: Vec2,
    /// The same with the right or middle button.
    slide: Vec2,
    /// Wheel clicks; up is positive.
    wheel: f32,
    /// Whether to hurry.
    fast: bool,
    /// Real seconds since the last frame.
    seconds: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .init_resource::<Rigs>()
        .add_systems(Startup, eye::spawn)
        .add_systems(OnExit(Screen::Loading), (restart, eye::set_quality))
        .add_systems(
            Update,
            ((choose, pick::pick).chain().run_if(watching), look)
                .chain()
                .in_set(ClientSystems::Look)
                .run_if(not(in_state(Screen::Loading)).and(not(playing))),
        )
        .add_systems(
            Update,
            eyes::hide_own_figure.in_set(ClientSystems::Words).run_if(not(in_state(Screen::Loading)).and(not(playing))),
        );
}

fn restart(mut rigs: ResMut<Rigs>) {
    rigs.chosen_storey = None;
    rigs.overview.forget();
    rigs.follow.forget();
    rigs.director.forget();
}

/// Which camera, which agent, which storey.
fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    show: Res<Show>,
    stage: Res<Stage>,
    mut view: ResMut<View>,
    mut rigs: ResMut<Rigs>,
    mut panels: ResMut<Panels>,
) {
    let count = show.now.agents.len().max(1);
    if pressed(&keys, Act::NextAgent) {
        if view.mode.is_about_one() {
            let in_play = |agent: usize| show.now.agents.get(agent).is_some_and(|person| person.gone.is_none());
            view.followed =
                (1..=count).map(|step| (view.followed + step) % count).find(|agent| in_play(*agent)).unwrap_or(0);
        } else {
            view.mode = Mode::Follow;
        }
    }
    if pressed(&keys, Act::NextOfInterest) {
        let order = interest::interests(&show, &stage);
        let after = order.iter().position(|interest| interest.agent == view.followed).map_or(0, |place| place + 1);
        // Whoever matters most, and from there on down.
        let next = if view.mode.is_about_one() { order.get(after).or(order.first()) } else { order.first() };
        view.followed = next.map_or(view.followed, |interest| interest.agent);
        if !view.mode.is_about_one() {
            view.mode = Mode::Follow;
        }
    }
    view.followed = view.followed.min(count - 1);
    if pressed(&keys, Act::Overview) {
        // Once more: straight down, as on a plan.
        let plan = view.mode == Mode::Overview && !rigs.overview.is_plan();
        view.mode = Mode::Overview;
        rigs.chosen_storey = None;
        rigs.overview.forget();
        rigs.overview.set_plan(plan);
    }
    if pressed(&keys, Act::Eyes) {
        view.mode = Mode::Eyes;
    }
    if pressed(&keys, Act::Director) {
        view.mode = Mode::Director;
        rigs.director.forget();
    }
    if pressed(&keys, Act::NextAgent) || pressed(&keys, Act::NextOfInterest) {
        panels.chosen = Some(AgentId(view.followed as u16));
    }
    if pressed(&keys, Act::Follow) {
        view.mode = Mode::Follow;
    }
    let top = stage.level.storeys.len().saturating_sub(1);
    if pressed(&keys, Act::StoreyUp) {
        rigs.chosen_storey = Some((view.storey + 1).min(top));
    }
    if pressed(&keys, Act::StoreyDown) {
        rigs.chosen_storey = Some(view.storey.saturating_sub(1));
    }
}

#[allow(clippy::too_many_arguments, reason = "a camera needs every input device, and what it looks at")]
fn look(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    time: Res<Time<Real>>,
    show: Res<Show>,
    stage: Res<Stage>,
    mut view: ResMut<View>,
    mut rigs: ResMut<Rigs>,
    mut cameras: Query<(&mut Transform, &Projection), With<MainCamera>>,
) {
    let Ok((mut eye, projection)) = cameras.get_single_mut() else { return };
    let (field, aspect) = match projection {
        Projection::Perspective(lens) => (lens.fov, lens.aspect_ratio.max(0.1)),
        Projection::Orthographic(_) => (std::f32::consts::FRAC_PI_4, 1.0),
    };
    let steering = steering(&keys, &buttons, &motion, &scroll, time.delta_secs());
    if pressed(&keys, Act::Free) && view.mode != Mode::Free {
        view.mode = Mode::Free;
        rigs.flown = flown::Flown::from(&eye);
    }
    let sight = Sight { show: &show, stage: &stage, steering: &steering, field, aspect };
    let (view, rigs) = (view.as_mut(), rigs.as_mut());
    let wanted = match view.mode {
        Mode::Overview => {
            view.cut = true;
            let storey = rigs.chosen_storey.unwrap_or_else(|| overview::storey(&show, &stage));
            view.storey = storey;
            let (transform, focus) = rigs.overview.look(&sight);
            view.focus = focus;
            transform
        }
        Mode::Follow => {
            view.cut = false;
            let (transform, focus) = rigs.follow.look(view.followed, &show, &stage, &steering);
            view.focus = focus;
            transform
        }
        Mode::Eyes => {
            view.cut = false;
            let seen = rigs.eyes.look(view.followed, &show, &stage, &steering).unwrap_or(*eye);
            view.focus = seen.translation + seen.forward() * 4.0;
            seen
        }
        Mode::Director => {
            view.cut = true;
            let (transform, focus) = rigs.director.look(&sight).unwrap_or((*eye, view.focus));
            view.focus = focus;
            view.followed = rigs.director.subject().unwrap_or(view.followed);
            let storey = stage.level.storeys.iter().rposition(|storey| storey.height <= focus.y).unwrap_or(0);
            view.storey = rigs.chosen_storey.unwrap_or(storey);
            transform
        }
        Mode::Free => {
            let transform = rigs.flown.look(&steering);
            view.focus = transform.translation + transform.forward() * 6.0;
            // From above the roofs one looks in; from inside one looks around.
            let level = &stage.level;
            let storey = level.storeys.iter().rposition(|storey| storey.height < transform.translation.y).unwrap_or(0);
            let roof = level.storeys.get(storey).map_or(0.0, |storey| storey.height) + level.wall_height;
            view.cut = transform.translation.y > roof + 0.3;
            view.storey = rigs.chosen_storey.unwrap_or(storey);
            transform
        }
    };
    *eye = wanted;
}

/// The keys that a camera is flown by, while they are held.
pub(super) const FLYING: [KeyCode; 12] = [
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

fn steering(
    keys: &ButtonInput<KeyCode>,
    buttons: &ButtonInput<MouseButton>,
    motion: &AccumulatedMouseMotion,
    scroll: &AccumulatedMouseScroll,
    seconds: f32,
) -> Steering {
    let [w, a, s, d, up, left, down, right, x, z, shift, other_shift] = FLYING.map(|key| keys.pressed(key));
    let along = |on: bool, back: bool| f32::from(i8::from(on) - i8::from(back));
    let wheel = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let turning = buttons.pressed(MouseButton::Left) || buttons.pressed(MouseButton::Right);
    Steering {
        go: Vec3::new(along(d || right, a || left), along(x, z), along(s || down, w || up)),
        drag: if turning { motion.delta } else { Vec2::ZERO },
        slide: if buttons.pressed(MouseButton::Middle) { motion.delta } else { Vec2::ZERO },
        wheel,
        fast: shift || other_shift,
        seconds: seconds.min(0.25),
    }
}

/// How far to go of the way to where one wants to be, in this time; `pace` is how many times a second it is halved, about.
fn eased(pace: f32, seconds: f32) -> f32 {
    1.0 - (-pace * seconds).exp()
}
