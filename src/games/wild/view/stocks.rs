//! The models of what animals eat: tufts of grass that get shorter, apples under their tree, and what is left of the dead.

use std::collections::BTreeMap;

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::{Label, ThingId};

use super::stock_shapes::{APPLES, apples, carcass, tuft};
use crate::client::render::scene::{SceneBuilder, scene_part, visible};
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::{AgentFrame, MatchFrame, Playback};
use crate::world::level::{LevelThing, ThingKind};
use crate::world::{StockState, ThingState};

#[derive(Component, Clone, Copy, Debug)]
pub struct StockModel {
    thing: ThingId,
    kind: StockKind,
}

/// What a stock looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StockKind {
    Grass,
    Apple,
    Meat,
}

impl StockKind {
    fn of(name: Label) -> Option<Self> {
        match name.as_str() {
            "grass" => Some(Self::Grass),
            "apple" => Some(Self::Apple),
            "meat" => Some(Self::Meat),
            _ => None,
        }
    }
}

#[derive(Resource, Clone, Debug)]
pub struct StockMeshes {
    tufts: [Handle<Mesh>; 3],
    /// By the number of apples.
    apples: Vec<Handle<Mesh>>,
    /// Bones with much meat, with some, and without.
    carcass: [Handle<Mesh>; 3],
    leaves: Handle<StandardMaterial>,
    painted: Handle<StandardMaterial>,
}

/// Below this share of its meat a body is drawn as a carcass.
const FRESH: f32 = 0.55;
/// A body that lies longer than this has rotted away, in seconds.
const LONGEST: f32 = 300.0;
/// How near to a body its meat lies, in metres.
const NEAR: f32 = 0.5;

/// Makes the meshes, and spawns the models of the level's stocks.
pub fn spawn(mut builder: SceneBuilder) {
    let matt = StandardMaterial { perceptual_roughness: 0.95, reflectance: 0.15, ..default() };
    let made = StockMeshes {
        tufts: [0, 1, 2].map(|variant| builder.mesh(tuft(variant))),
        apples: (0..=APPLES).map(|count| builder.mesh(apples(count))).collect(),
        carcass: [0, 1, 2].map(|stage| builder.mesh(carcass(stage))),
        leaves: builder.material(StandardMaterial { cull_mode: None, double_sided: false, ..matt.clone() }),
        painted: builder.material(matt),
    };
    let SceneBuilder { commands, setup, .. } = &mut builder;
    for thing in setup.level.things_of(ThingKind::Stock) {
        spawn_model(commands, &made, thing);
    }
    commands.insert_resource(made);
}

fn spawn_model(commands: &mut Commands, made: &StockMeshes, thing: &LevelThing) {
    let Some(kind) = StockKind::of(thing.name) else { return };
    let number = i32::from(thing.id.0);
    let (mesh, material) = match kind {
        StockKind::Grass => (&made.tufts[number as usize % made.tufts.len()], &made.leaves),
        StockKind::Apple => (&made.apples[0], &made.painted),
        StockKind::Meat => (&made.carcass[0], &made.painted),
    };
    let turn = Quat::from_rotation_y(hash_noise(number, 1, 55) * std::f32::consts::TAU);
    let part = scene_part(thing.name.as_str(), mesh.clone(), material.clone());
    let mut model = commands.spawn((
        part,
        StockModel { thing: thing.id, kind },
        Transform::from_translation(thing.place).with_rotation(turn),
        Visibility::Hidden,
    ));
    if kind != StockKind::Meat {
        model.insert(NotShadowCaster);
    }
}

