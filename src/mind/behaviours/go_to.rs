//! Going to what is remembered, and through it.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, walk::flat};
use crate::protocol::{FailReason, Gait, LookRequest, Subject};

/// Goes to the target, follows it where it moves, ahead of it where it runs.
pub struct GoTo;

impl Behaviour for GoTo {
    fn name(&self) -> &'static str {
        "go_to"
    }

    fn summary(&self) -> &'static str {
        "go to where the target is believed to be"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("within", "how near is near enough, metres", 0.8, 0.05, 20.0),
            Parameter::number("lead", "how far ahead of a moving target to aim at most, seconds", 0.0, 0.0, 3.0),
            Parameter { name: "watch", meaning: "look at the target while it is in sight", range: Range::Flag(true) },
            Parameter::number(
                "wonder",
                "how long to look around where somebody was believed to be and is not, seconds",
                0.8,
                0.0,
                10.0,
            ),
            Parameter::notion("sneak_near", "move bent low near members of this notion"),
            Parameter::number("sneak_within", "how near they must be for that, metres", 9.0, 0.0, 60.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Going { with: settings.clone(), sneak: Sneak::of(settings), walk: Walk::default(), arrived: None })
    }
}

/// Moving bent low where somebody may hear.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sneak {
    near: Option<usize>,
    within: f32,
}

impl Sneak {
    pub fn of(settings: &Settings) -> Self {
        Self { near: settings.notion("sneak_near"), within: settings.number("sneak_within") }
    }

    /// The gait to move with now, where one would otherwise move with `gait`.
    pub fn gait(&self, scene: &Scene, gait: Gait) -> Gait {
        match self.near {
            Some(notion) if scene.view().nearest_distance(notion, scene.sense.place, None) < self.within => {
                Gait::Crouch
            }
            _ => gait,
        }
    }
}

struct Going {
    with: Settings,
    sneak: Sneak,
    walk: Walk,
    arrived: Option<f32>,
}

impl Going {
    /// There: but somebody who is no longer where he was believed to be has not been reached.
    fn arrive(&mut self, scene: &mut Scene, in_sight: bool) -> Progress {
        if in_sight || !matches!(scene.target, Some(Subject::Agent(_))) {
            return Progress::Done;
        }
        let since = *self.arrived.get_or_insert(scene.elapsed);
        scene.board.look.post(LookRequest::Scan { degrees: 100.0, period: 1.2 });
        if scene.elapsed - since > self.with.number("wonder") {
            Progress::Failed(FailReason::Gone)
        } else {
            Progress::Running
        }
    }
}

impl Act for Going {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let Some((place, velocity, in_sight)) = scene
            .target
            .and_then(|target| scene.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        let within = self.with.number("within");
        let there = flat(scene.sense.place, place) <= within && (scene.sense.place.y - place.y).abs() < 1.5;
        if there && !scene.is_inside() {
            return self.arrive(scene, in_sight);
        }
        self.arrived = None;
        let ahead = if in_sight { ahead_of(scene, place, velocity, self.with.number("lead")) } else { place };
        let gait = self.sneak.gait(scene, self.with.gait("gait"));
        let progress = self.walk.towards(scene, ahead, within, gait);
        let look = if self.with.flag("watch") && in_sight { LookRequest::At(place) } else { LookRequest::Ahead };
        scene.board.look.post(look);
        // Where the point ahead was reached first, the target itself is still to come.
        if progress == Progress::Done && flat(scene.sense.place, place) > within + 0.3 {
            self.walk.reset();
            return Progress::Running;
        }
        progress
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// Where to run to meet something that moves: as far ahead as it takes to get there, at most `lead` seconds.
fn ahead_of(scene: &Scene, place: Vec3, velocity: Vec3, lead: f32) -> Vec3 {
    if lead <= 0.0 || velocity.length_squared() < 0.25 {
        return place;
    }
    let speed = scene.sense.velocity.length().max(3.0);
    let seconds = (scene.sense.place.distance(place) / speed).min(lead);
    scene.terrain.nearest(place + velocity * seconds, 0.8).unwrap_or(place)
}

/// Walks through the target, as through an open gate.
pub struct Pass;

impl Behaviour for Pass {
    fn name(&self) -> &'static str {
        "pass"
    }

    fn summary(&self) -> &'static str {
        "walk to the target and on into it, until one is through"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[Parameter::GAIT];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Passing { gait: settings.gait("gait"), walk: Walk::default() })
    }
}

struct Passing {
    gait: Gait,
    walk: Walk,
}

impl Act for Passing {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let Some(place) = scene.target_place() else { return Progress::Failed(FailReason::Gone) };
        scene.board.look.post(LookRequest::Ahead);
        match self.walk.towards(scene, place, 0.15, self.gait) {
            // Who has passed leaves play; until then one stands in the way out.
            Progress::Done => Progress::Running,
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
