//! The senses of an agent kind, put together from its own file and from those that it shares with other kinds.

use std::collections::BTreeMap;

use super::senses::{Hearing, Proximity, SensesFile, Vision, Voice};
use crate::protocol::Label;

/// The shared senses of a game, by the name of their file.
pub type SharedSenses = BTreeMap<Label, SensesFile>;

/// The senses of an agent kind, those that it shares included.
#[derive(Clone, Debug, PartialEq)]
pub struct Senses {
    /// The eyes.
    pub vision: Vision,
    /// The ears.
    pub hearing: Hearing,
    /// The sense for agents close by.
    pub proximity: Proximity,
    /// Reports to team-mates.
    pub voice: Voice,
    /// The kinds of things that the eyes notice, with the range in good light, in metres.
    pub notice_ranges: BTreeMap<Label, f32>,
    /// The kinds of things whose positions the agent knows from the start.
    pub known_from_start: Vec<Label>,
    /// Readings that say whether a projectile can be thrown now.
    pub throw_readings: BTreeMap<Label, Label>,
}

/// The senses that a file may give: name and whether the file gives it.
const GIVEN: [(&str, fn(&SensesFile) -> bool); 7] = [
    ("vision", |file| file.vision.is_some()),
    ("hearing", |file| file.hearing.is_some()),
    ("proximity", |file| file.proximity.is_some()),
    ("voice", |file| file.voice.is_some()),
    ("notice_ranges", |file| file.notice_ranges.is_some()),
    ("known_from_start", |file| file.known_from_start.is_some()),
    ("throw_readings", |file| file.throw_readings.is_some()),
];

impl SensesFile {
    /// What `of` picks: from this file, or else from the first shared one that gives it, with the name of that file. `None` if none
    /// gives it.
    pub fn find<'s, T>(
        &'s self,
        shared: &'s SharedSenses,
        of: fn(&SensesFile) -> &Option<T>,
    ) -> Option<(Option<Label>, &'s T)> {
        let named = self.shared.iter().filter_map(|name| Some((*name, shared.get(name)?)));
        let mut given = named.filter_map(|(name, file)| Some((Some(name), of(file).as_ref()?)));
        of(self).as_ref().map(|own| (None, own)).or_else(|| given.next())
    }

    /// The senses of an agent kind with this file. Without eyes anywhere it is blind.
    pub fn complete(&self, shared: &SharedSenses) -> Senses {
        fn pick<T: Clone + Default>(file: &SensesFile, shared: &SharedSenses, of: fn(&SensesFile) -> &Option<T>) -> T {
            file.find(shared, of).map(|(_, found)| found.clone()).unwrap_or_default()
        }
        Senses {
            vision: pick(self, shared, |file| &file.vision),
            hearing: pick(self, shared, |file| &file.hearing),
            proximity: pick(self, shared, |file| &file.proximity),
            voice: pick(self, shared, |file| &file.voice),
            notice_ranges: pick(self, shared, |file| &file.notice_ranges),
            known_from_start: pick(self, shared, |file| &file.known_from_start),
            throw_readings: pick(self, shared, |file| &file.throw_readings),
        }
    }

    /// The senses that two of the shared files give: the index of the second file in the list, and the problem.
    pub fn conflicts(&self, all: &SharedSenses) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (sense, gives) in GIVEN.iter().filter(|(_, gives)| !gives(self)) {
            let mut givers = self.shared.iter().enumerate().filter(|(_, name)| all.get(name).is_some_and(gives));
            let first = givers.next();
            for (index, name) in givers {
                let before = first.map(|(_, name)| name.as_str()).unwrap_or_default();
                found.push((index, format!("`{name}` gives `{sense}`, and so does `{before}`")));
            }
        }
        found
    }
}
