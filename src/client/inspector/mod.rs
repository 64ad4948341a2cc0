//! The inspector: all of one mind at the moment on screen, out of its own account; the search behind its last decision, and
//! the graph of what its actions are good for.

mod canvas;
mod clipboard;
mod decisions;
mod goals;
mod memory;
mod plan;
mod planner;
mod search;
mod set;
mod words;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Context, RichText, ScrollArea, Ui},
};

use canvas::Lens;

use super::{
    accounts::Accounts,
    camera::View,
    hud::{
        style::{FAINT, GOLD, readable, tint},
        words::target,
    },
    panels::{AddPanel, Dock, Panel, Panels, is_open, look, show},
    show::Show,
    stage::Stage,
    timings::Timings,
};
use crate::{
    goap::Planner,
    mind::Account,
    protocol::{AgentId, Subject},
};

const PANEL: Panel =
    Panel::new("inspector", "Inspector", "all of one mind, at the moment on screen", Dock::Right, 400.0)
        .by(KeyCode::KeyI, "I");

/// A page of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Plan,
    Goals,
    Memory,
    Beliefs,
    History,
    Planner,
    Text,
}

const TABS: [(Tab, &str); 7] = [
    (Tab::Plan, "Plan"),
    (Tab::Goals, "Goals"),
    (Tab::Memory, "Memory"),
    (Tab::Beliefs, "Beliefs"),
    (Tab::History, "History"),
    (Tab::Planner, "Planner"),
    (Tab::Text, "Text"),
];

/// What the inspector keeps from frame to frame.
#[derive(Resource, Default)]
pub struct Inspector {
    tab: Tab,
    /// Asks recorded questions again; the match's own planner is not touched.
    planner: Planner,
    cost: planner::Cost,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Inspector>()
        .add_panel(PANEL)
        .add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id)));
    search::plugin(app);
    set::plugin(app);
}

/// What the pages are written from.
struct Sheet<'a> {
    account: &'a Account,
    show: &'a Show,
    stage: &'a Stage,
}

impl Sheet<'_> {
    /// What something is called.
    fn name(&self, subject: Subject) -> String {
        let known = target(self.stage, subject);
        match subject {
            Subject::Unknown(number) => format!("sign {}", number & 0xffff),
            Subject::Place(place) => format!("place {place}"),
            _ if known.is_empty() => format!("{subject:?}"),
            _ => known,
        }
    }

    /// A tick as minutes and seconds.
    fn clock(&self, tick: u32) -> String {
        super::hud::words::clock(self.show.seconds_at(tick))
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut panels: ResMut<Panels>,
    mut accounts: ResMut<Accounts>,
    mut inspector: ResMut<Inspector>,
    match_on_screen: Res<Show>,
    stage: Res<Stage>,
    view: Res<View>,
    timings: Res<Timings>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context: Context = context.clone();
    let agent = *panels.chosen.get_or_insert(AgentId(view.followed as u16));
    let account = accounts.of(&match_on_screen, &timings, agent);
    let _spent = timings.of("panel: inspector");
    let mut chosen = agent;
    show(&mut panels, &context, PANEL.id, |ui| {
        choose_agent(ui, &stage, &mut chosen);
        let Some(account) = &account else {
            ui.label(look::faint("No account of this mind is to be had."));
            return;
        };
        let sheet = Sheet { account, show: &match_on_screen, stage: &stage };
        head(ui, &sheet);
        ui.horizontal_wrapped(|ui| {
            for (tab, title) in TABS {
                ui.selectable_value(&mut inspector.tab, tab, title);
            }
        });
        ui.separator();
        let inspector = &mut *inspector;
        let tab = inspector.tab;
        ScrollArea::vertical().id_salt(title_of(tab)).auto_shrink([false, false]).show(ui, |ui| match tab {
            Tab::Plan => plan::draw(ui, &sheet),
            Tab::Goals => goals::draw(ui, &sheet, &mut inspector.planner),
            Tab::Memory => memory::draw(ui, &sheet),
            Tab::Beliefs => memory::draw_beliefs(ui, &sheet),
            Tab::History => decisions::draw(ui, &sheet),
            Tab::Planner => planner::draw(ui, &sheet, &mut inspector.planner, &mut inspector.cost),
            Tab::Text => words::draw(ui, &sheet, &mut inspector.planner),
        });
    });
    if chosen != agent {
        panels.chosen = Some(chosen);
    }
}

fn title_of(tab: Tab) -> &'static str {
    TABS.iter().find(|(known, _)| *known == tab).map_or("", |(_, title)| title)
}

fn choose_agent(ui: &mut Ui, stage: &Stage, chosen: &mut AgentId) {
    ui.horizontal_wrapped(|ui| {
        for (agent, player) in stage.cast.iter().enumerate() {
            let id = AgentId(agent as u16);
            let name = RichText::new(&player.name).color(readable(tint(player.colour)));
            if ui.selectable_label(*chosen == id, name).clicked() {
                *chosen = id;
            }
        }
    });
}

/// Who it is, what it wants and does, and why.
fn head(ui: &mut Ui, sheet: &Sheet) {
    let account = sheet.account;
    let goal = account.goal.map_or_else(|| account.without_goal().to_owned(), super::hud::words::plain);
    ui.horizontal_wrapped(|ui| {
        ui.label(look::faint("wants"));
        ui.label(RichText::new(goal).color(GOLD).strong());
        if let Some(step) = account.running() {
            let target = step.step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
            ui.label(look::faint("does"));
            ui.label(format!("{}{target}", super::hud::words::plain(step.step.called)));
        }
    });
    if let Some(decision) = account.last_decision() {
        let ago = sheet.show.seconds_at(account.tick.saturating_sub(decision.tick));
        ui.label(RichText::new(format!("decided {ago:.1} s ago: {}", decision.why.in_words())).small().color(FAINT));
    }
}
