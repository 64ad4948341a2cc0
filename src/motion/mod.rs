//! Bodies on the move: navigation over the mesh, locomotion, gaze. Fulfils requests; knows nothing of goals.

pub mod navigation;
