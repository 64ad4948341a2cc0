//! The build-order planner of a side: it receives an order, plans for it in slices, carries out the build order command by command, and
//! plans anew when something was lost or it falls behind.

use std::{collections::BTreeSet, sync::Arc};

use bevy::ecs::prelude::*;
use quarry_goap::Planner;
use quarry_minds::protocol::{EventLog, FailReason, HeldOrder, Label, OrderStatus, SimulationClock, label};

use super::{
    build_order::{BuildCommand, BuildDomain, BuildFailure, BuildOrder, BuildOrderPlanner},
    catalogue::{BuildGoal, Catalogue},
    economy::{Economy, Obstacle},
    events::CommanderEvent,
    ordered_goals::{BUILD_AGAINST, BUILD_EXPANSION, goals_of},
    production::Works,
    state::{Commander, Resumed, SideState, StaffOrders},
    stock::take_stock,
};

/// The simulated starts of one slice of planning: one slice a side and tick, of less than a millisecond.
const SLICE: u32 = 3000;
/// After so many slices the best build order found is carried out.
const MOST_SLICES: u16 = 30;
/// A build order that is so many seconds late is planned anew.
const LATE: u32 = 8;
/// The least number of seconds between two plans for the same goal.
const REPLAN_AFTER: u32 = 6;
/// An order fails when so many plans in a row were late without starting anything, although minerals and gas were there.
const MOST_LATE: u16 = 3;

/// Why an order fails that needs a building for which there is no plot.
pub const NO_PLOT: &str = "no plot";

/// What a build-order planner pursues.
#[derive(Clone, Debug, Default)]
pub struct Builds {
    /// The goal; `None` without an order.
    pub pursued: Option<PursuedGoal>,
    /// The goal that waits until a counter is done or impossible.
    pub suspended: Option<SuspendedGoal>,
    /// The recipes that are switched off, by the names of their actions.
    pub switched_off: BTreeSet<Label>,
}

impl Builds {
    /// Gives up the build order, so that the goal is planned for anew.
    pub fn plan_again(&mut self) {
        self.pursued.iter_mut().for_each(PursuedGoal::plan_again);
    }
}

/// A goal that waits until a counter is done or impossible.
#[derive(Clone, Debug)]
pub struct SuspendedGoal {
    /// The goal.
    pub goal: PursuedGoal,
    /// The tick in which it was suspended.
    pub since: u32,
}

/// A goal on the way.
#[derive(Clone, Debug)]
pub struct PursuedGoal {
    /// The order, as it was heard.
    pub held: HeldOrder,
    /// Goals of which any one suffices.
    pub goals: Vec<BuildGoal>,
    /// The search under way.
    pub search: Option<BuildOrderPlanner>,
    /// The slices of this search so far.
    pub slices: u16,
    /// The build order that is carried out.
    pub build_order: Option<BuildOrder>,
    /// The command that is next.
    pub next: usize,
    /// The tick of the order.
    pub began: u32,
    /// The tick of the last plan.
    pub planned: u32,
    /// The seconds that the first plan predicted from the order on; `None` before it.
    pub predicted: Option<f32>,
    /// The number of plans so far.
    pub plans: u16,
    /// The plans that were late for want of anything but minerals and gas since a command was last started.
    pub late_plans: u16,
}

impl PursuedGoal {
    fn new(held: HeldOrder, tick: u32) -> Self {
        Self {
            held,
            goals: Vec::new(),
            search: None,
            slices: 0,
            build_order: None,
            next: 0,
            began: tick,
            planned: 0,
            predicted: None,
            plans: 0,
            late_plans: 0,
        }
    }

    /// The name of the order.
    pub fn name(&self) -> Label {
        self.held.request.what
    }

    fn plan_again(&mut self) {
        (self.search, self.build_order, self.planned, self.late_plans) = (None, None, 0, 0);
    }
}

/// Resources and queries of the build-order planners.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct BuildContext<'w, 's> {
    clock: Res<'w, SimulationClock>,
    log: ResMut<'w, EventLog>,
    orders: StaffOrders<'w, 's>,
}

