//! No telepathy: a side knows of an enemy only what one of its units could see.

use std::collections::BTreeSet;

use quarry::{
    games::commander::state::Sighting,
    senses::AgentSenses,
    world::{Body, BodyKind, SiteService, Things},
};
use quarry_minds::{
    WorkingMemory,
    protocol::{AgentId, SelfSense, SimulationClock, Subject, label},
};

use super::stage::Stage;

#[test]
fn what_a_side_learns_was_in_view_of_one_of_its_units() {
    let mut stage = Stage::shipped("standard", 71);
    let mut known: [BTreeSet<AgentId>; 2] = Default::default();
    let mut learned = 0;
    for _ in 0..240 * 30 {
        stage.run(1.0 / 30.0);
        for (side, known) in known.iter_mut().enumerate() {
            let now: BTreeSet<AgentId> = stage.state().sides[side].known.keys().copied().collect();
            for enemy in now.difference(known) {
                learned += 1;
                let Some(body) = stage.get::<Body>(*enemy) else { continue };
                let middle = body.place + bevy::math::Vec3::Y * 0.8;
                let site = &stage.app.world().resource::<SiteService>().0;
                let open = stage.app.world().resource::<Things>().open;
                let sees = stage.census().of_side(side).any(|entry| {
                    let (Some(eyes), Some(kind)) = (stage.get::<Body>(entry.agent), stage.get::<BodyKind>(entry.agent))
                    else {
                        return false;
                    };
                    let range = stage.get::<AgentSenses>(entry.agent).unwrap().0.vision.cones[0].max_range;
                    let from = eyes.eye_position(&kind.0);
                    // A tick has passed since the test, and the range is measured to the body.
                    from.distance(middle) <= range + 3.0 && site.sight.is_clear(from, middle, open)
                        || from.distance(middle) <= 3.0
                });
                let seen = stage.state().sides[side].known[enemy];
                assert!(sees || seen.place.distance(body.place) > 1.0, "side {side} learned of {enemy:?} unseen");
            }
            *known = now;
        }
    }
    assert!(learned >= 6, "{learned}: the sides met");
}

#[test]
fn at_the_start_nobody_knows_the_enemy() {
    let mut stage = Stage::shipped("standard", 72);
    stage.run(3.0);
    assert!(stage.state().sides.iter().all(|side| side.known.is_empty()));
}

/// What a strategist remembers of a base: the state, and the seconds since it was told of it.
fn remembered(stage: &Stage, side: usize, base: usize) -> (&'static str, f32) {
    let memory = stage.get::<WorkingMemory>(stage.state().sides[side].staff.strategist.unwrap()).unwrap();
    let fact = memory.about(Subject::Thing(stage.state().map.bases[base].thing)).unwrap();
    (fact.state.as_str(), memory.age(fact))
}

#[test]
fn what_nobody_looks_at_grows_old_in_the_strategists_memory() {
    let mut stage = Stage::shipped("standard", 73);
    stage.run(1.0);
    let [home, theirs] = [0, 1].map(|side| stage.state().map.main_base(side).unwrap());
    let sighting = Sighting {
        product: stage.product("command_post"),
        place: stage.state().map.bases[theirs].square,
        seen: stage.app.world().resource::<SimulationClock>().tick,
    };
    stage.state_mut().sides[0].known.insert(AgentId(900), sighting);
    stage.run(6.0);
    let (state, age) = remembered(&stage, 0, theirs);
    assert_eq!(state, "theirs");
    assert!((5.0..6.5).contains(&age), "seen 6 s ago, remembered as seen {age} s ago");
    let (state, age) = remembered(&stage, 0, home);
    assert_eq!(state, "ours");
    assert!(age < 1.0, "its own base is in sight: {age} s");
}

/// An army that nobody had seen was no army: sides attacked 23 soldiers of which they knew one.
#[test]
fn a_side_expects_the_enemy_to_make_about_as_much_as_itself() {
    let mut stage = Stage::shipped("standard", 74);
    let (home, rifleman) = (stage.home(0), stage.product("rifleman").index());
    stage.add("red", "rifleman", home, 10);
    let odds = |stage: &mut Stage| {
        stage.run(1.0);
        let strategist = stage.state().sides[0].staff.strategist.unwrap();
        stage.get::<SelfSense>(strategist).unwrap().get(label("odds")).unwrap()
    };
    stage.state_mut().sides[0].counts.built[rifleman] = 10;
    let even = odds(&mut stage);
    assert!((0.55..0.7).contains(&even), "about as many, seen or not: {even}");
    stage.state_mut().sides[0].counts.witnessed[rifleman] = 8;
    assert!(odds(&mut stage) > 0.99, "it has seen them fall");
}

/// Half of what an army looked at were its own soldiers, and it kept only the sixteen nearest of all.
#[test]
fn soldiers_look_at_enemies_and_not_at_their_own_side() {
    let mut stage = Stage::shipped("squads", 73);
    let place = stage.home(0);
    stage.add("red", "thinking_rifleman", place, 20);
    stage.add("blue", "rifleman", place + bevy::math::Vec3::new(9.0, 0.0, 0.0), 3);
    stage.run(1.0);
    let product = stage.product("rifleman");
    let riflemen: Vec<AgentId> =
        stage.census().of_side(0).filter(|entry| entry.product == product).map(|entry| entry.agent).collect();
    assert!(riflemen.len() >= 10);
    let kinds = |agent: &AgentId| -> BTreeSet<_> {
        stage.get::<WorkingMemory>(*agent).unwrap().facts().iter().map(|fact| fact.kind).collect()
    };
    assert!(riflemen.iter().all(|agent| !kinds(agent).contains(&label("mate"))));
    assert!(riflemen.iter().filter(|agent| kinds(agent).contains(&label("enemy"))).count() >= 10);
}
