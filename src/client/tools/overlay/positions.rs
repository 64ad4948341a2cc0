//! The last comparison of positions of an agent: a disc at each candidate, lines to the threats, and the line of fire from the chosen one.

use bevy::prelude::*;
use quarry_minds::positions::{CandidateStatus, PositionCandidate, PositionEvaluation, PositionFactor};

use super::{BLOCKED, GOLD, HIT, OverlayContext, OverlayGizmos, WorldLabels, agent_colour};

/// An evaluation fades out over this time, in seconds.
const FADE_SECONDS: f32 = 12.0;
/// The rings of a disc have these radii, in metres.
const RINGS: [f32; 3] = [0.45, 0.3, 0.15];
/// The candidates with the highest scores have labels.
const LABELLED: usize = 5;
/// The height of the lines, in metres: that of eyes and of a crouching body.
const EYES: f32 = 1.6;
const CROUCHED: f32 = 0.7;

pub(super) fn draw(mut cx: OverlayContext, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    for (agent, info) in cx.selected_in_tactical_view() {
        let Some(snapshot) = cx.snapshot(agent) else { continue };
        let _spent = cx.timings.start("overlay: positions");
        let Some(evaluation) = &snapshot.positions else { continue };
        let age = cx.playback.seconds_at(cx.playback.now.tick.saturating_sub(evaluation.tick));
        let strength = 1.0 - age / FADE_SECONDS;
        if strength <= 0.0 {
            continue;
        }
        let scores = evaluation.candidates.iter().map(|candidate| candidate.sum);
        let (low, high) = scores.fold((f32::MAX, f32::MIN), |(low, high), sum| (low.min(sum), high.max(sum)));
        for (rank, candidate) in evaluation.candidates.iter().enumerate() {
            if !cx.is_visible(candidate.position) {
                continue;
            }
            let share = if high > low { (candidate.sum - low) / (high - low) } else { 1.0 };
            let colour = disc_colour(candidate, share).with_alpha(strength);
            let at = candidate.position + Vec3::Y * 0.08;
            RINGS.iter().for_each(|radius| gizmos.ring(at, *radius, colour));
            let chosen = candidate.status == CandidateStatus::Chosen;
            if chosen {
                gizmos.bold_ring(at, 0.6, agent_colour(&info).with_alpha(strength));
                draw_lines(&mut gizmos, evaluation, candidate, strength);
            } else if candidate.status != CandidateStatus::Outscored && candidate.status != CandidateStatus::Untested {
                gizmos.cross(at, 0.25, colour);
            }
            if chosen || rank < LABELLED {
                labels.add(at + Vec3::Y * 0.4, format!("{:.1}", candidate.sum), colour);
            }
        }
    }
}

/// Red for the lowest score, green for the highest, gold for the chosen one, grey for one that will not do.
fn disc_colour(candidate: &PositionCandidate, share: f32) -> LinearRgba {
    match candidate.status {
        CandidateStatus::Chosen => GOLD,
        CandidateStatus::Outscored | CandidateStatus::Untested => BLOCKED.mix(&HIT, share),
        _ => LinearRgba::gray(0.4),
    }
}

/// The line of fire from the chosen place, and the lines from the eyes of the threats to a body that crouches there.
fn draw_lines(gizmos: &mut OverlayGizmos, evaluation: &PositionEvaluation, chosen: &PositionCandidate, strength: f32) {
    if let Some(target) = evaluation.target {
        let colour = if chosen.values[PositionFactor::LineOfFire] > 0.0 { HIT } else { BLOCKED };
        let (from, to) = (chosen.position + Vec3::Y * EYES, target + Vec3::Y * EYES);
        gizmos.bold.line(from, to, colour.with_alpha(0.9 * strength));
        gizmos.fine.sphere(to, 0.15, colour.with_alpha(strength)).resolution(8);
    }
    for threat in &evaluation.threats {
        let (from, to) = (*threat + Vec3::Y * EYES, chosen.position + Vec3::Y * CROUCHED);
        gizmos.dotted.line(from, to, BLOCKED.with_alpha(0.6 * strength));
        gizmos.cross(from, 0.15, BLOCKED.with_alpha(strength));
    }
}
