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
    said::of_findings,
    toast::{Toast, Toasts},
};
use crate::{
    client::{ClientSystems, Programme, screen::Screen, stage::Stage},
    data::{FileKind, Finding, Library},
    motion::navigation::BakedLevel,
    simulation::bake_level,
};

type Made = Result<Arc<BakedLevel>, Vec<Finding>>;

/// What the next match is to be played on and drawn from, where that is not what this one is.
#[derive(Resource, Default)]
pub struct Upcoming {
    library: Option<Arc<Library>>,
    making: Option<Mutex<Receiver<Made>>>,
    level: Option<Arc<BakedLevel>>,
}

impl Upcoming {
    /// Makes ready what changed files ask for.
    pub fn prepare(&mut self, library: &Arc<Library>, changed: &BTreeSet<String>, stage: &Stage) {
        let name = stage.level.name;
        let own = format!("levels/{name}.ron");
        let any = |kinds: &[FileKind]| changed.iter().any(|path| kinds.contains(&FileKind::of(path)));
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
    app.init_resource::<Upcoming>()
        .add_systems(Update, receive.in_set(ClientSystems::Input))
        .add_systems(OnEnter(Screen::Loading), take_up);
}

/// Takes a level that has been made ready.
fn receive(mut upcoming: ResMut<Upcoming>, mut toasts: ResMut<Toasts>, mut programme: ResMut<Programme>) {
    let Some(making) = &upcoming.making else { return };
    let made = making.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    match made {
        Err(TryRecvError::Empty) => return,
        Err(TryRecvError::Disconnected) => toasts.say(Toast::bad("the level could not be made ready", Vec::new())),
        Ok(Err(findings)) => toasts.say(of_findings(&findings)),
        Ok(Ok(level)) => {
            programme.matches.take_level(level.clone());
            upcoming.level = Some(level);
        }
    }
    upcoming.making = None;
}

/// Draws what is loaded from what has been made ready.
fn take_up(mut upcoming: ResMut<Upcoming>, mut stage: ResMut<Stage>) {
    if let Some(level) = upcoming.level.take().filter(|level| level.site.built.name == stage.level.name) {
        stage.level = Arc::new(level.site.built.clone());
    }
    if let Some(library) = upcoming.library.take() {
        stage.props = Arc::new(library.props.clone());
        stage.palette = Arc::new(library.palette.clone());
    }
}
