//! What the panel shows of a side, read from the world. Independent of egui.

use bevy::ecs::world::World;
use quarry_minds::protocol::{AgentId, OrderStatus, Orders, SimulationClock};
use quarry_minds::{MindSnapshot, PlayerControlled, StepPhase};

use crate::client::session::SceneSetup;
use crate::client::session::names::action_name;
use crate::client::ui::humanize;
use crate::games::commander::Commander;
use crate::games::commander::army::ArmyTask;
use crate::games::commander::build_order::BuildCommand;
use crate::games::commander::catalogue::{Catalogue, ProductId, RecipeId};
use crate::games::commander::schema::rules_of;
use crate::games::commander::units::{Building, Census, Production};
use crate::games::commander::view::doings::{component, done, task_word};
use crate::world::MatchRules;

/// Who leads a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StrategistView {
    /// A strategist: its goal, or why there is none; the reason of its last decision; and the steps of its plan.
    Strategist { goal: String, why: Option<String>, steps: Vec<(StepPhase, String)> },
    /// A script: the next step, from 0, of so many.
    Script { step: usize, of: usize },
    /// A person in the seat of its strategist.
    Person,
    /// Nothing is known of its mind at this moment.
    #[default]
    Unknown,
}

/// The order that a receiver holds, if it has had one yet, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRow {
    pub to: &'static str,
    pub what: Option<String>,
    pub status: OrderStatus,
}

/// A build goal that is pursued. Times are in seconds from the order on.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRow {
    /// The name of the order.
    pub name: String,
    pub since: f32,
    /// What the first plan predicted.
    pub predicted: Option<f32>,
    /// The number of plans so far.
    pub plans: u16,
    /// Whether a search is under way.
    pub searching: bool,
    /// What must stand, how many stand, and how many are wanted.
    pub wants: Vec<(String, u16, u16)>,
}

/// A command of a build order; it was started, or it is the next one, or it follows later.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandRow {
    pub what: String,
    /// When it starts, in seconds of the match.
    pub starts: f32,
    pub done: bool,
    pub next: bool,
}

/// Something that is being made: the part that is done, 0 to 1, and the seconds of work left.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRow {
    pub what: String,
    pub share: f32,
    pub left: f32,
}

/// How far a side is with a product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TechState {
    /// So many stand.
    Stands(u16),
    /// The first one is being made, to this part.
    UnderWay(f32),
    /// A command of the build order will make it.
    Planned,
    /// It could be begun now.
    Open,
    /// Something else must stand first.
    Later,
    /// Nothing that is allowed leads to it.
    Unreachable,
}

/// What the panel shows of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideReport {
    /// Whether a person sits in the seat of its strategist.
    pub seated: bool,
    pub lead: StrategistView,
    /// The orders of its staff.
    pub orders: Vec<OrderRow>,
    /// What the army does.
    pub army: String,
    pub goal: Option<GoalRow>,
    /// Its build order.
    pub commands: Vec<CommandRow>,
    /// The buildings that are paid for, and whether their builder is on its way.
    pub ordered: Vec<(String, bool)>,
    pub constructions: Vec<WorkRow>,
    pub training: Vec<WorkRow>,
    /// Its buildings that could make something and do not, with their number.
    pub idle: Vec<(String, u16)>,
    /// How far it is with each product, by its index.
    pub technology: Vec<TechState>,
}

