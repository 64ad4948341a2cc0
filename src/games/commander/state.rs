//! The state of a match: the map, and what each side has, knows and wants.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy::{
    ecs::{prelude::*, system::SystemParam},
    math::Vec3,
};
use quarry_minds::protocol::{AgentId, GivenOrder, HeldOrder, Label, OrderStatus, Orders, Roster, ThingId, label};

use super::{
    army::Mission,
    builds::{Builds, PursuedGoal},
    catalogue::{Catalogue, Faction, ProductId, ProductKind, RecipeId},
    map::CommanderMap,
    schema::SIDES,
    sensors::BaseBelief,
};
use crate::{data::declare::labels, simulation::Numbers, world::InPlay};

/// A building that was ordered and paid for, and does not exist yet: its builder is on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderedBuilding {
    /// How it is made.
    pub recipe: RecipeId,
    /// Where.
    pub plot: usize,
    /// The worker that builds it; `None` while none is free.
    pub builder: Option<AgentId>,
}

/// What a side knows of an enemy unit or building.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// What it is.
    pub product: ProductId,
    /// Where it was seen last, in metres.
    pub place: Vec3,
    /// The tick in which it was seen last.
    pub seen: u32,
}

/// The agents without a body that command a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Staff {
    /// The mind that plans the strategy; `None` for a scripted side.
    pub strategist: Option<AgentId>,
    /// Receives orders for what to build.
    pub build_planner: Option<AgentId>,
    /// Receives orders for the soldiers.
    pub army: Option<AgentId>,
    /// Receives orders for scouts.
    pub scouts: Option<AgentId>,
}

/// The orders that the staff of both sides hold.
#[derive(SystemParam)]
pub(super) struct StaffOrders<'w, 's> {
    roster: Res<'w, Roster>,
    orders: Query<'w, 's, &'static mut Orders, With<InPlay>>,
}

impl StaffOrders<'_, '_> {
    /// The order that a member of a staff has to carry out: one that is neither done nor has failed.
    pub fn held(&self, agent: Option<AgentId>) -> Option<HeldOrder> {
        let entity = self.roster.entity(agent?)?;
        let held = self.orders.get(entity).ok()?.held;
        held.filter(|held| held.stands() && !matches!(held.status, OrderStatus::Failed(_)))
    }

    /// Reports what has become of the order with this number.
    pub fn report(&mut self, agent: Option<AgentId>, number: u32, status: OrderStatus) {
        if let Some(entity) = agent.and_then(|agent| self.roster.entity(agent))
            && let Ok(mut orders) = self.orders.get_mut(entity)
            && let Some(held) = &mut orders.held
            && held.number == number
            && held.status != status
        {
            held.status = status;
        }
    }

    /// Lets a member of a staff hold an earlier order again, after another one that is done or has failed, and lets the giver hear that it
    /// is pursued.
    pub fn resume(&mut self, agent: Option<AgentId>, earlier: HeldOrder) -> Resumed {
        let entity = |agent: Option<AgentId>| agent.and_then(|agent| self.roster.entity(agent));
        let (receiver, giver) = (entity(agent), entity(Some(earlier.by)));
        let (Some(receiver), Some(giver)) = (receiver, giver) else { return Resumed::Gone };
        let held = self.orders.get(receiver).ok().and_then(|orders| orders.held);
        // An order that was taken back takes those before it along.
        let Some(held) = held.filter(|held| held.by == earlier.by) else { return Resumed::Gone };
        let to = earlier.request.to;
        let Ok(mut orders) = self.orders.get_mut(giver) else { return Resumed::Gone };
        // The giver must know the end of the other order, and say nothing else. What it said last may have failed without being heard.
        let is_last = orders
            .given_to(to)
            .is_some_and(|given| given.number == held.number || matches!(given.status, OrderStatus::Failed(_)));
        if held.answered != held.status || !is_last {
            return Resumed::Later;
        }
        let HeldOrder { number, request, tick, .. } = earlier;
        orders.note_given(GivenOrder { number, serial: 0, request, tick, status: OrderStatus::Heard });
        let Ok(mut orders) = self.orders.get_mut(receiver) else { return Resumed::Gone };
        let (status, answered) = (OrderStatus::Pursued, OrderStatus::Heard);
        orders.held = Some(HeldOrder { status, answered, ..earlier });
        Resumed::Now
    }
}

/// What became of an order that was suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resumed {
    /// It is held again.
    Now,
    /// It waits until the giver knows what became of the other order.
    Later,
    /// Its giver or receiver is gone, or it was taken back.
    Gone,
}

