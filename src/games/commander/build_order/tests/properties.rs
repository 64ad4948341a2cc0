//! Properties of all schedules: they replay at exactly the predicted times.

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::*;

/// An economy in the middle of a match: any of the products, and some store.
fn economies() -> impl Strategy<Value = Economy> {
    let counts = proptest::collection::vec(0_u16..3, shipped().products.len());
    (counts, 1_u16..12, 0_u32..600, 0_u32..300, 0_u32..100_000).prop_map(|(counts, workers, minerals, gas, now)| {
        let catalogue = shipped();
        let mut economy = Economy::empty(Arc::clone(&catalogue), now);
        for (id, number) in catalogue.product_ids().zip(counts) {
            use crate::games::commander::catalogue::ProductKind;
            match catalogue.get(id).kind {
                _ if id == catalogue.numbers.worker => economy.add(id, workers),
                ProductKind::AddOn => economy.attach(id),
                ProductKind::Upgrade => economy.add(id, number.min(1)),
                ProductKind::Building | ProductKind::Unit => economy.add(id, number),
            }
        }
        economy.add(product(&catalogue, "command_post"), 2);
        economy.set_store(minerals, gas);
        economy
    })
}

fn goals() -> impl Strategy<Value = BuildGoal> {
    let one = (0..shipped().products.len(), 1_u16..6);
    proptest::collection::vec(one, 1..3).prop_map(|conditions| {
        let ids: Vec<ProductId> = shipped().product_ids().collect();
        let of_one = |(index, number): (usize, u16)| (ids[index], number.min(shipped().most(ids[index])));
        let mut at_least: Vec<_> = conditions.into_iter().map(of_one).collect();
        at_least.sort();
        at_least.dedup_by_key(|condition| condition.0);
        BuildGoal { name: label("any"), at_least }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_schedule_replays_at_the_predicted_times(economy in economies(), goal in goals(), starts in 1_u32..6_000) {
        let catalogue = shipped();
        let goals = std::slice::from_ref(&goal);
        let mut planner = Planner::new();
        let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(&catalogue));
        while !request.run(&mut planner, starts) && request.best() == Err(BuildFailure::Unfinished) {}
        let order = request.best().map_err(|failure| TestCaseError::fail(failure.to_string()))?;
        let schedule = &order.schedule;
        let commands: Vec<BuildCommand> = schedule.commands.iter().map(|scheduled| scheduled.command).collect();
        prop_assert_eq!(Schedule::simulate(&economy, &goal, &commands), Some(schedule.clone()));
        // Replayed from command to command, nothing is ever missing, and the goal stands at the predicted time and no earlier.
        let end = replay(schedule, &economy).map_err(TestCaseError::fail)?;
        let holds = |economy: &Economy| goal.at_least.iter().all(|&(id, number)| economy.standing(id) >= number);
        prop_assert!(holds(&end));
        prop_assert_eq!(end.now(), schedule.reached);
        if schedule.reached > schedule.commands.last().map_or(economy.now(), |last| last.starts) {
            let early = Schedule { reached: schedule.reached - 1, ..schedule.clone() };
            prop_assert!(!holds(&replay(&early, &economy).unwrap()));
        }
        for pair in schedule.commands.windows(2) {
            prop_assert!(pair[0].starts <= pair[1].starts);
        }
    }

    #[test]
    fn the_same_work_gives_the_same_schedule(economy in economies(), goal in goals(), starts in 1_u32..3_000) {
        let found = || {
            let goals = std::slice::from_ref(&goal);
            let mut planner = Planner::new();
            let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(economy.catalogue()));
            request.run(&mut planner, starts);
            request.run(&mut planner, starts);
            request.best()
        };
        prop_assert_eq!(found(), found());
    }
}

/// The best time that the whole search finds.
fn time(economy: &Economy, goal: &BuildGoal) -> u32 {
    let mut planner = Planner::new();
    let goals = std::slice::from_ref(goal);
    let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(economy.catalogue()));
    while !request.run(&mut planner, 20_000) {}
    request.best().unwrap().schedule.reached - economy.now()
}

/// Armies as a strategist orders them, and what may be added to them.
fn armies() -> impl Strategy<Value = (BuildGoal, BuildGoal)> {
    let units = proptest::collection::vec(0_u16..13, 4);
    let more = (proptest::collection::vec(0_u16..4, 4), 0_u16..4, 0_u16..4, 0_u16..3);
    (units, more).prop_map(|(units, (more, barracks, shops, bases))| {
        let catalogue = shipped();
        let names = ["rifleman", "flamer", "walker", "tank"];
        let goal = |numbers: Vec<(&str, u16)>| BuildGoal {
            name: label("army"),
            at_least: numbers
                .into_iter()
                .filter(|(_, number)| *number > 0)
                .map(|(name, number)| (product(&catalogue, name), number))
                .collect(),
        };
        let less: Vec<_> = names.into_iter().zip(units.iter().map(|number| number / 2 + 1)).collect();
        let larger = names.into_iter().zip(units.iter().zip(&more).map(|(number, more)| number / 2 + 1 + more));
        let named = [("barracks", barracks), ("machine_shop", shops), ("command_post", bases)];
        (goal(less), goal(larger.chain(named).collect()))
    })
}

/// What a search over rules and neighbours may miss: it promises no minimum.
const MISSED: f64 = 1.05;

/// Cases that are the same in every run, since each takes up to a second.
fn drawn<T>(cases: usize, strategy: &impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..cases).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[test]
fn a_goal_that_demands_more_is_never_reached_earlier() {
    let economy = Economy::at_start(shipped());
    for (goal, larger) in drawn(10, &armies()) {
        let (less, more) = (time(&economy, &goal), time(&economy, &larger));
        assert!(f64::from(less) <= f64::from(more) * MISSED, "{less} and {more}: {goal:?} {larger:?}");
    }
}

#[test]
fn a_better_start_is_never_later() {
    for (economy, (goal, _)) in drawn(10, &(economies(), armies())) {
        let mut better = economy.clone();
        better.set_store(700, 400);
        better.add(better.catalogue().numbers.worker, 3);
        let (early, late) = (time(&better, &goal), time(&economy, &goal));
        assert!(f64::from(early) <= f64::from(late) * MISSED, "{early} and {late}: {goal:?}");
    }
}

/// Another shop without another factory helps no more than the other way round: the search adds both.
#[test]
fn many_tanks_are_made_at_several_factories_with_machine_shops() {
    let catalogue = shipped();
    let economy = Economy::at_start(Arc::clone(&catalogue));
    let ten = time(&economy, &goal(&catalogue, "tanks", &[("tank", 10)]));
    let forty = time(&economy, &goal(&catalogue, "tanks", &[("tank", 40)]));
    assert!(ten <= 345_000 && forty <= 600_000, "{ten} and {forty} ms");
}
