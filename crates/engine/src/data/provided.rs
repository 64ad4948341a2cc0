//! Where the files of a game use names that others provide ([`quarry_minds::names`]).

use quarry_minds::names::{MIND_NAMES, NameUse, names_at};
pub use quarry_minds::names::{NameKind, NamePlace, ProvidedNames};
use quarry_ron::Document;

use super::{game::GameSchema, library::FileKind};

const AGENT: &[NamePlace] = &[
    NamePlace::keys("body.gauges[]", NameKind::Known),
    NamePlace::keys("body.strikes[]", NameKind::Known),
    NamePlace::keys("senses.throw_readings[]", NameKind::Known),
    NamePlace::keys("senses.notice_ranges[]", NameKind::Percept),
    NamePlace::keys("senses.smell.ranges[]", NameKind::Percept),
    NamePlace::values("senses.known_from_start[]", NameKind::Percept),
    NamePlace::values("senses.hearing.ignored_from_team[]", NameKind::Percept),
];

const SENSES: &[NamePlace] = &[
    NamePlace::keys("throw_readings[]", NameKind::Known),
    NamePlace::keys("notice_ranges[]", NameKind::Percept),
    NamePlace::keys("smell.ranges[]", NameKind::Percept),
    NamePlace::values("known_from_start[]", NameKind::Percept),
    NamePlace::values("hearing.ignored_from_team[]", NameKind::Percept),
];

const RULES: &[NamePlace] = &[
    NamePlace::keys("noises[]", NameKind::Noise),
    NamePlace::keys("perception.rarer[]", NameKind::State),
    NamePlace::values("sides[].relations[]", NameKind::Known),
];

const SPEECH: &[NamePlace] = &[
    NamePlace::values("occasions[].knows", NameKind::Percept),
    NamePlace::values("occasions[].knows_no", NameKind::Percept),
    NamePlace::values("occasions[].sees_no", NameKind::Percept),
    NamePlace::values("occasions[].voice", NameKind::Cue),
    NamePlace::of_variant("sighted", NameKind::Percept),
    NamePlace::of_variant("lost", NameKind::Percept),
    NamePlace::of_variant("heard", NameKind::Percept),
    NamePlace::of_variant("told", NameKind::Percept),
];

const SOUND: &[NamePlace] = &[NamePlace::keys("cues[]", NameKind::Played)];

/// The names that a document uses and that others provide, in the order of the text.
pub fn names_used(game: &GameSchema, kind: FileKind, document: &Document) -> Vec<NameUse> {
    let shared = match kind {
        FileKind::Mind | FileKind::Brain => MIND_NAMES,
        FileKind::Agent => AGENT,
        FileKind::Senses => SENSES,
        FileKind::Rules => RULES,
        FileKind::Speech => SPEECH,
        FileKind::Sound => SOUND,
        _ => &[],
    };
    let own = game.names.iter().filter(|(of, _)| *of == kind).flat_map(|(_, places)| places.iter());
    names_at(shared.iter().chain(own), document)
}
