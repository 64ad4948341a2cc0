//! Missed chances: what is in plain sight or plainly to do is left.

use quarry_minds::protocol::Subject;

use quarry_engine::data::faults::FaultLimit;
use quarry_engine::simulation::faults::{DeedKind, Detector, Sample, Suspicion, Watched};

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("foe_ignored", "takes no notice of an opponent in plain sight", foe_ignored),
    Detector::new("idle", "does nothing", idle),
];

/// An agent that its side attacks is in sight within `metres` for `seconds`, and nothing that it does is about an opponent.
fn foe_ignored(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let is_foe = |target: Option<Subject>| match target {
        Some(Subject::Agent(agent)) => watched.agent(agent).is_some_and(|other| other.side != watched.me.side),
        _ => false,
    };
    let ignores = |sample: &Sample| {
        sample.foe.is_some_and(|foe| foe.distance < limit.metres) && !is_foe(sample.target) && !sample.busy
    };
    if !watched.samples(limit.seconds)?.all(ignores) {
        return None;
    }
    let acted = |what: &DeedKind| match what {
        DeedKind::Fired(..) | DeedKind::Left(_) => true,
        DeedKind::Began(_, target) => is_foe(*target),
        _ => false,
    };
    if watched.deeds(limit.seconds).any(|deed| acted(&deed.what)) {
        return None;
    }
    let now = watched.me.now()?;
    let (foe, doing) =
        (now.foe?, now.action.map_or_else(|| "does nothing".to_owned(), |action| format!("does `{action}`")));
    let what =
        format!("agent {} in sight at {:.0} m for {} s, but it {doing}", foe.agent.0, foe.distance, limit.seconds);
    Some(Suspicion::beyond(foe.distance.max(1.0), limit.metres, what))
}

/// No action for `seconds`. A mind without a body of its own, such as one that only gives orders, may wait.
fn idle(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let idles = |sample: &Sample| sample.action.is_none() && !sample.busy;
    let moment = watched.deeds(limit.seconds).any(|deed| matches!(deed.what, DeedKind::Began(..)));
    let idle = watched.me.walks && !moment && watched.samples(limit.seconds)?.all(idles);
    idle.then(|| Suspicion { excess: 1.0, what: format!("no action for {} s", limit.seconds) })
}
