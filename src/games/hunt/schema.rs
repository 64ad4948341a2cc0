//! What the hunt adds to the data: the section `game` of rules and levels, its ranges, and its checks.

use std::{collections::BTreeMap, sync::LazyLock};

use quarry_minds::protocol::Label;
use quarry_ron::{Diagnostics, finding::plural};
use serde::Deserialize;

use super::{
    captivity::{CAPTIVE, CELL, LOCKED},
    level_hints,
    scaling::{TeamNumbers, times},
};
use crate::data::{
    FileKind, GameFiles, GameSchema, GameSection, NameKind, ProvidedNames,
    declare::with_defaults,
    level::CellContent,
    ranges::{NumberRange, number},
    rules::Rules,
};

/// A model: tall, in a long hooded coat, with antlers, a lantern and a hook.
pub const STALKER: &str = "stalker";

/// A model: slight, in tunic and trousers, with a scarf.
pub const RUNNER: &str = "runner";

/// The level to play on unless another one is asked for.
pub const DEFAULT_LEVEL: &str = "manor";

/// The data of the hunt.
pub static SCHEMA: GameSchema = GameSchema {
    name: "hunt",
    summary: "hunters catch the hunted, who collect keys, open an exit and escape",
    add_behaviours: |_| {},
    verbs: &["search", "unlock"],
    models: &[STALKER, RUNNER],
    rules: GameSection::read::<HuntRules>,
    default_level: DEFAULT_LEVEL,
    level: GameSection::read::<HuntLevel>,
    catalogue: None,
    detectors: super::faults::NAMES,
    ranges: &[(FileKind::Rules, RULES)],
    names: &[],
    provides,
    check,
};

const RULES: &[NumberRange] = &[
    number("game.sides[].hits_to_catch", 1.0, 9.0, "hits"),
    number("game.sides[].found_share", 0.1, 1.0, ""),
    number("game.captivity.times", 0.0, 9.0, ""),
    number("game.captivity.wakes_after", 0.0, 600.0, "s"),
    number("game.captivity.wounds", 0.0, 9.0, "hits"),
    number("game.wounds.sprint_factor", 1.0, 3.0, ""),
    number("game.wounds.sprint_seconds", 0.0, 10.0, "s"),
    number("game.wounds.heal_seconds", 0.0, 600.0, "s"),
    number("game.director.band[]", 0.0, 1.0, ""),
    number("game.director.weights.*", 0.0, 10.0, ""),
    number("game.director.distance[][0]", 0.0, 200.0, "m"),
    number("game.director.distance[][1]", 0.0, 1.0, ""),
    number("game.director.chase_fades", 0.1, 300.0, "s"),
    number("game.director.smoothing_seconds", 0.1, 120.0, "s"),
    number("game.director.patience_seconds", 0.0, 300.0, "s"),
    number("game.director.pause_seconds", 1.0, 300.0, "s"),
    number("game.director.hunch_error", 4.0, 60.0, "m"),
    number("game.director.hunch_confidence", 0.05, 1.0, ""),
    number("game.director.lull_seconds", 0.0, 120.0, "s"),
    number("game.scaling.*.per_hunter[][0]", 0.0, 1000.0, ""),
    number("game.scaling.*.per_hunter[][1]", 0.05, 20.0, ""),
    number("game.scaling.*.hunters[][0]", 0.0, 1000.0, ""),
    number("game.scaling.*.hunters[][1]", 0.05, 20.0, ""),
];

/// The section `game` of a rules file of the hunt.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HuntRules {
    /// What the hunt adds to the sides, by their names. A side that is not listed has the defaults.
    pub sides: BTreeMap<Label, HuntSide>,
    /// The effects of a hit that does not catch.
    pub wounds: WoundRules,
    /// Whether the caught are held in cells, from which mates free them. Default: a catch is final.
    pub captivity: Option<CaptivityRules>,
    /// How the rules change with the numbers of players.
    pub scaling: ScalingRules,
    /// The director. Default: none.
    pub director: Option<DirectorRules>,
}

impl HuntRules {
    /// The rules of a side.
    pub fn side(&self, side: Label) -> HuntSide {
        self.sides.get(&side).copied().unwrap_or_default()
    }
}

with_defaults! {
/// What the hunt adds to a side.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HuntSide {
    /// The hits it takes to catch one of its agents; all before the last only wound. Default 1.
    pub hits_to_catch: u8 = 1,
    /// The share of those hits that being found in a hiding place counts for, rounded up. An agent that it does not catch is pulled out,
    /// wounded, and sprints. 1 catches whatever the wounds. Default 1.
    pub found_share: f32 = 1.0,
    /// Whether its agents can leave play through an open exit. Default false.
    pub can_escape: bool,
}

