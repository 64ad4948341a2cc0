//! Tutorial prompts for the next step, until the player has finished a match.

use bevy::prelude::*;
use bevy_egui::egui::{Rect, vec2};

use crate::client::input::bindings::{Device, PlayerAction};
use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::ui::{GOLD, HudLayout, INK};

/// Draws the prompt at the lower left.
pub fn draw(mut hud: PlayerHud, layout: Res<HudLayout>) {
    hud.show(|hud| draw_prompt(hud, layout.free));
}

/// `free` is the x up to which the lower edge of the window is free.
fn draw_prompt(hud: &HudContext<'_>, free: f32) {
    if hud.settings.tutorial_done || hud.playback.over() {
        return;
    }
    let hunts = hud.player().is_some_and(|player| player.attacks);
    let words = if hunts { for_hunter(hud) } else { for_hunted(hud) };
    let canvas = &hud.canvas;
    // In narrow windows the text wraps, and leaves the corner with the dials free.
    let most = (free - canvas.area.left() - canvas.length(16.0 + 12.0)).min(canvas.area.width() * WIDEST)
        - canvas.length(28.0);
    let lines = canvas.painter.layout(words, canvas.font(15.0), INK, most);
    let size = lines.size() + vec2(canvas.length(28.0), canvas.length(12.0));
    let corner = canvas.area.left_bottom() + vec2(canvas.length(16.0), -canvas.length(60.0));
    let plate = Rect::from_min_size(corner - vec2(0.0, size.y), size);
    canvas.plate(plate, Some(GOLD), 0.9);
    canvas.painter.galley(plate.min + vec2(canvas.length(14.0), canvas.length(6.0)), lines, INK);
}

/// The largest share of the window's width that the prompt takes.
const WIDEST: f32 = 0.72;

fn for_hunted(hud: &HudContext<'_>) -> String {
    let known = hud.knowledge;
    let (found, needed) = (known.reading("team_keys"), known.reading("keys_needed"));
    let moved = known.reading("seconds") > 12.0;
    if known.chased() {
        let run = hud.button(PlayerAction::Run);
        return format!(
            "The hunter sees you. Run ({run}) out of its sight, then walk: running is loud and leaves scratch marks"
        );
    }
    if known.reading("held_fast") > 0.0 {
        return "You have trodden on a snare, which holds you for a moment. Its bell calls the hunter".into();
    }
    if known.detections.iter().any(|cue| cue.level > 0.15) {
        return format!(
            "The hunter is noticing you. Get out of its sight or crouch ({})",
            hud.button(PlayerAction::Crouch)
        );
    }
    if known.reading("wounds") > 0.0 && known.reading("exit_open") <= 0.0 {
        return match known.hidden {
            Some(_) => "Stay hidden until your wound has healed".into(),
            None => "You are wounded. The wound heals in a hiding place".into(),
        };
    }
    if known.hidden.is_some() {
        return "You are hidden, unless the hunter saw you enter or comes to search".into();
    }
    if known.reading("exit_open") > 0.0 {
        return "The exit is open. Walk through it".into();
    }
    if found >= needed && needed > 0.0 {
        return format!(
            "You have enough keys. Find the exit and hold {} to unlock it. Unlocking is loud",
            hud.button(PlayerAction::Interact)
        );
    }
    if let Some(hint) = hint(hud) {
        return hint;
    }
    if !moved {
        return format!("Walk ({}), look around, stay out of the hunter's sight", movement_keys(hud));
    }
    format!("Search the rooms and chests for keys and tools. Take them with {}", hud.button(PlayerAction::Interact))
}

/// What the item that was taken last is good for.
fn hint(hud: &HudContext<'_>) -> Option<String> {
    let hints = hud.knowledge.carried.iter().rev().map(|item| &item.hint);
    hints.filter(|hint| !hint.is_empty()).map(Clone::clone).next()
}

/// The movement keys: "WASD" where each is a single letter, otherwise listed. "left stick" on a gamepad.
fn movement_keys(hud: &HudContext<'_>) -> String {
    if hud.device.0 == Device::Gamepad {
        return "left stick".to_owned();
    }
    let actions = [PlayerAction::Forward, PlayerAction::Left, PlayerAction::Back, PlayerAction::Right];
    let keys = actions.map(|action| hud.button(action));
    let letters = keys.iter().all(|key| key.chars().count() == 1);
    keys.join(if letters { "" } else { ", " })
}

fn for_hunter(hud: &HudContext<'_>) -> String {
    let known = hud.knowledge;
    let strike = hud.button(PlayerAction::Strike);
    if !known.in_view.is_empty() {
        return format!(
            "You see one. Get close. {strike}: strike. {}: throw the bolt",
            hud.button(PlayerAction::Throw)
        );
    }
    if !known.sounds.is_empty() {
        return "You hear something. The chevrons around the centre point towards it".into();
    }
    if let Some(hint) = hint(hud) {
        return hint;
    }
    if known.reading("exit_progress") > 0.0 && known.reading("exit_open") <= 0.0 {
        return "The hunted are unlocking the exit".into();
    }
    format!(
        "Find the hunted. Search hiding places with {}. Runners leave scratch marks",
        hud.button(PlayerAction::Interact)
    )
}
