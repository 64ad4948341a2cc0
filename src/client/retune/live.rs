//! Data files as they are saved: watched beside the window, handed to the running match and to all that begin later.
//!
//! Must not know: what files say.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use bevy::prelude::*;

use super::{
    said::{of_applied, of_findings},
    toast::{Toast, Toasts},
};
use crate::{
    client::{
        ClientSystems, DataRoot, Programme, menu::House, retune::next::Upcoming, show::Show, stage::Stage, words,
    },
    data::{DataWatch, Library, Reload, difficulty::Difficulty},
    simulation::retune::{Command, Refused},
};

/// How often the files are looked after. With the time that files must be left alone it stays far below a second.
const EVERY: Duration = Duration::from_millis(50);

/// What the watch of the data files says.
#[derive(Debug)]
pub enum News {
    /// It has begun, with this data.
    Watching(Arc<Library>),
    /// It cannot begin.
    CannotWatch(String),
    /// Files have changed.
    Changed(Reload),
}

/// The data files on the disk.
#[derive(Resource)]
pub struct LiveData {
    news: Mutex<Receiver<News>>,
    /// The last good version; none before it was read.
    pub library: Option<Arc<Library>>,
    /// Held: the watch ends with it.
    _alive: Arc<()>,
}

/// Watches the data files of a folder on a thread of its own, until what it returns is dropped.
pub fn watch_data(root: PathBuf) -> LiveData {
    let (sender, news) = channel();
    let alive = Arc::new(());
    let held = Arc::downgrade(&alive);
    thread::spawn(move || look_after(root, &sender, &held));
    LiveData { news: Mutex::new(news), library: None, _alive: alive }
}

fn look_after(root: PathBuf, sender: &Sender<News>, held: &Weak<()>) {
    let library = match Library::load(&root) {
        Ok(library) => Arc::new(library),
        Err(findings) => {
            let text = findings.first().map(ToString::to_string).unwrap_or_default();
            drop(sender.send(News::CannotWatch(text)));
            return;
        }
    };
    let mut watch = match DataWatch::new(&root, library.clone()) {
        Ok(watch) => watch,
        Err(error) => {
            drop(sender.send(News::CannotWatch(error.to_string())));
            return;
        }
    };
    if sender.send(News::Watching(library)).is_err() {
        return;
    }
    while held.strong_count() > 0 {
        if let Some(reload) = watch.poll()
            && sender.send(News::Changed(reload)).is_err()
        {
            return;
        }
        thread::sleep(EVERY);
    }
}

impl LiveData {
    /// What came since the last time.
    pub fn news(&self) -> Vec<News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin)
        .add_systems(Update, take_up.in_set(ClientSystems::Input).run_if(resource_exists::<LiveData>));
}

fn begin(mut commands: Commands, root: Option<Res<DataRoot>>) {
    if let Some(root) = root {
        commands.insert_resource(watch_data(root.0.clone()));
    }
}

/// Hands changed data to the running match and to those that begin later, and says so.
fn take_up(
    mut live: ResMut<LiveData>,
    mut toasts: ResMut<Toasts>,
    stage: Option<Res<Stage>>,
    mut show: Option<ResMut<Show>>,
    mut programme: Option<ResMut<Programme>>,
    mut house: Option<ResMut<House>>,
    mut upcoming: ResMut<Upcoming>,
) {
    for news in live.news() {
        match news {
            News::Watching(library) => live.library = Some(library),
            News::CannotWatch(why) => {
                toasts.say(Toast::bad("changed data files will not be noticed", vec![why]));
            }
            News::Changed(Reload { changed, outcome }) => match outcome {
                Err(findings) => toasts.say(of_findings(&findings)),
                Ok(library) => {
                    live.library = Some(library.clone());
                    toasts.forget_errors();
                    if let Some(programme) = &mut programme
                        && let Err(findings) = programme.matches.take_up(&library)
                    {
                        toasts.say(of_findings(&findings));
                        continue;
                    }
                    if let Some(house) = &mut house {
                        refurnish(house, &library);
                    }
                    if let Some(stage) = &stage {
                        upcoming.prepare(&library, &changed, stage);
                    }
                    let command = Command::reload(&library, changed.iter().map(String::as_str));
                    let outcome = show.as_mut().map(|show| show.command(&command));
                    let name = |agent| match &stage {
                        Some(stage) => words::name(stage, agent),
                        None => String::new(),
                    };
                    match outcome {
                        Some(Ok(applied)) => {
                            let toast = of_applied(&changed, &applied, name);
                            // A file that was written from here brings nothing new, and has been told of.
                            let nothing = applied.changes.is_empty() && applied.later.is_empty();
                            if !nothing || !toasts.is_told(&toast.title) {
                                toasts.say(toast);
                            }
                        }
                        Some(Err(Refused::Data(findings))) => toasts.say(of_findings(&findings)),
                        Some(Err(Refused::NoMatch | Refused::Recorded | Refused::NoData)) | None => {
                            let file = changed.iter().next().cloned().unwrap_or_default();
                            toasts.say(Toast::good(&file, vec!["taken up by the next match".to_owned()]));
                        }
                        Some(Err(refused)) => toasts.say(Toast::bad("not taken up", vec![refused.to_string()])),
                    }
                }
            },
        }
    }
}

