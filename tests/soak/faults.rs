//! Faults of the environment: full disks, killed runs, files that change, unusable folders and files. Each gives a clear error,
//! and existing results stay intact.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

/// Skips a test that this machine cannot run.
///
/// # Panics
/// If `CI` is set: there a skipped test would pass for a checked one.
fn skip(why: &str) {
    assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "cannot be skipped where CI is set: {why}");
    eprintln!("skipped: {why}");
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program with these arguments on a data folder with one small level.
fn quarry(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
    command.args(arguments).arg("--data").arg(root).stdin(Stdio::null());
    command
}

fn data(name: &str) -> PathBuf {
    let root = folder(name);
    for (path, _, bytes) in super::shipped().iter().filter(|(path, ..)| path.starts_with("assets/")) {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), bytes).unwrap();
    }
    fs::create_dir_all(root.join("levels/hunt")).unwrap();
    fs::write(root.join("levels/hunt/hut.ron"), include_str!("../simulate/hut.ron")).unwrap();
    root
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts exit status 2, an error that contains each of `says`, and no panic.
fn fails(command: &mut Command, says: &[&str]) {
    let output = command.output().unwrap();
    let complaint = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(!complaint.contains("panicked"), "{complaint}");
    for word in says {
        assert!(complaint.contains(word), "no {word:?} in: {complaint}");
    }
}

#[test]
fn a_full_disk_is_named() {
    let root = data("full");
    // What is written there is refused as on a full disk.
    fails(&mut quarry(&root, &["simulate", "--out", "/dev/full"]), &["/dev/full"]);
    let results = root.join("results.jsonl");
    let results = results.to_str().unwrap();
    assert!(quarry(&root, &["simulate", "--out", results]).output().unwrap().status.success());
    fails(&mut quarry(&root, &["report", results, "--csv", "/dev/full"]), &["/dev/full", "space"]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    fails(quarry(&root, &["simulate", "--json"]).stdout(full), &["space"]);
}

/// A disk that fills up while results are written: complete lines stay intact.
#[test]
fn results_that_fitted_on_a_disk_survive_its_filling_up() {
    let root = data("filling");
    let disk = root.join("disk");
    fs::create_dir_all(&disk).unwrap();
    // A disk of 48 kB in a mount namespace, so that no root is needed.
    let script = "mount -t tmpfs -o size=48k tmpfs \"$1\" || exit 77; \"$2\" simulate --matches 200 --jobs 1 --out \"$1/r.jsonl\" \
                  --data \"$3\"; code=$?; cp \"$1/r.jsonl\" \"$3/kept.jsonl\"; exit $code";
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", script, "sh"]).arg(&disk).arg(env!("CARGO_BIN_EXE_quarry")).arg(&root);
    let Ok(output) = command.output() else { return skip("unshare is not installed") };
    let complaint = stderr(&output);
    if output.status.code() == Some(77) || complaint.contains("unshare") {
        return skip(&format!("this machine does not allow a user namespace with a mount: {complaint}"));
    }
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("r.jsonl") && complaint.contains("space"), "{complaint}");
    let kept = fs::read_to_string(root.join("kept.jsonl")).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().count() > 1, "{} lines", kept.lines().count());
    for line in kept.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "half a line: {line}");
    }
    let kept = root.join("kept.jsonl");
    let report = quarry(&root, &["report", kept.to_str().unwrap()]).output().unwrap();
    let printed = format!("{}{}", String::from_utf8_lossy(&report.stdout), stderr(&report));
    assert_eq!(report.status.code(), Some(1), "{printed}");
    assert!(printed.contains("the run is incomplete"), "{printed}");
}

