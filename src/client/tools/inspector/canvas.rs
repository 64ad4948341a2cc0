//! A diagram in a panel that can be panned and zoomed: drag to pan, scroll to zoom, double-click to switch between the whole
//! diagram and a readable size.

use bevy_egui::egui::{
    Align, Align2, Color32, CornerRadius, FontFamily, FontId, Painter, Pos2, Rect, Sense, Shape as Paint, Stroke,
    StrokeKind, Ui, Vec2, epaint::CubicBezierShape, pos2, text::LayoutJob, vec2,
};
use quarry_goap::graph::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape};
use quarry_minds::with_defaults;

use crate::client::tools::panels::theme::{PANEL_FILL, faint, small};
use crate::client::ui::INK;

/// The smallest and the largest zoom, in points per diagram unit.
const ZOOM_RANGE: (f32, f32) = (0.05, 3.0);
/// Edge labels wrap at this width, in diagram units, so that they stay clear of the boxes.
const LABEL_WIDTH: f32 = 132.0;
/// The empty space around a diagram, in diagram units.
const MARGIN: f32 = 24.0;
/// Text smaller than this is not drawn, in points.
const MIN_FONT_SIZE: f32 = 4.0;
/// The zoom at which text is comfortable to read.
const READABLE_ZOOM: f32 = 0.82;
/// A diagram that fits at less than its readable size may be enlarged up to this zoom, no further.
const MAX_FIT_ZOOM: f32 = 1.15;

with_defaults! {
/// The pan and zoom of a diagram in its panel.
#[derive(Clone, Copy, Debug)]
pub struct PanZoom {
    /// The diagram point at the centre of the panel.
    centre: (f32, f32) = (0.0, 0.0),
    /// Points per diagram unit.
    zoom: f32 = 1.0,
    /// The panel size that the diagram was last fitted to; `None` before the first fit.
    fitted_to: Option<Vec2>,
    /// Whether the user has panned or zoomed since; until then a resized panel fits the diagram again.
    moved: bool,
    /// Whether the last fit showed the whole diagram.
    whole: bool,
}
}

impl PanZoom {
    /// Shows the whole diagram in a panel of this size.
    fn fit(&mut self, diagram: &Diagram, panel: Vec2) {
        self.centre = (diagram.size.0 * 0.5, diagram.size.1 * 0.5);
        self.zoom = fit_zoom(diagram, panel);
        (self.fitted_to, self.moved, self.whole) = (Some(panel), false, true);
    }

    /// Shows the left end of the diagram at a readable size, or the whole diagram if that is readable.
    fn fit_start(&mut self, diagram: &Diagram, panel: Vec2) {
        self.fit(diagram, panel);
        if self.zoom < READABLE_ZOOM {
            (self.zoom, self.whole) = (READABLE_ZOOM, false);
            let visible = panel.x / self.zoom;
            if diagram.size.0 + MARGIN > visible {
                self.centre.0 = visible * 0.5 - MARGIN * 0.5;
            }
        }
    }

    /// Switches between the whole diagram and a readable size around `point`, in diagram units.
    fn toggle(&mut self, diagram: &Diagram, panel: Vec2, point: (f32, f32)) {
        if self.whole {
            (self.centre, self.zoom) = (point, READABLE_ZOOM.max(self.zoom));
            (self.moved, self.whole) = (true, false);
        } else {
            self.fit(diagram, panel);
        }
    }

    /// Fits the next diagram to the panel again.
    pub fn reset(&mut self) {
        self.fitted_to = None;
    }

    /// The diagram point at an offset from the centre of the panel.
    fn point_at(&self, offset: Vec2) -> (f32, f32) {
        (self.centre.0 + offset.x / self.zoom, self.centre.1 + offset.y / self.zoom)
    }
}

/// The zoom at which a whole diagram fits into a panel.
fn fit_zoom(diagram: &Diagram, panel: Vec2) -> f32 {
    let (width, height) = (diagram.size.0.max(1.0) + MARGIN, diagram.size.1.max(1.0) + MARGIN);
    (panel.x / width).min(panel.y / height).clamp(ZOOM_RANGE.0, MAX_FIT_ZOOM)
}

