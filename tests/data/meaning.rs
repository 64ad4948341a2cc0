//! Minds must mean what they say: a name that nothing provides, and a part that has no effect, give a finding at their place.

use super::{place, schema, with};
use crate::hunt;
use quarry::{
    data::{DataFiles, GameSchema, Library},
    games,
    simulation::check_minds,
};
use quarry_ron::{Diagnostics, Finding};

const ANIMAL: &str = "assets/wild/minds/animal.ron";
const LIVING: &str = "assets/wild/actions/living.ron";
const RABBIT: &str = "assets/wild/minds/rabbit.ron";
const HUNTED: &str = "assets/hunt/minds/hunted.ron";
const HUNTER: &str = "assets/hunt/minds/hunter.ron";
const STRATEGIST: &str = "assets/commander/minds/strategist.ron";
const CATALOGUE: &str = "assets/commander/catalogue.ron";
const RULES: &str = "assets/commander/rules/standard.ron";

/// What `quarry check` finds in these files, but for what is seen in the navigation mesh of levels.
pub(super) fn findings(files: &DataFiles, game: &'static GameSchema) -> Vec<Finding> {
    let (library, mut findings) = Library::examine(files, game);
    if let Some(library) = &library {
        findings.extend(check_minds(library));
    }
    Diagnostics { findings }.into_sorted()
}

/// A mistake: a text of a file replaced by another.
struct Mistake {
    path: &'static str,
    old: &'static str,
    new: &'static str,
    /// The text at which the finding is expected.
    at: &'static str,
    message: &'static str,
    help: &'static str,
}

impl Mistake {
    fn expect(&self) {
        let files = with(self.path, self.old, self.new);
        let found = findings(&files, schema(self.path));
        let said: Vec<String> = found.iter().map(Finding::snippet).collect();
        let said = format!("`{}` in {}:\n{}", self.new, self.path, said.join("\n"));
        let at = place(&files, self.path, self.at);
        let fits = |finding: &&Finding| finding.file.ends_with(self.path) && (finding.line, finding.column) == at;
        let finding = found.iter().find(fits).unwrap_or_else(|| panic!("no finding at {at:?} for {said}"));
        assert!(finding.message.contains(self.message), "expected: {}\n{said}", self.message);
        assert!(finding.help.clone().unwrap_or_default().contains(self.help), "expected: {}\n{said}", self.help);
    }
}

#[test]
fn the_shipped_minds_mean_what_they_say() {
    for game in games::all() {
        let files = DataFiles::read(hunt::root(), game.schema().name).unwrap();
        let said: Vec<String> = findings(&files, game.schema()).iter().map(Finding::snippet).collect();
        assert!(said.is_empty(), "{}", said.join("\n"));
    }
}

#[test]
fn a_name_that_nothing_provides() {
    for mistake in [
        Mistake {
            path: ANIMAL,
            old: "reading(\"hydration\")",
            new: "reading(\"hydratoin\")",
            at: "\"hydratoin\"",
            message: "unknown reading `hydratoin`",
            help: "`hydration`",
        },
        Mistake {
            path: ANIMAL,
            old: "{\"satiety\": 10",
            new: "{\"satietty\": 10",
            at: "\"satietty\"",
            message: "unknown reading `satietty`",
            help: "`satiety`",
        },
        Mistake {
            path: RABBIT,
            old: "kinds: [\"wolf\"",
            new: "kinds: [\"wollf\"",
            at: "\"wollf\"",
            message: "unknown kind `wollf`",
            help: "`wolf`",
        },
        Mistake {
            path: HUNTER,
            old: "\"hiding_place\": ",
            new: "\"hidding_place\": ",
            at: "\"hidding_place\"",
            message: "unknown kind `hidding_place`: no sense, side, noise, thing, game or order provides it (in the minds",
            help: "`hiding_place`",
        },
        Mistake {
            path: HUNTER,
            old: "sources: [heard, told]",
            new: "sources: [heard, sensed(\"smell\")]",
            at: "\"smell\"",
            message: "unknown sense `smell`",
            help: "",
        },
        Mistake {
            path: STRATEGIST,
            old: "\"what\": \"build_siege\"",
            new: "\"what\": \"build_sieg\"",
            at: "\"build_sieg\"",
            message: "unknown order `build_sieg`",
            help: "`build_siege`",
        },
        Mistake {
            path: LIVING,
            old: "{\"food_known\": is",
            new: "{\"food_knwon\": is",
            at: "\"food_knwon\"",
            message: "unknown fact \"food_knwon\"; declare it or correct the name; did you mean `food_known`?",
            help: "",
        },
        Mistake {
            path: "assets/hunt/actions/searching.ron",
            old: "\"max_places\": 4",
            new: "\"max_place\": 4",
            at: "\"max_place\"",
            message: "the behaviour has no parameter `max_place`; did you mean `max_places`?",
            help: "",
        },
    ] {
        mistake.expect();
    }
}

