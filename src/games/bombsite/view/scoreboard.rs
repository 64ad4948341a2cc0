//! The score of a played match, while its button is held: kills and deaths of every soldier.

use bevy::prelude::{ResMut, Resource};
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};
use quarry_minds::protocol::{AgentId, Label, LogEntry, label};

use super::kill_feed::colour_of;
use super::status::{COLOURS, attacking_squad};
use crate::client::input::bindings::PlayerAction;
use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::ui::{FAINT, INK, humanize};
use crate::games::bombsite::BombEvent;
use crate::games::bombsite::schema::{SIDES, SQUADS};

/// What a soldier has done, and what it carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoldierScore {
    /// The enemies it has killed.
    pub kills: u32,
    /// How often it has died.
    pub deaths: u32,
    /// Its money when it bought last; 0 in a match without money.
    money: u16,
    /// What it has bought or kept in this round.
    items: Vec<Label>,
}

/// The score of all soldiers, by number. It reads each event once.
#[derive(Resource, Clone, Debug, Default)]
pub struct Score {
    read: usize,
    soldiers: Vec<SoldierScore>,
}

impl Score {
    /// Reads what is new in a log. A kill of a mate does not count; `enemies` says which two are enemies. A log that is shorter than before
    /// is that of an earlier moment or another match, and is read anew.
    pub fn read(&mut self, log: &[LogEntry], agents: usize, enemies: impl Fn(AgentId, AgentId) -> bool) {
        if log.len() < self.read || agents != self.soldiers.len() {
            *self = Self { read: 0, soldiers: vec![SoldierScore::default(); agents] };
        }
        for event in log.get(self.read..).unwrap_or_default().iter().filter_map(|entry| BombEvent::read(&entry.event)) {
            self.read_event(&event, &enemies);
        }
        self.read = log.len();
    }

    /// The score of a soldier.
    pub fn of(&self, agent: AgentId) -> Option<&SoldierScore> {
        self.soldiers.get(usize::from(agent.0))
    }

    fn read_event(&mut self, event: &BombEvent, enemies: impl Fn(AgentId, AgentId) -> bool) {
        match *event {
            BombEvent::Killed { agent, by, .. } => {
                if let Some(dead) = self.soldiers.get_mut(usize::from(agent.0)) {
                    dead.deaths += 1;
                }
                let killer = by.filter(|by| enemies(*by, agent)).map(|by| usize::from(by.0));
                if let Some(killer) = killer.and_then(|killer| self.soldiers.get_mut(killer)) {
                    killer.kills += 1;
                }
            }
            BombEvent::RoundEnded { .. } => self.soldiers.iter_mut().for_each(|soldier| soldier.items.clear()),
            BombEvent::Bought { agent, item, left } | BombEvent::Carries { agent, item, left } => {
                if let Some(soldier) = self.soldiers.get_mut(usize::from(agent.0)) {
                    soldier.money = left;
                    soldier.items.retain(|known| *known != item);
                    soldier.items.push(item);
                }
            }
            _ => {}
        }
    }
}

/// Draws the score while the button is held.
pub fn draw(mut hud: PlayerHud, mut score: ResMut<Score>) {
    if hud.holds(PlayerAction::Score) {
        hud.show(|hud| {
            score.read(hud.playback.log(), hud.setup().agents.len(), |one, other| hud.setup().enemies(one, other));
            table(hud, &score);
        });
    }
}

