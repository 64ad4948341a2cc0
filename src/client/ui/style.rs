//! The shared style of text and icons over the 3D view: colours, sizes, plates, side symbols.

use bevy_egui::egui::{
    Align2, Color32, Context, CornerRadius, FontId, Id, LayerId, Order, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Visuals, pos2, vec2,
};

use super::gui::{free_area, text_size};
use crate::data::look::{AgentIcon, Rgb};

/// How much larger text is than the numbers of the layouts say.
const TEXT: f32 = 1.12;
/// The background of a plate behind text.
pub const PLATE: Color32 = Color32::from_rgba_premultiplied(11, 13, 18, 236);
pub const INK: Color32 = Color32::from_rgb(238, 232, 216);
/// Secondary text.
pub const FAINT: Color32 = Color32::from_rgb(170, 170, 172);
/// Goals, titles and highlights.
pub const GOLD: Color32 = Color32::from_rgb(240, 196, 92);
/// Failures and dangers.
pub const RED: Color32 = Color32::from_rgb(235, 92, 74);
pub const GREEN: Color32 = Color32::from_rgb(110, 214, 130);
/// The colours of curves (Okabe and Ito), which differ in lightness too.
pub const PALETTE: [Color32; 6] = [
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(204, 121, 167),
];

/// Sets the fill of widgets (inactive, hovered, pressed, open), the opacity of their outline and their corner radius.
pub fn style_widgets(visuals: &mut Visuals, fills: [Color32; 4], outline: u8, corner: u8) {
    let [inactive, hovered, pressed, open] = fills;
    let line = Color32::from_white_alpha(outline);
    for (widget, fill, line) in [
        (&mut visuals.widgets.noninteractive, Color32::TRANSPARENT, line),
        (&mut visuals.widgets.inactive, inactive, line),
        (&mut visuals.widgets.hovered, hovered, GOLD.gamma_multiply(0.7)),
        (&mut visuals.widgets.active, pressed, GOLD),
        (&mut visuals.widgets.open, open, GOLD.gamma_multiply(0.7)),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.2, INK);
        widget.corner_radius = CornerRadius::same(corner);
        widget.expansion = 0.0;
    }
    // egui fades disabled widgets towards this colour; a transparent one would hide them.
    visuals.widgets.noninteractive.weak_bg_fill = Color32::from_rgb(24, 26, 33);
}

/// The scale of menus and of the HUD of a played match: 1 in a window 720 points high.
pub fn scale(context: &Context, text_size: f32) -> f32 {
    let area = context.viewport_rect();
    ((area.height() / 720.0).min(area.width() / 1100.0) * text_size).clamp(0.5, 3.0)
}

/// An sRGB colour of the data as an egui colour.
pub fn to_color32((red, green, blue): Rgb) -> Color32 {
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0) as u8;
    Color32::from_rgb(byte(red), byte(green), byte(blue))
}

/// The least brightness of text on a plate, 0 to 255.
const READABLE: f32 = 150.0;

/// A lighter version of a colour that can be read on a plate.
pub fn readable(colour: Color32) -> Color32 {
    let [red, green, blue, _] = colour.to_array().map(|part| f32::from(part) * 0.72 + 255.0 * 0.28);
    let brightness = 0.3 * red + 0.6 * green + 0.1 * blue;
    // A dark colour is lifted further.
    let more = ((READABLE - brightness) / (255.0 - brightness).max(1.0)).clamp(0.0, 1.0);
    let lift = |part: f32| (part + (255.0 - part) * more) as u8;
    Color32::from_rgb(lift(red), lift(green), lift(blue))
}

/// A painter over the 3D view, with the area it may use and the scale of the window.
pub struct Canvas {
    /// The egui painter, clipped to `area`.
    pub painter: Painter,
    /// The part of the window that no panel covers, in points.
    pub area: Rect,
    /// 1 in a window 720 points high.
    pub scale: f32,
}