/// The effects of a hit that does not catch.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WoundRules {
    /// The factor on the agent's speed right after the hit. Default 1.5.
    pub sprint_factor: f32 = 1.5,
    /// The duration of that sprint, in seconds. Default 1.8.
    pub sprint_seconds: f32 = 1.8,
    /// The seconds in a hiding place that heal a wound; at 0 wounds never heal. Default 0.
    pub heal_seconds: f32,
}
}

with_defaults! {
/// The caught are held: they lie where they fell as the item `captive`, and hunters lock them up in things called `cell`. A catch is
/// final if every cell is taken, and of the last one in play.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CaptivityRules {
    /// How often an agent can be held; the next catch is final. Default 1.
    pub times: u8 = 1,
    /// An agent that lies where it fell and that nobody carries off gets up after this long, in seconds; at 0 never. Default 40.
    pub wakes_after: f32 = 40.0,
    /// The wounds of an agent that is free again. Default 1.
    pub wounds: u8 = 1,
}
}

impl HuntSide {
    /// How many hits it counts for to be found in a hiding place.
    pub fn hits_when_found(&self) -> u8 {
        (self.found_share * f32::from(self.hits_to_catch)).ceil() as u8
    }
}

/// How the rules change with the numbers of players. Agents that can escape are the hunted, all others the hunters. Without curves the rules
/// are the same for all numbers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScalingRules {
    /// The factor on `hits_to_catch`.
    pub hits_to_catch: TeamFactor,
    /// The factor on the keys that the exit needs. As many more or fewer lie in the level, as long as there are key places.
    pub keys: TeamFactor,
    /// The factor on the seconds of `unlock`.
    pub unlock_seconds: TeamFactor,
    /// The factor on the time limit.
    pub time_limit: TeamFactor,
}

/// A factor that depends on the numbers of players: the product of the values of two curves.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TeamFactor {
    /// The curve over the hunted per hunter, `[(hunted per hunter, factor), ...]`. Default: 1.
    pub per_hunter: Vec<(f32, f32)>,
    /// The curve over the number of hunters, `[(hunters, factor), ...]`. Default: 1.
    pub hunters: Vec<(f32, f32)>,
}

with_defaults! {
/// The director: it measures the tension of a match, from 0 to 1, and keeps it in a band.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DirectorRules {
    /// Whether it intervenes; otherwise it only measures. Default true.
    pub intervenes: bool = true,
    /// The band: below the first value a match is dull, above the second it is hectic. Default (0.25, 0.6).
    pub band: (f32, f32) = (0.25, 0.6),
    /// How much each part weighs in the tension.
    pub weights: TensionWeights,
    /// The tension by the distance in metres between the nearest hunter and hunted, `[(metres, tension), ...]`. Default: 1 up to 4 m, 0.4 at 12 m, 0
    /// from 30 m on.
    pub distance: Vec<(f32, f32)> = vec![(4.0, 1.0), (12.0, 0.4), (30.0, 0.0)],
    /// The time in which the tension of a chase fades, s. Default 25.
    pub chase_fades: f32 = 25.0,
    /// The time over which the tension is averaged, s. Default 8.
    pub smoothing_seconds: f32 = 8.0,
    /// How long the tension must be outside of the band before it intervenes, s. Default 12.
    pub patience_seconds: f32 = 12.0,
    /// The least time between two interventions, s. Default 15.
    pub pause_seconds: f32 = 15.0,
    /// The error of a hunch: prey is at 40 to 100 % of this distance from the place that the hunter is told, m. Default 12.
    pub hunch_error: f32 = 12.0,
    /// The confidence of a hunch. Default 0.7.
    pub hunch_confidence: f32 = 0.7,
    /// How long the reading `lull` is 1, s. Default 12.
    pub lull_seconds: f32 = 12.0,
}

/// How much each part weighs in the tension; the sum may be any number.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TensionWeights {
    /// The distance between the nearest hunter and hunted. Default 0.3.
    pub distance: f32 = 0.3,
    /// A hunter has prey in sight. Default 0.3.
    pub sighted: f32 = 0.3,
    /// The wounds of the hunted, as a share of those that they can take. Default 0.15.
    pub wounds: f32 = 0.15,
    /// The time since prey was in sight. Default 0.25.
    pub chase: f32 = 0.25,
}
}

/// The section `game` of a level file of the hunt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntLevel {
    /// The keys that the exit needs.
    pub keys_needed: u8,
    /// The keys in the level, placed by the seed among the key places; at least `keys_needed`.
    pub keys: u8,
    /// One more key is needed, and one more lies in the level, per this many agents that can escape, as long as there
    /// are key places; 0 for none. Default 0.
    #[serde(default)]
    pub agents_per_extra_key: u16,
}

/// The rules of the hunt in a rules file.
pub fn rules_of(rules: &Rules) -> &HuntRules {
    static DEFAULT: LazyLock<HuntRules> = LazyLock::new(HuntRules::default);
    rules.game.get::<HuntRules>().unwrap_or(&DEFAULT)
}

