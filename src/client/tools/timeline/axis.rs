//! The time axis: conversion between ticks and points, zoom and scroll.

/// The shortest visible range, in ticks.
const MIN_RANGE: f32 = 60.0;

/// The visible range of the match in ticks; the whole match by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Zoom(Option<(f32, f32)>);

impl Zoom {
    /// The visible range of a match with these first and last ticks.
    pub fn range(self, whole: (f32, f32)) -> (f32, f32) {
        let Some((from, to)) = self.0 else { return whole };
        let length = (to - from).clamp(MIN_RANGE.min(whole.1 - whole.0), (whole.1 - whole.0).max(1.0));
        let from = from.clamp(whole.0, (whole.1 - length).max(whole.0));
        (from, from + length)
    }

    /// Zooms in (a factor above 1) or out, centred on a tick.
    pub fn zoom(&mut self, about: f32, factor: f32, whole: (f32, f32)) {
        let (from, to) = self.range(whole);
        let length = (to - from) / factor;
        if length >= whole.1 - whole.0 {
            self.0 = None;
            return;
        }
        let length = length.max(MIN_RANGE.min(whole.1 - whole.0));
        let share = (about - from) / (to - from).max(1.0);
        self.0 = Some((about - share * length, about + (1.0 - share) * length));
    }

    pub fn scroll(&mut self, ticks: f32, whole: (f32, f32)) {
        if self.0.is_some() {
            let (from, to) = self.range(whole);
            let ticks = ticks.clamp(whole.0 - from, whole.1 - to);
            self.0 = Some((from + ticks, to + ticks));
        }
    }

    /// Scrolls as little as needed to make a tick visible.
    pub fn show(&mut self, tick: f32, whole: (f32, f32)) {
        let (from, to) = self.range(whole);
        if tick < from {
            self.scroll(tick - from, whole);
        } else if tick > to {
            self.scroll(tick - to, whole);
        }
    }

    pub fn reset(&mut self) {
        self.0 = None;
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The ticks at both ends.
    pub range: (f32, f32),
    /// The positions of both ends, in points.
    pub points: (f32, f32),
}

impl Axis {
    /// The position of a tick, in points.
    pub fn x(&self, tick: f32) -> f32 {
        let share = (tick - self.range.0) / (self.range.1 - self.range.0).max(1.0);
        self.points.0 + share * (self.points.1 - self.points.0)
    }

    pub fn tick(&self, x: f32) -> f32 {
        let share = (x - self.points.0) / (self.points.1 - self.points.0).max(1.0);
        self.range.0 + share.clamp(0.0, 1.0) * (self.range.1 - self.range.0)
    }

    /// The seconds between two lines of the ruler that are at least `apart` points apart.
    pub fn step(&self, rate: f32, apart: f32) -> u32 {
        let seconds_a_point = (self.range.1 - self.range.0) / rate / (self.points.1 - self.points.0).max(1.0);
        let least = seconds_a_point * apart;
        [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].into_iter().find(|step| *step as f32 >= least).unwrap_or(1800)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: (f32, f32) = (1.0, 9000.0);

    #[test]
    fn points_and_ticks_are_each_others_inverse() {
        let axis = Axis { range: (100.0, 1100.0), points: (50.0, 1050.0) };
        assert_eq!(axis.x(600.0), 550.0);
        assert_eq!(axis.tick(axis.x(333.0)).round(), 333.0);
        assert_eq!((axis.tick(0.0), axis.tick(5000.0)), (100.0, 1100.0));
        assert_eq!(axis.step(30.0, 60.0), 2);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer_and_stays_inside() {
        let mut zoom = Zoom::default();
        zoom.zoom(3000.0, 4.0, WHOLE);
        let (from, to) = zoom.range(WHOLE);
        assert!((to - from - 8999.0 / 4.0).abs() < 1.0);
        let share = (3000.0 - from) / (to - from);
        assert!((share - 2999.0 / 8999.0).abs() < 0.01);
        zoom.scroll(-1e6, WHOLE);
        assert_eq!(zoom.range(WHOLE).0, 1.0);
        zoom.show(8000.0, WHOLE);
        assert_eq!(zoom.range(WHOLE).1, 8000.0);
        for _ in 0..40 {
            zoom.zoom(8000.0, 2.0, WHOLE);
        }
        let (from, to) = zoom.range(WHOLE);
        assert!(to - from >= 59.0 && from >= 1.0 && to <= 9000.0);
        zoom.zoom(8000.0, 1e-9, WHOLE);
        assert_eq!(zoom.range(WHOLE), WHOLE);
    }
}
