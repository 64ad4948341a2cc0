//! From the form in RON to a [`Catalogue`]: names become numbers, seconds become milliseconds, ranges are checked.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use quarry_ron::{Cursor, Diagnostics, Document, Finding};

use super::{
    BuildGoal, Catalogue, Counter, EconomyNumbers, Faction, Millis, Product, ProductId, ProductKind, Recipe, RecipeId,
    Trip,
    file::{CatalogueFile, ProductFile, RecipeFile, TripFile, UpgradeEffect},
    graph,
};

/// The most products, and the most recipes.
const MOST: usize = 64;
/// Minerals and gas.
const AMOUNT: (f64, f64) = (0.0, 100_000.0);
const SECONDS: (f64, f64) = (0.1, 3600.0);
const WALK: (f64, f64) = (0.0, 600.0);
const NUMBER: (f64, f64) = (1.0, 200.0);
const SUPPLY: (f64, f64) = (0.0, 200.0);
/// What an upgrade multiplies.
const FACTOR: (f64, f64) = (0.1, 10.0);

/// The names of a catalogue's products, and the mistakes found so far.
struct Checker<'a> {
    file: &'a CatalogueFile,
    ids: BTreeMap<Label, ProductId>,
    out: Diagnostics,
}

/// Reads a document and resolves its names.
///
/// # Errors
/// All mistakes, each at its place and with a remedy.
pub(super) fn compile(document: &Document) -> Result<Catalogue, Vec<Finding>> {
    let file: CatalogueFile = document.read().map_err(|finding| vec![finding])?;
    let mut check = Checker { file: &file, ids: BTreeMap::new(), out: Diagnostics::default() };
    let at = document.cursor().field("products");
    let recipes_in_all: usize = file.products.iter().map(|product| product.recipes.len()).sum();
    if file.products.is_empty() || file.products.len() > MOST || recipes_in_all > MOST {
        let message = format!("{} products with {recipes_in_all} recipes", file.products.len());
        let help = format!("write at least one product, at most {MOST} products and {MOST} recipes");
        return Err(vec![at.error(message).help(help)]);
    }
    for (index, product) in file.products.iter().enumerate() {
        if check.ids.insert(product.name, ProductId(index as u8)).is_some() {
            let message = format!("`{}` is listed twice", product.name);
            check.mistake(&at.index(index), message, "remove or rename one of them");
        }
    }
    let (mut products, mut recipes) = (Vec::new(), Vec::<Recipe>::new());
    for (index, read) in file.products.iter().enumerate() {
        let at = at.index(index);
        let first = recipes.len();
        for (number, recipe) in read.recipes.iter().enumerate() {
            let at = at.field("recipes").index(number);
            if recipes.iter().any(|known| known.action == recipe.action) {
                let message = format!("the action `{}` exists already", recipe.action);
                check.mistake(&at, message, "give each recipe an action of its own");
            }
            recipes.push(check.recipe(&at, ProductId(index as u8), recipe));
        }
        let recipes = (first..recipes.len()).map(|index| RecipeId(index as u8)).collect();
        products.push(check.product(&at, read, recipes));
    }
    let numbers = check.numbers(&document.cursor().field("economy"));
    let goals = check.goals(&document.cursor().field("goals"));
    let counters = check.counters(&document.cursor().field("counters"));
    let factions = check.factions(&document.cursor().field("factions"));
    for recipe in &recipes {
        products[recipe.producer.index()].produces |= recipe.producer != numbers.worker;
    }
    let Checker { ids: names, mut out, .. } = check;
    let catalogue = Catalogue { numbers, products, recipes, goals, counters, factions, names };
    if out.findings.is_empty() {
        graph::check_kinds(&catalogue, &at, &mut out);
        graph::check(&catalogue, &at, &mut out);
    }
    if out.findings.is_empty() { Ok(catalogue) } else { Err(out.findings) }
}

