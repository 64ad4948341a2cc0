//! Which panels there are and which are open. Knows nothing of egui.

use bevy::prelude::*;

use super::kept::HOLDS;
use crate::{
    client::{
        ClientSystems,
        role::watching,
        watch_keys::{WatchAction, pressed},
    },
    protocol::AgentId,
};

/// Where a panel lies; the systems that draw panels are in the set of theirs.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dock {
    /// Along the bottom.
    Bottom,
    /// At the right.
    Right,
    /// At the left.
    Left,
    /// A window of its own over the picture.
    Float,
}

/// What is switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    /// A panel.
    Panel(Dock),
    /// Something drawn in the world.
    Overlay,
    /// Words over the picture.
    Hud,
}

/// Something that is switched on and off by a key or in the list of panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    /// By which it is known in code.
    pub id: &'static str,
    /// What it is called on the screen.
    pub title: &'static str,
    /// What it is for, in a few words.
    pub about: &'static str,
    /// What it is.
    pub kind: PanelKind,
    /// The key that switches it, and how that is written; `None`: only the list does.
    pub key: Option<(KeyCode, &'static str)>,
    /// How wide it begins (how high, at the bottom), in a window 720 points high.
    pub size: f32,
    /// Whether it is open from the start.
    pub open: bool,
    /// For how many seconds what was written in it holds while nobody is busy with it.
    pub holds: f64,
}

impl Panel {
    /// A panel in a dock.
    pub const fn new(id: &'static str, title: &'static str, about: &'static str, dock: Dock, size: f32) -> Self {
        Self { id, title, about, kind: PanelKind::Panel(dock), key: None, size, open: false, holds: HOLDS }
    }

    /// Something drawn in the world.
    pub const fn overlay(id: &'static str, title: &'static str, about: &'static str) -> Self {
        Self { id, title, about, kind: PanelKind::Overlay, key: None, size: 0.0, open: false, holds: HOLDS }
    }

    /// Words over the picture, shown from the start.
    pub const fn hud(id: &'static str, title: &'static str, about: &'static str) -> Self {
        Self { id, title, about, kind: PanelKind::Hud, key: None, size: 0.0, open: true, holds: HOLDS }
    }

    /// The same, for what changes only when a person changes it.
    pub const fn rarely_changes(self) -> Self {
        Self { holds: 20.0 * HOLDS, ..self }
    }

    /// The same with a key.
    pub const fn with_key(self, key: KeyCode, shown: &'static str) -> Self {
        Self { key: Some((key, shown)), ..self }
    }
}

/// All panels, and whom they are about.
#[derive(Resource, Clone, Debug, Default)]
pub struct Panels {
    all: Vec<Panel>,
    /// Those that are switched on, the last one brought to the front last.
    open: Vec<&'static str>,
    /// Nothing at all is shown: a clean picture.
    pub all_hidden: bool,
    /// The agent that panels are about.
    pub selected: Option<AgentId>,
}

impl Panels {
    /// Adds a panel. One with the id of another takes its place.
    pub fn add(&mut self, panel: Panel) {
        self.all.retain(|known| known.id != panel.id);
        self.all.push(panel);
        if panel.open {
            self.set(panel.id, true);
        }
    }

    /// All panels, in the order added.
    pub fn all(&self) -> &[Panel] {
        &self.all
    }

    /// A panel by its id.
    pub fn get(&self, id: &str) -> Option<&Panel> {
        self.all.iter().find(|panel| panel.id == id)
    }

    /// Whether something is shown now.
    pub fn is_open(&self, id: &str) -> bool {
        !self.all_hidden && self.is_on(id)
    }

    /// Whether something is switched on, be it hidden with everything else.
    pub fn is_on(&self, id: &str) -> bool {
        self.open.contains(&id)
    }

    /// Switches something on, and brings it to the front, or off.
    pub fn set(&mut self, id: &str, on: bool) {
        let Some(id) = self.get(id).map(|panel| panel.id) else { return };
        self.open.retain(|known| *known != id);
        if on {
            self.open.push(id);
        }
    }

    /// Switches something the other way; a panel that lies behind another comes to the front first. What is switched while all
    /// is hidden is shown, with all that was hidden with it.
    pub fn toggle(&mut self, id: &str) {
        let off = self.is_on(id) && self.is_front(id) && !self.all_hidden;
        self.set(id, !off);
        self.all_hidden = false;
    }

    /// Closes the panel that was opened or brought to the front last. Overlays and words over the picture stay.
    pub fn close_top(&mut self) {
        let is_panel = |id: &&&str| self.get(id).is_some_and(|panel| matches!(panel.kind, PanelKind::Panel(_)));
        if let Some(id) = self.open.iter().rev().find(is_panel).copied() {
            self.set(id, false);
            debug!("hidden: {id}");
        }
    }

