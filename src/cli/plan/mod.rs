//! `quarry plan FILE`: solves a planning problem from a RON file, and explains the result. `build_order.rs` plans from a catalogue.

mod build_order;
mod strategies;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use quarry_goap::{
    GoalId, GoalRejection, PlanOutcome, PlanRequest, PlanResult, PlanStep, Planner, Strategy, graph::Diagram,
};
use quarry_minds::protocol::label;
use quarry_minds::schema::domain::Scalar;
use quarry_minds::schema::domain::standalone::{PlanningProblem, from_file, load};
use quarry_minds::schema::mind::MindFile;
use quarry_minds::{Behaviours, Brain, PlanValue, StepFigures};
use quarry_ron::Document;
use quarry_ron::finding::suggestion;
use serde::Serialize;

use self::strategies::Comparison;
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, data_root, print, print_json};
use crate::data::FileKind;
use crate::data::compose::{NotFound, compose};
use crate::games;

/// The maximum number of boxes in a search graph.
const MAX_BOXES: usize = 400;

/// The number of times a short search is timed. The shortest time is reported, because the first run has to allocate its memory.
const RUNS: usize = 5;

/// In µs: a search that takes longer is timed once.
const LONG: u64 = 20_000;

/// Solve a planning problem from a file (docs/planning.md describes the format), or plan a build order from a game's catalogue
#[derive(Args, Debug, Clone)]
pub struct Options {
    /// The planning file, in RON; or a mind of assets/GAME/minds: its facts have their defaults or what --set says, and each query has
    /// one target. A catalogue of assets/GAME gives a build order [default with --game: its catalogue]
    file: Option<PathBuf>,
    /// The goal to plan for [default: the most relevant goal that has a plan]. With a catalogue also products with numbers: tank=2,academy=1
    #[arg(long, value_name = "NAME")]
    goal: Option<String>,
    /// Change a fact's start value; may be repeated. With a catalogue: a resource or a product
    #[arg(long = "set", value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// With a catalogue or a mind: switch an action off; may be repeated
    #[arg(long, value_name = "ACTION")]
    without: Vec<String>,
    /// With a catalogue: the faction of the side that builds
    #[arg(long, value_name = "NAME")]
    faction: Option<String>,
    /// The search strategy [default: the file's, or else backward]
    #[arg(long, value_enum, value_name = "NAME")]
    strategy: Option<StrategyName>,
    /// Solve it with each strategy, and print side by side what each costs in states, bytes and time
    #[arg(long, conflicts_with_all = ["strategy", "explain", "search_graph"])]
    compare: bool,
    /// For ida_star: the maximum number of states to remember, so that they are not expanded twice [default: 65536]
    #[arg(long, value_name = "N")]
    remember: Option<u32>,
    /// The maximum number of states to expand [default: the file's, or else 5000000]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
    /// Explain the plan (preconditions, effects, costs, and the best alternative), or why there is none
    #[arg(long)]
    explain: bool,
    /// Draw the action set: which actions achieve which conditions, with dead ends in red
    #[arg(long, value_name = "FILE.svg|.dot")]
    action_graph: Option<PathBuf>,
    /// Draw the search: the order of expansion, costs, pruned states, and the plan
    #[arg(long, value_name = "FILE.svg|.dot")]
    search_graph: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
#[value(rename_all = "snake_case")]
enum StrategyName {
    /// Regressive A*: best first from the goal backwards; long searches are shared with forward ones
    Backward,
    /// A* from the start forwards
    Forward,
    /// Iterative-deepening A* from the goal backwards: limited memory, repeated work
    IdaStar,
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Self {
        match name {
            StrategyName::Backward => Self::Backward,
            StrategyName::Forward => Self::Forward,
            StrategyName::IdaStar => Self::IdaStar,
        }
    }
}

#[derive(Serialize)]
struct Report {
    outcome: &'static str,
    cost: Option<f64>,
    optimal: bool,
    bound: Option<f64>,
    #[serde(skip)]
    excess: Option<String>,
    steps: Vec<String>,
    nodes: u32,
    stored: usize,
    bytes: usize,
    micros: f64,
    missing: Vec<String>,
    goal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<PlanValue>,
    details: Vec<StepReport>,
    rejected_goals: Vec<RejectedGoal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

#[derive(Serialize)]
struct StepReport {
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    cost: f64,
    travel: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<StepFigures>,
}

#[derive(Serialize)]
struct RejectedGoal {
    goal: String,
    reason: &'static str,
    missing: Vec<String>,
    /// What its plan would be worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<PlanValue>,
}

/// Plans and prints the result.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let options = Options { file: options.file.map(|file| located(file, common)), ..options };
    if let Some(answer) = build_order::run(&options, common) {
        return answer;
    }
    let file = build_order::needed(options.file.as_ref())?;
    if options.faction.is_some() {
        return Err(CliError::new(format!("--faction is for catalogues; {} is none", file.display())));
    }
    if let Some(answer) = draw_mind(file, &options) {
        return answer;
    }
    let mut problem = match mind_at(file) {
        Some(mind) => problem_of_mind(&mind, file, &options.without)?,
        None if options.without.is_empty() => load(file).map_err(CliError::from_findings)?,
        None => {
            let message = format!("--without is for catalogues and minds; {} is neither", file.display());
            return Err(CliError::new(message));
        }
    };
    for warning in &problem.warnings {
        eprintln!("{warning}");
    }
    for assignment in &options.set {
        assign(&mut problem, assignment)?;
    }
    if let Some(path) = &options.action_graph {
        write_diagram(path, &problem.graph().draw(&title_of(file)))?;
    }
    let mut planner = Planner::new();
    let (goal, rejected_goals) = match &options.goal {
        Some(name) => (named_goal(&problem, name)?, Vec::new()),
        None => most_relevant(&problem, &options, &mut planner),
    };
    let request = request(&problem, &options, goal);
    if options.compare {
        let comparison = Comparison::new(&problem, &request, rejected_goals);
        if options.json {
            print_json(&comparison)?
        } else {
            print(comparison.text())?
        }
        return Ok(if comparison.is_solved() { CommandOutcome::Success } else { CommandOutcome::Negative });
    }
    let report = plan(&problem, &options, &mut planner, &request, rejected_goals);
    if let Some(path) = &options.search_graph {
        let name = |index: u32| problem.candidate_name(index);
        write_diagram(path, &planner.trace(&problem.domain, &request, &name).draw(MAX_BOXES))?;
    }
    let done = matches!(report.outcome, "plan" | "satisfied");
    if options.json {
        print_json(&report)?;
    } else {
        print(text(&report))?;
    }
    Ok(if done { CommandOutcome::Success } else { CommandOutcome::Negative })
}

/// A file as it is named, or else below the data folder: `assets/GAME/minds/NAME.ron` is there wherever one stands.
fn located(file: PathBuf, common: &CommonOptions) -> PathBuf {
    let of_data = || data_root(common).ok().map(|root| root.join(&file)).filter(|file| file.is_file());
    if file.is_file() { file } else { of_data().unwrap_or(file) }
}

fn assign(problem: &mut PlanningProblem, assignment: &str) -> Result<(), CliError> {
    let Some((fact, value)) = assignment.split_once('=') else {
        return Err(CliError::new(format!("--set {assignment}: expected FACT=VALUE")));
    };
    let (fact, value) = (fact.trim(), Scalar::parse(value.trim()));
    problem.set(fact, &value).map_err(|(kind, help)| {
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        CliError::new(format!("--set {assignment}: {kind}{help}"))
    })
}

fn named_goal(problem: &PlanningProblem, name: &str) -> Result<GoalId, CliError> {
    problem.domain.goal(name).ok_or_else(|| {
        let known = problem.domain.goals().iter().map(|goal| goal.name.as_str());
        let help = suggestion(name, known).map_or_else(String::new, |help| format!("; {help}"));
        CliError::new(format!("--goal {name}: unknown goal{help}"))
    })
}

fn request<'a>(problem: &'a PlanningProblem, options: &Options, goal: GoalId) -> PlanRequest<'a> {
    let mut request = problem.request(goal);
    request.budget.nodes = options.nodes.unwrap_or(request.budget.nodes);
    request.strategy = options.strategy.map_or(request.strategy, Into::into);
    request.remembered = options.remember.unwrap_or(request.remembered);
    request
}

