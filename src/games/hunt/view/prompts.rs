//! What the use button does with an exit and a hiding place, and the words for it.

use quarry_minds::protocol::{Label, label};

use crate::client::session::{UsableThing, UseOffer};
use crate::games::hunt::HuntState;
use crate::world::{MatchRules, ThingState};

/// What the use button does with a thing; `None` for what every game does.
pub fn use_for(usable: &UsableThing<'_>) -> Option<UseOffer> {
    match usable.state {
        ThingState::Gate(exit) if !exit.open && usable.thing.name == "exit" => {
            let state = usable.world.get_resource::<HuntState>();
            let missing = state.map_or(0, |state| state.keys_needed.saturating_sub(state.team_keys));
            let keys = if missing == 1 { "key" } else { "keys" };
            let blocked = (missing > 0).then(|| format!("Exit locked: {missing} more {keys} needed"));
            Some(UseOffer { verb: label("unlock"), blocked })
        }
        state if state.shelter().is_some() => {
            let rules = usable.world.get_resource::<MatchRules>()?;
            let enters = rules.0.allows_verb(usable.side, label("enter"));
            (!enters).then_some(UseOffer::of("search"))
        }
        _ => None,
    }
}

/// The prompt for a verb, and the text of a use in progress; `{}` stands for the thing.
pub fn verb_words(verb: Label) -> Option<(&'static str, &'static str)> {
    match verb.as_str() {
        "take" => Some(("Hold to take the key", "Taking the key")),
        "unlock" => Some(("Hold to unlock the exit", "Unlocking the exit")),
        "search" => Some(("Search {}", "Searching {}")),
        _ => None,
    }
}
