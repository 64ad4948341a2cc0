//! Short budgets: the best plan that a search finds in time, and how far from the minimum it can be. An agent takes some of many
//! things, each at its own cost, and goes to a door. `cargo run --release --example anytime`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::time::Instant;

use quarry_goap::{
    Action, ActionId, Condition, Domain, Goal, PlanCandidate, PlanCost, PlanRequest, Planner, PlanningContext,
    PlanningFact, SearchBudget, Value,
};

/// The number of worlds; each time is the shortest of some runs.
const WORLDS: u64 = 50;

/// Things to take and a door, last, on a plane of 40 by 30 m. The agent walks at 3.5 m/s.
struct World {
    places: Vec<(f64, f64)>,
    agent: (f64, f64),
    take: Option<ActionId>,
    surcharges: Vec<f64>,
}

impl World {
    fn new(domain: &Domain, things: usize, seed: u64) -> Self {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        Self {
            places: (0..=things).map(|_| (random() * 40.0, random() * 30.0)).collect(),
            agent: (random() * 40.0, random() * 30.0),
            take: domain.action("take"),
            surcharges: (0..=things).map(|_| (random() * 3.0).floor()).collect(),
        }
    }
}

impl PlanningContext for World {
    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let place = |index: u32| self.places.get(index as usize).copied().unwrap_or_default();
        let (from, to) = (from.map_or(self.agent, place), place(to));
        PlanCost::measured((from.0 - to.0).hypot(from.1 - to.1) / 3.5)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        let own = self.surcharges.get(candidate as usize).filter(|_| Some(action) == self.take);
        PlanCost::measured(own.copied().unwrap_or(0.0))
    }
}

fn domain(wanted: usize) -> Result<Domain, Box<dyn std::error::Error>> {
    Ok(Domain::builder()
        .fact(PlanningFact::target("at"))
        .fact(PlanningFact::integer("things", 0, 100))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
        .action(
            Action::new("take")
                .cost(2)
                .targets("thing")
                .once_per_target()
                .requires("at", Value::OwnTarget)
                .increases("things", 1),
        )
        .action(
            Action::new("leave")
                .targets("door")
                .requires("at", Value::OwnTarget)
                .requires("things", Condition::AtLeast(wanted as f64))
                .sets("out", true),
        )
        .goal(Goal::new("leave").requires("out", true))
        .build()?)
}

/// The value below which a share of the values lie.
fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get((values.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A number of nodes for the reference, which for 20 of 30 is not the minimum.
    let reference: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    println!(
        "taken, budget               | µs median, max | nodes median | cost by reference median, max | within 5 % | bound by cost"
    );
    for (wanted, things) in [(3, 12), (12, 14), (20, 30)] {
        let domain = domain(wanted)?;
        let goal = domain.goal("leave").ok_or("no such goal")?;
        let state = domain.state().build()?;
        let mut candidates: Vec<PlanCandidate> = (0..things).map(|_| domain.candidate(["thing"])).collect();
        candidates.push(domain.candidate(["door"]));
        let budgets = [
            SearchBudget { nodes: reference, micros: None },
            SearchBudget { nodes: 500, micros: None },
            SearchBudget { nodes: u32::MAX, micros: Some(1_000) },
            SearchBudget { nodes: u32::MAX, micros: Some(200) },
        ];
        let mut planner = Planner::new();
        let mut least = Vec::new();
        for budget in budgets {
            let (mut micros, mut nodes, mut ratios, mut bounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for world in 0..WORLDS {
                let context = World::new(&domain, things, world + 1);
                let request = PlanRequest {
                    candidates: &candidates,
                    context: &context,
                    budget,
                    ..PlanRequest::new(&state, goal)
                };
                let mut shortest = f64::INFINITY;
                for _ in 0..5 {
                    let begun = Instant::now();
                    planner.plan(&domain, &request);
                    shortest = shortest.min(begun.elapsed().as_nanos() as f64 / 1000.0);
                    if shortest > 20_000.0 {
                        break;
                    }
                }
                let result = planner.last_result();
                if least.len() <= world as usize {
                    least.push(result.cost.value());
                }
                micros.push(shortest);
                nodes.push(f64::from(result.nodes));
                ratios.push(result.cost.value() / least.get(world as usize).copied().unwrap_or(1.0));
                bounds.push(1.0 / result.ratio());
            }
            let near = ratios.iter().filter(|&&ratio| ratio <= 1.05).count();
            let limit = match budget.micros {
                Some(micros) => format!("{micros} µs"),
                None => format!("{} nodes", budget.nodes),
            };
            println!(
                "{wanted} of {things}, {limit:18} | {:8.0} {:8.0} | {:8} | {:.3} {:.3} | {near} of {WORLDS} | {:.3}",
                percentile(&mut micros, 0.5),
                percentile(&mut micros, 1.0),
                percentile(&mut nodes, 0.5),
                percentile(&mut ratios, 0.5),
                percentile(&mut ratios, 1.0),
                percentile(&mut bounds, 0.5),
            );
        }
    }
    Ok(())
}
