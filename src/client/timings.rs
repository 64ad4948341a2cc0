//! What panels and overlays cost: the processor's time each of them takes in a frame, for whoever asks for it.
//!
//! A part is timed by the guard that [`Timings::of`] hands out; it costs nothing while nobody asks.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

/// Frames that are left out at the beginning: caches are cold, pipelines are being made.
const COLD: u64 = 10;

/// What one part has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// In all.
    pub sum: Duration,
    /// In the frame in which it cost most.
    pub most: Duration,
    /// In this frame so far.
    frame: Duration,
}

/// What all parts have cost.
#[derive(Resource, Debug, Default)]
pub struct Timings {
    /// Whether anybody wants to know.
    pub on: bool,
    /// Whether it is said on leaving.
    pub say: bool,
    frames: u64,
    parts: Mutex<BTreeMap<&'static str, Spent>>,
}

/// Times a part until it is dropped.
#[derive(Debug)]
pub struct Timer<'t> {
    timings: &'t Timings,
    part: &'static str,
    began: Instant,
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        let spent = self.began.elapsed();
        let mut parts = self.timings.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.entry(self.part).or_default().frame += spent;
    }
}

impl Timings {
    /// Times a part for as long as what it returns is kept.
    pub fn of(&self, part: &'static str) -> Option<Timer<'_>> {
        self.on.then(|| Timer { timings: self, part, began: Instant::now() })
    }

    /// The mean and the most of each part, in milliseconds a frame, and last of all parts together.
    pub fn table(&self) -> Vec<(&'static str, f64, f64)> {
        let frames = self.frames.saturating_sub(COLD).max(1) as f64;
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        parts.iter().map(|(part, spent)| (*part, millis(spent.sum) / frames, millis(spent.most))).collect()
    }

    /// Ends a frame.
    fn next_frame(&mut self) {
        self.frames += 1;
        let cold = self.frames <= COLD;
        let mut all = Duration::ZERO;
        let parts = self.parts.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (part, spent) in parts.iter_mut().filter(|(part, _)| **part != ALL) {
            let frame = std::mem::take(&mut spent.frame);
            if cold {
                continue;
            }
            spent.sum += frame;
            spent.most = spent.most.max(frame);
            if *part != SIMULATION {
                all += frame;
            }
        }
        if !cold && !parts.is_empty() {
            let whole = parts.entry(ALL).or_default();
            whole.sum += all;
            whole.most = whole.most.max(all);
        }
    }
}

/// All that panels and overlays cost together.
const ALL: &str = "all panels and overlays";
/// The match itself, which is not part of what they cost.
pub const SIMULATION: &str = "(the match itself)";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Timings>()
        .add_systems(PostUpdate, begin_tessellation.before(EguiPostUpdateSet::EndPass))
        .add_systems(PostUpdate, end_tessellation.after(EguiPostUpdateSet::ProcessOutput))
        .add_systems(Last, (next_frame, say).chain());
}

/// When the drawing up of what egui shows began.
#[derive(Resource, Clone, Copy, Debug)]
struct Tessellation(Instant);

fn begin_tessellation(timings: Res<Timings>, mut commands: Commands) {
    if timings.on {
        commands.insert_resource(Tessellation(Instant::now()));
    }
}

fn end_tessellation(timings: Res<Timings>, began: Option<Res<Tessellation>>) {
    if let (true, Some(began)) = (timings.on, began) {
        let mut parts = timings.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.entry("triangles of all words and panels").or_default().frame += began.0.elapsed();
    }
}

fn next_frame(mut timings: ResMut<Timings>) {
    if timings.on {
        timings.next_frame();
    }
}

fn say(mut exits: EventReader<AppExit>, timings: Res<Timings>) {
    if exits.read().next().is_some() && timings.say {
        let mut text = format!("milliseconds a frame over {} frames (mean, most):", timings.frames);
        for (part, mean, most) in timings.table() {
            text += &format!("\n  {part:<36} {mean:8.3} {most:8.3}");
        }
        eprintln!("{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_timed_unless_asked_for() {
        let mut timings = Timings::default();
        assert!(timings.of("a").is_none());
        timings.on = true;
        for _ in 0..COLD + 10 {
            drop(timings.of("a"));
            drop(timings.of("a"));
            drop(timings.of(SIMULATION));
            timings.next_frame();
        }
        let table = timings.table();
        let parts: Vec<&str> = table.iter().map(|(part, ..)| *part).collect();
        assert_eq!(parts, [SIMULATION, "a", ALL]);
        assert!(table.iter().all(|(_, mean, most)| *mean >= 0.0 && *most >= *mean));
        assert_eq!(table[1].1, table[2].1, "the match is not counted");
    }
}
