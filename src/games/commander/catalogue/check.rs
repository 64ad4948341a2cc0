//! From the form in RON to a [`Catalogue`]: names become numbers, seconds become milliseconds, ranges are checked.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;

use super::{
    BuildGoal, Catalogue, Counter, EconomyNumbers, Millis, Product, ProductId, ProductKind, Recipe, RecipeId, Trip,
    error::Mistakes,
    file::{CatalogueFile, ProductFile, RecipeFile, TripFile},
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

struct Names<'a> {
    ids: BTreeMap<Label, ProductId>,
    file: &'a CatalogueFile,
}

impl Names<'_> {
    fn find(&self, place: &str, name: Label, out: &mut Mistakes) -> ProductId {
        self.ids.get(&name).copied().unwrap_or_else(|| {
            let known = self.file.products.iter().map(|product| product.name.as_str());
            out.unknown(place, "product", name.as_str(), known);
            ProductId(0)
        })
    }
}

/// Checks a file and resolves its names.
pub(super) fn compile(file: &CatalogueFile) -> Result<Catalogue, Mistakes> {
    let mut out = Mistakes::default();
    let recipes_in_all: usize = file.products.iter().map(|product| product.recipes.len()).sum();
    if file.products.is_empty() || file.products.len() > MOST || recipes_in_all > MOST {
        let message = format!("{} products with {recipes_in_all} recipes", file.products.len());
        out.push(
            "products",
            message,
            format!("write at least one product, at most {MOST} products and {MOST} recipes"),
        );
        return Err(out);
    }
    let mut ids = BTreeMap::new();
    for (index, product) in file.products.iter().enumerate() {
        if ids.insert(product.name, ProductId(index as u8)).is_some() {
            out.push("products", format!("`{}` is listed twice", product.name), "remove or rename one of them");
        }
    }
    let names = Names { ids, file };
    let (mut products, mut recipes) = (Vec::new(), Vec::<Recipe>::new());
    for (index, read) in file.products.iter().enumerate() {
        let place = format!("products[\"{}\"]", read.name);
        let first = recipes.len();
        for recipe in &read.recipes {
            let place = format!("{place}.recipes[\"{}\"]", recipe.action);
            if recipes.iter().any(|known| known.action == recipe.action) {
                out.push(&place, "the action exists already", "give each recipe an action of its own");
            }
            recipes.push(recipe_of(&names, &place, ProductId(index as u8), recipe, &mut out));
        }
        let recipes = (first..recipes.len()).map(|index| RecipeId(index as u8)).collect();
        products.push(product_of(&names, &place, read, recipes, &mut out));
    }
    let numbers = numbers_of(&names, &mut out);
    let goals = goals_of(&names, &mut out);
    let counters = counters_of(&names, &mut out);
    for recipe in &recipes {
        products[recipe.producer.index()].produces |= recipe.producer != numbers.worker;
    }
    let mut catalogue = Catalogue { numbers, products, recipes, goals, counters, names: names.ids };
    for goal in &mut catalogue.goals {
        goal.at_least.sort();
    }
    if out.0.is_empty() {
        graph::check_kinds(&catalogue, &mut out);
        graph::check(&catalogue, &mut out);
    }
    if out.0.is_empty() { Ok(catalogue) } else { Err(out) }
}

fn millis(place: &str, seconds: f64, range: (f64, f64), out: &mut Mistakes) -> Millis {
    out.range(place, seconds, range);
    // Out of range and not a number saturate; the mistake is noted.
    (seconds * 1000.0).round() as Millis
}

fn product_of(
    names: &Names<'_>,
    place: &str,
    read: &ProductFile,
    recipes: Vec<RecipeId>,
    out: &mut Mistakes,
) -> Product {
    out.range(&format!("{place}.supply"), f64::from(read.supply), SUPPLY);
    out.range(&format!("{place}.gives_supply"), f64::from(read.gives_supply), SUPPLY);
    if read.supply > 0 && read.kind != ProductKind::Unit {
        out.push(format!("{place}.supply"), "only units use supply", "remove it");
    }
    let requires = read.requires.iter().map(|&name| names.find(&format!("{place}.requires"), name, out)).collect();
    Product {
        name: read.name,
        kind: read.kind,
        supply: read.supply,
        gives_supply: read.gives_supply,
        gives_gas: read.gives_gas,
        is_base: read.is_base,
        requires,
        recipes,
        produces: false,
    }
}

fn recipe_of(names: &Names<'_>, place: &str, product: ProductId, read: &RecipeFile, out: &mut Mistakes) -> Recipe {
    out.range(&format!("{place}.minerals"), f64::from(read.minerals), AMOUNT);
    out.range(&format!("{place}.gas"), f64::from(read.gas), AMOUNT);
    out.range(&format!("{place}.makes"), f64::from(read.makes), (1.0, 8.0));
    let seconds = millis(&format!("{place}.seconds"), read.seconds, SECONDS, out);
    let walk = millis(&format!("{place}.walk"), read.walk, WALK, out);
    let total = seconds.saturating_add(walk);
    let occupies = read.occupies.map_or(total, |busy| {
        let place = format!("{place}.occupies");
        let most = read.seconds + read.walk;
        millis(&place, busy, (0.0, if most.is_finite() { most } else { 0.0 }), out)
    });
    Recipe {
        action: read.action,
        product,
        makes: read.makes,
        site: read.site,
        producer: names.find(&format!("{place}.producer"), read.producer, out),
        add_on: read.add_on.map(|name| names.find(&format!("{place}.add_on"), name, out)),
        minerals: read.minerals,
        gas: read.gas,
        millis: total,
        occupies,
        walk,
    }
}

