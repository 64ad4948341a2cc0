//! Drawing without a window: every frame goes into a texture, as fast as the adapter draws it. A machine with a GPU and no display
//! measures frame times so, and takes pictures.
//!
//! Each frame waits until the adapter has drawn the one before, so that the time of a frame is what the adapter and the processor
//! need for it, and no frames queue up.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use bevy::app::{PluginGroupBuilder, ScheduleRunnerPlugin};
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::RenderDevice;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::winit::WinitPlugin;

/// The seconds between two pictures.
const BETWEEN_PICTURES: f32 = 1.0;
/// The seconds at the start whose frames do not count: shaders and pipelines are compiled then.
const WARM_UP: f32 = 2.0;

/// What a run without a window writes, and when it ends.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Offscreen {
    /// The folder of `frames.csv` and of the pictures, `SECOND.png`.
    pub folder: PathBuf,
    /// The length of the run, in seconds of real time.
    pub seconds: f32,
}

/// The texture that all cameras draw into instead of the window.
#[derive(Resource)]
struct OffscreenTarget(Handle<Image>);

/// The times of the frames after the start, in milliseconds.
#[derive(Resource, Default)]
struct FrameTimes(Vec<f32>);

/// Takes the window system out of the engine.
pub(in crate::client) fn without_window_system(engine: PluginGroupBuilder) -> PluginGroupBuilder {
    engine.disable::<WinitPlugin>().add(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
}

/// Draws into a texture of the size of the window that does not exist.
pub(in crate::client) fn plugin(app: &mut App, offscreen: Offscreen, (width, height): (u32, u32)) {
    let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(OffscreenTarget(target))
        .insert_resource(offscreen)
        .init_resource::<FrameTimes>()
        .add_systems(PostUpdate, draw_offscreen.before(bevy::camera::CameraUpdateSystems))
        .add_systems(Last, (measure, take_pictures, end).chain());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, wait_for_adapter.in_set(RenderSystems::Cleanup));
    }
}

fn draw_offscreen(texture: Res<OffscreenTarget>, mut targets: Query<&mut RenderTarget, Changed<RenderTarget>>) {
    for mut target in &mut targets {
        if matches!(*target, RenderTarget::Window(_)) {
            *target = RenderTarget::Image(ImageRenderTarget { handle: texture.0.clone(), scale_factor: 1.0 });
        }
    }
}

fn wait_for_adapter(device: Res<RenderDevice>) {
    if let Err(problem) = device.poll(PollType::wait_indefinitely()) {
        warn!("the adapter did not finish a frame: {problem}");
    }
}

/// Frames in which a picture is taken do not count: to write it takes longer than to draw.
fn measure(
    time: Res<Time<Real>>,
    pictures: Query<(), With<Screenshot>>,
    mut was_taken: Local<bool>,
    mut times: ResMut<FrameTimes>,
) {
    let taken = !pictures.is_empty();
    if time.elapsed_secs() > WARM_UP && !std::mem::replace(&mut *was_taken, taken) && !taken {
        times.0.push(time.delta_secs() * 1000.0);
    }
}

fn take_pictures(
    time: Res<Time<Real>>,
    target: Res<OffscreenTarget>,
    offscreen: Res<Offscreen>,
    mut taken: Local<f32>,
    mut commands: Commands,
) {
    let now = time.elapsed_secs();
    if now < offscreen.seconds && now >= *taken + BETWEEN_PICTURES {
        *taken = now.floor();
        let path = offscreen.folder.join(format!("{:03}.png", *taken as u32));
        commands.spawn(Screenshot::image(target.0.clone())).observe(save_to_disk(path));
    }
}

/// Ends the program when its time is over: writes the frame times and reports them.
fn end(
    time: Res<Time<Real>>,
    offscreen: Res<Offscreen>,
    pictures: Query<(), With<Screenshot>>,
    mut times: ResMut<FrameTimes>,
    mut exit: MessageWriter<AppExit>,
) {
    // The last picture is on its way for a frame or two.
    if time.elapsed_secs() < offscreen.seconds || !pictures.is_empty() {
        return;
    }
    let rows = times.0.iter().fold("milliseconds\n".to_owned(), |mut text, time| {
        let _ = writeln!(text, "{time:.3}");
        text
    });
    let path = offscreen.folder.join("frames.csv");
    let code = match std::fs::write(&path, rows) {
        Ok(()) => AppExit::Success,
        Err(problem) => {
            error!("{}: {problem}", path.display());
            AppExit::error()
        }
    };
    times.0.sort_by(f32::total_cmp);
    eprintln!("{}", summary(&times.0));
    exit.write(code);
}

/// The mean and the tail of sorted frame times, in milliseconds.
fn summary(sorted: &[f32]) -> String {
    let at = |share: f32| sorted.get(((sorted.len() as f32 - 1.0) * share) as usize).copied().unwrap_or_default();
    if sorted.is_empty() {
        return "no frame was drawn after the first two seconds".to_owned();
    }
    let mean = sorted.iter().sum::<f32>() / sorted.len() as f32;
    format!(
        "{} frames: {mean:.2} ms in the mean, median {:.2}, p95 {:.2}, p99 {:.2}, longest {:.2}",
        sorted.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    )
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_tail_of_the_frame_times_is_told() {
        let times: Vec<f32> = (1..=100).map(|time| time as f32).collect();
        let expected = "100 frames: 50.50 ms in the mean, median 50.00, p95 95.00, p99 99.00, longest 100.00";
        assert_eq!(summary(&times), expected);
        assert!(summary(&[]).starts_with("no frame"));
    }
}
