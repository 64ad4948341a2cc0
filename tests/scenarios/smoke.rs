//! Smoke: pots that are picked up, thrown at a hunter's approach, and not seen through.

use quarry::world::{Hands, ItemLocation, ThingState, Things, WeaponPhase, WeaponState, level::ThingKind};
use quarry_minds::protocol::{AgentId, FailReason, Gait, MatchEvent, SelfSense, Status, label};

use super::stage::{Stage, led, minded};

const PREY: AgentId = AgentId(0);
const HUNTER: AgentId = AgentId(1);

const HALL: &[&str] = &[
    "########################",
    "#......................#",
    "#s.o.................h.#",
    "#......................#",
    "########################",
];

/// The hall with the pot in the pocket of the prey.
fn armed(prey: super::stage::Start, hunter: super::stage::Start) -> Stage {
    let mut stage = Stage::new(HALL, 3, &[prey], &[hunter]);
    let pot = stage.things(ThingKind::Item)[0].id;
    let entity = stage.entity(PREY);
    stage.app.world_mut().get_mut::<Hands>(entity).expect("hands").carried.push(pot);
    let mut things = stage.app.world_mut().resource_mut::<Things>();
    *things.state_mut(pot).expect("the pot") = ThingState::Item(ItemLocation::Carried(PREY));
    stage
}

fn smoke_hangs(stage: &Stage) -> bool {
    !stage.app.world().resource::<Things>().veils.is_empty()
}

#[test]
fn a_pot_a_few_steps_away_is_picked_up() {
    let mut stage = Stage::new(HALL, 3, &[minded((1.5, 2.5), (10.0, 2.5))], &[led((21.5, 2.5), (23.0, 2.5))]);
    let pot = stage.things(ThingKind::Item)[0];
    let mut things = stage.app.world_mut().resource_mut::<Things>();
    *things.state_mut(pot.id).expect("the pot") = ThingState::Item(ItemLocation::Lying(pot.place));
    stage.wait(12.0, "it takes the pot", |stage| stage.get::<Hands>(PREY).carried == [pot.id]);
}

#[test]
fn prey_throws_its_pot_at_a_hunter_that_comes_and_is_lost_from_sight() {
    let mut stage = armed(minded((5.0, 2.5), (20.0, 2.5)), led((20.0, 2.5), (5.0, 2.5)));
    stage.go(HUNTER, (13.0, 2.5), Gait::Run);
    stage.wait(8.0, "it throws", |stage| {
        stage.happened(|event| matches!(event, MatchEvent::Thrown { what, .. } if *what == label("smoke_pot")))
    });
    assert!(stage.get::<Hands>(PREY).carried.is_empty(), "the pot is used up");
    stage.wait(1.0, "it breaks into smoke", smoke_hangs);
    let lost = |event: &MatchEvent| matches!(event, MatchEvent::Lost { by, .. } if *by == HUNTER);
    stage.wait(3.0, "the hunter loses it", |stage| stage.happened(lost));
    stage.wait(12.0, "the smoke clears", |stage| !smoke_hangs(stage));
}

#[test]
fn others_see_the_smoke_and_not_through_it() {
    let mut stage = armed(led((10.0, 2.5), (20.0, 2.5)), led((20.0, 2.5), (5.0, 2.5)));
    stage.wait(6.0, "the hunter sees it", |stage| stage.sighted(HUNTER, PREY));
    stage.throw(PREY, "smoke_pot", (14.0, 2.5));
    stage.wait(2.0, "it breaks into smoke", smoke_hangs);
    let knows = |stage: &Stage, who: AgentId| {
        stage.memory(who).facts().iter().any(|fact| fact.kind == label("smoke") && fact.state == label("thick"))
    };
    stage.wait(2.0, "the hunter sees the smoke from afar", |stage| knows(stage, HUNTER));
    let lost = |event: &MatchEvent| matches!(event, MatchEvent::Lost { by, .. } if *by == HUNTER);
    stage.wait(3.0, "and loses who stands behind it", |stage| stage.happened(lost));
}

#[test]
fn without_a_pot_there_is_no_throw() {
    let mut stage = Stage::new(HALL, 3, &[led((5.0, 2.5), (20.0, 2.5))], &[led((20.0, 2.5), (5.0, 2.5))]);
    stage.throw(PREY, "smoke_pot", (9.0, 2.5));
    stage.run(0.3);
    assert_eq!(stage.throw_status(PREY), Status::Failed(FailReason::Refused));
    assert!(!smoke_hangs(&stage));
}

#[test]
fn a_throw_that_has_begun_still_counts_as_ready() {
    let mut stage = armed(led((5.0, 2.5), (20.0, 2.5)), led((20.0, 2.5), (5.0, 2.5)));
    stage.throw(PREY, "smoke_pot", (9.0, 2.5));
    stage.tick();
    stage.tick();
    assert!(matches!(stage.get::<WeaponState>(PREY).phase, WeaponPhase::Throwing(..)), "it swings its arm");
    let ready = |stage: &Stage| stage.get::<SelfSense>(PREY).get(label("smoke_ready"));
    assert_eq!(ready(&stage), Some(1.0), "a mind that asks for it would give the throw up");
    stage.wait(2.0, "it breaks", smoke_hangs);
    assert_eq!(ready(&stage), Some(0.0), "there is no other pot");
}
