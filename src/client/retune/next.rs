//! What of changed data the running match cannot take up: another level, other props, other materials. It is made ready beside the
//! window and taken up when the next match is loaded.
//!
//! Must not know: how files are noticed.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;

use super::{
    said::findings_toast,
    toast::{Toast, Toasts},
};
use crate::{
    client::{ClientSystems, MatchSession, scene_setup::SceneSetup, screen::Screen},
    data::{FileKind, Finding, Library},
    motion::navigation::BakedLevel,
    simulation::bake_level,
};

type BakeResult = Result<Arc<BakedLevel>, Vec<Finding>>;

/// What the next match is to be played on and drawn from, where that is not what this one is.
#[derive(Resource, Default)]
pub struct NextMatchData {
    library: Option<Arc<Library>>,
    making: Option<Mutex<Receiver<BakeResult>>>,
    level: Option<Arc<BakedLevel>>,
}

impl NextMatchData {
    /// Makes ready what changed files ask for.
    pub fn prepare(&mut self, library: &Arc<Library>, changed: &BTreeSet<String>, setup: &SceneSetup) {
        let name = setup.level.name;
        let own = format!("levels/{name}.ron");
        let any = |kinds: &[FileKind]| changed.iter().any(|path| kinds.contains(&FileKind::from_path(path)));
        if any(&[FileKind::Props, FileKind::Palette]) || changed.contains(&own) {
            self.library = Some(library.clone());
        }
        // Ways are found for bodies of a certain size, among props.
        if changed.contains(&own) || any(&[FileKind::Props, FileKind::Agent]) {
            let (send, receive) = channel();
            let library = library.clone();
            thread::spawn(move || drop(send.send(bake_level(&library, name))));
            self.making = Some(Mutex::new(receive));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextMatchData>()
        .add_systems(Update, receive.in_set(ClientSystems::Input))
        .add_systems(OnEnter(Screen::Loading), take_up);
}

/// Takes a level that has been made ready.
fn receive(mut upcoming: ResMut<NextMatchData>, mut toasts: ResMut<Toasts>, mut session: ResMut<MatchSession>) {
    let Some(making) = &upcoming.making else { return };
    let made = making.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    match made {
        Err(TryRecvError::Empty) => return,
        Err(TryRecvError::Disconnected) => toasts.push(Toast::error("the level could not be made ready", Vec::new())),
        Ok(Err(findings)) => toasts.push(findings_toast(&findings)),
        Ok(Ok(level)) => {
            session.provider.set_level(level.clone());
            upcoming.level = Some(level);
        }
    }
    upcoming.making = None;
}

/// Draws what is loaded from what has been made ready.
fn take_up(mut upcoming: ResMut<NextMatchData>, mut setup: ResMut<SceneSetup>) {
    if let Some(level) = upcoming.level.take().filter(|level| level.site.built.name == setup.level.name) {
        setup.level = Arc::new(level.site.built.clone());
    }
    if let Some(library) = upcoming.library.take() {
        setup.props = Arc::new(library.props.clone());
        setup.palette = Arc::new(library.palette.clone());
    }
}
