//! Ugly motion: bodies that do what no body would.

use bevy::math::Vec3;

use quarry_engine::data::faults::FaultLimit;
use quarry_engine::simulation::faults::{Deed, DeedKind, Detector, Sample, Suspicion, Watched};
use quarry_engine::world::geometry::distance_from_segment;

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("towards_danger", "flees towards the danger", towards_danger),
    Detector::new("shot_at_mate", "shoots at a mate, or past it by a hair", shot_at_mate),
    Detector::new("shot_at_wall", "shoots at a wall before it", shot_at_wall),
    Detector::new("open_under_fire", "stands still under fire and does not shoot", open_under_fire),
    Detector::new("pressing", "presses against a mate", pressing),
    Detector::new("circling", "walks in circles", circling),
    Detector::new("stuck", "wants to move and does not", stuck),
];

/// Two that press each other get on by less than this, in metres.
const PRESSED: f32 = 1.0;
/// A danger farther away than this is no reason to run another way, in metres.
const CLOSE: f32 = 8.0;

/// Behaviours that bring an agent away from danger.
pub(super) const FLIGHTS: [&str; 3] = ["flee", "hide", "take_cover"];

/// While it flees or hides, the nearest danger in sight comes nearer by `metres` in `seconds` because the agent walks towards it, and is close
/// then. Past an attacker that cannot strike now is no way to be ashamed of.
fn towards_danger(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let flees = |sample: &Sample| FLIGHTS.iter().any(|name| sample.behaviour == *name) && sample.threat.is_some();
    let samples: Vec<&Sample> = watched.samples(limit.seconds)?.collect();
    if !samples.iter().all(|sample| flees(sample) && !sample.busy) {
        return None;
    }
    let (first, last) = (samples.first()?, samples.last()?);
    let danger = first.threat?;
    if watched.agent(danger.agent)?.now().is_some_and(|sample| sample.busy) {
        return None;
    }
    let at = watched.agent(danger.agent)?.samples.iter().find(|sample| sample.tick == first.tick)?.place;
    let nearer = first.place.distance(at) - last.place.distance(at);
    // With several dangers about, the way from the nearest one may lead towards another.
    let still = last.threat.is_some_and(|threat| {
        threat.agent == danger.agent && threat.distance < CLOSE && threat.distance < danger.distance
    });
    (nearer >= limit.metres && still).then(|| {
        let what = format!(
            "`{}` brings it {nearer:.0} m nearer to agent {} in {} s",
            last.action.unwrap_or_default(),
            danger.agent.0,
            limit.seconds
        );
        Suspicion::beyond(limit.metres, nearer, what)
    })
}

/// A shot hits a mate, or passes within `metres` of one.
fn shot_at_mate(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let chest = |place: Vec3| place + Vec3::Y;
    for deed in watched.deeds(1.0).rev() {
        let DeedKind::Fired(from, to, hit) = deed.what else { continue };
        for mate in watched.mates() {
            if hit == Some(mate.id) {
                return Some(Suspicion { excess: 3.0, what: format!("its shot hit agent {}, a mate", mate.id.0) });
            }
            let then = mate.samples.iter().rev().find(|sample| sample.tick <= deed.tick);
            let Some(place) = then.map(|sample| sample.place) else { continue };
            let miss = distance_from_segment(chest(place), from, to);
            if miss < limit.metres {
                let what = format!("its shot passed agent {}, a mate, at {miss:.2} m", mate.id.0);
                return Some(Suspicion { excess: 1.0, what });
            }
        }
    }
    None
}

/// At least `count` of its shots in `seconds`, and half of them, stop within `metres` and hit nobody: of a salvo some bullets graze an edge.
fn shot_at_wall(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let wasted = |deed: &&Deed| match deed.what {
        DeedKind::Fired(from, to, None) => from.distance(to) < limit.metres,
        _ => false,
    };
    let shots = watched.deeds(limit.seconds).filter(wasted).count();
    let all = watched.deeds(limit.seconds).filter(|deed| matches!(deed.what, DeedKind::Fired(..))).count();
    (shots >= limit.count.max(1) as usize && 2 * shots >= all).then(|| {
        let what = format!("{shots} shots in {} s stopped within {} m", limit.seconds, limit.metres);
        Suspicion::beyond(limit.count as f32, shots as f32, what)
    })
}

