//! The economy of a side as it is now, for the model that build orders are planned with.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use super::{
    catalogue::Catalogue,
    economy::Economy,
    state::Commander,
    units::{Building, Census},
};

/// The economy of a side. `building` looks up what a building makes; `tick` and `rate` say when it is.
pub fn take_stock(
    state: &Commander,
    census: &Census,
    building: &dyn Fn(Entity) -> Option<Building>,
    catalogue: &Arc<Catalogue>,
    side: usize,
    (tick, rate): (u32, u32),
) -> Economy {
    let now = (u64::from(tick) * 1000 / u64::from(rate.max(1))) as u32;
    let mut economy = Economy::empty(Arc::clone(catalogue), now);
    let of_side = &state.sides[side];
    let worker = catalogue.numbers.worker;
    let mut add_ons = Vec::new();
    let mut under_way = Vec::new();
    let mut workers = 0_u16;
    for entry in census.of_side(side) {
        if entry.product == worker {
            workers += 1;
        } else if !entry.unfinished {
            economy.add(entry.product, 1);
        }
        let Some(building) = building(entry.entity) else { continue };
        add_ons.extend(building.add_on);
        for production in building.construction.iter().chain(&building.production) {
            under_way.push((production.recipe, (production.left.max(0.0) * 1000.0) as u32));
        }
    }
    for ordered in &of_side.ordered {
        under_way.push((ordered.recipe, catalogue.recipe(ordered.recipe).millis));
    }
    for upgrade in &of_side.upgrades {
        economy.add(*upgrade, 1);
    }
    // Each building under way has a builder, or gets one soon.
    let builders = under_way.iter().filter(|(recipe, _)| catalogue.recipe(*recipe).producer == worker).count() as u16;
    economy.add(worker, workers.saturating_sub(builders));
    for add_on in add_ons {
        economy.attach(add_on);
    }
    for (recipe, left) in under_way {
        economy.add_under_way(recipe, left);
    }
    economy.set_store(of_side.minerals, of_side.gas);
    economy.set_gas_workers(of_side.gas_workers);
    economy
}
