//! What the wild adds to the data: the section `game` of its rules, with ranges and checks.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Label, label};
use quarry_ron::Diagnostics;
use serde::Deserialize;

use crate::data::{
    FileKind, GameFiles, GameSchema, GameSection, NameKind, NamePlace, NoSection, ProvidedNames,
    declare::with_defaults,
    figure::EarForm,
    look::Rgb,
    ranges::{NumberRange, number},
    rules::Rules,
};

/// The data of the wild.
pub static SCHEMA: GameSchema = GameSchema {
    name: "wild",
    summary: "animals with needs live, hunt, breed and die in a valley",
    add_behaviours: |_| {},
    verbs: &["eat", "drink", "sleep", "mate"],
    models: &[],
    default_level: "valley",
    rules: GameSection::read::<WildRules>,
    level: GameSection::read::<NoSection>,
    catalogue: None,
    detectors: super::faults::NAMES,
    ranges: &[(FileKind::Rules, RULES)],
    names: &[(FileKind::Rules, NAMES)],
    provides,
    check,
};

const RULES: &[NumberRange] = &[
    number("game.day.seconds", 10.0, 3600.0, "s"),
    number("game.day.start", 0.0, 1.0, "days"),
    number("game.day.night_light", 0.0, 1.0, ""),
    number("game.wind.from", 0.0, 360.0, "degrees"),
    number("game.wind.stretch", 0.0, 1.0, ""),
    number("game.wind.turns_every", 1.0, 3600.0, "s"),
    number("game.wind.turns_by", 0.0, 180.0, "degrees"),
    number("game.gains[].amount", 0.0, 1000.0, ""),
    number("game.sleep.amount", 0.0, 1000.0, ""),
    number("game.seasons[].every_days", 0.1, 100.0, "days"),
    number("game.seasons[].days", 0.0, 100.0, "days"),
    number("game.start.oldest", 0.0, 1.0, ""),
    number("game.start.least_need", 0.0, 1.0, ""),
    number("game.tired.below", 0.0, 1000.0, ""),
    number("game.tired.speed", 0.1, 1.0, ""),
    number("game.call_interval", 0.1, 600.0, "s"),
    number("game.by_hand.shot_loudness", 0.0, 500.0, "m"),
    number("game.by_hand.shot_radius", 0.0, 20.0, "m"),
    number("game.by_hand.clear_radius", 0.0, 50.0, "m"),
    number("game.by_hand.stocks[].amount", 0.0, 10_000.0, "bites"),
    number("game.by_hand.stocks[].regrow", -1000.0, 1000.0, "bites/s"),
    number("game.rot_seconds", 1.0, 3600.0, "s"),
    number("game.max_alive", 1.0, 5000.0, "animals"),
    number("game.species[].setup.count", 0.0, 500.0, "animals"),
    number("game.species[].setup.most", 1.0, 500.0, "animals"),
    number("game.species[].sign.colour[]", 0.0, 1.0, ""),
    number("game.species[].grown_at", 0.0, 36_000.0, "s"),
    number("game.species[].age_spread", 0.0, 0.9, ""),
    number("game.species[].litter[]", 0.0, 12.0, "young"),
    number("game.species[].territory.claimed_until", 0.0, 36_000.0, "s"),
    number("game.species[].territory.radius", 0.0, 500.0, "m"),
    number("game.species[].territory.most", 0.0, 5000.0, "animals"),
    number("game.species[].gestation", 0.0, 3600.0, "s"),
    number("game.species[].mating_rest", 0.0, 36_000.0, "s"),
    number("game.species[].male_rest", 0.0, 36_000.0, "s"),
    number("game.species[].meals", 0.0, 100.0, "meals"),
    number("game.species[].hurt_speed", 0.1, 1.0, ""),
    number("game.species[].asleep_hearing", 0.0, 1.0, ""),
    number("game.species[].danger_radius", 0.0, 60.0, "m"),
    number("game.species[].mating_needs[]", 0.0, 1000.0, ""),
];

