//! Whether there is anything to play sounds on. It is found out before the system's audio library is asked, which would
//! complain line after line on standard error where there is nothing.

#[cfg(target_os = "linux")]
use std::{env, fs, path::PathBuf};

/// Whether an audio device or a sound server is in sight.
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
    // Whoever has written a configuration of their own has a reason for it.
    let home = named("HOME").map(PathBuf::from);
    let configured =
        home.is_some_and(|home| home.join(".asoundrc").exists()) || PathBuf::from("/etc/asound.conf").exists();
    card || subtitled || served || configured
}

/// Elsewhere the system says so without a word on standard error.
#[cfg(not(target_os = "linux"))]
pub fn device_present() -> bool {
    true
}
