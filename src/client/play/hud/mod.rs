//! What one who plays reads on the screen: what the character may know, and nothing else.

mod body;
mod ring;
mod teach;
mod team;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align2, Color32, Pos2, Stroke, pos2, vec2},
};

use super::{PlayConfig, PlayerCamera};
use crate::{
    client::{
        bindings::{PlayerAction, binding_name},
        input::LastDevice,
        lead::{PlayerControl, PlayerKnowledge},
        pages::MenuStack,
        playback::Playback,
        scene_setup::SceneSetup,
        settings::Settings,
        sound::{Captions, TensionLevel},
        style::{self, Canvas, FAINT, GOLD, INK},
    },
    protocol::{AgentId, Event as Happening, Label},
};

/// How far the log has been read, and what of it is still on the screen.
#[derive(Resource, Default)]
pub(super) struct Announcements {
    read: usize,
    news: Vec<(String, Color32, f32)>,
}

/// What the parts of the HUD draw from.
struct HudContext<'a> {
    canvas: Canvas,
    known: &'a PlayerKnowledge,
    head: &'a PlayerCamera,
    me: usize,
    playback: &'a Playback,
    setup: &'a SceneSetup,
    settings: &'a Settings,
    device: LastDevice,
    tension_level: TensionLevel,
    /// Real seconds since the start, for what pulses.
    seconds: f32,
}

impl HudContext<'_> {
    /// The colour of danger; blue eyes tell it from the others too.
    fn danger(&self) -> Color32 {
        if self.settings.access.colour_safe { Color32::from_rgb(255, 140, 0) } else { Color32::from_rgb(235, 76, 60) }
    }

    /// The colour of what is only suspected.
    fn warning(&self) -> Color32 {
        if self.settings.access.colour_safe {
            Color32::from_rgb(120, 190, 255)
        } else {
            Color32::from_rgb(240, 212, 120)
        }
    }

    /// The name of the button of an action on the device in use.
    fn button(&self, action: PlayerAction) -> String {
        self.settings.bindings.first(action, self.device.0).map_or_else(|| "?".into(), binding_name)
    }

    /// Where a place lies around the character: radians clockwise from straight up on the screen.
    fn angle_to(&self, place: Vec3) -> f32 {
        let here = self.known.sense.place;
        let yaw = if self.head.behind { self.head.yaw + std::f32::consts::PI } else { self.head.yaw };
        crate::world::geometry::heading_of(place - here) - yaw
    }

    /// The middle of the picture.
    fn middle(&self) -> Pos2 {
        self.canvas.area.center()
    }
}

#[allow(clippy::too_many_arguments, reason = "the HUD shows what many know")]
pub(super) fn draw(
    mut contexts: EguiContexts,
    lead: Res<PlayerControl>,
    head: Res<PlayerCamera>,
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    settings: Res<Settings>,
    menu: Res<MenuStack>,
    device: Res<LastDevice>,
    captions: Res<Captions>,
    tension_level: Res<TensionLevel>,
    tuning: Res<PlayConfig>,
    time: Res<Time<Real>>,
    mut announced: ResMut<Announcements>,
    mut told: Local<(Option<Label>, usize)>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    if menu.is_open() {
        return;
    }
    let link = lead.link();
    let mut canvas = Canvas::new(context, "player", false);
    canvas.scale = style::scale(context, settings.access.text_size);
    let sight = HudContext {
        canvas,
        known: &link.known,
        head: &head,
        me: usize::from(link.agent.0),
        playback: &playback,
        setup: &setup,
        settings: &settings,
        device: *device,
        tension_level: *tension_level,
        seconds: time.elapsed_secs(),
    };
    tell(&sight, &mut told);
    ring::draw(&sight);
    let free = body::draw(&sight);
    team::draw(&sight);
    teach::draw(&sight, free);
    news(&sight, &mut announced, time.delta_secs(), tuning.news_seconds);
    subtitles(&sight, &captions);
}

/// Tells the log what the character could use, how many it sees, and, for who follows closely, where it sees them.
fn tell(sight: &HudContext<'_>, told: &mut (Option<Label>, usize)) {
    let now = (sight.known.offer.map(|offer| offer.request.verb), sight.known.in_view.len());
    if told.0 != now.0 {
        debug!("offer: {}", now.0.map_or("none", Label::as_str));
    }
    if told.1 != now.1 {
        debug!("in view: {}", now.1);
    }
    *told = now;
    for seen in &sight.known.in_view {
        if let (Some(player), Some(person)) =
            (sight.setup.agent(*seen), sight.playback.now.agents.get(usize::from(seen.0)))
        {
            let away = crate::world::geometry::flat_distance(person.body.place, sight.known.sense.place);
            let aside = crate::world::geometry::wrap_angle(sight.angle_to(person.body.place)).to_degrees();
            trace!("sees: {} at {away:.2} m, {aside:.0} degrees to the right", player.name);
        }
    }
}

