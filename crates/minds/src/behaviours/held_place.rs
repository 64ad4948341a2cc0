//! A place that an agent has chosen by position evaluation, goes to and stays at. Team-mates are told of it by a reservation, and the
//! agent gives way to a team-mate that was first.

use bevy_math::Vec3;

use super::{
    BehaviourContext,
    visit::{Visit, VisitProgress},
};
use crate::{
    positions::{PositionCandidate, TakenPlace},
    protocol::{AgentId, Gait, LookRequest, Subject},
    queries::CHEST,
};

/// A place counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 0.2;
/// A team-mate that is slower than this, in m/s, stays where it is.
const STANDING: f32 = 0.5;

/// Where team-mates must not be, and how near they may come.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    /// The query of team-mates.
    pub mates: Option<usize>,
    /// In metres.
    pub distance: f32,
}

impl BehaviourContext<'_> {
    /// The places that team-mates have reserved, and those where the members of `mates` are remembered to be.
    pub fn taken_places(&self, mates: Option<usize>) -> Vec<TakenPlace> {
        let claims = self.memory.claimed_places().map(|claim| TakenPlace { position: claim.place, by: claim.by });
        claims.chain(mate_places(self, mates)).collect()
    }
}

/// Where team-mates are remembered to be.
fn mate_places(context: &BehaviourContext, mates: Option<usize>) -> Vec<TakenPlace> {
    let Some(query) = mates else { return Vec::new() };
    let known = context.view().members(query).filter_map(|fact| match fact.subject {
        Subject::Agent(by) => Some(TakenPlace { position: fact.estimate, by }),
        _ => None,
    });
    known.collect()
}

/// A chosen place, on the way there and while staying.
#[derive(Clone, Debug, Default)]
pub struct HeldPlace {
    visit: Visit,
    chosen: Option<PositionCandidate>,
    /// When the agent arrived, in seconds since the action began.
    since: Option<f32>,
}

impl HeldPlace {
    /// Sets out for a place.
    pub fn set_out(&mut self, chosen: PositionCandidate) {
        self.visit.set_out(chosen.position, None);
        self.chosen = Some(chosen);
        self.since = None;
    }

    /// Whether the agent has been there for so many seconds, and at least for one tick.
    pub fn has_stayed(&self, context: &BehaviourContext, seconds: f32) -> bool {
        self.since.map(|since| context.elapsed - since).is_some_and(|held| held > 0.0 && held >= seconds)
    }

    /// The place it walks to.
    pub fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }

    /// The position that was chosen.
    pub fn position(&self) -> Option<Vec3> {
        self.chosen.map(|chosen| chosen.position)
    }

    /// Goes to the place and renews its reservation. [`VisitProgress::Free`] before the first choice, and if the agent has to choose again
    /// because a team-mate was first.
    pub fn advance(&mut self, context: &mut BehaviourContext, gait: Gait, spacing: Spacing) -> VisitProgress {
        let Some(chosen) = self.chosen else { return VisitProgress::Free };
        let (subject, owner) = (Subject::Place(chosen.place), context.memory.owner());
        if self.since.is_some() {
            context.memory.reserve(subject, chosen.position);
            return VisitProgress::Reached;
        }
        if is_lost(context, chosen.position, owner, spacing) {
            self.chosen = None;
            self.visit.cancel();
            return VisitProgress::Free;
        }
        context.memory.reserve(subject, chosen.position);
        let progress = self.visit.advance(context, gait, ARRIVE_RADIUS, 0.0);
        if progress == VisitProgress::Reached {
            self.since = Some(context.elapsed);
        }
        progress
    }
}

/// Whether a team-mate stands at a place, or has told of it before. Of two agents that tell at the same time, the one with the lower number
/// keeps the place.
fn is_lost(context: &BehaviourContext, place: Vec3, owner: AgentId, spacing: Spacing) -> bool {
    let near = |position: Vec3| position.distance(place) < spacing.distance;
    if context.memory.claimed_places().any(|claim| claim.by < owner && near(claim.place)) {
        return true;
    }
    let Some(query) = spacing.mates else { return false };
    let own = context.sense.place.distance(place);
    context.view().members(query).any(|mate| {
        let stands = mate.velocity.length() < STANDING && near(mate.estimate);
        stands && mate.estimate.distance(place) < own
    })
}

/// Looks towards the nearest of the threats.
pub fn look_at_nearest(context: &mut BehaviourContext, threats: Option<usize>) {
    let nearest = threats.and_then(|query| context.view().nearest(query)).map(|fact| fact.estimate);
    context.board.look.post(nearest.map_or(LookRequest::Ahead, |threat| LookRequest::At(threat + Vec3::Y * CHEST)));
}
