//! Merges equal neighbouring cells into rectangles, so that there are fewer solids to cast against and to draw.

/// A rectangle of cells: the column and row of its north-west cell, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRect {
    pub column: u32,
    pub row: u32,
    pub columns: u32,
    pub rows: u32,
}

/// Covers all cells of a kind with rectangles, greedily: first east, then south.
pub(super) fn merge_cells<K: PartialEq + Copy>(
    columns: u32,
    rows: u32,
    kind: impl Fn(u32, u32) -> Option<K>,
) -> Vec<(CellRect, K)> {
    let mut taken = vec![false; (columns * rows) as usize];
    let mut rects = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let here = match kind(column, row) {
                Some(here) if !taken[(row * columns + column) as usize] => here,
                _ => continue,
            };
            let free = |c: u32, r: u32, taken: &[bool]| !taken[(r * columns + c) as usize] && kind(c, r) == Some(here);
            let mut rect = CellRect { column, row, columns: 1, rows: 1 };
            while column + rect.columns < columns && free(column + rect.columns, row, &taken) {
                rect.columns += 1;
            }
            while row + rect.rows < rows && (0..rect.columns).all(|c| free(column + c, row + rect.rows, &taken)) {
                rect.rows += 1;
            }
            for r in 0..rect.rows {
                for c in 0..rect.columns {
                    taken[((row + r) * columns + column + c) as usize] = true;
                }
            }
            rects.push((rect, here));
        }
    }
    rects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_l_becomes_two_rectangles() {
        let rows = ["###", "#..", "#.."];
        let at = |c: u32, r: u32| (rows[r as usize].as_bytes()[c as usize] == b'#').then_some(());
        let rects: Vec<CellRect> = merge_cells(3, 3, at).into_iter().map(|(rect, ())| rect).collect();
        assert_eq!(
            rects,
            [CellRect { column: 0, row: 0, columns: 3, rows: 1 }, CellRect { column: 0, row: 1, columns: 1, rows: 2 }]
        );
    }
}
