//! Mutations of data: numbers within their ranges for matches, bytes and words for the loaders.

use quarry::data::{DataFiles, Library};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::hunt;

/// The numbers in a RON text, without those in comments and strings.
pub fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'\'' => at += 3,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b'0'..=b'9' => {
                let named = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
                let from = at - usize::from(at > 0 && bytes[at - 1] == b'-');
                while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
                    at += 1;
                }
                if !named {
                    found.push(from..at);
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// A number multiplied by 0.5 to 2; an integer also changes by up to one.
fn changed(number: &str, chance: &mut ChaCha8Rng) -> String {
    let factor = 2.0_f64.powf(chance.gen_range(-1.0..1.0));
    match (number.parse::<i64>(), number.parse::<f64>()) {
        (Ok(whole), _) => ((whole as f64 * factor).round() as i64 + chance.gen_range(-1..=1)).to_string(),
        (_, Ok(number)) => format!("{:.3}", number * factor),
        _ => number.to_owned(),
    }
}

/// The shipped data with many numbers of agents, minds and rules changed, all within the ranges that the loader holds them
/// to; which numbers, for a message.
pub fn within_ranges(shipped: &DataFiles, chance: &mut ChaCha8Rng) -> (Library, Vec<String>) {
    let mut files = shipped.clone();
    let mut library = Library::from_files(&files, &hunt::SCHEMA).unwrap();
    let mut notes = Vec::new();
    let changeable: Vec<String> = files
        .iter()
        .map(|(path, ..)| path.to_owned())
        .filter(|path| {
            ["assets/hunt/agents/", "assets/hunt/minds/", "assets/hunt/rules/"]
                .iter()
                .any(|part| path.starts_with(part))
        })
        .collect();
    for path in &changeable {
        for _ in 0..chance.gen_range(4..16) {
            let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
            let Some(range) = numbers(&text).choose(chance).cloned() else { continue };
            let new = changed(&text[range.clone()], chance);
            let before = text.clone();
            let mut text = text;
            text.replace_range(range.clone(), &new);
            files.put(path, text);
            let (read, _) = Library::examine(&files, &hunt::SCHEMA);
            // How levels are to be walked, and whether minds can be compiled, is for the levels and minds to say.
            match read.filter(|read| quarry::simulation::Archetypes::load(read).is_ok()) {
                Some(read) => {
                    let line = before[..range.start].matches('\n').count() + 1;
                    notes.push(format!("{path}:{line}: {} -> {new}", &before[range]));
                    library = read;
                }
                None => files.put(path, before),
            }
        }
    }
    (library, notes)
}

/// Tokens of RON.
const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "-",
    "0",
    "1",
    "-1",
    "1e39",
    "1e-39",
    "99999999999",
    "4294967296",
    "65536",
    "255",
    "256",
    "NaN",
    "inf",
    "true",
    "Some",
    "None",
    "r#\"",
    "\\u{0}",
    "\u{fffd}",
    "\n",
    " ",
    "x",
];

/// A text with some bytes or tokens changed, and pieces moved, removed or repeated.
pub fn bytes(original: &[u8], chance: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..chance.gen_range(1..6) {
        let at = chance.gen_range(0..=bytes.len());
        let end = (at + chance.gen_range(0..=24)).min(bytes.len());
        match chance.gen_range(0..8) {
            0 => drop(bytes.splice(at..at, WORDS.choose(chance).unwrap().bytes())),
            1 => drop(bytes.splice(at..end, WORDS.choose(chance).unwrap().bytes())),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = chance.gen_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            4 if at < bytes.len() => bytes[at] = chance.r#gen(),
            5 => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Some(range) = numbers(&text).choose(chance).cloned() {
                    let word =
                        ["0", "-1", "1e38", "1e-38", "255", "65535", "4294967295", "0.5", "1000000"].choose(chance);
                    bytes = text.into_bytes();
                    bytes.splice(range, word.unwrap().bytes());
                }
            }
            6 => {
                // Deep nesting.
                let depth = chance.gen_range(1..400);
                let open = *[b"(".as_slice(), b"[", b"{", b"all([", b"not("].choose(chance).unwrap();
                bytes.splice(at..at, open.repeat(depth));
            }
            _ => bytes.truncate(at.max(1)),
        }
        if bytes.is_empty() {
            bytes.push(b'(');
        }
        bytes.truncate(400_000);
    }
    bytes
}

#[test]
fn numbers_are_distinguished_from_names_and_comments() {
    let text = "(a1: 2.5, \"3\": -4, // 5\n '6': 7, b: x8)";
    let found: Vec<&str> = numbers(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found, ["2.5", "-4", "7"]);
}