#[test]
fn a_name_that_nothing_refers_to() {
    for mistake in [
        Mistake {
            path: "levels/bombsite/depot.ron",
            old: "stock(name: \"staging_a\"",
            new: "stock(name: \"stagin_a\"",
            at: "\"stagin_a\"",
            message: "unknown thing `stagin_a`",
            help: "`staging_a`",
        },
        Mistake {
            path: "assets/commander/agents/academy.ron",
            old: "{\"health\"",
            new: "{\"heatlh\"",
            at: "\"heatlh\"",
            message: "unknown name `heatlh`",
            help: "`health`",
        },
        Mistake {
            path: "assets/bombsite/rules/standard.ron",
            old: "{\"attackers\": \"mate\"",
            new: "{\"attackers\": \"maet\"",
            at: "\"maet\"",
            message: "unknown name `maet`",
            help: "`mate`",
        },
        Mistake {
            path: "assets/wild/rules/standard.ron",
            old: "(gauge: \"hydration\"",
            new: "(gauge: \"hydratoin\"",
            at: "\"hydratoin\"",
            message: "unknown gauge `hydratoin`",
            help: "`hydration`",
        },
        Mistake {
            path: "assets/wild/sound.ron",
            old: "\"door_open\": (",
            new: "\"door_oepn\": (",
            at: "\"door_oepn\"",
            message: "unknown cue `door_oepn`",
            help: "`door_open`",
        },
        Mistake {
            path: "assets/wild/sound.ron",
            old: "[\"door_open\"]",
            new: "[\"door_oepn\"]",
            at: "\"door_oepn\"",
            message: "there is no file assets/shared/audio/door_oepn.wav",
            help: "",
        },
        Mistake {
            path: "assets/hunt/speech.ron",
            old: "sighted(\"hunter\")",
            new: "sighted(\"hutner\")",
            at: "\"hutner\"",
            message: "unknown kind `hutner`",
            help: "`hunter`",
        },
        Mistake {
            path: "assets/hunt/brains/hunted_utility.ron",
            old: "curve(distance(\"steps close\")",
            new: "curve(distance(\"step close\")",
            at: "\"step close\"",
            message: "no query is called \"step close\"; did you mean `steps close`?",
            help: "",
        },
    ] {
        mistake.expect();
    }
}

#[test]
fn a_goal_of_the_catalogue_that_was_renamed() {
    let files = with(CATALOGUE, "name: \"build_siege\"", "name: \"build_train\"");
    let found = findings(&files, schema(CATALOGUE));
    let orders: Vec<_> =
        found.iter().filter(|finding| finding.message.contains("unknown order `build_siege`")).collect();
    assert_eq!(orders.len(), 2, "{found:?}");
    let text = String::from_utf8(files.get(STRATEGIST).unwrap().to_vec()).unwrap();
    for finding in orders {
        let line = text.lines().nth(finding.line as usize - 1).unwrap_or_default();
        assert!(line.contains("\"what\": \"build_siege\""), "{finding}");
    }
}

