//! What agents say follows from their own minds alone, and is not repeated.

use std::collections::BTreeMap;

use crate::{hunt, retune::stage::Match};
use quarry::simulation::mind_snapshot;
use quarry_minds::{
    MindSnapshot,
    protocol::{AgentId, Label, MatchEvent, Roster, Side, label},
    speech::{SpeechMemory, SpokenLine, speak, speaker_of},
};

/// All lines of some seconds of a match, each with the event that led to it and the memory of its speaker.
fn played(seed: u64, seconds: u32) -> Vec<(SpokenLine, MatchEvent, MindSnapshot)> {
    let speech = hunt::library().speech.expect("the hunt has lines");
    let mut game = Match::begin(seed);
    let (mut said, mut read, mut lines) = (SpeechMemory::default(), 0, Vec::new());
    for _ in 0..seconds * 30 {
        if !game.run(1) {
            break;
        }
        let fresh: Vec<MatchEvent> = game.log()[read..].iter().map(|entry| entry.event.clone()).collect();
        read = game.log().len();
        for event in fresh {
            let Some(speaker) = speaker_of(&event) else { continue };
            let Some((mind, side)) = snapshot(&game, speaker) else { continue };
            lines.extend(speak(&speech, &mut said, &event, &mind, side, seed).map(|line| (line, event, mind)));
        }
    }
    lines
}

fn snapshot(game: &Match, agent: AgentId) -> Option<(MindSnapshot, Label)> {
    let world = game.app.world();
    let entity = world.resource::<Roster>().entity(agent)?;
    Some((mind_snapshot(world, agent)?, world.get::<Side>(entity)?.0))
}

#[test]
fn no_line_tells_what_the_mind_does_not_know() {
    let lines = played(5, 150);
    assert!(lines.len() > 15, "{} lines", lines.len());
    for (line, event, mind) in &lines {
        assert_eq!(speaker_of(event), Some(line.agent), "an event of another mind: {event:?}");
        let subject = match event {
            MatchEvent::Sighted { subject, .. }
            | MatchEvent::Lost { subject, .. }
            | MatchEvent::Told { subject, .. } => Some(*subject),
            MatchEvent::ActionStarted { target, .. } | MatchEvent::ActionEnded { target, .. } => *target,
            _ => None,
        };
        if let Some(place) = line.place {
            let believed = mind.facts.iter().find(|fact| Some(fact.subject) == subject).map(|fact| fact.room);
            assert_eq!(believed, Some(place), "{line:?}");
            assert!(
                line.text.contains(place.as_str().trim_start_matches("the ").replace('_', " ").as_str()),
                "{line:?}"
            );
        }
        assert!(!line.text.contains(['{', '}']), "{line:?}");
    }
    let sides: Vec<bool> =
        lines.iter().map(|(line, ..)| line.voice.is_some_and(|voice| voice.as_str().contains("hunter"))).collect();
    assert!(sides.contains(&true) && sides.contains(&false), "both sides speak");
}

#[test]
fn the_same_mind_says_the_same_whatever_the_others_know() {
    // The lines of one agent, chosen with nothing but its own events and snapshots, are those chosen among all, except where another agent
    // has just said the same line.
    let speech = hunt::library().speech.unwrap();
    for (line, event, mind) in played(8, 60) {
        let alone = speak(&speech, &mut SpeechMemory::default(), &event, &mind, side_of(&line), 8);
        assert_eq!(alone.map(|alone| alone.line.0), Some(line.line.0), "another occasion");
        assert!(
            speak(
                &speech,
                &mut SpeechMemory::default(),
                &event,
                &MindSnapshot { agent: AgentId(99), ..mind },
                side_of(&line),
                8
            )
            .is_none()
        );
    }
}

fn side_of(line: &SpokenLine) -> Label {
    label(if line.voice.is_some_and(|voice| voice.as_str().contains("hunter")) { "hunter" } else { "hunted" })
}

#[test]
fn nothing_is_repeated_within_twenty_seconds_and_nobody_babbles() {
    let speech = hunt::library().speech.unwrap();
    assert!(speech.repeat_after >= 20.0);
    let (mut lines, mut agents): (BTreeMap<(usize, usize), u32>, BTreeMap<AgentId, u32>) = Default::default();
    let mut said = 0;
    for (line, ..) in played(21, 150) {
        said += 1;
        if let Some(before) = lines.insert(line.line, line.tick) {
            assert!((line.tick - before) as f32 / 30.0 >= 20.0, "{line:?}");
        }
        if let Some(before) = agents.insert(line.agent, line.tick) {
            let urgent = speech.occasions[line.line.0].urgent;
            assert!(urgent || (line.tick - before) as f32 / 30.0 >= speech.pause, "{line:?}");
        }
    }
    assert!(said > 15, "{said}");
}
