//! temp
use std::sync::Arc;
use bevy::prelude::{Vec3, default};
use rand::Rng;
use super::{Person, Picture, Player, Source, Matches};
use crate::{protocol::*, world::{body::*, geometry::heading_of, happenings::*, level::*, things::*}, data::{look::*, body::BodySpec}};

pub struct Puppets { pub level: Arc<BuiltLevel> }
struct Puppet { level: Arc<BuiltLevel>, tick: u32, people: Vec<Person>, goals: Vec<Vec3>, things: Things, log: EventLog, rng: rand_chacha::ChaCha8Rng }
impl Matches for Puppets {
    fn begin(&self, seed: u64) -> (Vec<Player>, Box<dyn Source>) {
        let mut rng = stream_for(seed, Stream::Setup);
        let hl = Arc::new(Look { figure: Figure::Stalker, names: vec!["Warden".into()], colours: vec![(0.85, 0.2, 0.16)], mark: Mark::Triangle });
        let rl = Arc::new(Look { figure: Figure::Runner, names: vec!["Ash".into(), "Briar".into(), "Cole".into()], colours: vec![(0.25, 0.66, 0.95), (0.98, 0.8, 0.25), (0.5, 0.85, 0.4)], mark: Mark::Circle });
        let hb = Arc::new(BodySpec { height: 1.95, ..Default::default() });
        let rb = Arc::new(BodySpec { height: 1.68, ..Default::default() });
        let mut cast = vec![Player::of(&hl, &hb, label("hunter"), true, 0)];
        for i in 0..3 { cast.push(Player::of(&rl, &rb, label("hunted"), false, i)); }
        let mut people = vec![];
        for (i, p) in cast.iter().enumerate() {
            let spawns: Vec<_> = self.level.spawns_of(p.side).collect();
            let s = spawns[(i + seed as usize) % spawns.len()];
            people.push(Person { body: Body::at(s.place, s.heading), gone: None, hidden: None, arms: Default::default(), working: false, carried: 0 });
        }
        let goals = people.iter().map(|p| p.body.place).collect();
        let things = Things::of(&self.level, &mut rng);
        (cast, Box::new(Puppet { level: self.level.clone(), tick: 0, people, goals, things, log: EventLog::default(), rng }))
    }
}
impl Source for Puppet {
    fn tick(&mut self) {
        self.tick += 1;
        let patrol: Vec<Vec3> = self.level.things_of(ThingKind::PatrolPoint).map(|t| t.place).collect();
        for (i, p) in self.people.iter_mut().enumerate() {
            let to = self.goals[i] - p.body.place;
            if to.length() < 0.3 || self.tick == 1 {
                self.goals[i] = patrol[self.rng.gen_range(0..patrol.len())];
                let a = AgentId(i as u16);
                self.log.push(self.tick, Event::GoalChosen { agent: a, goal: label(if i == 0 { "catch_prey" } else { "find_keys" }), relevance: 1, passed_over: vec![] });
                self.log.push(self.tick, Event::ActionStarted { agent: a, action: label(if i == 0 { "patrol" } else { "go_towards" }), target: Some(Subject::Thing(self.level.things_of(ThingKind::PatrolPoint).next().unwrap().id)) });
                if i == 1 { self.log.push(self.tick, Event::Sighted { by: AgentId(0), kind: label("hunted"), subject: Subject::Agent(AgentId(1)), at: Spot::from(Vec3::ZERO), source: Source_::Seen }); }
                continue;
            }
            let speed = if i == 2 { 4.0 } else { 1.8 };
            let d = to.normalize();
            p.body.velocity = d * speed;
            p.body.place += d * speed / 30.0;
            p.body.place.y = self.level.ground_height(p.body.place).unwrap_or(p.body.place.y);
            p.body.heading = heading_of(d);
            p.body.gaze = p.body.heading + (self.tick as f32 * 0.03).sin() * 0.8;
            if i == 3 { p.body.crouch = 1.0; }
            if i == 1 { p.carried = 2; p.working = self.tick % 200 > 100; if p.working { p.body.velocity = Vec3::ZERO; } }
            if i == 0 { p.arms = if self.tick % 150 > 120 { crate::world::body::Stage::Striking(0.1, 1) } else if self.tick % 150 > 110 { Default::default() } else if self.tick % 150 < 20 { crate::world::body::Stage::Recovering(0.5) } else { Default::default() } }
        }
        for (i, s) in self.things.states.iter_mut().enumerate() {
            match s { ThingState::Door(d) => d.swing = ((self.tick as f32 * 0.01 + i as f32).sin() * 2.0).clamp(0.0, 1.0), ThingState::Exit(e) => { e.progress = (self.tick as f32 / 900.0).min(1.0); e.open = e.progress >= 1.0; e.swing = if e.open { 1.0 } else { 0.0 } } _ => {} }
        }
        if self.tick == 1500 { self.people[3].gone = Some((Fate::Caught(AgentId(0)), self.tick)); self.log.push(self.tick, Event::Caught { agent: AgentId(3), by: AgentId(0), means: Means::Melee, at: Spot::from(Vec3::new(5.,0.,5.)) }); }
    }
    fn picture(&self, into: &mut Picture) {
        into.tick = self.tick; into.agents = self.people.clone(); into.things = self.things.clone();
        into.flights = vec![Flight { number: 0, what: label("bolt"), by: AgentId(0), place: self.people[0].body.place + Vec3::new(((self.tick % 60) as f32) * 0.15, 1.3, 0.0), velocity: Vec3::X * 18.0, age: (self.tick % 60) as f32 / 30.0 }];
        into.traces = (0..10).map(|n| Trace { number: n, place: self.people[2].body.place - self.people[2].body.velocity * 0.25 * n as f32, towards: self.people[2].body.velocity.normalize_or(Vec3::X), tick: self.tick.saturating_sub(n * 20), side: label("hunted"), by: AgentId(2) }).collect();
        into.state = MatchState { team_keys: 2, keys_needed: 3, time_left: 300.0 - self.tick as f32 / 30.0, in_play: 3, result: (self.tick > 2000).then_some(MatchResult::Hunters), ..Default::default() };
    }
    fn log(&self) -> &EventLog { &self.log }
    fn rate(&self) -> f32 { 30.0 }
}
use crate::protocol::Source as Source_;
