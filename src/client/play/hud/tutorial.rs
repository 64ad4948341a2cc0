//! What to do next, said until a person has played a match.

use bevy_egui::egui::{Rect, vec2};

use super::{GOLD, HudContext, INK};
use crate::client::bindings::PlayerAction;

/// `free` is how far to the right nothing else stands in the lowest part of the window.
pub(super) fn draw(hud: &HudContext<'_>, free: f32) {
    if hud.settings.tutorial_done || hud.playback.over() {
        return;
    }
    let hunts = hud.setup.agents.get(hud.me).is_some_and(|player| player.catches);
    let words = if hunts { for_hunter(hud) } else { for_hunted(hud) };
    let canvas = &hud.canvas;
    // In narrow windows it takes two lines or three, and leaves the corner of what is thrown free.
    let most = (free - canvas.area.left() - canvas.length(16.0 + 12.0)).min(canvas.area.width() * WIDEST)
        - canvas.length(28.0);
    let lines = canvas.painter.layout(words, canvas.font(15.0), INK, most);
    let size = lines.size() + vec2(canvas.length(28.0), canvas.length(12.0));
    let corner = canvas.area.left_bottom() + vec2(canvas.length(16.0), -canvas.length(60.0));
    let plate = Rect::from_min_size(corner - vec2(0.0, size.y), size);
    canvas.plate(plate, Some(GOLD), 0.9);
    canvas.painter.galley(plate.min + vec2(canvas.length(14.0), canvas.length(6.0)), lines, INK);
}

/// How much of the window's width the words take at most.
const WIDEST: f32 = 0.72;

fn for_hunted(hud: &HudContext<'_>) -> String {
    let known = hud.knowledge;
    let (found, needed) = (known.reading("team_keys"), known.reading("keys_needed"));
    let moved = known.reading("seconds") > 12.0;
    if known.chased() {
        let run = hud.button(PlayerAction::Run);
        return format!("You are seen. Run ({run}), break its sight, then walk: running leaves a trail and is heard");
    }
    if known.detections.iter().any(|cue| cue.level > 0.15) {
        return format!("It begins to notice you. Out of its sight, or down ({})", hud.button(PlayerAction::Crouch));
    }
    if known.reading("wounds") > 0.0 && known.reading("exit_open") <= 0.0 {
        return match known.hidden {
            Some(_) => "Stay hidden: your wound heals in here".into(),
            None => "You are wounded. Find a place to hide in: there it heals".into(),
        };
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
            hud.button(PlayerAction::Interact)
        );
    }
    if !moved {
        let forward = hud.button(PlayerAction::Forward);
        return format!("Walk ({forward} and its neighbours), look around, keep out of the hunter's sight");
    }
    format!("Find keys: look into the rooms, and take one with {}", hud.button(PlayerAction::Interact))
}

fn for_hunter(hud: &HudContext<'_>) -> String {
    let known = hud.knowledge;
    let strike = hud.button(PlayerAction::Strike);
    if !known.in_view.is_empty() {
        return format!(
            "There. Close in and strike with {strike}, or cast the bolt with {}",
            hud.button(PlayerAction::Throw)
        );
    }
    if !known.sounds.is_empty() {
        return "You hear something: the marks around the middle point to where".into();
    }
    if known.reading("exit_progress") > 0.0 && known.reading("exit_open") <= 0.0 {
        return "Somebody works at the gate".into();
    }
    format!(
        "Find the hunted. Search hiding places with {}; who runs leaves a trail",
        hud.button(PlayerAction::Interact)
    )
}
