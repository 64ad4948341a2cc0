//! Covering ground: patrolling points, exploring what was never looked at. Coverage rather than a fixed loop: the next place
//! is always the one most worth the way.

use bevy::math::Vec3;
use rand::Rng;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour,
    go_to::Sneak,
    visit::{Visit, VisitProgress, best_place},
};
use crate::protocol::{FailReason, PlaceId, Subject};

/// How often in a row a spot may turn out to be unreachable before one gives up.
const MOST_MISSED: usize = 5;

/// Passes points, those least recently visited first, near ones before far ones.
pub struct PatrolBehaviour;

impl Behaviour for PatrolBehaviour {
    fn name(&self) -> &'static str {
        "patrol"
    }

    fn summary(&self) -> &'static str {
        "pass the points of a query, the longest neglected first, or all ground where it has none, and leave to team-mates \
         what they have claimed"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::query("points", "the query whose members are passed"),
            Parameter::GAIT,
            Parameter::number("arrive_radius", "how near a point counts as passed, metres", 1.2, 0.2, 10.0),
            Parameter::number("pause_seconds", "how long to look around at each, seconds", 0.8, 0.0, 30.0),
            Parameter::number("path_weight", "neglect that a metre of way outweighs, seconds", 2.5, 0.0, 60.0),
            Parameter::number("max_neglect", "how much neglect counts at most, seconds", 240.0, 1.0, 3600.0),
            Parameter::query("separate_from", "a query whose members' surroundings are left to them"),
            Parameter::number("separation_radius", "how near to them or their claims that is, metres", 10.0, 0.0, 60.0),
            Parameter::number(
                "separation_weight",
                "neglect that being right beside one of them outweighs, seconds",
                120.0,
                0.0,
                3600.0,
            ),
            Parameter::randomness("how much chance has a say, so that two do not walk in step, seconds", 6.0),
            Parameter::degrees(35.0),
            Parameter::period(4.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Patrolling { with: settings.clone(), to: None, visit: Visit::default(), missed: 0 })
    }
}

struct Patrolling {
    with: BehaviourSettings,
    to: Option<Subject>,
    visit: Visit,
    missed: usize,
}

impl RunningBehaviour for Patrolling {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let with = &self.with;
        context.board.look.post(with.look());
        match self.visit.go(context, with.gait("gait"), with.number("arrive_radius"), with.number("pause_seconds")) {
            VisitProgress::Running => return Progress::Running,
            VisitProgress::Free => {
                let Some((subject, place)) = self.choose(context) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some(subject);
                self.visit.set_out(place, Some(subject));
                return Progress::Running;
            }
            VisitProgress::Reached => self.missed = 0,
            VisitProgress::Missed(reason) => {
                self.missed += 1;
                if self.missed >= MOST_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        if let Some(subject) = self.to.take() {
            context.memory.settle(subject);
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Patrolling {
    fn choose(&self, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let named = self.with.query("points").and_then(|points| self.choose_of(points, context));
        named.or_else(|| self.choose_ground(context))
    }

    /// Where nothing marks what to pass: the ground one has not stood on for longest.
    fn choose_ground(&self, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let (most, metre) = (self.with.number("max_neglect"), self.with.number("path_weight"));
        let here = context.terrain.nearest_place(context.sense.place);
        let crowd = Separation::of(&self.with, context);
        let best = best_place(context, f32::INFINITY, self.with.number("randomness"), |context, id, place, _| {
            let way = context.terrain.place_distance(here, id);
            let neglect = context.memory.stood_ago(id).unwrap_or(most).min(most);
            (way.is_finite() && id != here).then(|| neglect - way * metre - crowd.cost(place.position))
        });
        best.map(|(id, place)| (Subject::Place(id), place))
    }

    fn choose_of(&self, points: usize, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let most = self.with.number("max_neglect");
        let metre = self.with.number("path_weight");
        let randomness = self.with.number("randomness");
        let crowd = Separation::of(&self.with, context);
        let mut best: Option<(f32, Subject, Vec3)> = None;
        for index in 0..context.memory.facts().len() {
            let noise = if randomness > 0.0 { context.chance.gen_range(0.0..randomness) } else { 0.0 };
            let view = context.view();
            let Some(fact) = context.memory.facts().get(index).filter(|fact| view.fits(points, fact)) else { continue };
            let neglect = fact.checked.map_or(most, |tick| context.memory.seconds_since(tick)).min(most);
            let way = view.way(context.sense.place, fact.place);
            let worth = neglect - way * metre - crowd.cost(fact.place) + noise;
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, fact.subject, fact.place));
            }
        }
        best.map(|(_, subject, place)| (subject, place))
    }
}

/// Those whose surroundings one leaves to them: where they are, and what they have said they go to.
pub(super) struct Separation {
    at: Vec<Vec3>,
    within: f32,
    cost: f32,
}

impl Separation {
    /// By the parameters `apart`, `apart_within` and `crowd`.
    pub fn of(with: &BehaviourSettings, context: &BehaviourContext) -> Self {
        let me = context.memory.owner();
        let mut at = context.places_of(with.query("separate_from"));
        at.extend(context.memory.reservations().iter().filter(|claim| claim.by != me).map(|claim| claim.place));
        Self { at, within: with.number("separation_radius"), cost: with.number("separation_weight") }
    }

