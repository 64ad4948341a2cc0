//! Staying: waiting, looking around, guarding, lurking.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour,
    visit::{Visit, VisitProgress, best_place},
    walk::stay,
};
use crate::protocol::{FailReason, LookRequest};

/// Stands still for a while.
pub struct WaitBehaviour;

impl Behaviour for WaitBehaviour {
    fn name(&self) -> &'static str {
        "wait"
    }

    fn summary(&self) -> &'static str {
        "stand still for a while"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[SECONDS, STANCE];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(StandingStill { with: settings.clone(), look: None })
    }
}

const SECONDS: Parameter = Parameter::number("duration", "how long, seconds", 2.0, 0.0, 600.0);
const STANCE: Parameter = Parameter::gait("stance", "the gait whose stance to take");

/// Stands still and looks around.
pub struct ScanBehaviour;

impl Behaviour for ScanBehaviour {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn summary(&self) -> &'static str {
        "stand still and look to and fro"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[SECONDS, STANCE, Parameter::degrees(90.0), Parameter::period(2.0)];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(StandingStill { with: settings.clone(), look: Some(settings.look()) })
    }
}

struct StandingStill {
    with: BehaviourSettings,
    look: Option<LookRequest>,
}

impl RunningBehaviour for StandingStill {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        stay(context, self.with.gait("stance"));
        if let Some(look) = self.look {
            context.board.look.post(look);
        }
        if context.elapsed >= self.with.number("duration") { Progress::Done } else { Progress::Running }
    }
}

/// A spot chosen by where the target is, or why there is none.
fn near_target(
    context: &mut BehaviourContext,
    choose: impl FnOnce(&mut BehaviourContext, Vec3) -> Option<Vec3>,
) -> Result<Vec3, FailReason> {
    let target = context.target_place().ok_or(FailReason::Gone)?;
    choose(context, target).ok_or(FailReason::Unreachable)
}

/// Walks about near the target, keeping it in view.
pub struct GuardBehaviour;

impl Behaviour for GuardBehaviour {
    fn name(&self) -> &'static str {
        "guard"
    }

    fn summary(&self) -> &'static str {
        "walk about near the target, from one spot that overlooks it to another"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("min_distance", "how near to stay at least, metres", 3.0, 0.0, 50.0),
            Parameter::number("max_distance", "how far to go at most, metres", 10.0, 0.5, 60.0),
            Parameter::number("visible_bonus", "what seeing the target from a spot is worth", 20.0, 0.0, 100.0),
            Parameter::number("neglect_weight", "what a second since one stood there is worth", 0.2, 0.0, 10.0),
            Parameter::number("max_neglect", "how many of those seconds count at most", 60.0, 0.0, 600.0),
            Parameter::randomness("how much chance has a say", 4.0),
            Parameter::number("pause_seconds", "how long to stand at each spot, seconds", 2.5, 0.0, 60.0),
            Parameter::degrees(100.0),
            Parameter::period(3.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Guarding { with: settings.clone(), visit: Visit::default() })
    }
}

struct Guarding {
    with: BehaviourSettings,
    visit: Visit,
}

