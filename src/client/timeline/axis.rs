//! The axis of time on the screen: from ticks to points and back, zoomed and moved.

/// The shortest time that fills the axis, in ticks.
const NEAREST: f32 = 60.0;

/// The part of a match that the axis shows, in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Zoom(Option<(f32, f32)>);

impl Zoom {
    /// The part shown of a match with these first and last ticks.
    pub fn part(self, whole: (f32, f32)) -> (f32, f32) {
        let Some((from, to)) = self.0 else { return whole };
        let length = (to - from).clamp(NEAREST.min(whole.1 - whole.0), (whole.1 - whole.0).max(1.0));
        let from = from.clamp(whole.0, (whole.1 - length).max(whole.0));
        (from, from + length)
    }

    /// Shows less (a factor above 1) or more about a tick.
    pub fn zoom(&mut self, about: f32, factor: f32, whole: (f32, f32)) {
        let (from, to) = self.part(whole);
        let length = (to - from) / factor;
        if length >= whole.1 - whole.0 {
            self.0 = None;
            return;
        }
        let length = length.max(NEAREST.min(whole.1 - whole.0));
        let share = (about - from) / (to - from).max(1.0);
        self.0 = Some((about - share * length, about + (1.0 - share) * length));
    }

    /// Moves the part shown by so many ticks.
    pub fn slide(&mut self, ticks: f32, whole: (f32, f32)) {
        if self.0.is_some() {
            let (from, to) = self.part(whole);
            let ticks = ticks.clamp(whole.0 - from, whole.1 - to);
            self.0 = Some((from + ticks, to + ticks));
        }
    }

    /// Moves the part shown so that a tick is in it.
    pub fn reach(&mut self, tick: f32, whole: (f32, f32)) {
        let (from, to) = self.part(whole);
        if tick < from {
            self.slide(tick - from, whole);
        } else if tick > to {
            self.slide(tick - to, whole);
        }
    }

    /// Shows all of it.
    pub fn all(&mut self) {
        self.0 = None;
    }
}

/// The axis as it lies on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The ticks at its ends.
    pub part: (f32, f32),
    /// The points at its ends.
    pub points: (f32, f32),
}

impl Axis {
    /// Where a tick lies, in points.
    pub fn x(&self, tick: f32) -> f32 {
        let share = (tick - self.part.0) / (self.part.1 - self.part.0).max(1.0);
        self.points.0 + share * (self.points.1 - self.points.0)
    }

    /// The tick at a point.
    pub fn tick(&self, x: f32) -> f32 {
        let share = (x - self.points.0) / (self.points.1 - self.points.0).max(1.0);
        self.part.0 + share.clamp(0.0, 1.0) * (self.part.1 - self.part.0)
    }

    /// How many seconds lie between two lines of the ruler that are at least so many points apart.
    pub fn step(&self, rate: f32, apart: f32) -> u32 {
        let seconds_a_point = (self.part.1 - self.part.0) / rate / (self.points.1 - self.points.0).max(1.0);
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
        let axis = Axis { part: (100.0, 1100.0), points: (50.0, 1050.0) };
        assert_eq!(axis.x(600.0), 550.0);
        assert_eq!(axis.tick(axis.x(333.0)).round(), 333.0);
        assert_eq!((axis.tick(0.0), axis.tick(5000.0)), (100.0, 1100.0));
        assert_eq!(axis.step(30.0, 60.0), 2);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer_and_stays_inside() {
        let mut zoom = Zoom::default();
        zoom.zoom(3000.0, 4.0, WHOLE);
        let (from, to) = zoom.part(WHOLE);
        assert!((to - from - 8999.0 / 4.0).abs() < 1.0);
        let share = (3000.0 - from) / (to - from);
        assert!((share - 2999.0 / 8999.0).abs() < 0.01);
        zoom.slide(-1e6, WHOLE);
        assert_eq!(zoom.part(WHOLE).0, 1.0);
        zoom.reach(8000.0, WHOLE);
        assert_eq!(zoom.part(WHOLE).1, 8000.0);
        for _ in 0..40 {
            zoom.zoom(8000.0, 2.0, WHOLE);
        }
        let (from, to) = zoom.part(WHOLE);
        assert!(to - from >= 59.0 && from >= 1.0 && to <= 9000.0);
        zoom.zoom(8000.0, 1e-9, WHOLE);
        assert_eq!(zoom.part(WHOLE), WHOLE);
    }
}
