//! A person in the strategist's seat: orders by hand, which the build-order planner, the army and the scouts carry out as they do those of
//! a strategist. The mind goes on remembering, and decides again when the person leaves.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, Blackboard, OrderRequest, Roster, Side},
    retune::think_again,
};
use quarry_ron::finding::suggestion;

use super::{
    army::{ATTACK, GO, HOLD, SCOUT},
    ordered_goals::{BUILD_AGAINST, BUILD_EXPANSION},
    state::Commander,
};
use crate::simulation::{InterventionNeeds, InterventionSpec, retune::Intervention};

/// The name of the intervention with which a person gives an order.
pub const ORDER: &str = "order";
/// Those with which a person takes and leaves the seat.
pub const TAKE: &str = "take_seat";
/// See [`TAKE`].
pub const LEAVE: &str = "leave_seat";

/// The largest amount of an order: how many times a wave is built.
const MOST: f32 = 20.0;

/// What a person may do.
pub(super) static INTERVENTIONS: &[InterventionSpec] = &[
    InterventionSpec { name: TAKE, title: "Take the strategist's seat", needs: InterventionNeeds::Agent },
    InterventionSpec { name: LEAVE, title: "Leave the seat to the strategist", needs: InterventionNeeds::Agent },
    InterventionSpec { name: ORDER, title: "Give an order", needs: InterventionNeeds::Details },
];

/// Carries out an intervention.
pub(super) fn intervene(world: &mut World, wanted: &Intervention) -> Result<(), String> {
    let agent = wanted.agent.ok_or("no agent of a side is named")?;
    let (side, strategist) = strategist_of(world, agent)?;
    match wanted.what.as_str() {
        TAKE => {
            world.entity_mut(strategist).insert(PlayerControlled);
            if let Some(mut board) = world.get_mut::<Blackboard>(strategist) {
                board.order.clear();
            }
            Ok(())
        }
        LEAVE => {
            world.entity_mut(strategist).remove::<PlayerControlled>();
            think_again(world, strategist);
            Ok(())
        }
        ORDER if world.get::<PlayerControlled>(strategist).is_none() => {
            Err("the strategist commands this side: take its seat first".to_owned())
        }
        ORDER => {
            let request = request(world, side, agent, wanted)?;
            if let Some(mut board) = world.get_mut::<Blackboard>(strategist) {
                board.order.post(request);
            }
            Ok(())
        }
        other => Err(format!("this game knows no intervention `{other}`")),
    }
}

/// The index of an agent's side, and the strategist of that side.
fn strategist_of(world: &World, agent: AgentId) -> Result<(usize, Entity), String> {
    let roster = world.get_resource::<Roster>().ok_or("no match")?;
    let state = world.get_resource::<Commander>().ok_or("no match")?;
    let side = roster.entity(agent).and_then(|agent| world.get::<Side>(agent)).ok_or("there is no such agent")?;
    let side = state.side_index(side.0).ok_or("the agent has no side")?;
    let strategist = state.sides[side].staff.strategist.and_then(|agent| roster.entity(agent));
    strategist.map(|strategist| (side, strategist)).ok_or_else(|| "this side follows a script".to_owned())
}

/// The order that a person gives, checked.
fn request(world: &World, side: usize, to: AgentId, wanted: &Intervention) -> Result<OrderRequest, String> {
    let state = world.get_resource::<Commander>().ok_or("no match")?;
    let catalogue = state.catalogue.as_ref().ok_or("no match")?;
    let what = wanted.name.ok_or("an order needs a name")?;
    let staff = state.sides[side].staff;
    let goals = catalogue.goals.iter().map(|goal| goal.name.as_str());
    let known: Vec<&str> = match Some(to) {
        to if to == staff.build_planner => goals.chain([BUILD_AGAINST, BUILD_EXPANSION]).collect(),
        to if to == staff.army => vec![ATTACK, GO, HOLD],
        to if to == staff.scouts => vec![SCOUT],
        _ => return Err("orders go to the build planner, the army or the scouts".to_owned()),
    };
    if !known.contains(&what.as_str()) {
        let help = suggestion(what.as_str(), known).unwrap_or_default();
        return Err(format!("unknown order `{what}`: {help}"));
    }
    let amount = wanted.amount.unwrap_or(1.0);
    if !(0.0..=MOST).contains(&amount) {
        return Err(format!("{amount} is out of range: expected a number from 0 (take the order back) to {MOST}"));
    }
    let place: Option<Vec3> = wanted.place.map(Into::into);
    if Some(to) == staff.army && place.is_none() && amount > 0.0 {
        return Err(format!("`{what}` needs a place"));
    }
    Ok(OrderRequest { to, what, amount, place })
}