/// What one side has done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideCounts {
    /// What was made, by product.
    pub built: Vec<u32>,
    /// What was lost, by product.
    pub lost: Vec<u32>,
    /// What it has seen the enemy lose, by product.
    pub witnessed: Vec<u32>,
    /// The orders that were carried out or tried, by name.
    pub orders: BTreeMap<Label, u32>,
    /// Minerals and gas brought in.
    pub mined: [u32; 2],
    /// The sum of what was predicted for reached goals, and of what it took, in seconds.
    pub predicted: f64,
    /// See `predicted`.
    pub took: f64,
}

impl SideCounts {
    /// Counts an order.
    pub(super) fn count_order(&mut self, name: Label) {
        *self.orders.entry(name).or_default() += 1;
    }
}

/// One side.
#[derive(Clone, Debug, Default)]
pub struct SideState {
    /// Minerals in store.
    pub minerals: u32,
    /// Gas in store.
    pub gas: u32,
    /// Who commands it.
    pub staff: Staff,
    /// The buildings that are ordered.
    pub ordered: Vec<OrderedBuilding>,
    /// What the build-order planner pursues.
    pub builds: Builds,
    /// The upgrades that it has.
    pub upgrades: BTreeSet<ProductId>,
    /// The upgrades of the enemy that it knows of: it has seen a unit that has them.
    pub known_upgrades: BTreeSet<ProductId>,
    /// Its faction, as its index in the catalogue.
    pub faction: Option<usize>,
    /// How many workers should gather gas.
    pub gas_workers: u16,
    /// What the soldiers are to do.
    pub mission: Mission,
    /// The soldiers that carry it out; the others are the reserve.
    pub main: BTreeSet<AgentId>,
    /// Where the soldiers at home stand while it is hit, in metres: the square of the main base if they are too weak.
    pub defends: Option<Vec3>,
    /// The soldiers of the enemy that it has seen and does not know to be lost, with the tick in which each was seen last.
    pub believed: BTreeMap<AgentId, (ProductId, u32)>,
    /// The unit that scouts, and where it goes.
    pub scout: Option<(AgentId, Vec3)>,
    /// The style of the script that it follows, as its index.
    pub style: usize,
    /// The next step of the script, and how often it was carried out.
    pub script: (usize, u16),
    /// The tick in which the script last went on.
    pub script_since: u32,
    /// The enemy's units and buildings as this side knows them.
    pub known: BTreeMap<AgentId, Sighting>,
    /// The last tick in which each lookout of the map was in sight.
    pub seen: Vec<Option<u32>>,
    /// What its strategist was last told of each base, and when; `None` for nothing yet.
    pub told: Vec<Option<(BaseBelief, u32)>>,
    /// The last tick in which something of it was hit, and where the attacker was seen then, or else what it hit.
    pub hit: Option<(u32, Vec3)>,
    /// A number from 0 to 1, drawn for each match: its strategist senses it as `opening`, and need not begin every match alike.
    pub opening: f32,
    /// What it has done.
    pub counts: SideCounts,
}

impl SideState {
    /// Ends what the build-order planner pursues, and returns it. Its wish for workers at the gas ends with it: refineries are full again.
    pub(super) fn end_build(&mut self) -> Option<PursuedGoal> {
        let ended = self.builds.pursued.take()?;
        self.gas_workers = u16::MAX;
        Some(ended)
    }
}

/// The state of a match.
#[derive(Resource, Clone, Debug, Default)]
pub struct Commander {
    /// What can be had; `None` before the first match.
    pub catalogue: Option<Arc<Catalogue>>,
    /// The bases and plots.
    pub map: CommanderMap,
    /// Red and blue.
    pub sides: [SideState; 2],
    /// For each side, the agents that its products are, where they have another name.
    pub agents: [BTreeMap<Label, Label>; 2],
    /// The fields of minerals that are used up.
    pub exhausted: BTreeSet<ThingId>,
    pub(super) names: CommanderNames,
}

labels! {
    /// The names that the game uses on every tick.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct CommanderNames {
        base_site, enemy, free, health, ours, theirs, unscouted,
        sides: [Label; 2] = SIDES.map(label),
        staff: [Label; 3] = ["build_planner", "army", "scouts"].map(label),
    }
}

impl Commander {
    /// The index of a side: 0 for red, 1 for blue; `None` for others.
    pub fn side_index(&self, side: Label) -> Option<usize> {
        self.names.sides.iter().position(|known| *known == side)
    }

