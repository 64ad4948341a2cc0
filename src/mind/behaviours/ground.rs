//! Covering ground: patrolling points, exploring what was never looked at. Coverage rather than a fixed loop: the next place
//! is always the one most worth the way.

use bevy::math::Vec3;
use rand::Rng;

use super::{
    Act, Behaviour, Parameter, Progress, Scene, Settings,
    go_to::Sneak,
    round::{Leg, Round, best_place},
};
use crate::protocol::{FailReason, PlaceId, Subject};

/// How often in a row a spot may turn out to be unreachable before one gives up.
const MOST_MISSED: usize = 5;

/// Passes points, those least recently visited first, near ones before far ones.
pub struct Patrol;

impl Behaviour for Patrol {
    fn name(&self) -> &'static str {
        "patrol"
    }

    fn summary(&self) -> &'static str {
        "pass the points of a notion, the longest neglected first, or all ground where it has none, and leave to team-mates \
         what they have claimed"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::notion("points", "the notion whose members are passed"),
            Parameter::GAIT,
            Parameter::number("within", "how near a point counts as passed, metres", 1.2, 0.2, 10.0),
            Parameter::number("pause", "how long to look around at each, seconds", 0.8, 0.0, 30.0),
            Parameter::number("metre", "neglect that a metre of way outweighs, seconds", 2.5, 0.0, 60.0),
            Parameter::number("neglected", "how much neglect counts at most, seconds", 240.0, 1.0, 3600.0),
            Parameter::notion("apart", "a notion whose members' surroundings are left to them"),
            Parameter::number("apart_within", "how near to them or their claims that is, metres", 10.0, 0.0, 60.0),
            Parameter::number(
                "crowd",
                "neglect that being right beside one of them outweighs, seconds",
                120.0,
                0.0,
                3600.0,
            ),
            Parameter::whim("how much chance has a say, so that two do not walk in step, seconds", 6.0),
            Parameter::degrees(35.0),
            Parameter::period(4.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Patrolling { with: settings.clone(), to: None, round: Round::default(), missed: 0 })
    }
}

struct Patrolling {
    with: Settings,
    to: Option<Subject>,
    round: Round,
    missed: usize,
}

impl Act for Patrolling {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let with = &self.with;
        scene.board.look.post(with.look());
        match self.round.go(scene, with.gait("gait"), with.number("within"), with.number("pause")) {
            Leg::Running => return Progress::Running,
            Leg::Free => {
                let Some((subject, place)) = self.choose(scene) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some(subject);
                self.round.set_out(place, Some(subject));
                return Progress::Running;
            }
            Leg::Reached => self.missed = 0,
            Leg::Missed(reason) => {
                self.missed += 1;
                if self.missed >= MOST_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        if let Some(subject) = self.to.take() {
            scene.memory.settle(subject);
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}

impl Patrolling {
    fn choose(&self, scene: &mut Scene) -> Option<(Subject, Vec3)> {
        let named = self.with.notion("points").and_then(|points| self.choose_of(points, scene));
        named.or_else(|| self.choose_ground(scene))
    }

    /// Where nothing marks what to pass: the ground one has not stood on for longest.
    fn choose_ground(&self, scene: &mut Scene) -> Option<(Subject, Vec3)> {
        let (most, metre) = (self.with.number("neglected"), self.with.number("metre"));
        let here = scene.terrain.place_at(scene.sense.place);
        let crowd = Crowd::of(&self.with, scene);
        let best = best_place(scene, f32::INFINITY, self.with.number("whim"), |scene, id, place, _| {
            let way = scene.terrain.place_travel(here, id);
            let neglect = scene.memory.stood_ago(id).unwrap_or(most).min(most);
            (way.is_finite() && id != here).then(|| neglect - way * metre - crowd.cost(place.position))
        });
        best.map(|(id, place)| (Subject::Place(id), place))
    }

    fn choose_of(&self, points: usize, scene: &mut Scene) -> Option<(Subject, Vec3)> {
        let most = self.with.number("neglected");
        let metre = self.with.number("metre");
        let whim = self.with.number("whim");
        let crowd = Crowd::of(&self.with, scene);
        let mut best: Option<(f32, Subject, Vec3)> = None;
        for index in 0..scene.memory.facts().len() {
            let noise = if whim > 0.0 { scene.chance.gen_range(0.0..whim) } else { 0.0 };
            let view = scene.view();
            let Some(fact) = scene.memory.facts().get(index).filter(|fact| view.fits(points, fact)) else { continue };
            let neglect = fact.checked.map_or(most, |tick| scene.memory.seconds_since(tick)).min(most);
            let way = view.way(scene.sense.place, fact.place);
            let worth = neglect - way * metre - crowd.cost(fact.place) + noise;
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, fact.subject, fact.place));
            }
        }
        best.map(|(_, subject, place)| (subject, place))
    }
}

/// Those whose surroundings one leaves to them: where they are, and what they have said they go to.
pub(super) struct Crowd {
    at: Vec<Vec3>,
    within: f32,
    cost: f32,
}

impl Crowd {
    /// By the parameters `apart`, `apart_within` and `crowd`.
    pub fn of(with: &Settings, scene: &Scene) -> Self {
        let me = scene.memory.owner();
        let mut at = scene.places_of(with.notion("apart"));
        at.extend(scene.memory.claims().iter().filter(|claim| claim.by != me).map(|claim| claim.place));
        Self { at, within: with.number("apart_within"), cost: with.number("crowd") }
    }

