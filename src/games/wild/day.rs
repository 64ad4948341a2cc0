//! Day and night: the time of day, the light, and the seasons in which stocks grow.

use bevy::{ecs::prelude::*, math::ops};
use quarry_minds::protocol::Label;

use super::{
    events::WildEvent,
    schema::{DayRules, Season, rules_of},
    state::Wild,
};
use crate::world::{Announcements, Daylight, EventEmitter, SiteService, ThingState, Things, smooth_step};

/// The time of day at which the sun rises; it sets as long before midnight.
const SUNRISE: f32 = 0.25;

impl DayRules {
    /// The days since the midnight before the match began, after this many seconds of the match.
    pub fn days(&self, seconds: f32) -> f32 {
        self.start + seconds / self.seconds.max(1.0)
    }

    /// The light at a moment, as a share of the light at noon. The moment is given in days.
    pub fn light(&self, days: f32) -> f32 {
        let height = -ops::cos(days.fract() * std::f32::consts::TAU);
        self.night_light + (1.0 - self.night_light) * smooth_step(height * 1.6 + 0.5)
    }
}

impl Season {
    /// Whether stocks grow at a moment, given in days.
    pub fn grows(&self, days: f32) -> bool {
        days % self.every_days.max(0.01) < self.days
    }
}

/// Advances the day: the light, what every animal knows of it, and the seasons.
pub(super) fn advance_day(
    mut wild: ResMut<Wild>,
    site: Res<SiteService>,
    mut things: ResMut<Things>,
    mut daylight: ResMut<Daylight>,
    mut announced: ResMut<Announcements>,
    mut emitter: EventEmitter,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let before = wild.days;
    wild.days = rules.day.days(emitter.clock.seconds()) + wild.sun_moved;
    let light = rules.day.light(wild.days);
    daylight.0 = light;
    announced.set(wild.names.daylight, light);
    let day = wild.days.floor() as i32 + 1;
    let passed = |moment: f32| before.fract() < moment && wild.days.fract() >= moment;
    if passed(SUNRISE) {
        emitter.log(WildEvent::Dawn { day }.into());
    }
    if passed(1.0 - SUNRISE) {
        emitter.log(WildEvent::Dusk { day }.into());
    }
    let ripe: Vec<Label> =
        rules.seasons.iter().filter(|(_, season)| season.grows(wild.days)).map(|(kind, _)| *kind).collect();
    if ripe != wild.ripe {
        for (index, thing) in site.0.built.things.iter().enumerate() {
            if !rules.seasons.contains_key(&thing.name) {
                continue;
            }
            if let Some(ThingState::Stock(stock)) = things.states.get_mut(index) {
                stock.regrow = if ripe.contains(&thing.name) { thing.stock.regrow } else { 0.0 };
            }
        }
        wild.ripe = ripe;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noon_is_bright_and_midnight_dark() {
        let day = DayRules { seconds: 180.0, start: 0.3, night_light: 0.2 };
        assert!((day.light(0.5) - 1.0).abs() < 1e-6 && (day.light(1.0) - 0.2).abs() < 1e-6);
        assert!(day.light(0.3) > day.light(0.25) && day.light(0.25) > day.light(0.2));
        assert!((day.days(90.0) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn a_season_comes_back() {
        let season = Season { every_days: 2.0, days: 0.5 };
        assert!(season.grows(0.2) && !season.grows(0.7) && !season.grows(1.2) && season.grows(2.3));
    }
}
