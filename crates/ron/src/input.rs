//! Opening and reading files. All modules read files through this one; `clippy.toml` forbids the functions of `std`.
//!
//! The user may name anything in place of a file: an endless device, a folder, a pipe without a writer. Only regular files and pipes
//! are read, up to a limit for each kind of file. Everything else is refused within a second, with an error that says what to do.
//! A pipe must have a writer within [`PATIENCE`]. Once it has one, reading waits for its data as long as the writer takes.

use std::{
    fs::{self, File, FileType},
    io::{self, ErrorKind, Read},
    path::Path,
    sync::mpsc,
    thread,
    time::Duration,
};

/// The maximum number of bytes of a data file: agents, minds, rules, levels, props, planning problems. The shipped ones have less than 100 kB.
pub const DATA_FILE: u64 = 8 << 20;
/// The maximum number of bytes of a settings file.
pub const SETTINGS_FILE: u64 = 1 << 20;
/// The maximum number of bytes of a sound file.
pub const SOUND_FILE: u64 = 64 << 20;

/// How long opening a pipe waits for a writer.
const PATIENCE: Duration = Duration::from_millis(700);

/// Reads a file or pipe.
///
/// # Errors
/// It cannot be opened or read, is neither a file nor a pipe, or has more than `limit` bytes. The error does not name the path.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

/// Reads a text file or pipe.
///
/// # Errors
/// As for [`read`]; also if the bytes are not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read(path, limit)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "the file is not UTF-8 text"))
}

/// Opens a file or pipe.
///
/// # Errors
/// It cannot be opened, or is neither a file nor a pipe.
pub fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path).map_err(explain)?.file_type();
    let file = if found.is_file() {
        open_at_once(path)?
    } else if is_pipe(found) {
        open_pipe(path)?
    } else {
        return Err(not_a_file(found));
    };
    // The path may have been replaced since the check.
    let opened = file.metadata()?.file_type();
    if opened.is_file() || is_pipe(opened) { Ok(file) } else { Err(not_a_file(opened)) }
}

#[allow(clippy::disallowed_methods, reason = "this is the reader that all others go through")]
fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path).map_err(explain)
}

/// Opens a pipe. The system waits for a writer without a limit, so another thread opens it, and is abandoned after [`PATIENCE`].
fn open_pipe(path: &Path) -> io::Result<File> {
    let (send, opened) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || drop(send.send(open_at_once(&path))));
    opened.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        Err(io::Error::new(ErrorKind::TimedOut, "nothing writes to this pipe; start its writer first, or name a file"))
    })
}

#[cfg(unix)]
fn is_pipe(found: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

fn not_a_file(found: FileType) -> io::Error {
    if found.is_dir() {
        return io::Error::new(ErrorKind::IsADirectory, "this is a folder; name a file in it");
    }
    io::Error::new(ErrorKind::InvalidInput, "this is a device or a socket, which may never end; name a file")
}

fn too_large(limit: u64) -> io::Error {
    let size = if limit >= 1 << 20 { format!("{} MiB", limit >> 20) } else { format!("{limit} bytes") };
    io::Error::new(
        ErrorKind::FileTooLarge,
        format!("the file is larger than {size}, the most that is read of its kind"),
    )
}

/// Plain messages for the most common errors.
fn explain(error: io::Error) -> io::Error {
    let text = match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "the file may not be read: permission denied",
        _ => return error,
    };
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use std::{env, process, time::Instant};

    use super::*;

    /// The error of reading a path, which must come within a second.
    fn refused(path: &Path, limit: u64) -> (ErrorKind, String) {
        let started = Instant::now();
        let error = read(path, limit).expect_err("reading succeeds");
        assert!(started.elapsed() < Duration::from_secs(1), "{}: {:?}", path.display(), started.elapsed());
        (error.kind(), error.to_string())
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let path = env::temp_dir().join(format!("quarry-input-{}", process::id()));
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read_text(&path, 9).unwrap(), "12345");
        assert_eq!(refused(&path, 4).0, ErrorKind::FileTooLarge);
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 9).unwrap_err().kind(), ErrorKind::InvalidData);
        fs::remove_file(&path).unwrap();
        assert_eq!(refused(&path, 5), (ErrorKind::NotFound, "there is no such file".into()));
        assert_eq!(refused(&env::temp_dir(), 5).0, ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_file_is_refused_within_a_second() {
        use std::os::unix::{fs::symlink, net::UnixListener};

        for device in ["/dev/zero", "/dev/urandom", "/dev/tty"] {
            let (kind, text) = refused(Path::new(device), 5);
            assert!(kind == ErrorKind::InvalidInput && text.contains("device"), "{device}: {text}");
        }
        let folder = env::temp_dir().join(format!("quarry-input-odd-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (socket, looped, pipe) = (folder.join("socket"), folder.join("loop"), folder.join("pipe"));
        let _listener = UnixListener::bind(&socket).unwrap();
        assert_eq!(refused(&socket, 5).0, ErrorKind::InvalidInput);
        symlink(&looped, &looped).unwrap();
        assert!(refused(&looped, 5).1.contains("symbolic links"));
        assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(refused(&pipe, 5).0, ErrorKind::TimedOut);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_to_its_end_or_to_the_limit() {
        let pipe = env::temp_dir().join(format!("quarry-input-pipe-{}", process::id()));
        assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (limit, read_in) in [(5, Some(b"12345".to_vec())), (4, None)] {
            let writer = pipe.clone();
            let writing = thread::spawn(move || fs::write(writer, b"12345"));
            assert_eq!(read(&pipe, limit).ok(), read_in);
            // Beyond the limit the writer may get an error, because its reader has gone.
            drop(writing.join().unwrap());
        }
        fs::remove_file(&pipe).unwrap();
    }
}
