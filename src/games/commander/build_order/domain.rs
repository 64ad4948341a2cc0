//! The catalogue as a planning domain: counts are facts, every recipe is an action.
//!
//! Minerals, gas in store and time are left out: they are a matter of the schedule. Supply is a fact, since a plan for twelve units
//! needs something that gives it.

use quarry_goap::{
    Action, ActionId, Domain, DomainErrors, FactId, FactStart, Goal, PlanOutcome, PlanRequest, Planner, PlanningFact,
    SearchBudget, State, UnreachableGoal,
};

use crate::games::commander::{
    catalogue::{BuildGoal, Catalogue, ProductId, ProductKind, Recipe, RecipeId},
    economy::Economy,
};

/// The most of one product that plans count.
const MOST: i64 = 250;
const SUPPLY_LEFT: &str = "supply left";
const GAS_SOURCES: &str = "gas sources";
/// The number of gathering workers for which costs are estimated.
const USUAL_WORKERS: f64 = 8.0;

/// A planning domain for some goals. Making one takes some 100 µs, so goals made at run time have a domain of their own.
#[derive(Clone, Debug)]
pub struct BuildDomain {
    domain: Domain,
    /// For each fact, what it counts.
    counts: Vec<CountedFact>,
}

#[derive(Clone, Copy, Debug)]
enum CountedFact {
    Product(ProductId),
    SupplyLeft,
    GasSources,
    /// Producers of this kind without an add-on.
    Bare(ProductId),
}

/// Why there is no build order.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildFailure {
    /// These facts are in the way.
    #[error("no plan reaches the goal{}{}", if .0.is_empty() { "" } else { ": " }, .0.join(", "))]
    Impossible(Vec<String>),
    #[error("the planner's budget ended before it found a plan")]
    OutOfBudget,
    #[error("the search goes on")]
    Unfinished,
    /// Something is never affordable, or all producers are lost.
    #[error("the plan needs something that can never start")]
    Stuck,
}

impl BuildDomain {
    /// The domain of a catalogue for these goals.
    ///
    /// # Errors
    /// Mistakes in the goals: none, or two of the same name. A checked catalogue has none itself.
    pub fn new(catalogue: &Catalogue, goals: &[BuildGoal]) -> Result<Self, DomainErrors> {
        let mut builder = Domain::builder();
        let mut counts = Vec::new();
        let mut fact = |name: &str, count: CountedFact| {
            counts.push(count);
            PlanningFact::integer(name, 0, MOST)
        };
        let name = |id: ProductId| catalogue.get(id).name.as_str();
        for id in catalogue.product_ids() {
            builder = builder.fact(fact(name(id), CountedFact::Product(id)));
        }
        builder =
            builder.fact(fact(SUPPLY_LEFT, CountedFact::SupplyLeft)).fact(fact(GAS_SOURCES, CountedFact::GasSources));
        for id in catalogue.product_ids().filter(|&id| takes_add_ons(catalogue, id)) {
            builder = builder.fact(fact(&bare(name(id)), CountedFact::Bare(id)));
        }
        for recipe in &catalogue.recipes {
            builder = builder.action(action(catalogue, recipe));
        }
        for goal in goals {
            let conditions = goal.at_least.iter();
            builder =
                builder.goal(conditions.fold(Goal::new(goal.name.as_str()), |made, &(id, number)| {
                    made.at_least(name(id), f64::from(number))
                }));
        }
        Ok(Self { domain: builder.build()?, counts })
    }

    /// The domain itself, for explanations and diagrams. Its actions are the catalogue's recipes in order, its goals those given.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The planner's state for an economy. What is under way counts as standing.
    pub fn state(&self, economy: &Economy) -> State {
        let mut state = self.domain.defaults();
        for (index, &count) in self.counts.iter().enumerate() {
            if let Some(value) = state.get_mut(index) {
                *value = counted(economy, count).min(MOST);
            }
        }
        state
    }

    /// The recipes that lead to a goal, in an order in which each can start once those before it stand. Empty if it is reached.
    /// The planner expands at most so many states; the plan is then the best one that it has found.
    ///
    /// # Errors
    /// [`BuildFailure::Impossible`] or [`BuildFailure::OutOfBudget`].
    pub fn plan(
        &self,
        planner: &mut Planner,
        economy: &Economy,
        goal: usize,
        enabled: &[bool],
        nodes: u32,
    ) -> Result<Vec<RecipeId>, BuildFailure> {
        let state = self.state(economy);
        let Some(goal) = self.domain.goal_ids().nth(goal) else { return Err(BuildFailure::Impossible(Vec::new())) };
        let budget = SearchBudget { nodes, micros: None };
        let request = PlanRequest { enabled: Some(enabled), budget, ..PlanRequest::new(&state, goal) };
        let result = planner.plan(&self.domain, &request);
        match result.outcome {
            PlanOutcome::Plan | PlanOutcome::Satisfied => {
                let ids: Vec<RecipeId> = economy.catalogue().recipe_ids().collect();
                Ok(result.steps.iter().filter_map(|step| ids.get(step.action.index()).copied()).collect())
            }
            PlanOutcome::Impossible => {
                let missing = planner.missing().iter().map(|&fact| self.domain.fact_name(fact).to_owned());
                Err(BuildFailure::Impossible(missing.collect()))
            }
            PlanOutcome::OutOfBudget(_) => Err(BuildFailure::OutOfBudget),
        }
    }

