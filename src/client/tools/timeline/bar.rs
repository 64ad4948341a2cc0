//! Draws the timeline: ruler, markers, one lane per mind and the playhead; handles the mouse.

use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Sense, Shape as Drawn, Stroke, TextStyle, Ui, pos2, vec2,
};
use quarry_minds::protocol::{AgentId, Label};

use super::{Axis, GoalSpan, Timeline, TimelineTracks, Zoom};
use crate::client::session::{MarkerKind, MarkerShape, Playback, SceneSetup};
use crate::client::tools::panels::theme::RAISED_FILL;
use crate::client::ui::{FAINT, GOLD, INK, format_clock, humanize, readable, to_color32};

/// What the mouse did on the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BarResponse {
    pub seek: Option<u32>,
    /// Whether a drag of the playhead has just begun (true) or ended.
    pub dragging: Option<bool>,
    /// The agent whose name was clicked.
    pub selected: Option<AgentId>,
}

/// The axis of a running match is at least this long, in seconds.
const MIN_LENGTH: f32 = 60.0;
/// So many lanes are shown in any case, if there are so many agents.
const MIN_LANES: usize = 16;
/// How near to a marker the mouse must be, in points.
const HOVER_DISTANCE: f32 = 4.0;

struct BarPainter<'a> {
    painter: Painter,
    axis: Axis,
    font: FontId,
    scale: f32,
    playback: &'a Playback,
}

pub fn draw(
    ui: &mut Ui,
    timeline: &mut Timeline,
    playback: &Playback,
    setup: &SceneSetup,
    selected: Option<AgentId>,
    scale: f32,
) -> BarResponse {
    let mut response_out = BarResponse::default();
    let (ruler, row) = (15.0 * scale, 17.0 * scale);
    let room = ui.available_height() - ruler - row - 4.0 * scale;
    let shown = lanes(playback, setup, selected, ((room / (13.0 * scale)) as usize).max(MIN_LANES));
    let lanes = shown.len().max(1) as f32;
    let lane = (room / lanes).clamp(13.0 * scale, 20.0 * scale);
    // Takes all free space, since a panel shrinks to its content.
    let high = (ruler + row + lane * lanes + 2.0 * scale).max(ui.available_height());
    let size = vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let font = TextStyle::Small.resolve(ui.style());
    let names = shown.iter().filter_map(|agent| setup.agents.get(*agent));
    let names = names.map(|player| ui.painter().layout_no_wrap(player.name.clone(), font.clone(), INK));
    let aside = names.map(|text| text.size().x).fold(40.0 * scale, f32::max) + 22.0 * scale;
    let (first, last) = playback.span();
    let whole = (
        first as f32,
        (last as f32).max(if playback.recorded().is_some() { 0.0 } else { MIN_LENGTH * playback.rate() }),
    );
    let plot = Rect::from_min_max(pos2(rect.left() + aside, rect.top()), rect.max);
    zoom_and_scroll(ui, &response, plot, whole, &mut timeline.zoom);
    let axis = Axis { range: timeline.zoom.range(whole), points: (plot.left() + 4.0, plot.right() - 6.0 * scale) };
    let pen = BarPainter { painter: ui.painter_at(rect), axis, font, scale, playback };

    pen.ruler(plot, ruler);
    let events = Rect::from_min_size(pos2(plot.left(), plot.top() + ruler), vec2(plot.width(), row));
    pen.painter.rect_filled(events, 2.0, RAISED_FILL);
    pen.name(rect.left(), events, "events", FAINT);
    let pointer = response.hover_pos();
    let pointed = pen.marks(timeline, events, pointer);
    let mut tip = pointed.first().map(|(_, words)| words.clone());
    for (number, agent) in shown.into_iter().enumerate() {
        let Some(player) = setup.agents.get(agent) else { continue };
        let agent = AgentId(agent as u16);
        let top = events.bottom() + 1.0 + lane * number as f32;
        let rect_of = Rect::from_min_size(pos2(plot.left(), top), vec2(plot.width(), lane - 2.0 * scale));
        let colour = readable(to_color32(player.colour));
        pen.name(rect.left(), rect_of, &player.name, colour);
        pen.lane(&timeline.tracks, agent, rect_of);
        if let Some(at) = pointer.filter(|at| (top..top + lane).contains(&at.y)) {
            if at.x < plot.left() && response.clicked() {
                response_out.selected = Some(agent);
            } else if at.x >= plot.left() {
                tip = pen.describe(&timeline.tracks, agent, &player.name, axis.tick(at.x) as u32).or(tip);
            }
        }
    }
    pen.unplayed(plot);
    pen.playhead(plot, ruler);

    let on_plot = |at: Pos2| at.x >= plot.left() - 4.0;
    if let Some(at) = response.interact_pointer_pos().filter(|at| on_plot(*at)) {
        let snapped = pointed.first().filter(|_| response.clicked()).map(|(tick, _)| *tick);
        if response.dragged() || response.clicked() {
            response_out.seek = Some(snapped.unwrap_or(axis.tick(at.x).round() as u32));
        }
        if response.drag_started() {
            response_out.dragging = Some(true);
        }
    }
    if response.drag_stopped() {
        response_out.dragging = Some(false);
    }
    if let (Some(at), false) = (pointer.filter(|at| on_plot(*at)), response.dragged()) {
        let time = format_clock(axis.tick(at.x) / playback.rate());
        response.on_hover_text_at_pointer(tip.map_or(time.clone(), |tip| format!("{time}  {tip}")));
    }
    response_out
}

