//! Covering ground: patrolling points, exploring what was never looked at. Coverage rather than a fixed loop: the next place
//! is always the one most worth the way.

use bevy::math::Vec3;
use rand::Rng;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, go_to::Sneak, parameters::GAITS};
use crate::{
    mind::brain::View,
    protocol::{FailReason, Gait, LookRequest, Subject},
};

/// Passes points, those least recently visited first, near ones before far ones.
pub struct Patrol;

impl Behaviour for Patrol {
    fn name(&self) -> &'static str {
        "patrol"
    }

    fn summary(&self) -> &'static str {
        "pass the points of a notion, the longest neglected first, and leave to team-mates what they have claimed"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "points", meaning: "the notion whose members are passed", range: Range::Notion },
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter {
                name: "within",
                meaning: "how near a point counts as passed, metres",
                range: Range::Number(1.2, 0.2, 10.0),
            },
            Parameter {
                name: "pause",
                meaning: "how long to look around at each, seconds",
                range: Range::Number(0.8, 0.0, 30.0),
            },
            Parameter {
                name: "metre",
                meaning: "seconds of neglect that a metre of way outweighs",
                range: Range::Number(2.5, 0.0, 60.0),
            },
            Parameter {
                name: "degrees",
                meaning: "how far to look to each side while walking",
                range: Range::Number(35.0, 0.0, 180.0),
            },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(4.0, 0.2, 30.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Patrolling {
            points: settings.notion("points"),
            gait: settings.gait("gait"),
            within: settings.number("within"),
            pause: settings.number("pause"),
            metre: settings.number("metre"),
            look: LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") },
            next: None,
            until: None,
            walk: Walk::default(),
            failures: 0,
        })
    }
}

struct Patrolling {
    points: Option<usize>,
    gait: Gait,
    within: f32,
    pause: f32,
    metre: f32,
    look: LookRequest,
    next: Option<(Subject, Vec3)>,
    until: Option<f32>,
    walk: Walk,
    failures: u8,
}

impl Act for Patrolling {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        scene.board.look.post(self.look);
        if let Some(until) = self.until {
            if scene.elapsed < until {
                return Progress::Running;
            }
            self.until = None;
        }
        let (subject, place) = match self.next {
            Some(next) => next,
            None => {
                let Some(next) = self.choose(scene) else { return Progress::Failed(FailReason::Gone) };
                scene.memory.claim(next.0, next.1);
                self.walk.reset();
                *self.next.insert(next)
            }
        };
        match self.walk.towards(scene, place, self.within, self.gait) {
            Progress::Running => return Progress::Running,
            Progress::Done => {
                self.failures = 0;
                self.until = Some(scene.elapsed + self.pause);
            }
            Progress::Failed(reason) => {
                self.failures += 1;
                if self.failures > 4 {
                    return Progress::Failed(reason);
                }
            }
        }
        scene.memory.settle(subject);
        self.next = None;
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Patrolling {
    fn choose(&self, scene: &mut Scene) -> Option<(Subject, Vec3)> {
        // A little chance keeps two patrols from walking in step.
        let mut jitter = || scene.chance.gen_range(0.0..6.0_f32);
        let notions = self.points;
        let mut best: Option<(f32, Subject, Vec3)> = None;
        let facts = scene.memory.facts().len();
        for index in 0..facts {
            let noise = jitter();
            let view = View::of(scene.notions, scene.memory, scene.sense, scene.terrain);
            let Some(fact) = scene.memory.facts().get(index) else { continue };
            if !notions.is_some_and(|notion| view.fits(notion, fact)) {
                continue;
            }
            let neglect = fact.checked.map_or(240.0, |tick| scene.memory.seconds_since(tick)).min(240.0);
            let way = view.way(scene.sense.place, fact.place);
            let claimed = scene
                .memory
                .claims()
                .iter()
                .any(|claim| claim.by != scene.memory.owner() && claim.place.distance(fact.place) < 8.0);
            let worth = neglect - way * self.metre - if claimed { 120.0 } else { 0.0 } + noise;
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, fact.subject, fact.place));
            }
        }
        best.map(|(_, subject, place)| (subject, place))
    }
}

/// How far rounding may lead a comparison astray.
const ROUNDING: f32 = 1e-2;

/// Goes where one has never looked, rooms with most to see first, then where one has not looked for longest.
pub struct Explore;

