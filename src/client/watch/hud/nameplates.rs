//! Name plates above the agents: the agent's name, its goal, its action, and its awareness of others. Plates do not overlap.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use quarry_minds::PlanExecuter;
use quarry_minds::protocol::{AgentId, Label, ThingId};

use super::{WatchHud, state::MindSummary};
use crate::client::session::{
    AgentInfo, AwarenessBar, CameraMode, DepartureSpec, GameView, Playback, SceneSetup, Tone, awareness_bars,
    component, doing, world_to_screen,
};
use crate::client::ui::{Canvas, FAINT, GOLD, GREEN, INK, RED, readable, text, to_color32};
use crate::senses::AwarenessStage;
use crate::world::{ItemLocation, ThingState};

/// How long the plate of an agent that left play stays over its body, in seconds of game time.
const GONE_SECONDS: f32 = 6.0;

/// The most plates at a time: those nearest to the point that the camera looks at.
const MAX_PLATES: usize = 6;
/// The most carried items that a plate shows.
const MAX_CARRIED: usize = 4;
/// More agents than this are a crowd: then those in hiding places and those without a mind have no plates.
const CROWD: usize = 16;

/// A plate before its position is chosen.
struct Plate<'a> {
    agent: usize,
    player: &'a AgentInfo,
    head: Pos2,
    second: String,
    third: String,
    /// The kinds of what it carries.
    carried: Vec<Label>,
    /// Set if the agent has left play.
    gone: Option<DepartureSpec>,
    chosen: bool,
    awareness_bars: Vec<(AwarenessBar, &'a AgentInfo)>,
    size: bevy_egui::egui::Vec2,
}

pub fn draw(hud: WatchHud) {
    let WatchHud { mut gui, panels, mut layout, playback, setup, view, game, state, cameras } = hud;
    layout.plates.clear();
    // Nothing is drawn over the result.
    if !panels.is_open("labels") || playback.over() {
        return;
    }
    let (Some(canvas), Ok((camera, eye))) = (gui.canvas("name plates", false), cameras.single()) else { return };
    let aware = panels.is_open(crate::client::tools::overlay::id::AWARENESS);
    let chosen = |agent: usize| {
        panels.selected == Some(AgentId(agent as u16)) || view.mode == CameraMode::Follow && view.followed == agent
    };
    let mut candidates: Vec<(f32, usize, Pos2, Option<DepartureSpec>)> = Vec::new();
    for (agent, player) in setup.agents.iter().enumerate() {
        let (Some(body), Some(person)) = (playback.body(agent), playback.now.agents.get(agent)) else { continue };
        if person.bodiless {
            continue;
        }
        let gone = person.gone.map(|(departure, tick)| (game.departure(departure.how), tick));
        if let Some((departure, tick)) = gone
            && (!departure.body_stays || playback.seconds() - playback.seconds_at(tick) > GONE_SECONDS)
        {
            continue;
        }
        let gone = gone.map(|(departure, _)| departure);
        if view.mode == CameraMode::Eyes && playback.figure_of(view.followed) == agent {
            continue;
        }
        let crowd = setup.agents.len() > CROWD;
        if crowd && (person.hidden.is_some() || !player.thinks) && !chosen(agent) {
            continue;
        }
        let crown = body.place
            + Vec3::Y
                * if gone.is_some() {
                    0.4
                } else {
                    body.height(&player.body) * (game.0.size)(&playback.now, agent, player) + 0.32
                };
        // No plate for agents behind the camera or far away,
        let Some(at) = world_to_screen(camera, eye, crown) else { continue };
        // nor for agents on a floor that the overview has cut away,
        if !view.shows_floor(setup.floor_at(body.place.y + 0.4)) {
            continue;
        }
        if !matches!(view.mode, CameraMode::Overview | CameraMode::Director) && eye.translation.distance(crown) > 45.0 {
            continue;
        }
        let head = pos2(at.x, at.y);
        if !canvas.area.expand(20.0).contains(head) {
            continue;
        }
        let distance = if chosen(agent) { 0.0 } else { view.focus.distance(body.place) };
        candidates.push((distance, agent, head, gone));
    }
    if candidates.len() > MAX_PLATES {
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        candidates.truncate(MAX_PLATES);
    }
    let nothing = MindSummary::default();
    let mut plates: Vec<Plate> = Vec::new();
    for (_, agent, head, gone) in candidates {
        let (Some(player), Some(person)) = (setup.agents.get(agent), playback.now.agents.get(agent)) else { continue };
        let mind = state.minds.get(agent).unwrap_or(&nothing);
        let (second, third) = match gone {
            Some(departure) => (departure.name.to_owned(), String::new()),
            // The tactical view has no room for more than names.
            None if view.tactical && !chosen(agent) => (String::new(), String::new()),
            None if !player.thinks => {
                let doing = (game.0.occupation)(AgentId(agent as u16), &playback, &setup);
                (doing.unwrap_or_default(), String::new())
            }
            None => lines(&setup, mind, person.hidden.is_some()),
        };
        let by_hand = gone.is_none() && has_manual_plan(&playback, AgentId(agent as u16));
        let second = if by_hand { "manual plan".to_owned() } else { second };
        let mut plate = Plate {
            agent,
            player,
            head,
            second,
            third,
            carried: carried_by(AgentId(agent as u16), &playback, &setup),
            gone,
            chosen: chosen(agent),
            awareness_bars: if aware && gone.is_none() { awareness_of(&playback, &setup, agent) } else { Vec::new() },
            size: vec2(0.0, 0.0),
        };
        plate.size = plate.measure(&canvas);
        plates.push(plate);
    }
    // The lowest plate on the screen keeps its position; plates that would overlap it move up.
    plates.sort_by(|a, b| b.head.y.total_cmp(&a.head.y));
    let mut full: Vec<Rect> = layout.rects.clone();
    for plate in &plates {
        let Some(rect) = position(plate.head, plate.size, &full, canvas.area, canvas.length(4.0)) else { continue };
        plate.draw(&canvas, rect, game.0);
        full.push(rect);
        layout.plates.insert(plate.agent, rect);
    }
}

