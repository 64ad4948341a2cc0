//! Documents that build on others, so that nothing is written twice.
//!
//! - A document with `like: "NAME"` has everything that the document NAME of the same kind has, except for what it states itself.
//! - A mind with `action_sets: ["NAME"]` has the actions of these documents, in their order, with its own `actions` after them.
//! - An action with `like: "SET/ACTION"` has all fields of that action, except for those that it states itself.
//! - The `queries` and `facts` of the action sets that it builds on belong to the mind, unless that states its own. A query that several of them
//!   have is about the `kinds` of all.
//!
//! What a file states is merged into what it builds on: groups by their fields, maps by their keys, lists whose elements have a `name`
//! by these names. Everything else is replaced as a whole. The result is a [`Document`] whose findings point into the files in which
//! the values are written.

mod value;

use std::collections::BTreeSet;

use value::{ComposedValue, Place, Sources};

use crate::{
    document::Document,
    finding::{Finding, suggestion},
    map::RonPath,
};

/// How far files may build on each other.
const MAX_DEPTH: usize = 8;

/// How a document builds on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildsOn {
    /// With `like`, on one of the same kind.
    Like,
    /// As a mind: with `like` on a mind, with `action_sets` on action sets.
    Mind,
    /// As an action set, or a brain with actions of its own: its actions on those of action sets.
    ActionSet,
}

/// Finds the document of a name that another one builds on: an action set, or one of its own kind.
pub trait FindDocument: Fn(BuildsOn, &str) -> Result<Document, NotFound> {}
impl<F: Fn(BuildsOn, &str) -> Result<Document, NotFound>> FindDocument for F {}

/// Why there is no document to build on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// There is no such file; its path below the root.
    Missing(String),
    /// The file has a syntax error, which is reported where it is; its path below the root.
    Unread(String),
}

/// What a document is with everything that it builds on; `None` if it builds on nothing.
///
/// # Errors
/// It builds on what does not exist or could not be read, or on itself. The finding points at the name.
pub fn compose(how: BuildsOn, document: &Document, find: &impl FindDocument) -> Result<Option<Document>, Finding> {
    let builds_on =
        has(document, "like") || how != BuildsOn::Like && (has(document, "action_sets") || names_like(document));
    if !builds_on {
        return Ok(None);
    }
    let mut composer = Composer { sources: Sources::default(), sets: Vec::new(), find };
    let own = composer.sources.add(document.clone());
    let whole = match how {
        BuildsOn::Like => composer.inherited(how, own, 0)?,
        BuildsOn::Mind => composer.mind(own)?,
        BuildsOn::ActionSet => composer.set(own, 0)?,
    };
    composer.sources.document(own, whole).map(Some)
}

fn has(document: &Document, field: &str) -> bool {
    document.map().find(document.text(), &RonPath::root().field(field)).is_some()
}

/// Whether any of its actions builds on another.
fn names_like(document: &Document) -> bool {
    document.map().nodes().iter().any(|node| node.has_field(document.text(), "like"))
}

struct Composer<'f, F> {
    sources: Sources,
    /// The action sets that it builds on.
    sets: Vec<usize>,
    find: &'f F,
}

