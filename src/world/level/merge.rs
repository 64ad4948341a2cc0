//! Equal cells that lie side by side become one rectangle: fewer solids to cast against and to draw.

/// A rectangle of cells: column and row of its north-west cell, and how many columns and rows it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub column: u32,
    pub row: u32,
    pub columns: u32,
    pub rows: u32,
}

/// Covers all cells that have a kind with rectangles of one kind each: greedily, east first, then south.
/// Cells are only indexed within `columns` and `rows`, which `taken` covers.
pub(super) fn merge<K: PartialEq + Copy>(
    columns: u32,
    rows: u32,
    kind: impl Fn(u32, u32) -> Option<K>,
) -> Vec<(Run, K)> {
    let mut taken = vec![false; (columns * rows) as usize];
    let mut runs = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let here = match kind(column, row) {
                Some(here) if !taken[(row * columns + column) as usize] => here,
                _ => continue,
            };
            let free = |c: u32, r: u32, taken: &[bool]| !taken[(r * columns + c) as usize] && kind(c, r) == Some(here);
            let mut run = Run { column, row, columns: 1, rows: 1 };
            while column + run.columns < columns && free(column + run.columns, row, &taken) {
                run.columns += 1;
            }
            while row + run.rows < rows && (0..run.columns).all(|c| free(column + c, row + run.rows, &taken)) {
                run.rows += 1;
            }
            for r in 0..run.rows {
                for c in 0..run.columns {
                    taken[((row + r) * columns + column + c) as usize] = true;
                }
            }
            runs.push((run, here));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_l_becomes_two_rectangles() {
        let rows = ["###", "#..", "#.."];
        let at = |c: u32, r: u32| (rows[r as usize].as_bytes()[c as usize] == b'#').then_some(());
        let runs: Vec<Run> = merge(3, 3, at).into_iter().map(|(run, ())| run).collect();
        assert_eq!(
            runs,
            [Run { column: 0, row: 0, columns: 3, rows: 1 }, Run { column: 0, row: 1, columns: 1, rows: 2 }]
        );
    }
}
