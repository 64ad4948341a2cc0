//! Searching for somebody lost: first where he was last, then where he could have gone.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour,
    visit::{Visit, VisitProgress},
};
use crate::protocol::{LookRequest, PlaceId, Subject};

/// Looks into the likeliest hypotheses about the target, one after the other.
pub struct SearchBehaviour;

impl Behaviour for SearchBehaviour {
    fn name(&self) -> &'static str {
        "search"
    }

    fn summary(&self) -> &'static str {
        "go where the target was last, then through the places it could have reached, looking around at each"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("max_places", "how many places to look into", 4.0, 1.0, 16.0),
            Parameter::number("duration", "how long to search, seconds", 20.0, 1.0, 300.0),
            Parameter::number("pause_seconds", "how long to look around at each place, seconds", 1.4, 0.0, 20.0),
            Parameter::number(
                "path_weight",
                "likelihood that a metre of way outweighs, thousandths",
                15.0,
                0.0,
                1000.0,
            ),
            Parameter::number(
                "skip_seen_within",
                "seconds since it was seen that a place need not be looked into",
                2.0,
                0.0,
                60.0,
            ),
            Parameter::degrees(110.0),
            Parameter::period(2.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        let left = settings.number("max_places") as u32;
        Box::new(Searching { with: settings.clone(), left, to: None, begun: false, visit: Visit::default() })
    }
}

struct Searching {
    with: BehaviourSettings,
    left: u32,
    to: Option<PlaceId>,
    begun: bool,
    visit: Visit,
}

impl RunningBehaviour for Searching {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let with = &self.with;
        if context.elapsed > with.number("duration") {
            return Progress::Done;
        }
        context.board.look.post(if self.visit.stays() { with.look() } else { LookRequest::Ahead });
        match self.visit.go(context, with.gait("gait"), 1.0, with.number("pause_seconds")) {
            VisitProgress::Running => {}
            VisitProgress::Free => {
                let Some((place, position)) = self.choose(context) else { return Progress::Done };
                self.to = Some(place);
                self.visit.set_out(position, Some(Subject::Place(place)));
            }
            // A place one cannot get to is one less to look into.
            VisitProgress::Reached | VisitProgress::Missed(_) => {
                if let Some(place) = self.to.take() {
                    context.memory.look_at(place);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Searching {
    fn choose(&mut self, context: &BehaviourContext) -> Option<(PlaceId, Vec3)> {
        let target = context.target?;
        if !self.begun {
            self.begun = true;
            let place = context.terrain.nearest_walkable(context.target_place()?, 2.0)?;
            return Some((context.terrain.nearest_place(place), place));
        }
        self.left = self.left.checked_sub(1)?;
        let (metre, seen) = (self.with.number("path_weight") / 1000.0, self.with.number("skip_seen_within"));
        let view = context.view();
        let best = context
            .memory
            .hypotheses()
            .iter()
            .filter(|known| known.of == target)
            .filter(|known| context.memory.looked_ago(known.place).is_none_or(|ago| ago > seen))
            .map(|known| (known.weight - view.way(context.sense.place, known.position) * metre, known))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.place.cmp(&a.1.place)));
        best.map(|(_, found)| (found.place, found.position))
    }
}
