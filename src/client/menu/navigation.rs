//! Moving the focus through a menu with the arrow keys or a gamepad: up and down a row, left and right within one; after the last
//! row along it, and around to the first.

use bevy_egui::egui::{Context, Event, EventFilter, Id, InputState, Key, Rect, Response};

use crate::client::session::InitialFocus;

/// The widgets of a page that can have the focus, in drawing order.
type FocusTargets = Vec<(Id, Rect)>;

/// What is kept of a page from frame to frame.
#[derive(Clone, Default)]
struct Navigation {
    /// The widgets drawn so far in this frame.
    targets: FocusTargets,
    /// The widget that a new page focuses, in place of its first.
    preferred: Option<Id>,
    /// The widget focused in the last frame, to be focused again.
    requested: Option<Id>,
    /// The widget that has the focus only because its page came up.
    unscrolled: Option<Id>,
}

/// Reads or changes the navigation of a window.
fn with_navigation<R>(context: &Context, act: impl FnOnce(&mut Navigation) -> R) -> R {
    context.data_mut(|data| act(data.get_temp_mut_or_default(Id::NULL)))
}

/// Adds a widget to the targets. While it has the focus it receives the arrow keys in place of egui's own navigation.
pub fn register(response: &Response) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    response.ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    with_navigation(&response.ctx, |navigation| navigation.targets.push((response.id, response.rect)));
}

/// Makes a widget the one that a new page focuses, in place of its first.
pub fn prefer(response: &Response) {
    with_navigation(&response.ctx, |navigation| navigation.preferred = Some(response.id));
}

/// Moves the focus of the page that has been drawn: to the initial target of a new page, otherwise in the direction of each
/// arrow key pressed since the last frame. `free` is false while the arrow keys belong to something else. Call it once per frame,
/// after the page is drawn.
pub fn navigate(context: &Context, initial: InitialFocus, free: bool) {
    let (targets, preferred) =
        with_navigation(context, |navigation| (std::mem::take(&mut navigation.targets), navigation.preferred.take()));
    let known = |id: &Id| targets.iter().any(|(target, _)| target == id);
    let first = || preferred.filter(known).or(targets.first().map(|(id, _)| *id));
    let wanted = match initial {
        InitialFocus::Keep => None,
        InitialFocus::First => first(),
        InitialFocus::Restore(id) => Some(id).filter(known).or_else(first),
    };
    if let Some(id) = wanted {
        with_navigation(context, |navigation| navigation.unscrolled = Some(id));
        request(context, id);
        return;
    }
    let (focused, pressed) = (context.memory(|memory| memory.focused()), context.input(pressed_directions));
    if pressed.is_empty() {
        return;
    }
    let current = focused.and_then(|focused| targets.iter().position(|(id, _)| *id == focused));
    // A focused widget that is no part of the page keeps its keys.
    let moves = free && (current.is_some() || focused.is_none());
    let next = pressed.into_iter().filter(|_| moves).fold(current, |from, direction| match from {
        Some(from) => next_target(&targets, from, direction).or(Some(from)),
        None => Some(0),
    });
    let next = next.and_then(|next| targets.get(next)).map(|(id, _)| *id);
    with_navigation(context, |navigation| navigation.unscrolled = None);
    if let Some(id) = next.or(focused) {
        request(context, id);
    }
}

/// Focuses a widget now and again before the next frame is drawn: until then egui's own navigation would react to the same arrow
/// key and move on by another row.
fn request(context: &Context, id: Id) {
    context.memory_mut(|memory| memory.request_focus(id));
    with_navigation(context, |navigation| navigation.requested = Some(id));
}

/// Focuses again what [`navigate`] has focused in the last frame. Call it before the page is drawn.
pub fn restore_focus(context: &Context) {
    let Some(requested) = with_navigation(context, |navigation| navigation.requested.take()) else { return };
    context.memory_mut(|memory| {
        if memory.focused() != Some(requested) {
            memory.request_focus(requested);
        }
    });
}

/// Whether a focused widget is scrolled into view: not while it has the focus only because its page came up, since a page is read
/// from its top.
pub fn scrolls_into_view(response: &Response) -> bool {
    with_navigation(&response.ctx, |navigation| navigation.unscrolled) != Some(response.id)
}

