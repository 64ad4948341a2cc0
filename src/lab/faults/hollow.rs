//! Hollow promises: actions and orders that come to nothing.

use quarry_minds::protocol::{ActionOutcome, FailReason, Label, OrderStatus, Subject};

use super::finder::subject_text;
use crate::{
    data::faults::FaultLimit,
    simulation::faults::{DeedKind, Detector, Suspicion, Watched},
};

pub(super) const DETECTORS: &[Detector] = &[
    Detector { name: "refused", title: "uses what does not let itself be used", find: refused },
    Detector { name: "unreachable", title: "sets out for what it cannot reach", find: unreachable },
    Detector { name: "ends_at_once", title: "begins actions that end at once", find: ends_at_once },
    Detector { name: "plan_dropped", title: "replaces plans before their first step ends", find: plan_dropped },
    Detector { name: "short_order", title: "is given another order after a moment", find: short_order },
    Detector { name: "dropped_order", title: "does not carry out an order", find: dropped_order },
];

fn failures(
    watched: &Watched<'_>,
    limit: &FaultLimit,
    fits: impl Fn(FailReason) -> bool,
) -> Option<(Label, Option<Subject>, FailReason, u32)> {
    let mut last = None;
    let mut count = 0;
    for deed in watched.deeds(limit.seconds) {
        if let DeedKind::Ended(action, target, ActionOutcome::Failed(reason)) = deed.what
            && fits(reason)
        {
            count += 1;
            last = Some((action, target, reason));
        }
    }
    let (action, target, reason) = last?;
    (count >= limit.count.max(1)).then_some((action, target, reason, count))
}

fn told(limit: &FaultLimit, found: (Label, Option<Subject>, FailReason, u32)) -> Suspicion {
    let (action, target, reason, count) = found;
    let on = target.map_or_else(String::new, |target| format!(" on {}", subject_text(target)));
    let what = format!("`{action}`{on} failed: {} ({count} in {} s)", reason.describe(), limit.seconds);
    Suspicion::beyond(limit.count as f32, count as f32, what)
}

/// At least `count` uses in `seconds` are refused, or out of reach.
fn refused(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let fits = |reason| matches!(reason, FailReason::Refused | FailReason::OutOfReach);
    failures(watched, limit, fits).map(|found| told(limit, found))
}

/// At least `count` walks in `seconds` end because there is no path, or no progress.
fn unreachable(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let fits = |reason| matches!(reason, FailReason::Unreachable | FailReason::Stuck);
    failures(watched, limit, fits).map(|found| told(limit, found))
}

/// At least `count` actions in `seconds` end without success within two ticks of their beginning.
fn ends_at_once(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let (mut began, mut count, mut last) = (None, 0u32, Label::default());
    for deed in watched.deeds(limit.seconds) {
        match deed.what {
            DeedKind::Began(action, _) => began = Some((action, deed.tick)),
            DeedKind::Ended(action, _, outcome) => {
                let at_once = began.is_some_and(|(begun, tick)| begun == action && deed.tick <= tick + 2);
                if at_once && outcome != ActionOutcome::Succeeded && outcome != ActionOutcome::Interrupted {
                    (count, last) = (count + 1, action);
                }
                began = None;
            }
            _ => {}
        }
    }
    (count >= limit.count.max(1)).then(|| {
        let what = format!("{count} actions ended at once in {} s, the last was `{last}`", limit.seconds);
        Suspicion::beyond(limit.count as f32, count as f32, what)
    })
}

/// At least `count` plans in `seconds` give way to one with another first step before an action of theirs has ended, and though nothing new
/// was perceived.
fn plan_dropped(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut first: Option<(Label, Option<Subject>)> = None;
    let mut dropped = Vec::new();
    for deed in watched.deeds(limit.seconds) {
        match deed.what {
            DeedKind::Planned(action, target) => {
                if let Some((before, _)) = first.filter(|first| *first != (action, target)) {
                    dropped.push(before.as_str());
                }
                first = Some((action, target));
            }
            DeedKind::Ended(_, _, outcome) if outcome != ActionOutcome::Interrupted => first = None,
            // What was perceived may be a reason for another plan.
            DeedKind::Noticed | DeedKind::Ordered(_) | DeedKind::ShotAt => first = None,
            _ => {}
        }
    }
    (dropped.len() >= limit.count.max(1) as usize).then(|| {
        let what = format!(
            "{} plans in {} s dropped before their first step ended: {}",
            dropped.len(),
            limit.seconds,
            dropped.join(", ")
        );
        Suspicion::beyond(limit.count as f32, dropped.len() as f32, what)
    })
}

/// A second, different order within `seconds` of the first.
fn short_order(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut last: Option<(u32, Label)> = None;
    let mut found = None;
    for deed in watched.deeds(limit.seconds * 2.0) {
        if let DeedKind::Ordered(order) = deed.what {
            if let Some((tick, before)) = last.filter(|(_, before)| *before != order) {
                let lasted = watched.seconds(tick, deed.tick);
                if lasted < limit.seconds {
                    found = Some((lasted, before, order));
                }
            }
            last = Some((deed.tick, order));
        }
        // An order that is done may be followed by the next at once.
        if let DeedKind::Answered(_, OrderStatus::Done) = deed.what {
            last = None;
        }
    }
    found.map(|(lasted, before, order)| Suspicion {
        excess: 1.0,
        what: format!("the order `{before}` stood for {lasted:.1} s, then came `{order}`"),
    })
}

/// An order is not pursued within `seconds`, though no other has come and nothing is more relevant to the agent, or is given up.
fn dropped_order(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut open: Option<(u32, Label)> = None;
    for deed in watched.deeds(limit.seconds * 1.5) {
        match deed.what {
            DeedKind::Ordered(order) => open = Some((deed.tick, order)),
            DeedKind::Answered(order, OrderStatus::Failed(reason))
                if reason != FailReason::Superseded && deed.tick + (watched.rate as u32) > watched.now =>
            {
                let what = format!("the order `{order}` failed: {}", reason.describe());
                return Some(Suspicion { excess: 1.0, what });
            }
            DeedKind::Answered(..) => open = None,
            _ => {}
        }
    }
    if watched.me.now()?.order_outranked {
        return None;
    }
    let (tick, order) = open?;
    let waited = watched.seconds(tick, watched.now);
    (waited >= limit.seconds).then(|| {
        let doing = watched
            .me
            .now()
            .and_then(|sample| sample.goal)
            .map_or_else(String::new, |goal| format!(", it pursues `{goal}`"));
        Suspicion { excess: 1.0, what: format!("the order `{order}` is not pursued after {waited:.0} s{doing}") }
    })
}
