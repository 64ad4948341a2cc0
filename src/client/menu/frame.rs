//! How menus look: dark plates, gold where one is, large words. The same colours as the words over a match.

use bevy_egui::egui::{
    Align, Area, Color32, Context, FontFamily, FontId, Frame, Id, LayerId, Layout, Margin, Mesh, Order, Pos2, Rect,
    ScrollArea, Shape, Stroke, Style, TextStyle, Ui, pos2, style::ScrollStyle, vec2,
};

use crate::client::style::{GOLD, INK, style_widgets};

/// The style of all widgets of a menu.
pub fn dress(style: &mut Style, scale: f32) {
    let size = |points: f32| (points * scale).max(10.0);
    let font = |points: f32| FontId::new(size(points), FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Heading, font(30.0)),
        (TextStyle::Body, font(17.0)),
        (TextStyle::Button, font(20.0)),
        (TextStyle::Small, font(13.5)),
        (TextStyle::Monospace, FontId::new(size(16.0), FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = vec2(10.0 * scale, 7.0 * scale);
    style.spacing.button_padding = vec2(14.0 * scale, 5.0 * scale);
    style.spacing.interact_size.y = 30.0 * scale;
    style.spacing.slider_width = 220.0 * scale;
    style.spacing.scroll = scroll_bar(scale);
    style.interaction.selectable_labels = false;
    let visuals = &mut style.visuals;
    visuals.override_text_color = Some(INK);
    visuals.selection.bg_fill = Color32::from_rgb(110, 84, 30);
    visuals.selection.stroke = Stroke::new(1.0, GOLD);
    visuals.slider_trailing_fill = true;
    let fills = [(26, 27, 31, 200), (52, 45, 30, 230), (78, 62, 30, 240), (52, 45, 30, 230)];
    let fills = fills.map(|(red, green, blue, alpha)| Color32::from_rgba_premultiplied(red, green, blue, alpha));
    style_widgets(visuals, fills, 22, 4);
}

/// A narrow bar that has its own space beside what is scrolled, and is bright only where it is used.
fn scroll_bar(scale: f32) -> ScrollStyle {
    let wide = (6.0 * scale).max(4.0);
    ScrollStyle {
        bar_width: wide,
        floating_width: wide,
        floating_allocated_width: wide * 2.0,
        bar_outer_margin: 0.0,
        dormant_background_opacity: 0.25,
        active_background_opacity: 0.25,
        interact_background_opacity: 0.4,
        dormant_handle_opacity: 0.3,
        active_handle_opacity: 0.3,
        interact_handle_opacity: 0.7,
        ..ScrollStyle::floating()
    }
}

/// Darkens the picture behind a menu, most at the left.
pub fn shade(context: &Context, strength: f32) {
    let painter = context.layer_painter(LayerId::new(Order::Middle, Id::new("menu shade")));
    let space = context.screen_rect();
    let (left, right) = (
        Color32::from_rgba_unmultiplied(5, 6, 10, (250.0 * strength) as u8),
        Color32::from_rgba_unmultiplied(5, 6, 10, (150.0 * strength) as u8),
    );
    let mut mesh = Mesh::default();
    for (at, colour) in [
        (space.left_top(), left),
        (space.right_top(), right),
        (space.right_bottom(), right),
        (space.left_bottom(), left),
    ] {
        mesh.colored_vertex(at, colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(Shape::mesh(mesh));
}

/// A page: a column of this width (in a window 720 points high) at the left, or in the middle, that scrolls where it is
/// higher than the window.
pub fn page(context: &Context, name: &str, width: f32, scale: f32, in_middle: bool, add: impl FnOnce(&mut Ui)) {
    let space = context.screen_rect();
    let margin = 28.0 * scale;
    let width = (width * scale).min(space.width() - 2.0 * margin);
    let left = if in_middle {
        space.center().x - width * 0.5
    } else {
        space.left() + (64.0 * scale).min(space.width() * 0.06)
    };
    let top = space.top() + margin;
    let high = space.height() - 2.0 * margin;
    Area::new(Id::new(name)).order(Order::Foreground).fixed_pos(pos2(left, top)).show(context, |ui| {
        dress(ui.style_mut(), scale);
        ui.set_width(width);
        // Left to itself, an area offers no more height than it had in the picture before.
        ui.set_max_height(high);
        Frame::new()
            .fill(Color32::from_rgba_premultiplied(9, 10, 14, 214))
            .stroke(Stroke::new(1.0, Color32::from_white_alpha(20)))
            .corner_radius(8)
            .inner_margin(Margin::same((18.0 * scale) as i8))
            .show(ui, |ui| {
                ui.set_width(width - 36.0 * scale);
                ScrollArea::vertical().max_height(high - 36.0 * scale).auto_shrink([false, true]).show(ui, |ui| {
                    ui.with_layout(Layout::top_down(Align::Min), add);
                });
            });
    });
}

/// The name of the game, written large with a line of gold under it.
pub fn name_of_the_game(ui: &mut Ui, scale: f32) {
    let letters = ["Q", "U", "A", "R", "R", "Y"];
    let size = 64.0 * scale;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size * 1.15), bevy_egui::egui::Sense::hover());
    let font = FontId::new(size, FontFamily::Proportional);
    let mut x = rect.left();
    for letter in letters {
        let at: Pos2 = pos2(x, rect.top());
        let galley = ui.painter().layout_no_wrap(letter.to_owned(), font.clone(), INK);
        let wide = galley.size().x;
        ui.painter().galley(at, galley, INK);
        x += wide + size * 0.16;
    }
    let line =
        Rect::from_min_max(pos2(rect.left() + 2.0, rect.bottom() - 3.0 * scale), pos2(x - size * 0.16, rect.bottom()));
    ui.painter().rect_filled(line, 0.0, GOLD);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::RawInput;

    use super::*;
    use crate::client::style::scale;

    /// Draws a page of buttons in windows of these heights, one picture each, and says whether all of it was in sight.
    fn whole_in(heights: &[f32]) -> Vec<bool> {
        let context = Context::default();
        let mut whole = Vec::new();
        for high in heights {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(high * 16.0 / 9.0, *high));
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            let _ = context.run(input, |context| {
                page(context, "tall", 400.0, scale(context, 1.0), true, |ui| {
                    let buttons = [0; 14].map(|_| ui.button("a row").rect);
                    let seen = ui.clip_rect();
                    whole.push(buttons.iter().all(|rect| seen.y_range().contains(rect.center().y)));
                });
            });
        }
        whole
    }

    #[test]
    fn a_page_takes_the_height_it_needs_also_where_the_window_has_grown() {
        let whole = whole_in(&[720.0, 720.0, 720.0, 216.0, 216.0, 2160.0, 2160.0, 2160.0]);
        assert!(whole[2] && whole[7], "{whole:?}");
    }
}
