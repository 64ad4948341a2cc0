//! A data folder that changes while a program runs.

use std::{collections::BTreeSet, env, fs, path::Path, process, sync::Arc, thread, time::Duration};

use quarry::data::{DataFiles, DataFolders, DataWatcher, Library, ModFolder, Reload};
use quarry_minds::protocol::label;
use quarry_ron::input;

use quarry::games::hunt::HuntLevel;

use crate::hunt::{self, SCHEMA};

fn wait_for(watch: &mut DataWatcher) -> Reload {
    for _ in 0..200 {
        if let Some(reload) = watch.poll() {
            return reload;
        }
        thread::sleep(Duration::from_millis(25));
    }
    panic!("no change was noticed within five seconds");
}

#[test]
fn a_change_is_noticed_and_a_bad_one_keeps_the_last_good_version() {
    let shipped = DataFiles::read(hunt::root(), SCHEMA.name).unwrap();
    let root = env::temp_dir().join(format!("quarry-watch-{}", process::id()));
    for (path, _, bytes) in shipped.iter() {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let library = Arc::new(Library::load(&root, &SCHEMA).unwrap());
    let before = library.digest;
    let mut watch = DataWatcher::new(&root, library).unwrap();
    assert!(watch.poll().is_none());

    let path = root.join("levels/hunt/manor.ron");
    let text = input::read_text(&path, input::DATA_FILE).unwrap();
    fs::write(&path, text.replace("keys_needed: 2", "keys_needed: 3")).unwrap();
    let reload = wait_for(&mut watch);
    assert_eq!(reload.changed, BTreeSet::from(["levels/hunt/manor.ron".to_owned()]));
    let library = reload.outcome.unwrap();
    let (_, level) = library.level("manor").unwrap();
    assert_eq!(level.game.get::<HuntLevel>().map(|hunt| hunt.keys_needed), Some(3));
    let after = watch.library().digest;
    assert_ne!(after, before);

    fs::write(&path, text.replace("keys_needed: 2", "keys_needed: three")).unwrap();
    let findings = wait_for(&mut watch).outcome.unwrap_err();
    assert_eq!(findings, watch.findings());
    assert!(findings.iter().all(|finding| finding.file.ends_with("levels/hunt/manor.ron") && finding.line > 0));
    assert_eq!(watch.library().digest, after);
    fs::remove_dir_all(root).unwrap();
}

/// The folders of the shipped data with the mods of these names, which lie in a folder of this test.
fn with_mods(place: &Path, names: &[&str]) -> DataFolders {
    let of_name = |name: &&str| ModFolder { name: (*name).to_owned(), path: place.join(name) };
    DataFolders { root: hunt::root().to_owned(), mods: names.iter().map(of_name).collect() }
}

#[test]
fn a_file_of_a_mod_is_noticed_and_so_is_a_mod_that_is_switched_on_or_off() {
    const HUNTER: &str = "assets/hunt/agents/hunter.ron";
    let place = env::temp_dir().join(format!("quarry-watch-mods-{}", process::id()));
    let path = place.join("sprint").join(HUNTER);
    let shipped = input::read_text(&hunt::root().join(HUNTER), input::DATA_FILE).unwrap();
    let put = |run: &str| {
        assert!(shipped.contains("run: 4.6"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, shipped.replace("run: 4.6", run)).unwrap();
    };
    put("run: 6.0");
    let run = |library: &Library| library.agents[&label("hunter")].body.speeds.run;

    // Switched on: the files on the disk differ from those of the library.
    let plain = Arc::new(Library::load(hunt::root(), &SCHEMA).unwrap());
    let mut watch = DataWatcher::new(with_mods(&place, &["sprint"]), plain.clone()).unwrap();
    let reload = wait_for(&mut watch);
    let with_mod = reload.outcome.unwrap();
    assert_eq!(reload.changed, BTreeSet::from([HUNTER.to_owned()]));
    assert_eq!((run(&plain), run(&with_mod)), (4.6, 6.0));
    assert_eq!(with_mod.mods, ["sprint"]);

    put("run: 7.5");
    assert_eq!(run(&wait_for(&mut watch).outcome.unwrap()), 7.5);
    put("run: fast");
    let findings = wait_for(&mut watch).outcome.unwrap_err();
    assert_eq!(findings[0].file, path.display().to_string());
    assert!(findings[0].line > 1, "{findings:?}");

    let mut watch = DataWatcher::new(hunt::root(), with_mod).unwrap();
    let off = wait_for(&mut watch).outcome.unwrap();
    assert_eq!((run(&off), off.digest), (4.6, plain.digest));
    fs::remove_dir_all(place).unwrap();
}