/// The keys that the exit needs, and the keys in the level, for these numbers of players and this many places for keys.
pub fn keys_for(level: &HuntLevel, places: usize, rules: &HuntRules, numbers: TeamNumbers) -> (u8, u8) {
    let places = u8::try_from(places).unwrap_or(u8::MAX);
    let more = numbers.hunted.checked_div(level.agents_per_extra_key).unwrap_or(0);
    let more = u8::try_from(more).unwrap_or(u8::MAX).min(places.saturating_sub(level.keys));
    let base = level.keys_needed.saturating_add(more);
    let spare = level.keys.saturating_sub(level.keys_needed);
    let most = places.saturating_sub(spare).max(base);
    let needed = if base == 0 { 0 } else { times(base, rules.scaling.keys.at(numbers)).min(most) };
    (needed, needed.saturating_add(spare))
}

/// The names that the rules of the hunt tell minds.
fn provides(_: &Rules, names: &mut ProvidedNames) {
    let readings = ["exit_open", "exit_progress", "keys_needed", "lull", "team_alive", "team_keys", "wounds"];
    names.add_words(NameKind::Reading, &readings);
    names.add_words(NameKind::Percept, &["hunch"]);
    names.add_words(NameKind::State, &["caught", "escaped", "held"]);
    names.add_words(NameKind::Noise, &["searching", "unlocking"]);
    names.add_words(NameKind::Known, &["melee"]);
    names.add_words(NameKind::Played, &["caught", "escape", "exit_open", "exit_third", "key_drop", "wounded"]);
}

fn check(files: &GameFiles<'_>, out: &mut Diagnostics) {
    for (_, rules, document) in &files.rules {
        let at = document.cursor().field("game").field("sides");
        for side in rules_of(rules).sides.keys() {
            if !rules.sides.contains_key(side) {
                let known = rules.sides.keys().map(|name| name.as_str());
                out.push(at.entry(side.as_str()).unknown("side", side.as_str(), known));
            }
        }
    }
    for (_, rules, document) in files.rules.iter().filter(|(_, rules, _)| rules_of(rules).captivity.is_some()) {
        let known = &rules.things;
        let cell = known.get(&CELL.into()).is_some_and(|cell| cell.states.contains_key(&LOCKED.into()));
        let captive = known.get(&CAPTIVE.into()).is_some_and(|captive| captive.is_item());
        for (name, what, _) in [(CAPTIVE, "an item", captive), (CELL, "a device with the state `locked`", cell)]
            .into_iter()
            .filter(|(.., there)| !there)
        {
            let at = document.cursor().field("game").field("captivity");
            let message = format!("the caught cannot be held: there is no thing `{name}`, {what}");
            out.push(at.error(message).help(format!("write assets/hunt/things/{name}.ron, or remove `captivity`")));
        }
    }
    // As many hunted as the first rules have, which are the standard ones where there are several.
    let standard = files.rules.iter().find(|(name, ..)| *name == "standard").or(files.rules.first());
    let hunted = standard.map_or(0, |(_, rules, _)| {
        let counts = rules.sides.iter().map(|(side, of_side)| (*side, of_side.count)).collect();
        TeamNumbers::count(rules_of(rules), &counts).hunted
    });
    for (_, level, document) in &files.levels {
        let (root, hunt) = (document.cursor(), level.game.get::<HuntLevel>().copied().unwrap_or_default());
        let (legend, at) = (root.field("legend"), root.field("game"));
        let count = |wanted: &dyn Fn(&CellContent) -> bool| level.contents().filter(|held| wanted(held)).count();
        if count(&|held| matches!(held, CellContent::Gate { name, .. } if *name == "exit")) == 0 {
            let help = "draw a character with `contains: [gate(name: \"exit\", facing: ...)]` in its legend entry";
            out.push(legend.error("the level has no exit").help(help));
        }
        let places = count(&|held| matches!(held, CellContent::Item(name) if *name == "key"));
        if places < usize::from(hunt.keys) {
            let (keys, places) = (plural(hunt.keys.into(), "key"), plural(places, "key place"));
            let finding = at.field("keys").error(format!("the level has {keys}, but only {places}"));
            out.push(finding.help("draw more places, or ask for fewer keys"));
        }
        if hunt.keys < hunt.keys_needed {
            let (needed, keys) = (plural(hunt.keys_needed.into(), "key"), hunt.keys);
            let message = format!("the exit needs {needed}, but the level has only {keys}");
            out.push(at.field("keys_needed").error(message));
        }
        if count(&|held| matches!(held, CellContent::Patrol)) == 0 {
            let finding = legend.error("the level has no patrol points");
            out.push(finding.help("draw a character with `contains: [patrol]` in its legend entry"));
        }
        if let Some(hiding) = files.hiding_props {
            level_hints::check(level, document, |name| hiding.contains(name), hunted, out);
        }
    }
}