/// At least `count` shots at it in `seconds`, the first of them more than half that time ago; it neither moves nor shoots, nor is it in cover.
fn open_under_fire(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let shots: Vec<u32> =
        watched.deeds(limit.seconds).filter(|deed| deed.what == DeedKind::ShotAt).map(|deed| deed.tick).collect();
    if shots.len() < limit.count.max(1) as usize
        || shots.first().is_some_and(|first| *first > watched.ago(limit.seconds * 0.5))
        || watched.deeds(limit.seconds).any(|deed| matches!(deed.what, DeedKind::Fired(..)))
    {
        return None;
    }
    let samples: Vec<&Sample> = watched.samples(limit.seconds)?.collect();
    let (first, last) = (samples.first()?, samples.last()?);
    let covered = samples.iter().any(|sample| sample.crouches || FLIGHTS.iter().any(|name| sample.behaviour == *name));
    let still =
        !covered && samples.iter().all(|sample| sample.place.distance(first.place) < limit.metres && !sample.busy);
    still.then(|| {
        let what = format!(
            "{} shots at it in {} s; it stands and does `{}`",
            shots.len(),
            limit.seconds,
            last.action.unwrap_or_default()
        );
        Suspicion::beyond(limit.count as f32, shots.len() as f32, what)
    })
}

/// Two mates that both want to move touch for `seconds`: their bodies are less than `metres` apart.
fn pressing(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    if !watched.me.walks || !watched.samples(limit.seconds)?.all(|sample| sample.destination.is_some() && !sample.busy)
    {
        return None;
    }
    let mine: Vec<&Sample> = watched.samples(limit.seconds)?.collect();
    // Two that get on side by side do not press.
    if mine.first()?.place.distance(mine.last()?.place) > PRESSED {
        return None;
    }
    // Of two that press, only the one with the lower number is reported.
    let pressed = watched.mates().filter(|mate| mate.id > watched.me.id).find(|mate| {
        let touch = watched.me.radius + mate.radius + limit.metres;
        let near = mate.place().zip(watched.me.place()).is_some_and(|(a, b)| a.distance(b) < touch);
        near && mine.iter().rev().zip(mate.samples.iter().rev()).all(|(one, other)| {
            one.place.distance(other.place) < touch && other.destination.is_some() && one.tick == other.tick
        })
    })?;
    Some(Suspicion { excess: 1.0, what: format!("it and agent {} have pressed for {} s", pressed.id.0, limit.seconds) })
}

/// It walks far in `seconds` and stays within `metres`: at least six times as far as that.
fn circling(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut samples = watched.samples(limit.seconds)?.peekable();
    let first = *samples.peek()?;
    let (mut before, mut walked, mut farthest) = (first, 0.0, 0.0f32);
    for sample in samples {
        walked += sample.place.distance(before.place);
        farthest = farthest.max(sample.place.distance(first.place));
        before = sample;
    }
    (watched.me.walks && walked >= 6.0 * limit.metres && farthest <= limit.metres).then(|| {
        let what = format!("{walked:.0} m in {} s within {farthest:.1} m", limit.seconds);
        Suspicion::beyond(6.0 * limit.metres, walked, what)
    })
}

/// It wants to be elsewhere for `seconds`, and stays within `metres`.
fn stuck(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let here = watched.me.place()?;
    let waits = |sample: &Sample| {
        sample.destination.is_some_and(|to| to.distance(sample.place) > 1.0)
            && !sample.busy
            && sample.place.distance(here) < limit.metres
    };
    let stuck = watched.me.walks && watched.samples(limit.seconds)?.all(waits);
    stuck.then(|| Suspicion { excess: 1.0, what: format!("it wanted to move for {} s and did not", limit.seconds) })
}