/// Lets both build-order planners work.
pub(super) fn plan_builds(
    mut context: BuildContext,
    mut state: ResMut<Commander>,
    mut planner: Local<Planner>,
    mut works: Works,
) {
    let Some(catalogue) = state.catalogue.clone() else { return };
    for side in 0..2 {
        receive(&mut context, &mut state, &works, &catalogue, side);
        search(&mut context, &mut state, &works, &catalogue, side, &mut planner);
        carry_out(&mut context, &mut state, &mut works, &catalogue, side);
        finish(&mut context, &mut state, &works, side);
    }
}

impl BuildContext<'_, '_> {
    /// Reports what has become of an order to the build-order planner of a side.
    fn report(&mut self, side: &SideState, number: u32, status: OrderStatus) {
        self.orders.report(side.staff.build_planner, number, status);
    }

    fn log(&mut self, event: CommanderEvent) {
        let tick = self.clock.tick;
        self.log.push(tick, event.into());
    }
}

/// Takes up a new order, and drops the goal if the order was taken back. A counter suspends the order that it interrupts.
fn receive(context: &mut BuildContext, state: &mut Commander, works: &Works, catalogue: &Arc<Catalogue>, side: usize) {
    let Some(agent) = state.sides[side].staff.build_planner else { return };
    let known = state.sides[side].builds.pursued.as_ref().map(|pursued| pursued.held.number);
    let Some(held) = context.orders.held(Some(agent)) else {
        state.sides[side].end_build();
        resume(context, state, works, catalogue, side);
        return;
    };
    if known == Some(held.number) {
        return;
    }
    let name = held.request.what;
    state.sides[side].counts.count_order(name);
    let goals = goals_of(state, works, catalogue, side, &held);
    let before = state.sides[side].end_build();
    if name.as_str() != BUILD_AGAINST {
        state.sides[side].builds.suspended = None;
    } else if let Some(goal) = before.filter(|goal| goal.name() != name) {
        state.sides[side].builds.suspended = Some(SuspendedGoal { goal, since: context.clock.tick });
    }
    pursue(context, state, side, PursuedGoal::new(held, context.clock.tick), goals);
}

/// Pursues an order with these goals, and reports it.
fn pursue(
    context: &mut BuildContext,
    state: &mut Commander,
    side: usize,
    pursued: PursuedGoal,
    goals: Option<Vec<BuildGoal>>,
) {
    let held = pursued.held;
    let status = match goals {
        Some(goals) if goals.is_empty() => OrderStatus::Done,
        Some(goals) => {
            state.sides[side].builds.pursued = Some(PursuedGoal { goals, ..pursued });
            OrderStatus::Pursued
        }
        None => {
            if let Some(agent) = state.sides[side].staff.build_planner {
                context.log(CommanderEvent::Impossible { agent, goal: held.request.what });
            }
            OrderStatus::Failed(FailReason::Refused)
        }
    };
    context.report(&state.sides[side], held.number, status);
}

/// Takes the suspended order up again once the giver knows what became of the counter. It is planned for anew with what there is now.
fn resume(context: &mut BuildContext, state: &mut Commander, works: &Works, catalogue: &Arc<Catalogue>, side: usize) {
    let Some(suspended) = &state.sides[side].builds.suspended else { return };
    let resumed = context.orders.resume(state.sides[side].staff.build_planner, suspended.goal.held);
    if resumed == Resumed::Later {
        return;
    }
    let suspended = state.sides[side].builds.suspended.take();
    let Some(SuspendedGoal { mut goal, since }) = suspended.filter(|_| resumed == Resumed::Now) else { return };
    // The time of the counter is none of the order's own.
    goal.began += context.clock.tick.saturating_sub(since);
    goal.plan_again();
    // The catalogue may be another one. An expansion is one more base than at first, not than now.
    let expands = goal.name().as_str() == BUILD_EXPANSION;
    let goals = if expands { Some(goal.goals.clone()) } else { goals_of(state, works, catalogue, side, &goal.held) };
    pursue(context, state, side, goal, goals);
}

