//! The yard, or a small court drawn in a test, with soldiers that do what the test asks.

use std::{path::Path, sync::Arc};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{Library, level::Level, rules::Rules},
    games::bombsite::{Bombsite, BombsiteGame, SCHEMA},
    motion::navigation::BakedLevel,
    simulation::{Archetypes, Game, MatchSetup, bake_level, begin, headless_app, step},
    world::{Body, Gauges, Gun, InPlay, MatchState, SiteService, level::ThingKind},
};
use quarry_minds::{
    Mind,
    protocol::{
        AgentId, Blackboard, EventLog, FailReason, Gait, GoRequest, GunRequest, LookRequest, MatchEvent, Percept,
        PerceptSource, Roster, SelfSense, Status, Subject, ThingId, UseRequest, label,
    },
};
use quarry_ron::Document;

/// The legend of these courts. A cell is one metre; the centre of cell (3, 2) is at (3.5, 2.5).
const LEGEND: &str = r##"{
    '#': (ground: wall(material: "rock")),
    '-': (ground: wall(material: "rubble", height: 1.15)),
    '.': (ground: floor(material: "gravel")),
    'A': (ground: floor(material: "gravel"), contains: [stock(name: "site_a", amount: 1)]),
    'b': (ground: floor(material: "gravel"), contains: [item("bomb")]),
    'x': (ground: floor(material: "gravel"), contains: [spawn("attackers"), spawn("defenders"), patrol]),
}"##;

/// A court with a bomb and a site beside each other.
pub const COURT: &[&str] = &[
    "##############################",
    "#x...........................#",
    "#..b.A.......................#",
    "#............................#",
    "##############################",
];

pub fn game() -> Arc<dyn Game> {
    Arc::new(BombsiteGame)
}

