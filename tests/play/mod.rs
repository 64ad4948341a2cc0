//! A person and a plan control a body through the same requests: the match depends on what is posted, not on who posts it.

mod equivalence;

use std::sync::Arc;

use crate::hunt;
use bevy::math::{Vec3, ops};
use quarry::{
    client::session::{
        control::{IntentPoster, PlayerControl, PlayerIntent, PressCounts},
        live::LiveMatches,
        match_session::MatchProvider,
        playback::{MatchFrame, TickSource},
    },
    data::Library,
    simulation::{bake_level, retune::MatchData},
    world::level::ThingKind,
};
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, Gait, GoRequest, LookRequest, MatchEvent, SayRequest, StrikeRequest, Subject, ThingId,
    ThrowRequest, UseRequest, label,
};

const SEED: u64 = 7;
const TICKS: u32 = 500;

fn matches(people: Vec<AgentId>) -> LiveMatches {
    matches_on(hunt::library(), people)
}

fn matches_on(library: Library, people: Vec<AgentId>) -> LiveMatches {
    let library = Arc::new(library);
    let level = bake_level(&library, label("manor")).unwrap();
    let tuning = MatchData { library, rules: label("standard"), difficulty_modifiers: None };
    LiveMatches { people, ..LiveMatches::new(hunt::game(), tuning, level).unwrap() }
}

/// The ticks at which the hunter throws (the first bolt is ready after twelve seconds), strikes, shouts and searches a hiding place.
const CAST: u32 = 380;
const STRIKE: u32 = 450;
const SHOUT: u32 = 40;
const SEARCH: std::ops::Range<u32> = 60..90;

/// The intent in a tick: walk in a circle, run, search, throw, strike, shout.
fn intent(tick: u32, place: ThingId) -> PlayerIntent {
    let angle = tick as f32 * 0.02;
    let direction = Vec3::new(ops::cos(angle), 0.0, ops::sin(angle));
    PlayerIntent {
        movement: if tick % 90 < 70 { direction } else { Vec3::ZERO },
        gait: if tick % 60 < 30 { Gait::Walk } else { Gait::Run },
        look: direction,
        use_request: SEARCH
            .contains(&tick)
            .then(|| UseRequest { target: Subject::Thing(place), verb: label("search") }),
        presses: PressCounts {
            strikes: u32::from(tick >= STRIKE),
            throws: u32::from(tick >= CAST),
            shouts: u32::from(tick >= SHOUT),
            ..PressCounts::default()
        },
        throw_kind: Some(label("bolt")),
        ..PlayerIntent::default()
    }
}

/// The same requests, posted as a plan's actions post them.
fn post_as_a_plan(tick: u32, place: ThingId, board: &mut Blackboard) {
    let asked = intent(tick, place);
    board.go.post(if asked.movement == Vec3::ZERO {
        GoRequest::Stay { gait: Gait::Walk }
    } else {
        GoRequest::Steer { direction: asked.movement.clamp_length_max(1.0), gait: asked.gait }
    });
    board.look.post(LookRequest::Along { direction: asked.look });
    if tick == SEARCH.start {
        board.use_thing.post(UseRequest { target: Subject::Thing(place), verb: label("search") });
    }
    if tick == SEARCH.end && board.use_thing.active().is_some() {
        board.use_thing.clear();
    }
    if tick == STRIKE {
        board.strike.post(StrikeRequest { target: None, with: label("") });
    }
    if tick == CAST {
        board.throw.post(ThrowRequest { what: label("bolt"), aim: Aim::Direction(asked.look) });
    }
    if tick == SHOUT {
        board.say.post(SayRequest { what: label("report") });
    }
}

#[test]
fn the_same_requests_give_the_same_match_from_any_source() {
    // Sides are numbered in the order of their names: three hunted, then the hunter.
    let me = AgentId(3);
    let shared = matches(vec![me]);
    let place = shared.assets.level.site.built.things_of(ThingKind::HidingPlace).next().unwrap().id;
    let play = |mut post: Box<dyn FnMut(u32, &mut Blackboard)>| {
        let (_, mut source) = shared.begin(SEED).unwrap();
        for tick in 0..TICKS {
            post(tick, &mut source.blackboard(me).unwrap());
            source.tick();
        }
        let events: Vec<_> = source.log().entries().iter().map(|entry| entry.event.clone()).collect();
        assert!(
            events.iter().any(|event| matches!(event, MatchEvent::Struck { by, .. } if *by == me)),
            "the blow fell"
        );
        assert!(
            events.iter().any(|event| matches!(event, MatchEvent::Thrown { by, .. } if *by == me)),
            "the bolt flew"
        );
        source.log().digest()
    };
    let mut poster = IntentPoster::default();
    let by_hand = play(Box::new(move |tick, board| poster.post(&intent(tick, place), board)));
    let by_plan = play(Box::new(move |tick, board| post_as_a_plan(tick, place, board)));
    assert_eq!(by_hand, by_plan);
}

#[test]
fn a_wish_moves_the_body_by_the_next_tick_and_knowledge_comes_back() {
    let lead = PlayerControl::default();
    let played = matches(Vec::new()).played(label("hunter"), lead.clone(), quarry::games::views().remove(0));
    let (cast, mut source) = played.begin(SEED).unwrap();
    let me = lead.state().agent;
    assert!(cast[usize::from(me.0)].attacks, "agents are numbered in the order of the rules");
    let mut before = MatchFrame::default();
    source.read_frame(&mut before);
    let body = before.agents[usize::from(me.0)].body;
    lead.state().intent = PlayerIntent { movement: body.facing(), look: body.facing(), ..PlayerIntent::default() };
    source.tick();
    let mut after = before.clone();
    source.read_frame(&mut after);
    assert!(after.agents[usize::from(me.0)].body.place.distance(body.place) > 0.005, "it moves within one tick");
    let state = lead.state();
    assert_eq!(state.knowledge.tick, after.tick);
    assert!(state.knowledge.reading("keys_needed") > 0.0);
    assert_eq!(state.knowledge.throws.len(), 1);
}

#[test]
fn a_boarded_window_in_reach_says_what_it_takes() {
    // All start beside the window of the bedchamber.
    let mut files = hunt::files();
    let path = "levels/hunt/manor.ron";
    let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    let (head, rest) = text.split_once("rows: [").unwrap();
    let (rows, tail) = rest.split_once("],").unwrap();
    let rows = rows.replace('s', ".").replace("#W.p..", "#Wsssp");
    assert!(rows.contains("#Wsssp"), "the window is drawn elsewhere now: {rows}");
    files.put(path, format!("{head}rows: [{rows}],{tail}"));
    let library = Library::from_files(&files, &hunt::SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"));

    let lead = PlayerControl::default();
    let played =
        matches_on(library, Vec::new()).played(label("hunted"), lead.clone(), quarry::games::views().remove(0));
    let starts = (0..12).find_map(|seed| {
        let (_, mut source) = played.begin(seed).unwrap();
        source.tick();
        let state = lead.state();
        state.knowledge.prompt.clone().filter(|prompt| prompt.request.verb == label("pry"))
    });
    let prompt = starts.expect("one that starts beside the window is offered to pry it open");
    assert_eq!(prompt.what.as_deref(), Some("barred window"));
    assert!(prompt.blocked.is_some_and(|why| why.contains("you need a crowbar")));
}