impl SideReport {
    /// Reads a side. `mind` is that of its strategist.
    pub fn read(
        world: &World,
        state: &Commander,
        side: usize,
        mind: Option<&MindSnapshot>,
        setup: &SceneSetup,
    ) -> Self {
        let empty = Census::default();
        let census = world.get_resource::<Census>().unwrap_or(&empty);
        let of_side = &state.sides[side];
        let seated =
            of_side.staff.strategist.is_some_and(|agent| component::<PlayerControlled>(world, agent).is_some());
        let mut report = Self {
            seated,
            lead: if seated { StrategistView::Person } else { lead(world, state, side, mind, setup) },
            orders: orders(world, state, side),
            army: army(state, census, side),
            ..Self::default()
        };
        let Some(catalogue) = state.catalogue.as_deref() else { return report };
        let now = world.get_resource::<SimulationClock>().map_or(0.0, |clock| clock.seconds_at(clock.tick));
        let rate = world.get_resource::<SimulationClock>().map_or(30.0, |clock| clock.rate as f32);
        if let Some(pursued) = &of_side.builds.pursued {
            // Of several goals, the one that the build order leads to.
            let goal = pursued.build_order.as_ref().map(|order| &order.goal).or(pursued.goals.first());
            let want = |(id, number): &(ProductId, u16)| {
                (humanize(catalogue.get(*id).name), census.standing(side, *id), *number)
            };
            report.goal = Some(GoalRow {
                name: humanize(pursued.name),
                since: now - pursued.began as f32 / rate,
                predicted: pursued.predicted,
                plans: pursued.plans,
                searching: pursued.search.is_some(),
                wants: goal.map(|goal| goal.at_least.iter().map(want).collect()).unwrap_or_default(),
            });
            let schedule = pursued.build_order.iter().flat_map(|order| &order.schedule.commands);
            report.commands = schedule
                .enumerate()
                .map(|(index, command)| CommandRow {
                    what: command_words(catalogue, command.command),
                    starts: command.starts as f32 / 1000.0,
                    done: index < pursued.next,
                    next: index == pursued.next,
                })
                .collect();
        }
        let name = |recipe: RecipeId| humanize(catalogue.get(catalogue.recipe(recipe).product).name);
        report.ordered = of_side.ordered.iter().map(|one| (name(one.recipe), one.builder.is_some())).collect();
        let work =
            |work: Production| WorkRow { what: name(work.recipe), share: done(catalogue, work), left: work.left };
        for entry in census.of_side(side) {
            let Some(building) = world.get::<Building>(entry.entity) else { continue };
            report.constructions.extend(building.construction.map(work));
            report.training.extend(building.production.map(work));
            let product = catalogue.get(entry.product);
            if building.construction.is_none() && building.production.is_none() && product.produces {
                let what = humanize(product.name);
                match report.idle.iter_mut().find(|(known, _)| *known == what) {
                    Some((_, number)) => *number += 1,
                    None => report.idle.push((what, 1)),
                }
            }
        }
        report.constructions.sort_by(|a, b| a.left.total_cmp(&b.left));
        report.training.sort_by(|a, b| a.left.total_cmp(&b.left));
        report.technology = technology(world, state, census, catalogue, side);
        report
    }
}

fn lead(
    world: &World,
    state: &Commander,
    side: usize,
    mind: Option<&MindSnapshot>,
    setup: &SceneSetup,
) -> StrategistView {
    if state.sides[side].staff.strategist.is_none() {
        let rules = world.get_resource::<MatchRules>().and_then(|rules| rules_of(&rules.0));
        let script =
            rules.and_then(|rules| rules.scripts.iter().find(|(name, _)| state.side_index(**name) == Some(side)));
        return StrategistView::Script {
            step: state.sides[side].script.0,
            of: script.map_or(0, |(_, steps)| steps.len()),
        };
    }
    let Some(mind) = mind else { return StrategistView::Unknown };
    let goal = mind.goal.map_or_else(|| mind.without_goal().to_owned(), humanize);
    let steps = mind
        .plan
        .iter()
        .flat_map(|plan| &plan.steps)
        .map(|step| (step.phase, action_name(setup, step.step.display_name, step.step.target)));
    let why = mind.last_decision().map(|decision| decision.why.describe().to_string());
    StrategistView::Strategist { goal, why, steps: steps.collect() }
}

fn orders(world: &World, state: &Commander, side: usize) -> Vec<OrderRow> {
    let staff = state.sides[side].staff;
    let receivers = [("Build planner", staff.build_planner), ("Army", staff.army), ("Scouts", staff.scouts)];
    let row = |(to, agent): (&'static str, Option<AgentId>)| {
        let held = component::<Orders>(world, agent?)?.held;
        let what = held.map(|held| {
            let amount = held.request.amount.round();
            let times = if amount > 1.0 { format!(" ×{amount}") } else { String::new() };
            format!("{}{times}", humanize(held.request.what))
        });
        Some(OrderRow { to, what, status: held.map_or(OrderStatus::Done, |held| held.status) })
    };
    receivers.into_iter().filter_map(row).collect()
}

