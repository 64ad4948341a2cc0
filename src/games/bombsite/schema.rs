//! What the bomb site adds to the data: the section `game` of rules, its ranges, and its checks.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Label, label};
use quarry_ron::{Cursor, Diagnostics};
use serde::Deserialize;

use super::economy;
use crate::data::{
    FileKind, GameFiles, GameSchema, GameSection, NameKind, NamePlace, ProvidedNames,
    declare::with_defaults,
    gun::GunSpec,
    level::CellContent,
    ranges::{NumberRange, number},
    rules::Rules,
};

/// A model: a soldier with helmet, vest and rifle.
pub const SOLDIER: &str = "soldier";

/// The sides: the attackers carry and plant the bomb, the defenders hold the sites.
pub const SIDES: [&str; 2] = ["attackers", "defenders"];
/// The squads: the one that attacks first, and the one that defends first.
pub const SQUADS: [&str; 2] = ["orange", "blue"];
/// The names of the stocks at which the bomb can be planted. A level has at least one of them.
pub const SITES: [&str; 2] = ["site_a", "site_b"];

/// The data of the bomb site.
pub static SCHEMA: GameSchema = GameSchema {
    name: "bombsite",
    summary: "attackers plant a bomb at a site, defenders prevent it or defuse it",
    add_behaviours: |_| {},
    verbs: &["plant", "defuse"],
    models: &[SOLDIER],
    rules: GameSection::read::<BombRules>,
    default_level: "depot",
    level: GameSection::read::<BombLevel>,
    catalogue: None,
    detectors: super::faults::NAMES,
    ranges: &[(FileKind::Rules, RULES), (FileKind::Level, LEVEL)],
    names: &[(FileKind::Rules, &[NamePlace::keys("game.means[]", NameKind::Harm)]), (FileKind::Rules, economy::NAMES)],
    provides,
    check,
};

const RULES: &[NumberRange] = &[
    number("game.round_seconds", 5.0, 3600.0, "s"),
    number("game.fuse_seconds", 1.0, 600.0, "s"),
    number("game.blast_radius", 0.0, 100.0, "m"),
    number("game.beep_interval", 0.1, 60.0, "s"),
    number("game.hit_error", 0.0, 30.0, "m"),
    number("game.near_miss", 0.0, 10.0, "m"),
    number("game.near_miss_interval", 0.0, 10.0, "s"),
    number("game.go_after[]", 0.0, 600.0, "s"),
    number("game.rounds", 1.0, 100.0, "rounds"),
    number("game.rounds_to_win", 1.0, 100.0, "rounds"),
    number("game.swap_after", 0.0, 100.0, "rounds"),
    number("game.break_seconds", 0.0, 60.0, "s"),
    number("game.takeover_seconds", 0.0, 600.0, "s"),
    number("game.memory_kept", 0.0, 1.0, ""),
    number("game.met_within", 0.0, 200.0, "m"),
    number("game.economy.start_money", 0.0, 60_000.0, ""),
    number("game.economy.most_money", 0.0, 60_000.0, ""),
    number("game.economy.win", 0.0, 60_000.0, ""),
    number("game.economy.loss[]", 0.0, 60_000.0, ""),
    number("game.economy.kill", 0.0, 60_000.0, ""),
    number("game.economy.plant", 0.0, 60_000.0, ""),
    number("game.economy.freeze_seconds", 0.0, 60.0, "s"),
    number("game.economy.buy_seconds", 0.0, 600.0, "s"),
    number("game.economy.next_round", 0.0, 10.0, "rounds"),
    number("game.economy.items[].price", 0.0, 60_000.0, ""),
    number("game.economy.items[].strength", 0.0, 10.0, ""),
    number("game.economy.items[].harm[]", 0.0, 10.0, ""),
    number("game.economy.items[].defuse", 0.05, 10.0, ""),
    number("game.economy.items[].throws[]", 0.0, 100.0, ""),
    // As those of the guns of agents.
    number("game.economy.items[].gun.magazine", 1.0, 1000.0, "shots"),
    number("game.economy.items[].gun.reserve", 0.0, 10_000.0, "shots"),
    number("game.economy.items[].gun.rate", 0.1, 30.0, "/s"),
    number("game.economy.items[].gun.reload_seconds", 0.0, 20.0, "s"),
    number("game.economy.items[].gun.damage", 0.0, 10_000.0, ""),
    number("game.economy.items[].gun.head_factor", 0.0, 20.0, ""),
    number("game.economy.items[].gun.leg_factor", 0.0, 20.0, ""),
    number("game.economy.items[].gun.fall_off[][0]", 0.0, 1000.0, "m"),
    number("game.economy.items[].gun.fall_off[][1]", 0.0, 10.0, ""),
    number("game.economy.items[].gun.range", 1.0, 1000.0, "m"),
    number("game.economy.items[].gun.spread", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.moving_spread", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.crouched_factor", 0.0, 4.0, ""),
    number("game.economy.items[].gun.recoil", 0.0, 20.0, "°"),
    number("game.economy.items[].gun.max_recoil", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.recoil_recovery", 0.0, 200.0, "°/s"),
    number("game.economy.items[].gun.aim_error", 0.0, 10.0, ""),
    number("game.economy.items[].gun.aim_reaction", 0.0, 10.0, ""),
];

const LEVEL: &[NumberRange] = &[number("game.go_after[]", 0.0, 600.0, "s")];

with_defaults! {
/// The section `game` of a level of the bomb site.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BombLevel {
    /// The earliest and the latest second in which an attacker of this level would set out on its own. Default: as in the rules.
    pub go_after: Option<(f32, f32)>,
    /// The posts of successive defenders. Default: the sites of the level.
    pub posts: Vec<DefenderPost>,
}
}

