//! What the use button does at a site and at the planted bomb, the words for it, and the orders of a player.

use quarry_minds::protocol::Label;

use crate::client::session::{OrderPlace, OrderSpec, UsableThing, UseOffer};
use crate::games::bombsite::Bombsite;
use crate::games::bombsite::schema::{SIDES, SITES};
use crate::world::ThingState;

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

const fn to_site(what: &'static str, amount: f32, title: &'static str, site: usize) -> OrderSpec {
    OrderSpec { what, amount, title, place: OrderPlace::Thing(SITES[site]), nearest: false }
}

const HOLD: OrderSpec =
    OrderSpec { what: "hold_place", amount: 1.0, title: "hold here", place: OrderPlace::Here, nearest: false };
const FOLLOW: OrderSpec =
    OrderSpec { what: "follow", amount: 1.0, title: "follow me", place: OrderPlace::Here, nearest: false };
/// Twenty-six metres is as far as a grenade flies.
const SMOKE: OrderSpec =
    OrderSpec { what: "smoke_there", amount: 1.0, title: "smoke there", place: OrderPlace::Ahead(26), nearest: true };

/// The orders that a player of a side can give.
pub fn orders(side: Label) -> &'static [OrderSpec] {
    const ATTACK: &[OrderSpec] =
        &[to_site("attack_site", 1.0, "attack A", 0), to_site("attack_site", 2.0, "attack B", 1), HOLD, FOLLOW, SMOKE];
    const DEFEND: &[OrderSpec] =
        &[to_site("hold_site", 1.0, "hold A", 0), to_site("hold_site", 2.0, "hold B", 1), HOLD, FOLLOW, SMOKE];
    if side == SIDES[0] { ATTACK } else { DEFEND }
}
