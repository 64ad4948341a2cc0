//! The latest kills, in the upper right corner of a played match: the killer, the means, and the dead.

use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};
use quarry_minds::protocol::AgentId;

use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::session::agent_name;
use crate::client::ui::{FAINT, RED, readable, to_color32};
use crate::games::bombsite::BombEvent;

/// How long a kill is shown, in seconds, and the most that are shown at once.
const SHOWN: (f32, usize) = (7.0, 6);

pub fn draw(mut hud: PlayerHud) {
    hud.show(|hud| {
        let playback = hud.playback;
        let fresh = playback.log_of_last(SHOWN.0).iter().rev();
        let kills = fresh.filter_map(|entry| match BombEvent::read(&entry.event)? {
            BombEvent::Killed { agent, by, means, .. } => Some((by, means.as_str(), agent)),
            _ => None,
        });
        let mut kills: Vec<_> = kills.take(SHOWN.1).collect();
        kills.reverse();
        for (row, (by, means, agent)) in kills.into_iter().enumerate() {
            line(hud, row, by, means, agent);
        }
    });
}

fn line(hud: &HudContext<'_>, row: usize, by: Option<AgentId>, means: &str, agent: AgentId) {
    let canvas = &hud.canvas;
    let name = |agent: AgentId| (agent_name(&hud.setup().agents, agent), colour_of(hud, agent));
    let means = match means {
        "headshot" => ("headshot", RED),
        other => (other, FAINT),
    };
    let killer = by.map(name);
    let words: Vec<(String, Color32)> =
        killer.into_iter().chain([(means.0.to_owned(), means.1), name(agent)]).collect();
    let gap = canvas.length(10.0);
    let width = words.iter().map(|(word, _)| canvas.measure(word, 15.0).x + gap).sum::<f32>() + gap;
    let height = canvas.length(26.0).max(16.0);
    let top = canvas.area.top() + canvas.length(14.0) + (height + canvas.length(4.0)) * row as f32;
    let plate = Rect::from_min_size(pos2(canvas.area.right() - width - canvas.length(14.0), top), vec2(width, height));
    let own = by == Some(hud.agent()) || agent == hud.agent();
    canvas.plate(plate, own.then_some(RED), 0.85);
    let mut x = plate.left() + gap;
    for (word, colour) in words {
        x = canvas.text(pos2(x, plate.center().y), Align2::LEFT_CENTER, &word, 15.0, colour).right() + gap;
    }
}

/// The colour of an agent, readable on a plate.
pub fn colour_of(hud: &HudContext<'_>, agent: AgentId) -> Color32 {
    hud.setup().agent(agent).map_or(FAINT, |info| readable(to_color32(info.colour)))
}
