//! Two texts line by line: what was taken out, what was put in, and a few lines around it, as people know it from `diff -u`.
//!
//! Knows nothing of RON.

use std::fmt::{self, Write};

/// How many lines around a change are shown.
const AROUND: usize = 3;
/// The most pairs of lines that are compared; beyond it a changed stretch is shown as taken out and put in whole.
const MOST_PAIRS: usize = 4_000_000;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    /// It is in both texts.
    Kept,
    /// It is in the old text alone.
    Removed,
    /// It is in the new text alone.
    Added,
}

/// A line of a [`Hunk`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What became of it.
    pub change: LineChange,
    /// The line without its end.
    pub text: String,
}

/// A stretch of changed lines with a few around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Its first line in the old text, from 1.
    pub old_start: usize,
    /// Its first line in the new text, from 1.
    pub new_start: usize,
    /// Its lines, in order.
    pub lines: Vec<DiffLine>,
}

impl Hunk {
    /// How many of its lines are in the old text, and how many in the new.
    pub fn lengths(&self) -> (usize, usize) {
        let count = |but: LineChange| self.lines.iter().filter(|line| line.change != but).count();
        (count(LineChange::Added), count(LineChange::Removed))
    }
}

impl fmt::Display for Hunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (old, new) = self.lengths();
        writeln!(f, "@@ -{},{old} +{},{new} @@", self.old_start, self.new_start)?;
        for line in &self.lines {
            f.write_char(match line.change {
                LineChange::Kept => ' ',
                LineChange::Removed => '-',
                LineChange::Added => '+',
            })?;
            writeln!(f, "{}", line.text)?;
        }
        Ok(())
    }
}

/// The stretches that differ between two texts, in order; none where all lines are the same.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let all = fates(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let mut out: Vec<Hunk> = Vec::new();
    let (mut old_line, mut new_line) = (1, 1);
    // How many of the lines that come are still shown for a change before them, and whether the one before was shown.
    let (mut after, mut shown) = (0_usize, false);
    for (at, (change, text)) in all.iter().enumerate() {
        let before_change = all.iter().skip(at).take(AROUND + 1).any(|(change, _)| *change != LineChange::Kept);
        let show = before_change || after > 0;
        if show && !shown {
            out.push(Hunk { old_start: old_line, new_start: new_line, lines: Vec::new() });
        }
        if let (true, Some(hunk)) = (show, out.last_mut()) {
            hunk.lines.push(DiffLine { change: *change, text: (*text).to_owned() });
        }
        (after, shown) = (if *change == LineChange::Kept { after.saturating_sub(1) } else { AROUND }, show);
        old_line += usize::from(*change != LineChange::Added);
        new_line += usize::from(*change != LineChange::Removed);
    }
    out
}

/// Every line of both texts in order, with what became of it: a longest common subsequence, after what both begin and end with.
fn fates<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<(LineChange, &'t str)> {
    let head = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.get(head..).unwrap_or(&[]), after.get(head..).unwrap_or(&[]));
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let old = old.get(..old.len() - tail).unwrap_or(&[]);
    let new = new.get(..new.len() - tail).unwrap_or(&[]);
    let mut out: Vec<(LineChange, &str)> = before.iter().take(head).map(|line| (LineChange::Kept, *line)).collect();
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        out.extend(old.iter().map(|line| (LineChange::Removed, *line)));
        out.extend(new.iter().map(|line| (LineChange::Added, *line)));
    } else {
        middle(old, new, &mut out);
    }
    out.extend(before.iter().skip(before.len() - tail).map(|line| (LineChange::Kept, *line)));
    out
}

fn middle<'t>(old: &[&'t str], new: &[&'t str], out: &mut Vec<(LineChange, &'t str)>) {
    // The length of the longest common subsequence of what follows, by row and column.
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    let at = |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for (row, a) in old.iter().enumerate().rev() {
        for (column, b) in new.iter().enumerate().rev() {
            let best = if a == b {
                at(&longest, row + 1, column + 1) + 1
            } else {
                at(&longest, row + 1, column).max(at(&longest, row, column + 1))
            };
            if let Some(cell) = longest.get_mut(row * width + column) {
                *cell = best;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    loop {
        match (old.get(row), new.get(column)) {
            (Some(&a), Some(&b)) if a == b => {
                out.push((LineChange::Kept, a));
                (row, column) = (row + 1, column + 1);
            }
            (Some(&a), b) if b.is_none() || at(&longest, row + 1, column) >= at(&longest, row, column + 1) => {
                out.push((LineChange::Removed, a));
                row += 1;
            }
            (_, Some(&b)) => {
                out.push((LineChange::Added, b));
                column += 1;
            }
            (_, None) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        hunks(old, new).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_changed_line_is_shown_with_those_around_it() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        assert_eq!(shown(old, &old.replace("e\n", "E\n")), "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n");
        assert_eq!(shown(old, old), "");
    }

    #[test]
    fn changes_far_apart_are_shown_apart_and_near_ones_together() {
        let old: String = (1..=20).map(|line| format!("{line}\n")).collect();
        let far = old.replace("\n2\n", "\ntwo\n").replace("\n18\n", "\n");
        assert_eq!(
            shown(&old, &far),
            "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -15,6 +15,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n"
        );
        let near = old.replace("\n2\n", "\ntwo\n").replace("\n7\n", "\n7\nseven and a half\n");
        assert_eq!(hunks(&old, &near).len(), 1);
        assert_eq!(hunks(&old, &near)[0].lengths(), (10, 11));
    }

    #[test]
    fn taking_out_what_was_put_in_gives_the_old_text() {
        let old = "x\na\nb\nc\na\nb\nd\n";
        let new = "a\nb\nq\na\nb\nb\nd\ne\n";
        let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let all = fates(&before, &after);
        let side = |but: LineChange| {
            all.iter().filter(|(change, _)| *change != but).map(|(_, text)| *text).collect::<Vec<_>>()
        };
        assert_eq!((side(LineChange::Added), side(LineChange::Removed)), (before, after));
    }
}
