//! What came into a match from outside, tick by tick: what people asked of their bodies, and commands given to the match.

use super::{
    codec::{ByteReader, ByteWriter, DecodeError},
    requests::RequestChanges,
};
use crate::protocol::{AgentId, Label};

/// The longest command, in bytes.
const LONGEST_COMMAND: usize = 1 << 20;

/// Something that came from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedInput {
    /// What somebody asked of the body they lead.
    RequestChanges(AgentId, RequestChanges),
    /// A command given to the match, as text.
    Command(String),
}

/// Writes inputs in the order of their ticks.
#[derive(Clone, Debug, Default)]
pub struct InputWriter {
    out: ByteWriter,
    last: u32,
}

impl InputWriter {
    /// Adds what came in after this tick and before the next.
    pub fn add(&mut self, tick: u32, input: &RecordedInput) {
        self.out.number(u64::from(tick.saturating_sub(self.last)));
        self.last = self.last.max(tick);
        match input {
            RecordedInput::RequestChanges(agent, posted) => {
                self.out.number(u64::from(agent.0) + 1);
                posted.write(&mut self.out);
            }
            RecordedInput::Command(command) => {
                self.out.number(0);
                self.out.text(command);
            }
        }
    }

    /// The inputs so far, as bytes.
    pub fn bytes(&self) -> &[u8] {
        self.out.bytes()
    }
}

/// Reads inputs one after the other, from bytes that are kept elsewhere.
#[derive(Clone, Debug, Default)]
pub struct InputCursor {
    at: usize,
    names: Vec<Label>,
    tick: u32,
    next: Option<(u32, RecordedInput)>,
}

impl InputCursor {
    /// The next input that came in after this tick and before the next; `None` where there is no more.
    ///
    /// # Errors
    /// Where the bytes are none of [`InputWriter::bytes`].
    pub fn due(&mut self, bytes: &[u8], tick: u32) -> Result<Option<RecordedInput>, DecodeError> {
        if self.next.is_none() {
            self.next = self.read(bytes)?;
        }
        Ok(self.next.take_if(|(due, _)| *due <= tick).map(|(_, input)| input))
    }

    fn read(&mut self, bytes: &[u8]) -> Result<Option<(u32, RecordedInput)>, DecodeError> {
        let rest = bytes.get(self.at..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(None);
        }
        let mut reader = ByteReader::with_names(rest, std::mem::take(&mut self.names));
        let step = reader.word()?;
        self.tick = self.tick.checked_add(step).ok_or(DecodeError::Invalid("a moment beyond all time"))?;
        let input = match reader.at_most(1 << 16)? {
            0 => RecordedInput::Command(reader.text(LONGEST_COMMAND)?.to_owned()),
            agent => RecordedInput::RequestChanges(AgentId((agent - 1) as u16), RequestChanges::read(&mut reader)?),
        };
        self.at += rest.len() - reader.left();
        self.names = reader.into_names();
        Ok(Some((self.tick, input)))
    }
}

/// Looks at all inputs once, so that every later look succeeds; returns how many there are and hands each over.
///
/// # Errors
/// Where the bytes are none of [`InputWriter::bytes`].
pub fn check(
    bytes: &[u8],
    mut each: impl FnMut(&RecordedInput) -> Result<(), DecodeError>,
) -> Result<usize, DecodeError> {
    let (mut cursor, mut count) = (InputCursor::default(), 0);
    while let Some(input) = cursor.due(bytes, u32::MAX)? {
        each(&input)?;
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::{Aim, Blackboard, ThrowRequest, label};

    fn written() -> InputWriter {
        let mut board = Blackboard::default();
        board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Place(Vec3::X) });
        let posted = RecordedInput::RequestChanges(AgentId(1), RequestChanges::between(&Blackboard::default(), &board));
        let mut writer = InputWriter::default();
        writer.add(0, &posted);
        writer.add(3, &RecordedInput::Command("wait".to_owned()));
        writer.add(3, &posted);
        writer
    }

    #[test]
    fn inputs_come_when_they_are_due() {
        let writer = written();
        let mut cursor = InputCursor::default();
        let mut due = |tick| cursor.due(writer.bytes(), tick).unwrap();
        assert!(matches!(due(0), Some(RecordedInput::RequestChanges(AgentId(1), _))));
        assert_eq!((due(0), due(1), due(2)), (None, None, None));
        assert_eq!(due(3), Some(RecordedInput::Command("wait".to_owned())));
        assert!(due(3).is_some() && due(3).is_none());
        assert_eq!(check(writer.bytes(), |_| Ok(())), Ok(3));
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_odd_to_read(at: prop::sample::Index, with: u8) {
            let mut bytes = written().bytes().to_vec();
            let at = at.index(bytes.len());
            bytes[at] = with;
            let _ = check(&bytes, |_| Ok(()));
        }
    }
}
