//! Layered layout (Sugiyama, Tagawa and Toda, 1981): boxes in columns so that edges run from left to right, with few
//! crossings, and each box near the middle of its neighbours.
//!
//! Independent of: what the boxes stand for.

/// Positions of boxes and routes of edges, in the units of the given sizes. The y axis points down.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct GraphLayout {
    /// The upper left corner of each box.
    pub places: Vec<(f32, f32)>,
    /// The points of each edge from start to end.
    pub routes: Vec<Vec<(f32, f32)>>,
    /// Width and height of the whole.
    pub size: (f32, f32),
}

/// The space between columns, and between boxes of a column.
const GAP: (f32, f32) = (100.0, 16.0);
/// The height that an edge takes up where it passes through a column.
const PASSING_HEIGHT: f32 = 6.0;
/// The number of passes that improve the order of the boxes, and the number that improve their positions.
const ORDER_SWEEPS: usize = 12;
const POSITION_SWEEPS: usize = 10;

/// Lays out boxes of these sizes, with an edge from the first to the second box of each pair. An edge from a box to
/// itself, or with an index out of range, has an empty route. `between` is the minimum space between columns.
pub(super) fn layered(sizes: &[(f32, f32)], edges: &[(usize, usize)], between: f32) -> GraphLayout {
    if sizes.is_empty() {
        return GraphLayout { routes: vec![Vec::new(); edges.len()], ..GraphLayout::default() };
    }
    let acyclic = acyclic_edges(sizes.len(), edges);
    let mut columns = Columns::new(sizes, &acyclic);
    columns.order();
    columns.place();
    columns.layout(sizes, edges, &acyclic, between.max(GAP.0))
}

/// The edges, some of them reversed so that there are no cycles, and whether each was reversed. `None` for edges
/// without a route.
fn acyclic_edges(count: usize, edges: &[(usize, usize)]) -> Vec<Option<(usize, usize, bool)>> {
    let fits = |&(from, to): &(usize, usize)| from < count && to < count && from != to;
    let mut out = vec![Vec::new(); count];
    for (index, edge) in edges.iter().enumerate().filter(|(_, edge)| fits(edge)) {
        out[edge.0].push(index);
    }
    // Depth-first search; an edge back to a box on the current path would close a cycle.
    let (mut state, mut reversed) = (vec![0u8; count], vec![false; edges.len()]);
    for root in 0..count {
        let mut path = vec![(root, 0usize)];
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        while let Some((at, next)) = path.last_mut() {
            let Some(&edge) = out[*at].get(*next) else {
                state[*at] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    path.push((to, 0));
                }
                1 => reversed[edge] = true,
                _ => {}
            }
        }
    }
    let turn = |(edge, reversed): (&(usize, usize), bool)| {
        fits(edge).then_some(if reversed { (edge.1, edge.0, true) } else { (edge.0, edge.1, false) })
    };
    edges.iter().zip(reversed).map(turn).collect()
}

/// Boxes, and dummy nodes where long edges pass through a column.
struct Columns {
    /// Height of each node, boxes first.
    heights: Vec<f32>,
    column_of: Vec<usize>,
    /// The nodes of each column from top to bottom.
    columns: Vec<Vec<usize>>,
    /// Neighbours in the previous and in the next column.
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    /// The nodes along each edge, from left to right.
    waypoints: Vec<Vec<usize>>,
    /// Vertical centre of each node.
    middle: Vec<f32>,
}

