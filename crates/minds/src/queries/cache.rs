//! The members of each query at one moment, found once however many expressions ask for them.

use std::cell::OnceCell;

/// The members of the queries of a mind, found as they are asked for. It holds for one memory at one tick; what depends on the current target is
/// not kept.
#[derive(Debug, Default)]
pub struct QueryCache(Vec<OnceCell<Vec<u16>>>);

impl QueryCache {
    /// Room for this many queries, none of which is known yet.
    pub fn new(queries: usize) -> Self {
        Self(std::iter::repeat_with(OnceCell::new).take(queries).collect())
    }

    /// The indices of a query's members among the facts, which `find` is asked for the first time. `None` for a query without room.
    pub(super) fn members(&self, query: usize, find: impl FnOnce() -> Vec<u16>) -> Option<&[u16]> {
        self.0.get(query).map(|known| known.get_or_init(find).as_slice())
    }
}
