//! A picture in whole numbers: centimetres, 256ths of a turn. What a key frame holds, written as what has changed.
//!
//! Good enough to be looked at while the match itself is played again; nothing is computed from it.

use bevy::math::Vec3;

use super::{
    codec::{ByteReader, ByteWriter, DecodeError},
    frame::{AgentFrame, MatchFrame},
    requests::gait,
};
use crate::{
    protocol::{AgentId, Gait, MatchResult, ThingId},
    world::{
        AgentStatus, Body, DoorState, ExitState, HidingState, KeyLocation, MatchState, Projectile, ThingState, Things,
        WeaponPhase, geometry::wrap_angle, level::DoorSet,
    },
};

/// The most agents a key frame may hold.
const MOST_AGENTS: u64 = 4096;
/// The most things a key frame may hold.
const MOST_THINGS: u64 = 4096;
/// The most missiles a key frame may hold.
const MOST_FLIGHTS: u64 = 256;

type Centimetres = [i32; 3];

/// A picture in whole numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuantisedFrame {
    figures: Vec<QuantisedAgent>,
    things: Vec<QuantisedThing>,
    flights: Vec<Projectile>,
    open: u128,
    standing: QuantisedState,
    /// Hundredths of a second until the time limit.
    time_left: u32,
}

/// Somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct QuantisedAgent {
    place: Centimetres,
    /// Heading, gaze and pitch, in 256ths of a turn.
    turned: [u8; 3],
    /// Gait, crouch, arms, work.
    posture: u8,
    /// The hiding place and 1; 0 for none.
    hidden: u32,
    /// 0 in play, 1 caught, 2 escaped; by whom or where; since when.
    gone: (u8, u16, u32),
    carried: u8,
    wounds: u8,
}

/// A thing: which form of state, and its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct QuantisedThing {
    form: u8,
    numbers: [i32; 3],
}

/// How the match stands, but for the time: keys, keys needed, exit open, caught, escaped, in play, result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct QuantisedState([u16; 7]);

/// How many numbers each form of a thing's state has: still, a key nowhere, lying, carried, a door, an exit, a hiding place.
const NUMBERS: [usize; 7] = [0, 0, 3, 1, 2, 3, 1];

impl QuantisedFrame {
    /// Rounds a picture.
    pub fn of(picture: &MatchFrame) -> Self {
        Self {
            figures: picture.agents.iter().take(MOST_AGENTS as usize).map(QuantisedAgent::of).collect(),
            things: picture.things.states.iter().take(MOST_THINGS as usize).map(QuantisedThing::of).collect(),
            flights: picture.flights.iter().take(MOST_FLIGHTS as usize).copied().collect(),
            open: (0..DoorSet::MAX).fold(0, |set, door| set | u128::from(picture.things.open.contains(door)) << door),
            standing: QuantisedState::of(&picture.state),
            time_left: (picture.state.time_left.max(0.0) * 100.0) as u32,
        }
    }

    /// Draws it up as a picture of this tick.
    pub fn picture(&self, tick: u32) -> MatchFrame {
        let mut open = DoorSet::default();
        (0..DoorSet::MAX).for_each(|door| open.set(door, self.open >> door & 1 == 1));
        MatchFrame {
            tick,
            agents: self.figures.iter().map(QuantisedAgent::person).collect(),
            things: Things { states: self.things.iter().map(QuantisedThing::state).collect(), open },
            flights: self.flights.clone(),
            traces: Vec::new(),
            state: MatchState { time_left: self.time_left as f32 / 100.0, ..self.standing.state() },
        }
    }

    /// Writes what differs from the one before.
    pub fn write(&self, before: Option<&Self>, out: &mut ByteWriter) {
        if before.is_none() {
            out.number(self.figures.len() as u64);
            out.number(self.things.len() as u64);
        }
        let nothing = Self::default();
        let before = before.unwrap_or(&nothing);
        let (stands, opened) = (self.standing != before.standing, self.open != before.open);
        out.byte(u8::from(stands) | u8::from(opened) << 1);
        if stands {
            self.standing.0.iter().for_each(|number| out.number(u64::from(*number)));
        }
        if opened {
            out.number(self.open as u64);
            out.number((self.open >> 64) as u64);
        }
        out.number(u64::from(self.time_left));
        for (index, figure) in self.figures.iter().enumerate() {
            figure.write(before.figures.get(index).copied().unwrap_or_default(), out);
        }
        let changed = || {
            let old = |index: usize| before.things.get(index).copied().unwrap_or_default();
            self.things.iter().enumerate().filter(move |(index, thing)| **thing != old(*index))
        };
        out.number(changed().count() as u64);
        for (index, thing) in changed() {
            out.number(index as u64);
            out.byte(thing.form);
            let count = NUMBERS.get(usize::from(thing.form)).copied().unwrap_or(0);
            thing.numbers.iter().take(count).for_each(|number| out.signed(i64::from(*number)));
        }
        out.number(self.flights.len() as u64);
        for flight in &self.flights {
            out.number(u64::from(flight.number));
            out.name(flight.what);
            out.number(u64::from(flight.by.0));
            let parts = centimetres(flight.place).into_iter().chain(centimetres(flight.velocity));
            parts.for_each(|part| out.signed(i64::from(part)));
            out.number((flight.age.max(0.0) * 100.0) as u64);
        }
    }