/// Whether the agent carries out a plan that was made by hand.
fn has_manual_plan(playback: &Playback, agent: AgentId) -> bool {
    let executer = playback.world().and_then(|world| component::<PlanExecuter>(world, agent));
    executer.is_some_and(|executer| executer.by_hand)
}

fn lines(setup: &SceneSetup, mind: &MindSummary, hidden: bool) -> (String, String) {
    let goal = mind.goal.map_or_else(|| "no goal".to_owned(), text::humanize);
    // "Sleep: sleeping in the cave" says the same twice.
    if let Some(action) = mind.action.filter(|action| mind.goal == Some(*action)) {
        return (doing(setup, action, mind.target), String::new());
    }
    let idle = match (hidden, mind.goal) {
        (true, _) => "hidden",
        (false, Some(_)) => "thinking",
        (false, None) => "idle",
    };
    let doing = mind.action.map(|action| doing(setup, action, mind.target));
    (goal, doing.unwrap_or_else(|| idle.to_owned()))
}

/// The agents that this one is noticing, with the level of each; four at most.
fn awareness_of<'a>(playback: &Playback, setup: &'a SceneSetup, agent: usize) -> Vec<(AwarenessBar, &'a AgentInfo)> {
    let all = awareness_bars(playback, setup, agent).into_iter();
    all.filter_map(|meter| Some((meter, setup.agents.get(meter.observed)?))).take(4).collect()
}

