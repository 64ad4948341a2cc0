//! No telepathy: a side knows of an enemy only what one of its units could see.

use std::collections::BTreeSet;

use quarry::{
    protocol::AgentId,
    senses::AgentSenses,
    world::{Body, BodyKind, SiteService, Things},
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