/// Draws a diagram into the rest of a panel: at first its left end at a readable size, or all of it if that is readable.
pub fn draw(ui: &mut Ui, diagram: &Diagram, pan_zoom: &mut PanZoom) {
    let size = ui.available_size().max(vec2(60.0, 60.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    if pan_zoom.fitted_to.is_none_or(|fitted| fitted != size && !pan_zoom.moved) {
        pan_zoom.fit_start(diagram, size);
    } else if response.double_clicked()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        pan_zoom.toggle(diagram, size, pan_zoom.point_at(pointer - rect.center()));
    }
    if response.dragged() {
        let moved = response.drag_delta() / pan_zoom.zoom;
        pan_zoom.centre = (pan_zoom.centre.0 - moved.x, pan_zoom.centre.1 - moved.y);
        pan_zoom.moved = true;
    }
    if let Some(pointer) = response.hover_pos() {
        let scrolled = ui.input(|input| input.smooth_scroll_delta.y);
        if scrolled != 0.0 {
            let before = pan_zoom.point_at(pointer - rect.center());
            pan_zoom.zoom = (pan_zoom.zoom * (scrolled * 0.003).exp()).clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
            pan_zoom.moved = true;
            // The point under the pointer stays there.
            let after = pan_zoom.point_at(pointer - rect.center());
            pan_zoom.centre = (pan_zoom.centre.0 + before.0 - after.0, pan_zoom.centre.1 + before.1 - after.1);
        }
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, Color32::from_rgb(9, 10, 14));
    let painter = DiagramPainter { painter, rect, pan_zoom: *pan_zoom };
    for edge in &diagram.edges {
        painter.edge(edge);
    }
    for node in &diagram.nodes {
        painter.node(node);
    }
    for edge in diagram.edges.iter().filter(|edge| !edge.label.is_empty()) {
        painter.label(edge);
    }
}

/// What the colours of a diagram mean, and what the mouse does.
pub fn legend(ui: &mut Ui, roles: &[(DiagramRole, &str)]) {
    for (role, word) in roles {
        ui.label(small(*word, colour(*role)));
    }
    ui.label(faint("drag to pan, scroll to zoom, double-click to fit"));
}

pub fn colour(role: DiagramRole) -> Color32 {
    let (red, green, blue) = role.colour();
    Color32::from_rgb(red, green, blue)
}

struct DiagramPainter {
    painter: Painter,
    rect: Rect,
    pan_zoom: PanZoom,
}

impl DiagramPainter {
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.rect.center() + vec2(x - self.pan_zoom.centre.0, y - self.pan_zoom.centre.1) * self.pan_zoom.zoom
    }

    fn stroke(&self, role: DiagramRole) -> Stroke {
        let width = if matches!(role, DiagramRole::Chosen | DiagramRole::Dead) { 2.2 } else { 1.3 };
        Stroke::new((width * self.pan_zoom.zoom).clamp(0.6, 3.0), colour(role))
    }

    fn font(&self, size: f32) -> Option<FontId> {
        let size = size * self.pan_zoom.zoom;
        // Whole sizes only: egui rasterises each size separately.
        (size >= MIN_FONT_SIZE).then(|| FontId::new(size.round().max(MIN_FONT_SIZE), FontFamily::Proportional))
    }

    fn edge(&self, edge: &DiagramEdge) {
        let stroke = self.stroke(edge.role);
        let points: Vec<Pos2> = edge.points.iter().map(|point| self.at(*point)).collect();
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
            if edge.role.is_dashed() {
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

    fn node(&self, node: &DiagramNode) {
        let low = self.at(node.at);
        let rect = Rect::from_min_size(low, vec2(node.size.0, node.size.1) * self.pan_zoom.zoom);
        if !rect.intersects(self.rect) {
            return;
        }
        let (stroke, fill) = (self.stroke(node.role), Color32::from_rgb(25, 28, 36));
        let outline: Vec<Pos2> = match node.shape {
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
        let corner = match node.shape {
            NodeShape::Round => (rect.height() * 0.5).min(15.0 * self.pan_zoom.zoom).clamp(0.0, 60.0) as u8,
            _ => 3,
        };
        if node.shape == NodeShape::Flag {
            self.painter.add(Paint::convex_polygon(outline.clone(), fill, Stroke::NONE));
        } else {
            self.painter.rect_filled(rect, CornerRadius::same(corner), fill);
        }
        if node.role.is_dashed() || node.shape == NodeShape::Flag {
            let mut closed = outline.clone();
            closed.extend(outline.first().copied());
            if node.role.is_dashed() {
                self.painter.extend(Paint::dashed_line(&closed, stroke, 5.0, 3.0));
            } else {
                self.painter.add(Paint::closed_line(outline, stroke));
            }
        } else {
            self.painter.rect_stroke(rect, CornerRadius::same(corner), stroke, StrokeKind::Middle);
        }
        let Some(font) = self.font(12.0) else { return };
        for (row, text) in std::iter::once(&node.title).chain(&node.rows).enumerate() {
            let (right, down) = Diagram::baseline(row);
            let ink = if row == 0 { colour(node.role) } else { INK.gamma_multiply(0.82) };
            let at = low + vec2(right, down + 2.5) * self.pan_zoom.zoom;
            self.painter.text(at, Align2::LEFT_BOTTOM, text, font.clone(), ink);
        }
    }

    fn label(&self, edge: &DiagramEdge) {
        let at = self.at(edge.label_at);
        let Some(font) = self.font(10.5).filter(|_| self.rect.contains(at)) else { return };
        let ink = if edge.role == DiagramRole::Dead { colour(DiagramRole::Dead) } else { INK.gamma_multiply(0.8) };
        let mut layout = LayoutJob::simple(edge.label.clone(), font, ink, LABEL_WIDTH * self.pan_zoom.zoom);
        layout.halign = Align::Center;
        let galley = self.painter.layout_job(layout);
        let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
        self.painter.rect_filled(rect.expand2(vec2(2.0, 0.0)), 2.0, PANEL_FILL.gamma_multiply(0.86));
        // A centred layout is anchored at its top centre.
        self.painter.galley(rect.center_top(), galley, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANEL: Vec2 = vec2(800.0, 400.0);

    fn visible(pan_zoom: &PanZoom) -> Rect {
        Rect::from_center_size(pos2(pan_zoom.centre.0, pan_zoom.centre.1), PANEL / pan_zoom.zoom)
    }

    fn diagram(size: (f32, f32)) -> Diagram {
        Diagram { size, ..Diagram::default() }
    }

    #[test]
    fn a_fitted_diagram_is_visible_from_edge_to_edge() {
        for size in [(100.0, 50.0), (700.0, 380.0), (3769.0, 534.0), (300.0, 4000.0)] {
            let mut pan_zoom = PanZoom::default();
            pan_zoom.fit(&diagram(size), PANEL);
            let all = Rect::from_min_size(pos2(0.0, 0.0), vec2(size.0, size.1));
            assert!(visible(&pan_zoom).contains_rect(all) && pan_zoom.zoom <= MAX_FIT_ZOOM, "{size:?}");
        }
    }

    #[test]
    fn a_large_search_starts_at_its_left_end_at_a_readable_size() {
        let mut pan_zoom = PanZoom::default();
        pan_zoom.fit_start(&diagram((3769.0, 534.0)), PANEL);
        let seen = visible(&pan_zoom);
        assert!(seen.contains(pos2(0.0, 267.0)) && !seen.contains(pos2(1200.0, 267.0)), "{seen}");
        assert!((pan_zoom.zoom - READABLE_ZOOM).abs() < 1e-6);
        pan_zoom.fit_start(&diagram((700.0, 380.0)), PANEL);
        assert!(pan_zoom.whole && visible(&pan_zoom).contains(pos2(700.0, 380.0)));
    }

    #[test]
    fn a_double_click_enlarges_the_point_and_a_second_one_fits_again() {
        let (wide, mut pan_zoom) = (diagram((3769.0, 534.0)), PanZoom::default());
        pan_zoom.fit(&wide, PANEL);
        pan_zoom.toggle(&wide, PANEL, (3000.0, 100.0));
        assert_eq!((pan_zoom.centre, pan_zoom.zoom), ((3000.0, 100.0), READABLE_ZOOM));
        pan_zoom.toggle(&wide, PANEL, (0.0, 0.0));
        assert!(pan_zoom.whole && visible(&pan_zoom).contains(pos2(0.0, 0.0)));
    }
}
