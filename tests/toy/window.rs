//! What the window shows of agents that enter a running match: their names, sides and gauges, live and in a replay.

use std::{collections::BTreeMap, sync::Arc};

use bevy::math::Vec3;
use quarry::{
    client::session::{
        cast::newcomers,
        live::LiveMatches,
        match_session::{MatchProvider, MatchSession},
        playback::Playback,
        scene_setup::AgentInfo,
    },
    simulation::{Arrival, Arrivals, bake_level, retune::MatchData, step},
};
use quarry_minds::protocol::label;

use super::{game::Bees, library, stage::Meadow};

fn matches() -> LiveMatches {
    let library = library();
    let level = bake_level(&library, label("meadow")).unwrap();
    let tuning = MatchData { library, rules: label("standard"), difficulty_modifiers: None };
    LiveMatches { counts: BTreeMap::new(), ..LiveMatches::new(Arc::new(Bees), tuning, level).unwrap() }
}

fn names(cast: &[AgentInfo]) -> Vec<&str> {
    cast.iter().map(|info| info.name.as_str()).collect()
}

/// Plays to a tick, and admits newcomers after every so many ticks.
fn play(playback: &mut Playback, cast: &mut Vec<AgentInfo>, until: u32, every: u32) {
    while playback.now.tick < until && playback.step() {
        if playback.now.tick.is_multiple_of(every) {
            cast.extend(playback.newcomers(cast));
        }
    }
    cast.extend(playback.newcomers(cast));
}

#[test]
fn the_cast_grows_and_names_are_given_in_the_order_of_entering() {
    let matches = matches();
    let run = |every: u32| {
        let (mut cast, source) = matches.begin(5).unwrap();
        assert_eq!(cast.len(), 4);
        let mut playback = Playback::new(source, 1.0);
        play(&mut playback, &mut cast, 1200, every);
        (playback, cast)
    };
    let (mut playback, cast) = run(1);
    assert!(cast.len() > 5, "{:?}", names(&cast));
    assert_eq!(cast.len(), playback.now.agents.len());
    assert_eq!(names(&cast)[2..6], ["Bee", "Bee 2", "Bee 3", "Bee 4"], "{:?}", names(&cast));
    assert!(cast[4..].iter().all(|info| info.side == "red" && info.kind == "bee" && !info.attacks));
    assert!(Arc::ptr_eq(&cast[2].look, &cast[5].look), "agents of a kind share its look");
    assert_eq!(names(&run(500).1), names(&cast), "however often the cast is read");

    // Looking back, the frame has no entry of agents that enter later; the cast keeps them.
    playback.seek(1);
    assert_eq!((playback.now.agents.len(), playback.body(4).is_none()), (4, true));
    assert!(playback.newcomers(&cast).is_empty());
    playback.seek_newest();
    assert_eq!(playback.now.agents.len(), cast.len());
}

#[test]
fn gauges_of_every_tick_are_shown_live_and_in_a_replay_with_the_same_cast() {
    let matches = matches();
    let (mut cast, source) = matches.begin(5).unwrap();
    let mut live = Playback::new(source, 1.0);
    play(&mut live, &mut cast, 1200, 1);
    let origin_cast = names(&cast).join(", ");
    let library = matches.assets.tuning.library.clone();

    let recording = Arc::new(live.recording(&[]).unwrap());
    let assets = recording.header.origin.prepare(&matches.assets.game, &library).unwrap();
    let session = MatchSession::replay(recording, assets);
    let (mut again, source) = session.provider.begin(session.seed).unwrap();
    assert_eq!(again.len(), 4);
    let mut replay = Playback::new(source, 1.0);
    play(&mut replay, &mut again, 1200, 7);
    assert_eq!(names(&again).join(", "), origin_cast);

    for tick in [1, 300, 900, 1200] {
        live.seek(tick);
        replay.seek(tick);
        assert_eq!(live.now, replay.now, "tick {tick}");
        assert_eq!(live.now.gauge(0, "energy"), None, "wasps have no such gauge");
        assert!(live.now.gauge(0, "hunger").is_none() && live.now.gauge(99, "energy").is_none());
    }
    live.seek(30);
    let full = live.now.gauge(2, "energy").unwrap();
    assert!((38.0..40.0).contains(&full), "{full}");
    assert!((0.9..1.0).contains(&cast[2].gauge_share(label("energy"), full).unwrap()));
    live.seek(900);
    assert!(live.now.gauge(2, "energy").unwrap() < full);
}

#[test]
fn the_side_of_a_newcomer_is_that_of_its_arrival() {
    let mut meadow = Meadow::new(&library(), 3);
    let known = newcomers(meadow.world(), &[]);
    let (side, kind) = (label("blue"), label("bee"));
    let place = meadow.place_of(2) + Vec3::X;
    meadow.world().resource_mut::<Arrivals>().0.push(Arrival { side, kind, place, ..Arrival::default() });
    step(meadow.world());
    let entered = newcomers(meadow.world(), &known);
    assert_eq!((entered.len(), entered[0].side, entered[0].kind), (1, side, kind));
    assert!(entered[0].attacks, "blue attacks red");
    assert_eq!(entered[0].name, "Bee 3", "names go by the kind");
}
