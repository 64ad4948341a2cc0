//! What the hunt adds to the data: the section `game` of rules and levels, its ranges, and its checks.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    data::{
        Diagnostics, FileKind, GameFiles, GameSchema, GameSection,
        finding::plural,
        level::CellContent,
        ranges::{NumberRange, number},
        rules::Rules,
    },
    protocol::{Label, label},
    world::level::{BuiltLevel, ThingKind},
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
    verbs: &["search", "unlock"],
    models: &[STALKER, RUNNER],
    rules: GameSection::read::<HuntRules>,
    default_level: DEFAULT_LEVEL,
    level: GameSection::read::<HuntLevel>,
    catalogue: None,
    ranges: &[(FileKind::Rules, RULES)],
    check,
};

const RULES: &[NumberRange] = &[
    number("game.sides[].hits_to_catch", 1.0, 9.0, "hits"),
    number("game.wounds.sprint_factor", 1.0, 3.0, ""),
    number("game.wounds.sprint_seconds", 0.0, 10.0, "s"),
    number("game.wounds.heal_seconds", 0.0, 600.0, "s"),
];

/// The section `game` of a rules file of the hunt.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HuntRules {
    /// What the hunt adds to the sides, by their names. A side that is not listed has the defaults.
    pub sides: BTreeMap<Label, HuntSide>,
    /// The effects of a hit that does not catch.
    pub wounds: WoundRules,
}

impl HuntRules {
    /// The rules of a side.
    pub fn side(&self, side: Label) -> HuntSide {
        self.sides.get(&side).copied().unwrap_or_default()
    }
}

/// What the hunt adds to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HuntSide {
    /// The hits it takes to catch one of its agents; all before the last only wound. Default 1.
    pub hits_to_catch: u8,
    /// Whether its agents can leave play through an open exit. Default false.
    pub can_escape: bool,
}

impl Default for HuntSide {
    fn default() -> Self {
        Self { hits_to_catch: 1, can_escape: false }
    }
}

/// The effects of a hit that does not catch.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WoundRules {
    /// The factor on the agent's speed right after the hit. Default 1.5.
    pub sprint_factor: f32,
    /// The duration of that sprint, in seconds. Default 1.8.
    pub sprint_seconds: f32,
    /// The seconds in a hiding place that heal a wound; at 0 wounds never heal. Default 0.
    pub heal_seconds: f32,
}

impl WoundRules {
    const DEFAULT: Self = Self { sprint_factor: 1.5, sprint_seconds: 1.8, heal_seconds: 0.0 };
}

impl Default for WoundRules {
    fn default() -> Self {
        Self::DEFAULT
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
    static DEFAULT: HuntRules = HuntRules { sides: BTreeMap::new(), wounds: WoundRules::DEFAULT };
    rules.game.get::<HuntRules>().unwrap_or(&DEFAULT)
}

/// The keys that the exit needs, and the keys in the level, for this many agents that can escape.
pub fn keys_for(built: &BuiltLevel, escaping: u16) -> (u8, u8) {
    let level = built.game.get::<HuntLevel>().copied().unwrap_or_default();
    let key = label("key");
    let places = built.things_of(ThingKind::Item).filter(|thing| thing.name == key).count();
    let places = u8::try_from(places).unwrap_or(u8::MAX);
    let more = escaping.checked_div(level.agents_per_extra_key).unwrap_or(0);
    let more = u8::try_from(more).unwrap_or(u8::MAX).min(places.saturating_sub(level.keys));
    (level.keys_needed.saturating_add(more), level.keys.saturating_add(more))
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
            let drawn = count(&|held| matches!(held, CellContent::Prop { name, .. } if hiding.contains(name)));
            if drawn == 0 && !level.props.iter().any(|placed| hiding.contains(&placed.name)) {
                out.push(root.field("floors").error("the level has no hiding place").warning());
            }
        }
    }
}
