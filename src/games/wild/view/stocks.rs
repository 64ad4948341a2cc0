//! The models of what animals eat: tufts of grass that get shorter, apples under their tree, and what is left of the dead.

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::{Label, ThingId};

use super::stock_shapes::{APPLES, apples, carcass, tuft};
use crate::client::render::scene::scene_part;
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::{MatchFrame, Playback, SceneSetup};
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

/// The meshes and the material of all stocks.
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
/// A body that lies longer than this has rotted away, in ticks.
const LONGEST: u32 = 30 * 300;
/// How near to a body its meat lies, in metres.
const NEAR: f32 = 0.5;

/// Makes the meshes, and spawns the models of the level's stocks.
pub fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    setup: Res<SceneSetup>,
) {
    let matt = StandardMaterial { perceptual_roughness: 0.95, reflectance: 0.15, ..default() };
    let made = StockMeshes {
        tufts: [0, 1, 2].map(|variant| meshes.add(tuft(variant).mesh(false))),
        apples: (0..=APPLES).map(|count| meshes.add(apples(count).mesh(false))).collect(),
        carcass: [0, 1, 2].map(|stage| meshes.add(carcass(stage).mesh(false))),
        leaves: materials.add(StandardMaterial { cull_mode: None, double_sided: false, ..matt.clone() }),
        painted: materials.add(matt),
    };
    for thing in setup.level.things_of(ThingKind::Stock) {
        spawn_model(&mut commands, &made, thing);
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
    let mut shown = vec![false; frame.things.appeared.len()];
    let first = frame.things.states.len() - frame.things.appeared.len().min(frame.things.states.len());
    for (model, mut transform, mut visibility, mut mesh) in &mut models {
        let index = usize::from(model.thing.0);
        let appeared = index.checked_sub(first).and_then(|index| frame.things.appeared.get(index));
        if let Some(shown) = index.checked_sub(first).and_then(|index| shown.get_mut(index)) {
            *shown = true;
        }
        let state = match frame.things.states.get(index) {
            // A match before this thing appeared.
            _ if index >= first && appeared.is_none() => None,
            Some(ThingState::Stock(stock)) => Some(*stock),
            _ => None,
        };
        let Some(stock) = state.filter(|stock| stock.amount > 0.01) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        if let Some(thing) = appeared.filter(|thing| thing.place != transform.translation) {
            transform.translation = thing.place;
        }
        visibility.set_if_neq(Visibility::Inherited);
        let share = share_of(&stock);
        let (scale, wanted) = match model.kind {
            StockKind::Grass => (Vec3::new(0.7 + 0.3 * share, 0.22 + 0.78 * share, 0.7 + 0.3 * share), None),
            StockKind::Apple => (Vec3::ONE, made.apples.get((stock.amount as usize).min(APPLES))),
            StockKind::Meat => {
                if share >= FRESH && has_body(frame, transform.translation) {
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
    for (thing, _) in frame.things.appeared.iter().zip(shown).filter(|(_, shown)| !shown) {
        spawn_model(&mut commands, &made, thing);
    }
}

fn share_of(stock: &StockState) -> f32 {
    (stock.amount / stock.max.max(0.01)).clamp(0.0, 1.0)
}

/// Whether the body of an animal that died is still there: while most of its meat is.
pub fn body_remains(frame: &MatchFrame, agent: usize) -> bool {
    let Some(dead) = frame.agents.get(agent) else { return false };
    let Some((_, tick)) = dead.gone else { return true };
    if frame.tick.saturating_sub(tick) > LONGEST {
        return false;
    }
    let first = frame.things.states.len() - frame.things.appeared.len().min(frame.things.states.len());
    frame.things.appeared.iter().zip(frame.things.states.iter().skip(first)).any(|(thing, state)| {
        let ThingState::Stock(stock) = state else { return false };
        share_of(stock) >= FRESH && thing.place.distance_squared(dead.body.place) < NEAR * NEAR
    })
}

/// Whether a body lies at a place.
fn has_body(frame: &MatchFrame, place: Vec3) -> bool {
    frame.agents.iter().any(|agent| {
        agent.gone.is_some_and(|(_, tick)| frame.tick.saturating_sub(tick) <= LONGEST)
            && agent.body.place.distance_squared(place) < NEAR * NEAR
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::recording::AgentFrame;
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
            carried: 0,
            visible_harm: 0.0,
            state: Label::default(),
        };
        let mut frame = MatchFrame { tick: 200, agents: vec![dead], ..MatchFrame::default() };
        frame.things.states = vec![ThingState::Still];
        assert!(!body_remains(&frame, 0), "no meat, no body");
        let stock = |amount: f32| ThingState::Stock(StockState { amount, max: 4.0, regrow: 0.0 });
        let id = ThingId(1);
        frame.things.appeared = vec![LevelThing::at(id, ThingKind::Stock, label("meat"), place)];
        for (amount, remains) in [(4.0, true), (1.0, false)] {
            frame.things.states.truncate(1);
            frame.things.states.push(stock(amount));
            assert_eq!(body_remains(&frame, 0), remains, "{amount}");
        }
        frame.tick = 100_000;
        frame.things.states[1] = stock(4.0);
        assert!(!body_remains(&frame, 0), "that meat is of another animal");
    }
}
