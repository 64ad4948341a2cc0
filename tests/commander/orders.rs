//! Orders flow from the strategist to the build-order planner and the army, and what became of them flows back.

use quarry::games::commander::{CommanderEvent, builds::NO_PLOT, map::PlotState, state::Sighting};
use quarry_minds::protocol::{
    ActionOutcome, AgentId, FailReason, GivenOrder, Label, MatchEvent, OrderStatus, Orders, SimulationClock, label,
};

use super::stage::Stage;

fn is(what: &str) -> impl Fn(&MatchEvent) -> bool {
    let what = label(what);
    move |event| matches!(event, MatchEvent::Ordered { what: ordered, .. } if *ordered == what)
}

/// One goal may take half as long again when soldiers fall meanwhile, so that goals of several sides are added up.
#[test]
fn goals_are_ordered_planned_and_reached_in_about_the_predicted_time() {
    let (mut took, mut predicted) = (0.0, 0.0);
    for seed in [90, 93, 94] {
        let mut stage = Stage::shipped("standard", seed);
        let reached = |stage: &Stage| stage.state().sides.iter().map(|side| side.counts.took).sum::<f64>() > 60.0;
        assert!(stage.until(420.0, reached), "goals are reached");
        for side in &stage.state().sides {
            took += side.counts.took;
            predicted += side.counts.predicted;
        }
        assert!(
            !stage
                .ticks(|event| matches!(CommanderEvent::read(event), Some(CommanderEvent::Planned { .. })))
                .is_empty()
        );
    }
    assert!(predicted > 150.0, "goals of {predicted} s are reached");
    assert!((0.8..1.35).contains(&(took / predicted)), "took {took} s instead of {predicted} s");
}

#[test]
fn what_is_switched_off_makes_an_order_impossible_and_the_strategist_orders_something_else() {
    let mut stage = Stage::shipped("standard", 82);
    let off = ["build_barracks", "build_barracks_aggressive"].map(label);
    stage.state_mut().sides[0].builds.switched_off.extend(off);
    let planner = stage.state().sides[0].staff.build_planner.unwrap();
    let failed = |stage: &Stage| {
        let held = stage.get::<Orders>(planner).unwrap().held;
        held.is_some_and(|held| held.status == OrderStatus::Failed(FailReason::Unreachable))
    };
    // The first order is an expansion, which needs no barracks.
    assert!(stage.until(300.0, failed), "without barracks nothing that fights can be made");
    let before = stage.ticks(|event| matches!(event, MatchEvent::Ordered { .. })).len();
    stage.run(30.0);
    assert!(stage.ticks(|event| matches!(event, MatchEvent::Ordered { .. })).len() > before, "the strategist goes on");
}

#[test]
fn a_counter_is_ordered_within_two_seconds_of_the_sighting() {
    let mut stage = Stage::shipped("standard", 83);
    assert!(stage.until(30.0, |stage| pursued(stage).is_some()));
    // Without an army there is no counter: soldiers come first.
    stage.add("red", "rifleman", stage.home(0), 10);
    stage.run(5.0);
    let product = stage.product("tank");
    let counters = |stage: &Stage| pursued(stage).is_some_and(|(_, name)| name == label("build_against"));
    let began = stage.tick();
    while !counters(&stage) && stage.tick() < began + 2 * 30 {
        let tick = stage.tick();
        stage.state_mut().sides[0].believed.extend((900..908).map(|agent| (AgentId(agent), (product, tick))));
        stage.run(1.0 / 30.0);
    }
    assert!(counters(&stage));
    assert!(!stage.ticks(is("build_against")).is_empty());
}

#[test]
fn refineries_are_full_again_when_a_build_order_that_wanted_no_gas_ends() {
    let mut stage = Stage::shipped("standard", 84);
    assert!(stage.until(30.0, |stage| stage.state().sides[0].builds.pursued.is_some()));
    stage.state_mut().sides[0].gas_workers = 0;
    let planner = stage.state().sides[0].staff.build_planner.unwrap();
    let entity = stage.entity(planner);
    stage.app.world_mut().get_mut::<Orders>(entity).unwrap().held = None;
    stage.run(0.1);
    assert_eq!(stage.state().sides[0].gas_workers, u16::MAX);
}