/// The goal to report on, and the goals that were rejected in its favour.
fn most_relevant(problem: &PlanningProblem, options: &Options, planner: &mut Planner) -> (GoalId, Vec<RejectedGoal>) {
    let relevance = |goal: &GoalId| problem.file.goals.get(goal.index()).map_or(0.0, |goal| goal.relevance);
    let mut ranked: Vec<GoalId> = problem.domain.goal_ids().collect();
    ranked.sort_by(|a, b| relevance(b).total_cmp(&relevance(a)));
    // A file has at least one goal. The most relevant one is reported on if no goal has a plan.
    let first = ranked[0];
    if ranked.len() == 1 {
        return (first, Vec::new());
    }
    let mut values = Vec::new();
    let selection = problem.select_goal(planner, &request(problem, options, first), &mut values);
    let failed = ranked.iter().copied().find(|&goal| {
        selection.evaluations.iter().find(|evaluation| evaluation.goal == goal).is_some_and(|evaluation| {
            matches!(evaluation.rejection, Some(GoalRejection::Impossible | GoalRejection::OutOfBudget(_)))
        })
    });
    let chosen = selection.goal.or(failed).unwrap_or(first);
    let others = selection.evaluations.iter().filter(|evaluation| evaluation.goal != chosen);
    let rejected = others.filter_map(|evaluation| {
        Some(RejectedGoal {
            goal: problem.domain.goal_name(evaluation.goal).to_owned(),
            reason: evaluation.rejection?.name(),
            missing: fact_names(problem, selection.missing(evaluation)),
            value: values.iter().find(|(goal, _)| *goal == evaluation.goal).map(|(_, value)| *value),
        })
    });
    (chosen, rejected.collect())
}