/// The agents with a lane: all minds, or if there are more than `most`, those in play about the selected one.
fn lanes(playback: &Playback, setup: &SceneSetup, selected: Option<AgentId>, most: usize) -> Vec<usize> {
    let minds = setup.agents.iter().enumerate().filter(|(_, info)| info.thinks).map(|(agent, _)| agent);
    let minds: Vec<usize> = minds.collect();
    if minds.len() <= most {
        return minds;
    }
    let selected = selected.map_or(0, |agent| usize::from(agent.0));
    let in_play = |agent: usize| playback.now.agents.get(agent).is_some_and(|frame| frame.gone.is_none());
    let shown: Vec<usize> = minds.into_iter().filter(|agent| *agent == selected || in_play(*agent)).collect();
    let before = shown.iter().position(|agent| *agent >= selected).unwrap_or(0);
    let first = before.saturating_sub(most / 2).min(shown.len().saturating_sub(most));
    shown.into_iter().skip(first).take(most).collect()
}

/// The wheel zooms, or scrolls when it is moved sideways; a double click shows the whole match.
fn zoom_and_scroll(ui: &Ui, response: &Response, plot: Rect, whole: (f32, f32), zoom: &mut Zoom) {
    let Some(at) = response.hover_pos() else { return };
    let wheel = ui.input(|input| input.smooth_scroll_delta);
    let axis = Axis { range: zoom.range(whole), points: (plot.left(), plot.right()) };
    if wheel.y != 0.0 {
        zoom.zoom(axis.tick(at.x), 1.005f32.powf(wheel.y), whole);
    }
    if wheel.x != 0.0 {
        zoom.scroll(-wheel.x / plot.width().max(1.0) * (axis.range.1 - axis.range.0), whole);
    }
    if response.double_clicked() {
        zoom.reset();
    }
}

