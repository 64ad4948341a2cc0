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
mod undone;
mod words;

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{
    EguiContexts,
    egui::{Context, RichText, ScrollArea, Ui},
};

use canvas::Lens;

use super::{
    accounts::Accounts,
    panels::{AddPanel, Dock, Panel, Panels, is_open, look, show},
    show::Show,
    stage::Stage,
    style::{FAINT, GOLD, readable, tint},
    timings::Timings,
    view::View,
    words::target,
};
use crate::{
    goap::Planner,
    mind::{Account, Question},
    protocol::{AgentId, Subject},
    simulation::with_mind,
};

const PANEL: Panel =
    Panel::new("inspector", "Inspector", "all of one mind, at the moment on screen", Dock::Right, 400.0)
        .by(KeyCode::KeyI, "I");

/// All panels about one mind.
pub(super) const PANELS: [Panel; 3] = [PANEL, search::PANEL, set::PANEL];

/// A page of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Plan,
    Goals,
    WhyNot,
    Memory,
    Beliefs,
    History,
    Planner,
    Text,
}

const TABS: [(Tab, &str); 8] = [
    (Tab::Plan, "Plan"),
    (Tab::Goals, "Goals"),
    (Tab::WhyNot, "Why not"),
    (Tab::Memory, "Memory"),
    (Tab::Beliefs, "Beliefs"),
    (Tab::History, "History"),
    (Tab::Planner, "Cost"),
    (Tab::Text, "Text"),
];

/// After how many ticks it is asked again what a mind would ask now.
const REFRESHED: u32 = 30;

/// What the inspector keeps from frame to frame.
#[derive(Resource, Default)]
pub struct Inspector {
    tab: Tab,
    /// Asks recorded questions again; the match's own planner is not touched.
    planner: Planner,
    cost: planner::Cost,
    asking: undone::Asking,
    text: words::Written,
    /// What the mind would ask now, where it has not asked since the panel was opened: whose, and in which tick.
    now: Option<(AgentId, u32, Arc<Question>)>,
}

impl Inspector {
    /// What a mind was asked last; where nothing was kept of that, what it would ask now.
    fn question(&mut self, show: &Show, account: &Account) -> Option<Arc<Question>> {
        if account.asked.is_some() {
            return account.asked.clone();
        }
        let agent = account.agent;
        let known = self.now.as_ref().filter(|(of, tick, _)| *of == agent && tick.abs_diff(show.now.tick) < REFRESHED);
        if known.is_none() {
            let read = |world| with_mind(world, agent, |parts| parts.question());
            self.now = show.world().and_then(read).map(|question| (agent, show.now.tick, Arc::new(question)));
        }
        self.now.as_ref().map(|(.., question)| question.clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_panel(panel);
    }
    app.init_resource::<Inspector>().add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id)));
    search::plugin(app);
    set::plugin(app);
}

/// What the pages are written from.
struct Sheet<'a> {
    account: &'a Arc<Account>,
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
        super::words::clock(self.show.seconds_at(tick))
    }
}

/// What panels about one mind are drawn from.
#[derive(SystemParam)]
struct Around<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    panels: ResMut<'w, Panels>,
    show: Res<'w, Show>,
    stage: Res<'w, Stage>,
    view: Res<'w, View>,
    timings: Res<'w, Timings>,
}

impl Around<'_, '_> {
    /// What is drawn with, and whom it is about.
    fn begin(&mut self) -> Option<(Context, AgentId)> {
        let agent = self.panels.chosen.unwrap_or(AgentId(self.view.followed as u16));
        Some((self.contexts.try_ctx_mut()?.clone(), agent))
    }
}

fn draw(mut around: Around, mut accounts: ResMut<Accounts>, mut inspector: ResMut<Inspector>) {
    let Some((context, agent)) = around.begin() else { return };
    let Around { mut panels, show: match_on_screen, stage, timings, .. } = around;
    if panels.chosen.is_none() {
        panels.chosen = Some(agent);
    }
    let _spent = timings.of("panel: inspector");
    let mut chosen = agent;
    show(&mut panels, &context, PANEL.id, |ui| {
        choose_agent(ui, &stage, &mut chosen);
        let account = accounts.of(&match_on_screen, &timings, agent);
        let Some(account) = &account else {
            ui.label(look::faint("No account of this mind is to be had."));
            return;
        };
        let sheet = Sheet { account, show: &match_on_screen, stage: &stage };
        head(ui, &sheet);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x *= 0.3;
            ui.spacing_mut().button_padding.x *= 0.75;
            for (tab, title) in TABS {
                ui.selectable_value(&mut inspector.tab, tab, title);
            }
        });
        ui.separator();
        let inspector = &mut *inspector;
        let tab = inspector.tab;
        let question = if tab == Tab::WhyNot { inspector.question(&match_on_screen, account) } else { None };
        ScrollArea::vertical().id_salt(title_of(tab)).auto_shrink([false, false]).show(ui, |ui| match tab {
            Tab::Plan => plan::draw(ui, &sheet),
            Tab::Goals => goals::draw(ui, &sheet, &mut inspector.planner),
            Tab::WhyNot => undone::draw(ui, &sheet, question.as_ref(), &mut inspector.planner, &mut inspector.asking),
            Tab::Memory => memory::draw(ui, &sheet),
            Tab::Beliefs => memory::draw_beliefs(ui, &sheet),
            Tab::History => decisions::draw(ui, &sheet),
            Tab::Planner => planner::draw(ui, &sheet, &mut inspector.planner, &mut inspector.cost),
            Tab::Text => words::draw(ui, &sheet, &mut inspector.planner, &mut inspector.text),
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
    let goal = account.goal.map_or_else(|| account.without_goal().to_owned(), super::words::plain);
    ui.horizontal_wrapped(|ui| {
        ui.label(look::faint("wants"));
        ui.label(RichText::new(goal).color(GOLD).strong());
        if let Some(step) = account.running() {
            let target = step.step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
            ui.label(look::faint("does"));
            ui.label(format!("{}{target}", super::words::plain(step.step.called)));
        }
    });
    if let Some(decision) = account.last_decision() {
        let ago = sheet.show.seconds_at(account.tick.saturating_sub(decision.tick));
        ui.label(RichText::new(format!("decided {ago:.1} s ago: {}", decision.why.in_words())).small().color(FAINT));
    }
}
