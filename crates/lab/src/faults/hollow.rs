//! Hollow promises: actions and orders that come to nothing.

use std::collections::BTreeMap;

use quarry_minds::protocol::{ActionOutcome, FailReason, Label, OrderStatus, Subject};

use super::finder::subject_text;
use quarry_engine::data::faults::FaultLimit;
use quarry_engine::simulation::faults::{Deed, DeedKind, Detector, SEEN_AFTER, Suspicion, TRACE_SECONDS, Watched};

/// How long before the window an action may have begun that fails in it, in seconds.
const LONGEST_WALK: f32 = 15.0;

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("refused", "uses what does not let itself be used", refused),
    Detector::new("unreachable", "sets out for what it cannot reach", unreachable),
    Detector::new("ends_at_once", "begins actions that end at once", ends_at_once),
    Detector::new("plan_dropped", "replaces plans before their first step ends", plan_dropped),
    Detector::new("short_order", "is given another order after a moment", short_order),
    Detector::new("dropped_order", "does not carry out an order", dropped_order),
];

/// The last failure in the window that fits, and how many there are: action, target, reason and their number.
fn failures(
    watched: &Watched<'_>,
    limit: &FaultLimit,
    fits: impl Fn(FailReason, f32) -> bool,
) -> Option<(Label, Option<Subject>, FailReason, u32)> {
    let (mut began, mut last, mut count) = (0, None, 0);
    for deed in watched.deeds(limit.seconds + LONGEST_WALK) {
        match deed.what {
            DeedKind::Began(..) => began = deed.tick,
            DeedKind::Ended(action, target, ActionOutcome::Failed(reason))
                if deed.tick >= watched.ago(limit.seconds) && fits(reason, watched.seconds(began, deed.tick)) =>
            {
                count += 1;
                last = Some((action, target, reason));
            }
            _ => {}
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

/// At least `count` uses of things in `seconds` are out of reach, or are refused although the agent could know: a mate has spoken of the
/// thing, or it has refused itself before. A blow that falls short of an agent is none, nor is a use that is over before it is seen or that another event
/// overtakes.
fn refused(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut began = 0;
    let mut earlier: Vec<Subject> = Vec::new();
    let (mut last, mut count) = (None, 0);
    for deed in watched.deeds(TRACE_SECONDS) {
        match deed.what {
            DeedKind::Began(..) => began = deed.tick,
            DeedKind::Told(_, subject) => earlier.push(subject),
            DeedKind::Ended(action, target, ActionOutcome::Failed(reason)) => {
                let known = target.is_none_or(|target| earlier.contains(&target));
                let counts = match reason {
                    _ if matches!(target, Some(Subject::Agent(_))) => false,
                    FailReason::Refused => known,
                    FailReason::OutOfReach => true,
                    _ => false,
                };
                let seen = watched.seconds(began, deed.tick) >= SEEN_AFTER && !overtaken(watched, began, deed.tick);
                if counts && seen && deed.tick >= watched.ago(limit.seconds) {
                    count += 1;
                    last = Some((action, target, reason));
                }
                if reason == FailReason::Refused {
                    earlier.extend(target);
                }
            }
            _ => {}
        }
    }
    let (action, target, reason) = last?;
    (count >= limit.count.max(1)).then(|| told(limit, (action, target, reason, count)))
}

/// At least `count` walks in `seconds` that have been seen to begin end because there is no path, or no progress.
fn unreachable(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let fits = |reason, lasted| matches!(reason, FailReason::Unreachable | FailReason::Stuck) && lasted >= SEEN_AFTER;
    failures(watched, limit, fits).map(|found| told(limit, found))
}

/// In at least `count` ticks of the last `seconds`, one action on one target ends without success within two ticks of its beginning, and nothing
/// else is begun before that is seen.
fn ends_at_once(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let (mut began, mut ended, mut counted) = (None, None, 0);
    let mut counts: BTreeMap<(Label, Option<Subject>), u32> = BTreeMap::new();
    for deed in watched.deeds(limit.seconds) {
        match deed.what {
            DeedKind::Began(action, target) => {
                let replaces = ended.take().filter(|(_, tick)| watched.seconds(*tick, deed.tick) < SEEN_AFTER);
                if let Some((before, _)) = replaces.filter(|(before, _)| *before != (action, target)) {
                    counts.entry(before).and_modify(|count| *count = count.saturating_sub(1));
                }
                began = Some((action, deed.tick));
            }
            DeedKind::Ended(action, target, outcome) => {
                let at_once = began.is_some_and(|(begun, tick)| begun == action && deed.tick <= tick + 2);
                if at_once && outcome != ActionOutcome::Succeeded && outcome != ActionOutcome::Interrupted {
                    if deed.tick > counted + 2 {
                        *counts.entry((action, target)).or_default() += 1;
                        ended = Some(((action, target), deed.tick));
                    }
                    counted = deed.tick;
                }
                began = None;
            }
            _ => {}
        }
    }
    let ((action, _), count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count >= limit.count.max(1)).then(|| {
        let what = format!("`{action}` ended at once {count} times in {} s", limit.seconds);
        Suspicion::beyond(limit.count as f32, count as f32, what)
    })
}

/// A plan that has stood for longer than this is not dropped in haste, in seconds.
const HASTE_SECONDS: f32 = 3.0;

/// At least `count` plans in `seconds` that stood long enough to be seen, but not long, give way to one with another first step before an action of theirs
/// has ended, and though nothing new was perceived. Another action on the same target carries on the same, and a mind without a body acts in no time.
fn plan_dropped(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    if !watched.me.walks {
        return None;
    }
    let mut first: Option<(Label, Option<Subject>, u32)> = None;
    let mut dropped = Vec::new();
    for deed in watched.deeds(limit.seconds) {
        match deed.what {
            DeedKind::Planned(action, target) => {
                let carries_on =
                    |before: Label, of: Option<Subject>| of == target && (before == action || of.is_some());
                let before = first.filter(|(before, of, _)| !carries_on(*before, *of));
                if let Some((before, ..)) = before
                    .filter(|(.., since)| (SEEN_AFTER..HASTE_SECONDS).contains(&watched.seconds(*since, deed.tick)))
                {
                    dropped.push(before.as_str());
                }
                if before.is_some() || first.is_none() {
                    first = Some((action, target, deed.tick));
                }
            }
            DeedKind::Ended(_, _, ActionOutcome::Interrupted) => {}
            // The world has ended it, or what was perceived may be a reason for another plan.
            DeedKind::Ended(..) | DeedKind::Noticed | DeedKind::Ordered(_) | DeedKind::ShotAt => first = None,
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

/// Whether an agent left play, or the rules changed what an agent is after, after one tick and by another.
fn overtaken(watched: &Watched<'_>, from: u32, to: u32) -> bool {
    let within = |deed: &&Deed| deed.tick > from && deed.tick <= to;
    let overtakes = |deed: &Deed| matches!(deed.what, DeedKind::Left(_) | DeedKind::Ruled);
    watched
        .all
        .iter()
        .flat_map(|one| one.deeds.iter().rev().take_while(move |deed| deed.tick >= from))
        .filter(within)
        .any(overtakes)
}

/// A second, different order within `seconds` of the first.
fn short_order(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut last: Option<(u32, Label)> = None;
    let mut found = None;
    for deed in watched.deeds(limit.seconds * 2.0) {
        if let DeedKind::Ordered(order) = deed.what {
            if let Some((tick, before)) = last.filter(|(_, before)| *before != order) {
                let lasted = watched.seconds(tick, deed.tick);
                if lasted < limit.seconds && !overtaken(watched, tick, deed.tick) {
                    found = Some((lasted, before, order));
                }
            }
            last = Some((deed.tick, order));
        }
        // An order that is done may be followed by the next at once, and so may one that the rules or a death overtake.
        if let DeedKind::Answered(_, OrderStatus::Done) = deed.what {
            last = None;
        }
    }
    found.map(|(lasted, before, order)| Suspicion {
        excess: 1.0,
        what: format!("the order `{before}` stood for {lasted:.1} s, then came `{order}`"),
    })
}

/// An order is not pursued within `seconds`, or is given up, though no other has come and nothing is more relevant to the agent.
fn dropped_order(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    if watched.me.now()?.order_outranked {
        return None;
    }
    let mut open: Option<(u32, Label)> = None;
    for deed in watched.deeds(limit.seconds * 1.5) {
        match deed.what {
            DeedKind::Ordered(order) => open = Some((deed.tick, order)),
            DeedKind::Answered(order, OrderStatus::Failed(reason))
                if reason != FailReason::Superseded && deed.tick + (watched.rate as u32) > watched.now =>
            {
                // With an enemy before it it has something else to do.
                if watched.me.now()?.threat.is_some() {
                    return None;
                }
                let what = format!("the order `{order}` failed: {}", reason.describe());
                return Some(Suspicion { excess: 1.0, what });
            }
            DeedKind::Answered(..) => open = None,
            _ => {}
        }
    }
    // The mate that gave it may be gone.
    let is_left = |tick: u32| watched.all.iter().any(|one| one.side == watched.me.side && one.left_since(tick));
    let (tick, order) = open.filter(|(tick, _)| !is_left(*tick))?;
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
