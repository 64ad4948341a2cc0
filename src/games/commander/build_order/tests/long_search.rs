//! A long search for the earliest build order, to compare the scheduler with. It shares the economy with it and nothing else.
//!
//! Commands are added one at a time, each started as early as possible. Of the partial build orders with the same products, those are
//! dropped that another one dominates, and those whose lower bound is no earlier than the best build order known. What remains is
//! complete, within the limits on the number of each product, unless a width cuts it off.

use std::collections::BTreeMap;

use super::super::schedule::{BuildCommand, carry_out, is_under_way, reached_at};
use crate::games::commander::{
    catalogue::{BuildGoal, Millis, ProductId, RecipeId},
    economy::Economy,
};

/// What the search may do.
pub struct LongSearch<'a> {
    pub goal: &'a BuildGoal,
    /// The recipes that it may use, and the most of their products.
    pub recipes: Vec<(RecipeId, u16)>,
    /// How often it may change the number of gas workers.
    pub gas_changes: u8,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found {
    pub reached: Millis,
    pub commands: Vec<BuildCommand>,
    /// Whether nothing was cut off by the width: the time is the minimum.
    pub complete: bool,
    pub nodes: u64,
}

#[derive(Clone)]
struct Node {
    economy: Economy,
    commands: Vec<BuildCommand>,
    gas_changes: u8,
}

type Signature = (Vec<u16>, u16, u8);

