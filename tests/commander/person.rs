//! What a person may do: sit in the strategist's seat, switch recipes off, change the catalogue during a match, and plan without one.

use std::collections::{BTreeMap, BTreeSet};

use quarry::{
    games::commander::{
        army::{ATTACK, ArmyTask},
        catalogue::Catalogue,
        schema::catalogue_of,
        seat::{LEAVE, ORDER, TAKE},
        switches::lost_now,
        trial,
    },
    simulation::{
        BuildRequest,
        retune::{Intervention, MatchData, RetuneCommand, RetuneError, SwitchScope, SwitchTarget, apply},
    },
};
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, Label, MatchEvent, Orders, QuantisedPoint, label},
};

use super::stage::{Stage, library};

fn intervene(stage: &mut Stage, wanted: Intervention) -> Result<(), String> {
    let done = apply(stage.app.world_mut(), &RetuneCommand::Intervene(wanted));
    done.map(drop).map_err(|refused| refused.to_string())
}

fn of_agent(what: &str, agent: AgentId) -> Intervention {
    Intervention { what: label(what), agent: Some(agent), ..Intervention::default() }
}

fn order(to: AgentId, name: &str) -> Intervention {
    Intervention { name: Some(label(name)), ..of_agent(ORDER, to) }
}

#[test]
fn a_person_in_the_seat_gives_the_orders_and_the_staff_carries_them_out() {
    let mut stage = Stage::shipped("standard", 91);
    let staff = stage.state().sides[0].staff;
    let (strategist, planner, army) = (staff.strategist.unwrap(), staff.build_planner.unwrap(), staff.army.unwrap());
    assert!(intervene(&mut stage, order(planner, "build_siege")).unwrap_err().contains("take its seat first"));
    intervene(&mut stage, of_agent(TAKE, strategist)).unwrap();
    stage.run(2.0);
    let from = stage.ticks(|event| matches!(event, MatchEvent::Ordered { .. })).len();
    intervene(&mut stage, order(planner, "build_rush_wave")).unwrap();
    stage.run(20.0);
    let held = stage.get::<Orders>(planner).unwrap().held.unwrap();
    assert_eq!((held.request.what, held.by), (label("build_rush_wave"), strategist));
    assert_eq!(stage.state().sides[0].builds.pursued.as_ref().unwrap().name(), label("build_rush_wave"));
    let own = |event: &MatchEvent| matches!(event, MatchEvent::Ordered { by, .. } if *by == strategist);
    assert!(stage.ticks(own).len() <= from + 1, "the mind itself gives no orders");
    assert!(stage.until(420.0, |stage| stage.standing(0, "rifleman") >= 12), "the wave stands");

    let place = QuantisedPoint::from(stage.state().map.bases[stage.state().map.main_base(1).unwrap()].square);
    assert!(intervene(&mut stage, order(army, ATTACK)).unwrap_err().contains("needs a place"));
    intervene(&mut stage, Intervention { place: Some(place), ..order(army, ATTACK) }).unwrap();
    stage.run(3.0);
    assert_eq!(stage.state().sides[0].mission.task, ArmyTask::Attack);
    intervene(&mut stage, Intervention { amount: Some(0.0), ..order(army, ATTACK) }).unwrap();
    stage.run(3.0);
    assert_eq!(stage.state().sides[0].mission.task, ArmyTask::Rest, "an order can be taken back");

    intervene(&mut stage, of_agent(LEAVE, strategist)).unwrap();
    assert!(stage.get::<PlayerControlled>(strategist).is_none());
    let before = stage.ticks(own).len();
    stage.run(60.0);
    assert!(stage.ticks(own).len() > before, "the mind commands again");
}

#[test]
fn orders_that_nobody_can_carry_out_are_refused_with_a_remedy() {
    let mut stage = Stage::shipped("scripted", 92);
    let staff = stage.state().sides[0].staff;
    let (strategist, planner) = (staff.strategist.unwrap(), staff.build_planner.unwrap());
    intervene(&mut stage, of_agent(TAKE, strategist)).unwrap();
    let refused = intervene(&mut stage, order(planner, "build_sieg")).unwrap_err();
    assert!(refused.contains("`build_siege`"), "{refused}");
    let refused = intervene(&mut stage, order(strategist, "build_siege")).unwrap_err();
    assert!(refused.contains("the build planner, the army or the scouts"), "{refused}");
    let many = Intervention { amount: Some(1e9), ..order(planner, "build_siege") };
    assert!(intervene(&mut stage, many).unwrap_err().contains("out of range"));
    let worker = stage.census().of_side(1).next().unwrap().agent;
    assert!(intervene(&mut stage, of_agent(TAKE, worker)).unwrap_err().contains("follows a script"));
}

fn lost(stage: &Stage, side: usize) -> BTreeSet<String> {
    lost_now(stage.app.world(), side).into_iter().map(|lost| lost.goal).collect()
}

/// For every recipe: the switch names exactly the goals that no plan reaches any more.
#[test]
fn switching_any_recipe_off_names_exactly_the_goals_that_are_lost() {
    let mut stage = Stage::shipped("standard", 93);
    let planner = stage.state().sides[0].staff.build_planner.unwrap();
    let catalogue = stage.state().catalogue.clone().unwrap();
    let mut with_losses = 0;
    for recipe in &catalogue.recipes {
        let switch = |on| RetuneCommand::Switch {
            who: SwitchScope::Agent(planner),
            what: SwitchTarget::Action(recipe.action),
            on,
        };
        let report = apply(stage.app.world_mut(), &switch(false)).unwrap();
        let named: BTreeSet<String> = report.out_of_reach.iter().map(|text| named_goal(text)).collect();
        assert_eq!(named, lost(&stage, 0), "{}", recipe.action);
        assert_eq!(named, planned_in_vain(&catalogue, recipe.action), "{}", recipe.action);
        with_losses += usize::from(!named.is_empty());
        apply(stage.app.world_mut(), &switch(true)).unwrap();
        assert!(lost(&stage, 0).is_empty());
    }
    assert!(with_losses >= 6, "{with_losses}");
    let unknown = RetuneCommand::Switch {
        who: SwitchScope::Agent(planner),
        what: SwitchTarget::Action(label("build_castle")),
        on: false,
    };
    assert!(matches!(apply(stage.app.world_mut(), &unknown), Err(RetuneError::NoSuchSwitch { .. })));
}