#[test]
fn a_killed_run_continues_from_its_file() {
    let root = data("killed");
    let results = root.join("results.jsonl");
    let arguments = ["simulate", "--matches", "60", "--jobs", "1", "--json", "--out", results.to_str().unwrap()];
    let mut child = quarry(&root, &arguments).stdout(Stdio::null()).spawn().unwrap();
    let lines = || fs::read_to_string(&results).unwrap_or_default().matches('\n').count();
    let started = Instant::now();
    while lines() < 3 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&results).unwrap();
    let whole = &before[..before.rfind('\n').unwrap() + 1];
    assert!(whole.lines().count() >= 3 && whole.lines().count() < 60, "{} lines", whole.lines().count());

    let output = quarry(&root, &arguments).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let after = fs::read_to_string(&results).unwrap();
    assert!(after.starts_with(whole), "what had been written stays as it was");
    assert_eq!(after.lines().count(), 60);

    let alone = root.join("alone.jsonl");
    let at_once = ["simulate", "--matches", "60", "--json", "--out", alone.to_str().unwrap()];
    assert!(quarry(&root, &at_once).stdout(Stdio::null()).output().unwrap().status.success());
    let digests = |path: &Path| -> Vec<String> {
        let lines = fs::read_to_string(path).unwrap();
        let digest = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["digest"].to_string();
        lines.lines().map(digest).collect()
    };
    assert_eq!(digests(&results), digests(&alone), "in two runs as in one");
}

#[test]
fn a_file_that_changes_while_it_is_read_is_taken_as_it_was_or_refused() {
    let root = data("changing");
    let path = root.join("assets/hunt/rules/standard.ron");
    let text = fs::read(&path).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // As an editor writes that does not do it in one go: half of the file, then all of it.
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                fs::write(&path, &text[..text.len() / 2]).unwrap();
                fs::write(&path, &text).unwrap();
            }
        });
        for _ in 0..8 {
            let output = quarry(&root, &["simulate", "--json"]).output().unwrap();
            let complaint = stderr(&output);
            match output.status.code() {
                Some(0) => assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok()),
                Some(2) => assert!(complaint.contains("standard.ron:"), "{complaint}"),
                other => panic!("{other:?}: {complaint}"),
            }
            assert!(!complaint.contains("panicked"), "{complaint}");
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// Whether permissions bind this user: they do not bind root.
#[cfg(unix)]
fn forbid(path: &Path, mode: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    if path.is_dir() { fs::write(path.join("probe"), "").is_err() } else { fs::read(path).is_err() }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_named_and_what_is_in_it_stays() {
    let root = data("readonly");
    let kept = root.join("kept");
    fs::create_dir_all(&kept).unwrap();
    let results = kept.join("results.jsonl");
    let name = results.to_str().unwrap();
    assert!(quarry(&root, &["simulate", "--out", name]).output().unwrap().status.success());
    let before = fs::read(&results).unwrap();
    if forbid(&kept, 0o555) {
        let events = kept.join("events");
        fails(&mut quarry(&root, &["simulate", "--events", events.to_str().unwrap()]), &["events"]);
        let other = kept.join("other.jsonl");
        fails(&mut quarry(&root, &["simulate", "--out", other.to_str().unwrap()]), &["other.jsonl"]);
    } else {
        // Root can write everywhere except below a file.
        let nowhere = results.join("below.jsonl");
        fails(&mut quarry(&root, &["simulate", "--out", nowhere.to_str().unwrap()]), &["below.jsonl"]);
        fails(&mut quarry(&root, &["simulate", "--events", name]), &["results.jsonl"]);
    }
    forbid(&kept, 0o755);
    assert_eq!(fs::read(&results).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_level_that_cannot_be_read_is_named() {
    let root = data("unreadable");
    let level = root.join("levels/hunt/hut.ron");
    if !forbid(&level, 0o000) {
        fs::remove_file(&level).unwrap();
        // A dangling link, which root cannot read either.
        std::os::unix::fs::symlink(root.join("nothing"), &level).unwrap();
    }
    fails(&mut quarry(&root, &["simulate", "--level", "hut"]), &["hut.ron"]);
    if !level.is_symlink() {
        forbid(&level, 0o644);
    }
}

#[test]
fn results_that_are_not_text_are_refused_and_left_alone() {
    let root = data("garbage");
    let results = root.join("results.jsonl");
    let garbage = [0xff_u8, 0xfe, 0, 10, 1, 2, 3, 10];
    fs::write(&results, garbage).unwrap();
    fails(&mut quarry(&root, &["simulate", "--out", results.to_str().unwrap()]), &["results.jsonl:1"]);
    assert_eq!(fs::read(&results).unwrap(), garbage);
}
