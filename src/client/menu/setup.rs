//! The setup of a match: game, side, level, numbers, difficulty and seed.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::Ui;
use quarry_minds::protocol::label;
use quarry_ron::Finding;

use super::brains::choose_brains;
use super::{MenuAction, MenuCommand, MenuNotice, MenuUi, PageLayout, button, choice, heading, note, switch};
use crate::client::DataRoot;
use crate::client::session::{
    GameContent, GameView, GameViews, MatchMode, MatchSelection, MenuPage, RoleSpec, RulesSpec,
};

const LAYOUT: PageLayout = PageLayout::at_left("setup", 620.0);
/// The seeds that the menu offers, beside "Random".
const SEEDS: u64 = 20;

/// The match that is set up, and the data of its game.
#[derive(SystemParam)]
pub(super) struct GameChooser<'w> {
    content: Option<ResMut<'w, GameContent>>,
    selection: ResMut<'w, MatchSelection>,
    views: Res<'w, GameViews>,
    root: Res<'w, DataRoot>,
    notice: ResMut<'w, MenuNotice>,
}

impl GameChooser<'_> {
    /// The games that the menus offer.
    pub(super) fn views(&self) -> &[&'static GameView] {
        &self.views.0
    }

    /// An error for the title screen to show.
    pub(super) fn notice(&self) -> Option<&String> {
        self.notice.0.as_ref()
    }

    /// Selects the defaults of the first game that people play: a match to begin with.
    pub(super) fn choose_first_match(&mut self) {
        let played = self.views.0.iter().find(|view| !view.setup.roles.is_empty());
        if let Some(view) = played.copied() {
            self.change_game(view);
        }
    }

    /// Selects the defaults of a game, and loads its data if they are of another.
    fn change_game(&mut self, view: &'static GameView) {
        let Some(content) = &mut self.content else { return };
        if content.view.schema.name != view.schema.name {
            match GameContent::load(&self.root.0, view) {
                Ok(loaded) => **content = loaded,
                Err(findings) => {
                    self.notice.0 = Some(findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n"));
                    return;
                }
            }
        }
        *self.selection = MatchSelection::of(view, Some(&content.library));
    }
}

pub(super) fn draw(mut ui: MenuUi, mut chooser: GameChooser, mut more: Local<bool>) {
    let (Some(MenuPage::Setup(mode)), Some(content)) = (ui.page(), &chooser.content) else { return };
    let views = &chooser.views;
    let mut wanted = chooser.selection.clone();
    let pressed = ui.show(LAYOUT, |ui, _, scale| {
        let plays = mode == MatchMode::Play;
        heading(ui, if plays { "Play" } else { "Watch" });
        if views.0.len() > 1 {
            choose_game(ui, &mut wanted, views);
        }
        // A game without sides for people is watched.
        let roles = content.view.setup.roles;
        let plays = plays && !roles.is_empty();
        if mode == MatchMode::Play && !plays {
            note(ui, "This game is watched; its panels let you take part.");
        }
        if plays {
            choose_side(ui, &mut wanted, roles);
        } else {
            wanted.side = None;
        }
        choose_level(ui, &mut wanted, content);
        choose_rules(ui, &mut wanted, &content.view.setup.offered_rules(&content.library));
        if plays {
            choose_difficulty(ui, &mut wanted, content);
        }
        show_terms(ui, &wanted, content);
        // What most matches do without; what was set stays in sight.
        let is_set = wanted.seed.is_some() || !wanted.brains.is_empty();
        *more |= is_set;
        if !is_set {
            switch(ui, "More settings", &mut more);
        }
        if *more {
            let rules = content.library.rules.get(&wanted.rules);
            for side in rules.map(content.view.setup.counts).unwrap_or_default() {
                choose_number(ui, side.title, wanted.counts.entry(side.side.into()).or_insert(side.default), side.most);
            }
            choose_brains(ui, &mut wanted, &content.library, content.view.setup);
            choose_seed(ui, &mut wanted);
        }
        ui.add_space(10.0 * scale);
        let start = button(ui, if plays { "Start" } else { "Watch" });
        let back = button(ui, "Back");
        if back { Some(MenuAction::Back) } else { start.then_some(MenuAction::Send(MenuCommand::Start)) }
    });
    if *chooser.selection != wanted {
        if chooser.selection.game == wanted.game {
            *chooser.selection = wanted;
        } else if let Some(view) = chooser.views.0.iter().find(|view| wanted.game == view.schema.name) {
            chooser.change_game(view);
        }
        ui.sound("ui_move");
    }
    if let Some(action) = pressed.flatten() {
        ui.perform(action, false);
    }
}

