//! Going to what is remembered, and through it.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, ParameterRange, Progress, RunningBehaviour, WalkTo,
    walk::flat,
};
use crate::protocol::{FailReason, Gait, LookRequest, Subject};

/// Goes to the target, follows it where it moves, ahead of it where it runs.
pub struct GoToBehaviour;

impl Behaviour for GoToBehaviour {
    fn name(&self) -> &'static str {
        "go_to"
    }

    fn summary(&self) -> &'static str {
        "go to where the target is believed to be"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("arrive_radius", "how near is near enough, metres", 0.8, 0.05, 20.0),
            Parameter::number(
                "lead_seconds",
                "how far ahead of a moving target to aim at most, seconds",
                0.0,
                0.0,
                3.0,
            ),
            Parameter {
                name: "face_target",
                meaning: "look at the target while it is in sight",
                range: ParameterRange::Flag(true),
            },
            Parameter::number(
                "look_around_seconds",
                "how long to look around where somebody was believed to be and is not, seconds",
                0.8,
                0.0,
                10.0,
            ),
            Parameter::query("crouch_near", "move bent low near members of this query"),
            Parameter::number("crouch_radius", "how near they must be for that, metres", 9.0, 0.0, 60.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Going { with: settings.clone(), sneak: Sneak::of(settings), walk: WalkTo::default(), arrived: None })
    }
}

/// Moving bent low where somebody may hear.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sneak {
    near: Option<usize>,
    within: f32,
}

impl Sneak {
    pub fn of(settings: &BehaviourSettings) -> Self {
        Self { near: settings.query("crouch_near"), within: settings.number("crouch_radius") }
    }

    /// The gait to move with now, where one would otherwise move with `gait`.
    pub fn gait(&self, context: &BehaviourContext, gait: Gait) -> Gait {
        match self.near {
            Some(query) if context.view().nearest_distance(query, context.sense.place, None) < self.within => {
                Gait::Crouch
            }
            _ => gait,
        }
    }
}

struct Going {
    with: BehaviourSettings,
    sneak: Sneak,
    walk: WalkTo,
    arrived: Option<f32>,
}

impl Going {
    /// There: but somebody who is no longer where he was believed to be has not been reached.
    fn arrive(&mut self, context: &mut BehaviourContext, in_sight: bool) -> Progress {
        if in_sight || !matches!(context.target, Some(Subject::Agent(_))) {
            return Progress::Done;
        }
        let since = *self.arrived.get_or_insert(context.elapsed);
        context.board.look.post(LookRequest::Scan { degrees: 100.0, period: 1.2 });
        if context.elapsed - since > self.with.number("look_around_seconds") {
            Progress::Failed(FailReason::Gone)
        } else {
            Progress::Running
        }
    }
}

impl RunningBehaviour for Going {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some((place, velocity, in_sight)) = context
            .target
            .and_then(|target| context.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        let within = self.with.number("arrive_radius");
        let there = flat(context.sense.place, place) <= within && (context.sense.place.y - place.y).abs() < 1.5;
        if there && !context.is_inside() {
            return self.arrive(context, in_sight);
        }
        self.arrived = None;
        let ahead = if in_sight { ahead_of(context, place, velocity, self.with.number("lead_seconds")) } else { place };
        let gait = self.sneak.gait(context, self.with.gait("gait"));
        let progress = self.walk.towards(context, ahead, within, gait);
        let look = if self.with.flag("face_target") && in_sight { LookRequest::At(place) } else { LookRequest::Ahead };
        context.board.look.post(look);
        // Where the point ahead was reached first, the target itself is still to come.
        if progress == Progress::Done && flat(context.sense.place, place) > within + 0.3 {
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
fn ahead_of(context: &BehaviourContext, place: Vec3, velocity: Vec3, lead: f32) -> Vec3 {
    if lead <= 0.0 || velocity.length_squared() < 0.25 {
        return place;
    }
    let speed = context.sense.velocity.length().max(3.0);
    let seconds = (context.sense.place.distance(place) / speed).min(lead);
    context.terrain.nearest_walkable(place + velocity * seconds, 0.8).unwrap_or(place)
}

/// Walks through the target, as through an open gate.
pub struct PassBehaviour;

impl Behaviour for PassBehaviour {
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

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Passing { gait: settings.gait("gait"), walk: WalkTo::default() })
    }
}

struct Passing {
    gait: Gait,
    walk: WalkTo,
}

impl RunningBehaviour for Passing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some(place) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        context.board.look.post(LookRequest::Ahead);
        match self.walk.towards(context, place, 0.15, self.gait) {
            // Who has passed leaves play; until then one stands in the way out.
            Progress::Done => Progress::Running,
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
