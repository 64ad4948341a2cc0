//! Caches the shapes of panel pages between redraws. Nobody reads more than a few versions of a page per second, so a page is
//! laid out several times a second and its shapes are shown again in the frames between. Pages that the user interacts with are laid
//! out every frame.
//!
//! Independent of: the content of a page.

use std::sync::Arc;

use bevy_egui::egui::{Context, Event, Id, LayerId, Rect, Ui, Vec2, epaint::ClippedShape};

/// The time between two redraws of a page about a running match, in seconds.
pub(super) const REFRESH_SECONDS: f64 = 0.1;
/// Only one page is redrawn per frame, unless another is older than its refresh time by this factor.
const MAX_AGE_FACTOR: f64 = 2.5;
/// All pages are live for this long after the user's last input, in seconds, so that animations come to rest.
const LIVE_AFTER_INPUT: f64 = 0.35;
/// A pointer this near to a page makes it live, in points.
const LIVE_MARGIN: f32 = 48.0;
/// A page is laid out this often before it is cached: egui tables find their column widths over several frames.
const WARM_UP_FRAMES: u32 = 3;

/// The shapes of a page.
#[derive(Clone)]
struct CachedPage {
    shapes: Vec<ClippedShape>,
    size: Vec2,
    key: PageKey,
    /// When the page was laid out, in seconds.
    time: f64,
    /// How many times in a row it was laid out for this key.
    layouts: u32,
}

/// What the shapes of a page depend on besides its content.
#[derive(Clone, Copy, PartialEq)]
struct PageKey {
    about: u64,
    layer: LayerId,
    area: Rect,
    clip: Rect,
    /// How often the atlas of glyphs had been made anew.
    fonts: u64,
}

/// State that all pages share in a frame.
#[derive(Clone, Copy, Debug, Default)]
struct RedrawBudget {
    /// The frame.
    pass: u64,
    /// Whether a page has been redrawn in it that could have waited.
    spent: bool,
    /// When the user last gave input, in seconds.
    last_input: f64,
    /// How full the atlas of glyphs is, 0 to 1, and how often it has been made anew: only then does it become less full.
    fill: f32,
    fonts: u64,
}

/// Lays out a page by `add`, or shows its cached shapes if they are younger than `refresh_seconds`. A changed `about` (for example
/// another agent) redraws at once.
pub(super) fn show_page(ui: &mut Ui, id: &'static str, about: u64, refresh_seconds: f64, add: impl FnOnce(&mut Ui)) {
    let (context, id) = (ui.ctx().clone(), Id::new(("page", id)));
    let key = PageKey {
        about,
        layer: ui.layer_id(),
        area: ui.available_rect_before_wrap(),
        clip: ui.clip_rect(),
        fonts: budget(&context).fonts,
    };
    let now = context.input(|input| input.time);
    let cached = context.data(|data| data.get_temp::<Arc<CachedPage>>(id)).filter(|page| page.key == key);
    if let Some(page) = &cached
        && page.layouts >= WARM_UP_FRAMES
        && !is_live(&context, key.clip)
        && !is_due(&context, (now - page.time) / refresh_seconds)
    {
        context.graphics_mut(|layers| {
            let list = layers.entry(key.layer);
            for ClippedShape { clip_rect, shape } in &page.shapes {
                list.add(*clip_rect, shape.clone());
            }
        });
        ui.allocate_space(page.size);
        return;
    }
    let begin = context.graphics(|layers| layers.get(key.layer).map_or(0, |list| list.next_idx().0));
    let top = ui.next_widget_position();
    add(ui);
    let size = ui.min_rect().max - top;
    let shapes = context.graphics(|layers| {
        let list = layers.get(key.layer);
        list.map_or_else(Vec::new, |list| list.all_entries().skip(begin).cloned().collect())
    });
    let layouts = cached.map_or(0, |page| page.layouts).saturating_add(1);
    context.data_mut(|data| data.insert_temp(id, Arc::new(CachedPage { shapes, size, key, time: now, layouts })));
}

/// Whether the user may interact with a page: keys and buttons make all pages live, the pointer the page under it.
fn is_live(context: &Context, rect: Rect) -> bool {
    let budget = budget(context);
    let now = context.input(|input| input.time);
    now - budget.last_input < LIVE_AFTER_INPUT
        || context.memory(|memory| memory.focused().is_some())
        || context.any_popup_open()
        || context.input(|input| input.pointer.latest_pos().is_some_and(|at| rect.expand(LIVE_MARGIN).contains(at)))
}

/// Whether a page must be redrawn in this frame. `age` is in units of its refresh time.
fn is_due(context: &Context, age: f64) -> bool {
    if age < 1.0 {
        return false;
    }
    let mut budget = budget(context);
    if budget.spent && age < MAX_AGE_FACTOR {
        return false;
    }
    budget.spent = true;
    context.data_mut(|data| data.insert_temp(Id::NULL, budget));
    true
}

