//! Piecewise-linear curves from data, such as the response curves of goals and the detection times of eyes.

/// The value at `x` of the line through `points`, constant beyond both ends. The x values must ascend; of two equal
/// ones the later point counts from there on. `None` if there are no points.
pub fn evaluate_curve(points: &[(f32, f32)], x: f32) -> Option<f32> {
    let (first, last) = (points.first()?, points.last()?);
    if x <= first.0 {
        return Some(first.1);
    }
    for pair in points.windows(2) {
        let [(x0, y0), (x1, y1)] = *pair else { continue };
        if x < x1 {
            return Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0));
        }
    }
    Some(last.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_linear_between_its_points_and_level_beyond_them() {
        let curve = [(0.0, 1.0), (2.0, 3.0), (2.0, 5.0), (4.0, 1.0)];
        let values = [(-1.0, 1.0), (0.0, 1.0), (0.5, 1.5), (1.0, 2.0), (2.0, 5.0), (3.0, 3.0), (4.0, 1.0), (9.0, 1.0)];
        for (x, y) in values {
            assert_eq!(evaluate_curve(&curve, x), Some(y), "at {x}");
        }
        assert_eq!(evaluate_curve(&[], 1.0), None);
        assert_eq!(evaluate_curve(&curve, f32::NAN), Some(1.0), "not a number counts as beyond the end");
    }
}