/// Continues the search by one slice, and adopts its best build order at its end.
fn search(
    context: &mut BuildContext,
    state: &mut Commander,
    works: &Works,
    catalogue: &Arc<Catalogue>,
    side: usize,
    planner: &mut Planner,
) {
    let (tick, rate) = (context.clock.tick, context.clock.rate);
    let Some(pursued) = &state.sides[side].builds.pursued else { return };
    let (goals, held) = (pursued.goals.clone(), pursued.held);
    let name = held.request.what;
    let planned_before = pursued.plans > 0;
    let rested = tick.saturating_sub(pursued.planned) >= REPLAN_AFTER * rate;
    if pursued.search.is_none() && pursued.build_order.is_none() && (!planned_before || rested) {
        // A plan begins with full refineries: what an earlier one had no use for may be wanted now.
        state.sides[side].gas_workers = u16::MAX;
        let economy = stock(context, state, works, catalogue, side);
        let enabled = possible(state, works, catalogue, side);
        let search = BuildOrderPlanner::new(economy, &goals, &enabled);
        if let Some(pursued) = &mut state.sides[side].builds.pursued {
            (pursued.search, pursued.slices, pursued.next) = (Some(search), 0, 0);
        }
    }
    let Some(pursued) = &mut state.sides[side].builds.pursued else { return };
    let Some(search) = &mut pursued.search else { return };
    let ended = search.run(planner, SLICE);
    pursued.slices += 1;
    if !ended && pursued.slices < MOST_SLICES {
        return;
    }
    let best = search.best();
    pursued.search = None;
    pursued.planned = tick;
    pursued.plans = pursued.plans.saturating_add(1);
    let Some(agent) = state.sides[side].staff.build_planner else { return };
    match best {
        Ok(best) => {
            let seconds = best.schedule.reached as f32 / 1000.0 - pursued.began as f32 / rate as f32;
            pursued.predicted.get_or_insert(seconds);
            pursued.build_order = Some(best);
            let left = (seconds + pursued.began as f32 / rate as f32 - tick as f32 / rate as f32).round() as i32;
            context.log(CommanderEvent::Planned { agent, goal: name, seconds: left });
        }
        // Nothing can be planned with what is left; it is tried again later, in case that changes.
        Err(BuildFailure::Unfinished) => {}
        Err(reason) => {
            tracing::debug!("{} has no plan for {name}: {reason}", state.names.sides[side]);
            let economy = stock(context, state, works, catalogue, side);
            let lacks_plots = lacks_plots(state, works, catalogue, side, &goals, &economy);
            let reason = if lacks_plots { FailReason::Other(label(NO_PLOT)) } else { FailReason::Unreachable };
            give_up(context, state, side, reason);
        }
    }
}

/// What a side has now, with what is under way.
fn stock(context: &BuildContext, state: &Commander, works: &Works, catalogue: &Arc<Catalogue>, side: usize) -> Economy {
    let building = |entity| works.buildings.get(entity).ok().copied();
    take_stock(state, &works.census, &building, catalogue, side, (context.clock.tick, context.clock.rate))
}

/// Whether each recipe may be used and, if it makes a building, there is a plot for that.
fn possible(state: &Commander, works: &Works, catalogue: &Catalogue, side: usize) -> Vec<bool> {
    let enabled = state.enabled(catalogue, side);
    let is_possible = |id| works.plot_for(state, side, id, catalogue).is_some();
    let built = |id| catalogue.recipe(id).producer == catalogue.numbers.worker;
    catalogue.recipe_ids().zip(enabled).map(|(id, enabled)| enabled && (!built(id) || is_possible(id))).collect()
}

/// Whether it is for want of plots that no plan reaches one of some goals: there is none for some recipe, and with plots for everything one
/// of the goals could be reached.
fn lacks_plots(
    state: &Commander,
    works: &Works,
    catalogue: &Arc<Catalogue>,
    side: usize,
    goals: &[BuildGoal],
    economy: &Economy,
) -> bool {
    let switched_on = state.enabled(catalogue, side);
    let is_within_reach = |goal: &BuildGoal| {
        let domain = BuildDomain::new(catalogue, std::slice::from_ref(goal));
        domain.is_ok_and(|domain| domain.unreachable_goals(economy, &switched_on).is_empty())
    };
    possible(state, works, catalogue, side) != switched_on && goals.iter().any(is_within_reach)
}