impl<F: FindDocument> Composer<'_, F> {
    /// Adds the document of a name to the sources.
    fn find(&mut self, how: BuildsOn, name: &str, named: Place) -> Result<usize, Finding> {
        let found = (self.find)(how, name).map_err(|reason| match reason {
            NotFound::Missing(path) => self.sources.error(named, format!("there is no file {path}")),
            NotFound::Unread(path) => self
                .sources
                .error(named, format!("this was not checked: it builds on {path}, which has errors"))
                .warning(),
        })?;
        let added = self.sources.add(found);
        if how == BuildsOn::ActionSet {
            self.sets.push(added);
        }
        Ok(added)
    }

    /// A mind with the queries and facts that its action sets bring along.
    fn supply(&self, mut whole: ComposedValue) -> ComposedValue {
        for field in ["queries", "facts"] {
            let supplied = self.sets.iter().filter_map(|set| self.sources.root(*set).field(field, &self.sources));
            let own = whole.field(field, &self.sources);
            let all = supplied.clone().chain(own).reduce(|base, over| self.sources.merge(base, over));
            if let Some(mut all) = all {
                supplied.for_each(|set| all.add_kinds(&set, &self.sources));
                whole.set_field(field, all, &self.sources);
            }
        }
        whole
    }

    /// A document merged into the one that its `like` names, and so on.
    fn inherited(&mut self, how: BuildsOn, own: usize, depth: usize) -> Result<ComposedValue, Finding> {
        let written = self.sources.root(own);
        let like = self.sources.texts(written.field("like", &self.sources)).into_iter().next();
        let Some((name, place)) = like else { return Ok(written) };
        if depth >= MAX_DEPTH {
            let message = format!("`{name}` builds on itself, or on a chain of more than {MAX_DEPTH} files");
            return Err(self.sources.error(place, message));
        }
        let base = self.find(how, &name, place)?;
        let base = self.inherited(how, base, depth + 1)?;
        Ok(self.sources.merge(base, written))
    }

    /// A mind: what it inherits, with its action sets before its own actions.
    fn mind(&mut self, own: usize) -> Result<ComposedValue, Finding> {
        let mut whole = self.inherited(BuildsOn::Mind, own, 0)?;
        let mut listed = ComposedValue::empty_list();
        let mut named = BTreeSet::new();
        for (name, place) in self.sources.texts(whole.field("action_sets", &self.sources)) {
            if !named.insert(name.clone()) {
                return Err(self.sources.error(place, format!("the action set `{name}` is named twice")));
            }
            let set = self.find(BuildsOn::ActionSet, &name, place)?;
            let set = self.set(set, 0)?;
            if let Some(actions) = set.field("actions", &self.sources) {
                listed.extend(actions, &self.sources);
            }
        }
        if let Some(actions) = whole.field("actions", &self.sources) {
            let actions = self.actions(actions, 0)?;
            listed = self.sources.merge(listed, actions);
        }
        whole.set_field("actions", listed, &self.sources);
        Ok(self.supply(whole))
    }

    /// An action set, its actions complete.
    fn set(&mut self, own: usize, depth: usize) -> Result<ComposedValue, Finding> {
        let mut whole = self.sources.root(own);
        if let Some(actions) = whole.field("actions", &self.sources) {
            let actions = self.actions(actions, depth)?;
            whole.set_field("actions", actions, &self.sources);
        }
        Ok(whole)
    }

    /// A list of actions, each merged into the one that its `like` names.
    fn actions(&mut self, list: ComposedValue, depth: usize) -> Result<ComposedValue, Finding> {
        let mut whole = ComposedValue::empty_list();
        for action in list.elements(&self.sources) {
            let action = self.action(action, depth)?;
            whole.push(action);
        }
        Ok(whole)
    }

    fn action(&mut self, action: ComposedValue, depth: usize) -> Result<ComposedValue, Finding> {
        let Some(like) = action.field("like", &self.sources) else { return Ok(action) };
        let Some((named, place)) = self.sources.texts(Some(like)).into_iter().next() else { return Ok(action) };
        let Some((set_name, wanted)) = named.split_once('/') else {
            let finding = self.sources.error(place, format!("`{named}` is not the name of an action in a set"));
            return Err(finding.help("write \"SET/ACTION\""));
        };
        if depth >= MAX_DEPTH {
            let message = format!("`{named}` builds on itself, or on a chain of more than {MAX_DEPTH} actions");
            return Err(self.sources.error(place, message));
        }
        let set = self.find(BuildsOn::ActionSet, set_name, place.clone())?;
        let root = self.sources.root(set);
        let all = root.field("actions", &self.sources).map(|list| list.elements(&self.sources)).unwrap_or_default();
        let names: Vec<String> = all.iter().filter_map(|one| one.name(&self.sources)).collect();
        let Some(base) = all.into_iter().find(|one| one.name(&self.sources).as_deref() == Some(wanted)) else {
            let finding = self.sources.error(place, format!("the set `{set_name}` has no action `{wanted}`"));
            return Err(finding.maybe_help(suggestion(wanted, names.iter().map(String::as_str))));
        };
        let base = self.action(base, depth + 1)?;
        Ok(self.sources.merge(base, action))
    }
}
