//! The registry of panels, overlays and HUD elements: which exist and which are open. Independent of egui.

use bevy::{ecs::system::ScheduleSystem, prelude::*};
use quarry_minds::protocol::AgentId;

use crate::client::ClientSystems;
use crate::client::input::watch_keys::{WatchAction, pressed};
use crate::client::session::{GameViewService, Screen, watching};

/// The place of a panel in the window. Each dock is also the system set of the systems that draw its panels.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dock {
    Bottom,
    Right,
    Left,
    Float,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    Panel(Dock),
    /// Drawn in the 3D world.
    Overlay,
    /// Text over the 3D view.
    Hud,
}

impl PanelKind {
    pub const SECTIONS: [(&str, fn(Self) -> bool); 3] = [
        ("Panels", |kind| matches!(kind, Self::Panel(_))),
        ("Overlays", |kind| kind == Self::Overlay),
        ("HUD", |kind| kind == Self::Hud),
    ];
}

/// A panel, an overlay or a HUD element that a key or the list of panels switches on and off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    /// Used in code, and by `--show`.
    pub id: &'static str,
    /// Shown as its title.
    pub title: &'static str,
    /// Shown as its tooltip.
    pub description: &'static str,
    /// Panel, overlay or HUD element.
    pub kind: PanelKind,
    /// The key that toggles it; `None` for no key.
    pub key: Option<KeyCode>,
    /// The initial width (the height, in the bottom dock), in points of a window 720 points high.
    pub size: f32,
    pub open: bool,
    /// The only game that has it; `None` for all games.
    pub game: Option<&'static str>,
}

impl Panel {
    pub const fn new(id: &'static str, title: &'static str, description: &'static str, dock: Dock, size: f32) -> Self {
        let kind = PanelKind::Panel(dock);
        Self { id, title, description, kind, key: None, size, open: false, game: None }
    }

    /// An overlay in the world, closed at the start.
    pub const fn overlay(id: &'static str, title: &'static str, description: &'static str) -> Self {
        Self { kind: PanelKind::Overlay, ..Self::new(id, title, description, Dock::Float, 0.0) }
    }

    /// A HUD element, open at the start.
    pub const fn hud(id: &'static str, title: &'static str, description: &'static str) -> Self {
        Self { kind: PanelKind::Hud, open: true, ..Self::new(id, title, description, Dock::Float, 0.0) }
    }

    /// Offers it only in the game of this name.
    pub const fn of_game(self, game: &'static str) -> Self {
        Self { game: Some(game), ..self }
    }

    pub const fn with_key(self, key: KeyCode) -> Self {
        Self { key: Some(key), ..self }
    }
}

/// All registered elements, which of them are open, and the selected agent.
#[derive(Resource, Clone, Debug, Default)]
pub struct Panels {
    all: Vec<Panel>,
    /// The ids that are switched on; the last one in each dock is in front.
    open: Vec<&'static str>,
    /// Hides everything without closing it.
    pub all_hidden: bool,
    /// The game on screen; `None` before the first match.
    game: Option<&'static str>,
    /// The agent that panels and overlays are about; `None` for all agents.
    pub selected: Option<AgentId>,
}

impl Panels {
    /// Adds an element, or replaces the one with the same id.
    pub fn add(&mut self, panel: Panel) {
        self.all.retain(|known| known.id != panel.id);
        self.all.push(panel);
        if panel.open {
            self.set(panel.id, true);
        }
    }

    /// All elements, in the order added.
    pub fn all(&self) -> &[Panel] {
        &self.all
    }

    /// Whether an element can be shown in the game on screen.
    pub fn is_offered(&self, panel: &Panel) -> bool {
        panel.game.is_none_or(|game| self.game.is_none_or(|shown| shown == game))
    }

    /// Sets the game on screen, and closes what only other games have.
    pub fn enter_game(&mut self, game: &'static str) {
        self.game = Some(game);
        let other: Vec<&str> = self.all.iter().filter(|panel| !self.is_offered(panel)).map(|panel| panel.id).collect();
        other.into_iter().for_each(|id| self.set(id, false));
    }

    pub fn get(&self, id: &str) -> Option<&Panel> {
        self.all.iter().find(|panel| panel.id == id)
    }

