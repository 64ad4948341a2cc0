//! Odd arguments in place of files: each is refused quickly, by name, with a remedy.

use std::{
    env, fs,
    path::Path,
    process::{self, Command, Output, Stdio},
    time::{Duration, Instant},
};

/// Runs the program, which must end within a few seconds.
fn quarry(arguments: &[&str]) -> Output {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(started.elapsed() < Duration::from_secs(5), "{arguments:?} took {:?}", started.elapsed());
    output
}

fn refused(arguments: &[&str], says: &[&str]) {
    let output = quarry(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {:?}\n{text}", output.status);
    assert!(says.iter().all(|words| text.contains(words)), "{arguments:?}: expected {says:?}\n{text}");
}

#[cfg(unix)]
#[test]
fn devices_and_folders_are_refused() {
    for reader in [&["check"][..], &["plan"], &["replay", "--verify"], &["report"], &["compare", "."]] {
        for device in ["/dev/zero", "/dev/urandom"] {
            refused(&[reader, &[device]].concat(), &[device, "device"]);
        }
    }
    let output = quarry(&["plan", "/dev/urandom"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), text.matches("error").count()), (Some(2), 1), "{text}");
    for reader in [&["plan"][..], &["replay", "--verify"], &["report"]] {
        refused(&[reader, &["src"]].concat(), &["src", "folder"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_if_it_has_a_writer() {
    let folder = env::temp_dir().join(format!("quarry-pipes-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = pipe.display().to_string();
    refused(&["check", &path], &[&path, "nothing writes to this pipe"]);

    let palette = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shared/palette.ron")).unwrap();
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, palette)
    });
    let output = quarry(&["check", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    writer.join().unwrap().unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let path = env::temp_dir().join(format!("quarry-large-{}.ron", process::id()));
    let file = fs::File::create(&path).unwrap();
    file.set_len(1 << 33).unwrap();
    let name = path.display().to_string();
    for reader in [&["check"][..], &["plan"], &["replay", "--verify"]] {
        refused(&[reader, &[&name]].concat(), &[&name, "larger than"]);
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn compare_names_a_bad_argument() {
    refused(&["compare", ".", "/nonexist"], &["/nonexist", "there is no such file", "expected a data folder"]);
    refused(&["compare", ".", "src"], &["src", "there is no folder assets/"]);
    refused(&["compare", ".", "Cargo.toml"], &["Cargo.toml"]);
}

#[test]
fn a_recording_that_cannot_be_written_is_refused_before_the_first_match() {
    let impossible = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml/recordings").display().to_string();
    let arguments = ["simulate", "--level", "all", "--matches", "10000000", "--record", &impossible];
    refused(&arguments, &[&format!("--record {impossible}")]);
}
