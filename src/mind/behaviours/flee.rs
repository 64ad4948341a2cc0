//! Fleeing: not merely away, but out of sight, to where the pursuer has farther to go than oneself.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour, WalkTo, visit::best_place,
    walk::flat,
};
use crate::{
    mind::memory::MemoryFact,
    protocol::{FailReason, LookRequest, PlaceId},
};

/// Runs to ground that those who threaten do not overlook.
pub struct FleeBehaviour;

impl Behaviour for FleeBehaviour {
    fn name(&self) -> &'static str {
        "flee"
    }

    fn summary(&self) -> &'static str {
        "run out of sight of the members of a query, far from them by their way and near by one's own"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::query("threats", "the query to flee from"),
            Parameter::GAIT,
            Parameter::number("max_distance", "how far to run at most, metres", 35.0, 5.0, 200.0),
            Parameter::number(
                "min_distance",
                "how far a refuge must be at least while threatened, metres",
                6.0,
                0.0,
                50.0,
            ),
            Parameter::number("update_interval", "how often to think again while threatened, seconds", 0.7, 0.1, 10.0),
            Parameter::number(
                "threat_distance_weight",
                "how much a metre of the pursuer's way is worth",
                1.0,
                0.0,
                10.0,
            ),
            Parameter::number("max_threat_distance", "how many metres of that way count at most", 60.0, 1.0, 500.0),
            Parameter::number("path_weight", "how much a metre of one's own way costs", 0.6, 0.0, 10.0),
            Parameter::number("hidden_bonus", "how many metres being out of sight is worth", 10.0, 0.0, 100.0),
            Parameter::number(
                "cut_off_penalty",
                "how many metres it costs where a pursuer is sooner",
                40.0,
                0.0,
                500.0,
            ),
            Parameter::number("min_lead", "how many metres sooner one must be for that", 2.0, 0.0, 50.0),
            Parameter::number(
                "pass_margin",
                "how near past a pursuer a way may lead, metres longer it is then",
                2.0,
                0.0,
                20.0,
            ),
            Parameter::number("max_threats", "from how many at a time to keep away, the nearest", 6.0, 1.0, 64.0),
            Parameter::number(
                "escape_radius",
                "how far one wants to be able to run on from a refuge, metres",
                9.0,
                0.0,
                40.0,
            ),
            Parameter::number(
                "escape_gain",
                "which share of such a way must lead farther from each pursuer",
                0.5,
                0.0,
                1.0,
            ),
            Parameter::number("dead_end_penalty", "how many metres it costs where one cannot", 12.0, 0.0, 200.0),
            Parameter::number(
                "threat_speed",
                "how fast those out of sight are feared to come nearer, metres a second",
                3.0,
                0.0,
                20.0,
            ),
            Parameter::number("hysteresis", "how many metres better another refuge must be", 4.0, 0.0, 100.0),
            Parameter::randomness("how much chance has a say, metres", 1.0),
            Parameter::number(
                "glance_interval",
                "from one glance over the shoulder to the next, seconds",
                2.2,
                0.2,
                60.0,
            ),
            Parameter::number("glance_seconds", "how long such a glance takes, seconds", 0.4, 0.0, 10.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Fleeing { with: settings.clone(), next: None, chosen: 0.0, walk: WalkTo::default() })
    }
}

struct Fleeing {
    with: BehaviourSettings,
    next: Option<(PlaceId, Vec3)>,
    chosen: f32,
    walk: WalkTo,
}

