//! The plans of StarPlanner (Peikidis 2010) come out of the shipped catalogue, and what is lost with each action.

use super::*;

#[test]
fn the_tank_needs_a_factory_with_a_machine_shop() {
    let economy = start();
    let tank = goal(economy.catalogue(), "tank", &[("tank", 1)]);
    assert_eq!(
        plan(&economy, &tank, &all(economy.catalogue())).unwrap(),
        "build_refinery, build_barracks, build_factory, add_machine_shop, train_tank"
    );
}

#[test]
fn the_rush_wave_takes_the_aggressive_barracks_or_two_of_the_others() {
    let economy = start();
    let catalogue = economy.catalogue();
    let rush = catalogue.goal(label("build_rush_wave")).unwrap();
    assert_eq!(
        plan(&economy, rush, &all(catalogue)).unwrap(),
        "build_barracks_aggressive, build_supply_depot, 12 train_rifleman"
    );
    let other = plan(&economy, rush, &without(catalogue, "build_barracks_aggressive")).unwrap();
    let mut steps: Vec<&str> = other.split(", ").collect();
    steps.sort_unstable();
    assert_eq!(steps, ["12 train_rifleman", "2 build_barracks", "build_supply_depot"], "{other}");
    assert_eq!(
        plan(&economy, &goal(catalogue, "riflemen", &[("rifleman", 12)]), &all(catalogue)).unwrap(),
        "build_supply_depot, build_barracks, 12 train_rifleman"
    );
}

#[test]
fn a_plan_starts_from_what_stands_or_is_under_way() {
    let mut economy = start();
    let catalogue = shipped();
    let rush = catalogue.goal(label("build_rush_wave")).unwrap();
    economy.set_store(1_000, 0);
    economy.start(catalogue.recipe_named(label("build_barracks")).unwrap()).unwrap();
    economy.start(catalogue.recipe_named(label("build_supply_depot")).unwrap()).unwrap();
    economy.add(product(&catalogue, "barracks"), 1);
    economy.add(product(&catalogue, "rifleman"), 5);
    assert_eq!(plan(&economy, rush, &all(&catalogue)).unwrap(), "7 train_rifleman");
    economy.add(product(&catalogue, "rifleman"), 7);
    assert_eq!(plan(&economy, rush, &all(&catalogue)).unwrap(), "");
    let stands = product(&catalogue, "barracks");
    assert_eq!(
        order(&economy, std::slice::from_ref(rush), 100).schedule.reached,
        economy.stands_at(stands, 2).unwrap()
    );
}

#[test]
fn two_tanks_at_the_same_time_need_two_factories_with_machine_shops() {
    let economy = start();
    let catalogue = economy.catalogue();
    let shops = goal(catalogue, "shops", &[("machine_shop", 2)]);
    let plan = plan(&economy, &shops, &all(catalogue)).unwrap();
    assert_eq!(plan.matches("build_factory").count() + usize::from(plan.contains("2 build_factory")), 2, "{plan}");
}

#[test]
fn against_an_enemy_unit_the_first_of_its_counters_is_built() {
    let economy = start();
    let catalogue = economy.catalogue();
    let (rifleman, tank) = (product(catalogue, "rifleman"), product(catalogue, "tank"));
    let CounterGoals::AnyOf(goals) = goals_against(catalogue, rifleman, 6, &|_| 0) else { panic!() };
    assert!(goals.iter().all(|goal| goal.name == "build_against_rifleman"));
    let at_least: Vec<_> = goals.iter().map(|goal| goal.at_least[0]).collect();
    // Those after them are for a faction.
    assert_eq!(at_least[..2], [(product(catalogue, "flamer"), 4), (tank, 2)]);
    assert_eq!(
        plan(&economy, &goals[0], &all(catalogue)).unwrap(),
        "build_barracks, build_academy, build_refinery, 4 train_flamer"
    );
    let order = order(&economy, &goals[..2], STARTS);
    assert_eq!(order.goal, goals[0], "flamers stand earlier than tanks");
}

#[test]
fn units_at_hand_count_against_an_enemy_unit() {
    let catalogue = shipped();
    let [rifleman, flamer, tank, worker] =
        ["rifleman", "flamer", "tank", "worker"].map(|name| product(&catalogue, name));
    let at_hand = |flamers: u16| move |id: ProductId| if id == flamer { flamers } else { 0 };
    assert_eq!(goals_against(&catalogue, rifleman, 3, &at_hand(2)), CounterGoals::Held);
    let CounterGoals::AnyOf(goals) = goals_against(&catalogue, rifleman, 6, &at_hand(2)) else { panic!() };
    assert_eq!(goals[0].at_least, [(flamer, 4)], "two more for the three that are not held");
    assert_eq!(goals[1].at_least, [(tank, 1)]);
    assert_eq!(goals_against(&catalogue, worker, 1, &|_| 0), CounterGoals::NoCounter);
}

