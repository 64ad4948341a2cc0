//! Searching for somebody lost: first where he was last, then where he could have gone.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS, walk::stay};
use crate::protocol::{Gait, LookRequest, Subject};

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
        &[
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter { name: "places", meaning: "how many places to look into", range: Range::Number(4.0, 1.0, 16.0) },
            Parameter {
                name: "seconds",
                meaning: "how long to search, seconds",
                range: Range::Number(20.0, 1.0, 300.0),
            },
            Parameter {
                name: "pause",
                meaning: "how long to look around at each place, seconds",
                range: Range::Number(1.4, 0.0, 20.0),
            },
            Parameter {
                name: "degrees",
                meaning: "how far to look to each side there",
                range: Range::Number(110.0, 0.0, 180.0),
            },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(2.0, 0.2, 30.0),
            },
            Parameter {
                name: "metre",
                meaning: "how much likelihood a metre of way outweighs, thousandths",
                range: Range::Number(15.0, 0.0, 1000.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Searching {
            gait: settings.gait("gait"),
            left: settings.number("places") as u32,
            seconds: settings.number("seconds"),
            pause: settings.number("pause"),
            scan: LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") },
            metre: settings.number("metre") / 1000.0,
            next: None,
            until: None,
            begun: false,
            walk: Walk::default(),
        })
    }
}

struct Searching {
    gait: Gait,
    left: u32,
    seconds: f32,
    pause: f32,
    scan: LookRequest,
    metre: f32,
    next: Option<Vec3>,
    until: Option<f32>,
    begun: bool,
    walk: Walk,
}

impl Act for Searching {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        if scene.elapsed > self.seconds {
            return Progress::Done;
        }
        if let Some(until) = self.until {
            scene.board.look.post(self.scan);
            if scene.elapsed < until {
                return Progress::Running;
            }
            self.until = None;
        }
        let Some(place) = self.next.or_else(|| self.choose(scene)) else { return Progress::Done };
        self.next = Some(place);
        scene.board.look.post(LookRequest::Ahead);
        match self.walk.towards(scene, place, 1.0, self.gait) {
            Progress::Running => return Progress::Running,
            Progress::Done => {
                scene.memory.look_at(scene.terrain.place_at(place));
                stay(scene, Gait::Walk);
                self.until = Some(scene.elapsed + self.pause);
            }
            // A place one cannot get to is one less to look into.
            Progress::Failed(_) => scene.memory.look_at(scene.terrain.place_at(place)),
        }
        self.next = None;
        self.walk.reset();
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Searching {
    fn choose(&mut self, scene: &mut Scene) -> Option<Vec3> {
        let target = scene.target?;
        if !self.begun {
            self.begun = true;
            return scene.target_place().and_then(|place| scene.terrain.nearest(place, 2.0));
        }
        self.left = self.left.checked_sub(1)?;
        let view = scene.view();
        let best = scene
            .memory
            .hypotheses()
            .iter()
            .filter(|known| known.of == target)
            // Looked into since it was thought of.
            .filter(|known| scene.memory.looked_ago(known.place).is_none_or(|ago| ago > 2.0))
            .map(|known| (known.weight - view.way(scene.sense.place, known.position) * self.metre, *known))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.place.cmp(&a.1.place)));
        let (_, found) = best?;
        scene.memory.claim(Subject::Place(found.place), found.position);
        Some(found.position)
    }
}
