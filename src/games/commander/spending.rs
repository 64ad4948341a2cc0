//! How the managers of a side spend what its build order leaves: on supply and workers, then on further producers and on soldiers.

use quarry_minds::protocol::SimulationClock;

use super::{
    beliefs::{balance, odds},
    build_order::{BuildCommand, BuildOrder},
    catalogue::{Catalogue, ProductId, ProductKind, Recipe, RecipeId},
    groups::Home,
    map::{PlotState, PlotUse},
    production::Works,
    schema::{CommanderRules, ScriptStep, SpendingRules},
    script::script_of,
    state::Commander,
    units::{CensusEntry, Job},
};

/// What the commands of the build order that are due soon need, and the supply that they will give.
#[derive(Debug, Default)]
struct Kept {
    /// All that they cost.
    costs: u32,
    /// What must be in store now, so that each of them can be paid when it is due.
    minerals: u32,
    gas: u32,
    supply: u16,
    gives_supply: u16,
    producers: Vec<KeptProducer>,
}

/// A building that a command of the build order occupies.
#[derive(Debug)]
struct KeptProducer {
    product: ProductId,
    /// When, in milliseconds of the match.
    from: u64,
}

/// One side that spends.
pub(super) struct Spending<'a, 'w, 's> {
    state: &'a mut Commander,
    works: &'a mut Works<'w, 's>,
    side: usize,
    catalogue: &'a Catalogue,
    of_game: &'a CommanderRules,
    rules: &'a SpendingRules,
    kept: Kept,
    /// The time, in milliseconds of the match.
    now: u64,
    /// Whether more enemies were seen at home lately than soldiers of the side are there.
    besieged: bool,
    /// Whether the enemy is believed to be much stronger: then soldiers go before the build order.
    threatened: bool,
}

/// Enemies at home count if they were seen within so many seconds.
const SEEN_LATELY: f32 = 5.0;
/// The share of the income that is counted on.
const SURE: f32 = 0.8;

impl<'a, 'w, 's> Spending<'a, 'w, 's> {
    /// `None` while a build order is being planned: nobody knows yet what it needs.
    pub fn new(
        state: &'a mut Commander,
        works: &'a mut Works<'w, 's>,
        side: usize,
        catalogue: &'a Catalogue,
        of_game: &'a CommanderRules,
        clock: &SimulationClock,
    ) -> Option<Self> {
        let rules = &of_game.spending;
        let now = (f64::from(clock.seconds()) * 1000.0) as u64;
        let mut kept = Kept::default();
        if let Some(pursued) = &state.sides[side].builds.pursued {
            if pursued.search.is_some() {
                return None;
            }
            let soon = now + (f64::from(rules.kept_seconds) * 1000.0) as u64;
            let income = income(works, side, catalogue);
            let commands = pursued.build_order.iter().flat_map(|order| order.schedule.commands.iter());
            for command in commands.skip(pursued.next).take_while(|command| u64::from(command.starts) <= soon) {
                if let BuildCommand::Start(recipe) = command.command {
                    kept.add(catalogue, recipe, command.starts.into());
                    let comes = income * u64::from(command.starts).saturating_sub(now) as f32 / 1000.0;
                    kept.minerals = kept.minerals.max(kept.costs.saturating_sub(comes as u32));
                }
            }
        }
        let script = script_of(state, of_game, side);
        let step = script.and_then(|script| script.steps.get(state.sides[side].script.0));
        if let Some(ScriptStep::Build { action, .. }) = step
            && let Some(recipe) = catalogue.recipe_named(*action)
        {
            kept.add(catalogue, recipe, now);
            kept.minerals = kept.costs;
        }
        let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
        let (own, enemy) = balance(state, &works.census, side, of_game);
        let threatened = odds(own, enemy) < rules.threatened_below;
        let home = Home::of(state, &works.census, side, of_game);
        let besieged = home.enemies(state, since) > home.soldiers(state, &works.census);
        Some(Self { state, works, side, catalogue, of_game, rules, kept, now, besieged, threatened })
    }

    /// Spends what is left now.
    pub fn spend(&mut self) {
        self.train_workers();
        if self.is_short_of_supply() && !self.makes_supply() {
            // What is needed for supply goes to nothing else.
            return;
        }
        self.add_producer();
        self.research();
        self.train_soldiers();
    }

