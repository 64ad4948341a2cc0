//! The panel "Intervene": what a person may do to a running match, as the game offers it. An intervention that needs a place waits for
//! a click on the ground.
//!
//! Interventions are commands, which are recorded with the match; a recording refuses them.

use std::collections::BTreeMap;

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::egui::{Align2, ScrollArea, Slider, Ui, pos2};
use quarry_minds::protocol::{AgentId, QuantisedPoint, label};

use super::panels::theme::{faint, result_line, unchangeable};
use super::panels::{AddPanel, Dock, Panel, PanelContext, is_open};
use crate::client::ClientSystems;
use crate::client::input::clicks::Clicks;
use crate::client::session::{
    CameraView, MainCamera, Playback, SceneSetup, agent_name, init_for_match, loaded, watching,
};
use crate::client::ui::{GOLD, Gui};
use crate::simulation::retune::{Intervention, RetuneCommand};
use crate::simulation::{InterventionNeeds, InterventionSpec};

pub(in crate::client) const PANEL: Panel =
    Panel::new("intervene", "Intervene", "what you may do to a running match", Dock::Left, 230.0)
        .with_key(KeyCode::KeyK);

#[derive(Resource, Clone, Debug, Default)]
pub struct InterventionPanel {
    /// The intervention that waits for a click on the ground.
    pub armed: Option<InterventionSpec>,
    /// The amount of each intervention that needs one.
    amounts: BTreeMap<&'static str, f32>,
    /// The result of the last intervention, and whether it was refused.
    result: Option<(String, bool)>,
}

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<InterventionPanel>(app);
    app.add_panel(PANEL, draw).add_systems(
        Update,
        (
            disarm.run_if(not(is_open(PANEL.id))),
            click.in_set(ClientSystems::Camera).run_if(watching.and_then(loaded)),
            hint.in_set(ClientSystems::Ui).after(Dock::Float),
        )
            .chain()
            .run_if(armed),
    );
}

/// A run condition: an intervention waits for a click on the ground.
pub fn armed(panel: Option<Res<InterventionPanel>>) -> bool {
    panel.is_some_and(|panel| panel.armed.is_some())
}

fn disarm(mut panel: ResMut<InterventionPanel>) {
    panel.armed = None;
}

fn draw(mut cx: PanelContext, mut panel: ResMut<InterventionPanel>) {
    let agent = cx.agent();
    let agent = cx.playback.in_play(agent).then(|| (agent, agent_name(&cx.setup.agents, agent)));
    let specs = InterventionSpec::of_rules((cx.game.0.game)().interventions(), &cx.setup.rules);
    let (mut wanted, mut back) = (None, false);
    cx.show(PANEL.id, |ui, cx| {
        if specs.is_empty() {
            ui.label("This game offers no interventions.");
            return;
        }
        if let Some(wants_back) = unchangeable(ui, &cx.playback) {
            back = wants_back;
            return;
        }
        result_line(ui, panel.result.as_ref(), "Nothing done yet");
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for spec in &specs {
                wanted = offer(ui, &mut panel, spec, agent.as_ref()).or(wanted.take());
            }
        });
    });
    if back {
        cx.playback.seek_newest();
    }
    if let Some(wanted) = wanted {
        panel.carry_out(&mut cx.playback, wanted);
    }
}

/// One intervention. Returns what the person asks for.
fn offer(
    ui: &mut Ui,
    panel: &mut InterventionPanel,
    spec: &InterventionSpec,
    agent: Option<&(AgentId, String)>,
) -> Option<Intervention> {
    let what = label(spec.name);
    let plain = Intervention { what, ..Intervention::default() };
    match spec.needs {
        InterventionNeeds::Details => None,
        InterventionNeeds::Nothing => ui.button(spec.title).clicked().then_some(plain),
        InterventionNeeds::Agent => {
            let (enabled, title) = match agent {
                Some((_, name)) => (true, format!("{}: {name}", spec.title)),
                None => (false, spec.title.to_owned()),
            };
            let button = ui.add_enabled(enabled, bevy_egui::egui::Button::new(title));
            let button = button.on_disabled_hover_text("Select an agent first: click on one.");
            let (agent, _) = agent?;
            button.clicked().then_some(Intervention { agent: Some(*agent), ..plain })
        }
        InterventionNeeds::Place => {
            let armed = panel.armed.is_some_and(|armed| armed.name == spec.name);
            if ui.selectable_label(armed, spec.title).on_hover_text("Then click on the ground.").clicked() {
                panel.armed = (!armed).then_some(*spec);
            }
            None
        }
        InterventionNeeds::Amount(least, most) => {
            let amount = panel.amounts.entry(spec.name).or_insert(least + (most - least) * 0.25);
            ui.label(faint(spec.title));
            let clicked = ui.horizontal(|ui| {
                ui.add(Slider::new(amount, least..=most).fixed_decimals(1));
                ui.button("Do").clicked()
            });
            clicked.inner.then_some(Intervention { amount: Some(*amount), ..plain })
        }
    }
}

impl InterventionPanel {
    fn carry_out(&mut self, playback: &mut Playback, wanted: Intervention) {
        let what = wanted.what;
        self.result = Some(match playback.command(&RetuneCommand::Intervene(wanted)) {
            Ok(_) => (format!("Done: {}", crate::client::ui::text::humanize(what)), false),
            Err(refused) => (refused.to_string(), true),
        });
    }
}

/// Intervenes where a person clicks on the ground.
fn click(
    mut clicks: Clicks,
    camera: Single<(&Camera, &GlobalTransform), With<MainCamera>>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut playback: ResMut<Playback>,
    mut panel: ResMut<InterventionPanel>,
) {
    let (Some(cursor), Some(spec), (camera, eye)) = (clicks.position(), panel.armed, *camera) else { return };
    let Ok(ray) = camera.viewport_to_world(eye, cursor) else { return };
    let ground = setup.level.floors.get(view.floor).map_or(0.0, |floor| floor.height);
    let floor = InfinitePlane3d::new(Vec3::Y);
    let Some(place) = ray.plane_intersection_point(Vec3::Y * ground, floor) else { return };
    let place = Some(QuantisedPoint::from(place));
    panel.carry_out(&mut playback, Intervention { what: label(spec.name), place, ..Intervention::default() });
}

/// Tells beside the mouse pointer what a click will do.
fn hint(mut gui: Gui, panel: Res<InterventionPanel>, windows: Query<&Window, With<PrimaryWindow>>) {
    let (Some(canvas), Ok(window)) = (gui.canvas("intervention", false), windows.single()) else { return };
    let (Some(spec), Some(cursor)) = (panel.armed, window.cursor_position()) else { return };
    let at = pos2(cursor.x + canvas.length(14.0), cursor.y + canvas.length(14.0));
    if canvas.area.contains(at) {
        canvas.text(at, Align2::LEFT_TOP, spec.title, 13.0, GOLD);
    }
}