impl Columns {
    fn new(sizes: &[(f32, f32)], edges: &[Option<(usize, usize, bool)>]) -> Self {
        let count = sizes.len();
        let column_of = columns_of(count, edges);
        let mut all = Self {
            heights: sizes.iter().map(|size| size.1).collect(),
            columns: vec![Vec::new(); column_of.iter().max().map_or(1, |last| last + 1)],
            column_of,
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            waypoints: Vec::with_capacity(edges.len()),
            middle: Vec::new(),
        };
        for edge in edges {
            let mut along_edge = Vec::new();
            if let Some((from, to, _)) = *edge {
                along_edge.push(from);
                for column in all.column_of[from] + 1..all.column_of[to] {
                    along_edge.push(all.heights.len());
                    all.heights.push(PASSING_HEIGHT);
                    all.column_of.push(column);
                    all.before.push(Vec::new());
                    all.after.push(Vec::new());
                }
                along_edge.push(to);
                for pair in along_edge.windows(2) {
                    all.after[pair[0]].push(pair[1]);
                    all.before[pair[1]].push(pair[0]);
                }
            }
            all.waypoints.push(along_edge);
        }
        for node in 0..all.heights.len() {
            all.columns[all.column_of[node]].push(node);
        }
        all
    }

    /// Orders each column by the mean position of its nodes' neighbours, forwards and backwards in turn, and keeps the
    /// order with the fewest crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.columns.clone());
        for sweep in 0..ORDER_SWEEPS {
            let forwards = sweep % 2 == 0;
            for step in 1..self.columns.len() {
                let column = if forwards { step } else { self.columns.len() - 1 - step };
                let other = if forwards { column - 1 } else { column + 1 };
                let mut rank = vec![0usize; self.heights.len()];
                for (place, &node) in self.columns[other].iter().enumerate() {
                    rank[node] = place;
                }
                let joined = if forwards { &self.before } else { &self.after };
                let mut wanted: Vec<(f32, usize, usize)> = Vec::with_capacity(self.columns[column].len());
                for (place, &node) in self.columns[column].iter().enumerate() {
                    let all = &joined[node];
                    let sum: usize = all.iter().map(|&other| rank[other]).sum();
                    // A node without neighbours on that side keeps its place.
                    let mean = if all.is_empty() { place as f32 } else { sum as f32 / all.len() as f32 };
                    wanted.push((mean, place, node));
                }
                wanted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                self.columns[column] = wanted.into_iter().map(|(.., node)| node).collect();
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
        }
        self.columns = best.1;
    }

    /// The number of edge crossings.
    fn crossings(&self) -> usize {
        let mut rank = vec![0usize; self.heights.len()];
        for column in &self.columns {
            for (place, &node) in column.iter().enumerate() {
                rank[node] = place;
            }
        }
        let mut sum = 0;
        for column in &self.columns {
            let mut ends: Vec<usize> = Vec::new();
            for &node in column {
                let mut own: Vec<usize> = self.after[node].iter().map(|&other| rank[other]).collect();
                own.sort_unstable();
                sum += own.iter().map(|end| ends.len() - ends.partition_point(|known| known <= end)).sum::<usize>();
                for end in own {
                    let at = ends.partition_point(|known| *known <= end);
                    ends.insert(at, end);
                }
            }
        }
        sum
    }

    /// Moves the nodes of each column as near as possible to the mean of their neighbours, in their order and without
    /// overlap.
    fn place(&mut self) {
        self.middle = vec![0.0; self.heights.len()];
        for column in &self.columns {
            let mut top = 0.0;
            for &node in column {
                self.middle[node] = top + self.heights[node] * 0.5;
                top += self.heights[node] + GAP.1;
            }
        }
        for sweep in 0..POSITION_SWEEPS {
            for step in 0..self.columns.len() {
                let column = if sweep % 2 == 0 { step } else { self.columns.len() - 1 - step };
                let nodes = &self.columns[column];
                let wanted: Vec<f32> = nodes
                    .iter()
                    .map(|&node| {
                        let joined = self.before[node].iter().chain(&self.after[node]);
                        let (sum, count) =
                            joined.fold((0.0, 0), |(sum, count), &other| (sum + self.middle[other], count + 1));
                        if count == 0 { self.middle[node] } else { sum / count as f32 }
                    })
                    .collect();
                let heights: Vec<f32> = nodes.iter().map(|&node| self.heights[node]).collect();
                for (node, middle) in nodes.clone().into_iter().zip(spread(&wanted, &heights)) {
                    self.middle[node] = middle;
                }
            }
        }
    }

