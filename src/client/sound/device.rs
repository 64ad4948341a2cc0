//! Whether an audio device is present. Checked before the system's audio library is asked, which prints many lines to standard error where
//! there is none.

#[cfg(target_os = "linux")]
use std::{env, fs, path::PathBuf};

/// Whether there is an audio device or a sound server.
#[cfg(target_os = "linux")]
pub fn device_present() -> bool {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let card = fs::read_dir("/dev/snd")
        .into_iter()
        .flatten()
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("pcm"));
    let subtitled =
        ["PULSE_SERVER", "PIPEWIRE_REMOTE", "ALSA_CONFIG_PATH"].into_iter().any(|name| named(name).is_some());
    let runtime = named("XDG_RUNTIME_DIR").map(PathBuf::from);
    let served =
        runtime.is_some_and(|folder| folder.join("pulse/native").exists() || folder.join("pipewire-0").exists());
    // A configuration written by the user means that there is something to play on.
    let home = named("HOME").map(PathBuf::from);
    let configured =
        home.is_some_and(|home| home.join(".asoundrc").exists()) || PathBuf::from("/etc/asound.conf").exists();
    card || subtitled || served || configured
}

/// Other systems report a missing device without printing.
#[cfg(not(target_os = "linux"))]
pub fn device_present() -> bool {
    true
}
