//! The list of agents at the left of a watched match: one row for each agent, or for each kind if they are too many for the window or
//! some of them have no mind.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};
use quarry_minds::protocol::Label;

use crate::client::session::{AgentFrame, AgentInfo, GameViewService, Playback, SceneSetup, Tone};
use crate::client::ui::{Canvas, FAINT, GOLD, GREEN, RED, format_clock, humanize, readable, to_color32};

/// The largest part of the window's height that the list may take with a row for each agent.
const MAX_HEIGHT: f32 = 0.72;

struct AgentRow<'a> {
    /// The agent, or the first one of the kind.
    player: &'a AgentInfo,
    name: String,
    /// What is written at the right, from left to right.
    state: Vec<(String, Color32)>,
    /// Whether several sides have agents of the kind.
    shared: bool,
    faded: bool,
}

pub(super) struct AgentList<'a> {
    rows: Vec<AgentRow<'a>>,
    row: f32,
    pub rect: Rect,
}

impl<'a> AgentList<'a> {
    pub(super) fn new(canvas: &Canvas, playback: &Playback, setup: &'a SceneSetup, game: &GameViewService) -> Self {
        let row = canvas.length(21.0).max(14.0);
        let crowd = row * setup.agents.len() as f32 > canvas.area.height() * MAX_HEIGHT
            || setup.agents.iter().any(|agent| !agent.thinks);
        let rows = if crowd { of_kinds(playback, setup, game) } else { of_agents(playback, setup, game) };
        let widest = rows.iter().map(|row| canvas.measure(&row.name, 14.0).x).fold(0.0f32, f32::max);
        let state = if crowd {
            canvas.measure("000 of 0000", 12.5).x.max(canvas.measure("000   000", 12.5).x)
        } else {
            game.widest_departure(|word| canvas.measure(&format!("{word} 00:00"), 12.5).x)
        };
        let size = vec2(widest + state + canvas.length(46.0), row * rows.len() as f32 + canvas.length(8.0));
        let margin = canvas.length(10.0);
        Self { rows, row, rect: Rect::from_min_size(canvas.area.min + vec2(margin, margin), size) }
    }

    pub(super) fn draw(&self, canvas: &Canvas) {
        canvas.plate(self.rect, None, 0.92);
        for (number, AgentRow { player, name, state, shared, faded }) in self.rows.iter().enumerate() {
            let y = self.rect.top() + canvas.length(4.0) + self.row * (number as f32 + 0.5);
            let own = if *shared { FAINT } else { to_color32(player.colour) };
            let strength = if *faded { 0.5 } else { 1.0 };
            let mark = pos2(self.rect.left() + canvas.length(14.0), y);
            canvas.side_marker(player.mark, mark, canvas.length(5.5), own.gamma_multiply(strength));
            let left = pos2(self.rect.left() + canvas.length(26.0), y);
            canvas.text(left, Align2::LEFT_CENTER, name, 14.0, readable(own).gamma_multiply(strength));
            let mut right = self.rect.right() - canvas.length(9.0);
            for (word, colour) in state.iter().rev() {
                canvas.text(pos2(right, y), Align2::RIGHT_CENTER, word, 12.5, *colour);
                right -= canvas.measure("0000", 12.5).x;
            }
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
            None => ((game.0.activity)(player, person).to_owned(), FAINT),
        };
        let state = vec![(state, colour)];
        AgentRow { player, name: player.name.clone(), state, shared: false, faded: person.gone.is_some() }
    };
    agents.map(row).collect()
}

struct KindOnSide<'a> {
    /// The first one.
    player: &'a AgentInfo,
    in_play: usize,
    all: usize,
}

/// How many agents of each kind are in play: on each side, or for a kind of one side only also how many have ever been. Kinds without a
/// body and a mind are left out.
fn of_kinds<'a>(playback: &Playback, setup: &'a SceneSetup, game: &GameViewService) -> Vec<AgentRow<'a>> {
    let mut kinds: BTreeMap<Label, BTreeMap<Label, KindOnSide>> = BTreeMap::new();
    for (player, person) in setup.agents.iter().zip(&playback.now.agents) {
        if person.bodiless && !player.thinks {
            continue;
        }
        let sides = kinds.entry(player.kind).or_default();
        let counts = sides.entry(player.side).or_insert(KindOnSide { player, in_play: 0, all: 0 });
        counts.in_play += usize::from(person.gone.is_none());
        counts.all += 1;
    }
    // One order of the sides for all rows: that of the game's results.
    let all: BTreeMap<Label, &AgentInfo> = setup.agents.iter().rev().map(|player| (player.side, player)).collect();
    let mut all: Vec<&AgentInfo> = all.into_values().collect();
    let contest = (game.0.game)().results().contest;
    let place = |side: Label| contest.and_then(|sides| sides.iter().position(|of| side == of.side));
    all.sort_by_key(|player| place(player.side));
    let shared_kinds = kinds.values().any(|sides| sides.len() > 1);
    let row = |(kind, sides): (Label, BTreeMap<Label, KindOnSide<'a>>)| {
        let player = sides.values().next()?.player;
        let faded = sides.values().all(|counts| counts.in_play == 0);
        let state = if shared_kinds {
            let number = |of: &&AgentInfo| {
                let in_play = sides.get(&of.side).map_or(0, |counts| counts.in_play);
                (in_play.to_string(), readable(to_color32(of.colour)))
            };
            all.iter().map(number).collect()
        } else {
            sides.values().map(|counts| (format!("{} of {}", counts.in_play, counts.all), FAINT)).collect()
        };
        Some(AgentRow { player, name: humanize(kind), state, shared: shared_kinds, faded })
    };
    kinds.into_iter().filter_map(row).collect()
}
