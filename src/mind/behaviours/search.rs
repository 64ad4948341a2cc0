//! Searching for somebody lost: first where he was last, then where he could have gone.

use bevy::math::Vec3;

use super::{
    Act, Behaviour, Parameter, Progress, Scene, Settings,
    round::{Leg, Round},
};
use crate::protocol::{LookRequest, PlaceId, Subject};

/// Looks into the likeliest hypotheses about the target, one after the other.
pub struct Search;

impl Behaviour for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn summary(&self) -> &'static str {
        "go where the target was last, then through the places it could have reached, looking around at each"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::number("places", "how many places to look into", 4.0, 1.0, 16.0),
            Parameter::number("seconds", "how long to search, seconds", 20.0, 1.0, 300.0),
            Parameter::number("pause", "how long to look around at each place, seconds", 1.4, 0.0, 20.0),
            Parameter::number("metre", "likelihood that a metre of way outweighs, thousandths", 15.0, 0.0, 1000.0),
            Parameter::number("seen", "seconds since it was seen that a place need not be looked into", 2.0, 0.0, 60.0),
            Parameter::degrees(110.0),
            Parameter::period(2.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        let left = settings.number("places") as u32;
        Box::new(Searching { with: settings.clone(), left, to: None, begun: false, round: Round::default() })
    }
}

struct Searching {
    with: Settings,
    left: u32,
    to: Option<PlaceId>,
    begun: bool,
    round: Round,
}

impl Act for Searching {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let with = &self.with;
        if scene.elapsed > with.number("seconds") {
            return Progress::Done;
        }
        scene.board.look.post(if self.round.stays() { with.look() } else { LookRequest::Ahead });
        match self.round.go(scene, with.gait("gait"), 1.0, with.number("pause")) {
            Leg::Running => {}
            Leg::Free => {
                let Some((place, position)) = self.choose(scene) else { return Progress::Done };
                self.to = Some(place);
                self.round.set_out(position, Some(Subject::Place(place)));
            }
            // A place one cannot get to is one less to look into.
            Leg::Reached | Leg::Missed(_) => {
                if let Some(place) = self.to.take() {
                    scene.memory.look_at(place);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}

impl Searching {
    fn choose(&mut self, scene: &Scene) -> Option<(PlaceId, Vec3)> {
        let target = scene.target?;
        if !self.begun {
            self.begun = true;
            let place = scene.terrain.nearest(scene.target_place()?, 2.0)?;
            return Some((scene.terrain.place_at(place), place));
        }
        self.left = self.left.checked_sub(1)?;
        let (metre, seen) = (self.with.number("metre") / 1000.0, self.with.number("seen"));
        let view = scene.view();
        let best = scene
            .memory
            .hypotheses()
            .iter()
            .filter(|known| known.of == target)
            .filter(|known| scene.memory.looked_ago(known.place).is_none_or(|ago| ago > seen))
            .map(|known| (known.weight - view.way(scene.sense.place, known.position) * metre, known))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.place.cmp(&a.1.place)));
        best.map(|(_, found)| (found.place, found.position))
    }
}