    /// Reads one, given the one before.
    ///
    /// # Errors
    /// Where the bytes are none of [`QuantisedFrame::write`].
    pub fn read(before: Option<&Self>, from: &mut ByteReader) -> Result<Self, DecodeError> {
        let mut quantised = match before {
            Some(before) => before.clone(),
            None => {
                let (agents, things) = (from.at_most(MOST_AGENTS)?, from.at_most(MOST_THINGS)?);
                Self {
                    figures: vec![QuantisedAgent::default(); agents as usize],
                    things: vec![QuantisedThing::default(); things as usize],
                    ..Self::default()
                }
            }
        };
        let flags = from.byte()?;
        if flags & 1 != 0 {
            for number in &mut quantised.standing.0 {
                *number = from.short()?;
            }
        }
        if flags & 2 != 0 {
            quantised.open = u128::from(from.number()?) | u128::from(from.number()?) << 64;
        }
        quantised.time_left = from.word()?;
        for figure in &mut quantised.figures {
            figure.read(from)?;
        }
        for _ in 0..from.at_most(MOST_THINGS)? {
            let index = from.at_most(MOST_THINGS)? as usize;
            let form = from.byte()?;
            let count = *NUMBERS.get(usize::from(form)).ok_or(DecodeError::Invalid("a thing of no kind"))?;
            let mut thing = QuantisedThing { form, numbers: [0; 3] };
            for number in thing.numbers.iter_mut().take(count) {
                *number = from.signed()?;
            }
            *quantised.things.get_mut(index).ok_or(DecodeError::Invalid("a thing there is not"))? = thing;
        }
        quantised.flights.clear();
        for _ in 0..from.at_most(MOST_FLIGHTS)? {
            let (number, what, by) = (from.word()?, from.name()?, AgentId(from.short()?));
            let (place, velocity) = (metres(read_centimetres(from)?), metres(read_centimetres(from)?));
            let age = from.word()? as f32 / 100.0;
            quantised.flights.push(Projectile { number, what, by, place, velocity, age });
        }
        Ok(quantised)
    }
}

impl QuantisedAgent {
    fn of(person: &AgentFrame) -> Self {
        let body = &person.body;
        let arms = match person.arms {
            WeaponPhase::Ready => 0,
            WeaponPhase::Striking(..) => 1,
            WeaponPhase::Throwing(..) => 2,
            WeaponPhase::Recovering(_) => 3,
        };
        Self {
            place: centimetres(body.place),
            turned: [body.heading, body.gaze, body.pitch].map(turn),
            posture: body.gait as u8
                | ((body.crouch.clamp(0.0, 1.0) * 7.0 + 0.5) as u8) << 2
                | arms << 5
                | u8::from(person.working) << 7,
            hidden: person.hidden.map_or(0, |thing| u32::from(thing.0) + 1),
            gone: match person.gone {
                None => (0, 0, 0),
                Some((AgentStatus::Caught(by), tick)) => (1, by.0, tick),
                Some((AgentStatus::Escaped(exit), tick)) => (2, exit.0, tick),
            },
            carried: person.carried,
            wounds: person.wounds,
        }
    }

    fn person(&self) -> AgentFrame {
        let [heading, gaze, pitch] = self.turned.map(|turned| wrap_angle(f32::from(turned) / 256.0 * TURN));
        let (how, who, since) = self.gone;
        AgentFrame {
            body: Body {
                place: metres(self.place),
                velocity: Vec3::ZERO,
                heading,
                gaze,
                pitch,
                gait: gait(self.posture & 3).unwrap_or(Gait::Walk),
                crouch: f32::from(self.posture >> 2 & 7) / 7.0,
            },
            gone: match how {
                1 => Some((AgentStatus::Caught(AgentId(who)), since)),
                2 => Some((AgentStatus::Escaped(ThingId(who)), since)),
                _ => None,
            },
            hidden: self.hidden.checked_sub(1).map(|thing| ThingId(thing as u16)),
            arms: match self.posture >> 5 & 3 {
                1 => WeaponPhase::Striking(0.0, 0),
                2 => WeaponPhase::Throwing(0.0, 0),
                3 => WeaponPhase::Recovering(0.0),
                _ => WeaponPhase::Ready,
            },
            working: self.posture >> 7 == 1,
            carried: self.carried,
            wounds: self.wounds,
        }
    }

