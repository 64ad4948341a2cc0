//! The player's HUD. It shows what the character may know, and nothing else.

mod gauges;
mod gun;
mod indicators;
mod orders;
mod status;
mod team;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::egui::{Align2, Color32, Pos2, Stroke, pos2, vec2};
use leafwing_input_manager::prelude::ActionState;
use quarry_minds::protocol::{AgentId, Label, MatchEvent};

use super::{
    PlayerCamera,
    camera::{just_fell, watched_mate},
};
use crate::client::input::bindings::{PlayerAction, binding_name};
use crate::client::input::{devices::LastDevice, settings::Settings};
use crate::client::session::{
    AgentInfo, EventContext, GameViewService, MenuStack, Playback, PlayerControl, PlayerKnowledge, SceneSetup, Tone,
    agent_name, playback::LogReader, shared_events::describe,
};
use crate::client::sound::{Captions, SUBTITLE_SECONDS};
use crate::client::ui::{Canvas, FAINT, GOLD, Gui, HudLayout, INK, capitalised, style};
use crate::data::play::PlayConfig;

/// The announcements still on the screen: text, colour, seconds left.
#[derive(Resource, Default)]
pub(super) struct ShownAnnouncements {
    read: LogReader,
    shown: Vec<(String, Color32, f32)>,
}

/// What the parts of the HUD draw from.
pub struct HudContext<'a> {
    pub canvas: Canvas,
    pub knowledge: &'a PlayerKnowledge,
    /// What the throw button throws.
    chosen_throw: Option<Label>,
    pub settings: &'a Settings,
    pub device: LastDevice,
    pub playback: &'a Playback,
    camera: &'a PlayerCamera,
    me: usize,
    setup: &'a SceneSetup,
    game: &'a GameViewService,
    /// Real seconds since the start, for pulsing.
    seconds: f32,
}

/// What a system needs that draws a part of the player's HUD.
#[derive(SystemParam)]
pub struct PlayerHud<'w, 's> {
    gui: Gui<'w, 's>,
    control: Res<'w, PlayerControl>,
    camera: Res<'w, PlayerCamera>,
    playback: Res<'w, Playback>,
    setup: Res<'w, SceneSetup>,
    game: Res<'w, GameViewService>,
    settings: Res<'w, Settings>,
    menu: Res<'w, MenuStack>,
    device: Res<'w, LastDevice>,
    actions: Single<'w, 's, &'static ActionState<PlayerAction>>,
    time: Res<'w, Time<Real>>,
}

impl PlayerHud<'_, '_> {
    pub fn presses(&self, action: PlayerAction) -> bool {
        self.actions.just_pressed(&action)
    }

    pub fn holds(&self, action: PlayerAction) -> bool {
        self.actions.pressed(&action)
    }

    /// Draws with the context of this frame; nothing while a menu is open.
    pub fn show(&mut self, draw: impl FnOnce(&HudContext<'_>)) {
        let Some(context) = self.gui.context() else { return };
        if self.menu.is_open() {
            return;
        }
        let state = self.control.state();
        let mut canvas = Canvas::new(context, "player", false);
        canvas.scale = style::scale(context, self.settings.accessibility.text_size);
        draw(&HudContext {
            canvas,
            knowledge: &state.knowledge,
            chosen_throw: state.intent.throw_kind,
            camera: &self.camera,
            me: usize::from(state.agent.0),
            playback: &self.playback,
            setup: &self.setup,
            game: &self.game,
            settings: &self.settings,
            device: *self.device,
            seconds: self.time.elapsed_secs(),
        });
    }
}

impl HudContext<'_> {
    pub fn agent(&self) -> AgentId {
        AgentId(self.me as u16)
    }

    fn in_play(&self) -> bool {
        self.playback.now.agents.get(self.me).is_none_or(|agent| agent.gone.is_none())
    }

    pub fn setup(&self) -> &SceneSetup {
        self.setup
    }

    /// How the agent of the player is shown.
    pub fn player(&self) -> Option<&AgentInfo> {
        self.setup.agents.get(self.me)
    }

    /// The colour of danger; orange in the colour-blind palette.
    pub fn danger(&self) -> Color32 {
        let blind = self.settings.accessibility.colour_blind_palette;
        if blind { Color32::from_rgb(255, 140, 0) } else { Color32::from_rgb(235, 76, 60) }
    }

