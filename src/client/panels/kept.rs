//! Pages of panels as they were last written. Nobody reads more than a few versions of a page in a second, so a page is written
//! anew several times a second and shown again as it is in the frames between; what a person is busy with is live.
//!
//! Must not know: what is on a page.

use std::sync::Arc;

use bevy_egui::egui::{
    Context, Event, Id, LayerId, Rect, Ui, Vec2,
    epaint::{ClippedShape, TextureAtlas, mutex::Mutex},
};

/// For how many seconds a page holds that tells of a running match.
pub(super) const HOLDS: f64 = 0.1;
/// How many times as long it may wait for its turn: one page is written in a frame, unless one has waited so long.
const WAITS: f64 = 2.5;
/// How many seconds after a person was last busy with pages all of them are live: what moves comes to rest meanwhile.
const BUSY: f64 = 0.35;
/// A pointer so near to a page is about to use it, in points.
const NEAR: f32 = 48.0;
/// How often a page is written before it is kept: tables find their widths by being written.
const SETTLES: u32 = 3;

/// A page as it was written.
#[derive(Clone)]
struct CachedPage {
    shapes: Vec<ClippedShape>,
    /// How large it came out.
    size: Vec2,
    /// What it was written for.
    place: PageKey,
    at: f64,
    /// How often it was written for that, one time after the other.
    times: u32,
}

/// What a page is written for: where it is, whom it is about, and the letters it is written with.
#[derive(Clone)]
struct PageKey {
    about: u64,
    layer: LayerId,
    room: Rect,
    clip: Rect,
    letters: Arc<Mutex<TextureAtlas>>,
}

impl PageKey {
    fn is(&self, other: &Self) -> bool {
        let same = (self.about, self.layer, self.room, self.clip) == (other.about, other.layer, other.room, other.clip);
        same && Arc::ptr_eq(&self.letters, &other.letters)
    }
}

/// What pages have in common in a frame.
#[derive(Clone, Copy, Debug, Default)]
struct RedrawBudget {
    /// The frame.
    pass: u64,
    /// Whether a page has been written in it that could have waited.
    taken: bool,
    /// When a person was last busy with pages.
    busy: f64,
}

/// Writes a page by `add`, or shows it again as it was written, for `holds` seconds. `about` tells apart what it may be about.
pub(super) fn page(ui: &mut Ui, id: &'static str, about: u64, holds: f64, add: impl FnOnce(&mut Ui)) {
    let (context, key) = (ui.ctx().clone(), Id::new(("page", id)));
    let place = PageKey {
        about,
        layer: ui.layer_id(),
        room: ui.available_rect_before_wrap(),
        clip: ui.clip_rect(),
        letters: context.fonts(|fonts| fonts.texture_atlas()),
    };
    let now = context.input(|input| input.time);
    let known = context.data(|data| data.get_temp::<Arc<CachedPage>>(key)).filter(|page| page.place.is(&place));
    if let Some(page) = &known
        && page.times >= SETTLES
        && !is_live(&context, place.clip)
        && !is_due(&context, (now - page.at) / holds)
    {
        context.graphics_mut(|layers| {
            let list = layers.entry(place.layer);
            for ClippedShape { clip_rect, shape } in &page.shapes {
                list.add(*clip_rect, shape.clone());
            }
        });
        ui.allocate_space(page.size);
        return;
    }
    let begin = context.graphics(|layers| layers.get(place.layer).map_or(0, |list| list.next_idx().0));
    let top = ui.next_widget_position();
    add(ui);
    let size = ui.min_rect().max - top;
    let shapes = context.graphics(|layers| {
        let list = layers.get(place.layer);
        list.map_or_else(Vec::new, |list| list.all_entries().skip(begin).cloned().collect())
    });
    let times = known.map_or(0, |page| page.times).saturating_add(1);
    context.data_mut(|data| data.insert_temp(key, Arc::new(CachedPage { shapes, size, place, at: now, times })));
}

/// Whether a person may be busy with a page: keys and buttons mean all pages, the pointer the one it is at.
fn is_live(context: &Context, rect: Rect) -> bool {
    let turn = turn(context);
    let now = context.input(|input| input.time);
    now - turn.busy < BUSY
        || context.memory(|memory| memory.focused().is_some() || memory.any_popup_open())
        || context.input(|input| input.pointer.latest_pos().is_some_and(|at| rect.expand(NEAR).contains(at)))
}

/// Whether a page is to be written anew whose age is so many times as long as it holds: one in a frame, unless it is old.
fn is_due(context: &Context, age: f64) -> bool {
    if age < 1.0 {
        return false;
    }
    let mut turn = turn(context);
    if turn.taken && age < WAITS {
        return false;
    }
    turn.taken = true;
    context.data_mut(|data| data.insert_temp(Id::NULL, turn));
    true
}

