//! Every name in the shipped files, misspelt once, gives a finding where it stands or where it is used.

use std::{collections::BTreeMap, ops::Range, thread};

use super::meaning::findings;
use crate::hunt;
use quarry::{
    data::{DataFiles, FileKind, GameSchema},
    games,
};
use quarry_ron::{
    Document, Finding,
    map::{PathStep, RonPath},
};

/// The share of misspelt names that must be reported.
const SHARE: f64 = 0.98;
/// Fields whose texts are shown or drawn: nothing is called by them.
const SHOWN: [&str; 6] = ["lines", "names", "rows", "subtitle", "summary", "title"];
/// Fields that give a name, outside of variants. Where nothing refers to it, any other name is as good, so that nobody can tell that it is misspelt.
const GIVEN: [&str; 3] = ["display_name", "name", "part"];

/// A name in a file.
struct Name {
    span: Range<usize>,
    /// Without quotes.
    text: String,
    /// Whether it stands in quotes, and not as a field or a variant.
    quoted: bool,
    /// Whether it is in one of the fields [`GIVEN`].
    given: bool,
}

fn last_field(path: &RonPath) -> &str {
    let fields = path.steps().iter().rev().filter_map(|step| match step {
        PathStep::Field(name) => Some(name.as_str()),
        _ => None,
    });
    fields.into_iter().next().unwrap_or_default()
}

fn names_of(document: &Document) -> Vec<Name> {
    let text = document.text();
    let words = document.map().names().map(|span| {
        let text = text[span.clone()].to_owned();
        Name { span, text, quoted: false, given: false }
    });
    let quoted = document.map().texts(text).into_iter();
    let quoted = quoted.filter(|text| !text.value.is_empty() && !SHOWN.contains(&last_field(&text.path)));
    let quoted = quoted.map(|text| Name {
        given: !text.is_key && text.variant.is_empty() && GIVEN.contains(&last_field(&text.path)),
        span: text.span.start + 1..text.span.end - 1,
        text: text.value,
        quoted: true,
    });
    words.chain(quoted).collect()
}

/// The files of a game. Those that all games share come with the first one.
fn files_of(game: &'static GameSchema) -> (DataFiles, Vec<(String, Document)>) {
    let files = DataFiles::read(hunt::root(), game.name).unwrap();
    let own = |path: &str| game.name == hunt::SCHEMA.name || path.contains(&format!("/{}/", game.name));
    let texts = files.iter().filter(|(path, ..)| own(path));
    let documents =
        texts.map(|(path, _, bytes)| (path.to_owned(), Document::parse(path, str::from_utf8(bytes).unwrap()).unwrap()));
    let documents = documents.collect();
    (files, documents)
}

/// Two letters in the middle in the wrong order, or one that is written twice.
fn misspelt(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let middle = letters.len() / 2;
    match letters.get(middle.wrapping_sub(1)) {
        Some(before) if *before != letters[middle] => letters.swap(middle - 1, middle),
        _ => letters.insert(middle, letters[middle]),
    }
    letters.into_iter().collect()
}

/// Whether a finding is at the name, or names it where it is used.
fn is_about(finding: &Finding, path: &str, line: u32, words: [&str; 2]) -> bool {
    let holds = |text: &str| words.iter().any(|word| text.contains(word));
    finding.file.ends_with(path) && finding.line == line
        || finding.line > 0 && holds(&finding.message) && holds(&finding.excerpt)
}

/// How many names were misspelt, and those that nothing reported.
#[derive(Default)]
struct Sweep {
    quoted: usize,
    words: usize,
    silent: Vec<String>,
    /// Names that were given, and are as good with the mistake.
    free: Vec<String>,
}

/// Misspells every `step`-th name in quotes, and fewer fields and variants, of which the parser knows all.
fn sweep(game: &'static GameSchema, step: usize) -> Sweep {
    let (files, documents) = files_of(game);
    let mut referred: BTreeMap<String, usize> = BTreeMap::new();
    let names: Vec<(&str, &Document, Name)> = documents
        .iter()
        .flat_map(|(path, document)| names_of(document).into_iter().map(move |name| (path.as_str(), document, name)))
        .collect();
    for (.., name) in names.iter().filter(|(.., name)| name.quoted && !name.given) {
        *referred.entry(name.text.clone()).or_default() += 1;
    }
    let mut result = Sweep::default();
    let (quoted, words): (Vec<_>, Vec<_>) = names
        .into_iter()
        .filter(|(.., name)| !name.given || referred.contains_key(&name.text))
        .partition(|(.., name)| name.quoted);
    let few = if step == 1 { 1 } else { step * 10 };
    for (path, document, name) in quoted.into_iter().step_by(step).chain(words.into_iter().step_by(few)) {
        *if name.quoted { &mut result.quoted } else { &mut result.words } += 1;
        let mut wrong = misspelt(&name.text);
        if referred.contains_key(&wrong) {
            wrong.push('x');
        }
        let mut text = document.text().to_owned();
        text.replace_range(name.span.clone(), &wrong);
        let line = text[..name.span.start].matches('\n').count() as u32 + 1;
        let mut changed = files.clone();
        changed.put(path, text);
        // A file that games share may have a name for one of them only.
        let shared =
            !path.contains(&format!("/{}/", game.name)) && FileKind::from_path(path) != FileKind::PlanningProblem;
        let others =
            games::all().into_iter().map(|other| other.schema()).filter(|other| shared && other.name != game.name);
        let reported = std::iter::once(game).chain(others).any(|of| {
            let mut all =
                if of.name == game.name { changed.clone() } else { DataFiles::read(hunt::root(), of.name).unwrap() };
            all.put(path, changed.get(path).unwrap().to_vec());
            findings(&all, of).iter().any(|finding| is_about(finding, path, line, [&name.text, &wrong]))
        });
        if !reported {
            let list = if name.given { &mut result.free } else { &mut result.silent };
            list.push(format!("{path}:{line}: `{}` as `{wrong}`", name.text));
        }
    }
    result
}

#[allow(clippy::print_stdout, reason = "the names that stay silent are the result of the whole sweep")]
fn sweep_all(step: usize) {
    let sweeps: Vec<Sweep> = thread::scope(|scope| {
        let running: Vec<_> = games::all()
            .into_iter()
            .map(|game| game.schema())
            .map(|game| scope.spawn(move || sweep(game, step)))
            .collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let silent: Vec<String> = sweeps.iter().flat_map(|sweep| sweep.silent.clone()).collect();
    let quoted: usize = sweeps.iter().map(|sweep| sweep.quoted - sweep.free.len()).sum();
    let words: usize = sweeps.iter().map(|sweep| sweep.words).sum();
    // Fields and variants must not hide names in quotes that nobody reports.
    let share = 1.0 - silent.len() as f64 / quoted as f64;
    println!("{quoted} names in quotes and {words} others; silent: {}\n{}", silent.len(), silent.join("\n"));
    let free: Vec<String> = sweeps.iter().flat_map(|sweep| sweep.free.clone()).collect();
    println!("given, with another meaning elsewhere: {}\n{}", free.len(), free.join("\n"));
    assert!(share >= SHARE, "{:.1} % of {quoted} names in quotes are reported:\n{}", share * 100.0, silent.join("\n"));
}

#[test]
fn a_misspelt_name_is_reported_at_its_place() {
    sweep_all(29);
}

#[test]
#[ignore = "takes long: the names of all files one by one"]
fn every_misspelt_name_is_reported_at_its_place() {
    sweep_all(1);
}
