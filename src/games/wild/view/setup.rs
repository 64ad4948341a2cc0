//! What the setup page of the wild offers. Nobody plays: a person watches.

use quarry_minds::protocol::{Label, label};

use crate::client::session::{CountSpec, SetupSpec};
use crate::client::ui::capitalised;
use crate::data::rules::Rules;
use crate::games::wild::Species;
use crate::games::wild::view::species_of;

/// The defaults. Every rules file of the game is offered.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Wild",
    tagline: "Rabbits, wolves and bears live, hunt, breed and die: watch, and intervene",
    roles: &[],
    counts,
    level: "valley",
    difficulty: "fair",
    rules: &[],
};

fn counts(rules: &Rules) -> Vec<CountSpec> {
    let count = |(name, species): (Label, &Species)| CountSpec {
        side: name.as_str(),
        title: label(&capitalised(&species.many(name))).as_str(),
        default: species.setup.count,
        most: species.setup.most,
    };
    species_of(rules).into_iter().map(count).collect()
}
