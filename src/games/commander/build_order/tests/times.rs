//! The times that the scheduler predicts, beside the best ones that the long search finds.

use std::time::Instant;

use super::{long_search::LongSearch, *};

struct Case {
    name: &'static str,
    at_least: &'static [(&'static str, u16)],
    /// What the long search may make, and how many at most.
    limits: &'static [(&'static str, u16)],
    /// The best time known, in milliseconds: of the long search with a width of 1024, complete for the tank and the walkers.
    best: u32,
}

const CASES: [Case; 3] = [
    Case {
        name: "12 riflemen",
        at_least: &[("rifleman", 12)],
        limits: &[("train_worker", 20), ("build_barracks", 5), ("build_supply_depot", 3), ("train_rifleman", 12)],
        best: 182_341,
    },
    Case {
        name: "1 tank",
        at_least: &[("tank", 1)],
        limits: &[
            ("train_worker", 20),
            ("build_barracks", 1),
            ("build_refinery", 2),
            ("build_factory", 1),
            ("add_machine_shop", 1),
            ("train_tank", 1),
            ("build_supply_depot", 2),
        ],
        best: 200_167,
    },
    Case {
        name: "2 walkers",
        at_least: &[("walker", 2)],
        limits: &[
            ("train_worker", 20),
            ("build_barracks", 1),
            ("build_refinery", 2),
            ("build_factory", 2),
            ("build_armoury", 1),
            ("train_walker", 2),
            ("build_supply_depot", 2),
        ],
        best: 225_469,
    },
];

fn search<'a>(catalogue: &Catalogue, case: &Case, goal: &'a BuildGoal) -> LongSearch<'a> {
    let recipe = |&(name, most): &(&str, u16)| (catalogue.recipe_named(label(name)).unwrap(), most);
    LongSearch { goal, recipes: case.limits.iter().map(recipe).collect(), gas_changes: 2 }
}

#[test]
fn the_goal_stands_at_most_a_tenth_later_than_in_the_best_build_order_known() {
    let economy = start();
    for case in CASES {
        let goal = goal(economy.catalogue(), case.name, case.at_least);
        let order = order(&economy, &[goal], STARTS);
        let ratio = f64::from(order.schedule.reached) / f64::from(case.best);
        assert!(ratio <= 1.10, "{}: {ratio:.3}\n{}", case.name, table(&shipped(), &order.schedule));
        assert!(ratio >= 1.0, "{}: better than the best time known: {}", case.name, order.schedule.reached);
    }
}

#[test]
fn more_work_never_makes_a_schedule_later() {
    let economy = start();
    let goals = [goal(economy.catalogue(), "riflemen", &[("rifleman", 12)])];
    let mut planner = Planner::new();
    let mut request = BuildOrderPlanner::new(economy.clone(), &goals, &all(economy.catalogue()));
    let mut before = u32::MAX;
    loop {
        let done = request.run(&mut planner, 4_000);
        let reached = request.best().unwrap().schedule.reached;
        assert!(reached <= before, "{reached} after {before}");
        before = reached;
        if done {
            break;
        }
    }
    assert_eq!(before, CASES[0].best);
}

/// The search that the recorded times come from, short enough for every day: it finds no better one.
#[test]
fn a_short_run_of_the_long_search_does_not_beat_the_recorded_times() {
    let economy = start();
    for case in CASES {
        let goal = goal(economy.catalogue(), case.name, case.at_least);
        let found = search(economy.catalogue(), &case, &goal).widening(&economy, 4).unwrap();
        assert!(found.reached >= case.best, "{}: {} is better", case.name, found.reached);
        let schedule = Schedule::simulate(&economy, &goal, &found.commands).unwrap();
        assert_eq!(schedule.reached, found.reached);
    }
}

/// Prints the table of the documentation. In release:
/// `cargo test --release --lib -- --ignored --nocapture table_of_times`, with `WIDTH` for another width of the search.
#[test]
#[ignore = "takes long: seconds at a width of 64, minutes at 1024"]
fn table_of_times() {
    let width: usize = std::env::var("WIDTH").map_or(64, |width| width.parse().unwrap());
    let economy = start();
    let catalogue = shipped();
    for case in CASES {
        let goal = goal(&catalogue, case.name, case.at_least);
        let began = Instant::now();
        let found = search(&catalogue, &case, &goal).widening(&economy, width).unwrap();
        let complete = if found.complete { "complete" } else { "cut off" };
        println!(
            "{}: long search {:.1} s, {complete}, {} nodes, {:.1?}",
            case.name,
            seconds(found.reached),
            found.nodes,
            began.elapsed()
        );
    }
    let waves = catalogue.goals.iter().map(|goal| (goal.name.as_str(), goal.clone()));
    let cases = CASES.iter().map(|case| (case.name, goal(&catalogue, case.name, case.at_least)));
    for (name, goal) in cases.chain(waves) {
        let goals = std::slice::from_ref(&goal);
        let mut planner = Planner::new();
        let mut micros = Vec::new();
        for _ in 0..21 {
            let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(&catalogue));
            let began = Instant::now();
            request.run(&mut planner, STARTS);
            micros.push(began.elapsed().as_micros());
        }
        micros.sort_unstable();
        let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(&catalogue));
        let mut slices = Vec::new();
        loop {
            let began = Instant::now();
            let done = request.run(&mut planner, 4_000);
            slices.push(began.elapsed().as_micros());
            if done {
                break;
            }
        }
        slices.sort_unstable();
        let (first, last) = (order(&economy, goals, STARTS), request.best().unwrap());
        let [once, ended] = [&first, &last].map(|order| seconds(order.schedule.reached));
        println!("{name}: {once:.1} s after {} µs (median)", micros[10]);
        println!("{ended:.1} s after {} slices of {} µs (median)", slices.len(), slices[slices.len() / 2]);
        println!("{}", table(&catalogue, &last.schedule));
    }
}
