//! How well the director shows real matches: where their moments lie in its picture, and how long it stays with what is dull.

use std::{path::Path, sync::Arc};

use super::*;
use crate::client::render::scene::tests::setup;
use crate::client::session::{EventContext, LiveMatches, MatchProvider, shared_events::describe};
use crate::data::Library;
use crate::games;

/// A moment counts as shown if its subject is in the picture within this time, in seconds.
const SHOWN_WITHIN: f32 = 1.5;
/// Somewhere else something happens from this score on.
const ACTION: f32 = 40.0;

#[derive(Debug, Default)]
struct Coverage {
    moments: u32,
    shown: u32,
    /// The longest time with a dull subject while something happened elsewhere, in seconds.
    dull: f32,
    cuts: u32,
    seconds: f32,
}

impl Coverage {
    /// Watches a match through the director for this long, in seconds.
    fn watch(&mut self, game: &str, level: &str, seed: u64, seconds: f32) {
        let view = games::view_of(game).unwrap();
        let game = (view.game)();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let library = Library::load(root, game.schema()).unwrap();
        let matches = LiveMatches::on_level(game, root, level);
        let (cast, source) = matches.begin(seed).unwrap();
        let mut setup = SceneSetup { agents: Arc::new(cast), ..setup(&library, level.into()) };
        let mut playback = Playback::new(source, 1.0);
        let input = CameraInput { seconds: 1.0 / playback.rate(), ..CameraInput::default() };
        let mut director = director::DirectorCamera::default();
        let mut waiting: Vec<(u32, usize)> = Vec::new();
        let (mut subject, mut dull) = (None, 0.0);
        while playback.seconds() < seconds && playback.step() {
            playback.blend = 1.0;
            let newcomers = playback.newcomers(&setup.agents);
            Arc::make_mut(&mut setup.agents).extend(newcomers);
            let context = CameraContext {
                playback: &playback,
                setup: &setup,
                game: view,
                input: &input,
                field_of_view: std::f32::consts::FRAC_PI_4,
                aspect: 16.0 / 9.0,
            };
            let tick = playback.now.tick;
            let events = EventContext::of(&setup);
            let happened =
                playback.log_at(tick).iter().filter_map(|entry| describe(view, &entry.event, &events)?.interest);
            waiting.extend(happened.filter(|interest| interest.urgent).map(|of| (tick, usize::from(of.agent.0))));
            director.update(&context);
            waiting.retain(|(since, agent)| {
                let shown = playback.body(*agent).is_some_and(|body| director.frames(body.place, 1.0, &context));
                let late = playback.seconds_at(tick - since) > SHOWN_WITHIN;
                self.moments += u32::from(shown || late);
                self.shown += u32::from(shown);
                !shown && !late
            });
            self.cuts += u32::from(director.subject() != subject);
            subject = director.subject();
            let ranked = interest::rank_agents(&playback, &setup, view);
            let is_dull = ranked.iter().any(|one| Some(one.agent) == subject && one.dull);
            dull = if is_dull && ranked.iter().any(|one| !one.dull && one.score > ACTION) {
                dull + input.seconds
            } else {
                0.0
            };
            self.dull = self.dull.max(dull);
        }
        self.seconds += playback.seconds();
    }
}

#[test]
fn the_director_shows_nearly_all_moments_of_every_game_and_leaves_what_is_dull() {
    for (game, level, seconds) in
        [("hunt", "manor", 240.0), ("wild", "glade", 150.0), ("bombsite", "depot", 120.0), ("commander", "duel", 300.0)]
    {
        let mut coverage = Coverage::default();
        for seed in 0..3 {
            coverage.watch(game, level, 41_000 + seed, seconds);
        }
        let Coverage { moments, shown, dull, cuts, seconds } = coverage;
        println!("{level}: {shown} of {moments} moments in {seconds:.0} s, {cuts} cuts, at most {dull:.1} s dull");
        assert!(moments >= 6, "{level}: {moments} moments");
        assert!(shown * 100 >= moments * 85, "{level}: {shown} of {moments} moments shown");
        assert!(dull <= 4.0, "{level}: {dull} s with a dull subject");
        assert!(seconds / cuts as f32 > 2.5, "{level}: a cut every {} s", seconds / cuts as f32);
    }
}