    /// Whether an element is on and not hidden by `all_hidden`.
    pub fn is_open(&self, id: &str) -> bool {
        !self.all_hidden && self.is_on(id)
    }

    /// Whether an element is on, hidden or not.
    pub fn is_on(&self, id: &str) -> bool {
        self.open.contains(&id)
    }

    /// Opens an element and brings it to the front, or closes it.
    pub fn set(&mut self, id: &str, on: bool) {
        let Some(id) = self.get(id).map(|panel| panel.id) else { return };
        self.open.retain(|known| *known != id);
        if on {
            self.open.push(id);
        }
    }

    /// Toggles an element. A panel behind another comes to the front instead of closing. While everything is hidden, the element opens
    /// and everything else is shown again.
    pub fn toggle(&mut self, id: &str) {
        let off = self.is_on(id) && self.is_front(id) && !self.all_hidden;
        self.set(id, !off);
        self.all_hidden = false;
    }

    /// Closes the panel that was opened or brought to the front last. Overlays and HUD elements stay open.
    pub fn close_top(&mut self) {
        let is_panel = |id: &&&str| self.get(id).is_some_and(|panel| matches!(panel.kind, PanelKind::Panel(_)));
        if let Some(id) = self.open.iter().rev().find(is_panel).copied() {
            self.set(id, false);
            debug!("hidden: {id}");
        }
    }

    /// Whether a panel is the visible one of its dock; always true for overlays and HUD elements.
    pub fn is_front(&self, id: &str) -> bool {
        let Some(Panel { kind: PanelKind::Panel(dock), .. }) = self.get(id) else { return true };
        self.open_in(*dock).last().is_none_or(|front| front == id)
    }

    /// The ids of the open panels of a dock, the front one last.
    fn open_in(&self, dock: Dock) -> impl Iterator<Item = &'static str> {
        let lies = move |id: &&str| self.get(id).is_some_and(|panel| panel.kind == PanelKind::Panel(dock));
        self.open.iter().copied().filter(lies)
    }

    /// The open panels of a dock, in the order added.
    pub fn open_in_dock(&self, dock: Dock) -> Vec<Panel> {
        let lies = |panel: &&Panel| panel.kind == PanelKind::Panel(dock) && self.is_on(panel.id);
        self.all.iter().filter(lies).copied().collect()
    }

    pub fn any_panel_open(&self) -> bool {
        !self.all_hidden
            && self.all.iter().any(|panel| matches!(panel.kind, PanelKind::Panel(_)) && self.is_on(panel.id))
    }

    /// Whether anything is shown that reads the world of the match: overlays, and the panels of one game.
    pub fn reads_world(&self) -> bool {
        let of_game = |panel: &Panel| panel.game.is_some() && self.is_open(panel.id);
        self.any_overlay_open() || self.all.iter().any(of_game)
    }

    pub fn any_overlay_open(&self) -> bool {
        !self.all_hidden && self.all.iter().any(|panel| panel.kind == PanelKind::Overlay && self.is_on(panel.id))
    }
}

/// A run condition: whether an element is shown.
pub fn is_open(id: &'static str) -> impl Fn(Option<Res<Panels>>) -> bool + Clone {
    move |panels| panels.is_some_and(|panels| panels.is_open(id))
}

pub trait AddPanel {
    /// Registers a panel, and the system that draws it while it is open.
    fn add_panel<M>(&mut self, panel: Panel, draw: impl IntoScheduleConfigs<ScheduleSystem, M>) -> &mut Self;
    /// Registers an overlay or a HUD element, whose own systems ask [`is_open`].
    fn add_switch(&mut self, panel: Panel) -> &mut Self;
}

impl AddPanel for App {
    fn add_panel<M>(&mut self, panel: Panel, draw: impl IntoScheduleConfigs<ScheduleSystem, M>) -> &mut Self {
        if let PanelKind::Panel(dock) = panel.kind {
            self.add_systems(Update, draw.in_set(dock).run_if(is_open(panel.id)));
        }
        self.add_switch(panel)
    }