    /// What it costs to go to a place: most right beside one of them, nothing from `within` metres on.
    pub fn cost(&self, place: Vec3) -> f32 {
        let nearest = self.at.iter().map(|at| at.distance(place)).fold(f32::MAX, f32::min);
        self.cost * (1.0 - nearest / self.within.max(0.1)).max(0.0)
    }
}

/// Goes where one has never looked, rooms with most to see first, then where one has not looked for longest.
pub struct ExploreBehaviour;

impl Behaviour for ExploreBehaviour {
    fn name(&self) -> &'static str {
        "explore"
    }

    fn summary(&self) -> &'static str {
        "look at ground never looked at, then at what was not looked at for longest"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            Parameter::query("avoid", "a query whose members are kept away from"),
            Parameter::number("avoid_radius", "how far from them to keep, metres", 10.0, 0.0, 60.0),
            Parameter::number(
                "avoid_weight",
                "metres of way that being right beside one of them outweighs",
                40.0,
                0.0,
                500.0,
            ),
            Parameter::query("crouch_near", "move bent low near members of this query"),
            Parameter::number("crouch_radius", "how near they must be for that, metres", 9.0, 0.0, 60.0),
            Parameter::number("unseen_bonus", "metres of way that ground never looked at outweighs", 35.0, 0.0, 500.0),
            Parameter::number("room_bonus", "metres that every other unseen place of its room adds", 1.0, 0.0, 20.0),
            Parameter::number("room_bonus_places", "how many places of a room count at most", 12.0, 0.0, 100.0),
            Parameter::number(
                "stale_after",
                "seconds after which ground is news again when seen from afar",
                5.0,
                0.0,
                600.0,
            ),
            Parameter::number(
                "neglect_weight",
                "metres that a second since ground was looked at outweighs",
                0.2,
                0.0,
                10.0,
            ),
            Parameter::number("max_neglect", "metres that it outweighs at most", 15.0, 0.0, 500.0),
            Parameter::query("separate_from", "a query whose members' surroundings are left to them"),
            Parameter::number("separation_radius", "how near to them or their claims that is, metres", 6.0, 0.0, 60.0),
            Parameter::number(
                "separation_weight",
                "metres that being right beside one of them outweighs",
                20.0,
                0.0,
                500.0,
            ),
            Parameter::randomness("how much chance has a say, metres", 2.0),
            Parameter::degrees(50.0),
            Parameter::period(2.4),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Exploring {
            with: settings.clone(),
            sneak: Sneak::of(settings),
            to: None,
            missed: Vec::new(),
            visit: Visit::default(),
        })
    }
}

struct Exploring {
    with: BehaviourSettings,
    sneak: Sneak,
    /// Where one goes, and how long before it was looked at then.
    to: Option<(PlaceId, Option<f32>)>,
    missed: Vec<PlaceId>,
    visit: Visit,
}

impl RunningBehaviour for Exploring {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        context.board.look.post(self.with.look());
        // What has been seen from afar need not be walked to.
        if let Some((place, before)) = self.to {
            let seen = context.memory.looked_ago(place).is_some_and(|ago| ago < 1.0);
            if seen && before.is_none_or(|before| before > self.with.number("stale_after")) {
                self.to = None;
                self.visit.turn_away();
            }
        }
        let gait = self.sneak.gait(context, self.with.gait("gait"));
        match self.visit.go(context, gait, 0.8, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Free => {
                let Some((place, position)) = self.choose(context) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some((place, context.memory.looked_ago(place)));
                self.visit.set_out(position, Some(Subject::Place(place)));
            }
            VisitProgress::Reached => {
                if let Some((place, _)) = self.to.take() {
                    context.memory.look_at(place);
                }
            }
            VisitProgress::Missed(reason) => {
                self.missed.extend(self.to.take().map(|(place, _)| place));
                if self.missed.len() >= MOST_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Exploring {
    fn choose(&self, context: &mut BehaviourContext) -> Option<(PlaceId, Vec3)> {
        let with = &self.with;
        let unseen_of = unseen_by_room(context);
        let here = context.terrain.nearest_place(context.sense.place);
        let avoided = context.places_of(with.query("avoid"));
        let (avoid_within, danger) = (with.number("avoid_radius").max(0.1), with.number("avoid_weight"));
        let (unseen, room, room_most) =
            (with.number("unseen_bonus"), with.number("room_bonus"), with.number("room_bonus_places"));
        let (neglect, neglect_most) = (with.number("neglect_weight"), with.number("max_neglect"));
        let crowd = Separation::of(with, context);
        best_place(context, f32::INFINITY, with.number("randomness"), |context, id, place, to_beat| {
            let way = context.terrain.place_distance(here, id);
            if !way.is_finite() || id == here || self.missed.contains(&id) {
                return None;
            }
            let news = match context.memory.looked_ago(id) {
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
fn unseen_by_room(context: &BehaviourContext) -> Vec<u16> {
    let mut unseen = Vec::new();
    for (index, place) in context.terrain.places().iter().enumerate() {
        let room = usize::from(place.room);
        if unseen.len() <= room {
            unseen.resize(room + 1, 0);
        }
        if context.memory.looked_ago(index as PlaceId).is_none()
            && let Some(count) = unseen.get_mut(room)
        {
            *count += 1;
        }
    }
    unseen
}
