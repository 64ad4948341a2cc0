//! Watches the data files on a thread and hands saved changes to the running match and to later ones.
//!
//! Independent of: the content of the files.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use quarry_ron::Finding;

use super::messages::{changes_toast, findings_toast};
use super::toast::{Toast, Toasts};
use crate::client::session::{GameContent, GameViewService, MatchSession, Playback, SceneSetup, names};
use crate::client::tools::retune::next_match::NextMatchData;
use crate::client::{ClientSystems, DataRoot, mods_switched};
use crate::data::{DataFolders, DataWatcher, GameSchema, Library, Reload};
use crate::simulation::retune::{RetuneCommand, RetuneError};

/// The time between two polls. Together with the settling time of a file, a change takes far less than a second.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub enum DataEvent {
    /// Watching has begun; this is the data on disk.
    Watching(Arc<Library>),
    /// Watching cannot begin, with the reason.
    CannotWatch(String),
    Changed(Reload),
}

/// The data files on the disk.
#[derive(Resource)]
pub struct LiveData {
    events: Mutex<Receiver<DataEvent>>,
    /// The last version without errors; `None` before the first load.
    pub library: Option<Arc<Library>>,
    /// The watcher thread ends when this is dropped.
    _alive: Arc<()>,
}

/// Watches the data files of a game on a new thread until the returned value is dropped. If they differ from those of the library that is in use, that
/// is the first change.
pub fn watch_data(folders: DataFolders, game: &'static GameSchema, in_use: Option<Arc<Library>>) -> LiveData {
    let (sender, events) = channel();
    let (alive, library) = (Arc::new(()), in_use.clone());
    let held = Arc::downgrade(&alive);
    thread::spawn(move || {
        if let Err(why) = watch_files(&folders, game, in_use, &sender, &held) {
            drop(sender.send(DataEvent::CannotWatch(why)));
        }
    });
    LiveData { events: Mutex::new(events), library, _alive: alive }
}