/// Above a head, or as close above it as other areas allow, or beside it; `None` where there is no room.
fn position(head: Pos2, size: bevy_egui::egui::Vec2, occupied: &[Rect], space: Rect, gap: f32) -> Option<Rect> {
    let mut rect = Rect::from_center_size(head - vec2(0.0, size.y * 0.5 + gap * 1.5), size);
    let inside = |rect: Rect| {
        let x = (space.left() + 2.0 - rect.left()).max(0.0) - (rect.right() - space.right() + 2.0).max(0.0);
        rect.translate(vec2(x, 0.0))
    };
    let clear = |mut rect: Rect, up: bool| {
        for _ in 0..12 {
            let Some(other) = occupied.iter().find(|other| other.intersects(rect.expand(gap * 0.5))) else { break };
            let down = if up { other.top() - gap - rect.bottom() } else { other.bottom() + gap - rect.top() };
            rect = rect.translate(vec2(0.0, down));
        }
        rect
    };
    rect = clear(inside(rect), true);
    if rect.top() < space.top() + 2.0 {
        // No room above: beside the head.
        rect = rect.translate(vec2(size.x * 0.5 + gap * 4.0, head.y - rect.center().y));
        rect = clear(inside(rect), false);
    }
    let fits = space.expand(1.0).contains_rect(rect) && !occupied.iter().any(|other| other.intersects(rect));
    fits.then_some(rect)
}

/// The kinds of the first items that an agent carries, as many as a plate shows.
fn carried_by(agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Vec<Label> {
    let things = &playback.now.things;
    let is_carried = |state: &ThingState| *state == ThingState::Item(ItemLocation::Carried(agent));
    let carried = things.states.iter().enumerate().filter(|(_, state)| is_carried(state));
    let named = carried.filter_map(|(number, _)| things.thing(&setup.level, ThingId(number as u16)));
    named.map(|thing| thing.name).take(MAX_CARRIED).collect()
}

impl Plate<'_> {
    const NAME: f32 = 15.0;
    const REST: f32 = 13.0;

    fn measure(&self, canvas: &Canvas) -> bevy_egui::egui::Vec2 {
        let icons = canvas.length(20.0) * self.carried.len() as f32;
        let name = canvas.measure(&self.player.name, Self::NAME) + vec2(canvas.length(20.0) + icons, 0.0);
        let mut size = name;
        for line in [&self.second, &self.third].into_iter().filter(|line| !line.is_empty()) {
            let line = canvas.measure(line, Self::REST);
            size = vec2(size.x.max(line.x), size.y + line.y);
        }
        let bars = canvas.length(BAR.1) * self.awareness_bars.len() as f32;
        size.x = if self.awareness_bars.is_empty() { size.x } else { size.x.max(canvas.length(BAR.0 + 34.0)) };
        size + vec2(canvas.length(18.0), canvas.length(7.0) + bars)
    }

    fn draw(&self, canvas: &Canvas, rect: Rect, game: &GameView) {
        let own = to_color32(self.player.colour);
        let strength = if self.gone.is_some() { 0.6 } else { 1.0 };
        let foot = pos2(self.head.x.clamp(rect.left() + 4.0, rect.right() - 4.0), rect.bottom());
        if foot.distance(self.head) > canvas.length(10.0) && rect.bottom() < self.head.y {
            canvas.painter.line_segment([foot, self.head], Stroke::new(1.5, own.gamma_multiply(0.8)));
        }
        canvas.plate(rect, Some(own), strength);
        if self.chosen {
            let ring = Stroke::new(1.5, GOLD);
            canvas.painter.rect_stroke(rect.expand(1.0), canvas.length(5.0), ring, StrokeKind::Outside);
        }
        let left = rect.left() + canvas.length(11.0);
        let mut top = rect.top() + canvas.length(3.0);
        let name_colour = if self.gone.is_some() { FAINT } else { readable(own) };
        let row = canvas.measure(&self.player.name, Self::NAME).y;
        let mark = pos2(left + canvas.length(6.0), top + row * 0.52);
        canvas.side_marker(self.player.mark, mark, canvas.length(5.5), own);
        let begin = pos2(left + canvas.length(17.0), top);
        let name = canvas.text(begin, Align2::LEFT_TOP, &self.player.name, Self::NAME, name_colour);
        for (index, kind) in self.carried.iter().enumerate() {
            let x = name.right() + canvas.length(14.0 + 20.0 * index as f32);
            (game.draw_carried)(canvas, *kind, pos2(x, name.center().y), canvas.length(8.0), GOLD);
        }
        top += row;
        let second = self.gone.map_or(INK, |departure| if departure.tone == Tone::Good { GREEN } else { RED });
        let colours: [Color32; 2] = [second, FAINT];
        for (line, colour) in [&self.second, &self.third].into_iter().zip(colours).filter(|(line, _)| !line.is_empty())
        {
            let drawn = canvas.text(pos2(left, top), Align2::LEFT_TOP, line, Self::REST, colour);
            top = drawn.bottom();
        }
        for (meter, player) in &self.awareness_bars {
            draw_meter(canvas, pos2(left, top), meter, player);
            top += canvas.length(BAR.1);
        }
    }
}

