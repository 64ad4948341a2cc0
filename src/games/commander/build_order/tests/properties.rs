//! Properties of all schedules: they replay at exactly the predicted times.

use proptest::prelude::*;

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
        let mut at_least: Vec<_> = conditions.into_iter().map(|(index, number)| (ids[index], number)).collect();
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
