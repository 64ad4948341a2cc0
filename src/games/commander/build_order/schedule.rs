//! Schedules: commands with the times at which they start, and what the economy says about them.

use crate::games::commander::{
    catalogue::{BuildGoal, Millis, RecipeId},
    economy::Economy,
};

/// Something that a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BuildCommand {
    /// Starts one product of a recipe.
    Start(RecipeId),
    /// From now on, so many workers gather gas, as far as there are places.
    GasWorkers(u16),
}

/// A command and its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledCommand {
    /// What is done.
    pub command: BuildCommand,
    /// When.
    pub starts: Millis,
    /// When the product stands; the start for gas workers.
    pub stands: Millis,
}

/// Commands in the order of their starts, and when the goal is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// In the order of their starts.
    pub commands: Vec<ScheduledCommand>,
    /// When everything that the goal demands stands.
    pub reached: Millis,
}

/// How good a build order is: less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderQuality {
    /// When the goal is reached.
    pub reached: Millis,
    /// The sum of the times at which each demanded product stands, so that progress shows before the last one is earlier.
    pub sum: u64,
    /// The number of commands.
    pub commands: usize,
}

impl Schedule {
    /// Carries out commands one after the other, each as early as possible but not before the one before it, until everything that the goal
    /// demands is under way. Later commands are left out. `None` if a command can never start, or the commands do not suffice.
    pub fn simulate(economy: &Economy, goal: &BuildGoal, commands: &[BuildCommand]) -> Option<Self> {
        let mut economy = economy.clone();
        let mut scheduled = Vec::with_capacity(commands.len());
        for &command in commands {
            if is_under_way(&economy, goal) {
                break;
            }
            scheduled.push(carry_out(&mut economy, command)?);
        }
        let reached = reached_at(&economy, goal)?;
        Some(Self { commands: scheduled, reached })
    }
}

/// Waits until a command can start, and starts it.
pub(super) fn carry_out(economy: &mut Economy, command: BuildCommand) -> Option<ScheduledCommand> {
    match command {
        BuildCommand::GasWorkers(number) => {
            economy.set_gas_workers(number);
            Some(ScheduledCommand { command, starts: economy.now(), stands: economy.now() })
        }
        BuildCommand::Start(recipe) => {
            let starts = economy.wait_for(recipe).ok()?;
            let stands = economy.start(recipe).ok()?;
            Some(ScheduledCommand { command, starts, stands })
        }
    }
}

/// Whether everything that the goal demands stands or is under way.
pub(super) fn is_under_way(economy: &Economy, goal: &BuildGoal) -> bool {
    goal.at_least.iter().all(|&(id, number)| economy.expected(id) >= number)
}

/// When the goal is reached by what is under way.
pub(super) fn reached_at(economy: &Economy, goal: &BuildGoal) -> Option<Millis> {
    goal.at_least
        .iter()
        .try_fold(economy.now(), |latest, &(id, number)| Some(latest.max(economy.stands_at(id, number)?)))
}

/// The quality of a build order from a point on: `sum` is that of the commands before it. `None` if it does not reach the goal before
/// `limit`. Adds the number of starts to `work`.
pub(super) fn quality(
    mut economy: Economy,
    goal: &BuildGoal,
    commands: &[BuildCommand],
    (before, sum): (usize, u64),
    limit: Millis,
    work: &mut u32,
) -> Option<OrderQuality> {
    let mut quality = OrderQuality { reached: 0, sum, commands: before };
    for &command in commands {
        if is_under_way(&economy, goal) {
            break;
        }
        *work += 1;
        let scheduled = carry_out(&mut economy, command)?;
        if scheduled.starts > limit {
            return None;
        }
        quality.sum += demanded(&economy, goal, &scheduled);
        quality.commands += 1;
    }
    if !is_under_way(&economy, goal) {
        return None;
    }
    quality.reached = reached_at(&economy, goal)?;
    Some(quality)
}

/// The time at which a command's product stands, if the goal demands it; more of it than demanded does not count.
pub(super) fn demanded(economy: &Economy, goal: &BuildGoal, scheduled: &ScheduledCommand) -> u64 {
    let BuildCommand::Start(recipe) = scheduled.command else { return 0 };
    let product = economy.catalogue().recipe(recipe).product;
    let counts = goal.at_least.iter().any(|&(id, number)| id == product && economy.expected(id) <= number);
    if counts { u64::from(scheduled.stands) } else { 0 }
}