    /// Whether nothing lies before it: of the panels that are open in one place, one is seen.
    pub fn is_front(&self, id: &str) -> bool {
        let Some(Panel { kind: PanelKind::Panel(dock), .. }) = self.get(id) else { return true };
        self.open_in(*dock).last().is_none_or(|front| front == id)
    }

    /// The panels that are open in a place, the foremost last.
    fn open_in(&self, dock: Dock) -> impl Iterator<Item = &'static str> {
        let lies = move |id: &&str| self.get(id).is_some_and(|panel| panel.kind == PanelKind::Panel(dock));
        self.open.iter().copied().filter(lies)
    }

    /// The panels that are open in a place, in the order in which they were added.
    pub fn beside(&self, dock: Dock) -> Vec<Panel> {
        let lies = |panel: &&Panel| panel.kind == PanelKind::Panel(dock) && self.is_on(panel.id);
        self.all.iter().filter(lies).copied().collect()
    }

    /// Whether a panel lies over the picture or beside it.
    pub fn any_panel_open(&self) -> bool {
        !self.all_hidden
            && self.all.iter().any(|panel| matches!(panel.kind, PanelKind::Panel(_)) && self.is_on(panel.id))
    }

    /// Whether anything is drawn in the world.
    pub fn any_overlay_open(&self) -> bool {
        !self.all_hidden && self.all.iter().any(|panel| panel.kind == PanelKind::Overlay && self.is_on(panel.id))
    }
}

/// Whether something is shown, as a condition of systems.
pub fn is_open(id: &'static str) -> impl Fn(Option<Res<Panels>>) -> bool + Clone {
    move |panels| panels.is_some_and(|panels| panels.is_open(id))
}

/// Adds panels to an app.
pub trait AddPanel {
    /// Adds a panel.
    fn add_panel(&mut self, panel: Panel) -> &mut Self;
}

impl AddPanel for App {
    fn add_panel(&mut self, panel: Panel) -> &mut Self {
        self.init_resource::<Panels>();
        self.world_mut().resource_mut::<Panels>().add(panel);
        self
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>().add_systems(Update, switch.in_set(ClientSystems::Input).run_if(watching));
}

fn switch(keys: Res<ButtonInput<KeyCode>>, mut panels: ResMut<Panels>) {
    if keys.get_just_pressed().next().is_none() {
        return;
    }
    if pressed(&keys, WatchAction::HideAll) {
        panels.all_hidden = !panels.all_hidden;
    }
    let hit = |panel: &&Panel| panel.key.is_some_and(|(key, _)| keys.just_pressed(key));
    let switched: Vec<&str> = panels.all.iter().filter(hit).map(|panel| panel.id).collect();
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
        panels.add(Panel::new("a", "A", "", Dock::Right, 300.0).with_key(KeyCode::KeyI, "I"));
        panels.add(Panel::overlay("b", "B", ""));
        panels
    }

    #[test]
    fn nothing_is_open_until_it_is_switched_on() {
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
    fn panels_of_one_place_lie_behind_each_other() {
        let mut panels = two();
        panels.add(Panel::new("c", "C", "", Dock::Right, 300.0));
        panels.add(Panel::new("d", "D", "", Dock::Left, 300.0));
        ["c", "d", "a"].into_iter().for_each(|id| panels.toggle(id));
        assert!(panels.is_front("a") && !panels.is_front("c") && panels.is_front("d"));
        assert_eq!(panels.beside(Dock::Right).iter().map(|panel| panel.id).collect::<Vec<_>>(), ["a", "c"]);
        panels.toggle("c");
        assert!(panels.is_open("a") && panels.is_front("c"), "what lies behind comes to the front");
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
    fn a_clean_picture_hides_all_and_forgets_nothing() {
        let mut panels = two();
        panels.set("a", true);
        panels.set("b", true);
        panels.all_hidden = true;
        assert!(!panels.any_panel_open() && !panels.any_overlay_open() && !panels.is_open("a"));
        assert!(panels.is_on("a"));
        panels.toggle("a");
        assert!(panels.is_open("a") && panels.is_open("b"), "what is asked for is shown");
    }

    #[test]
    fn a_second_panel_of_one_name_takes_the_place_of_the_first() {
        let mut panels = two();
        panels.add(Panel::hud("a", "C", ""));
        assert_eq!(panels.all().len(), 2);
        assert_eq!(panels.get("a").map(|panel| panel.title), Some("C"));
    }
}