const NAMES: &[NamePlace] = &[
    NamePlace::keys("game.gains[]", NameKind::Known),
    NamePlace::values("game.gains[].gauge", NameKind::Gauge),
    NamePlace::values("game.sleep.gauge", NameKind::Gauge),
    NamePlace::keys("game.seasons[]", NameKind::Known),
    NamePlace::keys("game.causes[]", NameKind::Harm),
    NamePlace::keys("game.by_hand.stocks[]", NameKind::Known),
    NamePlace::keys("game.species[].mating_needs[]", NameKind::Gauge),
];

/// The section `game` of a rules file of the wild.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WildRules {
    /// The day.
    pub day: DayRules,
    /// The wind, which carries smells. Default: still air.
    #[serde(default)]
    pub wind: WindRules,
    /// What a bite or a draught of a thing gives, by the kind of the thing.
    pub gains: BTreeMap<Label, Gain>,
    /// What sleeping once gives.
    pub sleep: Gain,
    /// When stocks grow, by the kind of the thing; a kind that is not listed always grows.
    #[serde(default)]
    pub seasons: BTreeMap<Label, Season>,
    /// The cause of death, by the means of the harm: the name of a gauge or of a blow.
    pub causes: BTreeMap<Label, Label>,
    /// The animals that are there when a match begins.
    pub start: StartRules,
    /// What being tired does.
    pub tired: TiredRules,
    /// The seconds between two calls of an animal that courts.
    pub call_interval: f32,
    /// What a person does to the valley.
    pub by_hand: ByHandRules,
    /// The seconds after which a carcass that nobody eats has rotted away.
    pub rot_seconds: f32,
    /// The number of living animals at which no young are born. Default 600.
    #[serde(default = "many")]
    pub max_alive: u32,
    /// The species, by the names of their sides.
    pub species: BTreeMap<Label, Species>,
}

fn many() -> u32 {
    600
}

/// The day: its length and its light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayRules {
    /// Its length, in seconds.
    pub seconds: f32,
    /// The time of day at which a match begins: 0 is midnight, 0.5 noon.
    pub start: f32,
    /// The light of the night, as a share of the light at noon.
    pub night_light: f32,
}

/// The wind: where it comes from, how it turns, and how far it carries smells.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindRules {
    /// The direction from which it comes at the start, in degrees: 0 is north, 90 east.
    pub from: f32,
    /// The share by which it stretches the range of a smell downwind and shortens it upwind; 0 for still air.
    pub stretch: f32,
    /// The seconds that it takes to turn to its next direction.
    pub turns_every: f32,
    /// The most by which that direction differs from the last one, in degrees.
    pub turns_by: f32,
}

impl Default for WindRules {
    fn default() -> Self {
        Self { from: 0.0, stretch: 0.0, turns_every: 60.0, turns_by: 0.0 }
    }
}

/// The animals of the start: each has an age and needs of its own, so that not all are born, hungry and tired at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRules {
    /// The share of its span of life that an animal may have behind it.
    pub oldest: f32,
    /// The least share of each need that an animal has.
    pub least_need: f32,
}

/// What being tired does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TiredRules {
    /// Below this value of the gauge that sleep fills an animal is tired.
    pub below: f32,
    /// The factor on the speed of a tired animal.
    pub speed: f32,
}

/// What a person does to the valley.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByHandRules {
    /// How far a shot is heard, in metres.
    pub shot_loudness: f32,
    /// A shot hits the nearest animal within this many metres.
    pub shot_radius: f32,
    /// Food and water within this many metres are cleared away.
    pub clear_radius: f32,
    /// The food and water that can be placed, by the kind of the thing.
    pub stocks: BTreeMap<Label, PlacedStock>,
}

/// Food or water that a person places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedStock {
    /// The bites or draughts.
    pub amount: f32,
    /// How many of them come back each second; negative for what rots.
    pub regrow: f32,
}

/// What an animal gains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// The gauge that rises.
    pub gauge: Label,
    /// By how much.
    pub amount: f32,
}

