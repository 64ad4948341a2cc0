//! The detectors of faults that belong to one game: each fires, and each is silent where a watcher would find nothing odd.

use bevy::{ecs::world::World, math::Vec3};
use quarry::{
    data::faults::FaultLimit,
    games::commander::{
        Commander,
        units::{Job, Worker},
    },
    simulation::{
        Game,
        faults::{AgentTrace, Deed, DeedKind, Foe, Sample, Watched},
    },
    world::{Hidden, ItemLocation, Things, level::ThingKind},
};
use quarry_minds::protocol::{AgentId, Roster, Subject, ThingId, label};

use crate::{
    bombsite::{self, stage::Court},
    commander::{self, stage::Stage as Duel},
    hunt,
    scenarios::stage::{Stage, led},
    wild::{self, stage::Meadow},
};

const RATE: f32 = 30.0;
/// When the detectors look, in seconds.
const NOW: f32 = 30.0;

fn tick(at: f32) -> u32 {
    (at * RATE) as u32
}

/// An agent that is sampled five times a second.
fn trace(id: u16, side: &str, sample: impl Fn(f32) -> Sample) -> AgentTrace {
    let mut trace = AgentTrace::new(AgentId(id), label(side));
    for fifth in 0..=(NOW * 5.0) as u32 {
        let at = fifth as f32 / 5.0;
        trace.samples.push_back(Sample { tick: tick(at), ..sample(at) });
    }
    trace
}

fn stands(at: Vec3) -> impl Fn(f32) -> Sample {
    move |_| Sample { place: at, ..Sample::default() }
}

/// What a detector of a game says of one of the agents.
fn says(
    game: &dyn Game,
    name: &str,
    limit: FaultLimit,
    world: &World,
    all: &[AgentTrace],
    me: usize,
) -> Option<String> {
    let detector = game.detectors().iter().find(|detector| detector.name == name).unwrap();
    let watched = Watched { me: &all[me], all, now: tick(NOW), rate: RATE, world };
    (detector.find)(&watched, &limit).map(|suspicion| suspicion.what)
}

fn limit(seconds: f32, count: u32, metres: f32) -> FaultLimit {
    FaultLimit { weight: 5.0, seconds, count, metres }
}

/// A hunter that sees its prey until the 22nd second and then walks along `row`, metres south, past the wardrobe.
fn passes_the_wardrobe(stage: &Stage, row: f32) -> Option<String> {
    let walk = move |at: f32| Sample {
        place: Vec3::new(2.0 + (at - 22.0).max(0.0) * 2.0, 0.0, row),
        foe: (at <= 22.0).then_some(Foe { agent: AgentId(0), distance: 4.0 }),
        ..Sample::default()
    };
    let all = [trace(0, "hunted", stands(Vec3::new(5.5, 0.0, 2.5))), trace(1, "hunter", walk)];
    says(&*hunt::game(), "trail_ignored", limit(10.0, 0, 3.0), stage.app.world(), &all, 1)
}

#[test]
fn a_trail_ignored() {
    let rows = [
        "#####################",
        "#p..W...............#",
        "#...................#",
        "#.#################.#",
        "#...................#",
        "#s..h...........E...#",
        "#####################",
    ];
    let mut stage = Stage::new(&rows, 3, &[led((1.5, 2.5), (5.5, 2.5))], &[led((1.5, 5.5), (5.5, 5.5))]);
    let wardrobe = stage.things(ThingKind::HidingPlace)[0].id;
    let prey = stage.entity(AgentId(0));
    assert_eq!(passes_the_wardrobe(&stage, 2.5), None, "nobody hides");
    stage.app.world_mut().entity_mut(prey).insert(Hidden(Some(wardrobe)));
    let says = passes_the_wardrobe(&stage, 2.5).expect("a fault");
    assert!(says.contains("passed agent 0 in hiding place"), "{says}");
    assert_eq!(passes_the_wardrobe(&stage, 4.5), None, "a wall lies between");
}

#[test]
fn a_death_beside_what_would_help() {
    let mut meadow =
        Meadow::new(&["########", "#x.....#", "#..s~..#", "#......#", "########"], &[("rabbit", (1.5, 1.5))]);
    assert!(meadow.until(20.0, |meadow| meadow.knows(0, "water")), "it sees the water");
    let dies = |how: &str, threat: Option<Foe>| {
        let place = meadow.place(0);
        let mut rabbit = trace(0, "rabbit", move |_| Sample { place, threat, ..Sample::default() });
        rabbit.deeds.push_back(Deed { tick: tick(NOW), what: DeedKind::Left(label(how)) });
        says(&*wild::stage::game(), "died_beside_remedy", limit(0.0, 0, 40.0), meadow.app.world(), &[rabbit], 0)
    };
    let says = dies("thirst", None).expect("a fault");
    assert!(says.contains("m from water that it knew of"), "{says}");
    assert_eq!(dies("hunger", None), None, "it knows of no grass");
    assert_eq!(dies("thirst", Some(Foe { agent: AgentId(9), distance: 5.0 })), None, "it is hunted");
}

#[test]
fn a_bomb_that_is_left() {
    let mut court = Court::new(bombsite::stage::COURT, &[(20.0, 2.0), (25.0, 2.0)], &[]);
    court.run(0.1);
    let things = court.app.world().resource::<Things>();
    let bomb = (0..40).map(ThingId).find(|id| matches!(things.item(*id), Some(ItemLocation::Lying(_))));
    let bomb = bomb.expect("a bomb that lies");
    let at = |x: f32, target| move |_| Sample { place: Vec3::new(x, 0.0, 2.0), target, ..Sample::default() };
    let watch = |target| {
        let all = [trace(0, "attackers", at(20.0, None)), trace(1, "attackers", at(25.0, target))];
        says(&*bombsite::stage::game(), "bomb_left", limit(12.0, 0, 0.0), court.app.world(), &all, 0)
    };
    let says = watch(None).expect("a fault");
    assert!(says.contains("nobody has gone for the bomb for 12 s"), "{says}");
    assert_eq!(watch(Some(Subject::Thing(bomb))), None, "one of them is on its way");
}

#[test]
fn a_strategist_that_hoards_and_leaves_workers_without_a_job() {
    let mut duel = Duel::shipped("standard", 1);
    let agents = duel.app.world().resource::<Roster>().agents.len() as u16;
    let strategist = duel.app.world().resource::<Commander>().sides[0].staff.strategist.expect("a strategist");
    let all: Vec<AgentTrace> = (0..agents).map(|id| trace(id, "red", stands(Vec3::ZERO))).collect();
    let watch = |duel: &Duel, name, count| {
        let me = usize::from(strategist.0);
        says(&*commander::stage::game(), name, limit(5.0, count, 0.0), duel.app.world(), &all, me)
    };
    assert_eq!(watch(&duel, "hoarding", 1500), None);
    duel.app.world_mut().resource_mut::<Commander>().sides[0].minerals = 2000;
    let says = watch(&duel, "hoarding", 1500).expect("a fault");
    assert!(says.contains("2000 minerals"), "{says}");
    // The first workers go to work within seconds.
    duel.run(10.0);
    assert_eq!(watch(&duel, "idle_workers", 3), None);
    let world = duel.app.world_mut();
    let mut workers = world.query::<&mut Worker>();
    workers.iter_mut(world).for_each(|mut worker| worker.job = Job::Idle);
    let says = watch(&duel, "idle_workers", 3).expect("a fault");
    assert!(says.contains("workers have no job"), "{says}");
}
