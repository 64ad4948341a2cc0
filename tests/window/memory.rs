//! Ten minutes of play: the client's memory must not grow. Runs only when asked for (`cargo test -- --ignored window::memory`).

use std::{
    fs,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use super::{
    client::{Client, TINY, TINY_SIZE},
    display::VirtualDisplay,
};

/// The length of the test, and the time after which memory may not grow, in seconds.
const WHOLE: u64 = 600;
const SETTLED: u64 = 60;
/// The growth allowed after that, in MB.
const MOST: f64 = 20.0;

/// The resident memory of a process, in MB.
fn held(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
}

#[test]
#[ignore = "ten minutes of play"]
fn ten_minutes_of_play_do_not_grow_the_client() {
    let Some(display) = VirtualDisplay::start("memory", TINY_SIZE) else { return };
    let play = ["play", "--as", "hunted", "--seed", "5"];
    let mut client = Client::start(&display, "memory", &play, Path::new(env!("CARGO_MANIFEST_DIR")), TINY);
    client.expect("you are Ash", 300);
    let begun = Instant::now();
    let (mut settled, mut told, mut round) = (0.0, 0, 0_usize);
    while begun.elapsed().as_secs() < WHOLE {
        // Walk around; after a result, play again.
        let way = ["w", "a", "s", "d"][round * 7 % 4];
        display.hold(way);
        display.turn(((round * 97) % 400) as i32 - 180, 0);
        display.press(if round.is_multiple_of(3) { "e" } else { "f" });
        if client.says("page: Result", 2) {
            sleep(Duration::from_secs(1));
            display.picture(&format!("result_{round}"));
            display.press("Return");
        }
        display.release(way);
        round += 1;
        let seconds = begun.elapsed().as_secs();
        if seconds >= SETTLED && settled == 0.0 {
            settled = held(client.process());
        }
        if seconds / 60 > told {
            told = seconds / 60;
            eprintln!("after {told} min: {:.1} MB", held(client.process()));
        }
    }
    let grown = held(client.process()) - settled;
    eprintln!("{settled:.1} MB after the first minute, {grown:.1} MB more after ten");
    assert!(grown < MOST, "it grew by {grown:.1} MB");
}
