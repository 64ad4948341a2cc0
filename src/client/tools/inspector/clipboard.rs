//! Copies text to the system clipboard. On X11 the owner of a selection serves it on request, so a thread does that until another
//! program takes the selection; on other systems the system's own copy program is called.

#[cfg(target_os = "linux")]
pub(super) fn copy(text: &str) {
    let text = text.to_owned();
    // Without an X display the text can still be selected and copied by hand.
    std::thread::spawn(move || {
        if let Err(error) = serve(text.as_bytes()) {
            bevy::log::debug!("cannot serve the clipboard: {error}");
        }
    });
}

#[cfg(target_os = "linux")]
fn serve(text: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    use x11rb::connection::Connection;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::{
        AtomEnum, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent,
        WindowClass,
    };
    use x11rb::wrapper::ConnectionExt as _;
    use x11rb::{COPY_DEPTH_FROM_PARENT, CURRENT_TIME};
    let (connection, screen) = x11rb::connect(None)?;
    let Some(root) = connection.setup().roots.get(screen).map(|screen| screen.root) else { return Ok(()) };
    let window = connection.generate_id()?;
    let aux = CreateWindowAux::new();
    connection.create_window(
        COPY_DEPTH_FROM_PARENT,
        window,
        root,
        0,
        0,
        1,
        1,
        0,
        WindowClass::INPUT_OUTPUT,
        0,
        &aux,
    )?;
    let atom = |name: &str| -> Result<u32, Box<dyn std::error::Error>> {
        Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    };
    let (clipboard, utf8, targets) = (atom("CLIPBOARD")?, atom("UTF8_STRING")?, atom("TARGETS")?);
    connection.set_selection_owner(window, clipboard, CURRENT_TIME)?;
    connection.flush()?;
    loop {
        match connection.wait_for_event()? {
            Event::SelectionClear(_) => return Ok(()),
            Event::SelectionRequest(request) => {
                let property = if request.property == 0 { request.target } else { request.property };
                let string = u32::from(AtomEnum::STRING);
                let given = if request.target == targets {
                    let known = [targets, utf8, string];
                    connection.change_property32(
                        PropMode::REPLACE,
                        request.requestor,
                        property,
                        AtomEnum::ATOM,
                        &known,
                    )?;
                    true
                } else if request.target == utf8 || request.target == string {
                    connection.change_property8(
                        PropMode::REPLACE,
                        request.requestor,
                        property,
                        request.target,
                        text,
                    )?;
                    true
                } else {
                    false
                };
                let answer = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: request.time,
                    requestor: request.requestor,
                    selection: request.selection,
                    target: request.target,
                    property: if given { property } else { 0 },
                };
                connection.send_event(false, request.requestor, EventMask::NO_EVENT, answer)?;
                connection.flush()?;
            }
            _ => {}
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn copy(text: &str) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let program = if cfg!(windows) { "clip" } else { "pbcopy" };
    // Without the program the text can still be selected and copied by hand.
    if let Ok(mut child) = Command::new(program).stdin(Stdio::piped()).spawn()
        && let Some(mut input) = child.stdin.take()
    {
        let _ = input.write_all(text.as_bytes());
    }
}
