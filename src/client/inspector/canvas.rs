//! A drawing in a panel: dragged to move it, the wheel to come nearer, a double click to see all of it, and another to see it at a
//! size to read.

use bevy_egui::egui::{
    Align, Align2, Color32, CornerRadius, FontFamily, FontId, Painter, Pos2, Rect, Sense, Shape as Paint, Stroke,
    StrokeKind, Ui, Vec2, epaint::CubicBezierShape, pos2, text::LayoutJob, vec2,
};

use crate::{
    client::{panels::theme::PANEL_FILL, style::INK},
    goap::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape},
};

/// How near and how far a drawing may be, as a factor.
const ZOOM: (f32, f32) = (0.05, 3.0);
/// How wide a label of a line is before it goes on in another row, in units of the drawing: it stays clear of boxes.
const LABEL: f32 = 132.0;
/// The space around a drawing, in its own units.
const MARGIN: f32 = 24.0;
/// Letters smaller than this are not drawn, in points.
const LEGIBLE: f32 = 4.0;
/// How far away a drawing is at most when it is first seen: its letters can be read. What does not fit is dragged into view.
const READ: f32 = 0.82;

/// Where one looks at a drawing from.
#[derive(Clone, Copy, Debug)]
pub struct PanZoom {
    /// The point of the drawing in the middle.
    middle: (f32, f32),
    zoom: f32,
    /// Whether the drawing has been fitted into its place.
    fitted: bool,
    /// Whether all of it is seen, however small.
    whole: bool,
}

impl Default for PanZoom {
    fn default() -> Self {
        Self { middle: (0.0, 0.0), zoom: 1.0, fitted: false, whole: false }
    }
}

impl PanZoom {
    /// Sees all of a drawing in a place of this size, or where that would be too small to read, the end where it begins (or, where
    /// that matters more, where it leads); small drawings are not blown up.
    fn fit(&mut self, drawing: &Diagram, room: Vec2, end: bool) {
        let (width, height) = (drawing.size.0.max(1.0) + MARGIN, drawing.size.1.max(1.0) + MARGIN);
        let all = (room.x / width).min(room.y / height).clamp(ZOOM.0, 1.15);
        self.whole = self.whole || all >= READ;
        self.zoom = if self.whole { all } else { READ };
        let seen = room / self.zoom;
        // Along an axis on which there is no room for all of it, one end is seen.
        let along = |size: f32, seen: f32, end: bool| match (size + MARGIN > seen + 0.5, end) {
            (false, _) => size * 0.5,
            (true, false) => seen * 0.5 - MARGIN * 0.5,
            (true, true) => size - seen * 0.5 + MARGIN * 0.5,
        };
        self.middle = (along(drawing.size.0, seen.x, end), drawing.size.1 * 0.5);
        self.fitted = true;
    }

    /// Fits the next drawing anew.
    pub fn forget(&mut self) {
        (self.fitted, self.whole) = (false, false);
    }
}