/// Shows each stock as large as it is, and spawns the models of those that have appeared.
pub fn follow(
    mut commands: Commands,
    playback: Res<Playback>,
    made: Option<Res<StockMeshes>>,
    mut models: Query<(&StockModel, &mut Transform, &mut Visibility, &mut Mesh3d)>,
) {
    let Some(made) = made else { return };
    let frame = &playback.now;
    let mut missing: BTreeMap<ThingId, &LevelThing> =
        frame.things.appeared.iter().map(|thing| (thing.id, thing)).collect();
    for (model, mut transform, mut visibility, mut mesh) in &mut models {
        let appeared = missing.remove(&model.thing);
        // A match before this thing appeared has no state of it.
        let stock = match frame.things.state(model.thing) {
            Some(ThingState::Stock(stock)) if stock.amount > 0.01 => Some(*stock),
            _ => None,
        };
        visibility.set_if_neq(visible(stock.is_some()));
        let Some(stock) = stock else { continue };
        if let Some(thing) = appeared.filter(|thing| thing.place != transform.translation) {
            transform.translation = thing.place;
        }
        let share = share_of(&stock);
        let (scale, wanted) = match model.kind {
            StockKind::Grass => (Vec3::new(0.7 + 0.3 * share, 0.22 + 0.78 * share, 0.7 + 0.3 * share), None),
            StockKind::Apple => (Vec3::ONE, made.apples.get((stock.amount as usize).min(APPLES))),
            StockKind::Meat => {
                if share >= FRESH && has_body(frame, playback.rate(), transform.translation) {
                    visibility.set_if_neq(Visibility::Hidden);
                    continue;
                }
                let stage = usize::from(share < 0.6) + usize::from(share < 0.25);
                (Vec3::splat(0.42 + 0.15 * stock.max.sqrt() * 1.4), made.carcass.get(stage))
            }
        };
        if transform.scale != scale {
            transform.scale = scale;
        }
        if let Some(wanted) = wanted.filter(|wanted| mesh.0 != **wanted) {
            mesh.0 = wanted.clone();
        }
    }
    for thing in missing.into_values() {
        spawn_model(&mut commands, &made, thing);
    }
}

fn share_of(stock: &StockState) -> f32 {
    (stock.amount / stock.max.max(0.01)).clamp(0.0, 1.0)
}

/// Whether the body of an animal that died is still there: while most of its meat is.
pub fn body_remains(playback: &Playback, agent: usize) -> bool {
    remains(&playback.now, playback.rate(), agent)
}

/// The same in a frame, with so many ticks per second.
fn remains(frame: &MatchFrame, rate: f32, agent: usize) -> bool {
    let Some(dead) = frame.agents.get(agent) else { return false };
    if dead.gone.is_none() {
        return true;
    }
    lies(frame, rate, dead)
        && frame.things.appeared.iter().any(|thing| match frame.things.state(thing.id) {
            Some(ThingState::Stock(stock)) => share_of(stock) >= FRESH && near(thing.place, dead),
            _ => false,
        })
}

/// Whether an animal has died, and not long ago.
fn lies(frame: &MatchFrame, rate: f32, agent: &AgentFrame) -> bool {
    agent.gone.is_some_and(|(_, tick)| frame.tick.saturating_sub(tick) as f32 <= LONGEST * rate)
}

fn near(place: Vec3, agent: &AgentFrame) -> bool {
    place.distance_squared(agent.body.place) < NEAR * NEAR
}

/// Whether a body lies at a place.
fn has_body(frame: &MatchFrame, rate: f32, place: Vec3) -> bool {
    frame.agents.iter().any(|agent| lies(frame, rate, agent) && near(place, agent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Body, Departure, WeaponPhase};
    use quarry_minds::protocol::label;

    #[test]
    fn a_body_stays_until_half_of_its_meat_is_gone() {
        let place = Vec3::new(4.0, 0.0, 4.0);
        let dead = AgentFrame {
            body: Body::at(place, 0.0),
            bodiless: false,
            host: None,
            gone: Some((Departure { how: label("age"), ..Departure::default() }, 100)),
            hidden: None,
            arms: WeaponPhase::Ready,
            working: None,
            gun: None,
            carried: 0,
            visible_harm: 0.0,
            state: Label::default(),
        };
        let mut frame = MatchFrame { tick: 200, agents: vec![dead], ..MatchFrame::default() };
        frame.things.states = vec![ThingState::Still];
        assert!(!remains(&frame, 30.0, 0), "no meat, no body");
        let stock = |amount: f32| ThingState::Stock(StockState { amount, max: 4.0, regrow: 0.0 });
        let id = ThingId(1);
        frame.things.appeared = vec![LevelThing::at(id, ThingKind::Stock, label("meat"), place)];
        for (amount, lies) in [(4.0, true), (1.0, false)] {
            frame.things.states.truncate(1);
            frame.things.states.push(stock(amount));
            assert_eq!(remains(&frame, 30.0, 0), lies, "{amount}");
        }
        frame.tick = 100_000;
        frame.things.states[1] = stock(4.0);
        assert!(!remains(&frame, 30.0, 0), "that meat is of another animal");
        assert!(remains(&frame, 600.0, 0), "with so many ticks per second it has just died");
    }
}
