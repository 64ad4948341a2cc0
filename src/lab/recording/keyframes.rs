//! Key frames: what a match looked like five times a second, to show any moment of a recording at once.
//!
//! Frames come in groups that stand alone, so that any of them is drawn up without those before it.

use std::ops::Range;

use bevy::math::Vec3;

use super::{
    codec::{ByteReader, ByteWriter, DecodeError},
    frame::{AgentFrame, MatchFrame},
    quantised::QuantisedFrame,
};
use crate::world::geometry::wrap_angle;

/// Ticks from one key frame to the next.
pub const EVERY: u32 = 6;
/// How many frames a group has.
const GROUP: usize = 32;
/// Farther than this nobody walks between two frames, in metres.
const LEAP: f32 = 2.5;

/// Writes key frames.
#[derive(Clone, Debug, Default)]
pub struct FrameWriter {
    done: ByteWriter,
    group: ByteWriter,
    in_group: usize,
    last: Option<(u32, QuantisedFrame)>,
}

impl FrameWriter {
    /// Adds a frame, later than all before.
    pub fn add(&mut self, picture: &MatchFrame) {
        if self.in_group == GROUP {
            self.close();
        }
        let quantised = QuantisedFrame::of(picture);
        let before = self.last.as_ref().filter(|_| self.in_group > 0);
        self.group.number(u64::from(picture.tick.saturating_sub(before.map_or(0, |(tick, _)| *tick))));
        quantised.write(before.map(|(_, quantised)| quantised), &mut self.group);
        self.last = Some((picture.tick, quantised));
        self.in_group += 1;
    }

    fn close(&mut self) {
        if self.in_group > 0 {
            self.done.block(self.group.bytes());
            self.group = ByteWriter::default();
            self.in_group = 0;
        }
    }

    /// The frames so far, as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut whole = self.clone();
        whole.close();
        whole.done.bytes().to_vec()
    }
}

/// Key frames, to be looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyFrames {
    bytes: Vec<u8>,
    /// The first tick of each group and where it lies.
    groups: Vec<(u32, Range<usize>)>,
}

impl KeyFrames {
    /// Reads frames; all of them are looked at once, so that every later look succeeds.
    ///
    /// # Errors
    /// Where the bytes are none of [`FrameWriter::bytes`].
    pub fn read(bytes: Vec<u8>) -> Result<Self, DecodeError> {
        let (mut groups, mut reader, mut last) = (Vec::new(), ByteReader::new(&bytes), None);
        while !reader.is_done() {
            let length = reader.at_most(bytes.len() as u64)? as usize;
            let start = bytes.len() - reader.left();
            let group = reader.take(length)?;
            let mut first = None;
            each_frame(group, |tick, _| {
                first.get_or_insert(tick);
                let later = last.is_none_or(|last| tick > last);
                last = Some(tick);
                if later { Ok(()) } else { Err(DecodeError::Invalid("a moment that comes before the last")) }
            })?;
            groups.push((first.ok_or(DecodeError::UnexpectedEnd)?, start..start + length));
        }
        Ok(Self { bytes, groups })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes they were read from.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the group a tick is in; `None` before the first.
    fn group_of(&self, tick: u32) -> Option<usize> {
        self.groups.partition_point(|(first, _)| *first <= tick).checked_sub(1)
    }

    /// The frames of a group, and the first of the next.
    fn group(&self, number: usize) -> Vec<MatchFrame> {
        let mut frames = Vec::new();
        let mut add = |range: &Range<usize>, most: usize| {
            let bytes = self.bytes.get(range.clone()).unwrap_or_default();
            let mut left = most;
            // Every group has been read once, so this one can be read.
            let _ = each_frame(bytes, |tick, quantised| {
                if left > 0 {
                    frames.push(quantised.picture(tick));
                    left -= 1;
                }
                Ok(())
            });
        };
        if let Some((_, range)) = self.groups.get(number) {
            add(range, GROUP);
        }
        if let Some((_, range)) = self.groups.get(number + 1) {
            add(range, 1);
        }
        frames
    }
}

/// Hands over each frame of a group.
fn each_frame(
    bytes: &[u8],
    mut take: impl FnMut(u32, &QuantisedFrame) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut reader = ByteReader::new(bytes);
    let mut last: Option<(u32, QuantisedFrame)> = None;
    for _ in 0..GROUP {
        if reader.is_done() {
            return Ok(());
        }
        let step = reader.word()?;
        let quantised = QuantisedFrame::read(last.as_ref().map(|(_, quantised)| quantised), &mut reader)?;
        let tick = last.as_ref().map_or(0, |(tick, _)| *tick).checked_add(step);
        let tick = tick.ok_or(DecodeError::Invalid("a moment beyond all time"))?;
        take(tick, &quantised)?;
        last = Some((tick, quantised));
    }
    if reader.is_done() { Ok(()) } else { Err(DecodeError::Invalid("a group of too many moments")) }
}

/// Shows moments between key frames.
#[derive(Clone, Debug)]
pub struct KeyFramePreview {
    frames: KeyFrames,
    rate: f32,
    drawn: Option<(usize, Vec<MatchFrame>)>,
}

impl KeyFramePreview {
    /// Shows these frames, at so many ticks a second.
    pub fn new(frames: KeyFrames, rate: u32) -> Self {
        Self { frames, rate: rate.max(1) as f32, drawn: None }
    }