/// Draws a drawing into what is left of a panel; `end` is whether it is first seen at its right end, where not all of it fits.
pub fn draw(ui: &mut Ui, drawing: &Diagram, pan_zoom: &mut PanZoom, end: bool) {
    let size = ui.available_size().max(vec2(60.0, 60.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    if response.double_clicked() {
        pan_zoom.whole = !pan_zoom.whole;
        pan_zoom.fit(drawing, rect.size(), end);
    } else if !pan_zoom.fitted {
        pan_zoom.fit(drawing, rect.size(), end);
    }
    if response.dragged() {
        let moved = response.drag_delta() / pan_zoom.zoom;
        pan_zoom.middle = (pan_zoom.middle.0 - moved.x, pan_zoom.middle.1 - moved.y);
    }
    if let Some(pointer) = response.hover_pos() {
        let turned = ui.input(|input| input.smooth_scroll_delta.y);
        if turned != 0.0 {
            let before = (pointer - rect.center()) / pan_zoom.zoom;
            pan_zoom.zoom = (pan_zoom.zoom * (turned * 0.003).exp()).clamp(ZOOM.0, ZOOM.1);
            // What is under the pointer stays there.
            let after = (pointer - rect.center()) / pan_zoom.zoom;
            pan_zoom.middle = (pan_zoom.middle.0 + before.x - after.x, pan_zoom.middle.1 + before.y - after.y);
        }
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, Color32::from_rgb(9, 10, 14));
    let page = DrawingPainter { painter, rect, pan_zoom: *pan_zoom };
    for line in &drawing.edges {
        page.line(line);
    }
    for block in &drawing.nodes {
        page.block(block);
    }
    for line in drawing.edges.iter().filter(|line| !line.label.is_empty()) {
        page.label(line);
    }
}

/// A colour of the drawing.
pub fn colour(role: DiagramRole) -> Color32 {
    let (red, green, blue) = role.colour();
    Color32::from_rgb(red, green, blue)
}

struct DrawingPainter {
    painter: Painter,
    rect: Rect,
    pan_zoom: PanZoom,
}

impl DrawingPainter {
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.rect.center() + vec2(x - self.pan_zoom.middle.0, y - self.pan_zoom.middle.1) * self.pan_zoom.zoom
    }

    fn stroke(&self, role: DiagramRole) -> Stroke {
        let width = if matches!(role, DiagramRole::Chosen | DiagramRole::Dead) { 2.2 } else { 1.3 };
        Stroke::new((width * self.pan_zoom.zoom).clamp(0.6, 3.0), colour(role))
    }

    fn font(&self, size: f32) -> Option<FontId> {
        let size = size * self.pan_zoom.zoom;
        // Whole sizes, so that few are made.
        (size >= LEGIBLE).then(|| FontId::new(size.round().max(LEGIBLE), FontFamily::Proportional))
    }

    fn line(&self, line: &DiagramEdge) {
        let stroke = self.stroke(line.role);
        let points: Vec<Pos2> = line.points.iter().map(|point| self.at(*point)).collect();
        let bounds = points.iter().fold(Rect::NOTHING, |all, point| all.union(Rect::from_pos(*point)));
        if !bounds.expand(4.0).intersects(self.rect) {
            return;
        }
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let bend = vec2((to.x - from.x) * 0.5, 0.0);
            let curve = CubicBezierShape::from_points_stroke(
                [from, from + bend, to - bend, to],
                false,
                Color32::TRANSPARENT,
                stroke,
            );
            if line.role.is_dashed() {
                let points = curve.flatten(Some(0.6));
                self.painter.extend(Paint::dashed_line(&points, stroke, 5.0, 3.0));
            } else {
                self.painter.add(curve);
            }
        }
        if let [.., before, end] = points[..] {
            let back = if before.x > end.x { 1.0 } else { -1.0 } * (8.0 * self.pan_zoom.zoom).clamp(3.0, 10.0);
            let half = back.abs() * 0.5;
            let corners = vec![end, pos2(end.x + back, end.y - half), pos2(end.x + back, end.y + half)];
            self.painter.add(Paint::convex_polygon(corners, stroke.color, Stroke::NONE));
        }
    }

    fn block(&self, block: &DiagramNode) {
        let low = self.at(block.at);
        let rect = Rect::from_min_size(low, vec2(block.size.0, block.size.1) * self.pan_zoom.zoom);
        if !rect.intersects(self.rect) {
            return;
        }
        let (stroke, fill) = (self.stroke(block.role), Color32::from_rgb(25, 28, 36));
        let outline: Vec<Pos2> = match block.shape {
            NodeShape::Flag => {
                let tip = (12.0 * self.pan_zoom.zoom).min(rect.width() * 0.4);
                vec![
                    rect.left_top(),
                    pos2(rect.right() - tip, rect.top()),
                    rect.right_center(),
                    pos2(rect.right() - tip, rect.bottom()),
                    rect.left_bottom(),
                ]
            }
            _ => vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()],
        };
        let corner = match block.shape {
            NodeShape::Round => (rect.height() * 0.5).min(15.0 * self.pan_zoom.zoom).clamp(0.0, 60.0) as u8,
            _ => 3,
        };
        if block.shape == NodeShape::Flag {
            self.painter.add(Paint::convex_polygon(outline.clone(), fill, Stroke::NONE));
        } else {
            self.painter.rect_filled(rect, CornerRadius::same(corner), fill);
        }
        if block.role.is_dashed() || block.shape == NodeShape::Flag {
            let mut closed = outline.clone();
            closed.extend(outline.first().copied());
            if block.role.is_dashed() {
                self.painter.extend(Paint::dashed_line(&closed, stroke, 5.0, 3.0));
            } else {
                self.painter.add(Paint::closed_line(outline, stroke));
            }
        } else {
            self.painter.rect_stroke(rect, CornerRadius::same(corner), stroke, StrokeKind::Middle);
        }
        let Some(font) = self.font(12.0) else { return };
        for (row, text) in std::iter::once(&block.title).chain(&block.rows).enumerate() {
            let (right, down) = Diagram::baseline(row);
            let ink = if row == 0 { colour(block.role) } else { INK.gamma_multiply(0.82) };
            let at = low + vec2(right, down + 2.5) * self.pan_zoom.zoom;
            self.painter.text(at, Align2::LEFT_BOTTOM, text, font.clone(), ink);
        }
    }

    fn label(&self, line: &DiagramEdge) {
        let at = self.at(line.label_at);
        let Some(font) = self.font(10.5).filter(|_| self.rect.contains(at)) else { return };
        let ink = if line.role == DiagramRole::Dead { colour(DiagramRole::Dead) } else { INK.gamma_multiply(0.8) };
        let mut words = LayoutJob::simple(line.label.clone(), font, ink, LABEL * self.pan_zoom.zoom);
        words.halign = Align::Center;
        let galley = self.painter.layout_job(words);
        let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
        self.painter.rect_filled(rect.expand2(vec2(2.0, 0.0)), 2.0, PANEL_FILL.gamma_multiply(0.86));
        // Centred words are placed by their middle.
        self.painter.galley(rect.center_top(), galley, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(size: (f32, f32), end: bool, whole: bool) -> (PanZoom, Rect) {
        let (drawing, room) = (Diagram { size, ..Diagram::default() }, vec2(800.0, 400.0));
        let mut pan_zoom = PanZoom { whole, ..PanZoom::default() };
        pan_zoom.fit(&drawing, room, end);
        (pan_zoom, Rect::from_center_size(pos2(pan_zoom.middle.0, pan_zoom.middle.1), room / pan_zoom.zoom))
    }

    #[test]
    fn a_drawing_is_first_seen_whole_or_at_a_size_to_read() {
        let all = |size: (f32, f32)| Rect::from_min_size(pos2(0.0, 0.0), vec2(size.0, size.1));
        for size in [(100.0, 50.0), (700.0, 380.0), (900.0, 300.0)] {
            let (pan_zoom, rect) = seen(size, false, false);
            assert!(rect.contains_rect(all(size)) && pan_zoom.zoom <= 1.15, "{size:?}: {rect}");
        }
        let wide = (3769.0, 534.0);
        let ((_, left), (_, right), (pan_zoom, whole)) =
            (seen(wide, false, false), seen(wide, true, false), seen(wide, false, true));
        assert!(left.contains(pos2(0.0, 267.0)) && !left.contains(pos2(1200.0, 267.0)), "{left}");
        assert!(right.contains(pos2(wide.0, 267.0)) && (right.width() - 800.0 / READ).abs() < 0.1, "{right}");
        assert!(whole.contains_rect(all(wide)) && pan_zoom.zoom < 0.3, "{whole}");
    }
}