/// When a kind of stock grows.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// The length of a year for it, in days.
    pub every_days: f32,
    /// The days at the beginning of that year in which it grows.
    pub days: f32,
}

/// A species.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Species {
    /// The words for it. Default: made from its name.
    #[serde(default)]
    pub words: SpeciesWords,
    /// Its sign in the bar at the top.
    #[serde(default)]
    pub sign: SpeciesSign,
    /// Its numbers on the setup page.
    #[serde(default)]
    pub setup: SetupNumbers,
    /// The kinds of things it eats.
    pub diet: Vec<Label>,
    /// The age at which it is grown, in seconds.
    pub grown_at: f32,
    /// The share by which an animal may age faster or slower than its kind, so that a litter does not die on one day. Default 0.
    #[serde(default)]
    pub age_spread: f32,
    /// The smallest and the largest number of young at a birth. The fuller the mother's `mating_needs`, the more there may be.
    pub litter: (u8, u8),
    /// The room that it needs to mate. Default: none.
    #[serde(default)]
    pub territory: Option<Territory>,
    /// The seconds from mating to birth.
    pub gestation: f32,
    /// The seconds from mating until a female can mate again.
    pub mating_rest: f32,
    /// The same of a male. Default: `mating_rest`.
    #[serde(default)]
    pub male_rest: Option<f32>,
    /// The noise with which a female calls for a mate, one of the noises of the rules. Default: she does not call.
    #[serde(default)]
    pub mating_call: Option<Label>,
    /// What it needs for mating: the least value of each gauge.
    pub mating_needs: BTreeMap<Label, f32>,
    /// The meals that its carcass is worth.
    pub meals: f32,
    /// The factor on its speed when its health is almost gone; from 1 at full health in a straight line. Default 0.5.
    #[serde(default = "half")]
    pub hurt_speed: f32,
    /// The factor on its hearing while it sleeps. Default 0.4.
    #[serde(default = "muffled")]
    pub asleep_hearing: f32,
    /// The distance within which it senses that an animal is attacked, in metres; 0 for not at all. Default 0.
    #[serde(default)]
    pub danger_radius: f32,
}

impl Species {
    /// The word for many of them; the name is that of its side.
    pub fn many(&self, name: Label) -> String {
        self.words.many.clone().unwrap_or_else(|| format!("{name}s"))
    }

    /// The seconds for which an animal of a sex rests after mating.
    pub fn rest_of(&self, female: bool) -> f32 {
        self.male_rest.filter(|_| !female).unwrap_or(self.mating_rest)
    }

    /// The most young of a mother in this condition, from 0 (it would not mate) to 1 (it lacks nothing).
    pub fn largest_litter(&self, condition: f32) -> u8 {
        let (least, most) = (f32::from(self.litter.0), f32::from(self.litter.1.max(self.litter.0)));
        (least + (most - least) * condition).round() as u8
    }
}

/// The words for a species.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeciesWords {
    /// Many of them: "wolves". Default: the name of the species with an s.
    #[serde(default)]
    pub many: Option<String>,
    /// A young one: "pup". Default: "child".
    #[serde(default)]
    pub young: Option<String>,
}

/// The head with which a species is counted in the bar at the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeciesSign {
    /// Its ears. Default `round`.
    #[serde(default)]
    pub ears: EarForm,
    /// Its colour. Default: that of text.
    #[serde(default)]
    pub colour: Option<Rgb>,
}

with_defaults! {
/// The numbers of a species on the setup page.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SetupNumbers {
    /// How many there are at first. Default 10.
    pub count: u16 = 10,
    /// The most that the page offers. Default 50.
    pub most: u16 = 50,
}
}

/// The room that a species needs: with more others of its kind around it, young or grown, an animal does not mate.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Territory {
    /// How far around, in metres.
    pub radius: f32,
    /// The most others that it tolerates there.
    pub most: u16,
    /// The age up to which an animal counts as one of the others, in seconds. Those that are older take up no room, so that the next
    /// generation is born before the last one dies.
    pub claimed_until: f32,
}