    /// Draws up a moment; `false` where there is no frame at or before it.
    pub fn at(&mut self, tick: u32, into: &mut MatchFrame) -> bool {
        let Some(group) = self.frames.group_of(tick) else { return false };
        if self.drawn.as_ref().is_none_or(|(drawn, _)| *drawn != group) {
            self.drawn = Some((group, self.frames.group(group)));
        }
        let frames = self.drawn.as_ref().map(|(_, frames)| frames.as_slice()).unwrap_or_default();
        let index = frames.partition_point(|frame| frame.tick <= tick).saturating_sub(1);
        let Some(before) = frames.get(index) else { return false };
        into.clone_from(before);
        let apart = (tick - before.tick.min(tick)) as f32;
        into.tick = tick;
        into.state.time_left = (before.state.time_left - apart / self.rate).max(0.0);
        if let Some(after) = frames.get(index + 1) {
            let ticks = after.tick.saturating_sub(before.tick).max(1) as f32;
            for (person, (from, to)) in into.agents.iter_mut().zip(before.agents.iter().zip(&after.agents)) {
                between(person, from, to, apart / ticks, ticks / self.rate);
            }
        }
        true
    }
}

/// Puts somebody between two frames, `seconds` apart.
fn between(person: &mut AgentFrame, from: &AgentFrame, to: &AgentFrame, share: f32, seconds: f32) {
    let way = to.body.place - from.body.place;
    // Into a hiding place and out of it one is set, not walked.
    if way.length() > LEAP || from.hidden != to.hidden {
        return;
    }
    let turn = |from: f32, to: f32| wrap_angle(from + wrap_angle(to - from) * share);
    person.body.place = from.body.place + way * share;
    person.body.velocity = Vec3::new(way.x, 0.0, way.z) / seconds;
    person.body.heading = turn(from.body.heading, to.body.heading);
    person.body.gaze = turn(from.body.gaze, to.body.gaze);
    person.body.crouch = from.body.crouch + (to.body.crouch - from.body.crouch) * share;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        protocol::{AgentId, Gait, ThingId, label},
        world::{
            AgentStatus, Body, DoorState, ExitState, HidingState, KeyLocation, Projectile, ThingState, WeaponPhase,
        },
    };

    fn picture(tick: u32) -> MatchFrame {
        let share = tick as f32 / 100.0;
        let body = Body {
            place: Vec3::new(share * 3.0, 0.5, -share),
            gaze: wrap_angle(share),
            heading: wrap_angle(share * 2.0),
            pitch: 0.1,
            gait: Gait::Run,
            crouch: 1.0,
            ..Body::at(Vec3::ZERO, 0.0)
        };
        let caught = (tick > 60).then_some((AgentStatus::Caught(AgentId(1)), 60));
        let person = |gone| AgentFrame {
            body,
            gone,
            hidden: (tick > 30).then_some(ThingId(4)),
            arms: WeaponPhase::Recovering(0.0),
            working: true,
            carried: 2,
            wounds: 1,
        };
        let mut picture = MatchFrame { tick, agents: vec![person(None), person(caught)], ..MatchFrame::default() };
        picture.things.states = vec![
            ThingState::Still,
            ThingState::Key(if tick < 50 { KeyLocation::Lying(Vec3::X) } else { KeyLocation::Carried(AgentId(0)) }),
            ThingState::Door(DoorState { swing: share.min(1.0), opening: true, ..DoorState::default() }),
            ThingState::Exit(ExitState { progress: 0.5, thirds: 1, ..ExitState::default() }),
            ThingState::HidingPlace(HidingState { occupant: Some(AgentId(0)) }),
        ];
        picture.things.open.set(100, true);
        let flight =
            Projectile { number: 3, what: label("bolt"), by: AgentId(0), place: Vec3::Y, velocity: Vec3::X, age: 0.5 };
        picture.flights = vec![flight];
        picture.state.time_left = 200.0 - tick as f32 / 30.0;
        picture
    }

    fn written(ticks: impl Iterator<Item = u32>) -> Vec<u8> {
        let mut writer = FrameWriter::default();
        ticks.for_each(|tick| writer.add(&picture(tick)));
        writer.bytes()
    }

    #[test]
    fn any_moment_is_drawn_up_as_it_was_to_the_centimetre() {
        let bytes = written((1..=600).step_by(6));
        let mut preview = KeyFramePreview::new(KeyFrames::read(bytes).unwrap(), 30);
        let mut shown = MatchFrame::default();
        assert!(!preview.at(0, &mut shown));
        for tick in [1, 2, 199, 200, 64, 400, 590, 595] {
            assert!(preview.at(tick, &mut shown));
            let truth = picture(tick);
            assert_eq!(shown.tick, tick);
            for (drawn, person) in shown.agents.iter().zip(&truth.agents) {
                let off = drawn.body.place.distance(person.body.place);
                assert!(off < 0.15, "{off} m off at {tick}");
                assert!(wrap_angle(drawn.body.gaze - person.body.gaze).abs() < 0.06);
                assert_eq!((drawn.hidden, drawn.carried, drawn.working), (person.hidden, 2, true));
            }
            assert!((shown.state.time_left - truth.state.time_left).abs() < 0.02);
            assert_eq!(shown.things.open, truth.things.open);
            assert_eq!(shown.flights.len(), 1);
        }
        assert_eq!(shown.agents[1].gone, Some((AgentStatus::Caught(AgentId(1)), 60)));
        assert_eq!(shown.things.states[1], ThingState::Key(KeyLocation::Carried(AgentId(0))));
        assert_eq!(shown.things.states[4], picture(595).things.states[4]);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_odd_to_read(at: prop::sample::Index, with: u8, cut: prop::sample::Index) {
            let mut bytes = written((1..=300).step_by(6));
            let at = at.index(bytes.len());
            bytes[at] = with;
            bytes.truncate(cut.index(bytes.len()).max(at + 1));
            if let Ok(frames) = KeyFrames::read(bytes) {
                let mut preview = KeyFramePreview::new(frames, 30);
                for tick in 0..320 {
                    preview.at(tick, &mut MatchFrame::default());
                }
            }
        }
    }
}