    /// The goals that no plan can reach from this economy with the enabled actions, and the disabled actions that would help. Goals that
    /// are reached already are not listed.
    pub fn unreachable_goals(&self, economy: &Economy, enabled: &[bool]) -> Vec<UnreachableGoal> {
        let state = self.state(economy);
        let start = |fact: FactId| state.get(fact.index()).map_or(FactStart::Default, |&value| FactStart::Value(value));
        let on = |action: ActionId| enabled.get(action.index()).is_some_and(|&on| on);
        let mut found = self.domain.unreachable_goals(&start, &on);
        found.retain(|unreachable| !self.domain.satisfied(unreachable.goal, &state));
        found
    }
}

fn counted(economy: &Economy, count: CountedFact) -> i64 {
    let catalogue = economy.catalogue();
    let sum = |counts: &dyn Fn(ProductId) -> bool| -> i64 {
        catalogue.product_ids().filter(|&id| counts(id)).map(|id| i64::from(economy.expected(id))).sum()
    };
    match count {
        CountedFact::Product(id) => i64::from(economy.expected(id)),
        CountedFact::SupplyLeft => i64::from(economy.expected_supply().saturating_sub(economy.supply_used())),
        CountedFact::GasSources => sum(&|id| catalogue.get(id).gives_gas),
        CountedFact::Bare(id) => {
            (i64::from(economy.expected(id)) - sum(&|add_on| is_add_on_of(catalogue, add_on, id))).max(0)
        }
    }
}

fn bare(producer: &str) -> String {
    format!("{producer} without add-on")
}

fn is_add_on_of(catalogue: &Catalogue, add_on: ProductId, producer: ProductId) -> bool {
    let product = catalogue.get(add_on);
    product.kind == ProductKind::AddOn && product.recipes.iter().any(|&id| catalogue.recipe(id).producer == producer)
}

fn takes_add_ons(catalogue: &Catalogue, producer: ProductId) -> bool {
    catalogue.product_ids().any(|id| is_add_on_of(catalogue, id, producer))
}

/// The action of a recipe. Its cost is the time that it takes a side with some workers, if nothing else is made meanwhile: only a
/// means to choose between recipes, since the schedule has the true time.
fn action(catalogue: &Catalogue, recipe: &Recipe) -> Action {
    let product = catalogue.get(recipe.product);
    let (name, makes) = (product.name.as_str(), f64::from(recipe.makes));
    let trip = |trip: super::super::catalogue::Trip| f64::from(trip.millis) / 1000.0 / f64::from(trip.carries);
    let gathering = f64::from(recipe.minerals) * trip(catalogue.numbers.mineral_trip)
        + f64::from(recipe.gas) * trip(catalogue.numbers.gas_trip);
    let cost = f64::from(recipe.millis) / 1000.0 + makes * gathering / USUAL_WORKERS;
    // Two decimal places are enough.
    let mut action = Action::new(recipe.action.as_str()).cost((cost * 100.0).round() / 100.0).increases(name, makes);
    let mut needed: Vec<ProductId> =
        product.requires.iter().copied().chain([recipe.producer]).chain(recipe.add_on).collect();
    needed.sort();
    needed.dedup();
    for id in needed {
        action = action.at_least(catalogue.get(id).name.as_str(), 1);
    }
    if recipe.gas > 0 {
        action = action.at_least(GAS_SOURCES, 1);
    }
    if product.gives_gas {
        action = action.increases(GAS_SOURCES, makes);
    }
    let supply = f64::from(product.supply) * makes;
    if supply > 0.0 {
        action = action.at_least(SUPPLY_LEFT, supply).decreases(SUPPLY_LEFT, supply);
    } else if product.gives_supply > 0 {
        action = action.increases(SUPPLY_LEFT, f64::from(product.gives_supply) * makes);
    }
    if product.kind == ProductKind::Upgrade {
        action = action.at_most(name, 0);
    }
    if product.kind == ProductKind::AddOn {
        let producer = bare(catalogue.get(recipe.producer).name.as_str());
        action = action.at_least(producer.as_str(), 1).decreases(producer.as_str(), 1);
    }
    if takes_add_ons(catalogue, recipe.product) {
        action = action.increases(bare(name), makes);
    }
    action
}
