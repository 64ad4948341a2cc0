//! What the player can buy at the start of a round, with prices and buttons.

use bevy::prelude::{Local, Real, Res, Time, World, info};
use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use quarry_minds::protocol::{AgentId, Roster, Side};

use crate::client::input::bindings::PlayerAction;
use crate::client::play::hud::{HudContext, PlayerHud};
use crate::client::session::PurchaseOffer;
use crate::client::ui::{FAINT, GOLD, INK, humanize};
use crate::games::bombsite::{Bombsite, schema::rules_of};
use crate::world::{InPlay, MatchRules};

/// The items on offer to an agent now.
pub fn offers(world: &World, agent: AgentId) -> Vec<PurchaseOffer> {
    let found = || {
        let economy = rules_of(&world.get_resource::<MatchRules>()?.0)?.economy.as_ref()?;
        let state = world.get_resource::<Bombsite>()?;
        let entity = world.get_resource::<Roster>()?.entity(agent)?;
        world.get::<InPlay>(entity)?;
        let clock = world.get_resource()?;
        let (side, purse) = (world.get::<Side>(entity)?.0, state.purses.get(&agent)?);
        let items = economy.items_of(side).into_iter().filter(|(_, item)| item.price > 0);
        let offer = |(name, item): (_, &crate::games::bombsite::ItemSpec)| PurchaseOffer {
            name,
            price: item.price,
            has: purse.items.contains(&name),
            affordable: item.price <= purse.money,
        };
        Some(if state.seconds(clock) <= economy.buy_seconds { items.map(offer).collect() } else { Vec::new() })
    };
    found().unwrap_or_default()
}

/// How long it is said why something was not bought, in seconds.
const REFUSAL_SECONDS: f32 = 2.5;

/// Why the last purchase was refused, and for how long that is still said.
#[derive(Default)]
pub struct Refusal {
    words: String,
    left: f32,
    /// What was on offer in the frame before: a purchase has been made by the time its button is seen here.
    before: Vec<PurchaseOffer>,
}

/// Draws the page while there is something on offer, and the score is not shown.
pub fn draw(mut hud: PlayerHud, time: Res<Time<Real>>, mut refusal: Local<Refusal>) {
    if hud.holds(PlayerAction::Score) {
        return;
    }
    refusal.left = (refusal.left - time.delta_secs()).max(0.0);
    let pressed: Vec<bool> = PlayerAction::ORDERS.into_iter().map(|action| hud.presses(action)).collect();
    hud.show(|hud| {
        let offers = &hud.knowledge.offers;
        let money = hud.knowledge.reading("money");
        let mut wanted = refusal.before.iter().zip(&pressed).filter(|(_, pressed)| **pressed).map(|(offer, _)| offer);
        if let Some(words) = wanted.next().and_then(|offer| why_not(offer, money)) {
            info!("not bought: {words}");
            (refusal.words, refusal.left) = (words, REFUSAL_SECONDS);
        }
        refusal.before.clone_from(offers);
        if !offers.is_empty() {
            page(hud, &refusal);
        }
    });
}

/// Why an item cannot be bought; `None` if it can.
fn why_not(offer: &PurchaseOffer, money: f32) -> Option<String> {
    let title = humanize(offer.name);
    if offer.has {
        return Some(format!("You have the {title}"));
    }
    (!offer.affordable).then(|| format!("{:.0} short for the {title}", f32::from(offer.price) - money))
}

fn page(hud: &HudContext<'_>, refusal: &Refusal) {
    let canvas = &hud.canvas;
    let offers = &hud.knowledge.offers;
    let (row, wide) = (canvas.length(26.0), canvas.length(300.0));
    let size = vec2(wide, row * (offers.len() as f32 + 2.5));
    let corner = pos2(canvas.area.left() + canvas.length(20.0), canvas.area.center().y - size.y * 0.5);
    let plate = Rect::from_min_size(corner, size);
    canvas.plate(plate, None, 1.0);
    let edge = canvas.length(14.0);
    let mut y = plate.top() + row * 0.75;
    let title = if hud.knowledge.reading("held_fast") > 0.0 { "Buy before you go" } else { "Buy" };
    let money = format!("{:.0}", hud.knowledge.reading("money"));
    canvas.text(pos2(plate.left() + edge, y), Align2::LEFT_CENTER, title, 17.0, GOLD);
    canvas.text(pos2(plate.right() - edge, y), Align2::RIGHT_CENTER, &money, 17.0, GOLD);
    for (offer, action) in offers.iter().zip(PlayerAction::ORDERS) {
        y += row;
        let colour = if offer.affordable && !offer.has { INK } else { FAINT };
        let title = format!("[{}] {}", hud.button(action), humanize(offer.name));
        let price = if offer.has { "bought".to_owned() } else { offer.price.to_string() };
        canvas.text(pos2(plate.left() + edge, y), Align2::LEFT_CENTER, &title, 15.0, colour);
        canvas.text(pos2(plate.right() - edge, y), Align2::RIGHT_CENTER, &price, 15.0, colour);
    }
    let (words, colour) = match refusal.words.as_str() {
        words if refusal.left > 0.0 => (words, hud.danger()),
        _ => ("Lasts until you die; grenades for one round", FAINT),
    };
    canvas.text(pos2(plate.left() + edge, y + row), Align2::LEFT_CENTER, words, 13.0, colour);
}