    fn write(&self, before: Self, out: &mut ByteWriter) {
        let fate = |figure: &Self| (figure.hidden, figure.gone, figure.carried, figure.wounds);
        let changed = [
            self.place != before.place,
            self.turned != before.turned,
            self.posture != before.posture,
            fate(self) != fate(&before),
        ];
        out.byte(changed.iter().enumerate().fold(0, |mask, (bit, is)| mask | u8::from(*is) << bit));
        let [moved, turned, postured, fated] = changed;
        if moved {
            for (now, then) in self.place.iter().zip(before.place) {
                out.signed(i64::from(*now) - i64::from(then));
            }
        }
        if turned {
            self.turned.iter().for_each(|part| out.byte(*part));
        }
        if postured {
            out.byte(self.posture);
        }
        if fated {
            out.number(u64::from(self.hidden));
            out.byte(self.gone.0);
            out.number(u64::from(self.gone.1));
            out.number(u64::from(self.gone.2));
            out.byte(self.carried);
            out.byte(self.wounds);
        }
    }

    fn read(&mut self, from: &mut ByteReader) -> Result<(), DecodeError> {
        let changed = from.byte()?;
        if changed & 1 != 0 {
            for (part, moved) in self.place.iter_mut().zip(read_centimetres(from)?) {
                *part = part.saturating_add(moved);
            }
        }
        if changed & 2 != 0 {
            for part in &mut self.turned {
                *part = from.byte()?;
            }
        }
        if changed & 4 != 0 {
            self.posture = from.byte()?;
        }
        if changed & 8 != 0 {
            self.hidden = from.at_most(1 << 16)? as u32;
            self.gone = (from.byte()?, from.short()?, from.word()?);
            self.carried = from.byte()?;
            self.wounds = from.byte()?;
        }
        Ok(())
    }
}

impl QuantisedThing {
    fn of(state: &ThingState) -> Self {
        let share = |share: f32| (share.clamp(0.0, 1.0) * 1000.0).round() as i32;
        let (form, numbers) = match state {
            ThingState::Still => (0, [0; 3]),
            ThingState::Key(KeyLocation::Nowhere) => (1, [0; 3]),
            ThingState::Key(KeyLocation::Lying(place)) => (2, centimetres(*place)),
            ThingState::Key(KeyLocation::Carried(by)) => (3, [i32::from(by.0), 0, 0]),
            ThingState::Door(door) => (4, [share(door.swing), i32::from(door.opening), 0]),
            ThingState::Exit(exit) => {
                (5, [share(exit.progress), i32::from(exit.thirds) << 1 | i32::from(exit.open), share(exit.swing)])
            }
            ThingState::HidingPlace(hiding) => (6, [hiding.occupant.map_or(0, |agent| i32::from(agent.0) + 1), 0, 0]),
        };
        Self { form, numbers }
    }

    fn state(&self) -> ThingState {
        let [first, second, third] = self.numbers;
        let share = |thousandths: i32| thousandths as f32 / 1000.0;
        match self.form {
            1 => ThingState::Key(KeyLocation::Nowhere),
            2 => ThingState::Key(KeyLocation::Lying(metres(self.numbers))),
            3 => ThingState::Key(KeyLocation::Carried(AgentId(first as u16))),
            4 => ThingState::Door(DoorState { swing: share(first), opening: second != 0, idle: 0.0, by: None }),
            5 => ThingState::Exit(ExitState {
                work: 0.0,
                progress: share(first),
                thirds: (second >> 1) as u8,
                open: second & 1 == 1,
                swing: share(third),
            }),
            6 => ThingState::HidingPlace(HidingState {
                occupant: first.checked_sub(1).filter(|agent| *agent >= 0).map(|agent| AgentId(agent as u16)),
            }),
            _ => ThingState::Still,
        }
    }
}

impl QuantisedState {
    fn of(state: &MatchState) -> Self {
        let result = match state.result {
            None => 0,
            Some(MatchResult::Hunters) => 1,
            Some(MatchResult::Hunted) => 2,
            Some(MatchResult::Draw) => 3,
        };
        let (keys, needed) = (u16::from(state.team_keys), u16::from(state.keys_needed));
        Self([keys, needed, u16::from(state.exit_open), state.caught, state.escaped, state.in_play, result])
    }

    fn state(&self) -> MatchState {
        let [keys, needed, exit_open, caught, escaped, in_play, result] = self.0;
        MatchState {
            team_keys: keys.min(255) as u8,
            keys_needed: needed.min(255) as u8,
            exit_open: exit_open != 0,
            caught,
            escaped,
            in_play,
            time_left: 0.0,
            result: match result {
                1 => Some(MatchResult::Hunters),
                2 => Some(MatchResult::Hunted),
                3 => Some(MatchResult::Draw),
                _ => None,
            },
        }
    }
}

const TURN: f32 = std::f32::consts::TAU;

/// An angle in radians, in 256ths of a turn.
fn turn(angle: f32) -> u8 {
    ((angle / TURN).rem_euclid(1.0) * 256.0).round() as u32 as u8
}

fn centimetres(place: Vec3) -> Centimetres {
    (place * 100.0).round().to_array().map(|part| part as i32)
}

fn metres(place: Centimetres) -> Vec3 {
    Vec3::from_array(place.map(|part| part as f32 / 100.0))
}

fn read_centimetres(from: &mut ByteReader) -> Result<Centimetres, DecodeError> {
    Ok([from.signed()?, from.signed()?, from.signed()?])
}
