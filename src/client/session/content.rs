//! The data of a game from which the menus make matches.

use std::sync::Arc;

use bevy::prelude::Resource;
use quarry_ron::{Document, Finding};

use super::game_view::GameView;
use crate::data::{DataFolders, FileKind, Library, difficulty::Difficulty, graphics::GraphicsFile};

/// The data of the game that the menus set up.
#[derive(Resource, Clone)]
pub struct GameContent {
    pub view: &'static GameView,
    /// Minds, agents, rules, levels, props.
    pub library: Arc<Library>,
    /// The quality presets.
    pub graphics: GraphicsFile,
    /// The difficulties, from easy to hard.
    pub difficulties: Vec<Difficulty>,
}

impl GameContent {
    /// The content of a game whose data is loaded.
    pub fn new(view: &'static GameView, library: Arc<Library>) -> Result<Self, Finding> {
        let missing = |file: String| Finding::for_file(file, "there is no such file");
        let graphics = library.graphics.clone().ok_or_else(|| missing(library.game.path(FileKind::Graphics, "")))?;
        let file = library.game.path(FileKind::Difficulty, "");
        let difficulties = library.documents.get(&file).ok_or_else(|| missing(file))?.read()?;
        Ok(Self { view, library, graphics, difficulties })
    }

    /// Loads the data of a game from the folder that holds `assets/` and `levels/`, with the mods laid over it.
    pub fn load(folders: &DataFolders, view: &'static GameView) -> Result<Self, Vec<Finding>> {
        let library = Library::load(folders, view.schema)?;
        Self::new(view, Arc::new(library)).map_err(|finding| vec![finding])
    }

    /// Takes over changed data of the same game. A file of difficulties that cannot be read leaves the old ones.
    pub fn update(&mut self, library: &Arc<Library>) {
        if let Some(graphics) = &library.graphics {
            self.graphics = graphics.clone();
        }
        let difficulties = library.documents.get(&library.game.path(FileKind::Difficulty, ""));
        if let Some(Ok(all)) = difficulties.map(Document::read::<Vec<Difficulty>>) {
            self.difficulties = all;
        }
        self.library = library.clone();
    }
}