fn fact_names(problem: &PlanningProblem, facts: &[quarry_goap::FactId]) -> Vec<String> {
    facts.iter().map(|&fact| problem.domain.fact_name(fact).to_owned()).collect()
}

fn plan(
    problem: &PlanningProblem,
    options: &Options,
    planner: &mut Planner,
    request: &PlanRequest,
    rejected_goals: Vec<RejectedGoal>,
) -> Report {
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
    let result = planner.last_result();
    let PlanResult { outcome, cost, bound, nodes, stored, bytes, .. } = result;
    let has_figures = problem.has_figures();
    let step = |step: &PlanStep| StepReport {
        action: domain.action_name(step.action).to_owned(),
        target: step.candidate.map(name),
        cost: step.cost.value(),
        travel: step.travel.value(),
        figures: has_figures.then(|| problem.figures(step)),
    };
    let details: Vec<StepReport> = result.steps.iter().map(step).collect();
    let value = problem.value(request.goal, result.steps).filter(|_| matches!(outcome, PlanOutcome::Plan));
    let (optimal, excess) = (result.is_optimal(), result.excess());
    let missing = fact_names(problem, planner.missing());
    let explanation = options.explain.then(|| planner.explain(domain, request).render(domain, &name));
    Report {
        outcome: outcome.name(),
        cost: matches!(outcome, PlanOutcome::Plan | PlanOutcome::Satisfied).then(|| cost.value()),
        optimal,
        bound: (!bound.is_infinite()).then(|| bound.value()),
        excess,
        steps: details.iter().map(|step| step.action.clone()).collect(),
        nodes,
        stored,
        bytes,
        micros: (micros * 1000.0).round() / 1000.0,
        missing,
        goal: domain.goal_name(request.goal).to_owned(),
        value,
        details,
        rejected_goals,
        explanation,
    }
}

/// The mind in a file, with the minds and action sets beside it that it builds on; `None` if it is not a mind.
fn mind_at(path: &Path) -> Option<MindFile> {
    let own = Document::load(path).ok()?;
    let assets = path.parent().and_then(Path::parent).unwrap_or(Path::new(".."));
    let beside = |kind: FileKind, name: &str| {
        let folder = match kind {
            FileKind::ActionSet => "actions",
            FileKind::Thing => "things",
            _ => "minds",
        };
        let path = assets.join(folder).join(format!("{name}.ron"));
        Document::load(&path).map_err(|_| NotFound::Missing(path.display().to_string()))
    };
    let whole = compose(FileKind::Mind, &own, &beside).ok()?;
    whole.unwrap_or(own).read().ok()
}