/// The shared state of this frame.
fn budget(context: &Context) -> RedrawBudget {
    let mut budget = context.data(|data| data.get_temp::<RedrawBudget>(Id::NULL)).unwrap_or_default();
    let pass = context.cumulative_pass_nr();
    if budget.pass != pass {
        let (now, active) = context.input(|input| {
            let pressed =
                input.events.iter().any(|event| !matches!(event, Event::PointerMoved(_) | Event::MouseMoved(_)));
            (input.time, pressed || input.pointer.any_down())
        });
        let last_input = if active || budget.pass == 0 { now } else { budget.last_input };
        let fill = context.fonts(|fonts| fonts.font_atlas_fill_ratio());
        let fonts = budget.fonts + u64::from(fill < budget.fill);
        budget = RedrawBudget { pass, spent: false, last_input, fill, fonts };
        context.data_mut(|data| data.insert_temp(Id::NULL, budget));
    }
    budget
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use bevy_egui::egui::{CentralPanel, PointerButton, RawInput, pos2, vec2};

    use super::*;

    /// Two pages side by side, and how often each was laid out.
    struct TwoPages {
        context: Context,
        layouts: [Cell<u32>; 2],
        about: u64,
    }

    impl TwoPages {
        fn new() -> Self {
            Self { context: Context::default(), layouts: [Cell::new(0), Cell::new(0)], about: 0 }
        }

        /// Draws a frame and returns the number of triangles.
        fn frame(&self, time: f64, events: Vec<Event>) -> usize {
            let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
            let input = RawInput { time: Some(time), events, screen_rect, ..RawInput::default() };
            let mut output = self.context.run_ui(input, |ui| {
                CentralPanel::default().show(ui, |ui| {
                    for (number, id) in ["a", "b"].into_iter().enumerate() {
                        let left = 220.0 * number as f32;
                        let rect = Rect::from_min_size(pos2(left, 0.0), vec2(150.0, 300.0));
                        let mut ui = ui.new_child(bevy_egui::egui::UiBuilder::new().max_rect(rect));
                        ui.set_clip_rect(rect);
                        show_page(&mut ui, id, self.about, REFRESH_SECONDS, |ui| {
                            self.layouts[number].set(self.layouts[number].get() + 1);
                            ui.heading("text of a page");
                        });
                    }
                });
            });
            output.textures_delta.clear();
            let triangles = self.context.tessellate(output.shapes, 1.0);
            triangles
                .iter()
                .map(|part| match &part.primitive {
                    bevy_egui::egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
                    bevy_egui::egui::epaint::Primitive::Callback(_) => 0,
                })
                .sum()
        }

        fn layouts(&self) -> (u32, u32) {
            (self.layouts[0].take(), self.layouts[1].take())
        }

        /// Draws frames at 60 Hz without input; returns the time after them.
        fn idle(&self, from: f64, frames: u32) -> f64 {
            for frame in 0..frames {
                self.frame(from + f64::from(frame) / 60.0, Vec::new());
            }
            from + f64::from(frames) / 60.0
        }
    }

    #[test]
    fn an_idle_page_is_redrawn_several_times_a_second_and_looks_the_same_between() {
        let pages = TwoPages::new();
        let now = pages.idle(1.0, 60);
        pages.layouts();
        let full = pages.frame(now, Vec::new());
        let now = pages.idle(now, 59);
        let (a, b) = pages.layouts();
        assert!((6..=10).contains(&a) && (6..=10).contains(&b), "{a} and {b} redraws in a second");
        assert!(full > 20, "{full} triangles");
        for frame in 0..20 {
            assert_eq!(pages.frame(now + f64::from(frame) / 60.0, Vec::new()), full);
        }
    }

    #[test]
    fn pages_that_the_user_interacts_with_are_live() {
        let pages = TwoPages::new();
        let now = pages.idle(1.0, 60);
        // The pointer rests on the first page.
        pages.frame(now, vec![Event::PointerMoved(pos2(50.0, 50.0))]);
        pages.layouts();
        let now = pages.idle(now + 0.02, 60);
        let (a, b) = pages.layouts();
        assert!(a == 60 && b <= 10, "{a} and {b} redraws in a second");
        // A button is pressed outside both pages.
        pages.frame(now, vec![Event::PointerMoved(pos2(190.0, 250.0))]);
        let now = pages.idle(now + 0.02, 60);
        let at = pos2(190.0, 250.0);
        let press = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Default::default(),
        };
        pages.layouts();
        pages.frame(now, vec![press(true)]);
        pages.frame(now + 0.02, vec![press(false)]);
        assert_eq!(pages.layouts(), (2, 2));
    }

    #[test]
    fn a_page_about_something_else_is_redrawn_at_once() {
        let mut pages = TwoPages::new();
        let now = pages.idle(1.0, 60);
        pages.layouts();
        pages.about = 1;
        pages.frame(now, Vec::new());
        assert_eq!(pages.layouts(), (1, 1));
    }
}