pub fn library() -> Library {
    Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// Attackers and defenders at these places (metres east and south), attackers first. Their minds sleep unless the test wakes them.
pub struct Court {
    pub app: App,
}

impl Court {
    pub fn new(rows: &[&str], attackers: &[(f32, f32)], defenders: &[(f32, f32)]) -> Self {
        Self::with(rows, attackers, defenders, |_| true)
    }

    /// The same with minds at work.
    pub fn awake(rows: &[&str], attackers: &[(f32, f32)], defenders: &[(f32, f32)]) -> Self {
        Self::with(rows, attackers, defenders, |_| false)
    }

    /// The same; the minds of some sleep.
    pub fn with(
        rows: &[&str],
        attackers: &[(f32, f32)],
        defenders: &[(f32, f32)],
        asleep: impl Fn(u16) -> bool,
    ) -> Self {
        let standard = library().rules("standard").unwrap().1.clone();
        Self::under(standard, rows, attackers, defenders, asleep)
    }

    /// The same under other rules.
    pub fn under(
        rules: Rules,
        rows: &[&str],
        attackers: &[(f32, f32)],
        defenders: &[(f32, f32)],
        asleep: impl Fn(u16) -> bool,
    ) -> Self {
        let drawn: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let text = format!(
            "(title: \"Court\", floors: [(name: \"ground\", height: 0, rows: [{}])], legend: {LEGEND}, sky: (ambient_light: 1.0))",
            drawn.join(", ")
        );
        let document = Document::parse("level.ron", &text).unwrap_or_else(|finding| panic!("{finding}"));
        let level: Level = document.read().unwrap_or_else(|finding| panic!("{finding}"));
        let (mut library, court) = (library(), label("court"));
        library.levels.insert(court, level);
        library.rules.insert(label("standard"), rules);
        Self::on(&library, "court", attackers, defenders, asleep)
    }

    /// The same on a level of a library.
    pub fn on(
        library: &Library,
        level: &str,
        attackers: &[(f32, f32)],
        defenders: &[(f32, f32)],
        asleep: impl Fn(u16) -> bool,
    ) -> Self {
        let level = bake_level(library, label(level)).unwrap_or_else(|findings| panic!("{findings:?}"));
        Self::baked(library, &level, attackers, defenders, asleep)
    }

    /// The same on a level that has been baked.
    pub fn baked(
        library: &Library,
        level: &Arc<BakedLevel>,
        attackers: &[(f32, f32)],
        defenders: &[(f32, f32)],
        asleep: impl Fn(u16) -> bool,
    ) -> Self {
        let kinds = Archetypes::load(library).unwrap_or_else(|findings| panic!("{findings:?}"));
        let rules = Arc::new(library.rules("standard").unwrap().1.clone());
        let of = |side: &str, places: &[(f32, f32)]| (label(side), places.len() as u16);
        let counts = [of("attackers", attackers), of("defenders", defenders)].into();
        let all = 0..(attackers.len() + defenders.len()) as u16;
        let people = all.filter(|agent| asleep(*agent)).map(AgentId).collect();
        let mut app = headless_app(&game());
        begin(app.world_mut(), &kinds, &rules, level, &MatchSetup { seed: 5, counts, people, ..MatchSetup::default() })
            .unwrap();
        let mut court = Self { app };
        for (agent, at) in attackers.iter().chain(defenders).enumerate() {
            court.put(agent as u16, *at);
        }
        court
    }

    /// Puts an agent at a point of the ground.
    pub fn stand(&mut self, agent: u16, at: Vec3) {
        let entity = self.entity(agent);
        let mut body = self.app.world_mut().get_mut::<Body>(entity).unwrap();
        (body.place, body.velocity) = (at, Vec3::ZERO);
    }

    pub fn put(&mut self, agent: u16, at: (f32, f32)) {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Body>(entity).unwrap().place = Vec3::new(at.0, 0.0, at.1);
    }

    /// Turns an agent to a heading, in degrees clockwise from north.
    pub fn face(&mut self, agent: u16, degrees: f32) {
        let entity = self.entity(agent);
        let mut body = self.app.world_mut().get_mut::<Body>(entity).unwrap();
        body.heading = degrees.to_radians();
        body.gaze = body.heading;
    }

    pub fn entity(&self, agent: u16) -> Entity {
        self.app.world().resource::<Roster>().entity(AgentId(agent)).unwrap()
    }

    pub fn get<C: Component>(&self, agent: u16) -> &C {
        self.app.world().get::<C>(self.entity(agent)).unwrap()
    }

    pub fn board(&mut self, agent: u16) -> bevy::prelude::Mut<'_, Blackboard> {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Blackboard>(entity).unwrap()
    }

    pub fn run(&mut self, seconds: f32) {
        for _ in 0..(seconds * 30.0).round() as u32 {
            if !step(self.app.world_mut()) {
                break;
            }
        }
    }

    /// Runs until it holds, for at most these seconds; whether it did.
    pub fn until(&mut self, seconds: f32, holds: impl Fn(&Self) -> bool) -> bool {
        self.until_each(seconds, holds)
    }

    /// The same with a condition that may note what it sees in each tick.
    pub fn until_each(&mut self, seconds: f32, mut holds: impl FnMut(&Self) -> bool) -> bool {
        for _ in 0..(seconds * 30.0).round() as u32 {
            if holds(self) {
                return true;
            }
            if !step(self.app.world_mut()) {
                break;
            }
        }
        holds(self)
    }

    pub fn outcome(&self) -> Option<&'static str> {
        self.app.world().resource::<MatchState>().outcome.map(|outcome| outcome.as_str())
    }

    pub fn state(&self) -> &Bombsite {
        self.app.world().resource::<Bombsite>()
    }

    pub fn number(&self, name: &str) -> f64 {
        BombsiteGame.numbers(self.app.world()).get(&label(name)).copied().unwrap_or(f64::NAN)
    }

    pub fn health(&self, agent: u16) -> f32 {
        self.get::<Gauges>(agent).get(label("health")).unwrap()
    }

    pub fn goal(&self, agent: u16) -> &'static str {
        self.get::<Mind>(agent).goal().map_or("", |goal| goal.as_str())
    }

    pub fn gun(&self, agent: u16) -> &Gun {
        self.get::<Gun>(agent)
    }

    pub fn reading(&self, agent: u16, name: &str) -> f32 {
        self.get::<SelfSense>(agent).get(label(name)).unwrap_or(f32::NAN)
    }

    pub fn lives(&self, agent: u16) -> bool {
        self.app.world().get::<InPlay>(self.entity(agent)).is_some()
    }

    pub fn count(&self, wanted: impl Fn(&MatchEvent) -> bool) -> usize {
        self.app.world().resource::<EventLog>().entries().iter().filter(|entry| wanted(&entry.event)).count()
    }

    /// The first thing with this name in the drawing.
    pub fn thing(&self, name: &str) -> ThingId {
        let site = &self.app.world().resource::<SiteService>().0;
        let named = |thing: &&quarry::world::level::LevelThing| thing.name == label(name);
        let of = [ThingKind::Stock, ThingKind::Item];
        of.into_iter().flat_map(|kind| site.built.things_of(kind)).find(named).unwrap().id
    }

    /// Lets an agent use a thing to the end of the use.
    pub fn use_thing(&mut self, agent: u16, thing: ThingId, verb: &str) -> Result<f32, FailReason> {
        let request = UseRequest { target: Subject::Thing(thing), verb: label(verb) };
        self.board(agent).use_thing.post(request);
        for ticks in 1..600 {
            let goes_on = step(self.app.world_mut());
            match self.get::<Blackboard>(agent).use_thing.status() {
                Status::Done => return Ok(ticks as f32 / 30.0),
                Status::Failed(reason) => return Err(reason),
                _ if !goes_on => return Ok(ticks as f32 / 30.0),
                _ => {}
            }
        }
        panic!("the use of {thing:?} does not end");
    }

    /// Lets an agent look at a point and, if wanted, fire until it is told otherwise.
    pub fn aim(&mut self, agent: u16, at: Vec3, fire: bool) {
        let mut board = self.board(agent);
        board.go.post(GoRequest::Stay { gait: Gait::Walk });
        board.look.post(LookRequest::At(at));
        if fire {
            board.gun.post(GunRequest::Fire);
        } else {
            board.gun.clear();
        }
    }
}

/// A percept without error and movement.
pub fn percept(
    kind: &str,
    subject: Subject,
    state: &str,
    place: Vec3,
    source: PerceptSource,
    teller: Option<u16>,
) -> Percept {
    Percept {
        kind: label(kind),
        subject,
        state: label(state),
        amount: 0.0,
        place,
        velocity: Vec3::ZERO,
        error: 0.0,
        confidence: 1.0,
        source,
        teller: teller.map(AgentId),
        age: 0.0,
    }
}