/// The thesis left it to the designer to try each goal after an action was switched off.
#[test]
fn disabling_an_action_names_exactly_the_goals_that_are_lost() {
    let economy = start();
    let catalogue = economy.catalogue();
    let mut goals = catalogue.goals.clone();
    for id in catalogue.product_ids() {
        goals.push(BuildGoal {
            name: label(&format!("two of {}", catalogue.get(id).name)),
            at_least: vec![(id, 2.min(catalogue.most(id)))],
        });
    }
    let domain = BuildDomain::new(catalogue, &goals).unwrap();
    let mut lost_waves = Vec::new();
    for recipe in &catalogue.recipes {
        let enabled = without(catalogue, recipe.action.as_str());
        let unreachable = domain.unreachable_goals(&economy, &enabled);
        let named: Vec<&str> = unreachable.iter().map(|found| goals[found.goal.index()].name.as_str()).collect();
        let mut planner = Planner::new();
        let planned =
            (0..goals.len()).filter(|&goal| match domain.plan(&mut planner, &economy, goal, &enabled, NODES) {
                Ok(_) => false,
                Err(BuildFailure::Impossible(_)) => true,
                Err(other) => panic!("{}: {other}", recipe.action),
            });
        let impossible: Vec<&str> = planned.map(|goal| goals[goal].name.as_str()).collect();
        assert_eq!(named, impossible, "without {}", recipe.action);
        let action = domain.domain().action(recipe.action.as_str()).unwrap();
        for found in &unreachable {
            let helps = |missing: &quarry_goap::MissingCondition| missing.disabled.contains(&action);
            let own = goals[found.goal.index()].at_least.iter().any(|&(id, _)| id == recipe.product);
            assert!(!own || found.missing.iter().any(helps), "the goal misses {} itself", recipe.action);
        }
        let waves = named.iter().filter(|name| catalogue.goal(label(name)).is_some());
        let waves: Vec<&str> = waves.map(|name| name.trim_start_matches("build_")).collect();
        lost_waves.push(format!("{}: {}", recipe.action, waves.join(" ")));
    }
    assert_eq!(
        lost_waves,
        [
            "train_worker: ",
            "train_rifleman: rush_wave harass_wave",
            "train_flamer: ",
            "train_medic: support_infantry",
            "train_walker: harass_wave",
            "train_tank: siege",
            "train_ranger: ",
            "train_mortar: ",
            "build_command_post: ",
            "build_supply_depot: ",
            "build_refinery: harass_wave siege support_infantry tech_up",
            "build_barracks: ",
            "build_barracks_aggressive: ",
            "build_academy: siege support_infantry tech_up",
            "build_factory: harass_wave siege tech_up",
            "build_armoury: harass_wave tech_up",
            "build_engineering_bay: support_infantry",
            "research_infantry_weapons: ",
            "research_infantry_armour: ",
            "research_machine_weapons: ",
            "add_machine_shop: siege tech_up",
        ]
    );
}

#[test]
fn an_impossible_goal_says_what_is_missing() {
    let economy = start();
    let catalogue = economy.catalogue();
    let enabled = without(catalogue, "build_academy");
    let flamer = goal(catalogue, "flamer", &[("flamer", 1)]);
    let failure = plan(&economy, &flamer, &enabled).unwrap_err();
    let BuildFailure::Impossible(missing) = &failure else { panic!("{failure}") };
    assert!(missing.iter().any(|fact| fact == "academy" || fact == "flamer"), "{failure}");
    let goals = [flamer, goal(catalogue, "rifleman", &[("rifleman", 1)])];
    let best = |goals: &[BuildGoal]| {
        let mut request = BuildOrderPlanner::new(economy.clone(), goals, &enabled);
        assert_eq!(request.best(), Err(BuildFailure::Unfinished));
        request.run(&mut Planner::new(), STARTS);
        request.best()
    };
    assert_eq!(best(&goals[..1]), Err(failure));
    assert_eq!(best(&goals).unwrap().goal, goals[1], "any one of the goals suffices");
}

#[test]
fn a_plan_that_can_never_be_paid_for_is_stuck() {
    let catalogue = shipped();
    let mut economy = Economy::empty(Arc::clone(&catalogue), 0);
    economy.add(product(&catalogue, "barracks"), 1);
    economy.add(product(&catalogue, "command_post"), 1);
    let goals = [goal(&catalogue, "rifleman", &[("rifleman", 1)])];
    let mut request = BuildOrderPlanner::new(economy.clone(), &goals, &all(&catalogue));
    assert!(request.run(&mut Planner::new(), STARTS));
    assert_eq!(request.best(), Err(BuildFailure::Stuck));
    economy.set_store(50, 0);
    assert_eq!(order(&economy, &goals, STARTS).schedule.reached, 15_000);
}

#[test]
fn a_large_army_is_planned_within_the_same_budget() {
    let economy = start();
    let catalogue = economy.catalogue();
    for at_least in [
        &[("rifleman", 60), ("flamer", 20)][..],
        &[("rifleman", 40), ("flamer", 10), ("tank", 6), ("walker", 6), ("barracks", 5)],
        &[("rifleman", 80), ("flamer", 20), ("tank", 12), ("walker", 12), ("worker", 40), ("command_post", 2)],
    ] {
        let army = goal(catalogue, "army", at_least);
        let order = order(&economy, std::slice::from_ref(&army), STARTS);
        let end = replay(&order.schedule, &economy).unwrap();
        assert!(army.at_least.iter().all(|&(id, number)| end.standing(id) >= number), "{at_least:?}");
    }
}
