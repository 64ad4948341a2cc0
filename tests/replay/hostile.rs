//! Whatever a file holds, reading it gives a recording or one clear error, and takes no more memory than a multiple of its size.

use std::{hash::Hasher, sync::OnceLock};

use proptest::prelude::*;
use quarry::{
    lab::recording::{MatchAssets, Recording, rerun},
    simulation::MatchSetup,
};
use quarry_minds::protocol::{AgentId, Blackboard, Digest, GoRequest, Roster, label};

use super::{library, origin, recorded};
use crate::hunt;

/// A recording of five seconds with a human player, as bytes.
pub fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let library = library();
        let setup = MatchSetup { seed: 2, people: vec![AgentId(1)], ..MatchSetup::default() };
        let origin = origin(&library, "courtyard", &setup);
        let assets = origin.prepare(&hunt::game(), &library).unwrap();
        let recording = recorded(origin, &assets, 150, |tick, world| {
            let entity = world.resource::<Roster>().entity(AgentId(1)).unwrap();
            let direction = bevy::math::Vec3::new(1.0, 0.0, tick as f32 * 0.01);
            let gait = quarry_minds::protocol::Gait::Run;
            world.get_mut::<Blackboard>(entity).unwrap().go.post(GoRequest::Steer { direction, gait });
        });
        recording.write()
    })
}

/// Puts the correct checksum at the end.
pub fn resummed(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.windows(9).rposition(|window| window == b"checksum ").unwrap_or(bytes.len());
    let mut bytes = bytes[..end].to_vec();
    let mut sum = Digest::default();
    sum.write(&bytes);
    bytes.extend(format!("checksum {:016x}\n", sum.finish()).bytes());
    bytes
}

/// The assets of the recording of [`bytes`].
fn assets() -> &'static MatchAssets {
    static ASSETS: OnceLock<MatchAssets> = OnceLock::new();
    ASSETS.get_or_init(|| Recording::read(bytes()).unwrap().header.origin.prepare(&hunt::game(), &library()).unwrap())
}

/// Reads a file and uses all of it: a recording of the same match is simulated again.
pub fn use_up(bytes: &[u8]) {
    match Recording::read(bytes) {
        Ok(recording) => {
            let same_match = recording.header.origin == Recording::read(self::bytes()).unwrap().header.origin;
            if same_match && recording.header.ticks <= 300 {
                let _report = rerun(&recording.clone().into(), assets());
            }
            assert!(!recording.file_name().contains('\n'));
        }
        Err(fault) => {
            let said = fault.to_string();
            assert!(!said.is_empty() && said.len() < 1000, "{said}");
        }
    }
}

#[test]
fn the_unchanged_file_can_be_read() {
    Recording::read(bytes()).unwrap();
    Recording::read(&resummed(bytes())).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bytes_that_were_changed_are_noticed(at: prop::sample::Index, with: u8) {
        let mut changed = bytes().to_vec();
        let at = at.index(changed.len());
        prop_assume!(changed[at] != with);
        changed[at] = with;
        prop_assert!(Recording::read(&changed).is_err());
    }

    #[test]
    fn bytes_that_were_changed_with_care_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut changed = bytes().to_vec();
        for (at, with) in changes {
            let at = at.index(changed.len());
            changed[at] = with;
        }
        if let Some(cut) = cut {
            changed.truncate(cut.index(changed.len()));
        }
        use_up(&resummed(&changed));
    }

    #[test]
    fn anything_at_all_does_no_harm(rest in prop::collection::vec(any::<u8>(), 0..300)) {
        use_up(&rest);
        let mut begun = b"quarry recording 2\n".to_vec();
        begun.extend(rest);
        use_up(&resummed(&begun));
    }
}

#[test]
fn a_head_that_asks_for_too_much_is_refused() {
    let library = library();
    let mut recording = Recording::read(bytes()).unwrap();
    recording.header.origin.setup.counts.insert(label("hunted"), u16::MAX);
    let mismatches = recording.header.origin.mismatches(&library);
    assert_eq!(mismatches.len(), 1, "{mismatches:?}");
    let mut recording = Recording::read(bytes()).unwrap();
    recording.header.ticks = u32::MAX;
    assert!(Recording::read(&recording.write()).is_err());
}

#[test]
fn a_recording_that_says_it_is_longer_ends_with_its_match() {
    let library = library();
    let mut recording = Recording::read(bytes()).unwrap();
    recording.header.ticks = 30 * 3600;
    let assets = recording.header.origin.prepare(&hunt::game(), &library).unwrap();
    assert!(!rerun(&recording.into(), &assets).unwrap().same);
}