    /// The colour of suspicion; blue in the colour-blind palette.
    fn warning(&self) -> Color32 {
        let blind = self.settings.accessibility.colour_blind_palette;
        if blind { Color32::from_rgb(120, 190, 255) } else { Color32::from_rgb(240, 212, 120) }
    }

    /// The name of an action's button on the device in use.
    pub fn button(&self, action: PlayerAction) -> String {
        self.settings.bindings.first(action, self.device.0).map_or_else(|| "?".into(), binding_name)
    }

    /// The direction of the view: radians clockwise from north.
    pub fn view_yaw(&self) -> f32 {
        self.camera.yaw
    }

    /// The direction of a place on the screen: radians clockwise from straight up. Out of play the player sees with a mate's eyes.
    fn angle_to(&self, place: Vec3) -> f32 {
        let mate = || watched_mate(self.me, self.playback, self.setup).and_then(|mate| self.playback.body(mate));
        let watched = if self.in_play() { None } else { mate() };
        let here = watched.map_or(self.knowledge.self_sense.place, |body| body.place);
        let yaw = if self.camera.look_behind { self.camera.yaw + std::f32::consts::PI } else { self.camera.yaw };
        crate::world::geometry::heading_of(place - here) - yaw
    }

    /// The centre of the free area.
    fn middle(&self) -> Pos2 {
        self.canvas.area.center()
    }
}

pub(super) fn draw(
    mut hud: PlayerHud,
    captions: Res<Captions>,
    config: Res<PlayConfig>,
    time: Res<Time<Real>>,
    mut layout: ResMut<HudLayout>,
    mut announced: ResMut<ShownAnnouncements>,
    mut logged: Local<(Option<Label>, usize)>,
) {
    hud.show(|hud| {
        log_state(hud, &mut logged);
        if hud.in_play() {
            draw_dazzle(hud);
            indicators::draw(hud);
            gauges::draw(hud);
            orders::draw(hud);
            layout.free = gun::draw(hud).unwrap_or(hud.canvas.area.right()).min(status::draw(hud));
        } else if let Some(mate) = watched_mate(hud.me, hud.playback, hud.setup)
            && (hud.game.0.player_returns)(&hud.playback.now, hud.agent())
        {
            let at = hud.middle().x;
            let words = format!("Watching {} until you are back", agent_name(&hud.setup.agents, AgentId(mate as u16)));
            let at = pos2(at, hud.canvas.area.bottom() - hud.canvas.length(60.0));
            hud.canvas.text(at, Align2::CENTER_CENTER, &words, 19.0, INK);
        }
        draw_death(hud, config.death_seconds);
        team::draw(hud);
        draw_announcements(hud, &mut announced, time.delta_secs(), config.announcement_seconds);
        draw_subtitles(hud, &captions);
    });
}

/// Covers the view of a player that is dazzled: white, or grey where flashes are to be spared.
fn draw_dazzle(hud: &HudContext<'_>) {
    let left = hud.knowledge.reading("dazzled");
    if left > 0.0 {
        let spared = hud.settings.accessibility.reduce_motion;
        let light = if spared { Color32::from_gray(90) } else { Color32::WHITE };
        hud.canvas.painter.rect_filled(hud.canvas.area.expand(4096.0), 0.0, light.gamma_multiply(left.min(1.0)));
    }
}

/// Says for a moment who has killed the player, how far off.
fn draw_death(hud: &HudContext<'_>, seconds: f32) {
    let gone = hud.playback.now.agents.get(hud.me).and_then(|person| Some((person.body, person.gone?)));
    let Some((body, (departure, tick))) = gone.filter(|(_, (_, tick))| just_fell(hud.playback, *tick, seconds)) else {
        return;
    };
    let Some(by) = departure.by.filter(|by| by.0 != hud.me as u16) else { return };
    let Some(killer) = hud.playback.body(usize::from(by.0)) else { return };
    debug!("fell at tick {tick} by {by:?}");
    let metres = killer.place.distance(body.place);
    let words = format!(
        "{} by {}, {metres:.0} m away",
        capitalised(hud.game.departure(departure.how).name),
        agent_name(&hud.setup.agents, by)
    );
    let at = pos2(hud.middle().x, hud.canvas.area.bottom() - hud.canvas.length(90.0));
    hud.canvas.text(at, Align2::CENTER_CENTER, &words, 21.0, hud.danger());
}

