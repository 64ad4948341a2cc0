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
pub fn display_answers() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    let Some(display) = std::env::var("DISPLAY").ok().filter(|value| !value.is_empty()) else { return false };
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let Some(number) = number.split('.').next().and_then(|number| number.parse::<u16>().ok()) else { return false };
    if !host.is_empty() && host != "unix" {
        // A remote display: X servers listen on port 6000 and up.
        return std::net::TcpStream::connect((host, 6000 + number)).is_ok();
    }
    local_display_answers(number)
}

#[cfg(unix)]
fn local_display_answers(number: u16) -> bool {
    use std::os::unix::net::UnixStream;
    let path = format!("/tmp/.X11-unix/X{number}");
    if UnixStream::connect(&path).is_ok() {
        return true;
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt;
        if let Ok(address) = std::os::unix::net::SocketAddr::from_abstract_name(path.as_bytes()) {
            return UnixStream::connect_addr(&address).is_ok();
        }
    }
    false
}

#[cfg(not(unix))]
fn local_display_answers(_: u16) -> bool {
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