    fn layout(
        &self,
        sizes: &[(f32, f32)],
        edges: &[(usize, usize)],
        acyclic: &[Option<(usize, usize, bool)>],
        between: f32,
    ) -> GraphLayout {
        let mut left = Vec::with_capacity(self.columns.len());
        let mut widths = Vec::with_capacity(self.columns.len());
        let mut x = 0.0;
        for column in &self.columns {
            let width = column.iter().filter_map(|&node| sizes.get(node)).map(|size| size.0).fold(0.0, f32::max);
            left.push(x);
            widths.push(width);
            x += width + between;
        }
        let top = (0..self.heights.len())
            .map(|node| self.middle[node] - self.heights[node] * 0.5)
            .fold(f32::INFINITY, f32::min);
        let bottom = (0..self.heights.len())
            .map(|node| self.middle[node] + self.heights[node] * 0.5)
            .fold(f32::NEG_INFINITY, f32::max);
        let places = sizes
            .iter()
            .enumerate()
            .map(|(node, size)| {
                let column = self.column_of[node];
                (left[column] + (widths[column] - size.0) * 0.5, self.middle[node] - size.1 * 0.5 - top)
            })
            .collect::<Vec<(f32, f32)>>();
        let routes = edges
            .iter()
            .zip(acyclic)
            .zip(&self.waypoints)
            .map(|((_, acyclic), along_edge)| {
                let Some((from, to, reversed)) = *acyclic else { return Vec::new() };
                let y = |node: usize| self.middle[node] - top;
                let mut route = vec![(places[from].0 + sizes[from].0, y(from))];
                for &node in &along_edge[1..along_edge.len() - 1] {
                    let column = self.column_of[node];
                    route.push((left[column], y(node)));
                    route.push((left[column] + widths[column], y(node)));
                }
                route.push((places[to].0, y(to)));
                if reversed {
                    route.reverse();
                }
                route
            })
            .collect();
        GraphLayout { places, routes, size: ((x - between).max(0.0), (bottom - top).max(0.0)) }
    }
}

/// The column of each box: one beyond its farthest predecessor. A box without predecessors stands just before its
/// nearest successor.
fn columns_of(count: usize, edges: &[Option<(usize, usize, bool)>]) -> Vec<usize> {
    let (mut out, mut incoming) = (vec![Vec::new(); count], vec![0usize; count]);
    for &(from, to, _) in edges.iter().flatten() {
        out[from].push(to);
        incoming[to] += 1;
    }
    let sources: Vec<usize> = (0..count).filter(|&node| incoming[node] == 0).collect();
    let (mut column, mut open, mut order) = (vec![0usize; count], sources.clone(), Vec::with_capacity(count));
    while let Some(node) = open.pop() {
        order.push(node);
        for &to in &out[node] {
            column[to] = column[to].max(column[node] + 1);
            incoming[to] -= 1;
            if incoming[to] == 0 {
                open.push(to);
            }
        }
    }
    for source in sources {
        if let Some(first) = out[source].iter().map(|&to| column[to]).min() {
            column[source] = first - 1;
        }
    }
    column
}

