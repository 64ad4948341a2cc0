//! Build orders planned outside of a match, or from a moment of one without carrying them out: for `quarry plan` and the window.

use std::sync::Arc;

use quarry_goap::Planner;
use quarry_minds::protocol::label;
use quarry_ron::finding::suggestion;

use super::{
    build_order::{BuildCommand, BuildDomain, BuildFailure, BuildOrder, BuildOrderPlanner},
    catalogue::{BuildGoal, Catalogue, Faction, ProductId, RecipeId},
    economy::Economy,
    ordered_goals::BUILD_EXPANSION,
};
use crate::simulation::{BuildAnswer, BuildRequest, TimedBuildStep};

/// The simulated starts of one slice, and the most slices: some 20 ms in a release build.
const SLICE: u32 = 20_000;
const MOST_SLICES: u32 = 10;
/// The most of one product that a goal or a start may have.
const MOST: u16 = 200;
/// The most minerals or gas in store.
const MOST_STORED: f64 = 100_000.0;

/// Plans until the search is at its end. Returns the simulated starts that it took, rounded up to slices, and the best build order.
///
/// # Errors
/// Why there is none.
pub fn try_goals(economy: &Economy, goals: &[BuildGoal], enabled: &[bool]) -> (u64, Result<BuildOrder, BuildFailure>) {
    let mut search = BuildOrderPlanner::new(economy.clone(), goals, enabled);
    let mut planner = Planner::new();
    let mut slices = 1;
    while !search.run(&mut planner, SLICE) && slices < MOST_SLICES {
        slices += 1;
    }
    (u64::from(slices * SLICE), search.best())
}

/// Answers a request with the build order from the start of the catalogue.
///
/// # Errors
/// An unknown name or a number out of range, with what is known.
pub fn answer(catalogue: &Arc<Catalogue>, wanted: &BuildRequest) -> Result<BuildAnswer, String> {
    let economy = changed_start(catalogue, &wanted.set)?;
    let faction =
        match &wanted.faction {
            None => None,
            Some(name) => Some(catalogue.faction(label(name)).ok_or_else(|| {
                unknown("faction", name, catalogue.factions.iter().map(|faction| faction.name.as_str()))
            })?),
        };
    let goal = read_goal(catalogue, faction, &wanted.goal)?;
    let mut enabled: Vec<bool> = catalogue.recipe_ids().map(|id| catalogue.is_for(faction, id)).collect();
    for name in &wanted.without {
        let Some(recipe) = catalogue.recipe_named(label(name)) else {
            return Err(unknown("action", name, catalogue.recipes.iter().map(|recipe| recipe.action.as_str())));
        };
        enabled[recipe.index()] = false;
    }
    Ok(answer_from(&economy, faction, &goal, &enabled))
}

/// The build order of a side of a faction from an economy on, with times from now on.
pub fn answer_from(economy: &Economy, faction: Option<&Faction>, goal: &BuildGoal, enabled: &[bool]) -> BuildAnswer {
    let catalogue = economy.catalogue();
    let (starts, found) = try_goals(economy, std::slice::from_ref(goal), enabled);
    let mut answer = BuildAnswer {
        goal: describe(catalogue, goal),
        starts,
        lost: lost_goals(economy, faction, enabled).into_iter().map(|lost| lost.to_string()).collect(),
        ..BuildAnswer::default()
    };
    match found {
        Ok(order) => {
            let seconds = |millis: u32| f64::from(millis.saturating_sub(economy.now())) / 1000.0;
            answer.outcome = if order.schedule.commands.is_empty() { "satisfied" } else { "plan" };
            answer.cost = Some(seconds(order.schedule.reached));
            answer.plan = order.plan.iter().map(|id| catalogue.recipe(*id).action.to_string()).collect();
            let step = |command: &super::build_order::ScheduledCommand| TimedBuildStep {
                action: command_name(catalogue, command.command),
                starts: seconds(command.starts),
                stands: seconds(command.stands),
            };
            answer.schedule = order.schedule.commands.iter().map(step).collect();
            answer.steps = answer.schedule.iter().map(|step| step.action.clone()).collect();
        }
        Err(BuildFailure::Impossible(missing)) => (answer.outcome, answer.missing) = ("impossible", missing),
        Err(other) => (answer.outcome, answer.missing) = ("impossible", vec![other.to_string()]),
    }
    answer
}

