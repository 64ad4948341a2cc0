//! The names that files may use of each other.

use std::collections::BTreeSet;

use super::{FileKind, LoadedFiles};
use crate::{
    data::{document::Cursor, finding::Diagnostics, ranges::MAX_AGENTS_PER_SIDE},
    protocol::Label,
};

/// The names of one kind of thing; `None` where a file that defines them could not be read, so that nobody can say which
/// are known.
pub(super) type KnownNames = Option<BTreeSet<Label>>;

/// The names there are.
pub(super) struct NameIndex {
    pub materials: KnownNames,
    pub props: KnownNames,
    /// Props that hide somebody.
    pub hiding: BTreeSet<Label>,
    pub sides: KnownNames,
    /// How many of each side a level must have room for, by the rules that ask for most.
    pub starts: Vec<(Label, u16)>,
    pub agents: KnownNames,
    pub minds: KnownNames,
    pub projectiles: KnownNames,
}

impl NameIndex {
    pub(super) fn new(read: &LoadedFiles) -> Self {
        let unless_unread = |kind: FileKind, names: BTreeSet<Label>| (!read.unread.contains(&kind)).then_some(names);
        let rules = || read.rules.values().map(|(rules, _)| rules);
        let sides: BTreeSet<Label> = rules().flat_map(|rules| rules.sides.keys().copied()).collect();
        let most = |side: Label| {
            let counts = rules().filter_map(|rules| rules.sides.get(&side)).map(|side| side.count);
            counts.filter(|count| *count <= MAX_AGENTS_PER_SIDE).max()
        };
        Self {
            materials: read.palette.as_ref().map(|(palette, _)| palette.0.keys().copied().collect()),
            props: read.props.as_ref().map(|(props, _)| props.0.keys().copied().collect()),
            hiding: read
                .props
                .iter()
                .flat_map(|(props, _)| {
                    props.0.iter().filter(|(_, prop)| prop.hiding_place.is_some()).map(|(name, _)| *name)
                })
                .collect(),
            starts: sides.iter().filter_map(|side| Some((*side, most(*side)?))).collect(),
            sides: unless_unread(FileKind::Rules, sides),
            agents: unless_unread(FileKind::Agent, read.agents.keys().copied().collect()),
            minds: unless_unread(FileKind::Mind, read.minds.keys().copied().collect()),
            projectiles: unless_unread(
                FileKind::Rules,
                rules().flat_map(|rules| rules.projectiles.keys().copied()).collect(),
            ),
        }
    }
}

/// Finds a name that is not known.
pub(super) fn check(what: &str, name: Label, known: &KnownNames, at: &Cursor<'_>, out: &mut Diagnostics) {
    if let Some(known) = known
        && !known.contains(&name)
    {
        out.push(at.unknown(what, name.as_str(), known.iter().map(|name| name.as_str())));
    }
}