/// Where a defender is before it knows of enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenderPost {
    /// It holds site a.
    SiteA,
    /// It holds site b.
    SiteB,
    /// It patrols.
    Patrol,
}

impl DefenderPost {
    /// The site that it holds: an index into [`SITES`]; `None` for a patrol.
    pub fn site(self) -> Option<usize> {
        match self {
            Self::SiteA => Some(0),
            Self::SiteB => Some(1),
            Self::Patrol => None,
        }
    }

    /// The value of the reading `post`.
    pub fn reading(self) -> f32 {
        match self {
            Self::SiteA => 0.0,
            Self::SiteB => 1.0,
            Self::Patrol => 2.0,
        }
    }
}

with_defaults! {
/// The section `game` of a rules file of the bomb site.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BombRules {
    /// The seconds in which the bomb must be planted. Default 115.
    pub round_seconds: f32 = 115.0,
    /// The seconds from planting to the explosion. Default 40.
    pub fuse_seconds: f32 = 40.0,
    /// The distance within which the explosion kills, in metres. Default 12.
    pub blast_radius: f32 = 12.0,
    /// The seconds between two beeps of the planted bomb. Default 1.
    pub beep_interval: f32 = 1.0,
    /// A soldier that is hit knows the direction of the shot, but its distance only within this error, in metres. Default 6.
    pub hit_error: f32 = 6.0,
    /// A soldier also feels shots of the enemy that pass within this distance, in metres. Default 1.2.
    pub near_miss: f32 = 1.2,
    /// The least time between two near misses that a soldier feels, in seconds. Default 0.5.
    pub near_miss_interval: f32 = 0.5,
    /// The earliest and the latest second of the round in which an attacker would set out on its own; the seconds of the squad are spread
    /// over this range, differently in each round. The leader orders the squad in the second of its host. Default 3 and 25.
    pub go_after: (f32, f32) = (3.0, 25.0),
    /// The most rounds of a match. Default 1.
    pub rounds: u16 = 1,
    /// A squad that has won this many rounds has won the match. Default 1.
    pub rounds_to_win: u16 = 1,
    /// The squads swap sides after this many rounds; never at 0, the default.
    pub swap_after: u16,
    /// The seconds from the end of a round to the next. Default 5.
    pub break_seconds: f32 = 5.0,
    /// The agent files of the leaders of the sides, which are bodiless. A side that is not listed has no leader. Default: none.
    pub leaders: BTreeMap<Label, Label>,
    /// The seconds from the death of the soldier that leads until a mate takes over. Default 5.
    pub takeover_seconds: f32 = 5.0,
    /// The share of what squads remember of the sites that each further round leaves, 0 to 1. Default 0.7.
    pub memory_kept: f32 = 0.7,
    /// Within this distance of a site enemies are remembered as seen there, in metres; of two sites, at the nearer one. Default 25.
    pub met_within: f32 = 25.0,
    /// The names that kills have in reports and in the news, by the means of the harm. Of those that are not listed,
    /// shots have the name of the gun (`look`), and the others their own.
    pub means: BTreeMap<Label, Label>,
    /// What soldiers earn and buy. Default: they have no money, and the equipment of their agent's file.
    pub economy: Option<EconomyRules>,
}
}