#[test]
fn an_order_to_defend_has_succeeded_when_the_army_carries_it_out() {
    let mut stage = Stage::shipped("standard", 85);
    let soldiers = |stage: &Stage| stage.standing(0, "rifleman") >= 2;
    assert!(stage.until(420.0, soldiers), "no riflemen");
    let staff = stage.state().sides[0].staff;
    let (strategist, army) = (staff.strategist.unwrap(), staff.army.unwrap());
    let base = stage.state().map.main_base(0).unwrap();
    let place = stage.state().map.bases[base].square;
    let product = stage.product("rifleman");
    let defends = |event: &MatchEvent| matches!(event, MatchEvent::ActionEnded { agent, action, .. } if *agent == strategist && ["hold_danger", "hold_base"].contains(&action.as_str()));
    for _ in 0..20 * 30 {
        let tick = stage.app.world().resource::<SimulationClock>().tick;
        let mut state = stage.state_mut();
        (900..903).for_each(|agent| {
            state.sides[0].known.insert(AgentId(agent), Sighting { product, place, seen: tick });
        });
        state.sides[0].hit = Some((tick, place));
        stage.run(1.0 / 30.0);
        if !stage.ticks(defends).is_empty() {
            break;
        }
    }
    let pursues = |event: &MatchEvent| matches!(event, MatchEvent::Answered { by, status: OrderStatus::Pursued, what, .. } if *by == army && *what == "hold_position");
    let (ended, answered) = (stage.ticks(defends), stage.ticks(pursues));
    let ended = ended.first().expect("the defence is ordered");
    assert!(answered.iter().any(|tick| tick <= ended), "ended in tick {ended}, answered in {answered:?}");
}

#[test]
fn a_strategist_orders_nothing_before_it_knows_its_staff() {
    let mut stage = Stage::shipped("standard", 86);
    stage.run(3.0);
    let failed = |event: &MatchEvent| {
        matches!(event, MatchEvent::ActionEnded { outcome: ActionOutcome::Failed(FailReason::Gone), .. })
    };
    assert_eq!(stage.ticks(failed), [] as [u32; 0]);
    assert!(stage.ticks(|event| matches!(event, MatchEvent::Ordered { .. })).first().is_some_and(|tick| *tick < 15));
}

/// A plan that had no use for gas had switched it off, and the next plan for the same goal found it out of reach.
#[test]
fn gas_is_gathered_again_when_a_goal_is_planned_for_anew() {
    let mut stage = Stage::shipped("standard", 84);
    let pursues =
        |stage: &Stage| stage.state().sides[0].builds.pursued.as_ref().is_some_and(|it| it.build_order.is_some());
    assert!(stage.until(30.0, pursues));
    stage.run(10.0);
    stage.state_mut().sides[0].gas_workers = 0;
    stage.state_mut().sides[0].builds.plan_again();
    stage.run(0.1);
    assert_eq!(stage.state().sides[0].gas_workers, u16::MAX);
}

/// Waves were ordered 16 times a match and replaced within seconds.
#[test]
fn an_order_to_build_is_kept_until_it_is_carried_out() {
    for seed in [87, 88] {
        let mut stage = Stage::shipped("standard", seed);
        stage.run(230.0);
        let waves = ["build_rush_wave", "build_harass_wave", "build_siege"];
        let ordered = stage.ticks(|event| waves.iter().any(|wave| is(wave)(event))).len();
        assert!((2..=6).contains(&ordered), "{ordered} orders for waves by two sides");
    }
}

/// The news of single buildings was as fresh as if they were in sight, so that nobody looked again.
#[test]
fn scouts_look_again_when_what_is_known_of_the_enemy_is_old() {
    let mut stage = Stage::shipped("standard", 89);
    stage.run(200.0);
    for side in 0..2 {
        let scouts = stage.state().sides[side].counts.orders.get(&label("scout")).copied().unwrap_or_default();
        assert!(scouts >= 3, "{scouts} orders to scout in 200 s");
    }
}

/// The number and the name of the order that red's build planner pursues.
fn pursued(stage: &Stage) -> Option<(u32, Label)> {
    stage.state().sides[0].builds.pursued.as_ref().map(|it| (it.held.number, it.name()))
}