impl Checker<'_> {
    fn mistake(&mut self, at: &Cursor<'_>, message: impl Into<String>, help: &str) {
        self.out.push(at.error(message).help(help));
    }

    /// Notes a number out of range.
    fn range(&mut self, at: &Cursor<'_>, value: f64, (least, most): (f64, f64)) {
        // A number that is not one compares as false.
        if !(least..=most).contains(&value) {
            self.mistake(at, format!("{value} is out of range"), &format!("write a number from {least} to {most}"));
        }
    }

    fn millis(&mut self, at: &Cursor<'_>, seconds: f64, range: (f64, f64)) -> Millis {
        self.range(at, seconds, range);
        // Out of range and not a number saturate; the mistake is noted.
        (seconds * 1000.0).round() as Millis
    }

    /// The product with this name; the first one for a name that is unknown.
    fn find(&mut self, at: &Cursor<'_>, name: Label) -> ProductId {
        self.ids.get(&name).copied().unwrap_or_else(|| {
            let known = self.file.products.iter().map(|product| product.name.as_str());
            self.out.push(at.unknown("product", name.as_str(), known));
            ProductId(0)
        })
    }

    fn kind(&self, id: ProductId) -> ProductKind {
        self.file.products[id.index()].kind
    }

    fn product(&mut self, at: &Cursor<'_>, read: &ProductFile, recipes: Vec<RecipeId>) -> Product {
        self.range(&at.field("supply"), f64::from(read.supply), SUPPLY);
        self.range(&at.field("gives_supply"), f64::from(read.gives_supply), SUPPLY);
        if read.supply > 0 && read.kind != ProductKind::Unit {
            self.mistake(&at.field("supply"), "only units use supply", "remove it");
        }
        let improves = self.improves(at, read);
        let required = read.requires.iter().enumerate();
        Product {
            name: read.name,
            kind: read.kind,
            supply: read.supply,
            gives_supply: read.gives_supply,
            gives_gas: read.gives_gas,
            is_base: read.is_base,
            requires: required.map(|(index, name)| self.find(&at.field("requires").index(index), *name)).collect(),
            improves,
            recipes,
            produces: false,
        }
    }

    fn improves(&mut self, at: &Cursor<'_>, read: &ProductFile) -> BTreeMap<ProductId, UpgradeEffect> {
        let at = at.field("improves");
        if read.improves.is_empty() == (read.kind == ProductKind::Upgrade) {
            let help = "write `kind: upgrade` and `improves: {\"rifleman\": (deals: 1.2)}` together, or neither";
            self.mistake(&at, "an upgrade improves units, and nothing else does", help);
        }
        let mut improves = BTreeMap::new();
        for (name, improvement) in &read.improves {
            let at = at.entry(name.as_str());
            self.range(&at.field("deals"), f64::from(improvement.deals), FACTOR);
            self.range(&at.field("takes"), f64::from(improvement.takes), FACTOR);
            let unit = self.find(&at, *name);
            if self.kind(unit) != ProductKind::Unit {
                self.mistake(&at, format!("`{name}` is no unit"), "name a unit");
            }
            improves.insert(unit, *improvement);
        }
        improves
    }

    fn recipe(&mut self, at: &Cursor<'_>, product: ProductId, read: &RecipeFile) -> Recipe {
        self.range(&at.field("minerals"), f64::from(read.minerals), AMOUNT);
        self.range(&at.field("gas"), f64::from(read.gas), AMOUNT);
        self.range(&at.field("makes"), f64::from(read.makes), (1.0, 8.0));
        let seconds = self.millis(&at.field("seconds"), read.seconds, SECONDS);
        let walk = self.millis(&at.field("walk"), read.walk, WALK);
        let total = seconds.saturating_add(walk);
        let occupies = read.occupies.map_or(total, |busy| {
            let most = read.seconds + read.walk;
            self.millis(&at.field("occupies"), busy, (0.0, if most.is_finite() { most } else { 0.0 }))
        });
        Recipe {
            action: read.action,
            product,
            makes: read.makes,
            site: read.site,
            producer: self.find(&at.field("producer"), read.producer),
            add_on: read.add_on.map(|name| self.find(&at.field("add_on"), name)),
            minerals: read.minerals,
            gas: read.gas,
            millis: total,
            occupies,
            walk,
        }
    }

    fn trip(&mut self, at: &Cursor<'_>, read: &TripFile) -> Trip {
        self.range(&at.field("carries"), f64::from(read.carries), (1.0, 1000.0));
        Trip { carries: read.carries, millis: self.millis(&at.field("seconds"), read.seconds, SECONDS) }
    }

    /// Products with numbers from 1 on, in the order of the products.
    fn counts(&mut self, at: &Cursor<'_>, read: &BTreeMap<Label, u16>) -> Vec<(ProductId, u16)> {
        let mut counts = Vec::new();
        for (&name, &number) in read {
            let at = at.entry(name.as_str());
            let id = self.find(&at, name);
            let most = if self.kind(id) == ProductKind::Upgrade { 1.0 } else { NUMBER.1 };
            self.range(&at, f64::from(number), (NUMBER.0, most));
            counts.push((id, number));
        }
        counts.sort();
        counts
    }

    fn numbers(&mut self, at: &Cursor<'_>) -> EconomyNumbers {
        let read = &self.file.economy;
        let start = at.field("start");
        self.range(&start.field("minerals"), f64::from(read.start.minerals), AMOUNT);
        self.range(&start.field("gas"), f64::from(read.start.gas), AMOUNT);
        self.range(&at.field("workers_per_refinery"), f64::from(read.workers_per_refinery), (1.0, 3.0));
        self.range(&at.field("mineral_workers_per_base"), f64::from(read.mineral_workers_per_base), NUMBER);
        self.range(&at.field("supply_limit"), f64::from(read.supply_limit), NUMBER);
        let start = start.field("products");
        let products = self.counts(&start, &read.start.products);
        for (id, _) in &products {
            let product = &self.file.products[id.index()];
            if matches!(product.kind, ProductKind::AddOn | ProductKind::Upgrade) {
                let message = format!("`{}` cannot be had at the start", product.name);
                self.mistake(&start.entry(product.name.as_str()), message, "have the building that makes it");
            }
        }
        let gives = supply(self.file, &products, |product| product.gives_supply).min(u32::from(read.supply_limit));
        let used = supply(self.file, &products, |product| product.supply);
        if used > gives {
            let message = format!("the units use {used} supply, but only {gives} is given");
            self.mistake(&start, message, "have fewer units, or more that gives supply");
        }
        let worker = self.find(&at.field("worker"), read.worker);
        if self.kind(worker) != ProductKind::Unit {
            self.mistake(&at.field("worker"), format!("`{}` is no unit", read.worker), "name a unit");
        }
        EconomyNumbers {
            minerals: read.start.minerals,
            gas: read.start.gas,
            products,
            worker,
            mineral_trip: self.trip(&at.field("mineral_trip"), &read.mineral_trip),
            gas_trip: self.trip(&at.field("gas_trip"), &read.gas_trip),
            workers_per_refinery: read.workers_per_refinery,
            mineral_workers_per_base: read.mineral_workers_per_base,
            supply_limit: read.supply_limit,
        }
    }

    fn goals(&mut self, at: &Cursor<'_>) -> Vec<BuildGoal> {
        let mut goals: Vec<BuildGoal> = Vec::new();
        for (index, read) in self.file.goals.iter().enumerate() {
            let at = at.index(index);
            if goals.iter().any(|known| known.name == read.name) {
                let message = format!("the goal `{}` is listed twice", read.name);
                self.mistake(&at, message, "remove or rename one of them");
            }
            if read.at_least.is_empty() {
                self.mistake(&at, "the goal has no condition", "write `at_least: {\"rifleman\": 12}`");
            }
            let at_least = self.counts(&at.field("at_least"), &read.at_least);
            let (used, limit) =
                (supply(self.file, &at_least, |product| product.supply), self.file.economy.supply_limit);
            if used > u32::from(limit) {
                let message = format!("the units use {used} supply, but the limit is {limit}");
                self.mistake(&at, message, "demand fewer units");
            }
            goals.push(BuildGoal { name: read.name, at_least });
        }
        goals
    }

    fn counters(&mut self, at: &Cursor<'_>) -> BTreeMap<ProductId, Vec<Counter>> {
        let mut counters = BTreeMap::new();
        for (index, read) in self.file.counters.iter().enumerate() {
            let at = at.index(index);
            let against = self.find(&at.field("against"), read.against);
            let mut units = Vec::new();
            for (index, counter) in read.units.iter().enumerate() {
                let at = at.field("units").index(index);
                self.range(&at.field("holds"), f64::from(counter.holds), (0.01, 100.0));
                let unit = self.find(&at.field("unit"), counter.unit);
                if self.kind(unit) != ProductKind::Unit {
                    self.mistake(&at, "only units stand against units", "name a unit");
                }
                units.push(Counter { unit, holds: counter.holds });
            }
            if units.is_empty() {
                self.mistake(&at, "no unit stands against it", "list at least one unit, or remove the entry");
            }
            if counters.insert(against, units).is_some() {
                let message = format!("the unit `{}` is listed twice", read.against);
                self.mistake(&at, message, "put all units that stand against it into one entry");
            }
        }
        counters
    }

    fn factions(&mut self, at: &Cursor<'_>) -> Vec<Faction> {
        let mut factions: Vec<Faction> = Vec::new();
        for (index, read) in self.file.factions.iter().enumerate() {
            let at = at.index(index);
            if factions.iter().any(|known| known.name == read.name) {
                let message = format!("the faction `{}` is listed twice", read.name);
                self.mistake(&at, message, "remove or rename one of them");
            }
            if read.instead.is_empty() {
                self.mistake(
                    &at,
                    "the faction makes nothing of its own",
                    "write `instead: {\"rifleman\": \"raider\"}`",
                );
            }
            let mut instead = BTreeMap::new();
            for (usual, own) in &read.instead {
                let at = at.field("instead").entry(usual.as_str());
                let (usual, own) = (self.find(&at, *usual), self.find(&at, *own));
                if self.kind(usual) != self.kind(own) || usual == own {
                    self.mistake(
                        &at,
                        "it stands for a product of another kind, or for itself",
                        "name another one of its kind",
                    );
                }
                instead.insert(usual, own);
            }
            factions.push(Faction { name: read.name, instead });
        }
        factions
    }
}

/// The sum of a number over products.
fn supply(file: &CatalogueFile, products: &[(ProductId, u16)], of: impl Fn(&ProductFile) -> u16) -> u32 {
    products.iter().map(|(id, number)| u32::from(of(&file.products[id.index()])) * u32::from(*number)).sum()
}