impl RunningBehaviour for Guarding {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        context.board.look.post(self.with.look());
        match self.visit.go(context, self.with.gait("gait"), 0.8, self.with.number("pause_seconds")) {
            VisitProgress::Running | VisitProgress::Reached => {}
            VisitProgress::Missed(reason) if context.elapsed < 1.0 => return Progress::Failed(reason),
            VisitProgress::Free | VisitProgress::Missed(_) => {
                match near_target(context, |context, target| self.choose(context, target)) {
                    Ok(place) => self.visit.set_out(place, None),
                    Err(reason) => return Progress::Failed(reason),
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Guarding {
    /// One of the spots around the target from which it is seen; any near one where none is.
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<Vec3> {
        let with = &self.with;
        let at = context.terrain.nearest_place(target);
        let here = context.terrain.nearest_place(context.sense.place);
        let (nearest, farthest) = (with.number("min_distance"), with.number("max_distance"));
        let (overlook, neglect, most) =
            (with.number("visible_bonus"), with.number("neglect_weight"), with.number("max_neglect"));
        let best = best_place(context, f32::INFINITY, with.number("randomness"), |context, id, place, _| {
            let distance = place.position.distance(target);
            let way = context.terrain.place_distance(at, id);
            if id == here || distance < nearest || way > farthest * 1.5 || distance > farthest {
                return None;
            }
            let seen = if context.terrain.is_place_visible(id, at) { overlook } else { 0.0 };
            Some(seen + context.memory.stood_ago(id).unwrap_or(most).min(most) * neglect)
        });
        best.map(|(_, place)| place)
    }
}

/// Keeps near the target but out of sight of those who threaten, until they are gone.
pub struct LurkBehaviour;

impl Behaviour for LurkBehaviour {
    fn name(&self) -> &'static str {
        "lurk"
    }

    fn summary(&self) -> &'static str {
        "keep near the target, out of sight of the members of a query, and watch the way to it"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::query("threats", "the query out of whose members' sight to keep"),
            Parameter::gait("gait", "how to get to the spot"),
            Parameter::gait("stance", "the gait whose stance to take there"),
            Parameter::number(
                "min_distance",
                "how near to the threats to go at most, metres of their way",
                10.0,
                0.0,
                60.0,
            ),
            Parameter::number(
                "max_distance",
                "how far from the target to keep at most, metres of way",
                22.0,
                1.0,
                100.0,
            ),
            Parameter::number("hidden_bonus", "what being out of their sight is worth, metres", 30.0, 0.0, 100.0),
            Parameter::number("path_weight", "what a metre of one's own way costs", 0.7, 0.0, 10.0),
            Parameter::number("duration", "how long to lurk, seconds", 15.0, 0.5, 600.0),
            Parameter::randomness("how much chance has a say, metres", 2.0),
            Parameter::degrees(60.0),
            Parameter::period(3.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Lurking { with: settings.clone(), there: false, visit: Visit::default() })
    }
}

struct Lurking {
    with: BehaviourSettings,
    there: bool,
    visit: Visit,
}

impl RunningBehaviour for Lurking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let with = &self.with;
        context.board.look.post(with.look());
        if context.elapsed >= with.number("duration") {
            return Progress::Done;
        }
        if self.there {
            stay(context, with.gait("stance"));
            return Progress::Running;
        }
        match self.visit.go(context, with.gait("gait"), 0.6, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Reached => self.there = true,
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match near_target(context, |context, target| self.choose(context, target)) {
                Ok(place) => self.visit.set_out(place, None),
                Err(reason) => return Progress::Failed(reason),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Lurking {
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<Vec3> {
        let with = &self.with;
        let (here, at) = (context.terrain.nearest_place(context.sense.place), context.terrain.nearest_place(target));
        let threats: Vec<_> = context
            .places_of(with.query("threats"))
            .iter()
            .map(|threat| context.terrain.nearest_place(*threat))
            .collect();
        let (nearest, farthest) = (with.number("min_distance"), with.number("max_distance"));
        let (hidden, metre) = (with.number("hidden_bonus"), with.number("path_weight"));
        let best = best_place(context, f32::INFINITY, with.number("randomness"), |context, id, _, _| {
            let terrain = context.terrain;
            let (to_target, mine) = (terrain.place_distance(at, id), terrain.place_distance(here, id));
            let theirs = threats.iter().map(|threat| terrain.place_distance(*threat, id)).fold(f32::MAX, f32::min);
            if to_target > farthest || !mine.is_finite() || theirs < nearest {
                return None;
            }
            let seen = threats.iter().any(|threat| terrain.is_place_visible(*threat, id));
            Some(if seen { 0.0 } else { hidden } - to_target - mine * metre)
        });
        best.map(|(_, place)| place)
    }
}
