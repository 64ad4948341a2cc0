//! The frame that all menu pages share: the style of their widgets, the darkened background, a scrolling column, the focus, and
//! what the usual buttons do.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::egui::{
    Align, Area, Color32, Context, FontFamily, FontId, Frame, Id, Key, LayerId, Layout, Margin, Mesh, Order, Pos2,
    Rect, ScrollArea, Sense, Shape, Stroke, Style, TextStyle, Ui, pos2, style::ScrollStyle, vec2,
};

use super::{MenuCommand, navigation};
use crate::client::input::{devices::RebindState, settings::Settings};
use crate::client::session::{InitialFocus, LeaveTarget, MenuPage, MenuStack};
use crate::client::sound::PlayCue;
use crate::client::ui::gui::text_size;
use crate::client::ui::{GOLD, Gui, INK, scale, style_widgets};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageLayout {
    /// Names the page's area.
    pub name: &'static str,
    /// The width in a window 720 points high.
    pub width: f32,
    /// Whether it lies in the middle of the window; otherwise at the left.
    pub centred: bool,
    /// How dark the picture behind it gets, 0 to 1.
    pub shade: f32,
}

impl PageLayout {
    /// A page in the middle of the window.
    pub const fn centred(name: &'static str, width: f32) -> Self {
        Self { name, width, centred: true, shade: 0.88 }
    }

