//! Tools that look into minds and change them: panels, inspector, overlays, timeline, statistics, retuning.

pub mod inspector;
pub mod overlay;
pub mod panels;
pub mod retune;
pub mod statistics;
pub mod timeline;
