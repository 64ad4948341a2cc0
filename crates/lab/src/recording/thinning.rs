//! Which moments of the past are kept: the older, the wider apart.

use std::collections::VecDeque;

/// The widest gap between two frames that thinning out creates, in ticks.
pub(super) const WIDEST_FRAMES: u32 = 128;
/// The widest gap between two snapshots of a mind that thinning out creates, in ticks.
pub(super) const WIDEST_SNAPSHOTS: u32 = 4096;

/// Snapshots of a mind closer together than this go first, at any age, in ticks: one a second remains.
pub(super) const CLOSE_SNAPSHOTS: u32 = 28;

/// Drops moments: of the `oldest` first ones every second, where that leaves no gap wider than `widest`. Repeated for the older half, the gaps
/// double from the newest moments to the oldest. The first moment stays.
pub(super) fn thin_out<T>(moments: &mut VecDeque<T>, tick_of: impl Fn(&T) -> u32, oldest: usize, widest: u32) {
    let mut after: Vec<Option<u32>> = moments.iter().take(oldest + 1).skip(1).map(|next| Some(tick_of(next))).collect();
    after.resize(moments.len(), None);
    let (mut last, mut dropped, mut after) = (0, true, after.into_iter());
    moments.retain(|moment| {
        let next = after.next().flatten().filter(|next| *next - last <= widest);
        dropped = !dropped && next.is_some();
        if !dropped {
            last = tick_of(moment);
        }
        !dropped
    });
}

/// Whether thinning out has dropped enough moments to be worth repeating.
pub(super) fn is_enough(before: usize, after: usize) -> bool {
    before - after >= (before / 32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_the_wider_apart_up_to_the_widest_gap() {
        let mut ticks: VecDeque<u32> = (1..=4000).collect();
        for _ in 0..30 {
            let half = ticks.len() / 2;
            thin_out(&mut ticks, |tick| *tick, half, 64);
        }
        let ticks = Vec::from(ticks);
        let gaps: Vec<u32> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!((ticks[0], *ticks.last().unwrap()), (1, 4000));
        assert!(gaps.iter().all(|gap| *gap <= 64), "{gaps:?}");
        assert_eq!((gaps[0], *gaps.last().unwrap()), (64, 1));
        assert!(ticks.len() < 200, "{}", ticks.len());
    }

    #[test]
    fn one_or_two_moments_stay() {
        for few in [vec![], vec![1], vec![1, 2]] {
            let mut thinned = VecDeque::from(few.clone());
            thin_out(&mut thinned, |tick| *tick, few.len(), 64);
            assert_eq!(Vec::from(thinned), few);
        }
    }
}
