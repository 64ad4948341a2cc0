//! The window and everything in it, put together; and the errors if no window can be opened.

mod focus;

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::audio::AudioPlugin;
use bevy::diagnostic::FrameCount;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::settings::{MemoryHints, RenderCreation, WgpuSettings};
use bevy::window::{PresentMode, WindowResolution};
use bevy::winit::WinitSettings;

use self::focus::WindowId;
use crate::client::input::{devices, settings, settings::Settings};
use crate::client::render::display::{WindowError, window_is_gone};
use crate::client::render::graphics::{GraphicsEnvironment, engine_window_mode};
use crate::client::render::{character, graphics, line_of_sight, offscreen, physics, scene};
use crate::client::session::{
    CameraView, GameView, GameViewService, GameViews, MatchSession, SceneSetup, Screen, StartSpeed, match_flow,
    mind_snapshots, timings,
};
use crate::client::tools::{inspector, intervene, overlay, panels, retune, statistics, timeline};
use crate::client::ui::gui;
use crate::client::watch::{camera, hud};
use crate::client::{ClientSystems, DataRoot, menu, play, sound};
use crate::data::DataFolders;

pub struct WindowSetup {
    /// What the scene is drawn from; its agents are not known yet.
    pub setup: SceneSetup,
    pub session: MatchSession,
    pub view: &'static GameView,
    /// The games that the menus offer.
    pub views: Vec<&'static GameView>,
    /// The playback speed; 1 is real time.
    pub speed: f32,
    /// The adapter and what the command line asked for.
    pub graphics: GraphicsEnvironment,
    /// The folder that holds `assets/` and `levels/`, and the mods laid over it.
    pub root: DataFolders,
    /// Further setup of the app before the window opens: menus, player control, panels.
    pub configure: Box<dyn FnOnce(&mut App)>,
}

/// Opens the window and stays until it is closed.
pub fn open(opening: WindowSetup) -> Result<AppExit, WindowError> {
    // The engine has no other way to report a failure while it opens a window than to panic.
    let hook: Arc<dyn Fn(&PanicHookInfo) + Send + Sync> = std::panic::take_hook().into();
    let message: Arc<Mutex<Option<String>>> = Arc::default();
    let kept = message.clone();
    std::panic::set_hook(Box::new(move |info| {
        kept.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| message_of(info));
    }));
    let built = catch_unwind(AssertUnwindSafe(|| build(opening)));
    let Ok(mut app) = built else {
        std::panic::set_hook(Box::new(move |info| hook(info)));
        let message = message.lock().unwrap_or_else(PoisonError::into_inner).take();
        return Err(WindowError::NotOpened(message.unwrap_or_else(|| "no reason was given".to_owned())));
    };
    // If the window is destroyed by force (its X client killed, its display gone), the engine notices first, and panics. That
    // ends the program, but is no fault of it. What the renderer notices comes to `on_render_error`.
    let window = app.world().resource::<WindowId>().0.clone();
    let lost = Arc::new(AtomicBool::new(false));
    let (inner, noted) = (hook.clone(), lost.clone());
    std::panic::set_hook(Box::new(move |info| {
        if noted.load(Ordering::Relaxed) || window_is_gone(window.load(Ordering::Relaxed)) {
            noted.store(true, Ordering::Relaxed);
        } else {
            inner(info);
        }
    }));
    let ended = catch_unwind(AssertUnwindSafe(|| app.run()));
    std::panic::set_hook(Box::new(move |info| hook(info)));
    match ended {
        _ if lost.load(Ordering::Relaxed) => Ok(AppExit::Success),
        Ok(exit) => Ok(exit),
        Err(fault) => resume_unwind(fault),
    }
}

/// Ends the program: with success if the window was destroyed by force, whose surface then cannot be drawn on.
fn on_render_error(error: &RenderError, main_world: &mut World, _render_world: &mut World) -> RenderErrorPolicy {
    let gone = window_is_gone(main_world.resource::<WindowId>().0.load(Ordering::Relaxed));
    main_world.write_message(if gone {
        info!("the window is gone");
        AppExit::Success
    } else {
        error!("the graphics driver failed ({:?}): `--quality low` asks less of it", error.ty);
        AppExit::error()
    });
    RenderErrorPolicy::StopRendering
}

fn message_of(info: &PanicHookInfo) -> String {
    info.payload_as_str().unwrap_or("no reason was given").to_owned()
}

fn build(opening: WindowSetup) -> App {
    let mut app = App::new();
    settings::plugin(&mut app);
    let graphics = app.world().resource::<Settings>().graphics;
    let (width, height) = opening.graphics.window_size(&graphics);
    let window = Window {
        title: format!("Quarry: {}", opening.setup.level.title),
        resolution: WindowResolution::new(width, height),
        present_mode: if graphics.vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync },
        mode: engine_window_mode(graphics.window_mode),
        ..default()
    };
    let engine = DefaultPlugins.build();
    // Without a device the system's audio library complains at length, so it is not asked.
    let engine = if sound::device_present() { engine } else { engine.disable::<AudioPlugin>() };
    let offscreen = opening.graphics.offscreen.clone();
    let engine = if offscreen.is_some() { offscreen::without_window_system(engine) } else { engine };
    app.add_plugins(
        engine
            // The command line has its own log.
            .disable::<LogPlugin>()
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(RenderPlugin {
                // A match is small: graphics memory is taken in small blocks and given back when the match ends.
                render_creation: RenderCreation::Automatic(Box::new(WgpuSettings {
                    memory_hints: MemoryHints::MemoryUsage,
                    ..default()
                })),
                ..default()
            }),
    );
    // A watched match goes on while its window is not in front.
    app.insert_resource(WinitSettings::game())
        .insert_resource(RenderErrorHandler(on_render_error))
        .insert_resource(CameraView { mode: opening.view.first_camera, ..CameraView::default() })
        .insert_resource(opening.setup)
        .insert_resource(opening.session)
        .insert_resource(GameViewService(opening.view))
        .insert_resource(GameViews(opening.views.clone()))
        .insert_resource(opening.graphics)
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
            gui::plugin,
            graphics::plugin,
            match_flow::plugin,
            scene::plugin,
            character::plugin,
            camera::plugin,
            hud::plugin,
            panels::plugin,
        ))
        .add_plugins((timings::plugin, mind_snapshots::plugin, overlay::plugin, inspector::plugin, statistics::plugin))
        .add_plugins(timeline::plugin)
        .add_plugins((
            devices::plugin,
            line_of_sight::plugin,
            physics::plugin,
            sound::plugin,
            menu::plugin,
            play::plugin,
            super::speech::plugin,
            retune::plugin,
            intervene::plugin,
        ))
        .add_systems(Last, log_frames);
    let name = opening.view.schema.name;
    let others = opening.views.iter().filter(|view| view.schema.name != name);
    others.chain([&opening.view]).for_each(|view| (view.plugin)(&mut app));
    (opening.configure)(&mut app);
    if let Some(offscreen) = offscreen {
        offscreen::plugin(&mut app, offscreen, (width, height));
    }
    app
}

/// Counts frames in the log at level trace, and the total at exit.
fn log_frames(mut exits: MessageReader<AppExit>, frames: Res<FrameCount>, time: Res<Time<Real>>) {
    trace!("frame {}", frames.0);
    if exits.read().next().is_some() {
        info!("{} frames in {:.1} s", frames.0, time.elapsed_secs());
    }
}
