//! The display: whether one answers before a window opens, whether the window is still there when rendering fails, and the errors where
//! no window can open.

#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// `DISPLAY` is not set, or names a display that does not answer.
    #[error("there is no display: DISPLAY is not set or its display does not answer")]
    NoDisplay,
    #[error("no graphics adapter was found: install a Vulkan driver (for software rendering: mesa-vulkan-drivers)")]
    NoAdapter,
    /// The engine failed while it opened the window, with this message.
    #[error("the window could not be opened: {0}")]
    NotOpened(String),
}

/// Whether a display is named and answers. Opening a window without one would end the program with a panic.
#[cfg(target_os = "linux")]
pub fn display_answers() -> bool {
    x11rb::connect(None).is_ok()
}

/// Elsewhere the system has a display, or the engine reports that it has none.
#[cfg(not(target_os = "linux"))]
pub fn display_answers() -> bool {
    true
}

/// Whether an X window has been destroyed, or its display is gone. `window` is 0 before the window opened: then it is not gone.
#[cfg(target_os = "linux")]
pub fn window_is_gone(window: u32) -> bool {
    use x11rb::protocol::xproto::ConnectionExt;
    if window == 0 {
        return false;
    }
    let Ok((connection, _)) = x11rb::connect(None) else { return true };
    connection.get_window_attributes(window).ok().and_then(|asked| asked.reply().ok()).is_none()
}

/// Elsewhere nothing can take a window away from its program.
#[cfg(not(target_os = "linux"))]
pub fn window_is_gone(_: u32) -> bool {
    false
}