    /// The agent that a product of a side is.
    pub fn agent_of(&self, side: usize, product: Label) -> Label {
        self.agents[side].get(&product).copied().unwrap_or(product)
    }

    /// The product that an agent of a side is.
    pub fn product_of(&self, side: usize, agent: Label) -> Option<ProductId> {
        let other = self.agents[side].iter().find(|(_, known)| **known == agent).map(|(product, _)| *product);
        self.catalogue.as_ref()?.product(other.unwrap_or(agent))
    }

    /// The numbers of the match.
    pub(super) fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::new();
        let Some(catalogue) = &self.catalogue else { return numbers };
        for (side, name) in self.sides.iter().zip(SIDES) {
            let mut put = |what: &str, value: f64| {
                numbers.insert(label(what), value);
            };
            for id in catalogue.product_ids().filter(|id| catalogue.get(*id).kind != ProductKind::AddOn) {
                let product = catalogue.get(id).name;
                let of = |counts: &[u32]| counts.get(id.index()).copied().unwrap_or_default().into();
                put(&format!("built.{name}.{product}"), of(&side.counts.built));
                put(&format!("lost.{name}.{product}"), of(&side.counts.lost));
            }
            for (order, number) in &side.counts.orders {
                put(&format!("orders.{name}.{order}"), (*number).into());
            }
            let soldiers = catalogue.product_ids().zip(&side.counts.built).filter(|(id, _)| self.is_soldier(*id));
            put(&format!("trained.{name}"), soldiers.map(|(_, number)| f64::from(*number)).sum());
            put(&format!("minerals.{name}"), side.minerals.into());
            put(&format!("gas.{name}"), side.gas.into());
            put(&format!("mined.{name}"), side.counts.mined[0].into());
            put(&format!("gas_mined.{name}"), side.counts.mined[1].into());
            put(&format!("predicted.{name}"), (side.counts.predicted * 10.0).round() / 10.0);
            put(&format!("took.{name}"), (side.counts.took * 10.0).round() / 10.0);
        }
        numbers
    }

    /// What a product is worth, for strength and score: a fiftieth of its usual cost.
    pub fn worth(&self, product: ProductId) -> f32 {
        self.catalogue.as_ref().map_or(0.0, |catalogue| catalogue.price(product) as f32 / 50.0)
    }

    /// The faction of a side.
    pub fn faction(&self, side: usize) -> Option<&Faction> {
        self.catalogue.as_ref()?.factions.get(self.sides[side].faction?)
    }

    /// Whether a side may use a recipe: it is for its faction, and not switched off.
    pub fn is_on(&self, catalogue: &Catalogue, side: usize, recipe: RecipeId) -> bool {
        let of_side = &self.sides[side];
        let faction = of_side.faction.and_then(|faction| catalogue.factions.get(faction));
        catalogue.is_for(faction, recipe) && !of_side.builds.switched_off.contains(&catalogue.recipe(recipe).action)
    }

    /// Whether a side may use each recipe, by its index.
    pub fn enabled(&self, catalogue: &Catalogue, side: usize) -> Vec<bool> {
        catalogue.recipe_ids().map(|id| self.is_on(catalogue, side, id)).collect()
    }

    /// Whether a product is a building.
    pub fn is_building(&self, product: ProductId) -> bool {
        self.catalogue.as_ref().is_some_and(|catalogue| catalogue.get(product).kind == ProductKind::Building)
    }

    /// What the enemy's soldiers are worth that a side has seen since a tick within so many metres of a place.
    pub fn soldiers_known_near(&self, side: usize, place: Vec3, radius: f32, since: u32) -> f32 {
        self.soldiers_known(side, since, |at| at.distance(place) < radius)
    }

    /// What the enemy's soldiers are worth that a side has seen since a tick where this holds.
    pub fn soldiers_known(&self, side: usize, since: u32, is_there: impl Fn(Vec3) -> bool) -> f32 {
        let known = self.sides[side].known.values();
        let there = known.filter(|known| known.seen >= since && is_there(known.place));
        there.filter(|known| self.is_soldier(known.product)).map(|known| self.worth(known.product)).sum()
    }

    /// Whether a product fights: a unit other than the worker.
    pub fn is_soldier(&self, product: ProductId) -> bool {
        let fights = |catalogue: &Arc<Catalogue>| {
            catalogue.get(product).kind == ProductKind::Unit && product != catalogue.numbers.worker
        };
        self.catalogue.as_ref().is_some_and(fights)
    }
}
