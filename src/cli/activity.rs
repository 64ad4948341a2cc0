//! Tables of what agents did: the time in each goal, and how actions ended.

use std::collections::BTreeMap;

use super::results::plain_table;
use crate::lab::EventCounts;

/// The time in each goal, and the outcomes of each action; empty if there are none.
pub(super) fn render(event_counts: &EventCounts) -> String {
    [goals(event_counts), actions(event_counts)]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn goals(event_counts: &EventCounts) -> String {
    if event_counts.goal_seconds.is_empty() {
        return String::new();
    }
    let mut of_side: BTreeMap<&str, f64> = BTreeMap::new();
    for (key, seconds) in &event_counts.goal_seconds {
        *of_side.entry(side_of(key)).or_default() += seconds;
    }
    let mut table = plain_table(["goal", "time", "share of side"]);
    for (key, seconds) in &event_counts.goal_seconds {
        let whole = of_side.get(side_of(key)).copied().unwrap_or(0.0).max(1e-9);
        table.add_row([key.clone(), format!("{seconds:.0} s"), format!("{:.1} %", seconds / whole * 100.0)]);
    }
    table.to_string()
}

fn actions(event_counts: &EventCounts) -> String {
    if event_counts.actions.is_empty() {
        return String::new();
    }
    let mut by_action: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
    for (key, count) in &event_counts.actions {
        if let Some((action, outcome)) = key.rsplit_once('/') {
            by_action.entry(action).or_default().insert(outcome, *count);
        }
    }
    let mut table = plain_table(["action", "runs", "succeeded", "other outcomes"]);
    for (action, outcomes) in by_action {
        let times: u32 = outcomes.values().sum();
        let succeeded = outcomes.get("succeeded").copied().unwrap_or(0);
        let mut others: Vec<(&str, u32)> =
            outcomes.into_iter().filter(|(outcome, _)| *outcome != "succeeded").collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let others: Vec<String> = others.into_iter().map(|(outcome, count)| format!("{outcome} {count}")).collect();
        let share = f64::from(succeeded) / f64::from(times.max(1)) * 100.0;
        table.add_row([action.to_owned(), times.to_string(), format!("{share:.0} %"), others.join(", ")]);
    }
    table.to_string()
}

fn side_of(key: &str) -> &str {
    key.split('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_per_side_and_failures_are_named() {
        let mut event_counts = EventCounts::default();
        event_counts.goal_seconds.extend([
            ("a/rest".to_owned(), 30.0),
            ("a/run".to_owned(), 90.0),
            ("b/rest".to_owned(), 5.0),
        ]);
        event_counts.actions.extend([("a/go/succeeded".to_owned(), 3), ("a/go/failed: stuck".to_owned(), 1)]);
        let text = render(&event_counts);
        for words in ["25.0 %", "75.0 %", "100.0 %", "75 %", "failed: stuck 1"] {
            assert!(text.contains(words), "no {words} in\n{text}");
        }
        assert_eq!(render(&EventCounts::default()), "");
    }
}