/// The name of a command: that of its action.
pub fn command_name(catalogue: &Catalogue, command: BuildCommand) -> String {
    match command {
        BuildCommand::Start(recipe) => catalogue.recipe(recipe).action.to_string(),
        BuildCommand::GasWorkers(number) => format!("gas_workers {number}"),
    }
}

/// A goal of the catalogue by its name, as a side of a faction reaches it, or products with numbers: `tank=2,academy=1`.
///
/// # Errors
/// An unknown name, or a number that is not from 1 to 200.
pub fn read_goal(catalogue: &Catalogue, faction: Option<&Faction>, text: &str) -> Result<BuildGoal, String> {
    if let Some(goal) = catalogue.goal(label(text.trim())) {
        return Ok(catalogue.goal_for(faction, goal));
    }
    let mut at_least: Vec<(ProductId, u16)> = Vec::new();
    for part in text.split(',') {
        let (name, number) = part.split_once('=').unwrap_or((part, "1"));
        let (name, number) = (name.trim(), number.trim());
        let Some(product) = catalogue.product(label(name)) else {
            let goals = catalogue.goals.iter().map(|goal| goal.name.as_str());
            let products = catalogue.products.iter().map(|product| product.name.as_str());
            return Err(unknown("goal or product", name, goals.chain(products)));
        };
        let most = MOST.min(catalogue.most(product));
        let known = number.parse::<u16>().ok().filter(|number| (1..=most).contains(number));
        let number = known.ok_or_else(|| format!("`{number}` {name}: expected a whole number from 1 to {most}"))?;
        match at_least.iter_mut().find(|(known, _)| *known == product) {
            Some((_, known)) => *known = number.max(*known),
            None => at_least.push((product, number)),
        }
    }
    at_least.sort();
    Ok(BuildGoal { name: label(text.trim()), at_least })
}

/// The economy at the start, with other numbers of some things.
fn changed_start(catalogue: &Arc<Catalogue>, set: &[(String, f64)]) -> Result<Economy, String> {
    let numbers = &catalogue.numbers;
    let (mut minerals, mut gas) = (numbers.minerals, numbers.gas);
    let mut counts = vec![0_u16; catalogue.products.len()];
    for (id, number) in &numbers.products {
        counts[id.index()] = *number;
    }
    for (name, value) in set {
        let product = catalogue.product(label(name));
        let most = product.map_or(MOST_STORED, |id| f64::from(MOST.min(catalogue.most(id))));
        if !(0.0..=most).contains(value) || value.fract() != 0.0 {
            return Err(format!("{name}={value}: expected a whole number from 0 to {most}"));
        }
        match name.as_str() {
            "minerals" => minerals = *value as u32,
            "gas" => gas = *value as u32,
            other => match product {
                Some(id) => counts[id.index()] = *value as u16,
                None => {
                    let products = catalogue.products.iter().map(|product| product.name.as_str());
                    return Err(unknown("product", other, ["minerals", "gas"].into_iter().chain(products)));
                }
            },
        }
    }
    let mut economy = Economy::empty(Arc::clone(catalogue), 0);
    economy.set_store(minerals, gas);
    let is_add_on = |id: ProductId| catalogue.get(id).kind == super::catalogue::ProductKind::AddOn;
    let counted = |add_on: bool| catalogue.product_ids().filter(move |id| is_add_on(*id) == add_on);
    for id in counted(false) {
        economy.add(id, counts[id.index()]);
    }
    for id in counted(true) {
        for _ in 0..counts[id.index()] {
            economy.attach(id);
        }
    }
    Ok(economy)
}

fn unknown<'k>(what: &str, name: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    let help = suggestion(name, known).map_or_else(String::new, |help| format!("; {help}"));
    format!("unknown {what} `{name}`{help}")
}

fn describe(catalogue: &Catalogue, goal: &BuildGoal) -> String {
    let parts = goal.at_least.iter().map(|(id, number)| format!("{number} {}", catalogue.get(*id).name));
    let parts = parts.collect::<Vec<_>>().join(", ");
    if catalogue.goal(goal.name).is_some() { format!("{} ({parts})", goal.name) } else { parts }
}

