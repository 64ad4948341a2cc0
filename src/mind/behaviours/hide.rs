//! Hiding in something, until the coast is clear.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour, WalkTo, walk::come_out,
};
use crate::protocol::{FailReason, LookRequest, Status, Subject, UseRequest};

/// Goes to a hiding place, gets in, peeks, and comes out when nothing threatens.
pub struct HideBehaviour;

impl Behaviour for HideBehaviour {
    fn name(&self) -> &'static str {
        "hide"
    }

    fn summary(&self) -> &'static str {
        "go to the target, get into it, stay while a query has members, come out"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::gait("gait", "how to get there"),
            Parameter::query("threats", "the query while whose members are near one stays"),
            Parameter::number(
                "calm_seconds",
                "how long nothing must threaten before one comes out, seconds",
                5.0,
                0.0,
                120.0,
            ),
            Parameter::word(
                "stay_while_reading",
                "a reading: while it is above 0 one stays, whether or not something threatens",
                "",
            ),
            Parameter::number("max_seconds", "the longest to stay, seconds", 30.0, 1.0, 600.0),
            Parameter::degrees(40.0),
            Parameter::period(4.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Hiding { with: settings.clone(), stage: HideStage::Going, walk: WalkTo::default() })
    }
}

enum HideStage {
    Going,
    Entering(u32),
    Inside { since: f32, alarmed: f32 },
    Leaving,
}

struct Hiding {
    with: BehaviourSettings,
    stage: HideStage,
    walk: WalkTo,
}

impl RunningBehaviour for Hiding {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        match self.stage {
            HideStage::Going => self.go(context),
            HideStage::Entering(serial) => self.enter(context, serial),
            HideStage::Inside { since, alarmed } => self.stay_inside(context, since, alarmed),
            HideStage::Leaving => {
                if context.is_inside() {
                    return come_out(context);
                }
                context.memory.set_inside(None);
                Progress::Done
            }
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Hiding {
    fn go(&mut self, context: &mut BehaviourContext) -> Progress {
        let (Some(target), Some(place)) = (context.target, context.target_place()) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Thing(thing) = target else { return Progress::Failed(FailReason::Gone) };
        if context.is_inside() && context.memory.inside() == Some(thing) {
            self.stage = HideStage::Inside { since: context.elapsed, alarmed: context.elapsed };
            return Progress::Running;
        }
        context.board.look.post(LookRequest::Ahead);
        match self.walk.towards(context, place, 0.4, self.with.gait("gait")) {
            Progress::Done => {
                let verb = context.memory.settings().data.hiding.enter;
                self.stage = HideStage::Entering(context.board.use_thing.post(UseRequest { thing, verb }));
                Progress::Running
            }
            other => other,
        }
    }

    fn enter(&mut self, context: &mut BehaviourContext, serial: u32) -> Progress {
        match context.board.use_thing.status_of(serial) {
            Status::Failed(reason) => Progress::Failed(reason),
            Status::Done => {
                if let Some(Subject::Thing(thing)) = context.target {
                    context.memory.set_inside(Some(thing));
                }
                self.stage = HideStage::Inside { since: context.elapsed, alarmed: context.elapsed };
                Progress::Running
            }
            _ => Progress::Running,
        }
    }

    fn stay_inside(&mut self, context: &mut BehaviourContext, since: f32, alarmed: f32) -> Progress {
        context.board.look.post(self.with.look());
        let view = context.view();
        let threatened = self.with.query("threats").is_some_and(|query| view.members(query).next().is_some());
        let ailing = context.sense.get(self.with.word("stay_while_reading")).unwrap_or(0.0) > 0.0;
        let alarmed = if threatened || ailing { context.elapsed } else { alarmed };
        let over = context.elapsed - alarmed >= self.with.number("calm_seconds")
            || context.elapsed - since >= self.with.number("max_seconds");
        // Pulled out by somebody, one is inside no more.
        let out = context.elapsed - since > 0.5 && !context.is_inside();
        self.stage = if over || out { HideStage::Leaving } else { HideStage::Inside { since, alarmed } };
        Progress::Running
    }
}