/// A match in which a counter has suspended a wave of red, whose number and name are returned.
fn with_a_suspended_wave() -> (Stage, (u32, Label)) {
    let mut stage = Stage::shipped("standard", 83);
    assert!(stage.until(30.0, |stage| pursued(stage).is_some()));
    stage.run(5.0);
    // Without an army there is no counter: soldiers come first.
    stage.add("red", "rifleman", stage.home(0), 10);
    let (wave, counter) = (pursued(&stage).unwrap(), label("build_against"));
    let product = stage.product("tank");
    // Nothing has stood against these since the beginning.
    for _ in 0..10 * 30 {
        let tick = stage.tick();
        let mut state = stage.state_mut();
        state.sides[0].believed.extend((900..908).map(|agent| (AgentId(agent), (product, tick))));
        stage.run(1.0 / 30.0);
        if pursued(&stage).is_some_and(|(_, name)| name == counter) {
            break;
        }
    }
    assert_eq!(pursued(&stage).map(|(_, name)| name), Some(counter), "a counter is ordered");
    let suspended = stage.state().sides[0].builds.suspended.as_ref();
    assert_eq!(suspended.map(|it| (it.goal.held.number, it.goal.name())), Some(wave));
    (stage, wave)
}

/// Lets the counter end, without a reason for another one.
fn end_counter(stage: &mut Stage) {
    stage.state_mut().sides[0].believed.clear();
    let planner = stage.state().sides[0].staff.build_planner.unwrap();
    let entity = stage.entity(planner);
    stage.app.world_mut().get_mut::<Orders>(entity).unwrap().held.as_mut().unwrap().status = OrderStatus::Done;
}

/// A counter replaced the order that was being carried out, and 38 of 79 waves of riflemen were lost to it.
#[test]
fn a_counter_suspends_the_order_under_way_which_is_then_resumed() {
    let (mut stage, wave) = with_a_suspended_wave();
    end_counter(&mut stage);
    stage.run(1.0);
    assert_eq!(pursued(&stage), Some(wave), "the wave goes on");
    let staff = stage.state().sides[0].staff;
    let given =
        *stage.get::<Orders>(staff.strategist.unwrap()).unwrap().given_to(staff.build_planner.unwrap()).unwrap();
    assert_eq!((given.number, given.status), (wave.0, OrderStatus::Pursued), "and its giver knows it");
}

/// It waited for ever.
#[test]
fn a_suspended_order_is_resumed_although_the_last_one_was_never_heard() {
    let (mut stage, wave) = with_a_suspended_wave();
    let staff = stage.state().sides[0].staff;
    let (strategist, planner) = (stage.entity(staff.strategist.unwrap()), staff.build_planner.unwrap());
    let mut orders = stage.app.world_mut().get_mut::<Orders>(strategist).unwrap();
    let given = *orders.given_to(planner).unwrap();
    orders.note_given(GivenOrder { number: 90_000, status: OrderStatus::Failed(FailReason::OutOfReach), ..given });
    end_counter(&mut stage);
    stage.run(1.0);
    assert_eq!(pursued(&stage), Some(wave));
}

/// A counter waited 216 s for an academy without a plot, and what it had suspended was never resumed.
#[test]
fn an_order_without_a_plot_for_its_building_fails_and_the_suspended_one_is_resumed() {
    let (mut stage, wave) = with_a_suspended_wave();
    for plot in stage.state_mut().map.plots.iter_mut().filter(|plot| plot.state == PlotState::Free) {
        plot.state = PlotState::Ordered(0);
    }
    let planner = stage.state().sides[0].staff.build_planner.unwrap();
    let reason = OrderStatus::Failed(FailReason::Other(label(NO_PLOT)));
    let fails = |stage: &Stage| stage.get::<Orders>(planner).unwrap().held.is_some_and(|held| held.status == reason);
    assert!(stage.until(120.0, fails), "the counter fails");
    for plot in stage.state_mut().map.plots.iter_mut().filter(|plot| plot.state == PlotState::Ordered(0)) {
        plot.state = PlotState::Free;
    }
    assert!(stage.until(2.0, |stage| pursued(stage) == Some(wave)), "the wave goes on");
    let failed = |event: &MatchEvent| matches!(event, MatchEvent::Answered { by, status, what, .. } if *by == planner && *status == reason && *what == "build_against");
    assert!(!stage.ticks(failed).is_empty(), "and the strategist hears why");
}