impl BarPainter<'_> {
    fn inside(&self, tick: u32) -> bool {
        (self.axis.range.0..=self.axis.range.1).contains(&(tick as f32))
    }

    fn ruler(&self, plot: Rect, height: f32) {
        let rate = self.playback.rate();
        let step = self.axis.step(rate, 62.0 * self.scale);
        let first = (self.axis.range.0 / rate / step as f32).ceil() as u32;
        for number in first.. {
            let seconds = number * step;
            let x = self.axis.x(seconds as f32 * rate);
            if x > plot.right() {
                break;
            }
            let line = Stroke::new(1.0, Color32::from_white_alpha(20));
            self.painter.line_segment([pos2(x, plot.top() + height * 0.7), pos2(x, plot.bottom())], line);
            let at = pos2(x + 3.0, plot.top());
            self.painter.text(at, Align2::LEFT_TOP, format_clock(seconds as f32), self.font.clone(), FAINT);
        }
    }

    fn name(&self, left: f32, row: Rect, name: &str, colour: Color32) {
        let at = pos2(left + 2.0, row.center().y);
        self.painter.text(at, Align2::LEFT_CENTER, name, self.font.clone(), colour);
    }

    /// Draws the markers; returns those under the mouse, nearest first.
    fn marks(&self, timeline: &Timeline, row: Rect, pointer: Option<Pos2>) -> Vec<(u32, String)> {
        let mut pointed: Vec<(f32, u32, String)> = Vec::new();
        let size = row.height() * 0.3;
        let pointer = pointer.filter(|pointer| row.expand(3.0).contains(*pointer));
        for (kind, marks) in timeline.shown_marks() {
            let first = marks.partition_point(|mark| (mark.tick as f32) < self.axis.range.0);
            for mark in marks.iter().skip(first).take_while(|mark| self.inside(mark.tick)) {
                let at = pos2(self.axis.x(mark.tick as f32), row.center().y);
                symbol(&self.painter, kind.shape, at, size, kind.colour);
                let near = pointer.map(|pointer| (pointer.x - at.x).abs());
                if let Some(near) = near.filter(|near| *near <= HOVER_DISTANCE * self.scale + size) {
                    pointed.push((near, mark.tick, mark.words.clone()));
                }
            }
        }
        pointed.sort_by(|a, b| a.0.total_cmp(&b.0));
        pointed.into_iter().map(|(_, tick, words)| (tick, words)).collect()
    }

    fn lane(&self, tracks: &TimelineTracks, agent: AgentId, row: Rect) {
        self.painter.rect_filled(row, 2.0, Color32::from_white_alpha(6));
        let (until, range) = (self.playback.played_until(), self.axis.range);
        let spans = tracks.lanes.get(usize::from(agent.0)).map(Vec::as_slice).unwrap_or_default();
        let from = spans.partition_point(|span| span.to.unwrap_or(until) < range.0 as u32);
        for span in spans.iter().skip(from).take_while(|span| span.from as f32 <= range.1) {
            self.span(tracks, span, until, row);
        }
        if let Some(gone) = tracks.gone.get(&agent).filter(|gone| self.inside(**gone)) {
            let x = self.axis.x(*gone as f32);
            symbol(&self.painter, MarkerShape::Cross, pos2(x, row.center().y), row.height() * 0.3, FAINT);
        }
    }

    fn span(&self, tracks: &TimelineTracks, span: &GoalSpan, until: u32, row: Rect) {
        let to = span.to.unwrap_or(until.max(span.from + 1));
        let (left, right) = (self.axis.x(span.from as f32).max(row.left()), self.axis.x(to as f32).min(row.right()));
        let Some(goal) = span.goal else { return };
        let rect = Rect::from_min_max(pos2(left, row.top()), pos2((right - 1.0).max(left + 1.0), row.bottom()));
        let colour = goal_colour(tracks, goal);
        self.painter.rect_filled(rect, 1.5, colour.gamma_multiply(0.72));
        if rect.width() > 26.0 * self.scale && row.height() >= 11.0 * self.scale {
            let clipped = self.painter.with_clip_rect(rect.intersect(self.painter.clip_rect()));
            let at = pos2(left + 3.0, row.center().y);
            clipped.text(
                at + vec2(1.0, 1.0),
                Align2::LEFT_CENTER,
                humanize(goal),
                self.font.clone(),
                Color32::from_black_alpha(190),
            );
            clipped.text(at, Align2::LEFT_CENTER, humanize(goal), self.font.clone(), Color32::WHITE);
        }
    }

    fn describe(&self, tracks: &TimelineTracks, agent: AgentId, name: &str, tick: u32) -> Option<String> {
        let span = tracks.span_at(agent, tick)?;
        let goal = span.goal.map_or_else(|| "no goal".to_owned(), humanize);
        let action = span.action_at(tick).map_or_else(String::new, |action| format!(", action: {}", humanize(action)));
        let length =
            self.playback.seconds_at(span.to.unwrap_or(self.playback.played_until()).saturating_sub(span.from));
        let relevance = span.relevance as f32 / 1000.0;
        Some(format!("{name}: {goal} (relevance {relevance:.1}, {length:.1} s){action}"))
    }

    /// Darkens the part of a recording that has not been simulated yet.
    fn unplayed(&self, plot: Rect) {
        let until = self.playback.played_until() as f32;
        if self.playback.recorded().is_some() && until < self.axis.range.1 {
            let left = self.axis.x(until).max(plot.left());
            let veil = Rect::from_min_max(pos2(left, plot.top()), plot.max);
            self.painter.rect_filled(veil, 0.0, Color32::from_black_alpha(90));
        }
    }

    fn playhead(&self, plot: Rect, ruler: f32) {
        let tick = self.playback.now.tick;
        if !self.inside(tick) {
            return;
        }
        let x = self.axis.x(tick as f32);
        let colour = if self.playback.is_newest() { INK } else { GOLD };
        self.painter.line_segment([pos2(x, plot.top()), pos2(x, plot.bottom())], Stroke::new(1.6, colour));
        let (half, tip) = (5.0 * self.scale, plot.top() + ruler);
        let points = vec![pos2(x - half, tip - half * 1.7), pos2(x + half, tip - half * 1.7), pos2(x, tip)];
        self.painter.add(Drawn::convex_polygon(points, colour, Stroke::NONE));
    }
}

