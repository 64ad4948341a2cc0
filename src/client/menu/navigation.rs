//! Going about in a menu by arrow keys and pad: down and up a row, left and right within one; from the last row down along it
//! and round.

use bevy_egui::egui::{Context, EventFilter, Id, Key, Rect, Response};

/// What of a page can be chosen, in the order it was drawn in.
type FocusTargets = Vec<(Id, Rect)>;

/// Adds a widget to what can be chosen; the arrow keys are this room's while it is.
pub fn add(response: &Response) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    response.ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    response.ctx.data_mut(|data| {
        let places: &mut FocusTargets = data.get_temp_mut_or_default(list());
        places.push((response.id, response.rect));
    });
}

/// Chooses another widget of the page that has been drawn, where an arrow key asks for one and is `free` for it.
pub fn walk(context: &Context, free: bool) {
    let places: FocusTargets =
        context.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<FocusTargets>(list())));
    let (focused, pressed) = (context.memory(|memory| memory.focused()), context.input(pressed));
    let Some(way) = pressed else { return };
    let next = match focused.and_then(|focused| places.iter().position(|(id, _)| *id == focused)) {
        Some(from) if free => next(&places, from, way),
        // Something that is no part of the page keeps its keys.
        _ if focused.is_some() => None,
        _ => Some(0).filter(|_| free),
    };
    let next = next.and_then(|next| places.get(next)).map(|(id, _)| *id);
    if let Some(id) = next {
        context.memory_mut(|memory| memory.request_focus(id));
    }
    // What has only just been chosen does not yet keep the arrow keys from the toolkit, which would go on by a row of its own.
    if let Some(id) = next.or(focused) {
        context.data_mut(|data| data.insert_temp(stays(), id));
    }
}

/// Chooses again what the last arrow key chose, whatever the toolkit has made of that key since. Before a page is drawn.
pub fn stay(context: &Context) {
    let Some(chosen) = context.data(|data| data.get_temp::<Id>(stays())) else { return };
    context.data_mut(|data| data.remove::<Id>(stays()));
    context.memory_mut(|memory| {
        if memory.focused() != Some(chosen) {
            memory.request_focus(chosen);
        }
    });
}

fn stays() -> Id {
    Id::new("what an arrow key has chosen in a menu")
}

fn list() -> Id {
    Id::new("what can be chosen in a menu")
}

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NavDirection {
    Down,
    Up,
    Left,
    Right,
}

fn pressed(input: &bevy_egui::egui::InputState) -> Option<NavDirection> {
    let ways = [
        (Key::ArrowDown, NavDirection::Down),
        (Key::ArrowUp, NavDirection::Up),
        (Key::ArrowLeft, NavDirection::Left),
        (Key::ArrowRight, NavDirection::Right),
    ];
    ways.into_iter().find(|(key, _)| input.num_presses(*key) > 0).map(|(_, way)| way)
}

/// The place one comes to from another.
fn next(places: &FocusTargets, from: usize, way: NavDirection) -> Option<usize> {
    let (_, here) = places.get(from)?;
    let (middle, half) = (here.center(), here.height() * 0.5);
    let ahead = |rect: &Rect| match way {
        NavDirection::Down => rect.center().y - middle.y,
        NavDirection::Up => middle.y - rect.center().y,
        NavDirection::Left => middle.x - rect.center().x,
        NavDirection::Right => rect.center().x - middle.x,
    };
    let beside = |rect: &Rect| match way {
        NavDirection::Down | NavDirection::Up => (rect.center().x - middle.x).abs(),
        NavDirection::Left | NavDirection::Right => (rect.center().y - middle.y).abs(),
    };
    let upright = matches!(way, NavDirection::Down | NavDirection::Up);
    let there = places
        .iter()
        .enumerate()
        .filter(|(_, (_, rect))| if upright { ahead(rect) > half } else { ahead(rect) > 1.0 && beside(rect) < half });
    // The nearest row first, and in it the nearest place.
    let nearest = there.clone().map(|(_, (_, rect))| ahead(rect)).min_by(f32::total_cmp);
    let Some(nearest) = nearest else {
        // From the last row on along the last row, and so round.
        let count = places.len();
        return match way {
            NavDirection::Down => Some((from + 1) % count),
            NavDirection::Up => Some((from + count - 1) % count),
            NavDirection::Left | NavDirection::Right => None,
        };
    };
    let row = there.filter(|(_, (_, rect))| !upright || ahead(rect) < nearest + half);
    let score = |rect: &Rect| if upright { beside(rect) } else { ahead(rect) };
    row.min_by(|(_, (_, a)), (_, (_, b))| score(a).total_cmp(&score(b))).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{CentralPanel, Event, Modifiers, RawInput, pos2, vec2};

    use super::*;

    /// A page of settings: a row of tabs at the left, sliders at the right below it, two buttons at the left at the end.
    fn page() -> FocusTargets {
        let spots = [(0.0, 0.0), (60.0, 0.0), (120.0, 0.0), (300.0, 40.0), (300.0, 70.0), (0.0, 120.0), (80.0, 120.0)];
        let place = |(number, (x, y)): (usize, (f32, f32))| {
            (Id::new(number), Rect::from_min_size(pos2(x, y), vec2(50.0, 20.0)))
        };
        spots.into_iter().enumerate().map(place).collect()
    }

    #[test]
    fn going_down_alone_reaches_every_row_and_goes_on_along_the_last() {
        let (page, mut at, mut way) = (page(), 0, vec![0]);
        for _ in 0..6 {
            at = next(&page, at, NavDirection::Down).unwrap();
            way.push(at);
        }
        assert_eq!(way, [0, 3, 4, 6, 0, 3, 4]);
        assert_eq!(next(&page, 3, NavDirection::Up), Some(2), "the nearest tab");
    }

    #[test]
    fn left_and_right_stay_in_the_row() {
        let page = page();
        assert_eq!(next(&page, 0, NavDirection::Right), Some(1));
        assert_eq!(next(&page, 2, NavDirection::Right), None);
        assert_eq!(next(&page, 3, NavDirection::Left), None, "a slider keeps its keys");
        assert_eq!(next(&page, 6, NavDirection::Left), Some(5));
    }

    /// Draws a column of buttons once for each of these presses and once more, and says which one was chosen after each.
    fn chosen_by(keys: &[Option<Key>]) -> Vec<Option<usize>> {
        let context = Context::default();
        let press = |key: &Key| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::default(),
        };
        let mut chosen = Vec::new();
        for key in keys.iter().chain([&None]) {
            let input = RawInput { events: key.iter().map(press).collect(), ..RawInput::default() };
            let _ = context.run(input, |context| {
                stay(context);
                let focused = context.memory(|memory| memory.focused());
                CentralPanel::default().show(context, |ui| {
                    let buttons = [0; 5].map(|_| ui.button("a row"));
                    buttons.iter().for_each(add);
                    chosen.push(buttons.iter().position(|button| Some(button.id) == focused));
                });
                walk(context, true);
            });
        }
        chosen.split_off(1)
    }

    #[test]
    fn each_press_goes_one_row_also_in_pictures_that_follow_on_each_other() {
        let down = Some(Key::ArrowDown);
        assert_eq!(chosen_by(&[down, down, down, down]), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(chosen_by(&[down, None, down, down, Some(Key::ArrowUp)])[4], Some(1));
    }
}