/// Centres as near as possible (by least squares) to the wanted ones, in their order, for boxes of these heights with
/// gaps between them: pool adjacent violators (Ayer and others, 1955).
fn spread(wanted: &[f32], heights: &[f32]) -> Vec<f32> {
    // After subtracting the minimum distance from the first box, only the order of centres is left as a constraint.
    let mut offset = Vec::with_capacity(wanted.len());
    let mut sum = 0.0;
    for (index, height) in heights.iter().enumerate() {
        if index > 0 {
            sum += (heights[index - 1] + height) * 0.5 + GAP.1;
        }
        offset.push(sum);
    }
    let mut pools: Vec<(f32, usize)> = Vec::with_capacity(wanted.len());
    for (want, off) in wanted.iter().zip(&offset) {
        let mut pool = (want - off, 1usize);
        while let Some(&(mean, count)) = pools.last()
            && mean > pool.0
        {
            pools.pop();
            let all = count + pool.1;
            pool = ((mean * count as f32 + pool.0 * pool.1 as f32) / all as f32, all);
        }
        pools.push(pool);
    }
    pools
        .iter()
        .flat_map(|&(mean, count)| std::iter::repeat_n(mean, count))
        .zip(offset)
        .map(|(mean, off)| mean + off)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(count: usize) -> Vec<(f32, f32)> {
        (0..count).map(|index| (60.0 + 10.0 * (index % 4) as f32, 20.0 + 8.0 * (index % 3) as f32)).collect()
    }

    fn overlap(layout: &GraphLayout, sizes: &[(f32, f32)]) -> bool {
        (0..sizes.len()).any(|a| {
            (0..a).any(|b| {
                let ((ax, ay), (bx, by)) = (layout.places[a], layout.places[b]);
                ax < bx + sizes[b].0 && bx < ax + sizes[a].0 && ay < by + sizes[b].1 && by < ay + sizes[a].1
            })
        })
    }

    #[test]
    fn edges_run_from_left_to_right_and_nothing_overlaps() {
        let edges = [(0, 2), (1, 2), (2, 3), (2, 4), (0, 4), (4, 5), (3, 5), (0, 5)];
        let layout = layered(&boxes(6), &edges, 0.0);
        assert!(!overlap(&layout, &boxes(6)));
        for (index, &(from, to)) in edges.iter().enumerate() {
            assert!(layout.places[from].0 < layout.places[to].0, "{from} stands before {to}");
            let route = &layout.routes[index];
            assert!(route.windows(2).all(|pair| pair[0].0 <= pair[1].0 + 0.01), "{route:?}");
            assert_eq!(route[0].0, layout.places[from].0 + boxes(6)[from].0);
            assert_eq!(route.last().map(|end| end.0), Some(layout.places[to].0));
        }
        let inside = |index: usize| {
            let (x, y) = layout.places[index];
            x >= -0.1
                && y >= -0.1
                && x + boxes(6)[index].0 <= layout.size.0 + 0.1
                && y + boxes(6)[index].1 <= layout.size.1 + 0.1
        };
        assert!((0..6).all(inside));
    }

    #[test]
    fn cycles_are_broken_and_invalid_edges_have_no_route() {
        let edges = [(0, 1), (1, 2), (2, 0), (1, 1), (7, 0)];
        let layout = layered(&boxes(3), &edges, 0.0);
        assert!(!overlap(&layout, &boxes(3)));
        assert!(layout.routes[3].is_empty() && layout.routes[4].is_empty());
        assert_eq!(layout.routes.iter().filter(|route| route.len() >= 2).count(), 3);
        // The edge that closes the cycle is drawn from its own start to its own end.
        assert!(layout.routes[2][0].0 > layout.routes[2].last().unwrap().0);
        assert_eq!(layered(&[], &[], 0.0), GraphLayout::default());
    }

    #[test]
    fn avoidable_crossings_are_avoided() {
        // Two rows of four, joined in opposite order.
        let edges = [(0, 7), (1, 6), (2, 5), (3, 4)];
        let acyclic = acyclic_edges(8, &edges);
        let mut columns = Columns::new(&boxes(8), &acyclic);
        columns.order();
        assert_eq!(columns.crossings(), 0);
    }

    #[test]
    fn a_large_tree_is_laid_out_without_overlap() {
        let edges: Vec<(usize, usize)> = (1..200).map(|node| ((node - 1) / 3, node)).collect();
        let layout = layered(&boxes(200), &edges, 0.0);
        assert!(!overlap(&layout, &boxes(200)));
    }

    #[test]
    fn centres_are_as_near_as_possible_to_the_wanted_ones() {
        let apart = spread(&[0.0, 0.0, 0.0], &[20.0, 20.0, 20.0]);
        assert!((apart[1]).abs() < 1e-3 && (apart[0] + 36.0).abs() < 1e-3 && (apart[2] - 36.0).abs() < 1e-3);
        assert_eq!(spread(&[0.0, 100.0], &[10.0, 10.0]), [0.0, 100.0]);
    }
}
