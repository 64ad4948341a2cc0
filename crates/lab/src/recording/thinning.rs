//! Which moments of the past are kept: the older, the wider apart.

/// The widest gap between two frames that thinning out creates, in ticks.
pub(super) const WIDEST_FRAMES: u32 = 128;
/// The widest gap between two snapshots of a mind that thinning out creates, in ticks.
pub(super) const WIDEST_SNAPSHOTS: u32 = 4096;

/// The widest gap between two snapshots of a mind for which those of the newest moments are thinned out too, in ticks.
pub(super) const CLOSE_SNAPSHOTS: u32 = 28;

/// Whether each of these moments is kept: of the `oldest` first ones every second goes, where that leaves no gap wider than `widest`. Repeated
/// for the older half, the gaps double from the newest moments to the oldest. The first moment stays.
pub(super) fn kept(ticks: &[u32], oldest: usize, widest: u32) -> Vec<bool> {
    let (mut last, mut dropped) = (0, true);
    let decide = |(index, tick): (usize, &u32)| {
        let next = ticks.get(index + 1).filter(|next| index < oldest && **next - last <= widest);
        dropped = !dropped && next.is_some();
        if !dropped {
            last = *tick;
        }
        !dropped
    };
    ticks.iter().enumerate().map(decide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_the_wider_apart_up_to_the_widest_gap() {
        let mut ticks: Vec<u32> = (1..=4000).collect();
        for _ in 0..30 {
            let mut keeps = kept(&ticks, ticks.len() / 2, 64).into_iter();
            ticks.retain(|_| keeps.next().unwrap());
        }
        let gaps: Vec<u32> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!((ticks[0], *ticks.last().unwrap()), (1, 4000));
        assert!(gaps.iter().all(|gap| *gap <= 64), "{gaps:?}");
        assert_eq!((gaps[0], *gaps.last().unwrap()), (64, 1));
        assert!(ticks.len() < 200, "{}", ticks.len());
        assert_eq!(kept(&[], 0, 64).len() + kept(&[1, 2], 2, 64).iter().filter(|kept| !**kept).count(), 0);
    }
}