/// What pages have in common, of this frame.
fn turn(context: &Context) -> RedrawBudget {
    let mut turn = context.data(|data| data.get_temp::<RedrawBudget>(Id::NULL)).unwrap_or_default();
    let pass = context.cumulative_pass_nr();
    if turn.pass != pass {
        let (now, busy) = context.input(|input| {
            let asked =
                input.events.iter().any(|event| !matches!(event, Event::PointerMoved(_) | Event::MouseMoved(_)));
            (input.time, asked || input.pointer.any_down())
        });
        turn = RedrawBudget { pass, taken: false, busy: if busy || turn.pass == 0 { now } else { turn.busy } };
        context.data_mut(|data| data.insert_temp(Id::NULL, turn));
    }
    turn
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use bevy_egui::egui::{CentralPanel, PointerButton, RawInput, pos2, vec2};

    use super::*;

    /// A frame with two pages beside each other, at a time, with what came in; how often each was written.
    struct TwoPages {
        context: Context,
        written: [Cell<u32>; 2],
        about: u64,
    }

    impl TwoPages {
        fn new() -> Self {
            Self { context: Context::default(), written: [Cell::new(0), Cell::new(0)], about: 0 }
        }

        /// Lets a frame pass; how many triangles it came to.
        fn frame(&self, time: f64, events: Vec<Event>) -> usize {
            let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)));
            let input = RawInput { time: Some(time), events, screen_rect, ..RawInput::default() };
            let output = self.context.run(input, |context| {
                CentralPanel::default().show(context, |ui| {
                    for (number, id) in ["a", "b"].into_iter().enumerate() {
                        let left = 220.0 * number as f32;
                        let rect = Rect::from_min_size(pos2(left, 0.0), vec2(150.0, 300.0));
                        let mut ui = ui.new_child(bevy_egui::egui::UiBuilder::new().max_rect(rect));
                        ui.set_clip_rect(rect);
                        page(&mut ui, id, self.about, HOLDS, |ui| {
                            self.written[number].set(self.written[number].get() + 1);
                            ui.heading("words of a page");
                        });
                    }
                });
            });
            let triangles = self.context.tessellate(output.shapes, 1.0);
            triangles
                .iter()
                .map(|part| match &part.primitive {
                    bevy_egui::egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
                    bevy_egui::egui::epaint::Primitive::Callback(_) => 0,
                })
                .sum()
        }

        fn written(&self) -> (u32, u32) {
            (self.written[0].take(), self.written[1].take())
        }

        /// Sixty frames a second for a while, with nobody busy; returns when it ended.
        fn rest(&self, from: f64, frames: u32) -> f64 {
            for frame in 0..frames {
                self.frame(from + f64::from(frame) / 60.0, Vec::new());
            }
            from + f64::from(frames) / 60.0
        }
    }

    #[test]
    fn a_page_at_rest_is_written_some_times_a_second_and_looks_the_same_between() {
        let desk = TwoPages::new();
        let now = desk.rest(1.0, 60);
        desk.written();
        let full = desk.frame(now, Vec::new());
        let now = desk.rest(now, 59);
        let (a, b) = desk.written();
        assert!((6..=10).contains(&a) && (6..=10).contains(&b), "{a} and {b} times in a second");
        assert!(full > 20, "{full} triangles");
        for frame in 0..20 {
            assert_eq!(desk.frame(now + f64::from(frame) / 60.0, Vec::new()), full);
        }
    }

    #[test]
    fn what_a_person_is_busy_with_is_live() {
        let desk = TwoPages::new();
        let now = desk.rest(1.0, 60);
        // The pointer comes to the first page and stays.
        desk.frame(now, vec![Event::PointerMoved(pos2(50.0, 50.0))]);
        desk.written();
        let now = desk.rest(now + 0.02, 60);
        let (a, b) = desk.written();
        assert!(a == 60 && b <= 10, "{a} and {b} times in a second");
        // Somewhere else a button is pressed: all may change.
        desk.frame(now, vec![Event::PointerMoved(pos2(190.0, 250.0))]);
        let now = desk.rest(now + 0.02, 60);
        let at = pos2(190.0, 250.0);
        let press = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Default::default(),
        };
        desk.written();
        desk.frame(now, vec![press(true)]);
        desk.frame(now + 0.02, vec![press(false)]);
        assert_eq!(desk.written(), (2, 2));
    }

    #[test]
    fn a_page_about_something_else_is_written_at_once() {
        let mut desk = TwoPages::new();
        let now = desk.rest(1.0, 60);
        desk.written();
        desk.about = 1;
        desk.frame(now, Vec::new());
        assert_eq!(desk.written(), (1, 1));
    }
}