#[test]
fn a_product_that_the_rules_do_not_cover() {
    for mistake in [
        Mistake {
            path: RULES,
            old: "\"flamer\": {\"light\": 2.5",
            new: "\"flamer\": {\"ligth\": 2.5",
            at: "\"ligth\"",
            message: "unknown class of `classes` `ligth`",
            help: "`light`",
        },
        Mistake {
            path: RULES,
            old: "\"tank\": \"heavy\"",
            new: "\"tank\": \"haevy\"",
            at: "\"haevy\"",
            message: "unknown class of `damage` `haevy`",
            help: "`heavy`",
        },
        Mistake {
            path: RULES,
            old: "            \"academy\": \"building\",\n",
            new: "",
            at: "{\n            \"worker\": \"light\"",
            message: "the building `academy` has no class",
            help: "add an entry",
        },
    ] {
        mistake.expect();
    }
    let mut files = DataFiles::read(hunt::root(), "commander").unwrap();
    files.remove("assets/commander/agents/walker.ron");
    let found = findings(&files, schema(RULES));
    let expected = "has no kind of agent for the product `walker`";
    assert!(found.iter().any(|finding| finding.message.contains(expected) && finding.line > 0), "{found:?}");
}

#[test]
fn a_part_of_a_mind_without_effect() {
    for mistake in [
        Mistake {
            path: HUNTED,
            old: "\"unlocked\": (type: bool(), value: reading(\"exit_open\"))",
            new: "\"unlocked\": (type: bool(default: false))",
            at: "(type: bool(default: false))",
            message: "the fact `unlocked` has no `value`",
            help: "",
        },
        Mistake {
            path: LIVING,
            old: "effects: {\"with_parent\": set(true), \"hidden\": set(false)}",
            new: "effects: {}",
            at: "\"follow_parent\"",
            message: "no goal can use the action `follow_parent`",
            help: "",
        },
        Mistake {
            path: RABBIT,
            old: "(name: \"wander\", base_relevance: 12)",
            new: "(name: \"wander\", base_relevance: 30, success_cooldown: 0)",
            at: "\"stay_close\",\n            considerations",
            message: "the goal `stay_close` is outranked by `wander` in every state",
            help: "",
        },
        Mistake {
            path: "assets/hunt/actions/patrolling.ron",
            old: "prior: value(0.15)",
            new: "prior: value(15)",
            at: "value(15)",
            message: "the odds of `patrol` can be 15",
            help: "",
        },
        Mistake {
            path: "assets/hunt/actions/patrolling.ron",
            old: "prior: value(0.15)",
            new: "prior: value(-0.15)",
            at: "value(-0.15)",
            message: "the odds of `patrol` can be -0.15",
            help: "",
        },
    ] {
        mistake.expect();
    }
}

#[test]
fn a_placeholder_of_an_action_set_for_an_action_that_the_mind_does_not_have() {
    let path = "assets/hunt/minds/novice_hunter.ron";
    let files = with(path, "[\"catching\", \"imprisoning\", \"patrolling\"", "[\"imprisoning\", \"patrolling\"");
    let found = findings(&files, schema(path));
    let expected = "the placeholder `melee_found` promises `hit`";
    let one = found.iter().find(|finding| finding.message.contains(expected)).unwrap_or_else(|| panic!("{found:?}"));
    assert!(one.file.ends_with("actions/patrolling.ron") && one.message.contains("`novice_hunter`"), "{one}");
}

#[test]
fn a_syntax_error_in_a_file_that_others_build_on() {
    for path in [HUNTER, "assets/hunt/actions/patrolling.ron", "assets/hunt/agents/hunter.ron"] {
        let files = with(path, "(\n", "((\n");
        let found = findings(&files, schema(path));
        assert!(found.iter().any(|finding| finding.file.ends_with(path) && finding.line > 0), "{found:?}");
        let absent: Vec<_> = found.iter().filter(|finding| finding.message.contains("there is no")).collect();
        assert!(absent.is_empty(), "{absent:?}");
    }
}
