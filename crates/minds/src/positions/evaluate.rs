//! Scoring the places around an agent. The baked table gives a shortlist, rays confirm the choice.

use bevy_math::Vec3;

use super::{
    CandidateStatus, FAR, PerFactor, PositionCandidate,
    PositionFactor::{Away, Cover, CrouchCover, Danger, LineOfFire, Path, Range},
    PositionRequest, SHORTLIST,
};
use crate::{
    protocol::{BodyPosture, PlaceId, Terrain},
    queries::{cover_at, is_in_view},
};

/// A precomputed path may be shorter than the straight line by this much, in metres, because of rounding.
const ROUNDING: f32 = 1.0;
/// A place counts as on a path if the way over it is longer by at most this, in metres.
const DETOUR: f32 = 0.8;
/// The most shortlists that are tested for one choice.
const MOST_SHORTLISTS: usize = 4;

/// Scores the places within the longest path of a point. Returns the best of them with their status, the highest score first; one is
/// chosen, unless none will do.
///
/// The score of a place comes from the baked table first, which judges a threat by the place nearest to it. In the order of these
/// scores, the candidates are tested with rays from where the threats are believed to be, until no remaining score of the table
/// is higher.
pub fn evaluate_positions(terrain: &dyn Terrain, from: Vec3, request: &PositionRequest) -> Vec<PositionCandidate> {
    let mut evaluation = Evaluation::new(terrain, from, request);
    let mut candidates = evaluation.candidates();
    sort(&mut candidates);
    candidates.truncate(SHORTLIST * MOST_SHORTLISTS);
    let mut tested: Option<&[PositionCandidate]> = None;
    for shortlist in candidates.chunks_mut(SHORTLIST) {
        evaluation.add_danger(shortlist);
        sort(shortlist);
        let chosen = evaluation.choose(shortlist);
        sort(shortlist);
        if chosen || tested.is_none() {
            tested = Some(shortlist);
        }
        if chosen {
            break;
        }
    }
    tested.unwrap_or_default().to_vec()
}

/// The highest score first.
fn sort(candidates: &mut [PositionCandidate]) {
    candidates.sort_by(|a, b| b.sum.total_cmp(&a.sum).then(a.place.cmp(&b.place)));
}

struct Evaluation<'a> {
    terrain: &'a dyn Terrain,
    request: &'a PositionRequest<'a>,
    from: Vec3,
    /// The place nearest to the agent.
    here: PlaceId,
    /// The places nearest to the threats.
    threats: Vec<PlaceId>,
    /// The place nearest to the target.
    target: Option<PlaceId>,
    near: Vec<PlaceId>,
    /// The places around that a threat or the target sees; filled when the first path is judged.
    seen: Option<Vec<(PlaceId, bool)>>,
}

impl<'a> Evaluation<'a> {
    fn new(terrain: &'a dyn Terrain, from: Vec3, request: &'a PositionRequest<'a>) -> Self {
        let mut near = Vec::new();
        terrain.places_within(from, request.max_path + ROUNDING, &mut near);
        Self {
            terrain,
            request,
            from,
            here: terrain.nearest_place(from),
            threats: request.threats.iter().map(|threat| terrain.nearest_place(*threat)).collect(),
            target: request.target.map(|target| terrain.nearest_place(target)),
            near,
            seen: None,
        }
    }

    fn weighs(&self, factor: super::PositionFactor) -> bool {
        self.request.weights[factor] != 0.0
    }

    /// All points and places that are near enough and far enough, with the scores that the table gives.
    fn candidates(&self) -> Vec<PositionCandidate> {
        let points = self.request.points.iter().filter_map(|point| {
            let path = point.distance(self.from);
            // The table knows nothing of points between places: they are tested as if they saw the target.
            self.candidate(self.here, *point, path, 1.0)
        });
        let places = self.near.iter().filter_map(|id| {
            let place = self.terrain.places().get(usize::from(*id))?;
            let path = self.terrain.place_distance(self.here, *id);
            let sees = |target: PlaceId| self.terrain.is_place_exposed(target, *id, BodyPosture::Standing);
            let sees = self.target.is_some_and(|target| self.weighs(LineOfFire) && sees(target));
            self.candidate(*id, place.position, path, f32::from(u8::from(sees)))
        });
        points.chain(places).collect()
    }

