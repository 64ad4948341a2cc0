//! How the managers of a side spend what its build order leaves: on supply and workers, then on further producers and on soldiers.

use quarry_minds::protocol::{Label, SimulationClock};

use super::{
    build_order::BuildCommand,
    catalogue::{Catalogue, ProductId, ProductKind, RecipeId},
    economy::Obstacle,
    map::{PlotState, PlotUse},
    production::Works,
    schema::SpendingRules,
    state::Commander,
};

/// What the commands of the build order that are due soon need.
#[derive(Debug, Default)]
struct Kept {
    minerals: u32,
    gas: u32,
    supply: u16,
    producers: Vec<ProductId>,
}

/// One side that spends.
pub(super) struct Spending<'a, 'w, 's> {
    pub state: &'a mut Commander,
    pub works: &'a mut Works<'w, 's>,
    pub side: usize,
    pub catalogue: &'a Catalogue,
    pub rules: &'a SpendingRules,
    kept: Kept,
    switched_off: Vec<Label>,
}

impl<'a, 'w, 's> Spending<'a, 'w, 's> {
    /// `None` while a build order is being planned: nobody knows yet what it needs.
    pub fn new(
        state: &'a mut Commander,
        works: &'a mut Works<'w, 's>,
        side: usize,
        catalogue: &'a Catalogue,
        rules: &'a SpendingRules,
        clock: &SimulationClock,
    ) -> Option<Self> {
        let builds = &state.sides[side].builds;
        let switched_off = builds.switched_off.iter().copied().collect();
        let mut kept = Kept::default();
        if let Some(pursued) = &builds.pursued {
            if pursued.search.is_some() {
                return None;
            }
            let soon = (f64::from(clock.seconds_at(clock.tick) + rules.kept_seconds) * 1000.0) as u64;
            let commands = pursued.build_order.iter().flat_map(|order| order.schedule.commands.iter());
            for command in commands.skip(pursued.next).take_while(|command| u64::from(command.starts) <= soon) {
                if let BuildCommand::Start(recipe) = command.command {
                    kept.add(catalogue, recipe);
                }
            }
        }
        Some(Self { state, works, side, catalogue, rules, kept, switched_off })
    }

    /// Spends what is left now.
    pub fn spend(&mut self) {
        if self.needs_supply() {
            // What is needed for supply goes to nothing else.
            return;
        }
        self.train_workers();
        self.add_producer();
        self.train_soldiers();
    }

    fn is_on(&self, recipe: RecipeId) -> bool {
        !self.switched_off.contains(&self.catalogue.recipe(recipe).action)
    }

    /// Starts a recipe if that leaves what is kept for the build order, and `spare` minerals besides. The errors are those of
    /// [`Works::start`]; what is not left counts as missing minerals.
    fn start(&mut self, recipe: RecipeId, spare: u32) -> Result<(), Obstacle> {
        let (wanted, store) = (self.catalogue.recipe(recipe), &self.state.sides[self.side]);
        let supply = self.catalogue.get(wanted.product).supply;
        let (used, given) = self.works.supply(self.side, self.catalogue);
        let is_left = store.minerals >= self.kept.minerals + spare + wanted.minerals
            && (wanted.gas == 0 || store.gas >= self.kept.gas + wanted.gas)
            && (supply == 0 || used + self.kept.supply + supply <= given);
        if !is_left {
            return Err(Obstacle::Minerals);
        }
        self.works.start(self.state, self.side, recipe)
    }

    /// Makes supply ahead of need. Returns whether it has to be paid for first.
    fn needs_supply(&mut self) -> bool {
        let (used, given) = self.works.supply(self.side, self.catalogue);
        let producers: Vec<ProductId> =
            self.catalogue.products.iter().flat_map(|product| self.makers_of(product.kind, &product.recipes)).collect();
        let standing = self.works.census.of_side(self.side).filter(|entry| !entry.unfinished);
        let makers = standing.filter(|entry| producers.contains(&entry.product)).count() as u16;
        let margin = self.rules.supply_margin + self.rules.supply_per_producer * makers;
        let coming = given + self.coming_supply();
        if coming >= used + margin || coming >= self.catalogue.numbers.supply_limit {
            return false;
        }
        let gives = |id: &ProductId| self.catalogue.get(*id).gives_supply > 0 && !self.catalogue.get(*id).is_base;
        let mut recipes = self.catalogue.product_ids().filter(gives).flat_map(|id| &self.catalogue.get(id).recipes);
        let recipe = recipes.find(|recipe| self.is_on(**recipe)).copied();
        recipe.is_some_and(|recipe| self.start(recipe, 0) == Err(Obstacle::Minerals))
    }

    /// What makes a unit.
    fn makers_of(&self, kind: ProductKind, recipes: &[RecipeId]) -> Vec<ProductId> {
        let of_unit = recipes.iter().filter(|_| kind == ProductKind::Unit);
        of_unit.map(|recipe| self.catalogue.recipe(*recipe).producer).collect()
    }

    /// The supply that ordered buildings and constructions will give.
    fn coming_supply(&self) -> u16 {
        let ordered = self.state.sides[self.side].ordered.iter();
        let ordered = ordered.map(|ordered| self.catalogue.recipe(ordered.recipe).product);
        let unfinished = self.works.census.of_side(self.side).filter(|entry| entry.unfinished);
        ordered.chain(unfinished.map(|entry| entry.product)).map(|id| self.catalogue.get(id).gives_supply).sum()
    }

