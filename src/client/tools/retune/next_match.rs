//! Changed data that a running match cannot use: level, props and materials. A thread bakes the level, and the next match uses it.
//!
//! Independent of: how files are watched.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;
use std::thread::JoinHandle;

use bevy::prelude::*;
use quarry_ron::Finding;

use super::{Toast, Toasts, messages::findings_toast};
use crate::client::ClientSystems;
use crate::client::session::{MatchSession, SceneSetup, Screen};
use crate::data::{FileKind, Library};
use crate::motion::navigation::BakedLevel;
use crate::simulation::bake_level;

type BakeResult = Result<Arc<BakedLevel>, Vec<Finding>>;

/// The data of the next match, if it differs from the running one.
#[derive(Resource, Default)]
pub struct NextMatchData {
    library: Option<Arc<Library>>,
    baking: Option<JoinHandle<BakeResult>>,
    level: Option<Arc<BakedLevel>>,
}

impl NextMatchData {
    pub fn prepare(&mut self, library: &Arc<Library>, changed: &BTreeSet<String>, setup: &SceneSetup) {
        let name = setup.level.name;
        let own = library.game.path(FileKind::Level, name.as_str());
        let any = |kinds: &[FileKind]| changed.iter().any(|path| kinds.contains(&FileKind::from_path(path)));
        if any(&[FileKind::Props, FileKind::Palette]) || changed.contains(&own) {
            self.library = Some(library.clone());
        }
        // The navigation mesh depends on the size of bodies and on props.
        if changed.contains(&own) || any(&[FileKind::Props, FileKind::Agent]) {
            let library = library.clone();
            self.baking = Some(thread::spawn(move || bake_level(&library, name)));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextMatchData>()
        .add_systems(Update, receive.in_set(ClientSystems::Input))
        .add_systems(OnEnter(Screen::Loading), use_prepared);
}

/// Takes a level that has been baked.
fn receive(mut next: ResMut<NextMatchData>, mut toasts: ResMut<Toasts>, mut session: ResMut<MatchSession>) {
    if !next.baking.as_ref().is_some_and(JoinHandle::is_finished) {
        return;
    }
    let Some(baking) = next.baking.take() else { return };
    match baking.join() {
        Err(_) => toasts.push(Toast::error("The level could not be baked", Vec::new())),
        Ok(Err(findings)) => toasts.push(findings_toast(&findings)),
        Ok(Ok(level)) => {
            session.provider.set_level(level.clone());
            next.level = Some(level);
        }
    }
}

fn use_prepared(mut next: ResMut<NextMatchData>, mut setup: ResMut<SceneSetup>) {
    if let Some(level) = next.level.take().filter(|level| level.site.built.name == setup.level.name) {
        setup.level = Arc::new(level.site.built.clone());
    }
    if let Some(library) = next.library.take() {
        setup.props = Arc::new(library.props.clone());
        setup.palette = Arc::new(library.palette.clone());
    }
}
