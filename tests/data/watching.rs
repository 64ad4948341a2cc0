//! A data folder that changes while a program runs.

use std::{collections::BTreeSet, env, fs, process, sync::Arc, thread, time::Duration};

use quarry::data::{DataFiles, DataWatcher, Library, Reload};
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