with_defaults! {
/// What soldiers earn in a match of several rounds, and what they can buy at the beginning of a round. Each soldier has its own money.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EconomyRules {
    /// What each soldier has in the first round and after the squads have swapped sides. Default 800.
    pub start_money: u16 = 800,
    /// The most that a soldier can have. Default 16,000.
    pub most_money: u16 = 16_000,
    /// What each soldier of the squad that wins a round gets. Default 3,250.
    pub win: u16 = 3250,
    /// What each soldier of the squad that loses a round gets: after one loss, after two in a row and so on; the last number holds for all
    /// further ones. A win ends the row. Default 1,400 to 3,400 in steps of 500.
    pub loss: Vec<u16> = vec![1400, 1900, 2400, 2900, 3400],
    /// What a soldier gets for each enemy that it kills. Default 300.
    pub kill: u16 = 300,
    /// What each attacker gets besides if the squad planted the bomb and lost the round. Default 600.
    pub plant: u16 = 600,
    /// The seconds from the start of a round in which nobody moves from its place, so that there is time to buy. Default 0.
    pub freeze_seconds: f32,
    /// The seconds from the start of a round in which a person may buy. Default 15.
    pub buy_seconds: f32 = 15.0,
    /// What the next round is worth to a squad that buys for this one, in rounds. With 0 it spends all that it has. Default 0.9.
    pub next_round: f32 = 0.9,
    /// What can be bought, by name. What costs nothing belongs to each soldier.
    pub items: BTreeMap<Label, ItemSpec>,
}
}

with_defaults! {
/// A thing that soldiers buy. It is lost when its owner dies; what the slot `grenade` holds lasts for one round.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemSpec {
    /// What it takes the place of: a soldier has one item in each slot. Default `gun`.
    pub slot: EquipmentSlot = EquipmentSlot::Gun,
    /// Its price. Default 0.
    pub price: u16,
    /// What it adds to the strength of a soldier, in log-odds of winning a round: a squad that is stronger by 1 wins 73 of 100 rounds, and one
    /// that is stronger by 2 wins 88. Default 0.
    pub strength: f32,
    /// The sides that can buy it. Default: both.
    pub sides: Vec<Label>,
    /// The gun that it is, if its slot is `gun`. How well it is aimed (`aim_error`, `aim_reaction`) depends on its owner. Default: none.
    pub gun: Option<GunSpec>,
    /// The factors on the harm that its owner takes, by the means of the harm. Default: none.
    pub harm: BTreeMap<Label, f32>,
    /// The factor on the seconds that its owner takes to defuse the bomb. Default 1.
    pub defuse: f32 = 1.0,
    /// How many of each projectile it is; those of the agent's file are not given in a match with money. Default: none.
    pub throws: BTreeMap<Label, u8>,
}
}

/// What an item takes the place of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EquipmentSlot {
    /// The gun.
    #[default]
    Gun,
    /// What protects from harm.
    Armour,
    /// What helps to defuse.
    Kit,
    /// What is thrown.
    Grenade,
}

/// The rules of the bomb site in a rules file; `None` if it has no section `game`.
pub fn rules_of(rules: &Rules) -> Option<&BombRules> {
    rules.game.get::<BombRules>()
}

