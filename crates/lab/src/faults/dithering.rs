//! Dithering: minds that do not stay with what they have chosen.

use quarry_minds::protocol::{ActionOutcome, Label, Subject};

use quarry_engine::data::faults::FaultLimit;
use quarry_engine::simulation::faults::{Deed, DeedKind, Detector, SEEN_AFTER, Suspicion, Watched};

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("dithering", "changes its goal again and again", dithering),
    Detector::new("short_pursuit", "drops a goal that it has only just chosen", short_pursuit),
    Detector::new("restarting", "begins one action again and again although it learns nothing new", restarting),
    Detector::new("back_and_forth", "goes back and forth between two targets", back_and_forth),
];

/// What an agent learns or feels is a reason for a change of goal for so long, in seconds.
const REASON_SECONDS: f32 = 0.34;

/// A goal that was chosen.
struct Choice {
    tick: u32,
    goal: Label,
    /// Whether something had happened to the agent just before.
    has_reason: bool,
}

/// The goals chosen in the last seconds, without repetitions and without those that nobody sees because they are dropped at once.
fn choices(watched: &Watched<'_>, seconds: f32) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    let mut reason = None;
    for deed in watched.deeds(seconds) {
        match deed.what {
            DeedKind::Chose(goal) => {
                let seen = |last: &Choice| watched.seconds(last.tick, deed.tick) >= SEEN_AFTER;
                if choices.last().is_some_and(|last| last.goal != goal && !seen(last)) {
                    choices.pop();
                }
                if choices.last().is_none_or(|last| last.goal != goal) {
                    let recent = |tick: u32| watched.seconds(tick, deed.tick) <= REASON_SECONDS;
                    choices.push(Choice { tick: deed.tick, goal, has_reason: reason.is_some_and(recent) });
                }
            }
            DeedKind::Ended(_, _, ActionOutcome::Interrupted) => {}
            DeedKind::Noticed | DeedKind::Ordered(_) | DeedKind::ShotAt | DeedKind::Ruled | DeedKind::Ended(..) => {
                reason = Some(deed.tick);
            }
            _ => {}
        }
    }
    choices
}

/// At least `count` changes of goal in `seconds`, two of them for no reason that a watcher sees. Goals that follow one event after another are
/// well chosen.
fn dithering(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let choices = choices(watched, limit.seconds);
    let changes = choices.len().saturating_sub(1);
    let causeless = choices.iter().skip(1).filter(|choice| !choice.has_reason).count();
    (changes >= limit.count.max(1) as usize && causeless >= 2).then(|| {
        let names: Vec<&str> = choices.iter().map(|choice| choice.goal.as_str()).collect();
        let what = format!("{changes} changes of goal in {} s: {}", limit.seconds, names.join(", "));
        Suspicion::beyond(limit.count as f32, changes as f32, what)
    })
}

/// What an agent does: an action and its target.
type Doing = (Label, Option<Subject>);

/// A goal stands long enough to be seen and is dropped for another within `seconds`: the agent does something for the one and something else
/// for the other, though nothing of it was done and nothing new was perceived.
fn short_pursuit(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut chosen: Option<(u32, Label)> = None;
    let mut dropped: Option<(f32, Label, Label)> = None;
    let (mut doing, mut did): (Option<Doing>, Option<Doing>) = (None, None);
    let mut found: Option<(u32, f32, Label, Label)> = None;
    for deed in watched.deeds(limit.seconds + 1.0) {
        if let (DeedKind::Ended(..), Some((begun, ..))) = (deed.what, found)
            && watched.seconds(begun, deed.tick) < SEEN_AFTER
        {
            // What was begun instead was over before it was seen.
            found = None;
        }
        match deed.what {
            DeedKind::Chose(goal) => {
                let before = chosen.replace((deed.tick, goal)).filter(|(_, before)| *before != goal);
                let lasted = before.map(|(since, before)| (watched.seconds(since, deed.tick), before, goal));
                // Who goes on doing the same has not changed its mind for a watcher.
                dropped = lasted.filter(|(lasted, ..)| (SEEN_AFTER..limit.seconds).contains(lasted) && doing != did);
                did = doing;
            }
            DeedKind::Began(action, target) => {
                doing = Some((action, target));
                if doing != did && dropped.is_some() {
                    found = dropped.take().map(|(lasted, before, goal)| (deed.tick, lasted, before, goal));
                }
            }
            DeedKind::Ended(_, _, ActionOutcome::Interrupted) => {}
            DeedKind::Noticed | DeedKind::Ordered(_) | DeedKind::ShotAt | DeedKind::Ended(..) => {
                (chosen, dropped) = (None, None);
            }
            _ => {}
        }
    }
    // Inside a hiding place nobody sees what it does.
    let seen = watched.me.walks && !watched.me.now()?.busy;
    found.filter(|_| seen).map(|(_, lasted, before, goal)| {
        // The shorter it is, the less of it is seen: shorter is not graver.
        Suspicion { excess: 1.0, what: format!("pursued `{before}` for {lasted:.2} s, then `{goal}`") }
    })
}

/// One action on one target begins at least `count` times in `seconds`, and nothing new is perceived in between.
fn restarting(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut last: Option<(Label, Option<Subject>)> = None;
    let (mut times, mut most) = (0u32, 0u32);
    for Deed { what, .. } in watched.deeds(limit.seconds) {
        match what {
            DeedKind::Began(action, target) if last == Some((*action, *target)) => times += 1,
            DeedKind::Began(action, target) => (last, times) = (Some((*action, *target)), 1),
            DeedKind::Noticed | DeedKind::Ordered(_) | DeedKind::ShotAt => (last, times) = (None, 0),
            _ => {}
        }
        most = most.max(times);
    }
    let (action, _) = last.filter(|_| times == most)?;
    (most >= limit.count.max(2)).then(|| {
        let what = format!("`{action}` began {most} times in {} s without a new percept", limit.seconds);
        Suspicion::beyond(limit.count as f32, most as f32, what)
    })
}

/// Two things nearer to each other than this are one goal of a walk for a watcher, in metres.
const BESIDE: f32 = 5.0;

/// The last `count` targets of one action alternate between two that are not beside each other, within `seconds`. Between agents only if nothing
/// new is perceived: they come into sight and out of it.
fn back_and_forth(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let mut targets: Vec<(Label, Subject)> = Vec::new();
    for deed in watched.deeds(limit.seconds) {
        if let DeedKind::Began(action, Some(target)) = deed.what
            && targets.last() != Some(&(action, target))
        {
            targets.push((action, target));
        }
        if deed.what == DeedKind::Noticed && matches!(targets.last(), Some((_, Subject::Agent(_)))) {
            targets.clear();
        }
    }
    let count = limit.count.max(3) as usize;
    let last = targets.get(targets.len().checked_sub(count)?..)?;
    let alternates = last.iter().zip(last.iter().skip(2)).all(|(one, next)| one == next);
    let (first, second) = (last.first()?, last.get(1)?);
    let believed = |target: Subject| {
        let samples = watched.me.samples.iter().rev();
        samples.filter(|sample| sample.target == Some(target)).find_map(|sample| sample.belief)
    };
    if let (Some(one), Some(other)) = (believed(first.1), believed(second.1))
        && one.distance(other) < BESIDE
    {
        return None;
    }
    (alternates && first.0 == second.0).then(|| {
        let what = format!(
            "`{}` on {} and {} in turn, {count} times in {} s",
            first.0,
            super::finder::subject_text(first.1),
            super::finder::subject_text(second.1),
            limit.seconds
        );
        Suspicion { excess: 1.0, what }
    })
}