impl Behaviour for Explore {
    fn name(&self) -> &'static str {
        "explore"
    }

    fn summary(&self) -> &'static str {
        "look at ground never looked at, then at what was not looked at for longest"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter { name: "avoid", meaning: "a notion whose members are kept away from", range: Range::Notion },
            Parameter {
                name: "avoid_within",
                meaning: "how far from them to keep, metres",
                range: Range::Number(10.0, 0.0, 60.0),
            },
            Parameter {
                name: "sneak_near",
                meaning: "move bent low near members of this notion",
                range: Range::Notion,
            },
            Parameter {
                name: "sneak_within",
                meaning: "how near they must be for that, metres",
                range: Range::Number(9.0, 0.0, 60.0),
            },
            Parameter {
                name: "degrees",
                meaning: "how far to look to each side while walking",
                range: Range::Number(50.0, 0.0, 180.0),
            },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(2.4, 0.2, 30.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Exploring {
            gait: settings.gait("gait"),
            avoid: settings.notion("avoid"),
            avoid_within: settings.number("avoid_within"),
            sneak: Sneak::of(settings),
            look: LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") },
            next: None,
            failed: Vec::new(),
            walk: Walk::default(),
        })
    }
}

struct Exploring {
    gait: Gait,
    avoid: Option<usize>,
    avoid_within: f32,
    sneak: Sneak,
    look: LookRequest,
    next: Option<(u16, Vec3, Option<f32>)>,
    failed: Vec<u16>,
    walk: Walk,
}

impl Act for Exploring {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        scene.board.look.post(self.look);
        // What has been seen from afar need not be walked to.
        if let Some((place, _, before)) = self.next {
            let ago = scene.memory.looked_ago(place);
            if ago.is_some_and(|ago| ago < 1.0 && before.is_none_or(|before| before > 5.0)) {
                self.next = None;
            }
        }
        let (place, position, _) = match self.next {
            Some(next) => next,
            None => {
                let Some((place, position)) = self.choose(scene) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                scene.memory.claim(Subject::Place(place), position);
                self.walk.reset();
                let before = scene.memory.looked_ago(place);
                *self.next.insert((place, position, before))
            }
        };
        let gait = self.sneak.gait(scene, self.gait);
        match self.walk.towards(scene, position, 0.8, gait) {
            Progress::Running => Progress::Running,
            Progress::Done => {
                scene.memory.look_at(place);
                self.next = None;
                Progress::Running
            }
            Progress::Failed(reason) => {
                self.failed.push(place);
                self.next = None;
                if self.failed.len() > 5 { Progress::Failed(reason) } else { Progress::Running }
            }
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Exploring {
    fn choose(&self, scene: &mut Scene) -> Option<(u16, Vec3)> {
        let places = scene.terrain.places();
        let rooms = places.iter().map(|place| usize::from(place.room) + 1).max().unwrap_or(0);
        let mut unseen = vec![0_u16; rooms];
        for (index, place) in places.iter().enumerate() {
            if scene.memory.looked_ago(index as u16).is_none()
                && let Some(count) = unseen.get_mut(usize::from(place.room))
            {
                *count += 1;
            }
        }
        let here = scene.terrain.place_at(scene.sense.place);
        let view = View::of(scene.notions, scene.memory, scene.sense, scene.terrain);
        let avoided: Vec<Vec3> =
            self.avoid.map(|notion| view.members(notion).map(|fact| fact.estimate).collect()).unwrap_or_default();
        let me = scene.memory.owner();
        let claims: Vec<Vec3> =
            scene.memory.claims().iter().filter(|claim| claim.by != me).map(|claim| claim.place).collect();
        let mut best: Option<(f32, u16, Vec3)> = None;
        for (index, place) in places.iter().enumerate() {
            let id = index as u16;
            let way = scene.terrain.place_travel(here, id);
            if !way.is_finite() || id == here || self.failed.contains(&id) {
                continue;
            }
            let worth = match scene.memory.looked_ago(id) {
                None => 20.0 + f32::from(unseen.get(usize::from(place.room)).copied().unwrap_or(0).min(12)),
                Some(ago) => (ago * 0.2).min(15.0) - 15.0,
            };
            let noise = scene.chance.gen_range(0.0..2.0_f32);
            // Danger and company only take away: where the rest is not enough, they need not be asked for.
            if best.is_some_and(|(known, ..)| worth - way + noise < known - ROUNDING) {
                continue;
            }
            let danger: f32 = avoided
                .iter()
                .map(|avoided| (1.0 - avoided.distance(place.position) / self.avoid_within.max(0.1)).max(0.0) * 40.0)
                .sum();
            let crowd: f32 =
                claims.iter().map(|claim| if claim.distance(place.position) < 6.0 { 12.0 } else { 0.0 }).sum();
            let worth = worth - way - danger - crowd + noise;
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, id, place.position));
            }
        }
        best.map(|(_, place, position)| (place, position))
    }
}