/// The names that the rules of the bomb site tell minds.
fn provides(_: &Rules, names: &mut ProvidedNames) {
    names.add_words(NameKind::Reading, &["bomb", "go", "hunch", "led", "money", "planted", "post"]);
    names.add_words(
        NameKind::Reading,
        &["luck_at_a", "luck_at_b", "met_at_a", "met_at_b", "attacks_on_a", "attacks_on_b"],
    );
    names.add(NameKind::Reading, SIDES.map(|side| label(&format!("{side}_left"))));
    names.add_words(NameKind::Percept, &["bomb", "danger", "planted_bomb"]);
    names.add_words(NameKind::State, &["carrier", "entry", "killed", "leader"]);
    // What only a person orders.
    names.add_words(NameKind::Reading, &["follow", "smoke_there"]);
    names.add_words(NameKind::Percept, &["smoke_there"]);
    names.add_words(NameKind::Noise, &["beep", "defuse", "plant"]);
    names.add_words(NameKind::Harm, &["explosion"]);
    names.add_words(NameKind::Known, &["health"]);
    names.add_words(NameKind::Played, &["body_hit", "explosion", "killed", "planted"]);
    // What a shot sounds like where it strikes.
    names.add_words(NameKind::Played, &["impact_dust", "impact_leaves", "impact_sparks", "impact_splinters"]);
}

fn check(files: &GameFiles<'_>, out: &mut Diagnostics) {
    for (_, rules, document) in &files.rules {
        let Some(of_game) = rules_of(rules) else {
            out.push(
                document.cursor().error("the rules have no section `game`").help("write `game: ()` for the defaults"),
            );
            continue;
        };
        for side in SIDES {
            let sides = document.cursor().field("sides");
            match rules.sides.get(&label(side)) {
                None => out.push(sides.error(format!("the side `{side}` is missing"))),
                Some(of_side) if files.bodiless.contains(&of_side.agent) => {
                    let message = format!("soldiers need a body, and `{}` is bodiless", of_side.agent);
                    out.push(sides.entry(side).field("agent").error(message));
                }
                Some(_) => {}
            }
        }
        let game = document.cursor().field("game");
        check_order(of_game.go_after, &game, out);
        let leaders = game.field("leaders");
        for (side, agent) in &of_game.leaders {
            let at = leaders.entry(side.as_str());
            if !SIDES.iter().any(|known| side == *known) {
                out.push(leaders.unknown("side", side, SIDES));
            } else if files.agents.is_some_and(|agents| !agents.contains(agent)) {
                out.push(at.unknown("agent", agent, files.agents.into_iter().flatten()));
            } else if files.agents.is_some() && !files.bodiless.contains(agent) {
                let help = format!("write `bodiless: true` in the agent file `{agent}`");
                out.push(at.error(format!("a leader is bodiless, and `{agent}` has a body")).help(help));
            }
        }
        if let Some(of_money) = &of_game.economy {
            economy::check(of_money, rules, &game.field("economy"), out);
        }
        let round = of_game.round_seconds + of_game.fuse_seconds;
        let needed = round + f32::from(of_game.rounds.saturating_sub(1)) * (round + of_game.break_seconds);
        if rules.time_limit < needed {
            let message =
                format!("the time may be up before the last round ends, which can be {needed} s into the match");
            out.push(document.cursor().field("time_limit").error(message));
        }
    }
    for (_, level, document) in &files.levels {
        let legend = document.cursor().field("legend");
        let has_stock =
            |wanted| level.contents().any(|held| matches!(held, CellContent::Stock { name, .. } if *name == wanted));
        if !SITES.into_iter().any(has_stock) {
            let help = "draw a character with `contains: [stock(name: \"site_a\", amount: 1)]` in its legend entry";
            out.push(legend.error("the level has no site").help(help));
        }
        if !level.contents().any(|held| matches!(held, CellContent::Item(name) if *name == "bomb")) {
            let help = "draw a character with `contains: [item(\"bomb\")]` in its legend entry";
            out.push(legend.error("the level has no place for the bomb").help(help));
        }
        let Some(of_game) = level.game.get::<BombLevel>() else { continue };
        let game = document.cursor().field("game");
        if let Some(go_after) = of_game.go_after {
            check_order(go_after, &game, out);
        }
        for (index, post) in of_game.posts.iter().enumerate() {
            if let Some(site) = post.site().filter(|site| !has_stock(SITES[*site])) {
                let message = format!("a defender is posted at `{}`, which the level does not have", SITES[site]);
                out.push(game.field("posts").index(index).error(message));
            }
        }
    }
}

/// Checks that the earlier of two seconds comes first.
fn check_order((earliest, latest): (f32, f32), at: &Cursor<'_>, out: &mut Diagnostics) {
    if earliest > latest {
        let message = format!("the earliest second, {earliest}, is after the latest");
        out.push(at.field("go_after").error(message).help("write the smaller number first"));
    }
}