    /// Makes workers until the fields and refineries are full.
    fn train_workers(&mut self) {
        let (catalogue, side) = (self.catalogue, self.side);
        let bases = (0..self.state.map.bases.len()).filter(|base| self.works.has_post(self.state, side, *base));
        let fields: u16 = bases.map(|base| self.state.map.bases[base].fields.len() as u16).sum();
        let worker = catalogue.numbers.worker;
        let standing = self.works.census.of_side(side).filter(|entry| !entry.unfinished);
        let refineries = standing.filter(|entry| catalogue.get(entry.product).gives_gas).count() as u16;
        let at_gas = self.state.sides[side].gas_workers.min(refineries * catalogue.numbers.workers_per_refinery);
        let training = self.works.census.of_side(side).filter(|entry| {
            let production = self.works.buildings.get(entry.entity).ok().and_then(|building| building.production);
            production.is_some_and(|production| catalogue.recipe(production.recipe).product == worker)
        });
        let have = self.works.census.standing(side, worker) + training.count() as u16;
        let recipe = catalogue.get(worker).recipes.iter().copied().find(|recipe| self.is_on(*recipe));
        if let Some(recipe) = recipe.filter(|_| have < fields * self.rules.workers_per_field + at_gas) {
            let _later = self.start(recipe, 0);
        }
    }

    /// Adds one building at a time that makes the units of the build order, or else soldiers without gas, when all of its kind are busy.
    fn add_producer(&mut self) {
        let (catalogue, side) = (self.catalogue, self.side);
        let unfinished = self.works.census.of_side(side).filter(|entry| entry.unfinished).count();
        if unfinished + self.state.sides[side].ordered.len() > 1 || self.free_plots() <= self.rules.plots_kept {
            return;
        }
        let is_soldier = |id: &ProductId| self.state.is_soldier(*id);
        let goals = self.state.sides[side].builds.pursued.iter().flat_map(|pursued| &pursued.goals);
        let ordered = goals.flat_map(|goal| &goal.at_least).map(|(id, _)| *id).filter(is_soldier);
        let recipes = |id: ProductId| catalogue.get(id).recipes.iter().map(|recipe| catalogue.recipe(*recipe));
        let without_gas = catalogue.product_ids().filter(is_soldier).flat_map(recipes).filter(|recipe| recipe.gas == 0);
        let makers = ordered.flat_map(recipes).chain(without_gas).map(|recipe| recipe.producer);
        let short: Vec<ProductId> = makers.filter(|producer| self.is_short_of(*producer)).collect();
        for producer in short {
            // Buildings that come in pairs belong to a plan.
            let mut single =
                catalogue.get(producer).recipes.iter().filter(|recipe| catalogue.recipe(**recipe).makes == 1);
            let recipe = single.find(|recipe| self.is_on(**recipe));
            if recipe.is_some_and(|recipe| self.start(*recipe, self.rules.spare_for_producers).is_ok()) {
                return;
            }
        }
    }

    /// The plots at the bases of the side on which it could build.
    fn free_plots(&self) -> u16 {
        let free =
            self.state.map.plots.iter().filter(|plot| plot.state == PlotState::Free && plot.what == PlotUse::Building);
        free.filter(|plot| self.works.has_post(self.state, self.side, plot.base)).count() as u16
    }

    /// Whether all producers of a kind are busy, and the side has fewer than its workers can pay for.
    fn is_short_of(&self, producer: ProductId) -> bool {
        let workers = self.works.census.standing(self.side, self.catalogue.numbers.worker);
        let number = self.works.census.standing(self.side, producer);
        if number == 0 || number >= workers / self.rules.workers_per_producer.max(1) {
            return false;
        }
        let busy = |entity| self.works.buildings.get(entity).is_ok_and(|building| building.production.is_some());
        let mut standing = self.works.census.of_side(self.side).filter(|entry| entry.product == producer);
        standing.all(|entry| entry.unfinished || busy(entry.entity))
    }

    /// Keeps what makes soldiers busy, with the unit that is worth most of those that can be made now. What the build order needs soon is
    /// left to it.
    fn train_soldiers(&mut self) {
        let soldiers = self.catalogue.product_ids().filter(|id| self.state.is_soldier(*id));
        let recipes = soldiers.flat_map(|id| self.catalogue.get(id).recipes.iter().copied());
        let is_free = |recipe: &RecipeId| !self.kept.producers.contains(&self.catalogue.recipe(*recipe).producer);
        let mut recipes: Vec<RecipeId> = recipes.filter(|recipe| self.is_on(*recipe)).filter(is_free).collect();
        let worth = |recipe: &RecipeId| self.state.worth(self.catalogue.recipe(*recipe).product);
        recipes.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        for recipe in recipes {
            while self.start(recipe, self.rules.spare_for_soldiers).is_ok() {}
        }
    }
}

impl Kept {
    fn add(&mut self, catalogue: &Catalogue, recipe: RecipeId) {
        let wanted = catalogue.recipe(recipe);
        self.minerals += wanted.minerals;
        self.gas += wanted.gas;
        self.supply += catalogue.get(wanted.product).supply;
        self.producers.push(wanted.producer);
    }
}
