//! What units and buildings do, read from the world of the match: for name plates and the inspector, and how far a building is built.

use quarry_minds::protocol::{AgentId, Orders};

use super::sides;
use crate::client::session::{Playback, SceneSetup, agent_name, component};
use crate::client::ui::humanize;
use crate::games::commander::Commander;
use crate::games::commander::army::ArmyTask;
use crate::games::commander::catalogue::Catalogue;
use crate::games::commander::units::{Building, Combatant, Job, Load, Production, Unit, Worker};

/// How much of a building is built; 1 for units. `None` if the world of the moment shown is not known.
pub fn completion(playback: &Playback, agent: AgentId) -> Option<f32> {
    let world = playback.shown_world()?;
    let Some(construction) = component::<Building>(world, agent).and_then(|building| building.construction) else {
        return Some(1.0);
    };
    let catalogue = world.get_resource::<Commander>()?.catalogue.as_deref()?;
    Some(done(catalogue, construction))
}

/// The part of the work on something that is done, 0 to 1.
pub fn done(catalogue: &Catalogue, work: Production) -> f32 {
    let whole = catalogue.recipe(work.recipe).build_seconds().max(0.1);
    (1.0 - work.left / whole).clamp(0.0, 1.0)
}

/// The name of what a recipe makes.
pub fn product_of(catalogue: &Catalogue, work: Production) -> String {
    humanize(catalogue.get(catalogue.recipe(work.recipe).product).name)
}

pub fn task_word(task: ArmyTask) -> &'static str {
    match task {
        ArmyTask::Rest => "rests at its base",
        ArmyTask::Go => "marches",
        ArmyTask::Attack => "attacks",
        ArmyTask::Hold => "holds its position",
    }
}

/// What an agent without a mind does, in a few words. `None` if it left play, or the world of the moment shown is not known.
pub fn occupation(agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Option<String> {
    playback.agent(agent).filter(|frame| frame.gone.is_none())?;
    let world = playback.shown_world()?;
    let state = world.get_resource::<Commander>()?;
    let catalogue = state.catalogue.as_deref()?;
    if let Some(building) = component::<Building>(world, agent) {
        return Some(match (building.construction, building.production) {
            (Some(work), _) => {
                format!("under construction, {:.0} %, {:.0} s of work left", done(catalogue, work) * 100.0, work.left)
            }
            (None, Some(work)) => format!("makes a {}, {:.0} s left", product_of(catalogue, work), work.left),
            (None, None) => match building.add_on {
                Some(add_on) => format!("stands, with a {}", humanize(catalogue.get(add_on).name)),
                None => "stands".to_owned(),
            },
        });
    }
    let name = |agent: AgentId| agent_name(&setup.agents, agent);
    if let Some(worker) = component::<Worker>(world, agent) {
        let job = match worker.job {
            Job::Idle => "waits for work".to_owned(),
            Job::Mine { .. } if worker.load.is_some() => "brings minerals home".to_owned(),
            Job::Mine { .. } => "mines".to_owned(),
            Job::Gas { .. } if worker.load.is_some() => "brings gas home".to_owned(),
            Job::Gas { .. } => "fetches gas".to_owned(),
            Job::Build { .. } => "builds".to_owned(),
            Job::Scout => "scouts".to_owned(),
            Job::Repair { building } => format!("repairs {}", name(building)),
        };
        return Some(job);
    }
    if let Some(soldier) = component::<Combatant>(world, agent) {
        let side = component::<Unit>(world, agent)?.side;
        let scouts = state.sides[side].scout.is_some_and(|(scout, _)| scout == agent);
        return Some(match soldier.target {
            Some(mate) if component::<Unit>(world, mate).is_some_and(|mate| mate.side == side) => {
                format!("heals {}", name(mate))
            }
            Some(target) => format!("fights {}", name(target)),
            None if scouts => "scouts".to_owned(),
            None => task_word(state.sides[side].mission.task).to_owned(),
        });
    }
    let held = component::<Orders>(world, agent)?.held;
    Some(held.map_or_else(
        || "waits for orders".to_owned(),
        |held| format!("{}: {}", humanize(held.request.what), held.status.describe()),
    ))
}

/// The lines of the inspector.
pub fn details(agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Vec<(&'static str, String)> {
    let Some(info) = setup.agent(agent) else { return Vec::new() };
    let mut lines = Vec::new();
    let index = usize::from(agent.0);
    if let Some(health) = playback.now.gauge(index, "health") {
        let full = info.body.gauges.values().map(|gauge| gauge.max).fold(0.0, f32::max);
        lines.push(("Health", format!("{health:.0} of {full:.0}")));
    }
    let world = playback.shown_world();
    if let Some(load) = world.and_then(|world| component::<Worker>(world, agent)?.load) {
        let carried = match load {
            Load::Minerals(amount) => format!("{amount} minerals"),
            Load::Gas(amount) => format!("{amount} gas"),
        };
        lines.push(("Carries", carried));
    }
    if info.thinks
        && let Some(side) = sides::index_of(info.side)
        && let Some(state) = world.and_then(|world| world.get_resource::<Commander>())
    {
        let of_side = &state.sides[side];
        lines.push(("Store", format!("{} minerals, {} gas", of_side.minerals, of_side.gas)));
        lines.push(("Enemies known", of_side.known.len().to_string()));
        lines.push(("Army", task_word(of_side.mission.task).to_owned()));
    }
    lines
}