    /// What it costs to go to a place: most right beside one of them, nothing from `within` metres on.
    pub fn cost(&self, place: Vec3) -> f32 {
        let nearest = self.at.iter().map(|at| at.distance(place)).fold(f32::MAX, f32::min);
        self.cost * (1.0 - nearest / self.within.max(0.1)).max(0.0)
    }
}

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
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::notion("avoid", "a notion whose members are kept away from"),
            Parameter::number("avoid_within", "how far from them to keep, metres", 10.0, 0.0, 60.0),
            Parameter::number(
                "danger",
                "metres of way that being right beside one of them outweighs",
                40.0,
                0.0,
                500.0,
            ),
            Parameter::notion("sneak_near", "move bent low near members of this notion"),
            Parameter::number("sneak_within", "how near they must be for that, metres", 9.0, 0.0, 60.0),
            Parameter::number("unseen", "metres of way that ground never looked at outweighs", 35.0, 0.0, 500.0),
            Parameter::number("room", "metres that every other unseen place of its room adds", 1.0, 0.0, 20.0),
            Parameter::number("room_most", "how many places of a room count at most", 12.0, 0.0, 100.0),
            Parameter::number("news", "seconds after which ground is news again when seen from afar", 5.0, 0.0, 600.0),
            Parameter::number("neglect", "metres that a second since ground was looked at outweighs", 0.2, 0.0, 10.0),
            Parameter::number("neglect_most", "metres that it outweighs at most", 15.0, 0.0, 500.0),
            Parameter::notion("apart", "a notion whose members' surroundings are left to them"),
            Parameter::number("apart_within", "how near to them or their claims that is, metres", 6.0, 0.0, 60.0),
            Parameter::number("crowd", "metres that being right beside one of them outweighs", 20.0, 0.0, 500.0),
            Parameter::whim("how much chance has a say, metres", 2.0),
            Parameter::degrees(50.0),
            Parameter::period(2.4),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Exploring {
            with: settings.clone(),
            sneak: Sneak::of(settings),
            to: None,
            missed: Vec::new(),
            round: Round::default(),
        })
    }
}

struct Exploring {
    with: Settings,
    sneak: Sneak,
    /// Where one goes, and how long before it was looked at then.
    to: Option<(PlaceId, Option<f32>)>,
    missed: Vec<PlaceId>,
    round: Round,
}

impl Act for Exploring {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        scene.board.look.post(self.with.look());
        // What has been seen from afar need not be walked to.
        if let Some((place, before)) = self.to {
            let seen = scene.memory.looked_ago(place).is_some_and(|ago| ago < 1.0);
            if seen && before.is_none_or(|before| before > self.with.number("news")) {
                self.to = None;
                self.round.turn_away();
            }
        }
        let gait = self.sneak.gait(scene, self.with.gait("gait"));
        match self.round.go(scene, gait, 0.8, 0.0) {
            Leg::Running => {}
            Leg::Free => {
                let Some((place, position)) = self.choose(scene) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some((place, scene.memory.looked_ago(place)));
                self.round.set_out(position, Some(Subject::Place(place)));
            }
            Leg::Reached => {
                if let Some((place, _)) = self.to.take() {
                    scene.memory.look_at(place);
                }
            }
            Leg::Missed(reason) => {
                self.missed.extend(self.to.take().map(|(place, _)| place));
                if self.missed.len() >= MOST_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}

impl Exploring {
    fn choose(&self, scene: &mut Scene) -> Option<(PlaceId, Vec3)> {
        let with = &self.with;
        let unseen_of = unseen_by_room(scene);
        let here = scene.terrain.place_at(scene.sense.place);
        let avoided = scene.places_of(with.notion("avoid"));
        let (avoid_within, danger) = (with.number("avoid_within").max(0.1), with.number("danger"));
        let (unseen, room, room_most) = (with.number("unseen"), with.number("room"), with.number("room_most"));
        let (neglect, neglect_most) = (with.number("neglect"), with.number("neglect_most"));
        let crowd = Crowd::of(with, scene);
        best_place(scene, f32::INFINITY, with.number("whim"), |scene, id, place, to_beat| {
            let way = scene.terrain.place_travel(here, id);
            if !way.is_finite() || id == here || self.missed.contains(&id) {
                return None;
            }
            let news = match scene.memory.looked_ago(id) {
                None => {
                    let others = unseen_of.get(usize::from(place.room)).copied().unwrap_or(0);
                    unseen + room * f32::from(others).min(room_most)
                }
                Some(ago) => (ago * neglect).min(neglect_most),
            };
            // Danger and company only take away: where the rest is not enough, they need not be asked for.
            if news - way < to_beat {
                return None;
            }
            let near = |avoided: &Vec3| (1.0 - avoided.distance(place.position) / avoid_within).max(0.0);
            let dangers: f32 = avoided.iter().map(near).sum();
            Some(news - way - danger * dangers - crowd.cost(place.position))
        })
    }
}

/// How many places of each room were never looked at.
fn unseen_by_room(scene: &Scene) -> Vec<u16> {
    let mut unseen = Vec::new();
    for (index, place) in scene.terrain.places().iter().enumerate() {
        let room = usize::from(place.room);
        if unseen.len() <= room {
            unseen.resize(room + 1, 0);
        }
        if scene.memory.looked_ago(index as PlaceId).is_none()
            && let Some(count) = unseen.get_mut(room)
        {
            *count += 1;
        }
    }
    unseen
}
