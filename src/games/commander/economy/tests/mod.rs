//! Tests of the model of an economy.

mod dominance;

use proptest::prelude::*;
use quarry_minds::protocol::label;

use super::*;
use crate::games::commander::catalogue::tests::shipped;

fn recipe(economy: &Economy, action: &str) -> RecipeId {
    economy.catalogue().recipe_named(label(action)).unwrap()
}

fn product(economy: &Economy, name: &str) -> ProductId {
    economy.catalogue().product(label(name)).unwrap()
}

#[test]
fn four_workers_bring_sixteen_minerals_in_three_seconds() {
    let mut economy = Economy::at_start(shipped());
    assert_eq!((economy.minerals(), economy.supply_used(), economy.supply()), (50, 4, 10));
    economy.advance(3_000);
    assert_eq!(economy.minerals(), 66);
    economy.advance(1_000);
    assert_eq!((economy.now(), economy.minerals()), (3_000, 66), "time does not run backwards");
}

#[test]
fn a_builder_is_away_until_its_building_stands() {
    let mut economy = Economy::at_start(shipped());
    let depot = recipe(&economy, "build_supply_depot");
    assert_eq!(economy.can_start(depot), Err(Obstacle::Minerals));
    // 50 more minerals at 16 in 3 s.
    assert_eq!(economy.wait_for(depot), Ok(9_375));
    let stands = economy.start(depot).unwrap();
    assert_eq!((stands, economy.gathering().0), (9_375 + 28_000, 3));
    assert_eq!(economy.stands_at(product(&economy, "supply_depot"), 1), Some(stands));
    economy.advance(stands - 1);
    assert_eq!((economy.supply(), economy.expected_supply()), (10, 18));
    economy.advance(stands);
    assert_eq!((economy.supply(), economy.gathering().0), (18, 4));
}

#[test]
fn a_producer_makes_one_thing_at_a_time() {
    let mut economy = Economy::at_start(shipped());
    let worker = recipe(&economy, "train_worker");
    economy.set_store(1_000, 0);
    assert_eq!(economy.start(worker), Ok(13_000));
    assert_eq!(economy.can_start(worker), Err(Obstacle::Producer(product(&economy, "command_post"))));
    assert_eq!(economy.wait_for(worker), Ok(13_000));
    assert_eq!(economy.gathering(), (5, 0));
}

#[test]
fn supply_and_requirements_stand_in_the_way() {
    let mut economy = Economy::at_start(shipped());
    economy.set_store(10_000, 10_000);
    let (worker, flamer) = (recipe(&economy, "train_worker"), recipe(&economy, "train_flamer"));
    assert_eq!(economy.wait_for(flamer), Err(Obstacle::Requires(product(&economy, "academy"))));
    for _ in 0..6 {
        economy.wait_for(worker).unwrap();
        economy.start(worker).unwrap();
    }
    assert_eq!(economy.wait_for(worker), Err(Obstacle::Supply));
    assert_eq!((economy.supply_used(), economy.gathering()), (10, (10, 0)));
}

#[test]
fn refineries_take_three_workers_each_and_no_more_than_wanted() {
    let mut economy = Economy::at_start(shipped());
    let refinery = product(&economy, "refinery");
    economy.add(refinery, 1);
    assert_eq!(economy.gathering(), (1, 3));
    economy.set_gas_workers(2);
    assert_eq!(economy.gathering(), (2, 2));
    economy.advance(4_000);
    assert_eq!(economy.gas(), 16);
    economy.set_gas_workers(0);
    assert_eq!(economy.gathering(), (4, 0));
    let factory = recipe(&economy, "build_factory");
    economy.add(product(&economy, "barracks"), 1);
    assert_eq!(economy.wait_for(factory), Err(Obstacle::Gas));
}

#[test]
fn an_add_on_belongs_to_its_producer() {
    let mut economy = Economy::at_start(shipped());
    economy.set_store(10_000, 10_000);
    let (shop, tank) = (recipe(&economy, "add_machine_shop"), recipe(&economy, "train_tank"));
    let factory = product(&economy, "factory");
    economy.add(factory, 2);
    assert_eq!(economy.can_start(tank), Err(Obstacle::Producer(factory)));
    economy.start(shop).unwrap();
    assert_eq!(economy.wait_for(tank), Ok(25_000));
    economy.start(tank).unwrap();
    assert_eq!(economy.can_start(tank), Err(Obstacle::Producer(factory)), "the other factory has no machine shop");
    economy.start(shop).unwrap();
    assert_eq!(economy.wait_for(tank), Ok(50_000));
    economy.advance(100_000);
    assert_eq!(economy.can_start(shop), Err(Obstacle::Producer(factory)), "a building has one add-on at most");
}

