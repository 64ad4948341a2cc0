//! The senses of an agent kind. Each sense comes from the agent file, or else from a file in `assets/GAME/senses` that the agent file
//! names in `shared`, so that several kinds of agents can have the same eyes or ears.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;

use super::senses::{Hearing, Proximity, SensesFile, Vision, Voice};

/// The shared senses of a game: the files in `assets/GAME/senses` by name, without `.ron`.
pub type SharedSenses = BTreeMap<Label, SensesFile>;

/// The complete senses of an agent kind. A sense that no file gives has its default.
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

/// The fields of a senses file that can be shared: the name, and whether a file gives it.
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
    /// Finds the field that `of` selects: in this file, or else in the first shared file that gives it. Returns the name of the shared file
    /// (`None` for this file) and the value; `None` if no file gives the field.
    pub fn find<'s, T>(
        &'s self,
        shared: &'s SharedSenses,
        of: fn(&SensesFile) -> &Option<T>,
    ) -> Option<(Option<Label>, &'s T)> {
        let named = self.shared.iter().filter_map(|name| Some((*name, shared.get(name)?)));
        let mut given = named.filter_map(|(name, file)| Some((Some(name), of(file).as_ref()?)));
        of(self).as_ref().map(|own| (None, own)).or_else(|| given.next())
    }

    /// The complete senses of an agent kind with this file. An agent kind whose files give no `vision` is blind.
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

    /// The conflicts between shared files: two of them give a sense that this file does not give itself. Each conflict is the index of the
    /// second file in `shared`, and a message.
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
