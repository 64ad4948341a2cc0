//! Senses that kinds of agents share. Each sense of a kind comes from the agent file, or else from a file in `assets/GAME/senses` that the agent file
//! names in `shared`, so that several kinds of agents can have the same eyes or ears.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;

use super::senses::{GIVEN, SensesFile};

/// The shared senses of a game: the files in `assets/GAME/senses` by name, without `.ron`.
pub type SharedSenses = BTreeMap<Label, SensesFile>;

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
