//! Values put together from parts of several documents, and the text that they make.

use std::ops::Range;

use crate::{
    document::{Composition, Document},
    finding::Finding,
    map::{EntryKey, NodeKind, RonNode},
};

/// A place in one of the documents.
#[derive(Clone, Debug)]
pub(super) struct Place {
    source: usize,
    span: Range<usize>,
}

/// The field name or key of an entry, and where it is written; `None` if no document has it.
#[derive(Clone, Debug)]
pub(super) struct Key {
    text: String,
    at: Option<Place>,
}

/// A value: as one document has it, or merged from several.
#[derive(Clone, Debug)]
pub(super) enum ComposedValue {
    /// The value of this node of a document.
    Written { source: usize, node: usize },
    /// A group or map of entries. `at` is the place that messages about the whole name.
    Entries { at: Place, brackets: (char, char), entries: Vec<(Key, ComposedValue)> },
    /// A list.
    List { at: Option<Place>, elements: Vec<ComposedValue> },
}

impl ComposedValue {
    pub(super) fn empty_list() -> Self {
        Self::List { at: None, elements: Vec::new() }
    }

    pub(super) fn push(&mut self, element: Self) {
        if let Self::List { elements, .. } = self {
            elements.push(element);
        }
    }

    pub(super) fn extend(&mut self, list: Self, sources: &Sources) {
        let more = list.elements(sources);
        more.into_iter().for_each(|element| self.push(element));
    }

    /// The elements of a list; none of anything else.
    pub(super) fn elements(&self, sources: &Sources) -> Vec<Self> {
        match self {
            Self::List { elements, .. } => elements.clone(),
            Self::Written { source, node } => match sources.node(*source, *node) {
                Some(found) if found.kind == NodeKind::List => {
                    found.entries.iter().map(|entry| Self::Written { source: *source, node: entry.value }).collect()
                }
                _ => Vec::new(),
            },
            Self::Entries { .. } => Vec::new(),
        }
    }

    /// A field of a group.
    pub(super) fn field(&self, name: &str, sources: &Sources) -> Option<Self> {
        let Some(Self::Entries { brackets: ('(', _), entries, .. }) = self.opened(sources) else { return None };
        entries.into_iter().find(|(key, _)| key.text == name).map(|(_, value)| value)
    }

    /// Sets a field of a group.
    pub(super) fn set_field(&mut self, name: &str, value: Self, sources: &Sources) {
        let Some(Self::Entries { at, brackets, mut entries }) = self.opened(sources) else { return };
        match entries.iter_mut().find(|(key, _)| key.text == name) {
            Some((_, old)) => *old = value,
            None => entries.push((Key { text: name.to_owned(), at: None }, value)),
        }
        *self = Self::Entries { at, brackets, entries };
    }

    /// Adds to each query of this map the kinds that a query of the same name has in another.
    pub(super) fn add_kinds(&mut self, other: &Self, sources: &Sources) {
        let (Some(Self::Entries { at, brackets, mut entries }), Some(Self::Entries { entries: more, .. })) =
            (self.opened(sources), other.opened(sources))
        else {
            return;
        };
        for (key, query) in more {
            let Some((_, known)) = entries.iter_mut().find(|(known, _)| known.text == key.text) else { continue };
            let (Some(old), Some(added)) = (known.field("kinds", sources), query.field("kinds", sources)) else {
                continue;
            };
            let words = |list: &Self| sources.texts(Some(list.clone())).into_iter().map(|(word, _)| word);
            let had: Vec<String> = words(&old).collect();
            let mut all = Self::empty_list();
            all.extend(old, sources);
            let missing = words(&added).zip(added.elements(sources)).filter(|(word, _)| !had.contains(word));
            missing.for_each(|(_, element)| all.push(element));
            known.set_field("kinds", all, sources);
        }
        *self = Self::Entries { at, brackets, entries };
    }

    /// The text of its field `name`.
    pub(super) fn name(&self, sources: &Sources) -> Option<String> {
        let named = self.field("name", sources)?;
        sources.texts(Some(named)).into_iter().next().map(|(name, _)| name)
    }

    /// A group or map as its entries; `None` for other values, and for values with a name before their brackets.
    fn opened(&self, sources: &Sources) -> Option<Self> {
        let Self::Written { source, node } = self else {
            return matches!(self, Self::Entries { .. }).then(|| self.clone());
        };
        let found = sources.node(*source, *node)?;
        let empty = found.entries.is_empty() && found.kind == NodeKind::Tuple;
        let brackets = match found.kind {
            NodeKind::Struct => ('(', ')'),
            NodeKind::Map => ('{', '}'),
            // An empty group is scanned as a tuple.
            _ if empty => ('(', ')'),
            _ => return None,
        };
        if !found.name.is_empty() {
            return None;
        }
        let entries = found.entries.iter().filter_map(|entry| {
            let span = match &entry.key {
                EntryKey::Field(span) => span.clone(),
                EntryKey::Value(key) => sources.node(*source, *key)?.span.clone(),
                EntryKey::Position => return None,
            };
            let at = Place { source: *source, span };
            let key = Key { text: sources.text(&at).to_owned(), at: Some(at) };
            Some((key, Self::Written { source: *source, node: entry.value }))
        });
        let at = Place { source: *source, span: found.span.clone() };
        Some(Self::Entries { at, brackets, entries: entries.collect() })
    }
}

/// The documents that a value is put together from.
#[derive(Default)]
pub(super) struct Sources {
    documents: Vec<Document>,
}

impl Sources {
    pub(super) fn add(&mut self, document: Document) -> usize {
        self.documents.push(document);
        self.documents.len() - 1
    }

