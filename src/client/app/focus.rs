//! Takes the keyboard focus if no window manager gives it to the window: on a bare X display (a kiosk, a virtual display) the window
//! would hear no key.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RawHandleWrapper};

const TRIES: u32 = 20;

/// The X id of the window, 0 before it opened. Shared with the panic hook, which runs outside of the app.
#[derive(Resource, Clone, Debug, Default)]
pub struct WindowId(pub Arc<AtomicU32>);

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<WindowId>().add_systems(First, take_focus);
}

fn take_focus(mut tries: Local<u32>, id: Res<WindowId>, windows: Query<&RawHandleWrapper, With<PrimaryWindow>>) {
    if *tries >= TRIES {
        return;
    }
    for handle in &windows {
        *tries += 1;
        let Some(window) = x_window(handle) else {
            *tries = TRIES;
            continue;
        };
        id.0.store(window, Ordering::Relaxed);
        if has_focus_after_request(window) {
            *tries = TRIES;
        }
    }
}

#[cfg(target_os = "linux")]
fn x_window(handle: &RawHandleWrapper) -> Option<u32> {
    use raw_window_handle::RawWindowHandle;
    match handle.get_window_handle() {
        RawWindowHandle::Xlib(handle) => u32::try_from(handle.window).ok(),
        RawWindowHandle::Xcb(handle) => Some(handle.window.get()),
        _ => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn x_window(_: &RawHandleWrapper) -> Option<u32> {
    None
}

/// Asks for the keyboard focus if no window has it. Returns true once nothing is left to ask for.
#[cfg(target_os = "linux")]
fn has_focus_after_request(window: u32) -> bool {
    use x11rb::CURRENT_TIME;
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{ConnectionExt, InputFocus};
    // A failure leaves the focus where it is: the window then depends on the window manager, as any other.
    let Ok((connection, _)) = x11rb::connect(None) else { return true };
    let Some(focused) = connection.get_input_focus().ok().and_then(|asked| asked.reply().ok()) else { return true };
    // 0: no window, 1: the window under the pointer, a root window: what is left after the last window has gone. In all three
    // cases nobody has chosen.
    let is_root = connection.setup().roots.iter().any(|screen| screen.root == focused.focus);
    if focused.focus > 1 && !is_root {
        return true;
    }
    // The request fails while the window is not visible yet; the next frame tries again.
    connection.set_input_focus(InputFocus::POINTER_ROOT, window, CURRENT_TIME).is_ok_and(|asked| asked.check().is_ok())
}

#[cfg(not(target_os = "linux"))]
fn has_focus_after_request(_: u32) -> bool {
    true
}