    /// Lets a building that can research an upgrade do so while soldiers are there that it improves.
    fn research(&mut self) {
        if self.besieged || self.threatened {
            return;
        }
        let upgrades = self.catalogue.product_ids().filter(|id| self.catalogue.get(*id).kind == ProductKind::Upgrade);
        let helps = |id: &ProductId| {
            let mut improved = self.catalogue.get(*id).improves.keys();
            improved.any(|unit| self.works.census.standing(self.side, *unit) >= self.rules.research_from)
        };
        let recipes = upgrades.filter(helps).flat_map(|id| self.catalogue.get(id).recipes.iter().copied());
        let recipes: Vec<RecipeId> = recipes.filter(|recipe| self.is_on(*recipe)).collect();
        for recipe in recipes {
            let of = self.catalogue.recipe(recipe);
            if self.free_of(of.producer) > 0
                && !self.start(recipe, 0)
                && self.works.is_wanted(self.state, self.side, of.product)
            {
                // It is saved for.
                self.kept.minerals += of.minerals;
                self.kept.gas += of.gas;
            }
        }
    }

    fn is_on(&self, recipe: RecipeId) -> bool {
        self.state.is_on(self.catalogue, self.side, recipe)
    }

    /// Whether a recipe leaves what is kept for the build order, and `spare` minerals besides.
    fn affords(&self, recipe: RecipeId, spare: u32) -> bool {
        let (wanted, store) = (self.catalogue.recipe(recipe), &self.state.sides[self.side]);
        let supply = self.catalogue.get(wanted.product).supply;
        let (used, given) = self.works.supply(self.side, self.catalogue);
        store.minerals >= self.kept.minerals + spare + wanted.minerals
            && (wanted.gas == 0 || store.gas >= self.kept.gas + wanted.gas)
            && (supply == 0 || used + self.kept.supply + supply <= given)
            && self.leaves_producer(wanted)
    }

    /// Whether the building that a recipe occupies is free again before the build order needs it.
    fn leaves_producer(&self, recipe: &Recipe) -> bool {
        let ends = self.now + u64::from(recipe.occupies);
        let is_needed = |kept: &&KeptProducer| kept.product == recipe.producer && kept.from < ends;
        let needed = self.kept.producers.iter().filter(is_needed).count();
        recipe.producer == self.catalogue.numbers.worker || self.free_of(recipe.producer) > needed
    }

    /// How many of a building stand and make nothing.
    fn free_of(&self, producer: ProductId) -> usize {
        let of_kind = self.works.census.of_side(self.side).filter(|entry| entry.product == producer);
        of_kind.filter(|entry| !entry.unfinished && !self.is_busy(entry)).count()
    }

    fn price(&self, recipe: RecipeId) -> u32 {
        self.catalogue.recipe(recipe).minerals
    }

    fn is_busy(&self, entry: &CensusEntry) -> bool {
        self.works.buildings.get(entry.entity).is_ok_and(|building| building.production.is_some())
    }

    /// Starts a recipe that the side affords. Returns whether it has begun.
    fn start(&mut self, recipe: RecipeId, spare: u32) -> bool {
        self.affords(recipe, spare) && self.works.start(self.state, self.catalogue, self.side, recipe).is_ok()
    }

    /// Starts a recipe whatever the build order needs. Returns whether it has begun.
    fn start_at_once(&mut self, recipe: RecipeId) -> bool {
        self.works.start(self.state, self.catalogue, self.side, recipe).is_ok()
    }

    /// Whether less supply is left than is made ahead of need.
    fn is_short_of_supply(&self) -> bool {
        let (used, given) = self.works.supply(self.side, self.catalogue);
        let units = self.catalogue.products.iter().filter(|product| product.kind == ProductKind::Unit);
        let recipes = units.flat_map(|unit| &unit.recipes);
        let producers: Vec<ProductId> = recipes.map(|recipe| self.catalogue.recipe(*recipe).producer).collect();
        let standing = self.works.census.of_side(self.side).filter(|entry| !entry.unfinished);
        let makers = standing.filter(|entry| producers.contains(&entry.product)).count() as u16;
        let coming = given + self.coming_supply() + self.kept.gives_supply;
        let margin = self.rules.supply_margin + self.rules.supply_per_producer * makers;
        coming < used + self.kept.supply + margin && coming < self.catalogue.numbers.supply_limit
    }

