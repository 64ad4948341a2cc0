//! False beliefs acted upon.

use quarry_minds::protocol::{ActionOutcome, AgentId, FailReason, Subject, label};

use super::finder::{ELSEWHERE, subject_text};
use super::motion::FLIGHTS;
use quarry_engine::data::faults::FaultLimit;
use quarry_engine::simulation::faults::{
    AgentTrace, Deed, DeedKind, Detector, SEEN_AFTER, Sample, Suspicion, Truth, Watched,
};

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("phantom", "walks to something that is not there", phantom),
    Detector::new("own_deed_forgotten", "walks to what it carries itself", own_deed_forgotten),
    Detector::new("known_to_mate", "walks to what a mate within earshot carries", known_to_mate),
    Detector::new("same_failure", "tries again what has just failed", same_failure),
];

/// A walk to one target.
struct Walk<'w> {
    latest: &'w Sample,
    target: Subject,
    seconds: f32,
    metres: f32,
}

/// The walk of the agent, as far back as its target has been the same and `wrong` holds.
fn walk<'w>(watched: &Watched<'w>, wrong: impl Fn(&Sample) -> bool) -> Option<Walk<'w>> {
    let latest = watched.me.now().filter(|sample| sample.destination.is_some())?;
    let target = latest.target?;
    let (mut metres, mut first) = (0.0, latest);
    for sample in watched.me.samples.iter().rev().take_while(|sample| sample.target == Some(target) && wrong(sample)) {
        metres += sample.place.distance(first.place);
        first = sample;
    }
    Some(Walk { latest, target, seconds: watched.seconds(first.tick, latest.tick), metres })
}

/// For how long the place of what is gone must be in view before the walker should know, in seconds.
const VIEW_SECONDS: f32 = 2.0;

/// At least `metres` walked, for at least `seconds`, to a thing that is elsewhere, carried away or used up, or to an agent that has left
/// play, although the walker could know: it sees the empty place, or has spoken with the one who carries the thing.
fn phantom(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    // Who goes to see what has become of a thing does not believe that it is there.
    let looks = label("investigate");
    let elsewhere = |sample: &Sample| match (sample.truth, sample.target, sample.belief) {
        _ if sample.behaviour == looks => false,
        (Truth::Gone | Truth::Carried(_), ..) => true,
        (Truth::At(place), Some(Subject::Thing(_)), Some(belief)) => place.distance(belief) > ELSEWHERE,
        _ => false,
    };
    let walk = walk(watched, elsewhere)?;
    let seen = watched.me.samples.iter().rev().take_while(|sample| sample.sees_mistake);
    let in_view = seen.last().is_some_and(|first| watched.seconds(first.tick, watched.now) >= VIEW_SECONDS);
    let could_know = in_view || was_told(watched, &walk);
    (walk.metres >= limit.metres && walk.seconds >= limit.seconds && could_know).then(|| {
        let truth = match walk.latest.truth {
            Truth::Carried(agent) => format!("agent {} carries it", agent.0),
            Truth::At(place) => format!("it is at {:.0}, {:.0}", place.x, place.z),
            _ => "it is gone".to_owned(),
        };
        let what =
            format!("{:.0} m in {:.0} s to {}, but {truth}", walk.metres, walk.seconds, subject_text(walk.target));
        Suspicion::beyond(limit.metres, walk.metres, what)
    })
}

/// An agent that has been told something needs a moment to turn round, in seconds.
const HEARD_AFTER: f32 = 2.0;

/// Whether the walker and the one who carries its target have spoken since that was taken, not just now.
fn was_told(watched: &Watched<'_>, walk: &Walk<'_>) -> bool {
    let (Truth::Carried(carrier), Subject::Thing(thing)) = (walk.latest.truth, walk.target) else { return false };
    let Some(carrier) = watched.agent(carrier) else { return false };
    let taken = carrier.deeds.iter().rev().find(|deed| deed.what == DeedKind::Took(thing)).map_or(0, |deed| deed.tick);
    let speaks = |to: &AgentTrace, by: AgentId| {
        let recent = to.deeds.iter().rev().take_while(|deed| deed.tick > taken);
        let mut heard = recent.into_iter().filter(|deed| deed.tick <= watched.ago(HEARD_AFTER));
        heard.any(|deed| matches!(deed.what, DeedKind::Told(speaker, _) if speaker == by))
    };
    speaks(watched.me, carrier.id) || speaks(carrier, watched.me.id)
}

/// A walk of at least `metres` to a thing that the walker carries.
fn own_deed_forgotten(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let me = watched.me.id;
    let walk = walk(watched, |sample| sample.truth == Truth::Carried(me))?;
    (walk.latest.truth == Truth::Carried(me) && walk.metres >= limit.metres).then(|| {
        let what = format!("{:.0} m to {}, which it carries itself", walk.metres, subject_text(walk.target));
        Suspicion::beyond(limit.metres.max(0.5), walk.metres, what)
    })
}

/// A walk to a thing that a mate within `metres` has carried for `seconds`, and who has spoken with the walker since.
fn known_to_mate(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let Truth::Carried(carrier) = watched.me.now()?.truth else { return None };
    let near = |sample: &Sample| {
        sample.truth == Truth::Carried(carrier)
            && watched
                .agent(carrier)
                .and_then(|mate| mate.place())
                .is_some_and(|at| at.distance(sample.place) < limit.metres)
    };
    let mate = watched.agent(carrier).filter(|mate| mate.side == watched.me.side && mate.id != watched.me.id)?;
    let walk = walk(watched, near)?;
    (walk.seconds >= limit.seconds && was_told(watched, &walk)).then(|| {
        let what = format!(
            "{:.0} s on the way to {}, which agent {} carries within earshot",
            walk.seconds,
            subject_text(walk.target),
            mate.id.0
        );
        Suspicion::beyond(limit.seconds, walk.seconds, what)
    })
}

/// One action on one target fails at least `count` times in `seconds`, each time after it was seen to begin. Blows that miss are no failures of
/// a mind, nor is a flight that takes longer than planned.
fn same_failure(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let flees = |deed: &Deed| {
        let before = watched.me.samples.iter().rev().find(|sample| sample.tick < deed.tick);
        before.is_some_and(|sample| FLIGHTS.iter().any(|name| sample.behaviour == *name))
    };
    let (mut began, mut failures) = (0, Vec::new());
    for deed in watched.deeds(limit.seconds) {
        match deed.what {
            DeedKind::Began(..) => began = deed.tick,
            DeedKind::Ended(_, _, ActionOutcome::Failed(FailReason::Missed)) => {}
            DeedKind::Ended(_, _, ActionOutcome::TimedOut) if flees(deed) => {}
            // A chase may take longer than one blow.
            DeedKind::Ended(_, Some(Subject::Agent(_)), ActionOutcome::TimedOut) => {}
            DeedKind::Ended(action, target, ActionOutcome::Failed(_) | ActionOutcome::TimedOut)
                if watched.seconds(began, deed.tick) >= SEEN_AFTER =>
            {
                failures.push((action, target));
            }
            _ => {}
        }
    }
    let last = failures.last()?;
    let times = failures.iter().filter(|one| *one == last).count();
    (times >= limit.count.max(2) as usize).then(|| {
        let on = last.1.map_or_else(String::new, |target| format!(" on {}", subject_text(target)));
        let what = format!("`{}`{on} failed {times} times in {} s", last.0, limit.seconds);
        Suspicion::beyond(limit.count as f32, times as f32, what)
    })
}