/// What is announced to all: keys, the gate, fates.
fn news(sight: &HudContext<'_>, announced: &mut Announcements, seconds: f32, stays: f32) {
    let entries = sight.playback.log().entries();
    if entries.len() < announced.read {
        *announced = Announcements::default();
    }
    for entry in entries.get(announced.read..).unwrap_or_default() {
        if let Some((words, colour)) = announcement(sight, &entry.event) {
            info!("news: {words}");
            announced.news.push((words, colour, stays));
        }
    }
    announced.read = entries.len();
    announced.news.retain_mut(|(_, _, left)| {
        *left -= seconds;
        *left > 0.0
    });
    let top = sight.canvas.area.top() + sight.canvas.length(64.0);
    let newest = announced.news.iter().rev().take(3).rev();
    for (row, (words, colour, left)) in newest.enumerate() {
        let at = pos2(sight.middle().x, top + sight.canvas.length(26.0) * row as f32);
        sight.canvas.text(at, Align2::CENTER_TOP, words, 19.0, colour.gamma_multiply(left.min(1.0)));
    }
}

fn announcement(sight: &HudContext<'_>, event: &Happening) -> Option<(String, Color32)> {
    let name =
        |agent: AgentId| sight.setup.agent(agent).map_or_else(|| "Somebody".to_owned(), |player| player.name.clone());
    let own = |agent: AgentId| usize::from(agent.0) == sight.me;
    match event {
        Happening::KeyTaken { by, .. } if own(*by) => Some(("You have a key".into(), GOLD)),
        Happening::KeyTaken { by, .. } => Some((format!("{} has found a key", name(*by)), GOLD)),
        Happening::KeyDropped { .. } => Some(("A key has been dropped".into(), sight.warning())),
        Happening::ExitProgress { thirds, .. } if *thirds < 3 => {
            Some((format!("{thirds} of 3 bolts of the gate are drawn"), INK))
        }
        Happening::ExitOpened { .. } => Some(("The gate stands open".into(), GOLD)),
        Happening::Wounded { agent, .. } if own(*agent) => Some(("You are wounded".into(), sight.danger())),
        Happening::Wounded { agent, .. } => Some((format!("{} is wounded", name(*agent)), sight.warning())),
        Happening::Healed { agent, .. } if own(*agent) => Some(("You have recovered".into(), INK)),
        Happening::Caught { agent, .. } if own(*agent) => Some(("You are caught".into(), sight.danger())),
        Happening::Caught { agent, .. } => Some((format!("{} is caught", name(*agent)), sight.danger())),
        Happening::Escaped { agent, .. } if own(*agent) => Some(("You have escaped".into(), GOLD)),
        Happening::Escaped { agent, .. } => Some((format!("{} has escaped", name(*agent)), GOLD)),
        Happening::Struck { by, hit: None } if own(*by) => Some(("Missed".into(), FAINT)),
        _ => None,
    }
}

/// Sounds written out, with an arrow to where they come from.
fn subtitles(sight: &HudContext<'_>, captions: &Captions) {
    if !sight.settings.access.subtitles {
        return;
    }
    let canvas = &sight.canvas;
    let bottom = canvas.area.bottom() - canvas.length(120.0);
    for (row, caption) in captions.0.iter().rev().enumerate() {
        let at = pos2(sight.middle().x, bottom - canvas.length(22.0) * row as f32);
        let strength = (2.5 - caption.age).clamp(0.0, 1.0);
        let shown = canvas.text(at, Align2::CENTER_CENTER, &caption.says, 15.0, INK.gamma_multiply(strength));
        if let Some(place) = caption.at {
            let angle = sight.angle_to(place);
            let tip = vec2(angle.sin(), -angle.cos()) * canvas.length(8.0);
            let root = pos2(shown.left() - canvas.length(16.0), shown.center().y);
            canvas.painter.arrow(root - tip, tip * 2.0, Stroke::new(1.5, INK.gamma_multiply(strength)));
        }
    }
}
