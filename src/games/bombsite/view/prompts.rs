//! What the use button does at a site and at the planted bomb, and the words for it.

use crate::{
    client::session::game_view::{UsableThing, UseOffer},
    games::bombsite::{Bombsite, schema::SITES},
    protocol::Label,
    world::ThingState,
};

/// What the use button does with a thing; `None` for what every game does.
pub fn use_for(usable: &UsableThing<'_>) -> Option<UseOffer> {
    let state = usable.world.get_resource::<Bombsite>()?;
    if !matches!(usable.state, ThingState::Stock(_)) {
        return None;
    }
    if state.planted.is_some_and(|planted| planted.thing == usable.thing.id) {
        return state.defused.is_none().then_some(UseOffer::of("defuse"));
    }
    let plants = SITES.contains(&usable.thing.name.as_str()) && state.carrier == Some(usable.agent);
    plants.then_some(UseOffer::of("plant"))
}

/// The prompt for a verb, and the text of a use in progress.
pub fn verb_words(verb: Label) -> Option<(&'static str, &'static str)> {
    match verb.as_str() {
        "take" => Some(("Hold to take the bomb", "Taking the bomb")),
        "plant" => Some(("Hold to plant the bomb", "Planting the bomb")),
        "defuse" => Some(("Hold to defuse the bomb", "Defusing the bomb")),
        _ => None,
    }
}