    /// Orders a building that gives supply. Returns false if it has to be saved for.
    fn makes_supply(&mut self) -> bool {
        let gives = |id: &ProductId| self.catalogue.get(*id).gives_supply > 0 && !self.catalogue.get(*id).is_base;
        let mut recipes = self.catalogue.product_ids().filter(gives).flat_map(|id| &self.catalogue.get(id).recipes);
        let Some(recipe) = recipes.find(|recipe| self.is_on(**recipe)).copied() else { return true };
        let (used, given) = self.works.supply(self.side, self.catalogue);
        if given + self.coming_supply() <= used + self.rules.supply_margin {
            // Everything would stand still: the build order waits.
            return self.start_at_once(recipe) || self.state.sides[self.side].minerals >= self.price(recipe);
        }
        // Without a plot it is not begun, and saving would not help. The last ones are for what build orders ask for.
        self.free_plots() <= self.rules.plots_kept || self.start(recipe, 0) || self.affords(recipe, 0)
    }

    /// What is ordered or under construction.
    fn under_way(&self) -> impl Iterator<Item = ProductId> {
        let ordered = self.state.sides[self.side].ordered.iter();
        let ordered = ordered.map(|ordered| self.catalogue.recipe(ordered.recipe).product);
        let unfinished = self.works.census.of_side(self.side).filter(|entry| entry.unfinished);
        ordered.chain(unfinished.map(|entry| entry.product))
    }

    /// The supply that is under way and comes soon: a base takes too long to wait for.
    fn coming_supply(&self) -> u16 {
        let products = self.under_way().map(|id| self.catalogue.get(id)).filter(|product| !product.is_base);
        products.map(|product| product.gives_supply).sum()
    }

    /// Makes workers until the fields and refineries are full.
    fn train_workers(&mut self) {
        let (catalogue, side) = (self.catalogue, self.side);
        let bases = (0..self.state.map.bases.len()).filter(|base| self.works.has_post(self.state, side, *base));
        let fields = bases.flat_map(|base| &self.state.map.bases[base].fields);
        let fields = fields.filter(|field| !self.state.exhausted.contains(&field.thing)).count() as u16;
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
        let wanted = fields * self.rules.workers_per_field + at_gas;
        if let Some(recipe) = recipe.filter(|_| have < wanted && !self.besieged) {
            // They pay for themselves sooner than anything else: no build order is kept minerals from them.
            self.start_at_once(recipe);
        }
    }

