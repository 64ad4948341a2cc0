//! A game in a few dozen lines: two sides sip nectar from flowers that grow again. `docs/new-game.md` walks through it.

use bevy::prelude::*;
use quarry::{
    data::{FileKind, GameSchema, GameSection, ranges},
    senses::Acquaintances,
    simulation::{Arrival, Arrivals, ContestSide, Game, KindName, MatchStart, Numbers, OutcomeSpec, ResultSpec},
    world::{
        Announcements, Body, BodyKind, Departure, EventEmitter, GameUses, Gauges, InPlay, Leaver, MatchRules,
        MatchState, PendingHarm, SiteService, ThingState, Things, UseAttempt, UseEffects, UseTarget, UseWork,
        WorldSystems, add_uses,
    },
};
use quarry_minds::protocol::{AgentId, FailReason, Roster, Side, Status, label};
use serde::Deserialize;

use super::smell;

/// The nectar in one sip.
const SIP: f32 = 10.0;

pub static SCHEMA: GameSchema = GameSchema {
    verbs: &["sip", "feed", "rest"],
    models: &["bee"],
    add_behaviours: smell::add_behaviours,
    provides: |_, names| smell::provide(names),
    rules: GameSection::read::<BeeRules>,
    ranges: &[(FileKind::Rules, &[ranges::number("game.nectar_per_child", 1.0, 1000.0, "")])],
    ..GameSchema::plain("bees", "two swarms gather nectar")
};

static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        OutcomeSpec { name: "red", title: "red won", count_field: "red_won", share_field: Some("red_share") },
        OutcomeSpec { name: "blue", title: "blue won", count_field: "blue_won", share_field: Some("blue_share") },
    ],
    scores: &[],
    counted: &[],
    contest: Some([
        ContestSide { side: "red", plural: "red", rounds_won: None },
        ContestSide { side: "blue", plural: "blue", rounds_won: None },
    ]),
};

/// The section `game` of the rules.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeeRules {
    /// The nectar for which a new bee is born; absent for none.
    #[serde(default)]
    pub nectar_per_child: f32,
}

/// The nectar of each side, and the bees born and starved.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Hive {
    pub red: f32,
    pub blue: f32,
    pub born: u32,
    pub starved: u32,
    /// How often an agent has rested.
    pub rested: u32,
    /// The agents fed by another.
    pub fed: Vec<AgentId>,
}

#[derive(Debug)]
pub struct Bees;

impl Game for Bees {
    fn schema(&self) -> &'static GameSchema {
        &SCHEMA
    }

    fn plugin(&self, app: &mut App) {
        add_uses::<Hive>(app);
        app.add_systems(FixedUpdate, (smell::hum, starve, bear, end).chain().in_set(WorldSystems::Judge));
        app.add_plugins(smell::plugin);
    }

    fn begin(&self, world: &mut World, _start: &MatchStart<'_>) {
        world.insert_resource(Hive::default());
    }

    /// A child knows its parent from any other bee.
    fn equip(&self, world: &mut World, agent: Entity, arrival: &Arrival) {
        if let Some(parent) = arrival.parent {
            world.entity_mut(agent).insert(Acquaintances(vec![(parent, label("parent"))]));
        }
    }

    fn numbers(&self, world: &World) -> Numbers {
        let hive = world.resource::<Hive>();
        let born_and_starved = [("born", f64::from(hive.born)), ("starved", f64::from(hive.starved))];
        let nectar = [("nectar.red", f64::from(hive.red)), ("nectar.blue", f64::from(hive.blue))];
        born_and_starved.into_iter().chain(nectar).map(|(name, value)| (label(name), value)).collect()
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn visit_state(
        &self,
        world: &World,
        agent: Option<Entity>,
        visit: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug),
    ) {
        if agent.is_none() {
            visit("Hive", &world.get_resource::<Hive>());
        }
    }
}

impl GameUses for Hive {
    fn check(&self, attempt: &UseAttempt) -> Result<(), FailReason> {
        let allowed = match (attempt.verb.as_str(), attempt.target) {
            ("sip", UseTarget::Thing(_, ThingState::Stock(stock))) => stock.amount >= 1.0,
            ("feed", UseTarget::Agent { side, .. }) => side == attempt.side,
            ("rest", UseTarget::Oneself) | ("rest", UseTarget::Thing(_, ThingState::Item(_))) => true,
            _ => false,
        };
        if allowed { Ok(()) } else { Err(FailReason::Refused) }
    }

    fn work(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status {
        let status = work.status();
        match attempt.target {
            _ if status != Status::Done => {}
            UseTarget::Agent { agent, .. } => self.fed.push(agent),
            UseTarget::Oneself => self.rested += 1,
            UseTarget::Thing(thing, _) => {
                if let Some(ThingState::Stock(stock)) = effects.things.state_mut(thing.id) {
                    let sipped = stock.take(SIP);
                    if attempt.side == "red" { self.red += sipped } else { self.blue += sipped }
                }
            }
        }
        status
    }
}

/// Takes starved bees out of play, and feeds the fed.
fn starve(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut things: ResMut<Things>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut hive: ResMut<Hive>,
    mut emitter: EventEmitter,
    mut agents: Query<(Leaver, &mut Gauges, &BodyKind), With<InPlay>>,
) {
    for agent in std::mem::take(&mut hive.fed) {
        if let Some((_, mut gauges, kind)) = roster.entity(agent).and_then(|entity| agents.get_mut(entity).ok()) {
            gauges.add(label("energy"), 20.0, &kind.0);
        }
    }
    for hurt in harm.0.drain(..).filter(|hurt| hurt.means == "energy") {
        let Some(entity) = roster.entity(hurt.agent) else { continue };
        let Ok((mut leaver, ..)) = agents.get_mut(entity) else { continue };
        leaver.come_out(&site, &mut things, &mut emitter);
        leaver.leave(Departure { how: label("starved"), ..Departure::default() }, &mut commands, &mut emitter);
        hive.starved += 1;
    }
}

/// A new bee for every so much nectar of the red side.
fn bear(
    rules: Res<MatchRules>,
    mut hive: ResMut<Hive>,
    mut arrivals: ResMut<Arrivals>,
    mut announced: ResMut<Announcements>,
    bees: Query<(&AgentId, &Side, &KindName, &Body), With<InPlay>>,
) {
    announced.set(label("nectar"), hive.red + hive.blue);
    let price = rules.0.game.get::<BeeRules>().map_or(0.0, |rules| rules.nectar_per_child);
    let parent = bees.iter().find(|(_, side, ..)| side.0 == "red");
    if let Some((agent, side, kind, body)) = parent
        && price > 0.0
        && hive.red >= price * (hive.born + 1) as f32
    {
        hive.born += 1;
        arrivals.0.push(Arrival {
            side: side.0,
            kind: kind.0,
            place: body.place,
            heading: body.heading,
            parent: Some(*agent),
            ..Arrival::default()
        });
    }
}

fn end(hive: Res<Hive>, mut state: ResMut<MatchState>) {
    if state.time_left <= 0.0 && state.outcome.is_none() {
        state.outcome = Some(label(if hive.red > hive.blue { "red" } else { "blue" }));
    }
}
