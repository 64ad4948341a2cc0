//! How a window is drawn, from the command line: quality, size, or no window at all.

use std::path::PathBuf;

use clap::Args;
use quarry_minds::protocol::Label;
use quarry_ron::finding::suggestion;

use super::CliError;
use crate::client::render::display::WindowError;
use crate::client::render::graphics::GraphicsEnvironment;
use crate::client::render::offscreen::Offscreen;
use crate::data::graphics::GraphicsFile;

/// How the window is drawn. These options apply to this session only; the saved settings keep their values.
#[derive(Args, Clone, Debug, Default)]
pub struct GraphicsFlags {
    /// The graphics quality: a name in assets/shared/graphics.ron [default: as in Settings]
    #[arg(long, value_name = "NAME")]
    pub quality: Option<String>,
    /// The width and height of the window, in points [default: as in Settings]
    #[arg(long, value_name = "WxH", value_parser = window_size)]
    pub size: Option<(u32, u32)>,
    /// Open no window: write a picture per second and the time of each frame into this folder, on a machine without a display
    #[arg(long, value_name = "DIR")]
    offscreen: Option<PathBuf>,
    /// The length of a run without a window, in seconds
    #[arg(long, value_name = "N", default_value_t = 20.0, value_parser = seconds, requires = "offscreen")]
    offscreen_seconds: f32,
}

impl GraphicsFlags {
    /// Whether any of the flags was given.
    pub fn any(&self) -> bool {
        self.quality.is_some() || self.size.is_some() || self.offscreen.is_some()
    }

    /// The adapter that will draw, told what the flags say. `refused` words the error if none can.
    pub fn environment(
        &self,
        file: &GraphicsFile,
        refused: impl FnOnce(WindowError) -> CliError,
    ) -> Result<GraphicsEnvironment, CliError> {
        let quality = self.quality.as_deref().map(|name| known_quality(file, name)).transpose()?;
        let offscreen = match &self.offscreen {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|problem| CliError::new(format!("--offscreen {}: {problem}", folder.display())))?;
                Some(Offscreen { folder: folder.clone(), seconds: self.offscreen_seconds })
            }
            None => None,
        };
        let adapter = GraphicsEnvironment::detect(offscreen).map_err(refused)?;
        Ok(GraphicsEnvironment { quality, size: self.size, ..adapter })
    }
}

/// A quality of the graphics file by its name.
fn known_quality(file: &GraphicsFile, name: &str) -> Result<Label, CliError> {
    file.qualities.keys().find(|known| known.as_str() == name).copied().ok_or_else(|| unknown_quality(file, name))
}

pub(super) fn unknown_quality(file: &GraphicsFile, name: &str) -> CliError {
    let help = suggestion(name, file.qualities.keys().map(|known| known.as_str()));
    CliError::new(format!("there is no quality called `{name}`: {}", help.unwrap_or_default()))
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (3.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number from 3 to 3600".to_owned()),
    }
}

/// Reads a window size such as `1280x720`.
fn window_size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']).and_then(|(width, height)| {
        let part =
            |text: &str| text.parse::<u16>().ok().filter(|points| (160..=16_000).contains(points)).map(u32::from);
        Some((part(width)?, part(height)?))
    });
    parts.ok_or_else(|| "expected a width and a height such as 1280x720, each at least 160".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_seconds_are_checked() {
        assert_eq!(window_size("640x360"), Ok((640, 360)));
        assert!(window_size("640").is_err() && window_size("1x1").is_err());
        assert_eq!(seconds("20"), Ok(20.0));
        assert!(seconds("1").is_err() && seconds("NaN").is_err());
    }
}