/// The area of the widget registered last.
#[cfg(test)]
pub fn last_target(context: &Context) -> Option<Rect> {
    with_navigation(context, |navigation| navigation.targets.last().map(|(_, rect)| *rect))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NavDirection {
    Down,
    Up,
    Left,
    Right,
}

/// The directions of the arrow keys pressed since the last frame, in order: several in a slow frame.
fn pressed_directions(input: &InputState) -> Vec<NavDirection> {
    let direction = |event: &Event| match event {
        Event::Key { key: Key::ArrowDown, pressed: true, .. } => Some(NavDirection::Down),
        Event::Key { key: Key::ArrowUp, pressed: true, .. } => Some(NavDirection::Up),
        Event::Key { key: Key::ArrowLeft, pressed: true, .. } => Some(NavDirection::Left),
        Event::Key { key: Key::ArrowRight, pressed: true, .. } => Some(NavDirection::Right),
        _ => None,
    };
    input.events.iter().filter_map(direction).collect()
}

/// The index of the target that a direction leads to.
fn next_target(targets: &FocusTargets, from: usize, direction: NavDirection) -> Option<usize> {
    let (_, here) = targets.get(from)?;
    let (middle, half) = (here.center(), here.height() * 0.5);
    let ahead = |rect: &Rect| match direction {
        NavDirection::Down => rect.center().y - middle.y,
        NavDirection::Up => middle.y - rect.center().y,
        NavDirection::Left => middle.x - rect.center().x,
        NavDirection::Right => rect.center().x - middle.x,
    };
    let aside = |rect: &Rect| match direction {
        NavDirection::Down | NavDirection::Up => (rect.center().x - middle.x).abs(),
        NavDirection::Left | NavDirection::Right => (rect.center().y - middle.y).abs(),
    };
    let vertical = matches!(direction, NavDirection::Down | NavDirection::Up);
    let candidates = targets
        .iter()
        .enumerate()
        .filter(|(_, (_, rect))| if vertical { ahead(rect) > half } else { ahead(rect) > 1.0 && aside(rect) < half });
    // The nearest row first, and in it the nearest target.
    let nearest = candidates.clone().map(|(_, (_, rect))| ahead(rect)).min_by(f32::total_cmp);
    let Some(nearest) = nearest else {
        // After the last row: on along it, and around.
        let count = targets.len();
        return match direction {
            NavDirection::Down => Some((from + 1) % count),
            NavDirection::Up => Some((from + count - 1) % count),
            NavDirection::Left | NavDirection::Right => None,
        };
    };
    let row = candidates.filter(|(_, (_, rect))| !vertical || ahead(rect) < nearest + half);
    let score = |rect: &Rect| if vertical { aside(rect) } else { ahead(rect) };
    row.min_by(|(_, (_, a)), (_, (_, b))| score(a).total_cmp(&score(b))).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{CentralPanel, Modifiers, RawInput, pos2, vec2};

    use super::*;

    /// A settings page: a row of tabs on the left, two sliders on the right below it, two buttons on the left at the end.
    fn page() -> FocusTargets {
        let corners =
            [(0.0, 0.0), (60.0, 0.0), (120.0, 0.0), (300.0, 40.0), (300.0, 70.0), (0.0, 120.0), (80.0, 120.0)];
        let target = |(number, (x, y)): (usize, (f32, f32))| {
            (Id::new(number), Rect::from_min_size(pos2(x, y), vec2(50.0, 20.0)))
        };
        corners.into_iter().enumerate().map(target).collect()
    }

    #[test]
    fn down_reaches_every_row_and_goes_on_along_the_last() {
        let (page, mut at, mut visited) = (page(), 0, vec![0]);
        for _ in 0..6 {
            at = next_target(&page, at, NavDirection::Down).unwrap();
            visited.push(at);
        }
        assert_eq!(visited, [0, 3, 4, 6, 0, 3, 4]);
        assert_eq!(next_target(&page, 3, NavDirection::Up), Some(2), "the nearest tab");
    }

    #[test]
    fn left_and_right_stay_in_the_row() {
        let page = page();
        assert_eq!(next_target(&page, 0, NavDirection::Right), Some(1));
        assert_eq!(next_target(&page, 2, NavDirection::Right), None);
        assert_eq!(next_target(&page, 3, NavDirection::Left), None, "a slider keeps its keys");
        assert_eq!(next_target(&page, 6, NavDirection::Left), Some(5));
    }

    /// Draws a column of five buttons in a new context, once for each initial focus with the keys pressed in that frame and once more;
    /// returns the index of the focused button after each.
    fn focused_after(steps: &[(InitialFocus, &[Key])], restored: usize) -> Vec<Option<usize>> {
        let context = Context::default();
        let press = |key: &Key| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::default(),
        };
        let mut ids = Vec::new();
        let mut focused_buttons = Vec::new();
        for (initial, keys) in steps.iter().chain([&(InitialFocus::Keep, &[][..])]) {
            let input = RawInput { events: keys.iter().map(press).collect(), ..RawInput::default() };
            context
                .run_ui(input, |ui| {
                    restore_focus(&context);
                    let focused = context.memory(|memory| memory.focused());
                    CentralPanel::default().show(ui, |ui| {
                        let buttons = [0; 5].map(|_| ui.button("a row"));
                        buttons.iter().for_each(register);
                        ids = buttons.iter().map(|button| button.id).collect::<Vec<_>>();
                        focused_buttons.push(ids.iter().position(|id| Some(*id) == focused));
                    });
                    let initial = match initial {
                        InitialFocus::Restore(_) => InitialFocus::Restore(ids[restored]),
                        other => *other,
                    };
                    navigate(&context, initial, true);
                })
                .textures_delta
                .clear();
        }
        focused_buttons.split_off(1)
    }

    #[test]
    fn each_press_moves_one_row_also_in_consecutive_frames() {
        let down = (InitialFocus::Keep, &[Key::ArrowDown][..]);
        assert_eq!(focused_after(&[down; 4], 0), [Some(0), Some(1), Some(2), Some(3)]);
        let up = (InitialFocus::Keep, &[Key::ArrowUp][..]);
        assert_eq!(focused_after(&[down, (InitialFocus::Keep, &[]), down, down, up], 0)[4], Some(1));
    }

    #[test]
    fn several_presses_in_one_frame_all_count() {
        let presses = [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp];
        assert_eq!(focused_after(&[(InitialFocus::First, &[]), (InitialFocus::Keep, &presses)], 0)[1], Some(2));
    }

    #[test]
    fn a_new_page_focuses_its_first_target_and_one_returned_to_the_target_left() {
        let restored = InitialFocus::Restore(Id::NULL);
        assert_eq!(focused_after(&[(InitialFocus::First, &[]), (restored, &[])], 3), [Some(0), Some(3)]);
    }
}
