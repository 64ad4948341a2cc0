//! What panels and overlays cost: the processor's time each of them takes in a frame, for whoever asks for it.
//!
//! A part is timed by the guard that [`Timings::start`] hands out; it costs nothing while nobody asks. What is timed inside another
//! part counts for the inner one alone. It is the thread's own time: what others do on the same processor meanwhile does not count.

use std::{
    cell::Cell,
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiFullOutput, EguiPostUpdateSet};
use cpu_time::ThreadTime;

/// Frames that are left out at the beginning: caches are cold, pipelines are being made.
const COLD: u64 = 10;

/// How many steps of a duration's doubling are told apart for the median, and how many there are from a microsecond on.
const STEPS: (f64, usize) = (8.0, 160);

/// What one part has cost.
#[derive(Clone, Debug, PartialEq)]
pub struct PartCost {
    /// In all.
    pub sum: Duration,
    /// In the frame in which it cost max.
    pub max: Duration,
    /// In this frame so far.
    frame: Duration,
    /// How many frames cost about so much, each step a little more than the one before.
    steps: [u32; STEPS.1],
}

impl Default for PartCost {
    fn default() -> Self {
        Self { sum: Duration::ZERO, max: Duration::ZERO, frame: Duration::ZERO, steps: [0; STEPS.1] }
    }
}

impl PartCost {
    fn add(&mut self, frame: Duration) {
        self.sum += frame;
        self.max = self.max.max(frame);
        let step = (frame.as_secs_f64() * 1e6).max(1.0).log2() * STEPS.0;
        if let Some(count) = self.steps.get_mut(step as usize) {
            *count += 1;
        }
    }

    /// What half of the frames stay below, in milliseconds, to a tenth of it: what a frame costs when nothing else has the
    /// processor.
    fn median(&self) -> f64 {
        let all: u32 = self.steps.iter().sum();
        let mut below = 0;
        for (step, count) in self.steps.iter().enumerate() {
            below += count;
            if below * 2 > all {
                return 2f64.powf((step as f64 + 0.5) / STEPS.0) / 1000.0;
            }
        }
        0.0
    }
}

/// A row of what parts have cost, in milliseconds a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimingRow {
    /// The part.
    pub part: &'static str,
    /// The mean of all frames.
    pub mean: f64,
    /// What half of the frames stayed below.
    pub median: f64,
    /// In the frame in which it cost max.
    pub max: f64,
}

/// What all parts have cost.
#[derive(Resource, Debug, Default)]
pub struct Timings {
    /// Whether anybody wants to know.
    pub on: bool,
    /// Whether it is said on leaving.
    pub print_on_exit: bool,
    frames: u64,
    parts: Mutex<BTreeMap<&'static str, PartCost>>,
}

thread_local! {
    /// What parts have taken that were timed inside the one being timed.
    static INSIDE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Times a part until it is dropped.
#[derive(Debug)]
pub struct PartTimer<'t> {
    timings: &'t Timings,
    part: &'static str,
    /// Unknown where the system does not tell.
    began: Option<ThreadTime>,
    /// What was inside the part around this one before it began.
    around: Duration,
}

impl Drop for PartTimer<'_> {
    fn drop(&mut self) {
        let spent = self.began.and_then(|began| began.try_elapsed().ok()).unwrap_or_default();
        let inside = INSIDE.replace(self.around + spent);
        let spent = spent.saturating_sub(inside);
        let mut parts = self.timings.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.entry(self.part).or_default().frame += spent;
    }
}

impl Timings {
    /// Times a part for as long as what it returns is kept.
    pub fn start(&self, part: &'static str) -> Option<PartTimer<'_>> {
        let around = || INSIDE.replace(Duration::ZERO);
        self.on.then(|| PartTimer { timings: self, part, around: around(), began: ThreadTime::try_now().ok() })
    }

    /// What each part has cost, and last of all parts together.
    pub fn table(&self) -> Vec<TimingRow> {
        let frames = self.frames.saturating_sub(COLD).max(1) as f64;
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

/// All that panels and overlays cost together.
const ALL: &str = "all panels and overlays";
/// The match itself, which is not part of what they cost.
pub const SIMULATION: &str = "(the match itself)";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Timings>()
        .add_systems(
            PostUpdate,
            time_triangles.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        )
        .add_systems(Last, (next_frame, say).chain());
}

/// Makes the triangles that egui is about to make, to time them: its own making of them shares a system with other work.
fn time_triangles(timings: Res<Timings>, mut shown: Query<(&mut EguiContext, &EguiFullOutput)>) {
    for (mut context, output) in &mut shown {
        if let (true, Some(output)) = (timings.on, &output.0) {
            let (context, shapes) = (context.get_mut(), output.shapes.clone());
            let _spent = timings.start("triangles of all words and panels");
            drop(context.tessellate(shapes, output.pixels_per_point));
        }
    }
}

fn next_frame(mut timings: ResMut<Timings>) {
    if timings.on {
        timings.next_frame();
    }
}

fn say(mut exits: EventReader<AppExit>, timings: Res<Timings>) {
    if exits.read().next().is_some() && timings.print_on_exit {
        let mut text = format!("milliseconds a frame over {} frames (mean, median, max):", timings.frames);
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

    /// Keeps the processor busy.
    fn work(time: Duration) {
        let began = ThreadTime::now();
        while began.elapsed() < time {}
    }

    #[test]
    fn waiting_does_not_count() {
        let mut timings = Timings { on: true, frames: COLD, ..Timings::default() };
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
        let mut timings = Timings { on: true, frames: COLD, ..Timings::default() };
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
        for _ in 0..COLD + 10 {
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