/// Lets the order fail that is pursued.
fn give_up(context: &mut BuildContext, state: &mut Commander, side: usize, reason: FailReason) {
    let Some(ended) = state.sides[side].end_build() else { return };
    context.report(&state.sides[side], ended.held.number, OrderStatus::Failed(reason));
    if let Some(agent) = state.sides[side].staff.build_planner {
        context.log(CommanderEvent::Impossible { agent, goal: ended.name() });
    }
}

/// Starts the commands that are due, in their order.
fn carry_out(context: &mut BuildContext, state: &mut Commander, works: &mut Works, catalogue: &Catalogue, side: usize) {
    let (tick, rate) = (context.clock.tick, context.clock.rate);
    let now = u64::from(tick) * 1000 / u64::from(rate.max(1));
    loop {
        let Some(pursued) = &mut state.sides[side].builds.pursued else { return };
        let Some(build_order) = &pursued.build_order else { return };
        let Some(next) = build_order.schedule.commands.get(pursued.next).copied() else {
            // Everything was started: what is lost before the goal is reached is planned for again.
            let due = u64::from(build_order.schedule.reached) + u64::from(LATE) * 1000;
            if now > due {
                pursued.build_order = None;
            }
            state.sides[side].gas_workers = u16::MAX;
            return;
        };
        let late = now > u64::from(next.starts) + u64::from(LATE) * 1000;
        let started = match next.command {
            BuildCommand::GasWorkers(number) => {
                state.sides[side].gas_workers = number;
                Ok(false)
            }
            BuildCommand::Start(recipe) => {
                let started = works.start(state, catalogue, side, recipe);
                // Workers are the managers' business too: a build order does not wait for one that they train.
                let trains = catalogue.recipe(recipe).product == catalogue.numbers.worker;
                if trains { Ok(false) } else { started.map(|()| true) }
            }
        };
        let Some(pursued) = &mut state.sides[side].builds.pursued else { return };
        match started {
            Ok(goes_on) => {
                pursued.next += 1;
                pursued.late_plans = if goes_on { 0 } else { pursued.late_plans };
            }
            Err(obstacle) => {
                if late && tick.saturating_sub(pursued.planned) >= REPLAN_AFTER * rate {
                    fall_behind(context, state, side, obstacle);
                }
                return;
            }
        }
    }
}

/// Gives up a build order that is late, for another one; the order itself if that has not helped before.
fn fall_behind(context: &mut BuildContext, state: &mut Commander, side: usize, obstacle: Obstacle) {
    let Some(pursued) = &mut state.sides[side].builds.pursued else { return };
    pursued.build_order = None;
    pursued.late_plans += u16::from(!matches!(obstacle, Obstacle::Minerals | Obstacle::Gas));
    if pursued.late_plans >= MOST_LATE {
        give_up(context, state, side, FailReason::Unreachable);
    }
}

/// Reports a goal that is reached.
fn finish(context: &mut BuildContext, state: &mut Commander, works: &Works, side: usize) {
    let Some(pursued) = &state.sides[side].builds.pursued else { return };
    let stands =
        |goal: &BuildGoal| goal.at_least.iter().all(|(id, number)| works.census.standing(side, *id) >= *number);
    if !pursued.goals.iter().any(stands) {
        return;
    }
    let (order, goal, predicted) = (pursued.held.number, pursued.name(), pursued.predicted);
    let took = context.clock.seconds_at(context.clock.tick - pursued.began);
    let Some(agent) = state.sides[side].staff.build_planner else { return };
    if let Some(predicted) = predicted {
        state.sides[side].counts.predicted += f64::from(predicted);
        state.sides[side].counts.took += f64::from(took);
    }
    state.sides[side].end_build();
    context.report(&state.sides[side], order, OrderStatus::Done);
    context.log(CommanderEvent::Reached { agent, goal, seconds: took.round() as i32 });
}
