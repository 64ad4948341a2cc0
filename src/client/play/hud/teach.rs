//! What to do next, said until a person has played a match.

use bevy_egui::egui::{Align2, Rect, vec2};

use super::{GOLD, INK, Sight};
use crate::client::input::Action;

pub(super) fn draw(sight: &Sight<'_>) {
    if sight.settings.taught || sight.show.over() {
        return;
    }
    let hunts = sight.stage.cast.get(sight.me).is_some_and(|player| player.catches);
    let words = if hunts { for_hunter(sight) } else { for_hunted(sight) };
    let canvas = &sight.canvas;
    let at = canvas.space.left_bottom() + vec2(canvas.length(22.0), -canvas.length(78.0));
    let width = canvas.measure(&words, 15.0).x + canvas.length(28.0);
    let plate =
        Rect::from_min_size(at - vec2(canvas.length(6.0), canvas.length(15.0)), vec2(width, canvas.length(30.0)));
    canvas.plate(plate, Some(GOLD), 0.9);
    canvas.words(plate.left_center() + vec2(canvas.length(14.0), 0.0), Align2::LEFT_CENTER, &words, 15.0, INK);
}

fn for_hunted(sight: &Sight<'_>) -> String {
    let known = sight.known;
    let (found, needed) = (known.reading("team_keys"), known.reading("keys_needed"));
    let moved = known.reading("seconds") > 12.0;
    if known.chased() {
        let run = sight.button(Action::Run);
        return format!("You are seen. Run ({run}), break its sight, then walk: running leaves a trail and is heard");
    }
    if known.noticed.iter().any(|noticing| noticing.level > 0.15) {
        return format!("It begins to notice you. Out of its sight, or down ({})", sight.button(Action::Crouch));
    }
    if known.hidden.is_some() {
        return "Nobody sees you in here, unless they saw you go in or come to search".into();
    }
    if known.reading("exit_open") > 0.0 {
        return "The gate is open: walk out through it".into();
    }
    if found >= needed && needed > 0.0 {
        return format!(
            "You have the keys. Find the gate and hold {} at it: that is loud",
            sight.button(Action::Interact)
        );
    }
    if !moved {
        let forward = sight.button(Action::Forward);
        return format!("Walk ({forward} and its neighbours), look around, keep out of the hunter's sight");
    }
    format!("Find keys: look into the rooms, and take one with {}", sight.button(Action::Interact))
}

fn for_hunter(sight: &Sight<'_>) -> String {
    let known = sight.known;
    let strike = sight.button(Action::Strike);
    if !known.in_view.is_empty() {
        return format!(
            "There. Close in and strike with {strike}, or cast the bolt with {}",
            sight.button(Action::Throw)
        );
    }
    if !known.sounds.is_empty() {
        return "You hear something: the marks around the middle point to where".into();
    }
    if known.reading("exit_progress") > 0.0 && known.reading("exit_open") <= 0.0 {
        return "Somebody works at the gate".into();
    }
    format!("Find the hunted. Search hiding places with {}; who runs leaves a trail", sight.button(Action::Interact))
}
