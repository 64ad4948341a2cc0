//! Commands that change a running match are part of its recording.

use std::sync::Arc;

use quarry::{
    lab::recording::{Recorder, Recording, rerun},
    simulation::{
        MatchSetup, begin, headless_app,
        retune::{Edit, RetuneCommand, SwitchScope, SwitchTarget, apply},
        step,
    },
};
use quarry_minds::protocol::{EventLog, label};

use super::{library, origin};
use crate::hunt;

const TICKS: u32 = 300;

#[test]
fn commands_are_repeated() {
    let library = library();
    let origin = origin(&library, "courtyard", &MatchSetup { seed: 4, ..MatchSetup::default() });
    let assets = origin.prepare(&hunt::game(), &library).unwrap();
    let edit = |file: &str, path: &str, value: &str| {
        RetuneCommand::Edit(Edit { file: file.to_owned(), path: path.to_owned(), value: value.to_owned() })
    };
    let patrol = SwitchTarget::Action(label("patrol"));
    let switch = |on: bool| RetuneCommand::Switch { who: SwitchScope::Side(label("hunter")), what: patrol, on };
    let commands = [
        (20, edit("assets/hunt/agents/hunted.ron", "body.speeds.walk", "1.5")),
        (45, switch(false)),
        (120, edit("assets/hunt/agents/hunter.ron", "body.speeds.walk", "3.5")),
        // After the last tick: it is in the log, and so in the digest.
        (TICKS, switch(true)),
    ];

    let mut app = headless_app(&hunt::game());
    let world = app.world_mut();
    begin(world, &assets.kinds, &assets.rules, &assets.level, &origin.setup).unwrap();
    world.insert_resource(assets.tuning.clone());
    let mut recorder = Recorder::new(origin, world);
    for tick in 0..=TICKS {
        for (_, command) in commands.iter().filter(|(when, _)| *when == tick) {
            apply(world, command).unwrap();
            recorder.command(world, command);
        }
        if tick < TICKS {
            recorder.before(world);
            step(world);
            recorder.after(world);
        }
    }
    let recording = Arc::new(Recording::read(&recorder.recording(world, &[]).write()).unwrap());
    assert_eq!(recording.inputs.len(), commands.len());
    assert_eq!(recording.header.digest, world.resource::<EventLog>().digest());
    let report = rerun(&recording, &assets).unwrap();
    assert!(report.same, "{report:?}");
}
