//! Interned names from data (a fact, a kind, an action), as cheap to copy and compare as numbers.

use std::{
    cmp::Ordering,
    collections::BTreeSet,
    fmt,
    hash::{Hash, Hasher},
    sync::{Mutex, OnceLock, PoisonError},
};

use bevy_reflect::Reflect;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An interned name.
///
/// Equality compares pointers. Order and hash use the text, so they are the same in every process.
#[derive(Clone, Copy, Reflect)]
#[reflect(opaque)]
pub struct Label(&'static str);

static INTERNED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Interns `text`. Each distinct name is kept until the program ends.
pub fn label(text: &str) -> Label {
    // Names are only ever added, so a panic while the lock was held cannot have left the set half changed.
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = interned.get(text) {
        return Label(known);
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    interned.insert(kept);
    Label(kept)
}

impl Label {
    /// The text of the label.
    #[inline]
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Label {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Label {}

impl PartialEq<str> for Label {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Label {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl Ord for Label {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(other.0)
    }
}

impl PartialOrd for Label {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Label {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Default for Label {
    #[inline]
    fn default() -> Self {
        // Read on every tick, so interned once.
        static EMPTY: OnceLock<Label> = OnceLock::new();
        *EMPTY.get_or_init(|| label(""))
    }
}

impl From<&str> for Label {
    #[inline]
    fn from(text: &str) -> Self {
        label(text)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Label;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name in quotes")
            }
            fn visit_str<E>(self, text: &str) -> Result<Label, E> {
                Ok(label(text))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_label() {
        assert_eq!(label("lamp"), label(&String::from("lamp")));
        assert_ne!(label("lamp"), label("table"));
        assert!(label("a") < label("b"));
    }
}