/// A goal that the actions left cannot reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no plan reaches `{goal}`: {}", .missing.join(", and "))]
pub struct LostGoal {
    /// The name of the goal: one of the catalogue, `build_expansion`, or `build_against` with the enemy unit.
    pub goal: String,
    /// What is missing, as sentences without a full stop.
    pub missing: Vec<String>,
}

/// The goals that a strategist of a faction can order and that no plan reaches from an economy with the enabled recipes: those of the catalogue, an
/// expansion, and the goals against each enemy unit, if none of its counters can be trained.
pub fn lost_goals(economy: &Economy, faction: Option<&Faction>, enabled: &[bool]) -> Vec<LostGoal> {
    let catalogue = economy.catalogue();
    let more = |id: ProductId| vec![(id, economy.expected(id).saturating_add(1))];
    // Each goal with the alternatives of which one suffices.
    let mut orders: Vec<(String, Vec<BuildGoal>)> = Vec::new();
    orders.extend(catalogue.goals.iter().map(|goal| (goal.name.to_string(), vec![catalogue.goal_for(faction, goal)])));
    if let Some(post) = catalogue.product_ids().find(|id| catalogue.get(*id).is_base) {
        let goal = BuildGoal { name: label(BUILD_EXPANSION), at_least: more(post) };
        orders.push((BUILD_EXPANSION.to_owned(), vec![goal]));
    }
    for (enemy, counters) in &catalogue.counters {
        let name = format!("build_against {}", catalogue.get(*enemy).name);
        let goal = |(index, counter): (usize, &super::catalogue::Counter)| BuildGoal {
            name: label(&format!("{name} {index}")),
            at_least: more(counter.unit),
        };
        let goals = counters.iter().enumerate().map(goal).collect();
        orders.push((name, goals));
    }
    let all: Vec<BuildGoal> = orders.iter().flat_map(|(_, goals)| goals.clone()).collect();
    let Ok(domain) = BuildDomain::new(catalogue, &all) else { return Vec::new() };
    // Which of the orders no plan reaches with these recipes: none of the goals of an order can be reached.
    let missed = |enabled: &[bool]| -> Vec<Vec<String>> {
        let unreachable = domain.unreachable_goals(economy, enabled);
        let mut first = 0;
        let of_order = |(_, goals): &(String, Vec<BuildGoal>)| {
            let range = first..first + goals.len();
            first = range.end;
            let found: Vec<_> = unreachable.iter().filter(|found| range.contains(&found.goal.index())).collect();
            let facts = found.iter().flat_map(|found| &found.missing).map(|missing| missing.fact);
            let mut names: Vec<String> = facts.map(|fact| domain.domain().fact_name(fact).to_owned()).collect();
            names.sort();
            names.dedup();
            if found.len() < goals.len() { Vec::new() } else { names }
        };
        orders.iter().map(of_order).collect()
    };
    let now = missed(enabled);
    // What each switched-off recipe would bring back by itself.
    let is_off = |id: &RecipeId| catalogue.is_for(faction, *id) && !enabled.get(id.index()).is_some_and(|on| *on);
    let off: Vec<RecipeId> = catalogue.recipe_ids().filter(is_off).collect();
    let with_one: Vec<(RecipeId, Vec<Vec<String>>)> = off
        .iter()
        .map(|id| {
            let mut more = enabled.to_vec();
            if let Some(on) = more.get_mut(id.index()) {
                *on = true;
            }
            (*id, missed(&more))
        })
        .collect();
    let mut lost = Vec::new();
    for (index, (goal, _)) in orders.iter().enumerate() {
        let Some(facts) = now.get(index).filter(|facts| !facts.is_empty()) else { continue };
        let helps = with_one.iter().filter(|(_, missed)| missed.get(index).is_some_and(Vec::is_empty));
        let switches: Vec<String> =
            helps.map(|(id, _)| format!("`{}` is switched off", catalogue.recipe(*id).action)).collect();
        let missing = match switches.is_empty() {
            true => facts.iter().map(|fact| format!("nothing makes {fact}")).collect(),
            false => switches,
        };
        lost.push(LostGoal { goal: goal.clone(), missing });
    }
    lost
}
