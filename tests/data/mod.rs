//! Data files: the shipped ones are valid, and errors are reported at their place.

mod bad_input;
mod check;
mod docs;
mod input;
mod levels;
mod meaning;
mod mutations;
mod ranges;
mod shipped;
mod sweep;
mod things;
mod watching;

use crate::hunt;
use quarry::{
    data::{DataFiles, GameSchema},
    games,
};

/// The game whose file this is; the hunt for a file that games share.
fn schema(path: &str) -> &'static GameSchema {
    let mut of_games = games::all().into_iter().map(|game| game.schema());
    of_games.find(|schema| path.contains(&format!("/{}/", schema.name))).unwrap_or(&hunt::SCHEMA)
}

/// The shipped files with one text replaced by another, once.
fn with(path: &str, old: &str, new: &str) -> DataFiles {
    let mut files = DataFiles::read(hunt::root(), schema(path).name).unwrap();
    let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    assert!(text.contains(old), "{path} has no `{old}`");
    files.put(path, text.replacen(old, new, 1));
    files
}

/// Line and column of a text in a file, from 1.
fn place(files: &DataFiles, path: &str, of: &str) -> (u32, u32) {
    let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    let at = text.find(of).unwrap_or_else(|| panic!("{path} has no `{of}`"));
    let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    (text[..at].matches('\n').count() as u32 + 1, text[begin..at].chars().count() as u32 + 1)
}