fn army(state: &Commander, census: &Census, side: usize) -> String {
    let soldiers = census.soldiers(state, side).count();
    let mission = state.sides[side].mission;
    let gathers = matches!(mission.task, ArmyTask::Attack | ArmyTask::Go) && !mission.set_out;
    let words = if gathers { "gathers before it sets out" } else { task_word(mission.task) };
    format!("{soldiers} soldiers; the army {words}")
}

fn command_words(catalogue: &Catalogue, command: BuildCommand) -> String {
    match command {
        BuildCommand::Start(recipe) => humanize(catalogue.recipe(recipe).action),
        BuildCommand::GasWorkers(number) => format!("{number} workers gather gas"),
    }
}

/// How far a side is with each product.
fn technology(world: &World, state: &Commander, census: &Census, catalogue: &Catalogue, side: usize) -> Vec<TechState> {
    let of_side = &state.sides[side];
    let standing = |id: ProductId| census.standing(side, id);
    let mut made: Vec<Option<f32>> = vec![None; catalogue.products.len()];
    let mut note = |recipe: RecipeId, share: f32| {
        if let Some(known) = made.get_mut(catalogue.recipe(recipe).product.index()) {
            *known = Some(known.unwrap_or(0.0).max(share));
        }
    };
    of_side.ordered.iter().for_each(|ordered| note(ordered.recipe, 0.0));
    for entry in census.of_side(side) {
        let Some(building) = world.get::<Building>(entry.entity) else { continue };
        for work in building.construction.into_iter().chain(building.production) {
            note(work.recipe, done(catalogue, work));
        }
    }
    let pursued = of_side.builds.pursued.as_ref();
    let commands = pursued.into_iter().flat_map(|pursued| {
        let order = pursued.build_order.iter();
        order.flat_map(|order| order.schedule.commands.iter().skip(pursued.next))
    });
    let planned: Vec<ProductId> = commands
        .filter_map(|command| match command.command {
            BuildCommand::Start(recipe) => Some(catalogue.recipe(recipe).product),
            BuildCommand::GasWorkers(_) => None,
        })
        .collect();
    let allowed = |recipe: RecipeId| !of_side.builds.switched_off.contains(&catalogue.recipe(recipe).action);
    let reachable = reachable(catalogue, &standing, &allowed);
    let state_of = |id: ProductId| {
        let product = catalogue.get(id);
        let ready = |recipe: &RecipeId| {
            let recipe_of = catalogue.recipe(*recipe);
            allowed(*recipe)
                && standing(recipe_of.producer) > 0
                && recipe_of.add_on.is_none_or(|add_on| standing(add_on) > 0)
        };
        if standing(id) > 0 {
            TechState::Stands(standing(id))
        } else if let Some(share) = made.get(id.index()).copied().flatten() {
            TechState::UnderWay(share)
        } else if planned.contains(&id) {
            TechState::Planned
        } else if product.requires.iter().all(|needed| standing(*needed) > 0) && product.recipes.iter().any(ready) {
            TechState::Open
        } else if reachable.get(id.index()).copied().unwrap_or(false) {
            TechState::Later
        } else {
            TechState::Unreachable
        }
    };
    catalogue.product_ids().map(state_of).collect()
}

/// The products that a side has or can have some time, by index.
pub fn reachable(
    catalogue: &Catalogue,
    standing: &dyn Fn(ProductId) -> u16,
    allowed: &dyn Fn(RecipeId) -> bool,
) -> Vec<bool> {
    let mut known: Vec<bool> = catalogue.product_ids().map(|id| standing(id) > 0).collect();
    let has = |known: &[bool], id: ProductId| known.get(id.index()).copied().unwrap_or(false);
    loop {
        let gas = catalogue.product_ids().any(|id| catalogue.get(id).gives_gas && has(&known, id));
        let new: Vec<ProductId> = catalogue
            .product_ids()
            .filter(|id| !has(&known, *id) && catalogue.get(*id).requires.iter().all(|needed| has(&known, *needed)))
            .filter(|id| {
                catalogue.get(*id).recipes.iter().any(|recipe| {
                    let of = catalogue.recipe(*recipe);
                    let add_on = of.add_on.is_none_or(|add_on| has(&known, add_on));
                    allowed(*recipe) && has(&known, of.producer) && add_on && (of.gas == 0 || gas)
                })
            })
            .collect();
        if new.is_empty() {
            return known;
        }
        for id in new {
            if let Some(known) = known.get_mut(id.index()) {
                *known = true;
            }
        }
    }
}
