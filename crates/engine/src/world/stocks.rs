//! Stocks: things with an amount that can be used up and that grows again, such as grass.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::SimulationClock;

use super::{StockState, ThingState, Things};

impl StockState {
    /// Takes at most `wanted` out of it. Returns how much there was.
    pub fn take(&mut self, wanted: f32) -> f32 {
        let taken = wanted.clamp(0.0, self.amount);
        self.amount -= taken;
        taken
    }
}

/// Lets all stocks grow by one tick.
pub(super) fn regrow(clock: Res<SimulationClock>, mut things: ResMut<Things>) {
    if !things.has_stocks {
        return;
    }
    let dt = clock.dt();
    for state in &mut things.states {
        if let ThingState::Stock(stock) = state {
            stock.amount = (stock.amount + stock.regrow * dt).clamp(0.0, stock.max);
        }
    }
}
