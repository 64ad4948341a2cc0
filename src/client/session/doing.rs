//! What an agent does, as a sentence: "taking the key in the bedchamber".
//!
//! The names of actions in data begin with a verb: `take_key`, `go_to_mate`, `look_into_store`. They are English, like all text.

use quarry_minds::protocol::{Label, Subject};

use super::names::{agent_name, in_room};
use super::scene_setup::SceneSetup;
use crate::client::ui::humanize;
use crate::world::level::ThingKind;

/// Words after which the target stands.
const PREPOSITIONS: [&str; 8] = ["to", "towards", "at", "with", "into", "over", "behind", "by"];
/// Words that belong to their verb: "tear down the curtain".
const PARTICLES: [&str; 7] = ["up", "down", "out", "off", "on", "in", "low"];
/// Verbs that take no object, with the word between them and a thing; those without a word have no target worth telling.
const WITHOUT_OBJECT: [(&str, &str); 17] = [
    ("hide", "in"),
    ("sleep", "in"),
    ("rest", "in"),
    ("lie", "in"),
    ("stay", "in"),
    ("wait", "at"),
    ("keep", "at"),
    ("gather", "at"),
    ("stop", "at"),
    ("leave", "by"),
    ("go", "to"),
    ("come", "to"),
    ("drink", "at"),
    ("support", "against"),
    ("wander", ""),
    ("flee", ""),
    ("explore", ""),
];

/// What an agent does, with the target if it has one with a name.
pub fn doing(setup: &SceneSetup, action: Label, target: Option<Subject>) -> String {
    let target = match target {
        Some(Subject::Agent(agent)) => agent_name(&setup.agents, agent),
        Some(Subject::Thing(thing)) => match setup.level.thing(thing) {
            // "Leaving" says enough of a gate.
            Some(known) if known.kind == ThingKind::Gate && !action.as_str().contains('_') => String::new(),
            // Minds know one kind of hiding place; people see a wardrobe or a bed.
            Some(known) => {
                let prop = known.prop.and_then(|prop| setup.level.props.get(prop));
                let name = prop.map_or(known.name, |prop| prop.name);
                format!("the {}{}", humanize(name), in_room(setup, known.place.into()))
            }
            None => String::new(),
        },
        Some(Subject::Unknown(_) | Subject::Place(_) | Subject::Order(_)) | None => String::new(),
    };
    phrase(action, &target)
}

/// An action with a target; without one if that is empty.
fn phrase(action: Label, target: &str) -> String {
    let words: Vec<&str> = action.as_str().split('_').collect();
    let Some((verb, rest)) = words.split_first() else { return String::new() };
    let join = |words: &[&str]| words.iter().map(|word| format!(" {word}")).collect::<String>();
    let alone = format!("{}{}", gerund(verb), join(rest));
    let between = WITHOUT_OBJECT.iter().find(|(known, _)| known == verb).map(|(_, between)| *between);
    if target.is_empty() || between == Some("") {
        return alone;
    }
    // "Open for a crank": what it is for stands for itself.
    let rest = rest.split(|word| *word == "for").next().unwrap_or_default();
    if let Some(last) = rest.iter().rposition(|word| PREPOSITIONS.contains(word)) {
        return format!("{}{} {target}", gerund(verb), join(rest.get(..=last).unwrap_or_default()));
    }
    let particle = rest.first().filter(|word| PARTICLES.contains(word)).map(|word| format!(" {word}"));
    match between {
        Some(between) => format!("{}{} {between} {target}", gerund(verb), join(rest)),
        None => format!("{}{} {target}", gerund(verb), particle.unwrap_or_default()),
    }
}

/// The present participle of a verb: "taking", "running", "lying".
fn gerund(verb: &str) -> String {
    let letters: Vec<char> = verb.chars().collect();
    let is_vowel = |letter: char| "aeiou".contains(letter);
    // Two syllables, and still a doubled letter.
    if verb == "patrol" {
        return "patrolling".to_owned();
    }
    let vowels = letters.iter().filter(|letter| is_vowel(**letter)).count();
    match letters.as_slice() {
        [stem @ .., 'i', 'e'] => format!("{}ying", stem.iter().collect::<String>()),
        [stem @ .., before, 'e'] if !"eo".contains(*before) => {
            format!("{}{before}ing", stem.iter().collect::<String>())
        }
        // A short vowel before one last consonant doubles it: in verbs of one syllable.
        [.., before, vowel, last]
            if vowels == 1 && !is_vowel(*before) && is_vowel(*vowel) && !is_vowel(*last) && !"wxy".contains(*last) =>
        {
            format!("{verb}{last}ing")
        }
        _ => format!("{verb}ing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn actions_are_told_as_a_person_would() {
        for (action, target, told) in [
            ("take_key", "the key in the bedchamber", "taking the key in the bedchamber"),
            ("take_found_crowbar", "the crowbar", "taking the crowbar"),
            ("go_to_mate", "Clover", "going to Clover"),
            ("go_to_water", "", "going to water"),
            ("wander", "Mallow", "wandering"),
            ("drink", "the water in the north", "drinking at the water in the north"),
            ("sleep", "the burrow in the north", "sleeping in the burrow in the north"),
            ("lie_low", "the cave", "lying low in the cave"),
            ("open_for_crank", "the chest", "opening the chest"),
            ("look_into_store", "the store", "looking into the store"),
            ("tear_down", "the curtain", "tearing down the curtain"),
            ("bite_wolf", "Ash", "biting Ash"),
            ("mate_with_kin", "Fern", "mating with Fern"),
            ("stay_hidden", "the wardrobe in the hall", "staying hidden in the wardrobe in the hall"),
            ("shut", "the door", "shutting the door"),
            ("flee", "Badger", "fleeing"),
            ("tie", "the rope", "tying the rope"),
            ("attack_from_cover", "Kestrel", "attacking Kestrel"),
            ("support", "Adder", "supporting against Adder"),
            ("patrol", "", "patrolling"),
        ] {
            assert_eq!(phrase(label(action), target), told, "{action}");
        }
    }
}
