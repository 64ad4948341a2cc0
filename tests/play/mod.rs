//! A person and a plan share one body and one set of rules: what is posted decides, not who posts it.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use bevy::math::{Vec3, ops};
use quarry::{
    client::{
        LiveMatches, Matches,
        play::{Lead, PlayedMatches, Poster, Wishes},
    },
    data::Library,
    protocol::{AgentId, Aim, Blackboard, Gait, GoRequest, LookRequest, ThrowRequest, label},
    simulation::{Kinds, bake_level},
};

const SEED: u64 = 7;
const TICKS: u32 = 240;

fn matches(people: Vec<AgentId>) -> LiveMatches {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    LiveMatches {
        kinds: Kinds::of(&library).unwrap(),
        rules: Arc::new(library.rules[&label("standard")].clone()),
        level: bake_level(&library, label("manor")).unwrap(),
        counts: BTreeMap::new(),
        people,
    }
}

/// What is asked for in a tick: a walk around, a run, a throw.
fn wishes(tick: u32) -> Wishes {
    let angle = tick as f32 * 0.02;
    let direction = Vec3::new(ops::cos(angle), 0.0, ops::sin(angle));
    Wishes {
        go: if tick % 90 < 70 { direction } else { Vec3::ZERO },
        gait: if tick % 60 < 30 { Gait::Walk } else { Gait::Run },
        look: direction,
        throws: u32::from(tick >= 100),
        what: Some(label("stone")),
        ..Wishes::default()
    }
}

/// The same requests, posted as a plan's action posts them.
fn post_as_a_plan(tick: u32, board: &mut Blackboard) {
    let asked = wishes(tick);
    board.go.post(if asked.go == Vec3::ZERO {
        GoRequest::Stay { gait: Gait::Walk }
    } else {
        GoRequest::Steer { direction: asked.go.clamp_length_max(1.0), gait: asked.gait }
    });
    board.look.post(LookRequest::Along { direction: asked.look });
    if tick == 100 {
        board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Direction(asked.look) });
    }
}

#[test]
fn the_same_requests_give_the_same_match_whoever_posts_them() {
    let me = AgentId(0);
    let shared = matches(vec![me]);
    let play = |mut post: Box<dyn FnMut(u32, &mut Blackboard)>| {
        let (_, mut source) = shared.begin(SEED).unwrap();
        for tick in 0..TICKS {
            post(tick, &mut source.blackboard(me).unwrap());
            source.tick();
        }
        source.log().digest()
    };
    let mut poster = Poster::default();
    let by_hand = play(Box::new(move |tick, board| poster.post(&wishes(tick), board)));
    let by_plan = play(Box::new(post_as_a_plan));
    assert_eq!(by_hand, by_plan);
}

#[test]
fn a_wish_moves_the_body_by_the_next_tick_and_knowledge_comes_back() {
    let lead = Lead::default();
    let played = PlayedMatches::new(matches(Vec::new()), label("hunter"), lead.clone());
    let (cast, mut source) = played.begin(SEED).unwrap();
    let me = lead.link().agent;
    assert!(cast[usize::from(me.0)].catches, "agents are numbered in the order of the rules");
    let mut before = quarry::client::Picture::default();
    source.picture(&mut before);
    let body = before.agents[usize::from(me.0)].body;
    lead.link().wishes = Wishes { go: body.faces(), look: body.faces(), ..Wishes::default() };
    source.tick();
    let mut after = before.clone();
    source.picture(&mut after);
    assert!(after.agents[usize::from(me.0)].body.place.distance(body.place) > 0.005, "it moves within one tick");
    let link = lead.link();
    assert_eq!(link.known.tick, after.tick);
    assert!(link.known.reading("keys_needed") > 0.0);
    assert_eq!(link.known.throws.len(), 1);
}
