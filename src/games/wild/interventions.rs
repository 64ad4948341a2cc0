//! What a person may do to the valley: place and remove animals, feed, let it dry out, shoot, heal, and move the sun.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, Roster, Side, ThingId, label};

use super::{
    schema::{ByHandRules, PlacedStock, rules_of},
    state::{Animal, Wild},
};
use crate::{
    simulation::{
        Arrival, Arrivals,
        InterventionNeeds::{self, Agent, Amount, Nothing, Place},
        InterventionSpec,
        retune::Intervention,
    },
    world::{
        Body, BodyKind, Gauges, Harm, InPlay, MatchRules, Noise, Noises, SiteService, StockState, ThingState, Things,
        level::LevelThing,
    },
};

const fn spec(name: &'static str, title: &'static str, needs: InterventionNeeds) -> InterventionSpec {
    InterventionSpec { name, title, needs }
}

/// What a person may do.
pub(super) static INTERVENTIONS: &[InterventionSpec] = &[
    spec("place_*", "Place a new *", Place),
    spec("remove", "Remove the animal", Agent),
    spec("heal", "Heal and feed the animal", Agent),
    spec("place_grass", "Plant grass", Place),
    spec("place_apple", "Place apples", Place),
    spec("place_meat", "Place meat", Place),
    spec("place_water", "Dig a water hole", Place),
    spec("clear", "Remove the food or water nearby", Place),
    spec("drought", "Drought: all water dries up", Nothing),
    spec("rain", "Rain: water is back", Nothing),
    spec("shoot", "Fire a shot", Place),
    spec("move_sun", "Move the sun, in hours", Amount(0.0, 24.0)),
];

/// Carries out an intervention.
pub(super) fn intervene(world: &mut World, wanted: &Intervention) -> Result<(), String> {
    let place: Vec3 = wanted.place.map(Into::into).unwrap_or_default();
    let agent = wanted.agent.unwrap_or(AgentId(0));
    let all = world.get_resource::<MatchRules>().ok_or("no match")?.0.clone();
    let rules = &rules_of(&all).ok_or("the rules have no section `game`")?.by_hand;
    match wanted.what.as_str() {
        "remove" => {
            harm(world, agent, "removed");
            Ok(())
        }
        "heal" => heal(world, agent),
        "clear" => clear(world, place, rules.clear_radius),
        "drought" => set_water(world, |_| (0.0, 0.0)),
        "rain" => set_water(world, |at_first| (at_first.max, at_first.regrow)),
        "shoot" => shoot(world, place, rules),
        "move_sun" => {
            let days = wanted.amount.unwrap_or_default() / 24.0;
            world.get_resource_mut::<Wild>().map(|mut wild| wild.sun_moved += days).ok_or_else(|| "no match".to_owned())
        }
        other => match other.strip_prefix("place_").map(label) {
            Some(name) => match rules.stocks.get(&name) {
                Some(stock) => appear(world, name, *stock, place),
                None => place_animal(world, name, place),
            },
            None => Err(format!("unknown intervention `{other}`")),
        },
    }
}

fn place_animal(world: &mut World, side: Label, place: Vec3) -> Result<(), String> {
    let rules = world.get_resource::<MatchRules>().map(|rules| rules.0.clone());
    let kind = rules.and_then(|rules| rules.sides.get(&side).map(|side| side.agent));
    let kind = kind.ok_or_else(|| format!("the rules have no side `{side}`, and no `{side}` in `by_hand`"))?;
    let mut arrivals = world.get_resource_or_insert_with(Arrivals::default);
    arrivals.0.push(Arrival { side, kind, place, heading: 0.0, ..Arrival::default() });
    Ok(())
}

/// Takes all health from an animal; the rules settle the rest in the next tick.
fn harm(world: &mut World, agent: AgentId, means: &str) {
    if let Some(mut wild) = world.get_resource_mut::<Wild>() {
        wild.done_by_hand.push(Harm { agent, by: None, means: label(means), amount: 1e6 });
    }
}

fn heal(world: &mut World, agent: AgentId) -> Result<(), String> {
    let entity =
        world.get_resource::<Roster>().and_then(|roster| roster.entity(agent)).ok_or("there is no such animal")?;
    let kind = world.get::<BodyKind>(entity).map(|kind| kind.0.clone()).ok_or("it has no body")?;
    let mut gauges = world.get_mut::<Gauges>(entity).ok_or("it has no needs")?;
    for (name, value) in &mut gauges.0 {
        if let Some(spec) = kind.gauges.get(name).filter(|spec| spec.harm_at_max <= 0.0) {
            *value = spec.max;
        }
    }
    Ok(())
}

fn appear(world: &mut World, name: Label, stock: PlacedStock, place: Vec3) -> Result<(), String> {
    let PlacedStock { amount, regrow } = stock;
    let mut things = world.get_resource_mut::<Things>().ok_or("no match")?;
    let appeared = things.appear_stock(name, place, StockState { amount, max: amount, regrow });
    appeared.map(drop).ok_or_else(|| "the match can have no more things".to_owned())
}

/// Takes all stocks near a place and lets nothing grow there; a season of fruit and rain bring back what they bring everywhere.
fn clear(world: &mut World, place: Vec3, radius: f32) -> Result<(), String> {
    let near = |thing: &LevelThing| (thing.place.distance(place) <= radius).then_some((0.0, 0.0));
    match set_stocks(world, near)? {
        0 => Err(format!("there is no food or water within {radius} m")),
        _ => Ok(()),
    }
}

/// Sets amount and growth of all water by what each place had at first.
fn set_water(world: &mut World, to: impl Fn(StockState) -> (f32, f32)) -> Result<(), String> {
    let water = world.get_resource::<Wild>().ok_or("no match")?.names.water;
    set_stocks(world, |thing| (thing.name == water).then(|| to(thing.stock))).map(drop)
}

/// Sets amount and growth of stocks. Returns how many.
fn set_stocks(world: &mut World, to: impl Fn(&LevelThing) -> Option<(f32, f32)>) -> Result<usize, String> {
    let site = world.get_resource::<SiteService>().ok_or("no match")?.0.clone();
    let mut things = world.get_resource_mut::<Things>().ok_or("no match")?;
    let mut set = 0;
    for index in 0..things.states.len() {
        let Some(new) = things.thing(&site.built, ThingId(index as u16)).and_then(&to) else { continue };
        if let Some(ThingState::Stock(stock)) = things.states.get_mut(index) {
            (stock.amount, stock.regrow) = new;
            set += 1;
        }
    }
    Ok(set)
}

/// A shot: everybody far around hears it, and the nearest animal is hit.
fn shoot(world: &mut World, place: Vec3, rules: &ByHandRules) -> Result<(), String> {
    if let Some(mut noises) = world.get_resource_mut::<Noises>() {
        noises.0.push(Noise { kind: label("shot"), place, loudness: rules.shot_loudness, by: None, source: None });
    }
    let roster = world.get_resource::<Roster>().cloned().unwrap_or_default();
    let apart = |entity: &Entity| {
        (world.get::<InPlay>(*entity).zip(world.get::<Animal>(*entity)).zip(world.get::<Side>(*entity)))?;
        let apart = world.get::<Body>(*entity)?.place.distance(place);
        Some((apart, *world.get::<AgentId>(*entity)?)).filter(|_| apart <= rules.shot_radius)
    };
    let nearest = roster.agents.iter().filter_map(apart).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if let Some((_, agent)) = nearest {
        harm(world, agent, "shot");
    }
    Ok(())
}
