//! What a game adds to minds from its own folder: a sense, a behaviour and a task. Bees smell flowers, waggle when they smell one, and hum to it.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use bevy::prelude::*;
use quarry::{
    data::{DataFiles, Library, NameKind, ProvidedNames},
    senses::SenseSystems,
    world::{InPlay, SiteService, ThingState, Things},
};
use quarry_minds::{
    behaviour_settings,
    behaviours::{Behaviour, BehaviourContext, Behaviours, Number, Progress, RunningBehaviour},
    protocol::{
        Blackboard, LookRequest, MatchEvent, Percept, PerceptSource, Percepts, SelfSense, SimulationSystems, Status,
        Subject, label,
    },
};

use super::{
    game::{Bees, SCHEMA},
    stage::Meadow,
};

/// How far a flower is smelt, in metres.
const REACH: f32 = 6.0;
const MIND: &str = "assets/bees/minds/bee.ron";

behaviour_settings! {
    /// Settings of `waggle`.
    struct WaggleSettings {
        /// how long, s
        seconds: Number(1.0, 0.1, 10.0),
    }
}

impl Behaviour for WaggleSettings {
    const NAME: &'static str = "waggle";
    const SUMMARY: &'static str = "dance on the spot";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Waggling(self))
    }
}

struct Waggling(Arc<WaggleSettings>);

impl RunningBehaviour for Waggling {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        context.board.look.post(LookRequest::Scan { degrees: 30.0, period: 0.4 });
        if context.elapsed >= self.0.seconds { Progress::Done } else { Progress::Running }
    }
}

/// The behaviours of the game, for its schema.
pub fn add_behaviours(behaviours: &mut Behaviours) {
    behaviours.register::<WaggleSettings>();
    behaviours.register_task("hum", "hum to the target", &[]);
}

/// The names that its senses provide, for its schema.
pub fn provide(names: &mut ProvidedNames) {
    names.add_words(NameKind::Percept, &["scent"]);
    names.add_words(NameKind::Sense, &["smell"]);
}

pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, smell.after(SenseSystems).in_set(SimulationSystems::Sense));
}

/// The sense: a percept for every flower with nectar near by.
fn smell(site: Res<SiteService>, things: Res<Things>, mut noses: Query<(&SelfSense, &mut Percepts), With<InPlay>>) {
    let flowers = site
        .0
        .built
        .things
        .iter()
        .filter(|thing| matches!(things.state(thing.id), Some(ThingState::Stock(stock)) if stock.amount >= 1.0));
    for flower in flowers {
        for (sense, mut percepts) in &mut noses {
            let distance = sense.place.distance(flower.place);
            if distance <= REACH {
                let scent = Subject::sign(quarry_minds::protocol::SignOrigin::Game, u32::from(flower.id.0));
                let source = PerceptSource::Sensed(label("smell"));
                let felt = Percept::felt(label("scent"), scent, flower.place, distance * 0.1);
                percepts.0.push(Percept { source, ..felt });
            }
        }
    }
}

/// The task: done in the tick in which it is asked for.
pub fn hum(mut agents: Query<&mut Blackboard>) {
    for mut board in &mut agents {
        if board.task.active().is_some_and(|task| task.name == "hum") {
            board.task.report(Status::Done);
        }
    }
}

fn files() -> DataFiles {
    DataFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/toy/data"), "bees").unwrap()
}

/// The mind of bees with a goal that needs what the game adds.
fn with_goal(action: &str) -> DataFiles {
    let mut files = files();
    let text = String::from_utf8(files.get(MIND).unwrap().to_vec()).unwrap();
    let text = text
        .replace("    queries: {\n", "    queries: {\n        \"scent\": (kinds: [\"scent\"], sources: [sensed(\"smell\")], unchecked_for: 5),\n")
        .replace("    facts: {\n", "    facts: {\n        \"greeted\": (type: bool()),\n")
        .replace("    actions: [\n", &format!("    actions: [\n        {action},\n"))
        .replace(
            "    goals: [",
            "    goals: [(name: \"greet\", conditions: {\"greeted\": is(true)}, base_relevance: 50, \
             considerations: [(input: exists(\"scent\"))]), ",
        );
    files.put(MIND, text);
    files
}

fn greet(behaviour: &str) -> String {
    format!(
        "(name: \"greet\", target: \"scent\", effects: {{\"greeted\": set(true)}}, behaviour: {behaviour}, marks_checked: true)"
    )
}

fn play(behaviour: &str) -> (Meadow, BTreeSet<&'static str>) {
    let library = Library::from_files(&with_goal(&greet(behaviour)), &SCHEMA);
    let library = library.unwrap_or_else(|findings| panic!("{}", findings[0].snippet()));
    let mut meadow = Meadow::of(Arc::new(Bees), &library, 1);
    meadow.run(10.0);
    let smelt = meadow.remembered(2);
    (meadow, smelt)
}

#[test]
fn a_sense_and_a_behaviour_of_a_game() {
    let (meadow, remembered) = play("\"waggle\", parameters: {\"seconds\": 0.5}");
    assert!(remembered.contains("scent"), "{remembered:?}");
    assert!(
        meadow.count(|event| matches!(event, MatchEvent::ActionEnded { action, .. } if action.as_str() == "greet")) > 1
    );
}

#[test]
fn a_task_of_a_game() {
    let (meadow, _) = play("\"hum\"");
    assert!(
        meadow.count(|event| matches!(event, MatchEvent::ActionEnded { action, .. } if action.as_str() == "greet")) > 1
    );
}

#[test]
fn what_no_game_adds_is_an_error_with_its_place() {
    let wrong = |behaviour: &str| {
        let library = Library::from_files(&with_goal(&greet(behaviour)), &SCHEMA).unwrap();
        quarry::simulation::compile_minds(&library).unwrap_err()[0].snippet()
    };
    let unknown = wrong("\"wagle\"");
    assert!(unknown.contains("bee.ron") && unknown.contains("did you mean `waggle`?"), "{unknown}");
    let range = wrong("\"waggle\", parameters: {\"seconds\": 60}");
    assert!(range.contains("out of range"), "{range}");
}
