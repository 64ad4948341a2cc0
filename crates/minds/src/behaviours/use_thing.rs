//! Using a thing, an agent or oneself: taking it, opening it, working at it, healing it.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{GaitName, Number, QueryName, Word},
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, LookRequest, Status, Subject, UseRequest};

/// How many times to approach a target that turns out to be out of reach.
const MAX_APPROACHES: u8 = 2;
/// How far beside its target an agent stands that uses it from a side, in metres.
const BESIDE: f32 = 0.9;
/// How near it goes to that point, in metres.
const NEAR: f32 = 0.2;
/// The directions in which the sides are compared.
const SIDES: [(f32, f32); 8] =
    [(1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7)];

behaviour_settings! {
    /// Settings of `use`.
    struct UseSettings {
        /// verb of the interaction, as in the rules
        verb: Word("take"),
        /// how to approach a target that is out of reach
        gait: GaitName(),
        /// how near to approach a target that is out of reach, m
        approach_radius: Number(0.3, 0.05, 3.0),
        /// use it from the side that is farthest from the nearest member of this query, as when a door is shut behind oneself
        from_side_away_from: QueryName(),
        /// only if the way of that member to this side gets longer by at least this once the doorway that is the target is shut, m
        min_detour: Number(0.0, 0.0, 100.0),
    }
}

impl Behaviour for UseSettings {
    const NAME: &'static str = "use";
    const SUMMARY: &'static str =
        "use the target with a verb; approach it if it is out of reach; without a target, use oneself";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Using {
            settings: self,
            walk: WalkTo::default(),
            posted: None,
            approaching: false,
            approaches: 0,
            side: None,
        })
    }
}

struct Using {
    settings: Arc<UseSettings>,
    walk: WalkTo,
    posted: Option<u32>,
    approaching: bool,
    approaches: u8,
    /// The point beside the target to which it goes first, once it has been looked for.
    side: Option<Option<Vec3>>,
}

impl Using {
    /// Posts the request, once for each approach, and returns its status.
    fn use_target(&mut self, context: &mut BehaviourContext, target: Subject) -> Status {
        let slot = &mut context.board.use_thing;
        let request = UseRequest { target, verb: self.settings.verb };
        let serial = *self.posted.get_or_insert_with(|| slot.post(request));
        slot.status_of(serial)
    }

    /// The point beside a place that is farthest from the nearest member of a query, along the ground; `None` without such a member.
    ///
    /// # Errors
    /// [`FailReason::Refused`] if that member would not have to go far enough around.
    fn side_away(&self, context: &BehaviourContext, place: Vec3) -> Result<Option<Vec3>, FailReason> {
        let threat = self.settings.from_side_away_from.and_then(|query| context.view().nearest(query));
        let Some(threat) = threat.map(|threat| threat.estimate) else { return Ok(None) };
        let ring = SIDES.map(|(east, south)| place + Vec3::new(east, 0.0, south) * BESIDE);
        let beside = ring.into_iter().filter_map(|point| context.terrain.nearest_walkable(point, NEAR));
        let way = |point| context.terrain.path_length(threat, point).unwrap_or(f32::INFINITY);
        let farthest = beside.map(|point| (way(point), point)).max_by(|(a, _), (b, _)| a.total_cmp(b));
        let Some((way, side)) = farthest else { return Ok(None) };
        let detour = context.terrain.path_length_around(place, threat, side).unwrap_or(f32::INFINITY);
        // Nor is it worth anything where that member cannot get to anyway.
        let is_worth_it = way.is_finite() && detour >= way + self.settings.min_detour;
        if is_worth_it { Ok(Some(side)) } else { Err(FailReason::Refused) }
    }
}

impl RunningBehaviour for Using {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = self.settings.clone();
        if context.target.is_none() {
            let target = Subject::Agent(context.memory.owner());
            return self.use_target(context, target).into();
        }
        let (Some(target @ (Subject::Thing(_) | Subject::Agent(_))), Some(place)) =
            (context.target, context.target_place())
        else {
            return Progress::Failed(FailReason::Gone);
        };
        let side = match self.side.map_or_else(|| self.side_away(context, place), Ok) {
            Ok(side) => *self.side.insert(side),
            Err(reason) => return Progress::Failed(reason),
        };
        if let Some(side) = side {
            context.board.look.post(LookRequest::Ahead);
            match self.walk.walk(context, side, NEAR, settings.gait) {
                Progress::Done => {
                    self.side = Some(None);
                    self.walk.reset();
                }
                other => return other,
            }
        }
        if self.approaching {
            match self.walk.walk(context, place, settings.approach_radius, settings.gait) {
                Progress::Done => self.approaching = false,
                // As near as possible: a thing at a wall may be believed to be inside the wall.
                Progress::Running if context.board.go.status() == Status::Done => self.approaching = false,
                other => return other,
            }
        }
        context.board.look.post(LookRequest::At(place + Vec3::Y * 0.5));
        match self.use_target(context, target) {
            Status::Failed(FailReason::OutOfReach) if self.approaches < MAX_APPROACHES => {
                self.approaches += 1;
                self.approaching = true;
                self.walk.reset();
                self.posted = None;
                Progress::Running
            }
            status => status.into(),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
