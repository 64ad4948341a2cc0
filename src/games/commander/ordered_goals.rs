//! What an order to the build-order planner demands: goals of the catalogue by name, one base more, or what stands against the enemy.

use quarry_minds::protocol::HeldOrder;

use super::{
    build_order::{CounterGoals, goals_against},
    catalogue::{BuildGoal, Catalogue, ProductId, ProductKind},
    production::Works,
    state::Commander,
};

/// The order that counters an enemy unit.
pub const BUILD_AGAINST: &str = "build_against";
/// The order for another command post.
pub const BUILD_EXPANSION: &str = "build_expansion";

/// The goals of an order to the build-order planner: none if they are reached already; `None` if it is unknown.
pub(super) fn goals_of(
    state: &Commander,
    works: &Works,
    catalogue: &Catalogue,
    side: usize,
    order: &HeldOrder,
) -> Option<Vec<BuildGoal>> {
    let name = order.request.what;
    let standing = |id: ProductId| works.census.standing(side, id);
    match name.as_str() {
        BUILD_AGAINST => {
            let Some((enemy, number)) = most_dangerous(state, side, 0.0, &standing) else {
                return Some(Vec::new());
            };
            match goals_against(catalogue, enemy, number, &standing) {
                CounterGoals::AnyOf(goals) => Some(goals),
                CounterGoals::Held => Some(Vec::new()),
                CounterGoals::NoCounter => None,
            }
        }
        BUILD_EXPANSION => {
            let post = catalogue.product_ids().find(|id| catalogue.get(*id).is_base)?;
            Some(vec![BuildGoal { name, at_least: vec![(post, standing(post) + 1)] }])
        }
        _ => {
            let goal = catalogue.goal_for(state.faction(side), catalogue.goal(name)?);
            // The amount of the order multiplies the units, not the buildings.
            let times = order.request.amount.round().clamp(1.0, 20.0) as u16;
            let scaled = |&(id, number): &(ProductId, u16)| match catalogue.get(id).kind {
                ProductKind::Unit => (id, number.saturating_mul(times)),
                _ => (id, number),
            };
            Some(vec![BuildGoal { name, at_least: goal.at_least.iter().map(scaled).collect() }])
        }
    }
}

/// The enemy unit that the units at hand hold least, and how many of it a side believes in. `None` if what is not held is worth no more
/// than `least`.
pub(super) fn most_dangerous(
    state: &Commander,
    side: usize,
    least: f32,
    at_hand: &dyn Fn(ProductId) -> u16,
) -> Option<(ProductId, u16)> {
    let catalogue = state.catalogue.as_ref()?;
    let open = catalogue.counters.iter().filter_map(|(enemy, counters)| {
        let number = state.sides[side].believed_number(*enemy);
        let held: f32 = counters.iter().map(|counter| f32::from(at_hand(counter.unit)) * counter.holds).sum();
        let missing = f32::from(number) - held;
        let worth = missing * state.worth(*enemy);
        (worth > least).then_some((*enemy, number, worth))
    });
    let worst = open.max_by(|(a, _, one), (b, _, other)| one.total_cmp(other).then(b.cmp(a)));
    worst.map(|(enemy, number, _)| (enemy, number))
}