    /// A page at the left of the window, beside the picture.
    pub const fn at_left(name: &'static str, width: f32) -> Self {
        Self { name, width, centred: false, shade: 0.8 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuAction {
    Open(MenuPage),
    Back,
    Send(MenuCommand),
    /// Leave the match: at once if nothing is lost, otherwise after confirmation.
    Leave(LeaveTarget),
}

/// What every page needs: the toolkit, the stack of pages, the settings, and where its commands and sounds go.
#[derive(SystemParam)]
pub struct MenuUi<'w, 's> {
    gui: Gui<'w, 's>,
    pub menu: ResMut<'w, MenuStack>,
    /// The settings. Write only what has changed: a write saves them.
    pub settings: ResMut<'w, Settings>,
    /// Whether a new button for an action is waited for.
    pub rebind: ResMut<'w, RebindState>,
    commands: MessageWriter<'w, MenuCommand>,
    sounds: MessageWriter<'w, PlayCue>,
}

impl MenuUi<'_, '_> {
    pub fn page(&self) -> Option<MenuPage> {
        self.menu.page()
    }

    /// Draws a page and moves the focus in it. `add` is given the settings and the scale of lengths; returns what it returns, and
    /// `None` if there is no window.
    pub fn show<T>(
        &mut self,
        layout: PageLayout,
        add: impl FnOnce(&mut Ui, &mut ResMut<Settings>, f32) -> T,
    ) -> Option<T> {
        let context = self.gui.context()?;
        let scale = scale(context, self.settings.accessibility.text_size);
        navigation::restore_focus(context);
        darken(context, layout.shade);
        let mut answer = None;
        page(context, layout, scale, |ui| answer = Some(add(ui, &mut self.settings, scale)));
        let initial = std::mem::take(&mut self.menu.initial_focus);
        navigation::navigate(context, initial, !self.rebind.busy());
        let focus = context.memory(|memory| memory.focused());
        if initial == InitialFocus::Keep && focus != self.menu.focus && focus.is_some() && self.menu.focus.is_some() {
            self.sounds.write(PlayCue::plain("ui_move".into()));
        }
        if focus != self.menu.focus {
            self.menu.focus = focus;
        }
        answer
    }

    pub fn sound(&mut self, name: &str) {
        self.sounds.write(PlayCue::plain(name.into()));
    }

    /// Does what a button asks for, with its sound. `unsaved` says whether leaving would lose the match's recording.
    pub fn perform(&mut self, action: MenuAction, unsaved: bool) {
        self.sound(if action == MenuAction::Back { "ui_back" } else { "ui_click" });
        self.carry_out(action, unsaved);
    }

    /// The same without a sound.
    pub fn carry_out(&mut self, action: MenuAction, unsaved: bool) {
        match action {
            MenuAction::Open(page) => self.menu.open(page),
            MenuAction::Back => self.menu.back(),
            MenuAction::Send(command) => drop(self.commands.write(command)),
            MenuAction::Leave(target) if unsaved => self.menu.open(MenuPage::Leave(target)),
            MenuAction::Leave(target) => drop(self.commands.write(MenuCommand::Leave(target))),
        }
    }
}

fn apply_style(style: &mut Style, scale: f32) {
    let font = |points: f32| FontId::proportional(text_size(points * scale));
    style.text_styles = [
        (TextStyle::Heading, font(30.0)),
        (TextStyle::Body, font(17.0)),
        (TextStyle::Button, font(20.0)),
        (TextStyle::Small, font(13.5)),
        (TextStyle::Monospace, FontId::monospace(text_size(16.0 * scale))),
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

/// A narrow scroll bar beside the content, faint until the pointer is on it.
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

/// Darkens the picture behind a page, most at the left.
fn darken(context: &Context, strength: f32) {
    let painter = context.layer_painter(LayerId::new(Order::Middle, Id::new("menu background")));
    let area = context.viewport_rect();
    let (left, right) = (
        Color32::from_rgba_unmultiplied(5, 6, 10, (250.0 * strength) as u8),
        Color32::from_rgba_unmultiplied(5, 6, 10, (150.0 * strength) as u8),
    );
    let mut mesh = Mesh::default();
    for (at, colour) in
        [(area.left_top(), left), (area.right_top(), right), (area.right_bottom(), right), (area.left_bottom(), left)]
    {
        mesh.colored_vertex(at, colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(Shape::mesh(mesh));
}

/// A column that scrolls if it is higher than the window.
fn page(context: &Context, layout: PageLayout, scale: f32, add: impl FnOnce(&mut Ui)) {
    let screen = context.viewport_rect();
    let margin = 28.0 * scale;
    let width = (layout.width * scale).min(screen.width() - 2.0 * margin);
    let left = if layout.centred {
        screen.center().x - width * 0.5
    } else {
        screen.left() + (64.0 * scale).min(screen.width() * 0.06)
    };
    let height = screen.height() - 2.0 * margin;
    let corner = pos2(left, screen.top() + margin);
    Area::new(Id::new(layout.name)).order(Order::Foreground).fixed_pos(corner).show(context, |ui| {
        apply_style(ui.style_mut(), scale);
        ui.set_width(width);
        // Without this, an area offers no more height than it had in the last frame.
        ui.set_max_height(height);
        Frame::new()
            .fill(Color32::from_rgba_premultiplied(9, 10, 14, 214))
            .stroke(Stroke::new(1.0, Color32::from_white_alpha(20)))
            .corner_radius(8)
            .inner_margin(Margin::same((18.0 * scale) as i8))
            .show(ui, |ui| {
                ui.set_width(width - 36.0 * scale);
                ScrollArea::vertical().max_height(height - 36.0 * scale).auto_shrink([false, true]).show(ui, |ui| {
                    ui.with_layout(Layout::top_down(Align::Min), add);
                });
            });
    });
}

/// Lets the up and down arrows scroll a page of text, which has only one button to focus.
pub fn scroll_by_arrow_keys(ui: &mut Ui, scale: f32) {
    let steps = ui.input(|input| input.num_presses(Key::ArrowUp) as f32 - input.num_presses(Key::ArrowDown) as f32);
    if steps != 0.0 {
        ui.scroll_with_delta(vec2(0.0, steps * 80.0 * scale));
    }
}

/// The game's name in large letters, underlined in gold.
pub fn logo(ui: &mut Ui, scale: f32) {
    let letters = ["Q", "U", "A", "R", "R", "Y"];
    let size = 64.0 * scale;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size * 1.15), Sense::hover());
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

    const LAYOUT: PageLayout = PageLayout::centred("tall", 400.0);

    /// Draws a page of 14 buttons in windows of these heights, one frame each, and says whether all of it was visible.
    fn all_visible_in(heights: &[f32]) -> Vec<bool> {
        let context = Context::default();
        let mut visible = Vec::new();
        for height in heights {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(height * 16.0 / 9.0, *height));
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            context
                .run_ui(input, |ui| {
                    let context = ui.ctx();
                    page(context, LAYOUT, scale(context, 1.0), |ui| {
                        let buttons = [0; 14].map(|_| ui.button("a row").rect);
                        let clip = ui.clip_rect();
                        visible.push(buttons.iter().all(|rect| clip.y_range().contains(rect.center().y)));
                    });
                })
                .textures_delta
                .clear();
        }
        visible
    }

    #[test]
    fn a_page_takes_the_height_it_needs_also_after_the_window_has_grown() {
        let visible = all_visible_in(&[720.0, 720.0, 720.0, 216.0, 216.0, 2160.0, 2160.0, 2160.0]);
        assert!(visible[2] && visible[7], "{visible:?}");
    }

    #[test]
    fn a_page_that_comes_up_in_a_small_window_shows_its_heading() {
        let context = Context::default();
        let mut top = f32::NAN;
        for frame in 0..4 {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(384.0, 216.0));
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            context
                .run_ui(input, |ui| {
                    let context = ui.ctx();
                    navigation::restore_focus(context);
                    page(context, LAYOUT, scale(context, 1.0), |ui| {
                        top = ui.label("How to play").rect.top() - ui.clip_rect().top();
                        for _ in 0..30 {
                            ui.label("A line of text.");
                        }
                        crate::client::menu::widgets::button(ui, "Back");
                    });
                    let initial = if frame == 0 { InitialFocus::First } else { InitialFocus::Keep };
                    navigation::navigate(context, initial, true);
                })
                .textures_delta
                .clear();
        }
        assert!(top >= 0.0, "the heading is {top} points above the page's edge");
    }
}
