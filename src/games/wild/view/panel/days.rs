//! The page "Days": each day of the match in a few sentences.

use std::collections::BTreeMap;

use bevy_egui::egui::Ui;
use quarry_minds::protocol::{AgentId, Label};

use super::history::{DaySpan, WildHistory};
use crate::client::session::{AgentInfo, SceneSetup, agent_name};
use crate::client::tools::panels::theme::heading;
use crate::client::ui::{capitalised, humanize};
use crate::games::wild::view::species_of;

/// A litter of this many, and so many kills of one animal on a day, are worth a sentence.
const NOTABLE: usize = 3;

/// Draws the page, the latest day first. `told` keeps the text of the days that are over.
pub(super) fn draw(ui: &mut Ui, history: &WildHistory, told: &mut Vec<String>, setup: &SceneSetup, now: u32) {
    let days = history.days(now);
    let Some((today, over)) = days.split_last() else { return };
    told.extend(over.iter().skip(told.len()).map(|day| summary(history, setup, day)).collect::<Vec<_>>());
    let today = summary(history, setup, today);
    let texts: Vec<&str> = told.iter().map(String::as_str).chain([today.as_str()]).collect();
    if ui.button("Copy all").on_hover_text("copies the days as text, the first day first").clicked() {
        let all = days.iter().zip(&texts).map(|(day, text)| format!("Day {}\n{text}\n", day.day));
        ui.ctx().copy_text(all.collect::<Vec<_>>().join("\n"));
    }
    for (index, (day, text)) in days.iter().zip(&texts).enumerate().rev() {
        let so_far = if index + 1 == days.len() { " so far" } else { "" };
        heading(ui, &format!("Day {}{so_far}", day.day));
        ui.label(*text);
    }
}

/// What happened on a day.
pub(super) fn summary(history: &WildHistory, setup: &SceneSetup, day: &DaySpan) -> String {
    let during = |tick: u32| day.has(tick);
    let mut lines = Vec::new();
    for (name, species) in species_of(&setup.rules) {
        let lives = || history.each().map(|(_, life)| life).filter(|life| life.species == name);
        let mut parts = Vec::new();
        let born = lives().filter(|life| life.parents.is_some() && during(life.since)).count();
        let came = lives().filter(|life| life.parents.is_none() && life.since > 0 && during(life.since)).count();
        parts.extend((born > 0).then(|| format!("{born} born")));
        parts.extend((came > 0).then(|| format!("{came} set down by hand")));
        let mut causes: BTreeMap<Label, usize> = BTreeMap::new();
        for death in lives().filter_map(|life| life.death).filter(|death| during(death.tick)) {
            *causes.entry(death.cause).or_default() += 1;
        }
        parts.extend(causes.iter().map(|(cause, count)| format!("{count} {}", death_words(*cause))));
        let alive = history.alive(name, day.end.saturating_sub(1));
        let many = capitalised(&species.many(name));
        let happened = if parts.is_empty() { "nothing new".to_owned() } else { parts.join(", ") };
        let last = if alive == 0 && causes.values().sum::<usize>() > 0 { " The last of them is dead." } else { "" };
        lines.push(format!("{many}: {happened}; {alive} alive.{last}"));
    }
    lines.extend(notable(history, &setup.agents, during));
    lines.join("\n")
}

/// The largest litter, and the animal that killed the most, if they are worth a sentence.
fn notable(history: &WildHistory, cast: &[AgentInfo], during: impl Fn(u32) -> bool) -> Vec<String> {
    let mut litters: BTreeMap<(AgentId, u32), usize> = BTreeMap::new();
    let mut kills: BTreeMap<AgentId, usize> = BTreeMap::new();
    for (_, life) in history.each() {
        if let Some((mother, _)) = life.parents.filter(|_| during(life.since)) {
            *litters.entry((mother, life.since)).or_default() += 1;
        }
        if let Some(by) = life.death.filter(|death| during(death.tick)).and_then(|death| death.by) {
            *kills.entry(by).or_default() += 1;
        }
    }
    let largest = litters.into_iter().max_by_key(|(_, young)| *young).filter(|(_, young)| *young >= NOTABLE);
    let deadliest = kills.into_iter().max_by_key(|(_, dead)| *dead).filter(|(_, dead)| *dead >= NOTABLE);
    let litter = largest.map(|((mother, _), young)| format!("{} bore {young} young.", agent_name(cast, mother)));
    let killer = deadliest.map(|(by, dead)| format!("{} killed {dead}.", agent_name(cast, by)));
    litter.into_iter().chain(killer).collect()
}

/// How animals died, after a number or a name.
pub(super) fn death_words(cause: Label) -> String {
    match cause.as_str() {
        "age" => "died of old age".to_owned(),
        "predation" => "killed".to_owned(),
        "starvation" => "starved".to_owned(),
        "thirst" | "exhaustion" => format!("died of {cause}"),
        _ => humanize(cause),
    }
}
