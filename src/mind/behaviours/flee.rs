//! Fleeing: not merely away, but out of sight, to where the pursuer has farther to go than oneself.

use bevy::math::Vec3;
use rand::Rng;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS};
use crate::protocol::{FailReason, Gait, LookRequest};

/// By how much the way between two places may fall short of the straight line, by rounding, in metres.
const ROUNDING: f32 = 1.0;

/// From how many at a time one keeps away: the nearest.
const MOST_THREATS: usize = 6;

/// Runs to ground that those who threaten do not overlook.
pub struct Flee;

impl Behaviour for Flee {
    fn name(&self) -> &'static str {
        "flee"
    }

    fn summary(&self) -> &'static str {
        "run out of sight of the members of a notion, far from them by their way and near by one's own"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "threats", meaning: "the notion to flee from", range: Range::Notion },
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter {
                name: "farthest",
                meaning: "how far to run at most, metres",
                range: Range::Number(35.0, 5.0, 200.0),
            },
            Parameter {
                name: "again",
                meaning: "how often to think again while threatened, seconds",
                range: Range::Number(0.7, 0.1, 10.0),
            },
            Parameter {
                name: "far",
                meaning: "how much a metre of the pursuer's way is worth",
                range: Range::Number(1.0, 0.0, 10.0),
            },
            Parameter {
                name: "near",
                meaning: "how much a metre of one's own way costs",
                range: Range::Number(0.6, 0.0, 10.0),
            },
            Parameter {
                name: "hidden",
                meaning: "how many metres being out of sight is worth",
                range: Range::Number(10.0, 0.0, 100.0),
            },
            Parameter {
                name: "glance_every",
                meaning: "seconds from one glance over the shoulder to the next",
                range: Range::Number(2.2, 0.2, 60.0),
            },
            Parameter {
                name: "glance",
                meaning: "how long such a glance takes, seconds",
                range: Range::Number(0.4, 0.0, 10.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Fleeing {
            threats: settings.notion("threats"),
            gait: settings.gait("gait"),
            farthest: settings.number("farthest"),
            again: settings.number("again"),
            far: settings.number("far"),
            near: settings.number("near"),
            hidden: settings.number("hidden"),
            glance_every: settings.number("glance_every"),
            glance: settings.number("glance"),
            next: None,
            chosen: 0.0,
            walk: Walk::default(),
        })
    }
}

struct Fleeing {
    threats: Option<usize>,
    gait: Gait,
    farthest: f32,
    again: f32,
    far: f32,
    near: f32,
    hidden: f32,
    glance_every: f32,
    glance: f32,
    next: Option<(u16, Vec3, f32)>,
    chosen: f32,
    walk: Walk,
}

impl Act for Fleeing {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let view = scene.view();
        let mut threats: Vec<Vec3> =
            self.threats.map(|notion| view.members(notion).map(|fact| fact.estimate).collect()).unwrap_or_default();
        if threats.len() > MOST_THREATS {
            let here = scene.sense.place;
            threats.sort_by(|a, b| a.distance_squared(here).total_cmp(&b.distance_squared(here)));
            threats.truncate(MOST_THREATS);
        }
        let pressed = !threats.is_empty();
        scene.board.look.post(self.look(scene));
        let due = self.next.is_none() || (pressed && scene.elapsed - self.chosen >= self.again);
        if due {
            self.choose(scene, &threats);
        }
        let Some((_, place, _)) = self.next else { return Progress::Failed(FailReason::Unreachable) };
        match self.walk.towards(scene, place, 0.8, self.gait) {
            Progress::Running => Progress::Running,
            Progress::Done if pressed => {
                // There, and still threatened: on to the next place.
                self.next = None;
                Progress::Running
            }
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Fleeing {
    /// Ahead, with a glance over the shoulder now and then: whoever runs away wants to know who follows.
    fn look(&self, scene: &Scene) -> LookRequest {
        let back = -scene.sense.velocity.with_y(0.0);
        let phase = scene.elapsed % self.glance_every.max(0.1);
        let glances = phase > self.glance_every - self.glance && back.length_squared() > 0.5;
        if glances { LookRequest::Along { direction: back } } else { LookRequest::Ahead }
    }

    fn choose(&mut self, scene: &mut Scene, threats: &[Vec3]) {
        self.chosen = scene.elapsed;
        let here = scene.terrain.place_at(scene.sense.place);
        let from: Vec<u16> = threats.iter().map(|threat| scene.terrain.place_at(*threat)).collect();
        let mut best: Option<(u16, Vec3, f32)> = None;
        let mut within = Vec::new();
        if let Some(place) = scene.terrain.places().get(usize::from(here)) {
            scene.terrain.places_near(place.position, self.farthest + ROUNDING, &mut within);
        }
        for id in within {
            let Some(place) = scene.terrain.places().get(usize::from(id)) else { continue };
            let mine = scene.terrain.place_travel(here, id);
            if mine > self.farthest || (id == here && !threats.is_empty()) {
                continue;
            }
            let worth = self.worth(scene, &from, id, mine) + scene.chance.gen_range(0.0..1.0_f32);
            if best.is_none_or(|(_, _, known)| worth > known) {
                best = Some((id, place.position, worth));
            }
        }
        // Dithering costs more than the second best place: keep on unless the new one is clearly better.
        let kept = self.next.map(|(id, place, _)| {
            let mine = scene.terrain.place_travel(here, id);
            (id, place, self.worth(scene, &from, id, mine) + 4.0)
        });
        self.next = match (kept, best) {
            (Some(kept), Some(best)) if kept.2 >= best.2 && kept.0 != here => Some(kept),
            (kept, best) => best.or(kept),
        };
    }

    /// What a place is worth as a refuge, in metres.
    fn worth(&self, scene: &Scene, from: &[u16], place: u16, mine: f32) -> f32 {
        let theirs = from.iter().map(|threat| scene.terrain.place_travel(*threat, place)).fold(60.0, f32::min);
        let seen = from.iter().any(|threat| scene.terrain.place_sees(*threat, place));
        let hidden = if seen { 0.0 } else { self.hidden };
        // Whoever is there before me cuts me off.
        let cut_off = if theirs < mine + 2.0 { 40.0 } else { 0.0 };
        self.far * theirs - self.near * mine + hidden - cut_off
    }
}
