//! Tools that look into minds and change them: panels, inspector, overlays, timeline, statistics, retuning, interventions.

pub mod inspector;
pub mod intervene;
pub mod moment;
pub mod overlay;
pub mod panels;
pub mod plots;
pub mod retune;
pub mod statistics;
pub mod timeline;
