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
use crate::client::session::{
    CameraView, MainCamera, Playback, SceneSetup, agent_name, init_for_match, loaded, watching,
};
use crate::client::ui::{Canvas, GOLD, Gui};
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
    /// Where the mouse button was pressed.
    pressed_at: Option<Vec2>,
}

/// The largest mouse movement during a click, in points.
const MAX_CLICK_MOVEMENT: f32 = 5.0;

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
    let specs = (cx.game.0.game)().interventions();
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
            for spec in specs {
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

/// Intervenes where a person clicks on the ground. A drag is not a click.
fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &GlobalTransform), With<MainCamera>>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut playback: ResMut<Playback>,
    mut panel: ResMut<InterventionPanel>,
) {
    let (Ok(window), Ok((camera, eye))) = (windows.single(), cameras.single()) else { return };
    let Some(cursor) = window.cursor_position() else { return };
    if buttons.just_pressed(MouseButton::Left) {
        panel.pressed_at = Some(cursor);
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let Some(from) = panel.pressed_at.take() else { return };
    let (Some(spec), true) = (panel.armed, from.distance(cursor) <= MAX_CLICK_MOVEMENT) else { return };
    let Ok(ray) = camera.viewport_to_world(eye, cursor) else { return };
    let ground = setup.level.floors.get(view.floor).map_or(0.0, |floor| floor.height);
    let Some(place) = meets_ground(ray.origin, *ray.direction, ground) else { return };
    let place = Some(QuantisedPoint::from(place));
    panel.carry_out(&mut playback, Intervention { what: label(spec.name), place, ..Intervention::default() });
}

/// Where a ray meets the ground at a height; `None` if it does not go down.
fn meets_ground(from: Vec3, way: Vec3, height: f32) -> Option<Vec3> {
    let far = (height - from.y) / way.y;
    (way.y < -1e-3 && far > 0.0).then(|| from + way * far)
}

/// Tells beside the mouse pointer what a click will do.
fn hint(mut gui: Gui, panel: Res<InterventionPanel>, windows: Query<&Window, With<PrimaryWindow>>) {
    let (Some(context), Ok(window)) = (gui.context(), windows.single()) else { return };
    let (Some(spec), Some(cursor)) = (panel.armed, window.cursor_position()) else { return };
    let canvas = Canvas::new(context, "intervention", false);
    let at = pos2(cursor.x + canvas.length(14.0), cursor.y + canvas.length(14.0));
    if canvas.area.contains(at) {
        canvas.text(at, Align2::LEFT_TOP, spec.title, 13.0, GOLD);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_that_goes_down_meets_the_ground() {
        let from = Vec3::new(1.0, 10.0, 2.0);
        let met = meets_ground(from, Vec3::new(0.6, -0.8, 0.0), 2.0).unwrap();
        assert!((met - Vec3::new(7.0, 2.0, 2.0)).length() < 1e-4, "{met}");
        assert_eq!(meets_ground(from, Vec3::Y, 0.0), None);
        assert_eq!(meets_ground(from, Vec3::X, 0.0), None);
    }
}
