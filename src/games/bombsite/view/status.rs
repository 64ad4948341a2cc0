//! The bomb and the soldiers left, in the bars of a watched and of a played match.

use bevy_egui::egui::{Align2, Color32, Pos2, pos2, vec2};

use crate::client::session::{MatchFrame, PlayerKnowledge, StatusPart};
use crate::client::ui::{Canvas, FAINT, GOLD, RED};
use crate::games::bombsite::schema::{SIDES, SQUADS};

/// The colours of the two sides.
pub const ATTACKERS: Color32 = Color32::from_rgb(230, 140, 60);
pub const DEFENDERS: Color32 = Color32::from_rgb(90, 150, 220);

/// The colours of the squads: the one that attacks first, and the one that defends first.
pub const COLOURS: [Color32; 2] = [ATTACKERS, DEFENDERS];

/// The values of the number `bomb_state`.
pub mod bomb_state {
    /// The bomb of this round is planted.
    pub const PLANTED: u32 = 1;
    pub const DEFUSED: u32 = 2;
    pub const EXPLODED: u32 = 3;
}

/// Which of the [`SQUADS`] attacks, as an index.
pub fn attacking_squad(frame: &MatchFrame) -> usize {
    (frame.number("attacking_squad") as usize).min(1)
}

/// The width of a squad's numbers without and with the rounds won, in a window 720 points high.
const SQUAD: (f32, f32) = (44.0, 78.0);

/// The state of a round for a spectator.
pub fn watched(canvas: &Canvas, frame: &MatchFrame) -> StatusPart {
    let bomb = match frame.number("bomb_state") as u32 {
        bomb_state::EXPLODED => ("exploded", RED),
        bomb_state::DEFUSED => ("defused", DEFENDERS),
        bomb_state::PLANTED => ("bomb planted", GOLD),
        _ => ("bomb not planted", FAINT),
    };
    status(canvas, frame, bomb)
}

/// The same for a player, who is told whether it has the bomb.
pub fn played(canvas: &Canvas, knowledge: &PlayerKnowledge, frame: &MatchFrame) -> StatusPart {
    if knowledge.in_play && knowledge.reading("bomb") > 0.0 {
        return status(canvas, frame, ("you have the bomb", GOLD));
    }
    watched(canvas, frame)
}

/// The soldiers left of each squad, the rounds that it has won in a match of several rounds, and the bomb.
fn status(canvas: &Canvas, frame: &MatchFrame, (bomb, bomb_colour): (&'static str, Color32)) -> StatusPart {
    let number = |name: &str| frame.number(name) as u32;
    let attacking = attacking_squad(frame);
    let alive = [attacking, 1 - attacking].map(|side| number(&format!("alive.{}", SIDES[side])));
    let won = (number("of_rounds") > 1).then(|| SQUADS.map(|squad| number(&format!("rounds.{squad}"))));
    let squad_width = if won.is_some() { SQUAD.1 } else { SQUAD.0 };
    let width = canvas.measure("you have the bomb", 15.0).x + canvas.length(2.0 * squad_width + 30.0);
    StatusPart::new(width, move |canvas, at| {
        let mut x = at.x + canvas.length(10.0);
        for (squad, colour) in COLOURS.into_iter().enumerate() {
            if let Some(won) = won {
                canvas.text(pos2(x, at.y), Align2::CENTER_CENTER, &won[squad].to_string(), 22.0, colour);
                x += canvas.length(SQUAD.1 - SQUAD.0);
            }
            draw_soldier(canvas, pos2(x, at.y), canvas.length(9.0), colour);
            if squad == attacking {
                // The squad that attacks is underlined.
                let below = pos2(x, at.y + canvas.length(13.0));
                let half = vec2(canvas.length(9.0), 0.0);
                canvas.painter.line_segment([below - half, below + half], (canvas.length(2.0), GOLD));
            }
            let count = pos2(x + canvas.length(14.0), at.y);
            canvas.text(count, Align2::LEFT_CENTER, &alive[squad].to_string(), 17.0, colour);
            x += canvas.length(SQUAD.0);
        }
        canvas.text(pos2(x, at.y), Align2::LEFT_CENTER, bomb, 15.0, bomb_colour);
    })
}

/// Draws head and shoulders, `size` to each side of a point.
fn draw_soldier(canvas: &Canvas, at: Pos2, size: f32, colour: Color32) {
    let painter = &canvas.painter;
    painter.circle_filled(at - vec2(0.0, size * 0.45), size * 0.45, colour);
    let shoulders =
        bevy_egui::egui::Rect::from_min_max(at + vec2(-size * 0.75, size * 0.1), at + vec2(size * 0.75, size * 0.9));
    painter.rect_filled(shoulders, size * 0.4, colour);
}
