//! Measurements for docs/commander.md: what units hold of each other, and the time that a large battle takes. Run one with
//! `cargo test --release --locked --no-default-features --test main -- --ignored --nocapture NAME`.

use std::time::Instant;

use bevy::math::Vec3;
use quarry::games::commander::army::{ArmyTask, Mission};

use super::{
    soldiers::fight,
    stage::{Stage, library},
};

const SOLDIERS: [&str; 6] = ["rifleman", "flamer", "walker", "tank", "ranger", "mortar"];

/// How many of the enemy one unit holds: the smallest number that wins against twenty, on average from either side. `UNITS` names the units.
#[test]
#[ignore = "a measurement of some minutes"]
fn table_of_what_units_hold() {
    const ENEMIES: usize = 20;
    let wanted = std::env::var("UNITS").unwrap_or_else(|_| SOLDIERS.join(","));
    for unit in wanted.split(',') {
        for enemy in SOLDIERS.into_iter().filter(|enemy| *enemy != unit) {
            // What is left of each, as a share.
            let wins = |number: usize| {
                let left = ["red", "blue"].map(|east| fight((unit, number), (enemy, ENEMIES), east));
                let ahead = left.map(|[own, enemies]| own as f32 / number as f32 - enemies as f32 / ENEMIES as f32);
                ahead.iter().sum::<f32>() > 0.0
            };
            let (mut low, mut high) = (1, 4 * ENEMIES);
            while low < high {
                let middle = (low + high) / 2;
                if wins(middle) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            println!("{unit}: {low} hold {ENEMIES} of {enemy}, one holds {:.2}", ENEMIES as f32 / low as f32);
        }
    }
}

/// A battle of so many soldiers a side: the time of its ticks.
#[test]
#[ignore = "a measurement"]
fn time_of_a_battle_of_two_hundred_a_side() {
    let mut rules = library().rules("standard").unwrap().1.clone();
    rules.sides.values_mut().for_each(|side| side.count = 0);
    let mut stage = Stage::new(&rules, 110);
    let homes = [stage.home(0), stage.home(1)];
    let middle = (homes[0] + homes[1]) * 0.5;
    for (name, home) in ["red", "blue"].into_iter().zip(homes) {
        let place = home + (middle - home) * 0.3;
        for (kind, number) in [("rifleman", 130), ("flamer", 30), ("walker", 20), ("tank", 20)] {
            stage.add(name, kind, place, number);
        }
    }
    stage.run(0.3);
    let mission = Mission { set_out: true, ..Mission::new(ArmyTask::Attack, Vec3::ZERO, stage.tick()) };
    for (side, enemy) in homes.into_iter().rev().enumerate() {
        stage.state_mut().sides[side].mission = Mission { place: enemy, goal: enemy, ..mission };
    }
    let mut times = Vec::new();
    for _ in 0..30 * 60 {
        let begun = Instant::now();
        stage.run(1.0 / 30.0);
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    let left = [0, 1].map(|side| stage.census().soldiers(stage.state(), side).count());
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_by(f64::total_cmp);
    let (p99, worst) = (times[times.len() * 99 / 100], times[times.len() - 1]);
    println!(
        "{mean:.2} ms a tick ({:.1} times real time), p99 {p99:.2}, worst {worst:.2} ms; left {left:?}",
        1000.0 / 30.0 / mean
    );
}