    fn add_switch(&mut self, panel: Panel) -> &mut Self {
        self.init_resource::<Panels>();
        self.world_mut().resource_mut::<Panels>().add(panel);
        self
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .add_systems(OnEnter(Screen::Loading), enter_game)
        .add_systems(Update, toggle_by_key.in_set(ClientSystems::Input).run_if(watching));
}

/// Offers the elements of the game on screen.
fn enter_game(game: Option<Res<GameViewService>>, mut panels: ResMut<Panels>) {
    if let Some(game) = game {
        panels.enter_game(game.name());
    }
}

fn toggle_by_key(keys: Res<ButtonInput<KeyCode>>, mut panels: ResMut<Panels>) {
    if keys.get_just_pressed().next().is_none() {
        return;
    }
    if pressed(&keys, WatchAction::HideAll) {
        panels.all_hidden = !panels.all_hidden;
    }
    let hit = |panel: &&Panel| panel.key.is_some_and(|key| keys.just_pressed(key));
    let switched: Vec<&str> =
        panels.all.iter().filter(hit).filter(|panel| panels.is_offered(panel)).map(|panel| panel.id).collect();
    for id in switched {
        panels.toggle(id);
        debug!("{}: {id}", if panels.is_open(id) { "shown" } else { "hidden" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Panels {
        let mut panels = Panels::default();
        panels.add(Panel::new("a", "A", "", Dock::Right, 300.0).with_key(KeyCode::KeyI));
        panels.add(Panel::overlay("b", "B", ""));
        panels
    }

    #[test]
    fn elements_are_closed_until_toggled() {
        let mut panels = two();
        assert!(!panels.any_panel_open() && !panels.any_overlay_open());
        panels.toggle("a");
        assert!(panels.is_open("a") && panels.any_panel_open() && !panels.any_overlay_open());
        panels.toggle("a");
        assert!(!panels.is_open("a"));
        panels.toggle("nothing of this name");
        assert!(!panels.is_open("nothing of this name"));
    }

    #[test]
    fn a_panel_of_one_game_is_offered_there_only() {
        let mut panels = two();
        panels.add(Panel::new("mine", "Mine", "", Dock::Right, 300.0).of_game("one"));
        panels.set("mine", true);
        panels.enter_game("one");
        assert!(panels.is_open("mine"));
        panels.enter_game("other");
        let mine = *panels.get("mine").unwrap();
        assert!(!panels.is_open("mine") && !panels.is_offered(&mine) && panels.is_offered(panels.get("a").unwrap()));
    }

    #[test]
    fn panels_of_one_dock_share_it() {
        let mut panels = two();
        panels.add(Panel::new("c", "C", "", Dock::Right, 300.0));
        panels.add(Panel::new("d", "D", "", Dock::Left, 300.0));
        ["c", "d", "a"].into_iter().for_each(|id| panels.toggle(id));
        assert!(panels.is_front("a") && !panels.is_front("c") && panels.is_front("d"));
        assert_eq!(panels.open_in_dock(Dock::Right).iter().map(|panel| panel.id).collect::<Vec<_>>(), ["a", "c"]);
        panels.toggle("c");
        assert!(panels.is_open("a") && panels.is_front("c"), "a panel behind another comes to the front");
        panels.toggle("c");
        assert!(!panels.is_open("c") && panels.is_front("a"));
    }

    #[test]
    fn the_panel_opened_last_closes_first_and_overlays_stay() {
        let mut panels = two();
        panels.add(Panel::new("c", "C", "", Dock::Left, 300.0));
        ["a", "c", "b"].into_iter().for_each(|id| panels.toggle(id));
        panels.close_top();
        assert!(panels.is_open("a") && !panels.is_open("c") && panels.is_open("b"));
        panels.close_top();
        panels.close_top();
        assert!(!panels.any_panel_open() && panels.is_open("b"));
    }

    #[test]
    fn hiding_everything_closes_nothing() {
        let mut panels = two();
        panels.set("a", true);
        panels.set("b", true);
        panels.all_hidden = true;
        assert!(!panels.any_panel_open() && !panels.any_overlay_open() && !panels.is_open("a"));
        assert!(panels.is_on("a"));
        panels.toggle("a");
        assert!(panels.is_open("a") && panels.is_open("b"), "a toggled element is shown");
    }

    #[test]
    fn a_second_panel_with_the_same_id_replaces_the_first() {
        let mut panels = two();
        panels.add(Panel::hud("a", "C", ""));
        assert_eq!(panels.all().len(), 2);
        assert_eq!(panels.get("a").map(|panel| panel.title), Some("C"));
    }
}