impl Canvas {
    /// A canvas on the layer `name`, in front of windows and menus if `above`, otherwise behind them.
    pub fn new(context: &Context, name: &str, above: bool) -> Self {
        let order = if above { Order::Foreground } else { Order::Background };
        let area = free_area(context);
        let scale = (context.viewport_rect().height() / 720.0).clamp(0.72, 2.5);
        let painter = context.layer_painter(LayerId::new(order, Id::new(name))).with_clip_rect(area);
        Self { painter, area, scale }
    }

    /// The font of this size in a window 720 points high, times [`TEXT`]; at least 10 points.
    pub fn font(&self, size: f32) -> FontId {
        FontId::proportional(text_size(size * self.scale * TEXT))
    }

    /// Scales a length given for a window 720 points high.
    pub fn length(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// Draws text with a shadow, so that it can be read over any background. Returns its rectangle.
    pub fn text(&self, at: Pos2, anchor: Align2, text: &str, size: f32, colour: Color32) -> Rect {
        let font = self.font(size);
        self.painter.text(at + vec2(1.0, 1.0), anchor, text, font.clone(), Color32::from_black_alpha(200));
        self.painter.text(at, anchor, text, font, colour)
    }

    pub fn measure(&self, text: &str, size: f32) -> bevy_egui::egui::Vec2 {
        self.painter.layout_no_wrap(text.to_owned(), self.font(size), INK).size()
    }

    /// The text, cut and ended by an ellipsis if it is wider than this.
    pub fn elided(&self, text: &str, size: f32, width: f32) -> String {
        if self.measure(text, size).x <= width {
            return text.to_owned();
        }
        let letters: Vec<char> = text.chars().collect();
        let cut = |count: usize| letters.iter().take(count).chain(&['…']).collect::<String>();
        let fits = (0..letters.len()).rev().find(|count| self.measure(&cut(*count), size).x <= width);
        cut(fits.unwrap_or(0))
    }

    /// Draws a plate behind text, with an optional coloured stripe at its left edge.
    pub fn plate(&self, rect: Rect, stripe: Option<Color32>, strength: f32) {
        let fade = |colour: Color32| colour.gamma_multiply(strength);
        let corner = self.length(5.0);
        self.painter.rect_filled(rect, corner, fade(PLATE));
        if let Some(stripe) = stripe {
            let bar = Rect::from_min_size(rect.min, vec2(self.length(3.5).max(2.0), rect.height()));
            self.painter.rect_filled(bar, corner * 0.5, fade(stripe));
        }
        self.painter.rect_stroke(rect, corner, Stroke::new(1.0, Color32::from_white_alpha(22)), StrokeKind::Inside);
    }

    /// Draws a bar that is filled up to a share from 0 to 1, with a dark rim.
    pub fn bar(&self, rect: Rect, share: f32, fill: Color32) {
        self.painter.rect_filled(rect, self.length(3.0), Color32::from_black_alpha(190));
        let filled = rect.with_max_x(rect.left() + rect.width() * share.clamp(0.0, 1.0));
        self.painter.rect_filled(filled.shrink(1.5), self.length(2.0), fill);
    }

    /// Draws the symbol of a side around a point.
    pub fn side_marker(&self, mark: AgentIcon, at: Pos2, radius: f32, colour: Color32) {
        let corner = |x: f32, y: f32| pos2(at.x + x * radius, at.y + y * radius);
        let outline = Stroke::new(1.0, Color32::from_black_alpha(220));
        let points = match mark {
            AgentIcon::Circle => {
                self.painter.circle(at, radius * 0.92, colour, outline);
                return;
            }
            AgentIcon::Triangle => vec![corner(-1.0, -0.8), corner(1.0, -0.8), corner(0.0, 1.0)],
            AgentIcon::Square => vec![corner(-0.8, -0.8), corner(0.8, -0.8), corner(0.8, 0.8), corner(-0.8, 0.8)],
            AgentIcon::Diamond => vec![corner(0.0, -1.1), corner(1.1, 0.0), corner(0.0, 1.1), corner(-1.1, 0.0)],
        };
        self.painter.add(Shape::convex_polygon(points, colour, outline));
    }
}