/// Logs the prompt, the number of agents in view, and at level trace where they and the player are.
fn log_state(hud: &HudContext<'_>, logged: &mut (Option<Label>, usize)) {
    let now = (hud.knowledge.prompt.as_ref().map(|offer| offer.request.verb), hud.knowledge.in_view.len());
    if logged.0 != now.0 {
        debug!("offer: {}", now.0.map_or("none", Label::as_str));
    }
    if logged.1 != now.1 {
        debug!("in view: {}", now.1);
    }
    *logged = now;
    let place = hud.knowledge.self_sense.place;
    trace!("place: {:.2} {:.2}", place.x, place.z);
    for seen in &hud.knowledge.in_view {
        if let (Some(player), Some(person)) = (hud.setup.agent(*seen), hud.playback.agent(*seen)) {
            let away = crate::world::geometry::flat_distance(person.body.place, hud.knowledge.self_sense.place);
            let aside = crate::world::geometry::wrap_angle(hud.angle_to(person.body.place)).to_degrees();
            trace!("sees: {} at {away:.2} m, {aside:.0} degrees to the right", player.name);
        }
    }
}

fn draw_announcements(hud: &HudContext<'_>, announced: &mut ShownAnnouncements, seconds: f32, stays: f32) {
    for entry in announced.read.fresh(hud.playback).unwrap_or_default() {
        if let Some((words, colour)) = announcement(hud, &entry.event) {
            info!("news: {words}");
            announced.shown.push((words, colour, stays));
        }
    }
    announced.shown.retain_mut(|(_, _, left)| {
        *left -= seconds;
        *left > 0.0
    });
    let top = hud.canvas.area.top() + hud.canvas.length(64.0);
    let newest = announced.shown.iter().rev().take(3).rev();
    for (row, (words, colour, left)) in newest.enumerate() {
        let at = pos2(hud.middle().x, top + hud.canvas.length(26.0) * row as f32);
        let text = hud.canvas.elided(words, 19.0, hud.canvas.area.width() * 0.96);
        hud.canvas.text(at, Align2::CENTER_TOP, &text, 19.0, colour.gamma_multiply(left.min(1.0)));
    }
}

fn announcement(hud: &HudContext<'_>, event: &MatchEvent) -> Option<(String, Color32)> {
    let context = EventContext::of(hud.setup);
    let line = describe(hud.game.0, event, &context)?;
    let own = line.agent == Some(AgentId(hud.me as u16));
    let (words, tone) = if own { line.told_own.as_ref().or(line.told.as_ref()) } else { line.told.as_ref() }?;
    let colour = match tone {
        Tone::Good => GOLD,
        Tone::Bad => hud.danger(),
        Tone::Warning => hud.warning(),
        Tone::Neutral => INK,
        Tone::Minor => FAINT,
    };
    Some((line.fill(words, |agent| agent_name(&hud.setup.agents, agent), ""), colour))
}

/// The subtitles, each with an arrow towards its sound.
fn draw_subtitles(hud: &HudContext<'_>, captions: &Captions) {
    if !hud.settings.accessibility.subtitles {
        return;
    }
    let canvas = &hud.canvas;
    let bottom = canvas.area.bottom() - canvas.length(120.0);
    for (row, caption) in captions.0.iter().rev().enumerate() {
        let at = pos2(hud.middle().x, bottom - canvas.length(22.0) * row as f32);
        let strength = (SUBTITLE_SECONDS - caption.age).clamp(0.0, 1.0);
        let shown = canvas.text(at, Align2::CENTER_CENTER, &caption.text, 15.0, INK.gamma_multiply(strength));
        if let Some(place) = caption.at {
            let angle = hud.angle_to(place);
            let tip = vec2(angle.sin(), -angle.cos()) * canvas.length(8.0);
            let root = pos2(shown.left() - canvas.length(16.0), shown.center().y);
            canvas.painter.arrow(root - tip, tip * 2.0, Stroke::new(1.5, INK.gamma_multiply(strength)));
        }
    }
}