    /// The whole of a document.
    pub(super) fn root(&self, source: usize) -> ComposedValue {
        ComposedValue::Written { source, node: self.documents[source].map().nodes().len() - 1 }
    }

    fn node(&self, source: usize, node: usize) -> Option<&RonNode> {
        self.documents.get(source)?.map().nodes().get(node)
    }

    fn text(&self, place: &Place) -> &str {
        let text = self.documents.get(place.source).map(Document::text);
        text.and_then(|text| text.get(place.span.clone())).unwrap_or_default()
    }

    /// The texts of a list of texts, or one text, each with its place.
    pub(super) fn texts(&self, part: Option<ComposedValue>) -> Vec<(String, Place)> {
        let Some(part) = part else { return Vec::new() };
        let all = if let ComposedValue::Written { source, node } = part
            && self.node(source, node).is_some_and(|node| node.kind == NodeKind::Text)
        {
            vec![part]
        } else {
            part.elements(self)
        };
        let text = |part: ComposedValue| {
            let ComposedValue::Written { source, node } = part else { return None };
            let node = self.node(source, node)?;
            let text = node.string_value(self.documents.get(source)?.text())?;
            Some((text, Place { source, span: node.span.clone() }))
        };
        all.into_iter().filter_map(text).collect()
    }

    pub(super) fn error(&self, place: Place, message: String) -> Finding {
        self.documents[place.source].finding(place.span, message)
    }

    /// What `own` states, merged into `base`.
    pub(super) fn merge(&self, base: ComposedValue, own: ComposedValue) -> ComposedValue {
        if let (
            Some(ComposedValue::Entries { brackets, entries, .. }),
            Some(ComposedValue::Entries { at, brackets: same, entries: stated }),
        ) = (base.opened(self), own.opened(self))
        {
            if brackets != same {
                return own;
            }
            return ComposedValue::Entries { at, brackets, entries: self.merge_entries(entries, stated) };
        }
        let (old, new) = (base.elements(self), own.elements(self));
        let named = |all: &[ComposedValue]| !all.is_empty() && all.iter().all(|one| one.name(self).is_some());
        if named(&old) && named(&new) {
            return ComposedValue::List { at: self.place(&own), elements: self.merge_elements(old, new) };
        }
        own
    }

    fn merge_entries(
        &self,
        mut entries: Vec<(Key, ComposedValue)>,
        stated: Vec<(Key, ComposedValue)>,
    ) -> Vec<(Key, ComposedValue)> {
        for (key, value) in stated {
            match entries.iter_mut().find(|(known, _)| known.text == key.text) {
                Some((known, old)) => {
                    *old = self.merge(old.clone(), value);
                    *known = key;
                }
                None => entries.push((key, value)),
            }
        }
        entries
    }

    fn merge_elements(&self, mut elements: Vec<ComposedValue>, stated: Vec<ComposedValue>) -> Vec<ComposedValue> {
        for value in stated {
            let name = value.name(self);
            // The first of several with the same name: duplicates among the stated ones stay duplicates, and are found as such.
            match elements.iter_mut().find(|known| known.name(self) == name) {
                Some(old) => *old = self.merge(old.clone(), value),
                None => elements.push(value),
            }
        }
        elements
    }

    fn place(&self, part: &ComposedValue) -> Option<Place> {
        match part {
            ComposedValue::Written { source, node } => {
                Some(Place { source: *source, span: self.node(*source, *node)?.span.clone() })
            }
            ComposedValue::Entries { at, .. } => Some(at.clone()),
            ComposedValue::List { at, .. } => at.clone(),
        }
    }

    /// The document of a value; messages about what no file has written name the file `own`.
    pub(super) fn document(self, own: usize, whole: ComposedValue) -> Result<Document, Finding> {
        let mut writer = Writer { sources: &self, text: String::new(), segments: Vec::new() };
        writer.part(&whole);
        let (text, segments) = (writer.text, writer.segments);
        Document::from_parts(&text, Composition { documents: self.documents, own, segments })
    }
}

/// Writes a value, and where each piece of it comes from.
struct Writer<'s> {
    sources: &'s Sources,
    text: String,
    segments: Vec<(usize, usize, Range<usize>)>,
}

impl Writer<'_> {
    fn place(&mut self, place: &Place) {
        self.segments.push((self.text.len(), place.source, place.span.clone()));
        self.text += self.sources.text(place);
    }

    /// A bracket that is written at the beginning of a place.
    fn open(&mut self, bracket: char, at: Option<&Place>) {
        if let Some(Place { source, span }) = at {
            self.segments.push((self.text.len(), *source, span.start..span.start + 1));
        }
        self.text.push(bracket);
    }

    fn part(&mut self, part: &ComposedValue) {
        match part {
            ComposedValue::Written { .. } => {
                if let Some(place) = self.sources.place(part) {
                    self.place(&place);
                }
            }
            ComposedValue::Entries { at, brackets, entries } => {
                self.open(brackets.0, Some(at));
                for (key, value) in entries {
                    self.text.push('\n');
                    match &key.at {
                        Some(place) => self.place(place),
                        None => self.text += &key.text,
                    }
                    self.text += ": ";
                    self.part(value);
                    self.text.push(',');
                }
                self.text.push('\n');
                self.text.push(brackets.1);
            }
            ComposedValue::List { at, elements } => {
                self.open('[', at.as_ref());
                for element in elements {
                    self.text.push('\n');
                    self.part(element);
                    self.text.push(',');
                }
                self.text.push(']');
            }
        }
    }
}