/// The width of an awareness bar and its height with spacing, in a window 720 points high.
const BAR: (f32, f32) = (64.0, 11.0);

/// An awareness bar: the observed agent's mark, the level, the thresholds as notches, and a sign for the stage.
fn draw_meter(canvas: &Canvas, at: Pos2, meter: &AwarenessBar, player: &AgentInfo) {
    let middle = at.y + canvas.length(BAR.1) * 0.5;
    let own = to_color32(player.colour);
    canvas.side_marker(player.mark, pos2(at.x + canvas.length(6.0), middle), canvas.length(4.0), own);
    let (left, width, half) = (at.x + canvas.length(16.0), canvas.length(BAR.0), canvas.length(2.8));
    let bar = |share: f32| {
        Rect::from_min_max(pos2(left, middle - half), pos2(left + width * share.clamp(0.0, 1.0), middle + half))
    };
    canvas.painter.rect_filled(bar(1.0), 1.5, Color32::from_black_alpha(170));
    let sure = meter.stage == AwarenessStage::Detected;
    let colour = if sure { RED } else { GOLD };
    let strength = if meter.in_view { 1.0 } else { 0.55 };
    canvas.painter.rect_filled(bar(meter.level), 1.5, colour.gamma_multiply(strength));
    for threshold in [meter.stages.0, meter.stages.1] {
        let x = left + width * threshold;
        let notch = [pos2(x, middle - half * 1.4), pos2(x, middle + half * 1.4)];
        canvas.painter.line_segment(notch, Stroke::new(1.0, Color32::from_white_alpha(150)));
    }
    let sign = pos2(left + width + canvas.length(5.0), middle);
    canvas.text(sign, Align2::LEFT_CENTER, meter.sign(), 11.0, colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_plates_and_nothing_else_of_the_hud_overlap() {
        let mut seed = 7u32;
        let mut chance = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 16_777_216.0
        };
        let mut shown = 0;
        for (width, height) in [(640.0, 360.0), (960.0, 540.0), (1280.0, 720.0)] {
            let space = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
            let hud = [
                Rect::from_min_size(pos2(10.0, 10.0), vec2(width * 0.15, height * 0.12)),
                Rect::from_min_size(pos2(width * 0.33, 10.0), vec2(width * 0.33, 30.0)),
                Rect::from_min_size(pos2(0.0, height - 16.0), vec2(width, 16.0)),
            ];
            for _ in 0..200 {
                let mut taken = hud.to_vec();
                for _ in 0..MAX_PLATES {
                    let head = pos2(chance() * width, chance() * height);
                    let size = vec2(60.0 + 140.0 * chance(), 20.0 + 35.0 * chance());
                    let Some(rect) = position(head, size, &taken, space, 4.0) else { continue };
                    assert!(taken.iter().all(|other| !other.intersects(rect)), "{rect:?} among {taken:?}");
                    assert!(space.expand(1.0).contains_rect(rect), "{rect:?} is outside");
                    shown += 1;
                    taken.push(rect);
                }
            }
        }
        assert!(shown > 3 * 200 * MAX_PLATES * 9 / 10, "only {shown} plates found room");
    }
}
