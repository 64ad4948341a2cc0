//! What somebody from outside has asked of a body between two ticks: the changes of one blackboard, as bytes and back.

use bevy::math::Vec3;

use super::codec::{ByteReader, ByteWriter, DecodeError};
use crate::protocol::{
    AgentId, Aim, Blackboard, Gait, GoRequest, LookRequest, SayRequest, Slot, StrikeRequest, ThingId, ThrowRequest,
    UseRequest,
};

/// What became of one slot: nothing, taken back, or posted.
type SlotChange<T> = Option<Option<T>>;

/// What became of a blackboard between two ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestChanges {
    go: SlotChange<GoRequest>,
    look: SlotChange<LookRequest>,
    use_thing: SlotChange<UseRequest>,
    strike: SlotChange<StrikeRequest>,
    throw: SlotChange<ThrowRequest>,
    say: SlotChange<SayRequest>,
}

impl RequestChanges {
    /// What has been posted and taken back since a blackboard was as `before`.
    pub fn between(before: &Blackboard, after: &Blackboard) -> Self {
        fn change<T: Clone + PartialEq>(before: &Slot<T>, after: &Slot<T>) -> SlotChange<T> {
            (before.serial() != after.serial()).then(|| after.request().cloned())
        }
        Self {
            go: change(&before.go, &after.go),
            look: change(&before.look, &after.look),
            use_thing: change(&before.use_thing, &after.use_thing),
            strike: change(&before.strike, &after.strike),
            throw: change(&before.throw, &after.throw),
            say: change(&before.say, &after.say),
        }
    }

    /// Whether nothing has changed.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Does the same to another blackboard.
    pub fn post(&self, board: &mut Blackboard) {
        fn post<T: Clone + PartialEq>(change: &SlotChange<T>, slot: &mut Slot<T>) {
            match change {
                None => {}
                Some(None) => slot.clear(),
                Some(Some(request)) => {
                    // The same once more is a new request only where the old one was taken back before.
                    if slot.active() == Some(request) {
                        slot.clear();
                    }
                    slot.post(request.clone());
                }
            }
        }
        post(&self.go, &mut board.go);
        post(&self.look, &mut board.look);
        post(&self.use_thing, &mut board.use_thing);
        post(&self.strike, &mut board.strike);
        post(&self.throw, &mut board.throw);
        post(&self.say, &mut board.say);
    }

    /// Writes it.
    pub fn write(&self, out: &mut ByteWriter) {
        let changed = [
            self.go.is_some(),
            self.look.is_some(),
            self.use_thing.is_some(),
            self.strike.is_some(),
            self.throw.is_some(),
            self.say.is_some(),
        ];
        out.byte(changed.iter().enumerate().fold(0, |mask, (bit, is)| mask | u8::from(*is) << bit));
        write(&self.go, out, write_go);
        write(&self.look, out, write_look);
        write(&self.use_thing, out, |request, out| {
            out.number(u64::from(request.thing.0));
            out.name(request.verb);
        });
        write(&self.strike, out, |request, out| {
            out.number(request.target.map_or(0, |agent| u64::from(agent.0) + 1));
        });
        write(&self.throw, out, |request, out| {
            out.name(request.what);
            match request.aim {
                Aim::Place(place) => write_tagged(out, 0, place),
                Aim::Direction(direction) => write_tagged(out, 1, direction),
            }
        });
        write(&self.say, out, |request, out| out.name(request.what));
    }

    /// Reads it.
    ///
    /// # Errors
    /// Where the bytes are none of [`RequestChanges::write`].
    pub fn read(from: &mut ByteReader) -> Result<Self, DecodeError> {
        let mask = from.byte()?;
        if mask == 0 || mask >= 1 << 6 {
            return Err(DecodeError::Invalid("a request of no kind"));
        }
        Ok(Self {
            go: read(mask & 1, from, read_go)?,
            look: read(mask & 2, from, read_look)?,
            use_thing: read(mask & 4, from, |from| {
                Ok(UseRequest { thing: ThingId(from.short()?), verb: from.name()? })
            })?,
            strike: read(mask & 8, from, |from| {
                let target = from.at_most(1 << 16)?;
                Ok(StrikeRequest { target: target.checked_sub(1).map(|agent| AgentId(agent as u16)) })
            })?,
            throw: read(mask & 16, from, |from| {
                let what = from.name()?;
                let aim = match from.byte()? {
                    0 => Aim::Place(from.vector()?),
                    1 => Aim::Direction(from.vector()?),
                    _ => return Err(DecodeError::Invalid("a throw at nothing known")),
                };
                Ok(ThrowRequest { what, aim })
            })?,
            say: read(mask & 32, from, |from| Ok(SayRequest { what: from.name()? }))?,
        })
    }
}

fn write<T>(change: &SlotChange<T>, out: &mut ByteWriter, request: impl FnOnce(&T, &mut ByteWriter)) {
    if let Some(change) = change {
        out.byte(u8::from(change.is_some()));
        if let Some(posted) = change {
            request(posted, out);
        }
    }
}

fn read<T>(
    changed: u8,
    from: &mut ByteReader,
    request: impl FnOnce(&mut ByteReader) -> Result<T, DecodeError>,
) -> Result<SlotChange<T>, DecodeError> {
    match if changed == 0 { None } else { Some(from.byte()?) } {
        None => Ok(None),
        Some(0) => Ok(Some(None)),
        Some(1) => request(from).map(Some).map(Some),
        Some(_) => Err(DecodeError::Invalid("a request that is neither posted nor taken back")),
    }
}