#[test]
fn what_is_under_way_is_observed() {
    let mut economy = Economy::empty(shipped(), 60_000);
    economy.add(product(&economy, "command_post"), 1);
    economy.add(product(&economy, "worker"), 5);
    economy.add(product(&economy, "factory"), 1);
    economy.attach(product(&economy, "machine_shop"));
    economy.set_store(150, 100);
    economy.add_under_way(recipe(&economy, "build_barracks"), 20_000);
    economy.add_under_way(recipe(&economy, "train_tank"), 10_000);
    assert_eq!((economy.supply_used(), economy.gathering()), (8, (5, 0)), "with the builder");
    assert_eq!(economy.wait_for(recipe(&economy, "train_tank")), Ok(70_000));
    economy.advance(80_000);
    assert_eq!((economy.standing(product(&economy, "barracks")), economy.gathering().0), (1, 6));
}

/// What a random match does next.
#[derive(Clone, Debug)]
enum EconomyDeed {
    Advance(Millis),
    Start(usize),
    WaitAndStart(usize),
    GasWorkers(u16),
}

fn deeds() -> impl Strategy<Value = Vec<EconomyDeed>> {
    let recipes = shipped().recipes.len();
    let deed = prop_oneof![
        (0_u32..20_000).prop_map(EconomyDeed::Advance),
        (0..recipes).prop_map(EconomyDeed::Start),
        (0..recipes).prop_map(EconomyDeed::WaitAndStart),
        (0_u16..7).prop_map(EconomyDeed::GasWorkers),
    ];
    proptest::collection::vec(deed, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_ever_overdrawn(deeds in deeds()) {
        let mut economy = Economy::at_start(shipped());
        let ids: Vec<RecipeId> = economy.catalogue().recipe_ids().collect();
        let worker = economy.catalogue().numbers.worker;
        for deed in deeds {
            let before = economy.now();
            match deed {
                EconomyDeed::Advance(by) => economy.advance(before + by),
                EconomyDeed::Start(index) => {
                    let (can, copy) = (economy.can_start(ids[index]), economy.clone());
                    let started = economy.start(ids[index]);
                    prop_assert_eq!(started.map(|_| ()), can);
                    if can.is_err() {
                        prop_assert_eq!(&economy, &copy, "a start that fails changes nothing");
                    }
                }
                EconomyDeed::WaitAndStart(index) => {
                    let mut copy = economy.clone();
                    if let Ok(at) = economy.wait_for(ids[index]) {
                        if at > copy.now() {
                            copy.advance(at - 1);
                            prop_assert!(copy.can_start(ids[index]).is_err(), "no moment is missed");
                        }
                        prop_assert!(economy.start(ids[index]).is_ok());
                    }
                }
                EconomyDeed::GasWorkers(number) => economy.set_gas_workers(number),
            }
            prop_assert!(economy.minerals >= 0 && economy.gas >= 0 && economy.now() >= before);
            prop_assert!(economy.supply_used() <= economy.supply());
            let away = economy.events.iter().filter(|event| event.what == EconomyChange::BuilderBack).count() as u16;
            prop_assert_eq!(economy.gathering().0 + economy.gathering().1 + away, economy.standing(worker));
        }
    }

    #[test]
    fn time_may_pass_in_pieces(deeds in deeds(), pieces in proptest::collection::vec(0_u32..9_000, 0..12)) {
        let mut economy = Economy::at_start(shipped());
        let ids: Vec<RecipeId> = economy.catalogue().recipe_ids().collect();
        for deed in deeds {
            if let EconomyDeed::Start(index) | EconomyDeed::WaitAndStart(index) = deed {
                let _ = economy.wait_for(ids[index]).and_then(|_| economy.start(ids[index]));
            }
        }
        let mut at_once = economy.clone();
        at_once.advance(economy.now() + pieces.iter().sum::<u32>());
        for piece in pieces {
            economy.advance(economy.now() + piece);
        }
        prop_assert_eq!(economy, at_once);
    }
}

#[test]
fn an_upgrade_is_made_once() {
    let mut economy = Economy::at_start(shipped());
    let (bay, weapons) = (product(&economy, "engineering_bay"), product(&economy, "infantry_weapons"));
    economy.add(bay, 2);
    economy.set_store(1000, 1000);
    let research = economy.catalogue().get(weapons).recipes[0];
    let stands = economy.start(research).unwrap();
    // Not in the other one either, neither meanwhile nor later.
    assert_eq!(economy.can_start(research), Err(Obstacle::Made));
    economy.advance(stands);
    assert_eq!((economy.standing(weapons), economy.can_start(research)), (1, Err(Obstacle::Made)));
    assert_eq!(economy.wait_for(research), Err(Obstacle::Made));
}