    fn candidate(&self, place: PlaceId, position: Vec3, path: f32, sees: f32) -> Option<PositionCandidate> {
        let request = self.request;
        let nearest = request.threats.iter().map(|threat| threat.distance(position)).fold(f32::INFINITY, f32::min);
        let range = request.target.map(|target| target.distance(position));
        let too_near =
            nearest < request.min_threat_distance || range.is_some_and(|at| at < request.min_target_distance);
        if too_near || path > request.max_path {
            return None;
        }
        let is_hidden = |eyes: &&PlaceId| !self.terrain.is_place_exposed(**eyes, place, BodyPosture::Crouched);
        let mut values = PerFactor::default();
        values[LineOfFire] = sees;
        values[Path] = path;
        values[Away] = nearest.min(FAR);
        values[Range] = range.map_or(0.0, |range| (range - request.preferred_range).abs());
        if self.weighs(Cover) {
            let hidden = self.threats.iter().filter(is_hidden).count();
            values[Cover] = if self.threats.is_empty() { 1.0 } else { hidden as f32 / self.threats.len() as f32 };
        }
        if self.weighs(CrouchCover) {
            values[CrouchCover] = f32::from(u8::from(self.target.iter().any(|target| is_hidden(&target))));
        }
        let taken = request.taken.iter().find(|taken| taken.position.distance(position) < request.spacing);
        let status = taken.map_or(CandidateStatus::Untested, |taken| CandidateStatus::Taken(taken.by));
        let mut candidate =
            PositionCandidate { place, position, values, weighted: PerFactor::default(), sum: 0.0, status };
        self.add_up(&mut candidate);
        Some(candidate)
    }

    fn add_up(&self, candidate: &mut PositionCandidate) {
        candidate.weighted = candidate.values.times(self.request.weights);
        candidate.sum = candidate.weighted.sum();
    }

    /// Adds how much of the path to each candidate is in view of the threats and the target.
    fn add_danger(&mut self, shortlist: &mut [PositionCandidate]) {
        if !self.weighs(Danger) {
            return;
        }
        let eyes: Vec<PlaceId> = self.threats.iter().chain(&self.target).copied().collect();
        let (terrain, here) = (self.terrain, self.here);
        let is_seen =
            |place: PlaceId| eyes.iter().any(|eyes| terrain.is_place_exposed(*eyes, place, BodyPosture::Standing));
        let near = &self.near;
        let seen = self.seen.get_or_insert_with(|| near.iter().map(|place| (*place, is_seen(*place))).collect());
        for candidate in shortlist.iter_mut() {
            let path = terrain.place_distance(here, candidate.place);
            let (mut along, mut in_view) = (0_u32, 0_u32);
            for (place, seen) in seen.iter() {
                // Where it stands and where it will stand do not count: the one is past, the other has a factor of its own.
                let over = terrain.place_distance(here, *place) + terrain.place_distance(*place, candidate.place);
                if over <= path + DETOUR && *place != here && *place != candidate.place {
                    along += 1;
                    in_view += u32::from(*seen);
                }
            }
            candidate.values[Danger] = path * in_view as f32 / along.max(1) as f32;
        }
        shortlist.iter_mut().for_each(|candidate| self.add_up(candidate));
    }

    /// Tests candidates with rays in the order of their scores, until no remaining score of the table is higher. Returns whether
    /// one will do.
    fn choose(&self, shortlist: &mut [PositionCandidate]) -> bool {
        let mut best: Option<(f32, usize)> = None;
        for (index, candidate) in shortlist.iter_mut().enumerate() {
            if best.is_some_and(|(known, _)| candidate.sum <= known) {
                break;
            }
            if candidate.status != CandidateStatus::Untested {
                continue;
            }
            self.test(candidate);
            if candidate.status == CandidateStatus::Outscored && best.is_none_or(|(known, _)| candidate.sum > known) {
                best = Some((candidate.sum, index));
            }
        }
        let chosen = best.and_then(|(_, index)| shortlist.get_mut(index));
        chosen.map(|candidate| candidate.status = CandidateStatus::Chosen).is_some()
    }

    /// Replaces what the table says of a candidate by what rays say.
    fn test(&self, candidate: &mut PositionCandidate) {
        let (terrain, request, at) = (self.terrain, self.request, candidate.position);
        if let Some(target) = request.target {
            if self.weighs(LineOfFire) || request.needs_line_of_fire {
                candidate.values[LineOfFire] = f32::from(u8::from(is_in_view(terrain, at, target)));
            }
            if self.weighs(CrouchCover) {
                let exposed = terrain.is_exposed(target, at, BodyPosture::Crouched);
                candidate.values[CrouchCover] = f32::from(u8::from(!exposed));
            }
        }
        if self.weighs(Cover) || request.needs_cover {
            candidate.values[Cover] = cover_at(terrain, at, request.threats.iter().copied());
        }
        self.add_up(candidate);
        candidate.status = if request.needs_line_of_fire && candidate.values[LineOfFire] <= 0.0 {
            CandidateStatus::NoLineOfFire
        } else if request.needs_cover && candidate.values[Cover] <= 0.0 {
            CandidateStatus::NoCover
        } else {
            CandidateStatus::Outscored
        };
    }
}