fn half() -> f32 {
    0.5
}

fn muffled() -> f32 {
    0.4
}

/// What all animals of a species smell of.
pub(super) fn scent_of(species: Label) -> Label {
    label(&format!("{species}_scent"))
}

/// What the females of a species that court smell of.
pub(super) fn heat_of(species: Label) -> Label {
    label(&format!("{species}_heat"))
}

/// The section of the wild in a rules file.
pub fn rules_of(rules: &Rules) -> Option<&WildRules> {
    rules.game.get::<WildRules>()
}

/// The names that the rules of the wild tell minds.
fn provides(rules: &Rules, names: &mut ProvidedNames) {
    names.add_words(
        NameKind::Reading,
        &["adult", "asleep", "daylight", "drunk", "eaten", "expecting", "female", "ready", "slept", "wounds"],
    );
    names.add_words(NameKind::Percept, &["blood", "danger", "kin", "parent", "young"]);
    names.add_words(NameKind::State, &["asleep", "courting", "dead", "drinking", "eating", "young"]);
    names.add_words(NameKind::Noise, &["cry"]);
    names.add_words(NameKind::Harm, &["shot"]);
    names.add_words(NameKind::Known, &["age", "health"]);
    names.add_words(NameKind::Played, &["killed"]);
    let Some(wild) = rules_of(rules) else { return };
    names.add(NameKind::Noise, wild.species.values().filter_map(|species| species.mating_call));
    let scents = wild.species.keys().flat_map(|species| [scent_of(*species), heat_of(*species)]);
    names.add(NameKind::Percept, scents);
    names.add(NameKind::Percept, wild.gains.keys().chain(wild.by_hand.stocks.keys()).copied());
    // How an animal left play is the cause of its death.
    names.add(NameKind::State, wild.causes.values().copied());
}

fn check(files: &GameFiles<'_>, out: &mut Diagnostics) {
    for (_, rules, document) in &files.rules {
        let root = document.cursor();
        let Some(wild) = rules_of(rules) else { continue };
        if wild.day.seconds <= 0.0 {
            let finding = root.error("the field `game` is missing, or has no day");
            out.push(finding.help("see assets/wild/rules/standard.ron for a complete one"));
        }
        let at = root.field("game").field("species");
        for name in wild.species.keys().filter(|name| !rules.sides.contains_key(*name)) {
            out.push(at.entry(name.as_str()).unknown("side", name, rules.sides.keys()));
        }
        for side in rules.sides.keys().filter(|side| !wild.species.contains_key(*side)) {
            out.push(at.error(format!("the side `{side}` has no species")).help("add an entry with its name"));
        }
        for (name, species) in &wild.species {
            let at = at.entry(name.as_str());
            for (index, food) in species.diet.iter().enumerate() {
                if !wild.gains.contains_key(food) {
                    out.push(at.field("diet").index(index).unknown("food", food, wild.gains.keys()));
                }
            }
            if let Some(call) = species.mating_call.filter(|call| !rules.noises.contains_key(call)) {
                out.push(at.field("mating_call").unknown("noise", call, rules.noises.keys()));
            }
            if species.setup.count > species.setup.most {
                let message = format!("the page offers at most {}, but begins with more", species.setup.most);
                out.push(at.field("setup").field("count").error(message).help("write a larger `most`"));
            }
            if species.litter.0 > species.litter.1 {
                let message = format!("the smallest litter, {}, is above the largest", species.litter.0);
                out.push(at.field("litter").error(message).help("write the smaller number first"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_fed_a_mother_the_more_young() {
        let species: Species = quarry_ron::Document::parse(
            "species.ron",
            "(diet: [], grown_at: 1, litter: (1, 4), gestation: 1, mating_rest: 1, mating_needs: {}, meals: 1)",
        )
        .and_then(|document| document.read())
        .unwrap_or_else(|finding| panic!("{finding}"));
        assert_eq!([0.0, 0.3, 0.5, 1.0].map(|condition| species.largest_litter(condition)), [1, 2, 3, 4]);
    }
}
