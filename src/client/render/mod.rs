//! Drawing a match: the scene, the characters, their meshes and textures, what moves in the window only, and the graphics adapter.

pub mod budget;
pub mod camera_quality;
pub mod character;
pub mod display;
pub mod graphics;
pub mod line_of_sight;
pub mod mesh;
pub mod offscreen;
pub mod physics;
pub mod scene;
pub mod texture;
