//! What must stand before what: cycles, and products that no start can lead to.

use quarry_ron::{Cursor, Diagnostics};

use super::{Catalogue, ProductId, ProductKind};

/// Finds products that can never be had from the start of a match. `at` is where the products are.
pub(super) fn check(catalogue: &Catalogue, at: &Cursor<'_>, out: &mut Diagnostics) {
    let mut had = vec![false; catalogue.products.len()];
    for &(id, number) in &catalogue.numbers.products {
        had[id.index()] |= number > 0;
    }
    loop {
        let next = catalogue.product_ids().find(|&id| !had[id.index()] && lacks(catalogue, id, &had).is_empty());
        match next {
            Some(id) => had[id.index()] = true,
            None => break,
        }
    }
    for id in catalogue.product_ids().filter(|id| !had[id.index()]) {
        let at = at.index(id.index());
        if let Some(cycle) = cycle_through(catalogue, id, &had) {
            let names: Vec<&str> = cycle.iter().map(|&id| catalogue.get(id).name.as_str()).collect();
            // Each product of a cycle would report the same one.
            if cycle.iter().all(|&other| other >= id) {
                let message = format!("the requirements go round in a circle: {}", names.join(" needs "));
                let help = "remove one of these requirements, or have one of the products at the start";
                out.push(at.error(message).help(help));
            }
            continue;
        }
        let lacks: Vec<&str> = lacks(catalogue, id, &had).iter().map(|&id| catalogue.get(id).name.as_str()).collect();
        let missing = if catalogue.get(id).recipes.is_empty() {
            "it has no recipe".to_owned()
        } else {
            format!("it needs {}", lacks.join(", "))
        };
        let message = format!("the product `{}` can never be had: {missing}", catalogue.get(id).name);
        out.push(at.error(message).help("add a recipe, or have it at the start"));
    }
}

/// What is missing before the product can be made in some way; for several recipes, of the first one.
fn lacks(catalogue: &Catalogue, id: ProductId, had: &[bool]) -> Vec<ProductId> {
    let product = catalogue.get(id);
    let of_recipe = |recipe: &super::Recipe| -> Vec<ProductId> {
        let gas = |id: &ProductId| catalogue.get(*id).gives_gas;
        let gas_source = (recipe.gas > catalogue.numbers.gas
            && !catalogue.product_ids().any(|id| gas(&id) && had[id.index()]))
        .then(|| catalogue.product_ids().find(gas))
        .flatten();
        let needed = product.requires.iter().copied().chain([recipe.producer]).chain(recipe.add_on).chain(gas_source);
        needed.filter(|needed| !had[needed.index()]).collect()
    };
    let all: Vec<Vec<ProductId>> = product.recipes.iter().map(|&id| of_recipe(catalogue.recipe(id))).collect();
    // A product without a recipe lacks itself, so that it is never found.
    all.iter().find(|lacks| lacks.is_empty()).or(all.first()).cloned().unwrap_or_else(|| vec![id])
}

/// A circle of missing products through this one.
fn cycle_through(catalogue: &Catalogue, start: ProductId, had: &[bool]) -> Option<Vec<ProductId>> {
    let mut before: Vec<Option<ProductId>> = vec![None; catalogue.products.len()];
    let mut left = vec![start];
    while let Some(id) = left.pop() {
        for needed in lacks(catalogue, id, had) {
            if needed == start && !catalogue.get(start).recipes.is_empty() {
                let mut cycle = vec![start];
                let mut at = Some(id);
                while let Some(id) = at.filter(|&id| id != start) {
                    cycle.insert(1, id);
                    at = before[id.index()];
                }
                cycle.push(start);
                return Some(cycle);
            }
            if before[needed.index()].is_none() {
                before[needed.index()] = Some(id);
                left.push(needed);
            }
        }
    }
    None
}

/// Whether add-ons and producers are of a kind that fits. `at` is where the products are.
pub(super) fn check_kinds(catalogue: &Catalogue, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (index, recipe) in catalogue.recipes.iter().enumerate() {
        let product = catalogue.get(recipe.product);
        let first = product.recipes.first().map_or(0, |id| id.index());
        let at = at.index(recipe.product.index()).field("recipes").index(index - first);
        let by_worker = recipe.producer == catalogue.numbers.worker;
        let producer = catalogue.get(recipe.producer);
        let fits = match product.kind {
            ProductKind::Unit => producer.kind == ProductKind::Building,
            ProductKind::Building => by_worker,
            ProductKind::AddOn | ProductKind::Upgrade => producer.kind == ProductKind::Building,
        };
        if !fits {
            let remedy = match product.kind {
                ProductKind::Building => "buildings are built by the worker",
                _ => "units, add-ons and upgrades are made by a building",
            };
            out.push(at.field("producer").error(format!("`{}` cannot make it", producer.name)).help(remedy));
        }
        if let Some(add_on) = recipe.add_on
            && (catalogue.get(add_on).kind != ProductKind::AddOn
                || !catalogue.get(add_on).recipes.iter().any(|&id| catalogue.recipe(id).producer == recipe.producer))
        {
            let message = format!("`{}` is no add-on of `{}`", catalogue.get(add_on).name, producer.name);
            out.push(at.field("add_on").error(message).help("name an add-on that the producer makes"));
        }
    }
}
