use std::{sync::Arc, time::Instant};

use quarry_goap::Planner;

use super::{long_search::LongSearch, *};
use crate::{
    games::commander::{
        catalogue::{BuildGoal, Catalogue, RecipeId, tests::shipped},
        economy::Economy,
    },
    protocol::label,
};

fn goal(catalogue: &Catalogue, at_least: &[(&str, u16)]) -> BuildGoal {
    let mut at_least: Vec<_> =
        at_least.iter().map(|&(name, number)| (catalogue.product(label(name)).unwrap(), number)).collect();
    at_least.sort();
    BuildGoal { name: label("goal"), at_least }
}

fn all(catalogue: &Catalogue) -> Vec<bool> {
    vec![true; catalogue.recipes.len()]
}

fn names(catalogue: &Catalogue, plan: &[RecipeId]) -> Vec<&'static str> {
    plan.iter().map(|&id| catalogue.recipe(id).action.as_str()).collect()
}

fn say(catalogue: &Catalogue, schedule: &Schedule) -> String {
    let mut text = String::new();
    for step in &schedule.commands {
        let name = match step.command {
            BuildCommand::Start(recipe) => catalogue.recipe(recipe).action.as_str().to_owned(),
            BuildCommand::GasWorkers(number) => format!("gas workers {number}"),
        };
        text += &format!("{:7.1} {:7.1} {name}\n", f64::from(step.starts) / 1e3, f64::from(step.stands) / 1e3);
    }
    text + &format!("reached {:.1}\n", f64::from(schedule.reached) / 1e3)
}

#[test]
fn explore() {
    let catalogue = shipped();
    let start = Economy::at_start(Arc::clone(&catalogue));
    for wanted in [
        goal(&catalogue, &[("rifleman", 12)]),
        goal(&catalogue, &[("tank", 1)]),
        goal(&catalogue, &[("walker", 2)]),
        catalogue.goals[0].clone(),
        catalogue.goals[1].clone(),
        catalogue.goals[2].clone(),
    ] {
        let mut planner = Planner::new();
        let t = Instant::now();
        let domain = BuildDomain::new(&catalogue, std::slice::from_ref(&wanted)).unwrap();
        let t1 = t.elapsed();
        let plan = domain.plan(&mut planner, &start, 0, &all(&catalogue)).unwrap();
        println!("domain {t1:?}, plan {:?}: {:?} nodes {}", t.elapsed() - t1, names(&catalogue, &plan), planner.last_result().nodes);
        let mut scheduler = Scheduler::new(start.clone(), wanted.clone(), &plan, &all(&catalogue));
        for _ in 0..40 {
            let t = Instant::now();
            let end = scheduler.run(4000);
            println!("  {:?} {:?} starts {}", t.elapsed(), scheduler.schedule().map(|s| s.reached), scheduler.work());
            if end {
                break;
            }
        }
        println!("{}", say(&catalogue, &scheduler.schedule().unwrap()));
    }
}

#[test]
#[ignore]
fn long() {
    let catalogue = shipped();
    let start = Economy::at_start(Arc::clone(&catalogue));
    let width: usize = std::env::var("WIDTH").map_or(16, |w| w.parse().unwrap());
    for (wanted, most) in [
        (&[("rifleman", 12)][..], &[("train_worker", 20), ("build_barracks", 5), ("build_supply_depot", 3), ("train_rifleman", 12)][..]),
        (&[("tank", 1)], &[("train_worker", 20), ("build_barracks", 1), ("build_refinery", 1), ("build_factory", 1), ("add_machine_shop", 1), ("train_tank", 1), ("build_supply_depot", 2)]),
        (&[("walker", 2)], &[("train_worker", 20), ("build_barracks", 1), ("build_refinery", 1), ("build_factory", 2), ("build_armoury", 1), ("train_walker", 2), ("build_supply_depot", 2)]),
    ] {
        let wanted = goal(&catalogue, wanted);
        let recipes = most.iter().map(|&(name, most)| (catalogue.recipe_named(label(name)).unwrap(), most)).collect();
        let search = LongSearch { goal: &wanted, recipes, gas_changes: 2 };
        let t = Instant::now();
        let found = search.widening(&start, width).unwrap();
        println!("{:?} {} nodes {} complete {}", t.elapsed(), found.reached, found.nodes, found.complete);
        let schedule = Schedule::simulate(&start, &wanted, &found.commands).unwrap();
        println!("{}", say(&catalogue, &schedule));
    }
}
