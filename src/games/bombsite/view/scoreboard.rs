//! The score of a played match, while its button is held: kills and deaths of every soldier.

use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};
use quarry_minds::protocol::{AgentId, Label, LogEntry, label};

use super::kill_feed::colour_of;
use super::status::{COLOURS, attacking_squad};
use crate::client::input::bindings::PlayerAction;
use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::ui::{FAINT, INK, humanize};
use crate::games::bombsite::BombEvent;
use crate::games::bombsite::schema::{SIDES, SQUADS};

/// The kills and deaths of a soldier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KillCount {
    /// The enemies it has killed.
    pub kills: u32,
    /// How often it has died.
    pub deaths: u32,
}

/// Counts the kills and deaths of all agents, by number. A kill of a mate does not count; `enemies` says which two are enemies.
pub fn count_kills(entries: &[LogEntry], agents: usize, enemies: impl Fn(AgentId, AgentId) -> bool) -> Vec<KillCount> {
    let mut counts = vec![KillCount::default(); agents];
    for entry in entries {
        let Some(BombEvent::Killed { agent, by, .. }) = BombEvent::read(&entry.event) else { continue };
        if let Some(count) = counts.get_mut(usize::from(agent.0)) {
            count.deaths += 1;
        }
        if let Some(by) = by.filter(|by| enemies(*by, agent))
            && let Some(count) = counts.get_mut(usize::from(by.0))
        {
            count.kills += 1;
        }
    }
    counts
}

/// The money of each agent when it bought last, and its items, from the events of this round; nothing in a match without money.
pub fn belongings(entries: &[LogEntry], agents: usize) -> Vec<(u16, Vec<Label>)> {
    let mut all = vec![(0, Vec::new()); agents];
    for entry in entries {
        match BombEvent::read(&entry.event) {
            Some(BombEvent::RoundEnded { .. }) => all.iter_mut().for_each(|(_, items)| items.clear()),
            Some(BombEvent::Bought { agent, item, left } | BombEvent::Carries { agent, item, left }) => {
                if let Some((money, items)) = all.get_mut(usize::from(agent.0)) {
                    *money = left;
                    items.retain(|known| *known != item);
                    items.push(item);
                }
            }
            _ => {}
        }
    }
    all
}

/// Draws the score while the button is held.
pub fn draw(mut hud: PlayerHud) {
    if hud.holds(PlayerAction::Score) {
        hud.show(table);
    }
}

