//! Staying: waiting, looking around, guarding, lurking.

use bevy::math::Vec3;

use super::{
    Act, Behaviour, Parameter, Progress, Scene, Settings,
    round::{Leg, Round, best_place},
    walk::stay,
};
use crate::protocol::{FailReason, LookRequest};

/// Stands still for a while.
pub struct Wait;

impl Behaviour for Wait {
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

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Standing { with: settings.clone(), look: None })
    }
}

const SECONDS: Parameter = Parameter::number("seconds", "how long, seconds", 2.0, 0.0, 600.0);
const STANCE: Parameter = Parameter::gait("stance", "the gait whose stance to take");

/// Stands still and looks around.
pub struct Scan;

impl Behaviour for Scan {
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

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Standing { with: settings.clone(), look: Some(settings.look()) })
    }
}

struct Standing {
    with: Settings,
    look: Option<LookRequest>,
}

impl Act for Standing {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        stay(scene, self.with.gait("stance"));
        if let Some(look) = self.look {
            scene.board.look.post(look);
        }
        if scene.elapsed >= self.with.number("seconds") { Progress::Done } else { Progress::Running }
    }
}

/// A spot chosen by where the target is, or why there is none.
fn near_target(scene: &mut Scene, choose: impl FnOnce(&mut Scene, Vec3) -> Option<Vec3>) -> Result<Vec3, FailReason> {
    let target = scene.target_place().ok_or(FailReason::Gone)?;
    choose(scene, target).ok_or(FailReason::Unreachable)
}

/// Walks about near the target, keeping it in view.
pub struct Guard;

impl Behaviour for Guard {
    fn name(&self) -> &'static str {
        "guard"
    }

    fn summary(&self) -> &'static str {
        "walk about near the target, from one spot that overlooks it to another"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("nearest", "how near to stay at least, metres", 3.0, 0.0, 50.0),
            Parameter::number("farthest", "how far to go at most, metres", 10.0, 0.5, 60.0),
            Parameter::number("overlook", "what seeing the target from a spot is worth", 20.0, 0.0, 100.0),
            Parameter::number("neglect", "what a second since one stood there is worth", 0.2, 0.0, 10.0),
            Parameter::number("neglected", "how many of those seconds count at most", 60.0, 0.0, 600.0),
            Parameter::whim("how much chance has a say", 4.0),
            Parameter::number("pause", "how long to stand at each spot, seconds", 2.5, 0.0, 60.0),
            Parameter::degrees(100.0),
            Parameter::period(3.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Guarding { with: settings.clone(), round: Round::default() })
    }
}

struct Guarding {
    with: Settings,
    round: Round,
}

impl Act for Guarding {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        scene.board.look.post(self.with.look());
        match self.round.go(scene, self.with.gait("gait"), 0.8, self.with.number("pause")) {
            Leg::Running | Leg::Reached => {}
            Leg::Missed(reason) if scene.elapsed < 1.0 => return Progress::Failed(reason),
            Leg::Free | Leg::Missed(_) => match near_target(scene, |scene, target| self.choose(scene, target)) {
                Ok(place) => self.round.set_out(place, None),
                Err(reason) => return Progress::Failed(reason),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}

impl Guarding {
    /// One of the spots around the target from which it is seen; any near one where none is.
    fn choose(&self, scene: &mut Scene, target: Vec3) -> Option<Vec3> {
        let with = &self.with;
        let at = scene.terrain.place_at(target);
        let here = scene.terrain.place_at(scene.sense.place);
        let (nearest, farthest) = (with.number("nearest"), with.number("farthest"));
        let (overlook, neglect, most) = (with.number("overlook"), with.number("neglect"), with.number("neglected"));
        let best = best_place(scene, f32::INFINITY, with.number("whim"), |scene, id, place, _| {
            let distance = place.position.distance(target);
            let way = scene.terrain.place_travel(at, id);
            if id == here || distance < nearest || way > farthest * 1.5 || distance > farthest {
                return None;
            }
            let seen = if scene.terrain.place_sees(id, at) { overlook } else { 0.0 };
            Some(seen + scene.memory.stood_ago(id).unwrap_or(most).min(most) * neglect)
        });
        best.map(|(_, place)| place)
    }
}

/// Keeps near the target but out of sight of those who threaten, until they are gone.
pub struct Lurk;

impl Behaviour for Lurk {
    fn name(&self) -> &'static str {
        "lurk"
    }

    fn summary(&self) -> &'static str {
        "keep near the target, out of sight of the members of a notion, and watch the way to it"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::notion("threats", "the notion out of whose members' sight to keep"),
            Parameter::gait("gait", "how to get to the spot"),
            Parameter::gait("stance", "the gait whose stance to take there"),
            Parameter::number("nearest", "how near to the threats to go at most, metres of their way", 10.0, 0.0, 60.0),
            Parameter::number("farthest", "how far from the target to keep at most, metres of way", 22.0, 1.0, 100.0),
            Parameter::number("hidden", "what being out of their sight is worth, metres", 30.0, 0.0, 100.0),
            Parameter::number("metre", "what a metre of one's own way costs", 0.7, 0.0, 10.0),
            Parameter::number("seconds", "how long to lurk, seconds", 15.0, 0.5, 600.0),
            Parameter::whim("how much chance has a say, metres", 2.0),
            Parameter::degrees(60.0),
            Parameter::period(3.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Lurking { with: settings.clone(), there: false, round: Round::default() })
    }
}

struct Lurking {
    with: Settings,
    there: bool,
    round: Round,
}

impl Act for Lurking {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let with = &self.with;
        scene.board.look.post(with.look());
        if scene.elapsed >= with.number("seconds") {
            return Progress::Done;
        }
        if self.there {
            stay(scene, with.gait("stance"));
            return Progress::Running;
        }
        match self.round.go(scene, with.gait("gait"), 0.6, 0.0) {
            Leg::Running => {}
            Leg::Reached => self.there = true,
            Leg::Missed(reason) => return Progress::Failed(reason),
            Leg::Free => match near_target(scene, |scene, target| self.choose(scene, target)) {
                Ok(place) => self.round.set_out(place, None),
                Err(reason) => return Progress::Failed(reason),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}

impl Lurking {
    fn choose(&self, scene: &mut Scene, target: Vec3) -> Option<Vec3> {
        let with = &self.with;
        let (here, at) = (scene.terrain.place_at(scene.sense.place), scene.terrain.place_at(target));
        let threats: Vec<_> =
            scene.places_of(with.notion("threats")).iter().map(|threat| scene.terrain.place_at(*threat)).collect();
        let (nearest, farthest) = (with.number("nearest"), with.number("farthest"));
        let (hidden, metre) = (with.number("hidden"), with.number("metre"));
        let best = best_place(scene, f32::INFINITY, with.number("whim"), |scene, id, _, _| {
            let terrain = scene.terrain;
            let (to_target, mine) = (terrain.place_travel(at, id), terrain.place_travel(here, id));
            let theirs = threats.iter().map(|threat| terrain.place_travel(*threat, id)).fold(f32::MAX, f32::min);
            if to_target > farthest || !mine.is_finite() || theirs < nearest {
                return None;
            }
            let seen = threats.iter().any(|threat| terrain.place_sees(*threat, id));
            Some(if seen { 0.0 } else { hidden } - to_target - mine * metre)
        });
        best.map(|(_, place)| place)
    }
}
