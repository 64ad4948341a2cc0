//! The window and everything in it, put together; and what is said where no window can open.

use std::{
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

use bevy::{
    audio::AudioPlugin,
    core::FrameCount,
    log::LogPlugin,
    prelude::*,
    render::{
        RenderPlugin,
        settings::{MemoryHints, RenderCreation, WgpuSettings},
    },
    window::{PresentMode, WindowResolution},
    winit::WinitSettings,
};

use super::{
    ClientSystems, DataRoot, accounts, camera, character, focus, hud, input, inspector, line_of_sight, menu, overlay,
    panels, play,
    programme::MatchSession,
    retune,
    running::{self, StartSpeed},
    scene,
    scene_setup::SceneSetup,
    screen::Screen,
    settings::{self, Settings},
    sound, statistics, timeline, timings,
};

/// What a window opens with.
pub struct WindowSetup {
    /// What is drawn; nobody plays yet.
    pub setup: SceneSetup,
    /// The matches that are watched.
    pub session: MatchSession,
    /// How many times faster than real time.
    pub speed: f32,
    /// The window's width and height in points; `None`: as the person has set it.
    pub size: Option<(f32, f32)>,
    /// The folder that holds `assets/` and `levels/`.
    pub root: PathBuf,
    /// What else the window is given before it opens: menus, somebody to lead.
    pub also: Box<dyn FnOnce(&mut App)>,
}

/// Why no window could open.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display.
    #[error("there is no display: DISPLAY names none that answers")]
    NoDisplay,
    /// There is no graphics adapter.
    #[error("no graphics adapter was found: a Vulkan driver is needed (for software rendering: mesa-vulkan-drivers)")]
    NoAdapter,
    /// Something else kept the window from opening; in the words of what failed.
    #[error("the window could not be opened: {0}")]
    NotOpened(String),
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Where there is no display or no graphics adapter.
pub fn open(opening: WindowSetup) -> Result<AppExit, WindowError> {
    if !display_answers() {
        return Err(WindowError::NoDisplay);
    }
    // The renderer has no other way to say that it found nothing to draw with.
    let hook: Arc<dyn Fn(&PanicHookInfo) + Send + Sync> = std::panic::take_hook().into();
    let (said, heard) = mpsc::channel();
    std::panic::set_hook(Box::new(move |info| drop(said.send(words_of(info)))));
    let built = catch_unwind(AssertUnwindSafe(|| build(opening)));
    let why = heard.try_iter().next().unwrap_or_default();
    // Where the window is taken away by force (its X client killed, its display gone), the renderer finds out before the
    // window does, and can only panic. That is an end, not a fault.
    let (gone, inner) = (Arc::new(AtomicBool::new(false)), hook.clone());
    let noted = gone.clone();
    std::panic::set_hook(Box::new(move |info| {
        if words_of(info).starts_with("Couldn't get swap chain texture") {
            noted.store(true, Ordering::Relaxed);
        } else if !noted.load(Ordering::Relaxed) {
            inner(info);
        }
    }));
    let refused = |_| if why.contains(NO_GPU) { WindowError::NoAdapter } else { WindowError::NotOpened(why) };
    let ended = built.map_err(refused).map(|mut app| catch_unwind(AssertUnwindSafe(|| app.run())));
    std::panic::set_hook(Box::new(move |info| hook(info)));
    match ended? {
        Ok(exit) if !gone.load(Ordering::Relaxed) => Ok(exit),
        Err(fault) if !gone.load(Ordering::Relaxed) => resume_unwind(fault),
        _ => Ok(AppExit::Success),
    }
}

/// What the renderer says where it finds nothing to draw with.
const NO_GPU: &str = "Unable to find a GPU";

/// What a panic says of itself.
fn words_of(info: &PanicHookInfo) -> String {
    info.payload_as_str().unwrap_or("it gave no reason").to_owned()
}

fn build(opening: WindowSetup) -> App {
    let mut app = App::new();
    settings::plugin(&mut app);
    let picture = app.world().resource::<Settings>().picture;
    let (width, height) = opening.size.unwrap_or((picture.size.0 as f32, picture.size.1 as f32));
    let window = Window {
        title: format!("Quarry: {}", opening.setup.level.title),
        resolution: WindowResolution::new(width, height),
        present_mode: if picture.wait_for_screen { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync },
        mode: settings::window_mode(picture.window),
        ..default()
    };
    let engine = DefaultPlugins.build();
    // Asked only where it will find something: it complains at length where it does not.
    let engine = if sound::in_sight() { engine } else { engine.disable::<AudioPlugin>() };
    app.add_plugins(
        engine
            // The command line has its own log.
            .disable::<LogPlugin>()
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(RenderPlugin {
                // A match is small: graphics memory is taken in small blocks and given back when it ends.
                render_creation: RenderCreation::Automatic(WgpuSettings {
                    memory_hints: MemoryHints::MemoryUsage,
                    ..default()
                }),
                synchronous_pipeline_compilation: false,
            }),
    );
    // A watcher's window goes on when it is not in front.
    app.insert_resource(WinitSettings::game())
        .insert_resource(opening.setup)
        .insert_resource(opening.session)
        .insert_resource(StartSpeed(opening.speed))
        .insert_resource(DataRoot(opening.root))
        .init_state::<Screen>()
        .configure_sets(
            Update,
            (
                ClientSystems::Input,
                ClientSystems::Simulate,
                ClientSystems::Camera,
                ClientSystems::Draw,
                ClientSystems::Ui,
            )
                .chain(),
        )
        .add_plugins((
            focus::plugin,
            running::plugin,
            scene::plugin,
            character::plugin,
            camera::plugin,
            hud::plugin,
            panels::plugin,
        ))
        .add_plugins((timings::plugin, accounts::plugin, overlay::plugin, inspector::plugin, statistics::plugin))
        .add_plugins(timeline::plugin)
        .add_plugins((input::plugin, line_of_sight::plugin, sound::plugin, menu::plugin, play::plugin, retune::plugin));
    app.add_systems(Last, say_pace);
    (opening.also)(&mut app);
    app
}

/// On leaving, how fast it was drawn; for who follows closely, each frame.
fn say_pace(mut exits: EventReader<AppExit>, frames: Res<FrameCount>, time: Res<Time<Real>>) {
    trace!("frame {}", frames.0);
    if exits.read().next().is_some() {
        info!("{} frames in {:.1} s", frames.0, time.elapsed_secs());
    }
}

/// Whether a display is named and answers. Opening a window without one would end the program with a panic.
fn display_answers() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    let named = |variable: &str| std::env::var(variable).ok().filter(|value| !value.is_empty());
    let Some(display) = named("DISPLAY") else { return false };
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let Some(number) = number.split('.').next().and_then(|number| number.parse::<u16>().ok()) else { return false };
    if !host.is_empty() && host != "unix" {
        // Elsewhere: over the network, at the port X servers listen on.
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