fn named_goal(sentence: &str) -> String {
    sentence.split('`').nth(1).unwrap().to_owned()
}

/// The orders that no build order can be found for without a recipe, tried one by one.
fn planned_in_vain(catalogue: &std::sync::Arc<Catalogue>, without: Label) -> BTreeSet<String> {
    let fails = |goal: &str| {
        let wanted =
            BuildRequest { goal: goal.to_owned(), without: vec![without.to_string()], ..BuildRequest::default() };
        trial::answer(catalogue, &wanted).unwrap().outcome == "impossible"
    };
    let mut orders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for goal in &catalogue.goals {
        orders.insert(goal.name.to_string(), vec![goal.name.to_string()]);
    }
    orders.insert("build_expansion".into(), vec!["command_post=2".into()]);
    for (enemy, counters) in &catalogue.counters {
        let units = counters.iter().map(|counter| catalogue.get(counter.unit).name.to_string());
        orders.insert(format!("build_against {}", catalogue.get(*enemy).name), units.collect());
    }
    orders.into_iter().filter(|(_, goals)| goals.iter().all(|goal| fails(goal))).map(|(name, _)| name).collect()
}

#[test]
fn a_changed_catalogue_is_taken_over_into_the_match() {
    let mut stage = Stage::shipped("standard", 94);
    let tuning = MatchData { library: library().clone(), rules: label("standard"), difficulty_modifiers: None };
    stage.app.world_mut().insert_resource(tuning);
    stage.run(10.0);
    let path = "assets/commander/catalogue.ron";
    let text = library().documents[path].text().to_owned();
    let reload = |stage: &mut Stage, from: &str, to: &str| {
        assert!(text.contains(from));
        let files = BTreeMap::from([(path.to_owned(), text.replace(from, to))]);
        apply(stage.app.world_mut(), &RetuneCommand::reload_texts(files, BTreeSet::new()))
    };
    let rifleman = "producer: \"barracks\", minerals: 50, seconds: 15.0";
    let report = reload(&mut stage, rifleman, "producer: \"barracks\", minerals: 10, seconds: 5.0").unwrap();
    assert!(report.deferred.is_empty(), "{:?}", report.deferred);
    let now = stage.state().catalogue.clone().unwrap();
    assert_eq!(now.recipe(now.recipe_named(label("train_rifleman")).unwrap()).minerals, 10);
    // Not every opening has riflemen: one side will.
    let many = |stage: &Stage| (0..2).any(|side| stage.standing(side, "rifleman") >= 12);
    assert!(stage.until(300.0, many), "riflemen are cheap now");

    let report = reload(&mut stage, "train_walker", "train_strider").unwrap();
    assert!(report.deferred.iter().any(|note| note.contains("in the next match")), "{:?}", report.deferred);
    let refused = reload(&mut stage, "minerals: 150, gas: 100", "minerals: -1, gas: 100").unwrap_err();
    assert!(refused.to_string().contains("catalogue.ron"), "{refused}");
}

#[test]
fn a_build_order_is_planned_without_a_match() {
    let rules = library().rules("standard").unwrap().1;
    let catalogue = catalogue_of(rules).unwrap();
    let ask = |goal: &str, set: &[(&str, f64)], without: &[&str]| {
        let set = set.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let without = without.iter().map(|name| (*name).to_owned()).collect();
        trial::answer(catalogue, &BuildRequest { goal: goal.to_owned(), set, without, ..BuildRequest::default() })
    };
    let tank = ask("tank", &[], &[]).unwrap();
    let plan = ["build_refinery", "build_barracks", "build_factory", "add_machine_shop", "train_tank"];
    assert_eq!((tank.outcome, &*tank.plan), ("plan", &plan.map(str::to_owned)[..]));
    assert!((195.0..210.0).contains(&tank.cost.unwrap()), "{:?}", tank.cost);
    assert!(tank.schedule.is_sorted_by(|a, b| a.starts <= b.starts));
    let rich = ask("tank", &[("minerals", 2000.0), ("worker", 12.0), ("factory", 1.0)], &[]).unwrap();
    assert!(rich.cost.unwrap() < tank.cost.unwrap() - 60.0);
    assert_eq!(ask("worker=4", &[], &[]).unwrap().outcome, "satisfied");
    let none = ask("tank", &[], &["build_refinery"]).unwrap();
    assert_eq!((none.outcome, none.cost), ("impossible", None));
    assert!(!none.missing.is_empty() && none.lost.iter().any(|lost| lost.contains("build_siege")));
    for (goal, set, without, says) in [
        ("tnk", &[][..], &[][..], "`tank`"),
        ("tank=0", &[], &[], "from 1 to 200"),
        ("tank", &[("gold", 1.0)], &[], "unknown product `gold`"),
        ("tank", &[("minerals", -1.0)], &[], "expected a whole number"),
        ("tank", &[], &["build_nothing"], "unknown action"),
    ] {
        let refused = ask(goal, set, without).unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }
}
