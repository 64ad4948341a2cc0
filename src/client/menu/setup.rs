//! The setup of a match: side, level, numbers, difficulty and seed.

use bevy::prelude::*;
use bevy_egui::egui::Ui;

use super::{
    GameContent, MenuCommand,
    frame::{MenuAction, MenuUi, PageLayout},
    widgets::{button, choice, heading, note},
};
use crate::{
    client::session::menu_stack::{MatchMode, MenuPage},
    protocol::{Label, label},
};

/// The match a player has chosen.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct MatchSelection {
    /// The player's side; `None` to watch.
    pub side: Option<Label>,
    /// The level.
    pub level: Label,
    /// The number of hunters.
    pub hunters: u16,
    /// The number of hunted.
    pub hunted: u16,
    /// The opponents' difficulty: a name in `assets/difficulty.ron`.
    pub difficulty: Label,
    /// The seed; `None` for a new one each time.
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

const LAYOUT: PageLayout = PageLayout::at_left("setup", 620.0);
/// The maximum number of agents of each side that the menu offers.
const MOST_HUNTERS: u16 = 3;
const MOST_HUNTED: u16 = 6;
/// The seeds that the menu offers, beside "Random".
const SEEDS: u64 = 20;

pub(super) fn draw(mut ui: MenuUi, content: Option<Res<GameContent>>, mut selection: ResMut<MatchSelection>) {
    let (Some(MenuPage::Setup(mode)), Some(content)) = (ui.page(), content) else { return };
    let mut wanted = selection.clone();
    let pressed = ui.show(LAYOUT, |ui, _, scale| {
        let plays = mode == MatchMode::Play;
        heading(ui, if plays { "Play" } else { "Watch" });
        if plays {
            choose_side(ui, &mut wanted);
        } else {
            wanted.side = None;
        }
        choose_level(ui, &mut wanted, &content);
        choose_number(ui, "Hunters", &mut wanted.hunters, MOST_HUNTERS);
        choose_number(ui, "Hunted", &mut wanted.hunted, MOST_HUNTED);
        if plays {
            choose_difficulty(ui, &mut wanted, &content);
        }
        choose_seed(ui, &mut wanted);
        ui.add_space(10.0 * scale);
        let start = button(ui, if plays { "Start" } else { "Watch" });
        let back = button(ui, "Back");
        if back { Some(MenuAction::Back) } else { start.then_some(MenuAction::Send(MenuCommand::Start)) }
    });
    if *selection != wanted {
        *selection = wanted;
        ui.sound("ui_move");
    }
    if let Some(action) = pressed.flatten() {
        ui.perform(action, false);
    }
}

fn choose_side(ui: &mut Ui, wanted: &mut MatchSelection) {
    let mut side = usize::from(wanted.side == Some(label("hunter")));
    choice(ui, "Side", &["Hunted".into(), "Hunter".into()], &mut side);
    wanted.side = Some(label(if side == 1 { "hunter" } else { "hunted" }));
    let summary = if side == 1 {
        "Catch them before they escape. First-person view."
    } else {
        "Find the keys, unlock the exit, escape. Third-person view."
    };
    note(ui, summary);
}

fn choose_level(ui: &mut Ui, wanted: &mut MatchSelection, content: &GameContent) {
    let levels: Vec<_> = content.library.levels.iter().collect();
    let titles: Vec<String> = levels.iter().map(|(_, level)| level.title.clone()).collect();
    let mut chosen = levels.iter().position(|(name, _)| **name == wanted.level).unwrap_or(0);
    choice(ui, "Level", &titles, &mut chosen);
    if let Some((name, level)) = levels.get(chosen) {
        wanted.level = **name;
        note(ui, &level.summary);
    }
}

fn choose_number(ui: &mut Ui, name: &str, value: &mut u16, most: u16) {
    let values: Vec<String> = (1..=most).map(|number| number.to_string()).collect();
    let mut chosen = usize::from(value.saturating_sub(1)).min(values.len() - 1);
    if choice(ui, name, &values, &mut chosen) {
        *value = 1 + chosen as u16;
    }
}

fn choose_difficulty(ui: &mut Ui, wanted: &mut MatchSelection, content: &GameContent) {
    let titles: Vec<String> = content.difficulties.iter().map(|difficulty| difficulty.title.clone()).collect();
    let known = content.difficulties.iter().position(|difficulty| difficulty.name == wanted.difficulty);
    let mut chosen = known.unwrap_or(0);
    choice(ui, "Difficulty", &titles, &mut chosen);
    if let Some(difficulty) = content.difficulties.get(chosen) {
        wanted.difficulty = difficulty.name;
        note(ui, &difficulty.summary);
    }
}

fn choose_seed(ui: &mut Ui, wanted: &mut MatchSelection) {
    let values: Vec<String> =
        std::iter::once("Random".to_owned()).chain((1..=SEEDS).map(|seed| seed.to_string())).collect();
    let mut chosen = wanted.seed.filter(|seed| *seed <= SEEDS).map_or(0, |seed| seed as usize);
    if choice(ui, "Seed", &values, &mut chosen) {
        wanted.seed = (chosen > 0).then_some(chosen as u64);
    }
}