impl RunningBehaviour for Fleeing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let threats = self.threats(context);
        let pressed = !threats.is_empty();
        context.board.look.post(self.look(context));
        // Whoever runs for his life does not stop at a refuge to think of the next.
        let nearly = self
            .next
            .is_some_and(|(_, place)| flat(context.sense.place, place) < self.with.number("min_distance") * 0.5);
        let again = context.elapsed - self.chosen >= self.with.number("update_interval");
        let due = self.next.is_none() || pressed && (again || nearly);
        if due {
            self.choose(context, &threats);
        }
        let Some((_, place)) = self.next else { return Progress::Failed(FailReason::Unreachable) };
        match self.walk.towards(context, place, 0.8, self.with.gait("gait")) {
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
    fn look(&self, context: &BehaviourContext) -> LookRequest {
        let back = -context.sense.velocity.with_y(0.0);
        let every = self.with.number("glance_interval");
        let glances = context.elapsed % every.max(0.1) > every - self.with.number("glance_seconds");
        if glances && back.length_squared() > 0.5 { LookRequest::Along { direction: back } } else { LookRequest::Ahead }
    }

    /// Where those who threaten are believed to be, and how many metres they may have come since.
    fn threats(&self, context: &BehaviourContext) -> Vec<(PlaceId, f32)> {
        let Some(query) = self.with.query("threats") else { return Vec::new() };
        let closing = self.with.number("threat_speed");
        let (view, memory) = (context.view(), &context.memory);
        let feared = |fact: &MemoryFact| (context.terrain.nearest_place(fact.estimate), closing * memory.age(fact));
        let mut threats: Vec<&MemoryFact> = view.members(query).collect();
        let most = self.with.number("max_threats") as usize;
        if threats.len() > most {
            let away = |fact: &MemoryFact| fact.estimate.distance_squared(context.sense.place);
            threats.sort_by(|a, b| away(a).total_cmp(&away(b)));
            threats.truncate(most);
        }
        threats.into_iter().map(feared).collect()
    }

    fn choose(&mut self, context: &mut BehaviourContext, threats: &[(PlaceId, f32)]) {
        self.chosen = context.elapsed;
        let here = context.terrain.nearest_place(context.sense.place);
        let refuges = RefugeScoring::of(&self.with, context, here, threats);
        let stride = if threats.is_empty() { 0.0 } else { self.with.number("min_distance") };
        let worth = |context: &BehaviourContext, id: PlaceId| {
            let mine = context.terrain.place_distance(here, id);
            (mine <= refuges.farthest && mine >= stride).then(|| refuges.worth(context, id, mine))
        };
        let best = best_place(context, refuges.farthest, self.with.number("randomness"), |context, id, _, to_beat| {
            // First what is looked up at once: the rest can only take away, and looking for ways on from a place costs most.
            if refuges.worth_at_most(context.terrain.place_distance(here, id)) <= to_beat {
                return None;
            }
            let found = worth(context, id).filter(|worth| *worth > to_beat)?;
            Some(found - refuges.trap(context, id))
        });
        let full = |context: &BehaviourContext, id: PlaceId| Some(worth(context, id)? - refuges.trap(context, id));
        // Dithering costs more than the second best place: keep on unless the new one is clearly better.
        let steady = self.with.number("hysteresis");
        let kept =
            self.next.filter(|(id, _)| *id != here).and_then(|kept| Some((kept, full(context, kept.0)? + steady)));
        self.next = match (kept, best) {
            (Some((kept, worth_kept)), Some(found)) if full(context, found.0).is_none_or(|new| worth_kept >= new) => {
                Some(kept)
            }
            (kept, best) => best.or(kept.map(|(kept, _)| kept)),
        };
    }
}

/// What makes a place a refuge.
struct RefugeScoring<'t> {
    threats: &'t [(PlaceId, f32)],
    /// How far each of them is from here.
    away: Vec<f32>,
    farthest: f32,
    far: f32,
    far_most: f32,
    near: f32,
    hidden: f32,
    cut_off: f32,
    head_start: f32,
    past: f32,
    run_on: f32,
    leads_on: f32,
    dead_end: f32,
}

impl<'t> RefugeScoring<'t> {
    fn of(with: &BehaviourSettings, context: &BehaviourContext, here: PlaceId, threats: &'t [(PlaceId, f32)]) -> Self {
        Self {
            threats,
            away: threats.iter().map(|(threat, _)| context.terrain.place_distance(here, *threat)).collect(),
            farthest: with.number("max_distance"),
            far: with.number("threat_distance_weight"),
            far_most: with.number("max_threat_distance"),
            near: with.number("path_weight"),
            hidden: with.number("hidden_bonus"),
            cut_off: with.number("cut_off_penalty"),
            head_start: with.number("min_lead"),
            past: with.number("pass_margin"),
            run_on: with.number("escape_radius"),
            leads_on: with.number("escape_gain"),
            dead_end: with.number("dead_end_penalty"),
        }
    }

    /// What a place so many metres from here can be worth as a refuge, in metres.
    fn worth_at_most(&self, mine: f32) -> f32 {
        self.far * self.far_most - self.near * mine + self.hidden
    }

    /// What a place is worth as a refuge, in metres.
    fn worth(&self, context: &BehaviourContext, place: PlaceId, mine: f32) -> f32 {
        let (mut theirs, mut seen, mut cut_off) = (self.far_most, false, false);
        for ((threat, come), away) in self.threats.iter().zip(&self.away) {
            let way = context.terrain.place_distance(*threat, place);
            theirs = theirs.min(way);
            seen |= context.terrain.is_place_visible(*threat, place);
            // Whoever may be there before me cuts me off, and so does who stands on my way.
            cut_off |= way - come < mine + self.head_start || away + way < mine + self.past;
        }
        let hidden = if seen { 0.0 } else { self.hidden };
        self.far * theirs - self.near * mine + hidden - if cut_off { self.cut_off } else { 0.0 }
    }

    /// What it costs that there is hardly a way on from a place: one that leads to where none of those who threaten can be
    /// sooner, and not back past them.
    fn trap(&self, context: &BehaviourContext, place: PlaceId) -> f32 {
        if self.threats.is_empty() || self.dead_end <= 0.0 || self.run_on <= 0.0 {
            return 0.0;
        }
        let terrain = context.terrain;
        let Some(refuge) = terrain.places().get(usize::from(place)) else { return 0.0 };
        let ways: Vec<(PlaceId, f32)> =
            self.threats.iter().map(|(threat, _)| (*threat, terrain.place_distance(*threat, place))).collect();
        let leads_on = |on: f32, id: PlaceId| {
            ways.iter().all(|(threat, way)| terrain.place_distance(*threat, id) >= way + on * self.leads_on)
        };
        let mut farthest = 0.0;
        terrain.visit_places_within(refuge.position, self.run_on, &mut |id| {
            let on = terrain.place_distance(place, id);
            if on > farthest && on <= self.run_on && leads_on(on, id) {
                farthest = on;
            }
        });
        self.dead_end * (1.0 - farthest / self.run_on)
    }
}