    /// While few buildings are under way, bases and supply apart, adds one that makes the units of the build order, or else soldiers without gas, when all of
    /// its kind are busy.
    fn add_producer(&mut self) {
        let (catalogue, side) = (self.catalogue, self.side);
        let under_way = self.under_way().filter(|product| catalogue.get(*product).gives_supply == 0).count();
        // One, and more with a store that pays for them several times over.
        let most = 1 + self.state.sides[side].minerals / (2 * self.rules.spare_for_producers).max(1);
        if under_way as u32 > most || self.free_plots() <= self.rules.plots_kept || self.besieged {
            return;
        }
        let is_soldier = |id: &ProductId| self.state.is_soldier(*id);
        let goal = self.build_order().map(|order| &order.goal);
        let ordered = goal.into_iter().flat_map(|goal| &goal.at_least).map(|(id, _)| *id).filter(is_soldier);
        let recipes = |id: ProductId| catalogue.get(id).recipes.iter().map(|recipe| catalogue.recipe(*recipe));
        let without_gas = catalogue.product_ids().filter(is_soldier).flat_map(recipes).filter(|recipe| recipe.gas == 0);
        let makers = ordered.flat_map(recipes).chain(without_gas).map(|recipe| recipe.producer);
        let makers: Vec<ProductId> = makers.collect();
        for producer in makers {
            let Some(spare) = self.spare_for(producer) else { continue };
            // A recipe that makes two at once is for build orders.
            let mut single =
                catalogue.get(producer).recipes.iter().filter(|recipe| catalogue.recipe(**recipe).makes == 1);
            let recipe = single.find(|recipe| self.is_on(**recipe));
            if recipe.is_some_and(|recipe| self.start(*recipe, spare)) {
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

    /// The minerals that must be left over to add a producer of a kind. `None` if one stands idle or is ordered, if the workers cannot pay for
    /// more, or if the build order is yet to make the first one.
    fn spare_for(&self, producer: ProductId) -> Option<u32> {
        let workers = self.works.census.standing(self.side, self.catalogue.numbers.worker);
        let of_kind = || self.works.census.of_side(self.side).filter(|entry| entry.product == producer);
        let number = of_kind().count() as u16;
        let mut ordered = self.state.sides[self.side].ordered.iter();
        let wanted = number < workers / self.rules.workers_per_producer.max(1)
            && !ordered.any(|ordered| self.catalogue.recipe(ordered.recipe).product == producer)
            && of_kind().all(|entry| entry.unfinished || self.is_busy(entry));
        match number {
            _ if !wanted => None,
            0 => (!self.is_planned(producer)).then_some(0),
            _ => Some(self.rules.spare_for_producers),
        }
    }

    fn build_order(&self) -> Option<&BuildOrder> {
        self.state.sides[self.side].builds.pursued.as_ref()?.build_order.as_ref()
    }

    /// Whether the build order is yet to make a product, or is yet to be planned for the first time.
    fn is_planned(&self, product: ProductId) -> bool {
        let Some(pursued) = &self.state.sides[self.side].builds.pursued else { return false };
        let Some(order) = &pursued.build_order else { return pursued.plans == 0 };
        order.schedule.commands.iter().skip(pursued.next).any(|scheduled| match scheduled.command {
            BuildCommand::Start(recipe) => self.catalogue.recipe(recipe).product == product,
            BuildCommand::GasWorkers(_) => false,
        })
    }

    /// Keeps what makes soldiers busy, with the units that are worth most first; at most one of each at a time.
    fn train_soldiers(&mut self) {
        let soldiers = self.catalogue.product_ids().filter(|id| self.state.is_soldier(*id));
        let recipes = soldiers.flat_map(|id| self.catalogue.get(id).recipes.iter().copied());
        let mut recipes: Vec<RecipeId> = recipes.filter(|recipe| self.is_on(*recipe)).collect();
        let worth = |recipe: &RecipeId| self.state.worth(self.catalogue.recipe(*recipe).product);
        recipes.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        for recipe in recipes {
            if !self.wants_more(self.catalogue.recipe(recipe).product) {
                continue;
            }
            if self.threatened {
                self.start_at_once(recipe);
            } else {
                self.start(recipe, self.rules.spare_for_soldiers);
            }
        }
    }
}

impl Spending<'_, '_, '_> {
    /// Whether more of a unit are of use: there are to be so many healers for those that they can heal.
    fn wants_more(&self, unit: ProductId) -> bool {
        let Some(healing) = self.of_game.healing(self.catalogue, unit) else { return true };
        let heals = |entry: &&CensusEntry| {
            entry.product != unit && self.of_game.can_heal(healing, self.catalogue, entry.product)
        };
        let patients = self.works.census.soldiers(self.state, self.side).filter(heals).count();
        let healers = usize::from(self.works.census.standing(self.side, unit));
        healers < patients / usize::from(healing.one_for.max(1))
    }
}

/// The minerals that the workers of a side bring per second, as the catalogue says; some are always on their way elsewhere.
fn income(works: &Works, side: usize, catalogue: &Catalogue) -> f32 {
    let jobs = works.census.of_side(side).filter_map(|entry| works.workers.get(entry.entity).ok());
    let miners = jobs.filter(|worker| matches!(worker.job, Job::Mine { .. })).count() as f32;
    let trip = &catalogue.numbers.mineral_trip;
    SURE * miners * trip.carries as f32 * 1000.0 / trip.millis as f32
}

impl Kept {
    fn add(&mut self, catalogue: &Catalogue, recipe: RecipeId, from: u64) {
        let wanted = catalogue.recipe(recipe);
        self.costs += wanted.minerals;
        self.gas += wanted.gas;
        let product = catalogue.get(wanted.product);
        self.supply += product.supply;
        if !product.is_base {
            self.gives_supply += product.gives_supply;
        }
        self.producers.push(KeptProducer { product: wanted.producer, from });
    }
}
