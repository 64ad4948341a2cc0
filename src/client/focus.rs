//! Takes the keyboard where no window manager gives it: on a bare X display (a kiosk, a virtual display) nobody else would,
//! and the window would hear no key.

use bevy::{
    prelude::*,
    window::{PrimaryWindow, RawHandleWrapper},
};

/// How often it is tried before it is given up.
const TRIES: u32 = 20;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(First, take_focus);
}

fn take_focus(mut tries: Local<u32>, windows: Query<&RawHandleWrapper, With<PrimaryWindow>>) {
    if *tries >= TRIES {
        return;
    }
    for handle in &windows {
        *tries += 1;
        if is_given(handle) {
            *tries = TRIES;
        }
    }
}

#[cfg(target_os = "linux")]
fn is_given(handle: &RawHandleWrapper) -> bool {
    use raw_window_handle::RawWindowHandle;
    use x11rb::{
        CURRENT_TIME,
        connection::Connection,
        protocol::xproto::{ConnectionExt, InputFocus},
    };
    let window = match handle.window_handle {
        RawWindowHandle::Xlib(handle) => handle.window as u32,
        RawWindowHandle::Xcb(handle) => handle.window.get(),
        _ => return true,
    };
    // Any failure leaves the focus where it is: there is nothing else to be done about it.
    let Ok((connection, _)) = x11rb::connect(None) else { return true };
    let Some(focused) = connection.get_input_focus().ok().and_then(|asked| asked.reply().ok()) else { return true };
    // 0 is nobody, 1 whoever is under the pointer, a root what is left where the last window has gone: nobody has chosen.
    let is_root = connection.setup().roots.iter().any(|screen| screen.root == focused.focus);
    if focused.focus > 1 && !is_root {
        return true;
    }
    // It fails while the window is not yet seen; the next frame tries again.
    connection.set_input_focus(InputFocus::POINTER_ROOT, window, CURRENT_TIME).is_ok_and(|asked| asked.check().is_ok())
}

#[cfg(not(target_os = "linux"))]
fn is_given(_: &RawHandleWrapper) -> bool {
    true
}