fn table(hud: &HudContext<'_>) {
    let canvas = &hud.canvas;
    let cast = &hud.setup().agents;
    let of_side = |side: &str| {
        cast.iter().enumerate().filter(|(index, agent)| agent.side == *side && has_body(hud, *index)).count()
    };
    let rows = SIDES.iter().map(|side| of_side(side)).max().unwrap_or(0);
    let with_money = hud.knowledge.self_sense.get(label("money")).is_some();
    let (row, wide) = (canvas.length(if with_money { 48.0 } else { 28.0 }), canvas.length(330.0));
    let size = vec2(wide * 2.0 + canvas.length(48.0), row * (rows as f32 + 2.0) + canvas.length(24.0));
    let plate = Rect::from_center_size(canvas.area.center(), size);
    canvas.painter.rect_filled(plate, canvas.length(5.0), Color32::from_black_alpha(170));
    canvas.plate(plate, None, 1.0);
    let counts = count_kills(hud.playback.log(), cast.len(), |one, other| hud.setup().enemies(one, other));
    let owned = belongings(hud.playback.log(), cast.len());
    let attacking = attacking_squad(&hud.playback.now);
    // The cast holds the sides of the first round, so these are the squads.
    for (column, (side, squad)) in SIDES.iter().zip(SQUADS).enumerate() {
        let left = plate.left() + canvas.length(16.0) + (wide + canvas.length(16.0)) * column as f32;
        let columns = [left + wide * 0.58, left + wide * 0.8, left + wide];
        let mut y = plate.top() + canvas.length(16.0) + row * 0.5;
        let now = SIDES[usize::from(column != attacking)];
        let title = format!("{}: {now}", humanize(label(squad)));
        canvas.text(pos2(left, y), Align2::LEFT_CENTER, &title, 19.0, COLOURS[column]);
        for (x, title) in columns.iter().zip(["kills", "deaths", ""]) {
            canvas.text(pos2(*x, y), Align2::RIGHT_CENTER, title, 14.0, FAINT);
        }
        for (index, info) in
            cast.iter().enumerate().filter(|(index, agent)| agent.side == *side && has_body(hud, *index))
        {
            y += row;
            let agent = AgentId(index as u16);
            let count = counts.get(index).copied().unwrap_or_default();
            let gone = hud.playback.now.agents.get(index).is_some_and(|frame| frame.gone.is_some());
            let colour = if gone { FAINT } else { colour_of(hud, agent) };
            let state = if gone {
                "dead"
            } else if agent == hud.agent() {
                "you"
            } else {
                ""
            };
            canvas.text(pos2(left, y), Align2::LEFT_CENTER, &info.name, 17.0, colour);
            // What mates have is no secret.
            if let Some((money, items)) = owned.get(index).filter(|_| !gone && !hud.setup().enemies(hud.agent(), agent))
                && !items.is_empty()
            {
                let items: Vec<String> = items.iter().map(|item| humanize(*item).to_lowercase()).collect();
                let words = format!("{money}: {}", items.join(", "));
                let line = canvas.elided(&words, 13.0, wide);
                canvas.text(pos2(left, y + canvas.length(19.0)), Align2::LEFT_CENTER, &line, 13.0, INK);
            }
            let cells = [count.kills.to_string(), count.deaths.to_string(), state.to_owned()];
            for (x, words) in columns.iter().zip(cells) {
                canvas.text(pos2(*x, y), Align2::RIGHT_CENTER, &words, 17.0, if gone { FAINT } else { INK });
            }
        }
    }
}

/// Whether an agent is a soldier, and not a mind without a body.
fn has_body(hud: &HudContext<'_>, agent: usize) -> bool {
    hud.playback.now.agents.get(agent).is_some_and(|frame| !frame.bodiless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::QuantisedPoint;

    #[test]
    fn what_soldiers_have_is_that_of_this_round() {
        let entry = |event: BombEvent| LogEntry { tick: 1, event: event.into() };
        let agent = AgentId(1);
        let log = [
            entry(BombEvent::Carries { agent, item: label("pistol"), left: 800 }),
            entry(BombEvent::RoundEnded { round: 1, outcome: label("time") }),
            entry(BombEvent::Bought { agent, item: label("rifle"), left: 350 }),
            entry(BombEvent::Carries { agent, item: label("rifle"), left: 350 }),
            entry(BombEvent::Bought { agent, item: label("smoke_grenade"), left: 50 }),
        ];
        assert_eq!(belongings(&log, 2), [(0, vec![]), (50, vec![label("rifle"), label("smoke_grenade")])]);
    }

    #[test]
    fn kills_of_mates_do_not_count() {
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        let killed = |agent: u16, by: Option<u16>| LogEntry {
            tick: 1,
            event: BombEvent::Killed { agent: AgentId(agent), by: by.map(AgentId), means: label("rifle"), at }.into(),
        };
        let log = [killed(4, Some(0)), killed(1, Some(0)), killed(0, Some(5)), killed(0, None)];
        let counts = count_kills(&log, 6, |one, other| (one.0 < 3) != (other.0 < 3));
        assert_eq!(counts[0], KillCount { kills: 1, deaths: 2 });
        assert_eq!(counts[5], KillCount { kills: 1, deaths: 0 });
        assert_eq!((counts[1].deaths, counts[4].deaths), (1, 1));
    }
}
