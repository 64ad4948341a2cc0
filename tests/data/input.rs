//! What a person may name in place of a file: each is answered at once, by name, and with what to do.

use std::{
    env, fs,
    path::Path,
    process::{self, Command, Output, Stdio},
    time::{Duration, Instant},
};

/// Runs the program; however odd the file is, it must have ended within a few seconds, most of which is its start.
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
fn no_reader_hangs_on_a_device_or_takes_a_folder_for_a_file() {
    for reader in [&["check"][..], &["plan"], &["replay", "--verify"], &["report"], &["compare", "."]] {
        for device in ["/dev/zero", "/dev/urandom"] {
            refused(&[reader, &[device]].concat(), &[device, "device"]);
        }
    }
    for reader in [&["plan"][..], &["replay", "--verify"], &["report"]] {
        refused(&[reader, &["src"]].concat(), &["src", "folder"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_and_one_that_nobody_writes_to_is_given_up() {
    let folder = env::temp_dir().join(format!("quarry-pipes-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = pipe.display().to_string();
    refused(&["check", &path], &[&path, "nothing writes to this pipe"]);

    let palette = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/palette.ron")).unwrap();
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
fn a_file_larger_than_any_of_its_kind_is_refused() {
    let path = env::temp_dir().join(format!("quarry-large-{}.ron", process::id()));
    let file = fs::File::create(&path).unwrap();
    file.set_len(1 << 33).unwrap();
    let name = path.display().to_string();
    for reader in [&["check"][..], &["plan"], &["replay", "--verify"]] {
        refused(&[reader, &[&name]].concat(), &[&name, "larger than"]);
    }
    fs::remove_file(&path).unwrap();
}