/// The planning problem of a mind without some of its actions.
fn problem_of_mind(mind: &MindFile, path: &Path, without: &[String]) -> Result<PlanningProblem, CliError> {
    compiled(mind, path)?;
    let mut mind = mind.clone();
    for name in without {
        let known = mind.actions.len();
        mind.actions.retain(|action| action.name.as_str() != name);
        if mind.actions.len() == known {
            let help = suggestion(name, mind.actions.iter().map(|action| action.name.as_str())).unwrap_or_default();
            return Err(CliError::new(format!("--without {name}: unknown action; {help}")));
        }
    }
    from_file(&path.display().to_string(), &mind.planning_file()).map_err(CliError::from_findings)
}

/// A mind compiled, with its mistakes at their places. Its file may belong to any game.
fn compiled(mind: &MindFile, path: &Path) -> Result<Brain, CliError> {
    let mut behaviours = Behaviours::default();
    games::all().into_iter().for_each(|game| (game.schema().add_behaviours)(&mut behaviours));
    Brain::compile(label(&title_of(path)), mind, &behaviours).map_err(|findings| {
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        CliError::new(format!("{}: {}", path.display(), lines.join("\n")))
    })
}

/// Draws the action set of a mind, if the file is a mind and `--action-graph` is given.
fn draw_mind(path_of_mind: &Path, options: &Options) -> Option<CommandResult> {
    let path = options.action_graph.as_ref()?;
    let file = mind_at(path_of_mind)?;
    if options.search_graph.is_some() {
        let message = "--search-graph needs a planning file: a mind has neither a start state nor a goal to plan for";
        return Some(Err(CliError::new(message)));
    }
    let title = title_of(path_of_mind);
    let brain = match compiled(&file, path_of_mind) {
        Ok(brain) => brain,
        Err(error) => return Some(Err(error)),
    };
    let graph = brain.graph();
    let dead_ends: Vec<String> = graph.dead_ends().map(|(name, why)| format!("{name}: {why}\n")).collect();
    let written = write_diagram(path, &graph.draw(&title));
    Some(written.and_then(|()| print(dead_ends.concat())).map(|()| CommandOutcome::Success))
}

fn title_of(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Writes a diagram in the format given by the file name's extension.
fn write_diagram(path: &Path, diagram: &Diagram) -> Result<(), CliError> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let text = match extension.as_deref() {
        Some("svg") => diagram.to_svg(),
        Some("dot") => diagram.to_dot(),
        _ => return Err(CliError::new(format!("{}: the file name must end in .svg or .dot", path.display()))),
    };
    std::fs::write(path, text).map_err(|error| CliError::from(error).context(format!("writing {}", path.display())))
}

/// The goal that was planned for, and the goals that were rejected in its favour.
fn heading(goal: &str, rejected_goals: &[RejectedGoal]) -> String {
    let mut out = format!("goal: {goal}\n");
    for rejected in rejected_goals {
        out += &format!("rejected: {} ({}", rejected.goal, rejected.reason);
        if !rejected.missing.is_empty() {
            out += &format!("; missing: {}", rejected.missing.join(", "));
        }
        if let Some(value) = &rejected.value {
            out += &format!(": {}", value.describe());
        }
        out += ")\n";
    }
    out
}

fn text(report: &Report) -> String {
    let mut out = heading(&report.goal, &report.rejected_goals);
    if let Some(explanation) = &report.explanation {
        return out + explanation;
    }
    out += &match (report.outcome, report.cost) {
        ("plan", Some(cost)) => {
            let excess =
                report.excess.as_ref().map_or_else(String::new, |excess| format!(" (not proven optimal: {excess})"));
            format!("plan: {}, cost {cost}{excess}\n", counted(report.steps.len(), "step"))
        }
        ("satisfied", _) => "the start satisfies the goal\n".to_owned(),
        ("impossible", _) => format!("no plan exists; missing: {}\n", report.missing.join(", ")),
        _ => "no result: the budget ran out\n".to_owned(),
    };
    if let Some(value) = &report.value {
        out += &format!("value: {}\n", value.describe());
    }
    for (number, step) in report.details.iter().enumerate() {
        let target = step.target.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        let figures = step.figures.map_or_else(String::new, |figures| format!("  ({})", figures.describe()));
        out += &format!("{:>4}. {}{target}  {}{figures}\n", number + 1, step.action, step.cost);
    }
    out + &format!("{} expanded, {} µs\n", counted(report.nodes as usize, "state"), report.micros)
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