fn watch_files(
    folders: &DataFolders,
    game: &'static GameSchema,
    in_use: Option<Arc<Library>>,
    sender: &Sender<DataEvent>,
    held: &Weak<()>,
) -> Result<(), String> {
    let first = |findings: Vec<Finding>| findings.first().map(ToString::to_string).unwrap_or_default();
    let library = match in_use {
        Some(library) => library,
        None => Arc::new(Library::load(folders, game).map_err(first)?),
    };
    let mut watcher = DataWatcher::new(folders, library.clone()).map_err(|error| error.to_string())?;
    let mut heard = sender.send(DataEvent::Watching(library)).is_ok();
    while heard && held.strong_count() > 0 {
        if let Some(reload) = watcher.poll() {
            heard = sender.send(DataEvent::Changed(reload)).is_ok();
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

impl LiveData {
    /// The messages since the last call.
    pub fn events(&self) -> Vec<DataEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        First,
        start_watching.run_if(resource_exists_and_changed::<GameViewService>.or_eager(mods_switched)),
    )
    .add_systems(Update, apply_changes.in_set(ClientSystems::Input).run_if(resource_exists::<LiveData>));
}

fn start_watching(
    mut commands: Commands,
    view: Res<GameViewService>,
    root: Option<Res<DataRoot>>,
    live: Option<Res<LiveData>>,
    content: Option<Res<GameContent>>,
) {
    if let Some(root) = root {
        let of_game = |library: &Arc<Library>| library.game.name == view.name();
        let of_menus = content.map(|content| content.library.clone()).filter(of_game);
        let in_use = live.and_then(|live| live.library.clone()).filter(of_game).or(of_menus);
        commands.insert_resource(watch_data(root.0.clone(), view.0.schema, in_use));
    }
}

/// Hands changed data to the running match and to later ones, and shows a toast.
fn apply_changes(
    mut live: ResMut<LiveData>,
    mut toasts: ResMut<Toasts>,
    setup: Option<Res<SceneSetup>>,
    mut playback: Option<ResMut<Playback>>,
    mut session: Option<ResMut<MatchSession>>,
    mut content: Option<ResMut<GameContent>>,
    mut upcoming: ResMut<NextMatchData>,
) {
    for event in live.events() {
        match event {
            DataEvent::Watching(library) => live.library = Some(library),
            DataEvent::CannotWatch(why) => {
                toasts.push(Toast::error("Data files are not watched", vec![why]));
            }
            DataEvent::Changed(Reload { changed, outcome }) => match outcome {
                Err(findings) => toasts.push(findings_toast(&findings)),
                Ok(library) => {
                    live.library = Some(library.clone());
                    toasts.dismiss_errors();
                    if let Some(session) = &mut session
                        && let Err(findings) = session.provider.set_library(&library)
                    {
                        toasts.push(findings_toast(&findings));
                        continue;
                    }
                    // The menus may be about another game.
                    let shown = |content: &&mut ResMut<GameContent>| content.library.game.name == library.game.name;
                    if let Some(content) = content.as_mut().filter(shown) {
                        content.update(&library);
                    }
                    if let Some(setup) = &setup {
                        upcoming.prepare(&library, &changed, setup);
                    }
                    let command = RetuneCommand::reload(&library, changed.iter().map(String::as_str));
                    let outcome = playback.as_mut().map(|playback| playback.command(&command));
                    let name = |agent| match &setup {
                        Some(setup) => names::agent_name(&setup.agents, agent),
                        None => String::new(),
                    };
                    match outcome {
                        Some(Ok(applied)) => {
                            let toast = changes_toast(&changed, &applied, name);
                            // A file written by the "What if" panel changes nothing more, and its toast is on screen.
                            let nothing = applied.changes.is_empty() && applied.deferred.is_empty();
                            if !nothing || !toasts.is_showing(&toast.title) {
                                toasts.push(toast);
                            }
                        }
                        Some(Err(RetuneError::Data(findings))) => toasts.push(findings_toast(&findings)),
                        Some(Err(RetuneError::NoMatch | RetuneError::Recorded | RetuneError::NoData)) | None => {
                            let file = changed.iter().next().cloned().unwrap_or_default();
                            toasts.push(Toast::info(&file, vec!["takes effect in the next match".to_owned()]));
                        }
                        Some(Err(refused)) => toasts.push(Toast::error("Change rejected", vec![refused.to_string()])),
                    }
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path, process, time::Instant};

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::session::{LiveMatches, MatchProvider};
    use crate::data::{DataFiles, FileKind};
    use crate::games;
    use crate::world::BodyKind;
    use quarry_minds::protocol::Roster;
    use quarry_ron::input;

    /// The world of a window without the window: a match on screen and its data files being watched.
    fn watching(root: &Path) -> World {
        let schema = games::all().remove(0).schema();
        let matches = LiveMatches::on_level(games::all().remove(0), root, "courtyard");
        let (_, source) = matches.begin(1).unwrap();
        let mut world = World::new();
        world.insert_resource(Playback::new(source, 1.0));
        world.insert_resource(MatchSession { provider: Box::new(matches), seed: 1 });
        world.init_resource::<Toasts>();
        world.init_resource::<NextMatchData>();
        world.insert_resource(watch_data(root.into(), schema, None));
        let begun = Instant::now();
        while world.resource::<LiveData>().library.is_none() && begun.elapsed().as_secs() < 20 {
            world.run_system_once(apply_changes).unwrap();
            thread::sleep(Duration::from_millis(5));
        }
        world
    }

    /// The largest running speed in the match on screen, in m/s.
    fn run_speed(world: &World) -> f32 {
        let game = world.resource::<Playback>().world().unwrap();
        let agents = game.resource::<Roster>().agents.iter();
        agents.filter_map(|agent| game.get::<BodyKind>(*agent)).map(|kind| kind.0.speeds.run).fold(0.0, f32::max)
    }

    /// Plays on until a toast appears; returns it with the time that took.
    fn next_toast(world: &mut World) -> (Toast, Duration) {
        let since = Instant::now();
        loop {
            world.run_system_once(apply_changes).unwrap();
            world.resource_mut::<Playback>().step();
            if let Some(toast) = world.resource::<Toasts>().all().last().cloned() {
                return (toast, since.elapsed());
            }
            assert!(since.elapsed().as_secs() < 10, "no toast within ten seconds");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_saved_file_changes_the_match_on_screen_and_later_ones() {
        let root = env::temp_dir().join(format!("quarry-live-{}", process::id()));
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
        let schema = games::all().remove(0).schema();
        // The agents of the match: others may only build on them.
        let first =
            Library::load(shipped, schema).unwrap().rules("standard").unwrap().1.sides.values().next().unwrap().agent;
        let (agent, name) = (schema.path(FileKind::Agent, first.as_str()), format!("{first}.ron:"));
        for (path, _, bytes) in DataFiles::read(shipped, schema.name).unwrap().iter() {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let mut world = watching(&root);
        let text = input::read_text(&root.join(&agent), input::DATA_FILE).unwrap();
        let changed = quarry_ron::map::replace(&text, &"body.speeds.run".parse().unwrap(), "9.5").unwrap();
        fs::write(root.join(&agent), &changed).unwrap();
        let (toast, took) = next_toast(&mut world);
        assert_eq!((toast.title.as_str(), toast.is_error), (agent.as_str(), false));
        assert!(toast.lines[0].starts_with("body.speeds.run") && toast.lines[0].ends_with("-> 9.5"), "{toast:?}");
        assert!((run_speed(&world) - 9.5).abs() < 1e-6);
        assert!(took < Duration::from_secs(3), "{took:?}");

        *world.resource_mut::<Toasts>() = Toasts::default();
        fs::write(root.join(&agent), changed.replace("9.5", "fast")).unwrap();
        let (toast, _) = next_toast(&mut world);
        assert!(toast.is_error && toast.lines[0].contains(&name), "{toast:?}");
        assert!((run_speed(&world) - 9.5).abs() < 1e-6, "the last valid version stays in use");

        let (_, next) = world.resource::<MatchSession>().provider.begin(2).unwrap();
        world.insert_resource(Playback::new(next, 1.0));
        assert!((run_speed(&world) - 9.5).abs() < 1e-6, "the next match uses it too");

        // A mod that is switched on is a change of the files that it replaces.
        let in_use = world.resource::<LiveData>().library.clone();
        let replaced = root.join("mods/slower").join(&agent);
        fs::create_dir_all(replaced.parent().unwrap()).unwrap();
        fs::write(replaced, changed.replace("9.5", "7.5")).unwrap();
        let with_mod = DataFolders::from(&root).with_mods(&["slower".to_owned()]).unwrap();
        *world.resource_mut::<Toasts>() = Toasts::default();
        world.insert_resource(watch_data(with_mod, schema, in_use));
        let (toast, _) = next_toast(&mut world);
        assert_eq!((toast.title.as_str(), toast.is_error), (agent.as_str(), false), "{toast:?}");
        assert!((run_speed(&world) - 7.5).abs() < 1e-6);
        fs::remove_dir_all(root).unwrap();
    }
}