fn table(hud: &HudContext<'_>, score: &Score) {
    let canvas = &hud.canvas;
    let cast = &hud.setup().agents;
    let of_side = |side: &str| {
        cast.iter().enumerate().filter(|(index, agent)| agent.side == *side && has_body(hud, *index)).count()
    };
    let rows = SIDES.iter().map(|side| of_side(side)).max().unwrap_or(0);
    let with_money = hud.knowledge.self_sense.get(label("money")).is_some();
    let (row, wide) = (canvas.length(if with_money { 48.0 } else { 28.0 }), canvas.length(350.0));
    let size = vec2(wide * 2.0 + canvas.length(48.0), row * (rows as f32 + 2.0) + canvas.length(24.0));
    let plate = Rect::from_center_size(canvas.area.center(), size);
    canvas.painter.rect_filled(plate, canvas.length(5.0), Color32::from_black_alpha(170));
    canvas.plate(plate, None, 1.0);
    let attacking = attacking_squad(&hud.playback.now);
    // The cast holds the sides of the first round, so these are the squads.
    for (column, (side, squad)) in SIDES.iter().zip(SQUADS).enumerate() {
        let left = plate.left() + canvas.length(16.0) + (wide + canvas.length(16.0)) * column as f32;
        let columns = [left + wide * 0.58, left + wide * 0.8, left + wide];
        let mut y = plate.top() + canvas.length(16.0) + row * 0.5;
        let now = SIDES[usize::from(column != attacking)];
        let title = format!("{}: {now}", humanize(label(squad)));
        canvas.text(pos2(left, y), Align2::LEFT_CENTER, &title, 17.0, COLOURS[column]);
        for (x, title) in columns.iter().zip(["kills", "deaths", ""]) {
            canvas.text(pos2(*x, y), Align2::RIGHT_CENTER, title, 14.0, FAINT);
        }
        for (index, info) in
            cast.iter().enumerate().filter(|(index, agent)| agent.side == *side && has_body(hud, *index))
        {
            y += row;
            let agent = AgentId(index as u16);
            let Some(soldier) = score.of(agent) else { continue };
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
            if !gone && !soldier.items.is_empty() && !hud.setup().enemies(hud.agent(), agent) {
                let items: Vec<String> = soldier.items.iter().map(|item| humanize(*item).to_lowercase()).collect();
                let words = format!("{}: {}", soldier.money, items.join(", "));
                let line = canvas.elided(&words, 13.0, wide);
                canvas.text(pos2(left, y + canvas.length(19.0)), Align2::LEFT_CENTER, &line, 13.0, INK);
            }
            let cells = [soldier.kills.to_string(), soldier.deaths.to_string(), state.to_owned()];
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

    fn entry(event: BombEvent) -> LogEntry {
        LogEntry { tick: 1, event: event.into() }
    }

    fn killed(agent: u16, by: Option<u16>) -> LogEntry {
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        entry(BombEvent::Killed { agent: AgentId(agent), by: by.map(AgentId), means: label("rifle"), at })
    }

    /// Soldiers 0 to 2 against all others.
    fn enemies(one: AgentId, other: AgentId) -> bool {
        (one.0 < 3) != (other.0 < 3)
    }

    #[test]
    fn what_soldiers_have_is_that_of_this_round() {
        let agent = AgentId(1);
        let log = [
            entry(BombEvent::Carries { agent, item: label("pistol"), left: 800 }),
            entry(BombEvent::RoundEnded { round: 1, outcome: label("time") }),
            entry(BombEvent::Bought { agent, item: label("rifle"), left: 350 }),
            entry(BombEvent::Carries { agent, item: label("rifle"), left: 350 }),
            entry(BombEvent::Bought { agent, item: label("smoke_grenade"), left: 50 }),
        ];
        let mut score = Score::default();
        score.read(&log, 2, enemies);
        assert_eq!(score.of(AgentId(0)), Some(&SoldierScore::default()));
        let items = vec![label("rifle"), label("smoke_grenade")];
        assert_eq!(score.of(agent), Some(&SoldierScore { money: 50, items, ..SoldierScore::default() }));
    }

    #[test]
    fn kills_of_mates_do_not_count() {
        let log = [killed(4, Some(0)), killed(1, Some(0)), killed(0, Some(5)), killed(0, None)];
        let mut score = Score::default();
        score.read(&log, 6, enemies);
        let counts = |agent: u16| score.of(AgentId(agent)).map(|soldier| (soldier.kills, soldier.deaths));
        assert_eq!([0, 1, 4, 5].map(counts), [(1, 2), (0, 1), (0, 1), (1, 0)].map(Some));
    }

    #[test]
    fn events_are_read_once_and_anew_where_the_log_is_shorter() {
        let log = [killed(4, Some(0)), killed(0, Some(5)), killed(3, Some(0))];
        let kills = |score: &Score| score.of(AgentId(0)).map(|soldier| soldier.kills);
        let mut score = Score::default();
        for (until, expected) in [(2, 1), (2, 1), (3, 2), (3, 2), (2, 1)] {
            score.read(&log[..until], 6, enemies);
            assert_eq!((kills(&score), score.read), (Some(expected), until));
        }
    }
}
