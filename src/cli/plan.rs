//! `quarry plan FILE`: solves a planning problem written in RON, and says why.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{CliError, CommandOutcome, CommandResult, CommonOptions, print, print_json};
use crate::data::domain::Scalar;
use crate::data::domain::standalone::{PlanningProblem, load};
use crate::data::finding::suggestion;
use crate::data::mind::MindFile;
use crate::goap::{
    GoalAvailability, GoalCandidate, GoalId, GoalRejection, PlanOutcome, PlanRequest, Planner, Strategy,
};
use crate::mind::{Behaviours, Brain};
use crate::protocol::label;

/// The most boxes of a drawn search.
const MOST_BOXES: usize = 400;

/// Runs of a short search, of which the quickest is reported: the first has to get its memory.
const RUNS: usize = 5;

/// Microseconds above which a search is not repeated.
const LONG: u64 = 20_000;

/// Solve a planning problem from a domain file (docs/planning.md describes the format)
#[derive(Args, Debug, Clone)]
pub struct Options {
    /// The domain file, in RON
    file: PathBuf,
    /// The goal to plan for [default: the most relevant one that can be planned]
    #[arg(long, value_name = "NAME")]
    goal: Option<String>,
    /// Give a fact another value at the start; may be repeated
    #[arg(long = "set", value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// How to search [default: what the file says, or else regressive]
    #[arg(long, value_enum, value_name = "NAME")]
    strategy: Option<StrategyName>,
    /// Give up after this many nodes [default: what the file says, or else 5000000]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
    /// Say what each step needs, brings and costs and what the runner-up would cost, or what is missing
    #[arg(long)]
    explain: bool,
    /// Draw what satisfies what in the action set, dead ends in red (FILE may be a mind of assets/minds too); or, by the
    /// ending .dot, write the search as a graph for Graphviz
    #[arg(long, value_name = "FILE.svg")]
    graph: Option<PathBuf>,
    /// Draw the search: what was looked at in which order, what was ruled out, and the plan
    #[arg(long, value_name = "FILE.svg")]
    search: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
#[value(rename_all = "snake_case")]
enum StrategyName {
    /// From the goal backwards, best first
    Backward,
    /// From the start forwards, best first
    Forward,
    /// From the goal backwards, depth first under a rising bound
    IdaStar,
}

#[derive(Serialize)]
struct Report {
    outcome: &'static str,
    cost: Option<f64>,
    steps: Vec<String>,
    nodes: u32,
    micros: f64,
    missing: Vec<String>,
    goal: String,
    details: Vec<StepReport>,
    rejected_goals: Vec<RejectedGoal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

#[derive(Serialize)]
struct StepReport {
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate: Option<String>,
    cost: f64,
    travel: f64,
}

#[derive(Serialize)]
struct RejectedGoal {
    goal: String,
    reason: &'static str,
    missing: Vec<String>,
}

/// Plans and prints.
pub fn run(options: Options, _common: &CommonOptions) -> CommandResult {
    if let Some(answer) = draw_mind(&options) {
        return answer;
    }
    let mut problem = load(&options.file).map_err(|findings| {
        let (last, others) = match findings.split_last() {
            Some((last, others)) => (last.snippet(), others),
            None => (String::from("the file cannot be used"), &[][..]),
        };
        for finding in others {
            eprintln!("{}", finding.snippet());
        }
        CliError::new(last)
    })?;
    for warning in &problem.warnings {
        eprintln!("{warning}");
    }
    for assignment in &options.set {
        assign(&mut problem, assignment)?;
    }
    let mut planner = Planner::new();
    let (goal, rejected_goals) = match &options.goal {
        Some(name) => (named_goal(&problem, name)?, Vec::new()),
        None => most_relevant(&problem, &options, &mut planner),
    };
    let request = request(&problem, &options, goal);
    let report = plan(&problem, &options, &mut planner, &request, rejected_goals)?;
    let done = matches!(report.outcome, "plan" | "satisfied");
    if options.json {
        print_json(&report)?;
    } else {
        print(text(&report))?;
    }
    Ok(if done { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn assign(problem: &mut PlanningProblem, assignment: &str) -> Result<(), CliError> {
    let Some((fact, value)) = assignment.split_once('=') else {
        return Err(CliError::new(format!("--set {assignment}: expected FACT=VALUE")));
    };
    let (fact, value) = (fact.trim(), Scalar::parse(value.trim()));
    problem.set(fact, &value).map_err(|(problem, help)| {
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        CliError::new(format!("--set {assignment}: {problem}{help}"))
    })
}

fn named_goal(problem: &PlanningProblem, name: &str) -> Result<GoalId, CliError> {
    problem.domain.goal(name).ok_or_else(|| {
        let known = problem.domain.goals().iter().map(|goal| goal.name.as_str());
        let help = suggestion(name, known).map_or_else(String::new, |help| format!("; {help}"));
        CliError::new(format!("--goal {name}: there is no such goal{help}"))
    })
}

fn request<'a>(problem: &'a PlanningProblem, options: &Options, goal: GoalId) -> PlanRequest<'a> {
    let mut request = problem.request(goal);
    if let Some(nodes) = options.nodes {
        request.budget.nodes = nodes;
    }
    if let Some(strategy) = options.strategy {
        request.strategy = match strategy {
            StrategyName::Backward => Strategy::Backward,
            StrategyName::Forward => Strategy::Forward,
            StrategyName::IdaStar => Strategy::IdaStar,
        };
    }
    request
}

/// The goal to report on, and those passed over for it.
fn most_relevant(problem: &PlanningProblem, options: &Options, planner: &mut Planner) -> (GoalId, Vec<RejectedGoal>) {
    let goal_candidates: Vec<GoalCandidate> = problem
        .domain
        .goal_ids()
        .zip(&problem.file.goals)
        .map(|(goal, data)| GoalCandidate {
            goal,
            relevance: data.relevance,
            availability: GoalAvailability::Available,
        })
        .collect();
    let mut ranked = goal_candidates.clone();
    ranked.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
    // A file has at least one goal, so the first of them stands in where none can be planned.
    let first = ranked[0].goal;
    if goal_candidates.len() == 1 {
        return (first, Vec::new());
    }
    let choice = planner.select_goal(&problem.domain, &goal_candidates, &request(problem, options, first));
    let unsatisfied = ranked.iter().map(|contender| contender.goal).find(|&goal| {
        let verdict = choice.evaluations.iter().find(|verdict| verdict.goal == goal);
        verdict.is_some_and(|verdict| {
            matches!(verdict.rejection, Some(GoalRejection::Impossible | GoalRejection::OutOfBudget(_)))
        })
    });
    let chosen = choice.goal.or(unsatisfied).unwrap_or(first);
    let rejected_goals = choice.evaluations.iter().filter(|verdict| verdict.goal != chosen).filter_map(|verdict| {
        Some(RejectedGoal {
            goal: problem.domain.goal_name(verdict.goal).to_owned(),
            reason: reason(verdict.rejection?),
            missing: choice.missing(verdict).iter().map(|&fact| problem.domain.fact_name(fact).to_owned()).collect(),
        })
    });
    (chosen, rejected_goals.collect())
}

fn reason(reason: GoalRejection) -> &'static str {
    match reason {
        GoalRejection::Disabled => "disabled",
        GoalRejection::CoolingDown => "cooling_down",
        GoalRejection::Irrelevant => "irrelevant",
        GoalRejection::Satisfied => "satisfied",
        GoalRejection::Outranked => "outranked",
        GoalRejection::Impossible => "impossible",
        GoalRejection::OutOfBudget(_) => "out_of_budget",
    }
}

fn plan(
    problem: &PlanningProblem,
    options: &Options,
    planner: &mut Planner,
    request: &PlanRequest,
    rejected_goals: Vec<RejectedGoal>,
) -> Result<Report, CliError> {
    let domain = &problem.domain;
    let mut micros = f64::INFINITY;
    for _ in 0..RUNS {
        let begun = Instant::now();
        planner.plan(domain, request);
        let taken = begun.elapsed();
        micros = micros.min(taken.as_nanos() as f64 / 1000.0);
        if taken.as_micros() as u64 > LONG {
            break;
        }
    }
    let name = |index: u32| problem.candidate_name(index);
    let answer = planner.last_result();
    let (outcome, cost, nodes) = (answer.outcome, answer.cost, answer.nodes);
    let details: Vec<StepReport> = answer
        .steps
        .iter()
        .map(|step| StepReport {
            action: domain.action_name(step.action).to_owned(),
            candidate: step.candidate.map(name),
            cost: step.cost.value(),
            travel: step.travel.value(),
        })
        .collect();
    let missing = planner.missing().iter().map(|&fact| domain.fact_name(fact).to_owned()).collect();
    if let Some(path) = &options.graph {
        let text = if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("dot")) {
            planner.trace(domain, request, &name).to_dot()
        } else {
            problem.graph().draw(&title_of(&options.file)).to_svg()
        };
        write(path, &text)?;
    }
    if let Some(path) = &options.search {
        write(path, &planner.trace(domain, request, &name).draw(MOST_BOXES).to_svg())?;
    }
    let explanation = options.explain.then(|| planner.explain(domain, request).render(domain, &name));
    Ok(Report {
        outcome: match outcome {
            PlanOutcome::Plan => "plan",
            PlanOutcome::Satisfied => "satisfied",
            PlanOutcome::Impossible => "impossible",
            PlanOutcome::OutOfBudget(_) => "out_of_budget",
        },
        cost: matches!(outcome, PlanOutcome::Plan | PlanOutcome::Satisfied).then(|| cost.value()),
        steps: details.iter().map(|step| step.action.clone()).collect(),
        nodes,
        micros: (micros * 1000.0).round() / 1000.0,
        missing,
        goal: domain.goal_name(request.goal).to_owned(),
        details,
        rejected_goals,
        explanation,
    })
}

/// Draws the action set of a mind, where that is what the file holds and what is asked for.
fn draw_mind(options: &Options) -> Option<CommandResult> {
    let path = options.graph.as_ref()?;
    let (file, _) = crate::data::load_ron::<MindFile>(&options.file).ok()?;
    let title = title_of(&options.file);
    let brain = match Brain::compile(label(&title), &file, &Behaviours::default()) {
        Ok(brain) => brain,
        Err(findings) => {
            let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
            return Some(Err(CliError::new(format!("{}: {}", options.file.display(), lines.join("\n")))));
        }
    };
    let graph = brain.graph();
    let dead: Vec<String> = graph.dead_ends().map(|(name, why)| format!("{name}: {why}\n")).collect();
    let written = write(path, &graph.draw(&title).to_svg());
    Some(written.and_then(|()| print(dead.concat())).map(|()| CommandOutcome::Success))
}

fn title_of(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(path, text).map_err(|error| CliError::from(error).context(format!("writing {}", path.display())))
}

fn text(report: &Report) -> String {
    let mut out = format!("goal: {}\n", report.goal);
    for passed in &report.rejected_goals {
        out += &format!("passed over: {} ({}", passed.goal, passed.reason);
        if !passed.missing.is_empty() {
            out += &format!("; missing: {}", passed.missing.join(", "));
        }
        out += ")\n";
    }
    if let Some(explanation) = &report.explanation {
        return out + explanation;
    }
    out += &match (report.outcome, report.cost) {
        ("plan", Some(cost)) => format!("plan: {} steps, cost {cost}\n", report.steps.len()),
        ("satisfied", _) => "satisfied already\n".to_owned(),
        ("impossible", _) => format!("impossible; missing: {}\n", report.missing.join(", ")),
        _ => "no answer: the budget ran out\n".to_owned(),
    };
    for (number, step) in report.details.iter().enumerate() {
        let candidate = step.candidate.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        out += &format!("{:>4}. {}{candidate}  {}\n", number + 1, step.action, step.cost);
    }
    out + &format!("{} nodes, {} microseconds\n", report.nodes, report.micros)
}
