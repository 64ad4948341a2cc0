//! The names by which files refer to each other.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_ron::{Cursor, finding::Diagnostics};

use super::{FileKind, LoadedFiles};
use crate::data::figure::ANIMAL;
use crate::data::game::GameSchema;
use crate::data::provided::{NameKind, ProvidedNames, names_used};
use crate::data::ranges::MAX_AGENTS_PER_SIDE;
use crate::data::rules::SHARED_VERBS;

/// The names of one kind of thing; `None` if a file that defines them could not be parsed, so that they are not all known.
pub(super) type KnownNames = Option<BTreeSet<Label>>;

/// All names that a file may refer to.
pub(super) struct NameIndex {
    pub materials: KnownNames,
    pub props: KnownNames,
    /// Props that are hiding places, and devices that shelter.
    pub hiding: BTreeSet<Label>,
    pub sides: KnownNames,
    /// The spawn points that a level needs for each side: the maximum over all rules files. And the sides whose points it may have instead.
    pub spawn_counts: Vec<(Label, u16, Option<Label>)>,
    pub agents: KnownNames,
    /// The kinds of bodiless agents.
    pub bodiless: BTreeSet<Label>,
    pub minds: KnownNames,
    pub senses: KnownNames,
    pub projectiles: KnownNames,
    pub verbs: KnownNames,
    pub models: KnownNames,
    /// The kinds of devices.
    pub devices: KnownNames,
    /// The kinds of items that have a file.
    pub items: KnownNames,
    pub noises: KnownNames,
    /// What some file or the game refers to: levels need no other things.
    pub things: KnownNames,
    /// The game whose files these are.
    pub game: &'static str,
}

impl NameIndex {
    pub(super) fn new(read: &LoadedFiles, game: &GameSchema) -> Self {
        let unless_unread = |kind: FileKind, names: BTreeSet<Label>| (!read.unread.contains(&kind)).then_some(names);
        let data = &read.library;
        let rules = || data.rules.values();
        let sides: BTreeSet<Label> = rules().flat_map(|rules| rules.sides.keys().copied()).collect();
        let most = |side: Label| {
            let counts = rules().filter_map(|rules| rules.sides.get(&side)).map(|side| side.count);
            counts.filter(|count| *count <= MAX_AGENTS_PER_SIDE).max()
        };
        // Rules may differ in where a side starts: each must find its points.
        let likes = |side: Label| -> BTreeSet<Option<Label>> {
            rules().filter_map(|rules| rules.sides.get(&side)).map(|side| side.starts_like).collect()
        };
        let starts = |side: Label| likes(side).into_iter().filter_map(move |like| Some((side, most(side)?, like)));
        let kinds = |items: bool| {
            let of = data.things.iter().filter(|(_, spec)| spec.is_item() == items);
            of.map(|(name, _)| *name).collect::<BTreeSet<Label>>()
        };
        let of_things = data.things.values().flat_map(|spec| spec.uses.keys().copied());
        let hiding = data.props.0.iter().filter(|(_, prop)| prop.hiding_place.is_some()).map(|(name, _)| *name);
        let shelters = data.things.iter().filter(|(_, spec)| spec.states.values().any(|state| state.shelters > 0));
        let bodiless = data.agents.iter().filter(|(_, kind)| kind.bodiless);
        Self {
            materials: unless_unread(FileKind::Palette, data.palette.0.keys().copied().collect()),
            props: unless_unread(FileKind::Props, data.props.0.keys().copied().collect()),
            hiding: hiding.chain(shelters.map(|(name, _)| *name)).collect(),
            spawn_counts: sides.iter().flat_map(|side| starts(*side)).collect(),
            sides: unless_unread(FileKind::Rules, sides),
            agents: unless_unread(FileKind::Agent, data.agents.keys().copied().collect()),
            bodiless: bodiless.map(|(name, _)| *name).collect(),
            minds: unless_unread(FileKind::Mind, data.minds.keys().copied().collect()),
            senses: unless_unread(FileKind::Senses, data.senses.keys().copied().collect()),
            projectiles: unless_unread(
                FileKind::Rules,
                rules().flat_map(|rules| rules.projectiles.keys().copied()).collect(),
            ),
            verbs: unless_unread(
                FileKind::Thing,
                SHARED_VERBS.iter().chain(game.verbs).copied().map(label).chain(of_things).collect(),
            ),
            devices: unless_unread(FileKind::Thing, kinds(false)),
            items: unless_unread(FileKind::Thing, kinds(true)),
            noises: unless_unread(FileKind::Rules, rules().flat_map(|rules| rules.noises.keys().copied()).collect()),
            models: Some(game.models.iter().chain([&ANIMAL]).copied().map(label).collect()),
            things: read.unread.is_empty().then(|| references(read, game)),
            game: game.name,
        }
    }
}

/// The names that the game and its files refer to.
fn references(read: &LoadedFiles, game: &GameSchema) -> BTreeSet<Label> {
    let mut names = ProvidedNames::default();
    for rules in read.library.rules.values() {
        (game.provides)(rules, &mut names);
    }
    for path in read.library.documents.keys() {
        if let Some(document) = read.library.whole(path) {
            names.add_references(&names_used(game, FileKind::from_path(path), document));
        }
    }
    names.of(NameKind::Known).chain(read.library.things.keys().copied()).collect()
}

/// Warns of the name of a thing that nothing refers to.
pub(super) fn check_thing(name: Label, names: &NameIndex, at: &Cursor<'_>, out: &mut Diagnostics) {
    if let Some(known) = names.things.as_ref().filter(|known| !known.contains(&name)) {
        let finding = at.unknown("thing", name, known);
        out.push(finding.warning());
    }
}

/// Finds an unknown name.
pub(super) fn check(what: &str, name: Label, known: &KnownNames, at: &Cursor<'_>, out: &mut Diagnostics) {
    if let Some(known) = known
        && !known.contains(&name)
    {
        out.push(at.unknown(what, name, known));
    }
}

/// Finds a name of an agent, mind or shared senses whose file does not exist. It lists the known names without a suggestion, because the file may have been deleted.
pub(super) fn check_file(kind: FileKind, name: Label, names: &NameIndex, at: &Cursor<'_>, out: &mut Diagnostics) {
    let known = match kind {
        FileKind::Mind => &names.minds,
        FileKind::Senses => &names.senses,
        _ => &names.agents,
    };
    if let Some(known) = known
        && !known.contains(&name)
    {
        let path = kind.path_for(names.game, name.as_str());
        let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        let known = if all.is_empty() { "there are none".to_owned() } else { format!("known: {}", all.join(", ")) };
        out.push(at.error(format!("there is no file {path}")).help(known));
    }
}
