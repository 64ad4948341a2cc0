//! CPU time of panels and overlays, per frame and part, measured on request.
//!
//! [`Timings::start`] returns a guard that times a part until it is dropped, or `None` while measuring is off. Time spent in a nested part
//! counts for the nested part only. Times are CPU times of the thread: preemption does not count.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiFullOutput, EguiPostUpdateSet};
use cpu_time::ThreadTime;

use crate::lab::LatencyHistogram;

/// Frames skipped at the start, while caches are cold and pipelines are compiled.
const WARMUP_FRAMES: u64 = 10;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartCost {
    pub sum: Duration,
    /// The most expensive frame.
    pub max: Duration,
    /// The current frame so far.
    frame: Duration,
    frames: LatencyHistogram,
}

impl PartCost {
    fn add(&mut self, frame: Duration) {
        self.sum += frame;
        self.max = self.max.max(frame);
        self.frames.add(frame.as_nanos() as u64);
    }

    /// The median in milliseconds, accurate to 3 %.
    fn median(&self) -> f64 {
        self.frames.quantile(0.5) / 1e6
    }
}

/// The cost of a part in milliseconds per frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimingRow {
    pub part: &'static str,
    pub mean: f64,
    pub median: f64,
    /// The most expensive frame.
    pub max: f64,
}

#[derive(Resource, Debug, Default)]
pub struct Timings {
    pub on: bool,
    /// Whether to print the table when the program exits.
    pub print_on_exit: bool,
    frames: u64,
    parts: Mutex<BTreeMap<&'static str, PartCost>>,
}

thread_local! {
    /// The time of parts nested in the current one.
    static INSIDE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Times a part until it is dropped.
#[derive(Debug)]
pub struct PartTimer<'t> {
    timings: &'t Timings,
    part: &'static str,
    /// `None` if the system reports no thread time.
    began: Option<ThreadTime>,
    /// The nested time of the enclosing part before this one started.
    outer: Duration,
}

impl Drop for PartTimer<'_> {
    fn drop(&mut self) {
        let spent = self.began.and_then(|began| began.try_elapsed().ok()).unwrap_or_default();
        let inside = INSIDE.replace(self.outer + spent);
        let spent = spent.saturating_sub(inside);
        let mut parts = self.timings.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.entry(self.part).or_default().frame += spent;
    }
}

impl Timings {
    /// Times a part until the guard is dropped; `None` while measuring is off.
    pub fn start(&self, part: &'static str) -> Option<PartTimer<'_>> {
        let outer = || INSIDE.replace(Duration::ZERO);
        self.on.then(|| PartTimer { timings: self, part, outer: outer(), began: ThreadTime::try_now().ok() })
    }

    /// One row per part, by name.
    pub fn table(&self) -> Vec<TimingRow> {
        let frames = self.frames.saturating_sub(WARMUP_FRAMES).max(1) as f64;
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let row = |(part, spent): (&&'static str, &PartCost)| TimingRow {
            part,
            mean: millis(spent.sum) / frames,
            median: spent.median(),
            max: millis(spent.max),
        };
        parts.iter().map(row).collect()
    }

    fn next_frame(&mut self) {
        self.frames += 1;
        let cold = self.frames <= WARMUP_FRAMES;
        let mut all = Duration::ZERO;
        let parts = self.parts.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (part, spent) in parts.iter_mut().filter(|(part, _)| **part != ALL) {
            let frame = std::mem::take(&mut spent.frame);
            if cold {
                continue;
            }
            spent.add(frame);
            if *part != SIMULATION {
                all += frame;
            }
        }
        if !cold && !parts.is_empty() {
            parts.entry(ALL).or_default().add(all);
        }
    }
}

/// The sum of all parts except the simulation.
const ALL: &str = "all panels and overlays";
/// The simulation, which does not count as a panel or overlay.
pub const SIMULATION: &str = "(the match itself)";

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<Timings>()
        .add_systems(
            PostUpdate,
            time_tessellation.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        )
        .add_systems(Last, (next_frame, print_table).chain());
}

/// Tessellates the shapes once more to time it: egui does so in a system that also does other work.
fn time_tessellation(timings: Res<Timings>, mut shown: Query<(&mut EguiContext, &EguiFullOutput)>) {
    for (mut context, output) in &mut shown {
        if let (true, Some(output)) = (timings.on, &output.0) {
            let (context, shapes) = (context.get_mut(), output.shapes.clone());
            let _spent = timings.start("tessellation of text and panels");
            drop(context.tessellate(shapes, output.pixels_per_point));
        }
    }
}

fn next_frame(mut timings: ResMut<Timings>) {
    if timings.on {
        timings.next_frame();
    }
}

fn print_table(mut exits: MessageReader<AppExit>, timings: Res<Timings>) {
    if exits.read().next().is_some() && timings.print_on_exit {
        let mut text = format!("milliseconds per frame over {} frames (mean, median, max):", timings.frames);
        for TimingRow { part, mean, median, max } in timings.table() {
            text += &format!("\n  {part:<36} {mean:8.3} {median:8.3} {max:8.3}");
        }
        eprintln!("{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_was_kept_waiting_does_not_move_the_median() {
        let mut spent = PartCost::default();
        (0..99).for_each(|_| spent.add(Duration::from_micros(800)));
        spent.add(Duration::from_secs(2));
        assert!((spent.median() - 0.8).abs() < 0.08, "{}", spent.median());
    }

    fn work(time: Duration) {
        let began = ThreadTime::now();
        while began.elapsed() < time {}
    }

    #[test]
    fn waiting_does_not_count() {
        let mut timings = Timings { on: true, frames: WARMUP_FRAMES, ..Timings::default() };
        {
            let _outer = timings.start("part");
            std::thread::sleep(Duration::from_millis(60));
            work(Duration::from_millis(5));
        }
        timings.next_frame();
        let mean = timings.table()[0].mean;
        assert!((5.0..40.0).contains(&mean), "{mean} ms");
    }

    #[test]
    fn what_is_timed_inside_another_part_counts_once() {
        let mut timings = Timings { on: true, frames: WARMUP_FRAMES, ..Timings::default() };
        let pause = Duration::from_millis(20);
        {
            let _outer = timings.start("outer");
            for _ in 0..2 {
                let _inner = timings.start("inner");
                work(pause);
            }
        }
        timings.next_frame();
        let of = |part: &str| timings.table().iter().find(|row| row.part == part).map_or(0.0, |row| row.mean);
        assert!(of("inner") >= 40.0 && of("outer") < 20.0, "{:?}", timings.table());
        assert!((of(ALL) - of("inner") - of("outer")).abs() < 0.01);
    }

    #[test]
    fn nothing_is_timed_unless_asked_for() {
        let mut timings = Timings::default();
        assert!(timings.start("a").is_none());
        timings.on = true;
        for _ in 0..WARMUP_FRAMES + 10 {
            drop(timings.start("a"));
            drop(timings.start("a"));
            drop(timings.start(SIMULATION));
            timings.next_frame();
        }
        let table = timings.table();
        let parts: Vec<&str> = table.iter().map(|row| row.part).collect();
        assert_eq!(parts, [SIMULATION, "a", ALL]);
        assert!(table.iter().all(|row| row.mean >= 0.0 && row.max >= row.mean));
        assert_eq!(table[1].mean, table[2].mean, "the match is not counted");
    }
}