/// Offers some of a kind by their titles, and returns the one that is chosen: at first the one that `is_now`, else the first.
fn choose<'t, T>(
    ui: &mut Ui,
    name: &str,
    offered: &'t [T],
    title: impl Fn(&T) -> &str,
    is_now: impl Fn(&T) -> bool,
) -> Option<&'t T> {
    let titles: Vec<String> = offered.iter().map(|one| title(one).to_owned()).collect();
    let mut chosen = offered.iter().position(is_now).unwrap_or(0);
    choice(ui, name, &titles, &mut chosen);
    offered.get(chosen)
}

fn choose_game(ui: &mut Ui, wanted: &mut MatchSelection, views: &GameViews) {
    let game = wanted.game;
    if let Some(view) = choose(ui, "Game", &views.0, |view| view.setup.title, |view| game == view.schema.name) {
        wanted.game = label(view.schema.name);
        note(ui, view.setup.tagline);
    }
}

fn choose_side(ui: &mut Ui, wanted: &mut MatchSelection, roles: &[RoleSpec]) {
    let side = wanted.side;
    let is_now = |role: &RoleSpec| side.is_some_and(|side| side == role.side);
    if let Some(role) = choose(ui, "Side", roles, |role| role.title, is_now) {
        wanted.side = Some(label(role.side));
        note(ui, role.summary);
    }
}

fn choose_level(ui: &mut Ui, wanted: &mut MatchSelection, content: &GameContent) {
    let levels: Vec<_> = content.library.levels.iter().collect();
    let now = wanted.level;
    if let Some((name, level)) = choose(ui, "Level", &levels, |(_, level)| &level.title, |(name, _)| **name == now) {
        if now != **name {
            wanted.counts = content.view.setup.default_counts(&content.library, **name);
        }
        wanted.level = **name;
        note(ui, &level.summary);
    }
}

/// Offers the rules, if there are several.
fn choose_rules(ui: &mut Ui, wanted: &mut MatchSelection, rules: &[RulesSpec]) {
    let now = wanted.rules;
    if rules.len() > 1
        && let Some(rules) = choose(ui, "Match", rules, |rules| rules.title, |rules| now == rules.name)
    {
        wanted.rules = label(rules.name);
    }
}

/// Says what the rules come to with these numbers.
fn show_terms(ui: &mut Ui, wanted: &MatchSelection, content: &GameContent) {
    let library = &content.library;
    let (Some(rules), Some(level)) = (library.rules.get(&wanted.rules), library.levels.get(&wanted.level)) else {
        return;
    };
    let terms = (content.view.match_terms)(&Arc::new(rules.clone()), level, &wanted.counts);
    if !terms.is_empty() {
        note(ui, &terms);
    }
}

fn choose_number(ui: &mut Ui, name: &str, value: &mut u16, most: u16) {
    let numbers = numbers_up_to(most);
    let values: Vec<String> = numbers.iter().map(u16::to_string).collect();
    let mut chosen = numbers.iter().rposition(|number| *number <= *value).unwrap_or(0);
    if choice(ui, name, &values, &mut chosen) {
        *value = numbers.get(chosen).copied().unwrap_or(1);
    }
}

/// The numbers that are offered: all of them if they are few, else some twenty with equal steps.
fn numbers_up_to(most: u16) -> Vec<u16> {
    let step = most.div_ceil(20).max(1);
    std::iter::once(1).filter(|_| step > 1).chain((1..=most / step).map(|number| number * step)).collect()
}

fn choose_difficulty(ui: &mut Ui, wanted: &mut MatchSelection, content: &GameContent) {
    let now = wanted.difficulty;
    let offered = &content.difficulties;
    if let Some(difficulty) = choose(ui, "Difficulty", offered, |one| &one.title, |one| one.name == now) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_are_offered_one_by_one_and_many_in_steps() {
        assert_eq!(numbers_up_to(6), [1, 2, 3, 4, 5, 6]);
        let many = numbers_up_to(200);
        assert_eq!((many.len(), many[0], many[1], many[9], many[20]), (21, 1, 10, 90, 200));
        assert!(numbers_up_to(40).contains(&12) && numbers_up_to(30).contains(&8));
    }
}
