//! Setting up a match: side, level, how many, how hard, which seed.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{
    GameContent, MenuCommand,
    look::{page, shade},
    widgets::{button, choice, heading, note},
};
use crate::{
    client::{
        pages::{MatchMode, MenuPage, MenuStack},
        settings::Settings,
        sound::PlayCue,
        style::scale,
    },
    protocol::{Label, label},
};

/// The match a person wants.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct MatchSelection {
    /// The side to play for; `None`: to watch.
    pub side: Option<Label>,
    /// The level.
    pub level: Label,
    /// How many hunt.
    pub hunters: u16,
    /// How many are hunted.
    pub hunted: u16,
    /// How hard the others are: a name of `assets/difficulty.ron`.
    pub difficulty: Label,
    /// The seed; `None`: another each time.
    pub seed: Option<u64>,
}

impl Default for MatchSelection {
    fn default() -> Self {
        Self {
            side: Some(label("hunted")),
            level: label("manor"),
            hunters: 1,
            hunted: 3,
            difficulty: label("fair"),
            seed: None,
        }
    }
}

/// The most that may hunt and be hunted.
const MOST_HUNTERS: u16 = 3;
const MOST_HUNTED: u16 = 6;
/// The seeds the menu offers beside "any".
const SEEDS: u64 = 20;

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    content: Option<Res<GameContent>>,
    mut menu: ResMut<MenuStack>,
    mut wanted: ResMut<MatchSelection>,
    mut orders: EventWriter<MenuCommand>,
    mut cues: EventWriter<PlayCue>,
) {
    let (Some(MenuPage::Setup(purpose)), Some(content)) = (menu.page(), content) else { return };
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let mut asked = wanted.clone();
    let mut act = None;
    shade(context, 0.85);
    page(context, "setup", 620.0, scale, false, |ui| {
        let plays = purpose == MatchMode::Play;
        heading(ui, if plays { "Play" } else { "Watch" });
        let mut changed = false;
        if plays {
            let mut side = usize::from(asked.side == Some(label("hunter")));
            changed |= choice(ui, "You are", &["one of the hunted".into(), "the hunter".into()], &mut side, fresh);
            asked.side = Some(label(if side == 1 { "hunter" } else { "hunted" }));
            note(
                ui,
                if side == 1 {
                    "Catch them before they are out. You see through your own eyes."
                } else {
                    "Find the keys, open the gate, get out. You see over your own shoulder."
                },
            );
        } else {
            asked.side = None;
        }
        let levels: Vec<Label> = content.library.levels.keys().copied().collect();
        let titles: Vec<String> = content.library.levels.values().map(|level| level.title.clone()).collect();
        let mut level = levels.iter().position(|name| *name == asked.level).unwrap_or(0);
        changed |= choice(ui, "Where", &titles, &mut level, fresh && !plays);
        if let Some(name) = levels.get(level) {
            asked.level = *name;
            if let Some(level) = content.library.levels.get(name) {
                note(ui, &level.summary);
            }
        }
        changed |= number(ui, "Hunters", &mut asked.hunters, 1, MOST_HUNTERS);
        changed |= number(ui, "Hunted", &mut asked.hunted, 1, MOST_HUNTED);
        if plays {
            let names: Vec<String> = content.difficulties.iter().map(|one| one.title.clone()).collect();
            let mut hard = content.difficulties.iter().position(|one| one.name == asked.difficulty).unwrap_or(0);
            changed |= choice(ui, "How hard", &names, &mut hard, false);
            if let Some(one) = content.difficulties.get(hard) {
                asked.difficulty = one.name;
                note(ui, &one.summary);
            }
        }
        let seeds: Vec<String> =
            std::iter::once("any".to_owned()).chain((1..=SEEDS).map(|seed| seed.to_string())).collect();
        let mut seed = asked.seed.filter(|seed| *seed <= SEEDS).map_or(0, |seed| seed as usize);
        if choice(ui, "Seed", &seeds, &mut seed, false) {
            asked.seed = (seed > 0).then_some(seed as u64);
            changed = true;
        }
        if changed {
            cues.send(PlayCue::plain("ui_move".into()));
        }
        ui.add_space(10.0 * scale);
        if button(ui, if plays { "Begin" } else { "Watch" }, false) {
            act = Some(true);
        }
        if button(ui, "Back", false) {
            act = Some(false);
        }
    });
    if *wanted != asked {
        *wanted = asked;
    }
    match act {
        Some(true) => {
            cues.send(PlayCue::plain("ui_click".into()));
            orders.send(MenuCommand::Begin);
        }
        Some(false) => {
            cues.send(PlayCue::plain("ui_back".into()));
            menu.back();
        }
        None => {}
    }
}

fn number(ui: &mut bevy_egui::egui::Ui, name: &str, value: &mut u16, least: u16, most: u16) -> bool {
    let words: Vec<String> = (least..=most).map(|number| number.to_string()).collect();
    let mut chosen = usize::from(value.saturating_sub(least)).min(words.len() - 1);
    let changed = choice(ui, name, &words, &mut chosen, false);
    if changed {
        *value = least + chosen as u16;
    }
    changed
}