fn write_tagged(out: &mut ByteWriter, tag: u8, vector: Vec3) {
    out.byte(tag);
    out.vector(vector);
}

fn write_go(request: &GoRequest, out: &mut ByteWriter) {
    match request {
        GoRequest::To { place, within, gait } => {
            write_tagged(out, 0, *place);
            out.exact(*within);
            out.byte(*gait as u8);
        }
        GoRequest::Steer { direction, gait } => {
            write_tagged(out, 1, *direction);
            out.byte(*gait as u8);
        }
        GoRequest::Stay { gait } => {
            out.byte(2);
            out.byte(*gait as u8);
        }
    }
}

fn read_go(from: &mut ByteReader) -> Result<GoRequest, DecodeError> {
    Ok(match from.byte()? {
        0 => GoRequest::To { place: from.vector()?, within: from.exact()?, gait: read_gait(from)? },
        1 => GoRequest::Steer { direction: from.vector()?, gait: read_gait(from)? },
        2 => GoRequest::Stay { gait: read_gait(from)? },
        _ => return Err(DecodeError::Invalid("a way of going nobody knows")),
    })
}

fn write_look(request: &LookRequest, out: &mut ByteWriter) {
    match request {
        LookRequest::Ahead => out.byte(0),
        LookRequest::At(place) => write_tagged(out, 1, *place),
        LookRequest::Along { direction } => write_tagged(out, 2, *direction),
        LookRequest::Scan { degrees, period } => {
            out.byte(3);
            out.exact(*degrees);
            out.exact(*period);
        }
    }
}

fn read_look(from: &mut ByteReader) -> Result<LookRequest, DecodeError> {
    Ok(match from.byte()? {
        0 => LookRequest::Ahead,
        1 => LookRequest::At(from.vector()?),
        2 => LookRequest::Along { direction: from.vector()? },
        3 => LookRequest::Scan { degrees: from.exact()?, period: from.exact()? },
        _ => return Err(DecodeError::Invalid("a way of looking nobody knows")),
    })
}

/// Reads a gait.
pub(super) fn read_gait(from: &mut ByteReader) -> Result<Gait, DecodeError> {
    gait(from.byte()?).ok_or(DecodeError::Invalid("a gait nobody knows"))
}

/// The gait of this number.
pub(super) fn gait(number: u8) -> Option<Gait> {
    [Gait::Crouch, Gait::Walk, Gait::Hurry, Gait::Run].into_iter().find(|gait| *gait as u8 == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Status, label};

    fn asked() -> Blackboard {
        let mut board = Blackboard::default();
        board.go.post(GoRequest::Steer { direction: Vec3::new(0.25, 0.0, -0.5), gait: Gait::Run });
        board.look.post(LookRequest::Along { direction: Vec3::X });
        board.use_thing.post(UseRequest { thing: ThingId(7), verb: label("take") });
        board.strike.post(StrikeRequest { target: Some(AgentId(0)) });
        board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Direction(Vec3::Y) });
        board.say.post(SayRequest { what: label("report") });
        board
    }

    fn there_and_back(posted: &RequestChanges) -> RequestChanges {
        let mut writer = ByteWriter::default();
        posted.write(&mut writer);
        RequestChanges::read(&mut ByteReader::new(writer.bytes())).unwrap()
    }

    #[test]
    fn every_kind_of_request_comes_back_as_it_was() {
        let posted = RequestChanges::between(&Blackboard::default(), &asked());
        assert_eq!(there_and_back(&posted), posted);
        let mut board = Blackboard::default();
        posted.post(&mut board);
        assert!(RequestChanges::between(&asked(), &board).is_nothing(), "the same serial numbers too");
        let taken_back = RequestChanges::between(&asked(), &{
            let mut board = asked();
            board.clear();
            board
        });
        assert_eq!(there_and_back(&taken_back), taken_back);
        taken_back.post(&mut board);
        assert_eq!(board.go.request(), None);
        let other = [
            GoRequest::To { place: Vec3::new(0.1, 0.2, 0.3), within: 0.5, gait: Gait::Crouch },
            GoRequest::Stay { gait: Gait::Hurry },
        ];
        let looks = [LookRequest::Ahead, LookRequest::At(Vec3::Z), LookRequest::Scan { degrees: 50.0, period: 2.0 }];
        for (go, look) in other.into_iter().cycle().zip(looks) {
            let posted = RequestChanges { go: Some(Some(go)), look: Some(Some(look)), ..RequestChanges::default() };
            assert_eq!(there_and_back(&posted), posted);
        }
    }

    #[test]
    fn what_is_posted_once_more_begins_once_more() {
        let mut before = asked();
        before.use_thing.report(Status::Running(0.5));
        let mut after = before.clone();
        after.use_thing.clear();
        after.use_thing.post(UseRequest { thing: ThingId(7), verb: label("take") });
        let again = RequestChanges::between(&before, &after);
        again.post(&mut before);
        assert_eq!(before.use_thing.status(), Status::Posted);
        assert_eq!(before.use_thing.serial(), after.use_thing.serial());
    }
}
