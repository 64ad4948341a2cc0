//! The list of agents at the left of a watched match: one row for each agent, or for each kind if they are too many for the window.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

use crate::{
    client::{
        session::{
            event_line::Tone,
            game_view::GameViewService,
            playback::{AgentFrame, Playback},
            scene_setup::{AgentInfo, SceneSetup},
        },
        ui::{
            style::{Canvas, FAINT, GOLD, GREEN, RED, readable, to_color32},
            text::{format_clock, humanize},
        },
    },
    protocol::Label,
};

/// The largest part of the window's height that the list may take with a row for each agent.
const MAX_HEIGHT: f32 = 0.72;

/// A row.
struct AgentRow<'a> {
    /// The agent, or the first one of the kind.
    player: &'a AgentInfo,
    name: String,
    state: String,
    colour: Color32,
    faded: bool,
}

/// The list, ready to draw.
pub(super) struct AgentList<'a> {
    rows: Vec<AgentRow<'a>>,
    row: f32,
    /// Its area.
    pub rect: Rect,
}

impl<'a> AgentList<'a> {
    pub(super) fn new(canvas: &Canvas, playback: &Playback, setup: &'a SceneSetup, game: &GameViewService) -> Self {
        let row = canvas.length(21.0).max(14.0);
        let crowd = row * setup.agents.len() as f32 > canvas.area.height() * MAX_HEIGHT;
        let rows = if crowd { of_kinds(playback, setup) } else { of_agents(playback, setup, game) };
        let widest = rows.iter().map(|row| canvas.measure(&row.name, 14.0).x).fold(0.0f32, f32::max);
        let state = if crowd {
            canvas.measure("000 of 0000", 12.5).x
        } else {
            game.widest_departure(|word| canvas.measure(&format!("{word} 00:00"), 12.5).x)
        };
        let size = vec2(widest + state + canvas.length(46.0), row * rows.len() as f32 + canvas.length(8.0));
        let margin = canvas.length(10.0);
        Self { rows, row, rect: Rect::from_min_size(canvas.area.min + vec2(margin, margin), size) }
    }

    pub(super) fn draw(&self, canvas: &Canvas) {
        canvas.plate(self.rect, None, 0.92);
        for (number, AgentRow { player, name, state, colour, faded }) in self.rows.iter().enumerate() {
            let y = self.rect.top() + canvas.length(4.0) + self.row * (number as f32 + 0.5);
            let own = to_color32(player.colour);
            let strength = if *faded { 0.5 } else { 1.0 };
            let mark = pos2(self.rect.left() + canvas.length(14.0), y);
            canvas.side_marker(player.mark, mark, canvas.length(5.5), own.gamma_multiply(strength));
            let left = pos2(self.rect.left() + canvas.length(26.0), y);
            canvas.text(left, Align2::LEFT_CENTER, name, 14.0, readable(own).gamma_multiply(strength));
            let right = pos2(self.rect.right() - canvas.length(9.0), y);
            canvas.text(right, Align2::RIGHT_CENTER, state, 12.5, *colour);
        }
    }
}

fn of_agents<'a>(playback: &Playback, setup: &'a SceneSetup, game: &GameViewService) -> Vec<AgentRow<'a>> {
    let agents = setup.agents.iter().zip(&playback.now.agents);
    let row = |(player, person): (&'a AgentInfo, &AgentFrame)| {
        let (state, colour) = match person.gone {
            Some((departure, tick)) => {
                let departure = game.departure(departure.how);
                let colour = if departure.tone == Tone::Good { GREEN } else { RED };
                (format!("{} {}", departure.name, format_clock(playback.seconds_at(tick))), colour)
            }
            None if person.hidden.is_some() => ("hiding".to_owned(), GOLD),
            None => (game.0.activity(player).to_owned(), FAINT),
        };
        AgentRow { player, name: player.name.clone(), state, colour, faded: person.gone.is_some() }
    };
    agents.map(row).collect()
}

/// How many agents of each kind are in play, and how many have ever been.
fn of_kinds<'a>(playback: &Playback, setup: &'a SceneSetup) -> Vec<AgentRow<'a>> {
    let mut kinds: BTreeMap<Label, (&AgentInfo, usize, usize)> = BTreeMap::new();
    for (player, person) in setup.agents.iter().zip(&playback.now.agents) {
        let (_, in_play, all) = kinds.entry(player.kind).or_insert((player, 0, 0));
        *in_play += usize::from(person.gone.is_none());
        *all += 1;
    }
    let row = |(kind, (player, in_play, all))| {
        let state = format!("{in_play} of {all}");
        AgentRow { player, name: humanize(kind), state, colour: FAINT, faded: in_play == 0 }
    };
    kinds.into_iter().map(row).collect()
}