fn trip_of(place: &str, read: &TripFile, out: &mut Mistakes) -> Trip {
    out.range(&format!("{place}.carries"), f64::from(read.carries), (1.0, 1000.0));
    Trip { carries: read.carries, millis: millis(&format!("{place}.seconds"), read.seconds, SECONDS, out) }
}

fn numbers_of(names: &Names<'_>, out: &mut Mistakes) -> EconomyNumbers {
    let read = &names.file.economy;
    out.range("economy.start.minerals", f64::from(read.start.minerals), AMOUNT);
    out.range("economy.start.gas", f64::from(read.start.gas), AMOUNT);
    out.range("economy.workers_per_refinery", f64::from(read.workers_per_refinery), (1.0, 3.0));
    out.range("economy.mineral_workers_per_base", f64::from(read.mineral_workers_per_base), NUMBER);
    out.range("economy.supply_limit", f64::from(read.supply_limit), NUMBER);
    let mut products = Vec::new();
    for (&name, &number) in &read.start.products {
        let place = format!("economy.start.products[\"{name}\"]");
        out.range(&place, f64::from(number), NUMBER);
        let id = names.find(&place, name, out);
        if names.file.products[id.index()].kind == ProductKind::AddOn {
            out.push(place, "an add-on cannot stand at the start", "have the building that makes it");
        }
        products.push((id, number));
    }
    products.sort();
    let supply = |count: &dyn Fn(&ProductFile) -> u16| -> u32 {
        products
            .iter()
            .map(|&(id, number)| u32::from(count(&names.file.products[id.index()])) * u32::from(number))
            .sum()
    };
    let gives = supply(&|product| product.gives_supply).min(u32::from(read.supply_limit));
    let used = supply(&|product| product.supply);
    if used > gives {
        let message = format!("the units use {used} supply, but only {gives} is given");
        out.push("economy.start.products", message, "have fewer units, or more that gives supply");
    }
    let worker = names.find("economy.worker", read.worker, out);
    if names.file.products[worker.index()].kind != ProductKind::Unit {
        out.push("economy.worker", format!("`{}` is no unit", read.worker), "name a unit");
    }
    EconomyNumbers {
        minerals: read.start.minerals,
        gas: read.start.gas,
        products,
        worker,
        mineral_trip: trip_of("economy.mineral_trip", &read.mineral_trip, out),
        gas_trip: trip_of("economy.gas_trip", &read.gas_trip, out),
        workers_per_refinery: read.workers_per_refinery,
        mineral_workers_per_base: read.mineral_workers_per_base,
        supply_limit: read.supply_limit,
    }
}

fn goals_of(names: &Names<'_>, out: &mut Mistakes) -> Vec<BuildGoal> {
    let mut goals: Vec<BuildGoal> = Vec::new();
    for read in &names.file.goals {
        let place = format!("goals[\"{}\"]", read.name);
        if goals.iter().any(|known| known.name == read.name) {
            out.push(&place, "the goal is listed twice", "remove or rename one of them");
        }
        if read.at_least.is_empty() {
            out.push(&place, "the goal has no condition", "write `at_least: {\"rifleman\": 12}`");
        }
        let mut at_least = Vec::new();
        for (&name, &number) in &read.at_least {
            let place = format!("{place}.at_least[\"{name}\"]");
            out.range(&place, f64::from(number), NUMBER);
            at_least.push((names.find(&place, name, out), number));
        }
        let supply_of =
            |&(id, number): &(ProductId, u16)| u32::from(names.file.products[id.index()].supply) * u32::from(number);
        let (supply, limit) = (at_least.iter().map(supply_of).sum::<u32>(), names.file.economy.supply_limit);
        if supply > u32::from(limit) {
            let message = format!("the units use {supply} supply, but the limit is {limit}");
            out.push(&place, message, "demand fewer units");
        }
        goals.push(BuildGoal { name: read.name, at_least });
    }
    goals
}

fn counters_of(names: &Names<'_>, out: &mut Mistakes) -> BTreeMap<ProductId, Vec<Counter>> {
    let mut counters = BTreeMap::new();
    for read in &names.file.counters {
        let place = format!("counters[\"{}\"]", read.against);
        let against = names.find(&place, read.against, out);
        let mut units = Vec::new();
        for counter in &read.units {
            let place = format!("{place}.units[\"{}\"]", counter.unit);
            out.range(&format!("{place}.holds"), f64::from(counter.holds), (0.01, 100.0));
            let unit = names.find(&place, counter.unit, out);
            if names.file.products[unit.index()].kind != ProductKind::Unit {
                out.push(place, "only units stand against units", "name a unit");
            }
            units.push(Counter { unit, holds: counter.holds });
        }
        if units.is_empty() {
            out.push(&place, "no unit stands against it", "list at least one unit, or remove the entry");
        }
        if counters.insert(against, units).is_some() {
            out.push(&place, "the unit is listed twice", "put all units that stand against it into one entry");
        }
    }
    counters
}