/// The colour of a goal, the same throughout a match.
pub fn goal_colour(tracks: &TimelineTracks, goal: Label) -> Color32 {
    let number = tracks.goals.iter().position(|known| *known == goal).unwrap_or(0);
    // The golden ratio spreads any number of hues evenly.
    let hue = (number as f32 * 0.618_034 + 0.08).fract();
    bevy_egui::egui::ecolor::Hsva::new(hue, 0.55, 0.72, 1.0).into()
}

/// Draws the symbol of a marker, centred on a point.
pub fn symbol(painter: &Painter, shape: MarkerShape, at: Pos2, size: f32, colour: Color32) {
    let to = |x: f32, y: f32| pos2(at.x + x * size, at.y + y * size);
    let thick = Stroke::new((size * 0.5).max(1.4), colour);
    let filled = |points: Vec<Pos2>| {
        painter.add(Drawn::convex_polygon(points, colour, Stroke::new(0.8, Color32::from_black_alpha(170))));
    };
    match shape {
        MarkerShape::Cross => {
            painter.line_segment([to(-0.9, -0.9), to(0.9, 0.9)], thick);
            painter.line_segment([to(-0.9, 0.9), to(0.9, -0.9)], thick);
        }
        MarkerShape::Up => filled(vec![to(-1.0, 0.9), to(0.0, -1.0), to(1.0, 0.9)]),
        MarkerShape::Down => filled(vec![to(-1.0, -0.9), to(1.0, -0.9), to(0.0, 1.0)]),
        MarkerShape::Diamond => filled(vec![to(0.0, -1.1), to(1.0, 0.0), to(0.0, 1.1), to(-1.0, 0.0)]),
        MarkerShape::Square => filled(vec![to(-0.8, -0.8), to(0.8, -0.8), to(0.8, 0.8), to(-0.8, 0.8)]),
        MarkerShape::Disc => drop(painter.circle_filled(at, size * 0.8, colour)),
        MarkerShape::Ring => drop(painter.circle_stroke(at, size * 0.8, Stroke::new((size * 0.4).max(1.2), colour))),
        MarkerShape::Stroke => drop(painter.line_segment([to(0.0, -1.1), to(0.0, 1.1)], Stroke::new(1.4, colour))),
        MarkerShape::Flag => {
            painter.line_segment([to(-0.7, -1.3), to(-0.7, 1.4)], Stroke::new(1.4, colour));
            filled(vec![to(-0.7, -1.3), to(1.1, -0.6), to(-0.7, 0.1)]);
        }
    }
}

/// The symbol of a kind, for the menu.
pub fn legend(ui: &mut Ui, kind: MarkerKind, scale: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0) * scale, Sense::hover());
    symbol(ui.painter(), kind.shape, rect.center(), 4.6 * scale, kind.colour);
}
