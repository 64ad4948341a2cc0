//! Bytes of a recording, written and read: whole numbers by their size, names once each, nothing taken on trust.
//!
//! Knows nothing of what the bytes mean.

use bevy::math::Vec3;

use crate::protocol::{Label, label};

/// The longest name a file may hold, in bytes.
const LONGEST_NAME: usize = 256;
/// The most different names a file may hold.
const MOST_NAMES: usize = 4096;

/// What is wrong with bytes that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They end before what they began.
    #[error("it ends in the middle of something")]
    UnexpectedEnd,
    /// A number, a name or a tag is not one that could have been written.
    #[error("it holds {0}")]
    Invalid(&'static str),
}

/// Writes bytes.
#[derive(Clone, Debug, Default)]
pub struct ByteWriter {
    bytes: Vec<u8>,
    names: Vec<Label>,
}

impl ByteWriter {
    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// One byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A whole number in as many bytes as it needs: seven bits each, the lowest first (LEB128).
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A whole number of either sign, small ones short (zigzag).
    pub fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)) as u64);
    }

    /// A number exactly as it is.
    pub fn exact(&mut self, number: f32) {
        self.bytes.extend(number.to_bits().to_le_bytes());
    }

    /// A point or a direction exactly as it is.
    pub fn vector(&mut self, vector: Vec3) {
        vector.to_array().into_iter().for_each(|part| self.exact(part));
    }

    /// A name: its number, and its text where it is new.
    pub fn name(&mut self, name: Label) {
        let known = self.names.iter().position(|known| *known == name);
        self.number(known.unwrap_or(self.names.len()) as u64);
        if known.is_none() {
            self.names.push(name);
            self.text(name.as_str());
        }
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.block(text.as_bytes());
    }

    /// Bytes, with their number before them.
    pub fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend(bytes);
    }
}

/// Reads bytes.
#[derive(Clone, Debug)]
pub struct ByteReader<'b> {
    left: &'b [u8],
    names: Vec<Label>,
}

impl<'b> ByteReader<'b> {
    /// Reads these bytes from their beginning.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { left: bytes, names: Vec::new() }
    }

    /// Reads on, knowing names that were told before.
    pub fn with_names(bytes: &'b [u8], names: Vec<Label>) -> Self {
        Self { left: bytes, names }
    }

    /// The names told so far.
    pub fn into_names(self) -> Vec<Label> {
        self.names
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let (first, rest) = self.left.split_first().ok_or(DecodeError::UnexpectedEnd)?;
        self.left = rest;
        Ok(*first)
    }

    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Result<&'b [u8], DecodeError> {
        let (taken, rest) = self.left.split_at_checked(count).ok_or(DecodeError::UnexpectedEnd)?;
        self.left = rest;
        Ok(taken)
    }

    /// A whole number.
    pub fn number(&mut self) -> Result<u64, DecodeError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DecodeError::Invalid("a number that is too long"))
    }

    /// A whole number no greater than `most`.
    pub fn at_most(&mut self, most: u64) -> Result<u64, DecodeError> {
        let number = self.number()?;
        if number <= most { Ok(number) } else { Err(DecodeError::Invalid("a number that is too great")) }
    }

    /// A whole number of 16 bits.
    pub fn short(&mut self) -> Result<u16, DecodeError> {
        Ok(self.at_most(u64::from(u16::MAX))? as u16)
    }

    /// A whole number of 32 bits.
    pub fn word(&mut self) -> Result<u32, DecodeError> {
        Ok(self.at_most(u64::from(u32::MAX))? as u32)
    }

    /// A whole number of either sign, of 32 bits.
    pub fn signed(&mut self) -> Result<i32, DecodeError> {
        let folded = self.number()?;
        let number = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        i32::try_from(number).map_err(|_| DecodeError::Invalid("a number that is too great"))
    }

    /// A number exactly as it was; it is finite.
    pub fn exact(&mut self) -> Result<f32, DecodeError> {
        let bytes = self.take(4)?.try_into().map_err(|_| DecodeError::UnexpectedEnd)?;
        let number = f32::from_bits(u32::from_le_bytes(bytes));
        if number.is_finite() { Ok(number) } else { Err(DecodeError::Invalid("a number that is none")) }
    }

    /// A point or a direction exactly as it was.
    pub fn vector(&mut self) -> Result<Vec3, DecodeError> {
        Ok(Vec3::new(self.exact()?, self.exact()?, self.exact()?))
    }

    /// A name.
    pub fn name(&mut self) -> Result<Label, DecodeError> {
        let number = self.at_most(MOST_NAMES as u64)? as usize;
        if number == self.names.len() {
            let name = label(self.text(LONGEST_NAME)?);
            self.names.push(name);
        }
        self.names.get(number).copied().ok_or(DecodeError::Invalid("a name it does not tell"))
    }

    /// A text of at most so many bytes.
    pub fn text(&mut self, most: usize) -> Result<&'b str, DecodeError> {
        let length = self.at_most(most as u64)? as usize;
        std::str::from_utf8(self.take(length)?).map_err(|_| DecodeError::Invalid("a text that is none"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers: Vec<u64>, signed: Vec<i32>, floats: Vec<f32>, texts: Vec<String>) {
            let mut writer = ByteWriter::default();
            numbers.iter().for_each(|number| writer.number(*number));
            signed.iter().for_each(|number| writer.signed(i64::from(*number)));
            let floats: Vec<f32> = floats.into_iter().filter(|number| number.is_finite()).collect();
            floats.iter().for_each(|number| writer.exact(*number));
            texts.iter().for_each(|text| writer.text(text));
            let mut reader = ByteReader::new(writer.bytes());
            for number in numbers { prop_assert_eq!(reader.number(), Ok(number)); }
            for number in signed { prop_assert_eq!(reader.signed(), Ok(number)); }
            for number in floats { prop_assert_eq!(reader.exact().map(f32::to_bits), Ok(number.to_bits())); }
            for text in &texts { prop_assert_eq!(reader.text(1 << 20), Ok(text.as_str())); }
            prop_assert!(reader.is_done());
        }

        #[test]
        fn no_bytes_are_too_odd_to_read(bytes: Vec<u8>) {
            let mut reader = ByteReader::new(&bytes);
            while !reader.is_done() && reader.name().is_ok() && reader.signed().is_ok() && reader.vector().is_ok() {}
        }
    }

    #[test]
    fn a_name_is_told_once() {
        let mut writer = ByteWriter::default();
        for name in ["stone", "bolt", "stone"] {
            writer.name(label(name));
        }
        assert_eq!(writer.bytes().len(), 2 + 5 + 2 + 4 + 1);
        let mut reader = ByteReader::new(writer.bytes());
        let names: Vec<_> = (0..3).map(|_| reader.name().unwrap()).collect();
        assert_eq!(names, [label("stone"), label("bolt"), label("stone")]);
    }
}
