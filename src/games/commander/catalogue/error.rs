//! Mistakes in a catalogue: where, what, and how to mend it; and where that is in the file.

use quarry_ron::{Document, Finding};

use super::file::CatalogueFile;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// A path with names, such as `products["tank"].recipes["train_tank"].producer`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub remedy: String,
}

/// Collects mistakes.
#[derive(Debug, Default)]
pub(super) struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    pub fn push(&mut self, place: impl Into<String>, message: impl Into<String>, remedy: impl Into<String>) {
        self.0.push(Mistake { place: place.into(), message: message.into(), remedy: remedy.into() });
    }

    /// Notes a name that is not in the list of known ones.
    pub fn unknown<'a>(&mut self, place: &str, what: &str, name: &str, known: impl Iterator<Item = &'a str>) {
        let known: Vec<&str> = known.collect();
        self.push(place, format!("unknown {what} `{name}`"), format!("known: {}", known.join(", ")));
    }

    /// Notes a number out of range.
    pub fn range(&mut self, place: &str, value: f64, (least, most): (f64, f64)) {
        // A number that is not one compares as false.
        if !(least..=most).contains(&value) {
            self.push(place, format!("{value} is out of range"), format!("write a number from {least} to {most}"));
        }
    }

    /// The mistakes with their places in the document.
    pub fn located(self, file: &CatalogueFile, document: &Document) -> Vec<Finding> {
        let locate = |mistake: Mistake| {
            let at = document.cursor_at(&path_of(file, &mistake.place));
            at.error(format!("{}: {}", mistake.place, mistake.message)).help(mistake.remedy)
        };
        self.0.into_iter().map(locate).collect()
    }
}

/// The path in the file of a path with names: the entries of lists are numbered there.
fn path_of(file: &CatalogueFile, place: &str) -> String {
    let (mut path, mut rest) = (String::new(), place);
    let mut product = None;
    let mut counter = None;
    while let Some((before, after)) = rest.split_once("[\"") {
        let Some((name, left)) = after.split_once("\"]") else { break };
        path.push_str(before);
        let index = match path.rsplit('.').next().unwrap_or_default() {
            "products" if path == "products" => {
                product = file.products.iter().find(|known| known.name.as_str() == name);
                file.products.iter().position(|known| known.name.as_str() == name)
            }
            "recipes" => product.and_then(|known| known.recipes.iter().position(|known| known.action.as_str() == name)),
            "goals" => file.goals.iter().position(|known| known.name.as_str() == name),
            "counters" => {
                counter = file.counters.iter().find(|known| known.against.as_str() == name);
                file.counters.iter().position(|known| known.against.as_str() == name)
            }
            "units" => counter.and_then(|known| known.units.iter().position(|known| known.unit.as_str() == name)),
            _ => None,
        };
        match index {
            Some(index) => path.push_str(&format!("[{index}]")),
            None => path.push_str(&format!("[\"{name}\"]")),
        }
        rest = left;
    }
    path + rest
}