impl LongSearch<'_> {
    /// Searches with at most `width` partial build orders for the same products. `below`: a time that is known to be possible.
    pub fn run(&self, start: &Economy, width: usize, below: Option<Found>) -> Option<Found> {
        let mut best = below.map(|found| Found { complete: false, nodes: 0, ..found });
        let mut complete = true;
        let mut nodes = 0;
        let mut layer = vec![Node { economy: start.clone(), commands: Vec::new(), gas_changes: 0 }];
        while !layer.is_empty() {
            let mut next: BTreeMap<Signature, Vec<Node>> = BTreeMap::new();
            for node in layer {
                for command in self.commands(&node) {
                    nodes += 1;
                    let mut child = node.clone();
                    if carry_out(&mut child.economy, command).is_none() {
                        continue;
                    }
                    child.commands.push(command);
                    child.gas_changes += u8::from(matches!(command, BuildCommand::GasWorkers(_)));
                    let limit = best.as_ref().map_or(Millis::MAX, |found| found.reached);
                    if is_under_way(&child.economy, self.goal) {
                        let reached = reached_at(&child.economy, self.goal).unwrap();
                        if reached < limit {
                            best = Some(Found { reached, commands: child.commands, complete: false, nodes: 0 });
                        }
                    } else if self.lower_bound(&child.economy) < limit {
                        let counts = start.catalogue().product_ids().map(|id| child.economy.expected(id)).collect();
                        let key = (counts, child.economy.gas_workers_wanted(), child.gas_changes);
                        next.entry(key).or_default().push(child);
                    }
                }
            }
            layer = Vec::new();
            let limit = best.as_ref().map_or(Millis::MAX, |found| found.reached);
            for mut group in next.into_values() {
                group.retain(|node| self.lower_bound(&node.economy) < limit);
                let kept = undominated(group, 4 * width);
                complete &= kept.len() <= width;
                layer.extend(narrow(kept, width));
            }
        }
        best.map(|found| Found { complete, nodes, ..found })
    }

    /// Searches ever wider, up to `width`.
    pub fn widening(&self, start: &Economy, width: usize) -> Option<Found> {
        let mut found: Option<Found> = None;
        let mut at = 1;
        while at <= width {
            found = self.run(start, at, found);
            if found.as_ref().is_some_and(|found| found.complete) {
                break;
            }
            at *= 4;
        }
        found
    }

    fn commands(&self, node: &Node) -> Vec<BuildCommand> {
        let economy = &node.economy;
        let catalogue = economy.catalogue();
        let may = |&&(recipe, most): &&(RecipeId, u16)| economy.expected(catalogue.recipe(recipe).product) < most;
        let mut commands: Vec<BuildCommand> =
            self.recipes.iter().filter(may).map(|&(recipe, _)| BuildCommand::Start(recipe)).collect();
        let after_gas = matches!(node.commands.last(), Some(BuildCommand::GasWorkers(_)));
        let refineries = catalogue.product_ids().any(|id| catalogue.get(id).gives_gas && economy.expected(id) > 0);
        if refineries && node.gas_changes < self.gas_changes && !after_gas {
            let known = economy.gas_workers_wanted();
            commands.extend((0..=3).filter(|&number| number != known).map(BuildCommand::GasWorkers));
        }
        commands
    }

    /// No build order from here reaches the goal before this time: everything missing must be paid for, with an income that grows by a free
    /// worker for every base in each training time, and then be made, after what it requires.
    fn lower_bound(&self, economy: &Economy) -> Millis {
        let catalogue = economy.catalogue();
        let mut chain = BTreeMap::new();
        let mut missing: Vec<(ProductId, u16)> = self.goal.at_least.clone();
        let mut latest = economy.now();
        for &(id, number) in &self.goal.at_least {
            if economy.expected(id) < number {
                latest = latest.max(self.made_at(economy, id, &mut chain));
                for &needed in chain.keys() {
                    if economy.expected(needed) == 0 && !missing.iter().any(|&(known, _)| known == needed) {
                        missing.push((needed, 1));
                    }
                }
            } else if let Some(at) = economy.stands_at(id, number) {
                latest = latest.max(at);
            }
        }
        let recipe = |id: ProductId| catalogue.recipe(catalogue.get(id).recipes[0]);
        let left = |id: ProductId, number: u16| u64::from(number.saturating_sub(economy.expected(id)));
        let cost: u64 = missing.iter().map(|&(id, number)| left(id, number) * u64::from(recipe(id).minerals)).sum();
        let shortest =
            missing.iter().filter(|&&(id, number)| left(id, number) > 0).map(|&(id, _)| recipe(id).millis).min();
        let trip = catalogue.numbers.mineral_trip;
        let needed = cost as f64 - f64::from(economy.minerals()) - 1.0;
        let workers = f64::from(economy.expected(catalogue.numbers.worker));
        // needed = rate * (workers * t + t² / (2 * training)), solved for t; one worker more for the one that is next.
        let rate = f64::from(trip.carries) / f64::from(trip.millis);
        let training = f64::from(recipe(catalogue.numbers.worker).millis);
        let workers = workers + 1.0;
        let root = (workers * workers + 2.0 * needed.max(0.0) / (rate * training)).sqrt();
        let paid = economy.now() + ((root - workers) * training) as Millis;
        latest.max(paid + shortest.unwrap_or(0))
    }

    /// When a product could stand at the earliest, by the construction times of all that it requires.
    fn made_at(&self, economy: &Economy, id: ProductId, known: &mut BTreeMap<ProductId, Millis>) -> Millis {
        if let Some(&at) = known.get(&id) {
            return at;
        }
        let catalogue = economy.catalogue();
        let recipe = catalogue.recipe(catalogue.get(id).recipes[0]);
        known.insert(id, economy.now());
        let gas = catalogue.product_ids().find(|&id| recipe.gas > 0 && catalogue.get(id).gives_gas);
        let requires =
            catalogue.get(id).requires.iter().copied().chain([recipe.producer]).chain(recipe.add_on).chain(gas);
        let mut start = economy.now();
        for needed in requires {
            start = start.max(match economy.stands_at(needed, 1) {
                Some(at) => at,
                None => self.made_at(economy, needed, known),
            });
        }
        let at = start + recipe.millis;
        known.insert(id, at);
        at
    }
}

/// Without those that another one dominates. Only the first `most` of the result are compared with.
fn undominated(mut group: Vec<Node>, most: usize) -> Vec<Node> {
    group.sort_by_key(|node| (node.economy.now(), std::cmp::Reverse(node.economy.minerals())));
    let mut kept: Vec<Node> = Vec::new();
    for node in group {
        if !kept.iter().take(most).any(|known| known.economy.dominates(&node.economy)) {
            kept.push(node);
        }
    }
    kept
}

/// At most `width` of them: half of those that are earliest, half of those that will be richest.
fn narrow(mut group: Vec<Node>, width: usize) -> Vec<Node> {
    if group.len() <= width {
        return group;
    }
    let horizon = group.iter().map(|node| node.economy.now()).max().unwrap_or(0) + 60_000;
    let rich = |node: &Node| {
        let mut later = node.economy.clone();
        later.advance(horizon);
        std::cmp::Reverse(later.minerals() + later.gas())
    };
    let mut rest = group.split_off(width / 2);
    rest.sort_by_cached_key(rich);
    rest.truncate(width - width / 2);
    group.extend(rest);
    group
}