/// Lets the menus offer what the new data says.
fn refurnish(house: &mut House, library: &Arc<Library>) {
    if let Some(graphics) = &library.graphics {
        house.graphics = graphics.clone();
    }
    let difficulties = library.documents.get("assets/difficulty.ron");
    if let Some(Ok(all)) = difficulties.map(crate::data::Document::read::<Vec<Difficulty>>) {
        house.difficulties = all;
    }
    house.library = library.clone();
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path, process, time::Instant};

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::{
        client::{LiveMatches, Matches},
        data::Files,
        protocol::{Roster, label},
        simulation::{bake_level, retune::Tuning},
        world::BodyKind,
    };

    const HUNTER: &str = "assets/agents/hunter.ron";

    /// A window's world without the window: a match on the screen, and the files it was begun from being watched.
    fn watching(root: &Path) -> World {
        let library = Arc::new(Library::load(root).unwrap());
        let tuning = Tuning { library: library.clone(), rules: label("standard"), handicap: None };
        let level = bake_level(&library, label("courtyard")).unwrap();
        let matches = LiveMatches::new(tuning, level).unwrap();
        let (_, source) = matches.begin(1).unwrap();
        let mut world = World::new();
        world.insert_resource(Show::new(source, 1.0));
        world.insert_resource(Programme { matches: Box::new(matches), seed: 1 });
        world.init_resource::<Toasts>();
        world.init_resource::<Upcoming>();
        world.insert_resource(watch_data(root.to_owned()));
        let begun = Instant::now();
        while world.resource::<LiveData>().library.is_none() && begun.elapsed().as_secs() < 20 {
            world.run_system_once(take_up).unwrap();
            thread::sleep(Duration::from_millis(5));
        }
        world
    }

    /// How fast hunters run in the match on the screen.
    fn runs(world: &World) -> f32 {
        let game = world.resource::<Show>().world().unwrap();
        let agents = game.resource::<Roster>().agents.iter();
        agents.filter_map(|agent| game.get::<BodyKind>(*agent)).map(|kind| kind.0.speeds.run).fold(0.0, f32::max)
    }

    /// Plays on until something is said; what it is, and how long that took.
    fn said(world: &mut World) -> (Toast, Duration) {
        let since = Instant::now();
        loop {
            world.run_system_once(take_up).unwrap();
            world.resource_mut::<Show>().step();
            if let Some(toast) = world.resource::<Toasts>().all().last().cloned() {
                return (toast, since.elapsed());
            }
            assert!(since.elapsed().as_secs() < 10, "nothing was said within ten seconds");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_saved_file_changes_the_match_on_the_screen_and_those_after_it() {
        let root = env::temp_dir().join(format!("quarry-live-{}", process::id()));
        for (path, _, bytes) in Files::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().iter() {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let mut world = watching(&root);
        let text = fs::read_to_string(root.join(HUNTER)).unwrap();
        let changed = crate::data::ron_map::replace(&text, &"body.speeds.run".parse().unwrap(), "5.5").unwrap();
        fs::write(root.join(HUNTER), &changed).unwrap();
        let (toast, took) = said(&mut world);
        assert_eq!((toast.title.as_str(), toast.bad), (HUNTER, false));
        assert!(toast.lines[0].starts_with("body.speeds.run") && toast.lines[0].ends_with("-> 5.5"), "{toast:?}");
        assert!((runs(&world) - 5.5).abs() < 1e-6);
        assert!(took < Duration::from_secs(3), "{took:?}");

        *world.resource_mut::<Toasts>() = Toasts::default();
        fs::write(root.join(HUNTER), changed.replace("run: 5.5", "run: fast")).unwrap();
        let (toast, _) = said(&mut world);
        assert!(toast.bad && toast.lines[0].contains("hunter.ron:"), "{toast:?}");
        assert!((runs(&world) - 5.5).abs() < 1e-6, "the last good version plays on");

        let (_, next) = world.resource::<Programme>().matches.begin(2).unwrap();
        world.insert_resource(Show::new(next, 1.0));
        assert!((runs(&world) - 5.5).abs() < 1e-6, "the next match goes by it too");
        fs::remove_dir_all(root).unwrap();
    }
}
