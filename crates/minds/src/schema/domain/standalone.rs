//! A planning file that has been read, checked and compiled.
//!
//! Independent of: the command line.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use quarry_goap::graph::{ActionGraph, ExternalFact};
use quarry_goap::{
    ActionId, ContextPreconditionId, CostId, Domain, DomainErrorKind, GoalId, PlanCandidate, PlanCost, PlanRequest,
    PlanningContext, SearchBudget, State, Value,
};
use quarry_ron::finding::{Diagnostics, Finding};
use quarry_ron::{Cursor, Document, load_ron, read_ron};

use super::figures::check_figures;
use super::file::{CandidateData, DomainFile, TravelData};
use super::locate::{locate, suggest_name};
use super::{Scalar, Vocabulary};

/// The name of the agent's position in a list of paths.
const AGENT: &str = "agent";

/// Names that candidates may not have.
const RESERVED_NAMES: [&str; 3] = [AGENT, "none", "$target"];

/// The maximum number of candidates for which a list of paths is checked for the triangle inequality. With more, the planner assumes that
/// it is violated.
const MAX_CHECKED: usize = 200;

/// A planning problem from a file.
#[derive(Clone, Debug)]
pub struct PlanningProblem {
    /// The file's contents.
    pub file: DomainFile,
    /// The compiled domain.
    pub domain: Domain,
    /// The start state.
    pub start: State,
    /// The candidates in file order.
    pub candidates: Vec<PlanCandidate>,
    /// Findings that do not prevent planning.
    pub warnings: Vec<Finding>,
    names: Vec<String>,
    context: ScriptedContext,
}

/// The costs and context preconditions that a planning file lists.
#[derive(Clone, Debug, Default)]
struct ScriptedContext {
    /// By named cost.
    costs: Vec<PlanCost>,
    /// By context precondition: whether it holds.
    preconditions: Vec<bool>,
    /// By action and candidate. Surcharges of zero are left out.
    surcharges: HashMap<(usize, u32), PlanCost>,
    travel: TravelModel,
}

#[derive(Clone, Debug, Default)]
enum TravelModel {
    #[default]
    Free,
    /// The positions of the candidates and, last, of the agent; the speed.
    Straight(Vec<(f64, f64, f64)>, f64),
    /// By start (candidates, then the agent) and destination.
    Table(Vec<Vec<PlanCost>>),
}

/// Reads a planning file from disk.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(path: &Path) -> Result<PlanningProblem, Vec<Finding>> {
    let (file, document) = load_ron::<DomainFile>(path).map_err(|finding| vec![finding])?;
    prepare(file, &document)
}

/// Reads a planning problem from text. Findings refer to it by `name`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(name: &str, text: &str) -> Result<PlanningProblem, Vec<Finding>> {
    let (file, document) = read_ron::<DomainFile>(name, text).map_err(|finding| vec![finding])?;
    prepare(file, &document)
}

/// Prepares a planning problem that was made by a program. Findings refer to it by `name`, with the lines of its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn from_file(name: &str, file: &DomainFile) -> Result<PlanningProblem, Vec<Finding>> {
    let pretty = ron::ser::PrettyConfig::default();
    let text =
        ron::ser::to_string_pretty(file, pretty).map_err(|error| vec![Finding::for_file(name, error.to_string())])?;
    read(name, &text)
}

fn prepare(file: DomainFile, document: &Document) -> Result<PlanningProblem, Vec<Finding>> {
    let mut out = Diagnostics::default();
    if file.goals.is_empty() {
        out.push(document.cursor().field("goals").error("the file has no goals; add at least one"));
    }
    for (index, goal) in file.goals.iter().enumerate() {
        if !goal.relevance.is_finite() {
            out.push(
                document.cursor().field("goals").index(index).field("relevance").error("relevance must be finite"),
            );
        }
    }
    check_candidates(&file, document, &mut out);
    check_figures(&file, document, &mut out);
    let travel = travel_model(&file, document, &mut out);
    let domain = match Domain::new(file.domain_spec(breaks_triangle_inequality(&travel))) {
        Ok(domain) => domain,
        Err(errors) => {
            errors.iter().for_each(|error| out.push(locate(document, &file.facts, error)));
            return Err(out.into_sorted());
        }
    };
    let start = start(&file, &domain, document, &mut out);
    let context = scripted_context(&file, &domain, travel, document, &mut out);
    warn_of_useless_actions(&file, &domain, &start, document, &mut out);
    if out.has_errors() {
        return Err(out.into_sorted());
    }
    let kinds = |candidate: &CandidateData| candidate.kinds.iter().fold(0, |bits, kind| bits | domain.kind_bit(kind));
    let candidates = file.candidates.iter().map(|candidate| PlanCandidate { kinds: kinds(candidate) }).collect();
    let names = file.candidate_names();
    Ok(PlanningProblem { file, domain, start, candidates, warnings: out.into_sorted(), names, context })
}

fn check_candidates(file: &DomainFile, document: &Document, out: &mut Diagnostics) {
    let mut seen = HashSet::new();
    for (index, candidate) in file.candidates.iter().enumerate() {
        let at = document.cursor().field("candidates").index(index);
        let name = candidate.name.as_str();
        if name.is_empty() || RESERVED_NAMES.contains(&name) {
            out.push(
                at.field("name").error(format!("\"{name}\" cannot be the name of a candidate; choose another name")),
            );
        } else if !seen.insert(name) {
            out.push(at.field("name").error(format!("\"{name}\" is declared twice; rename one of them")));
        }
        let actions = || file.actions.iter().map(|action| action.name.as_str());
        let known = |name: &str| actions().any(|other| other == name);
        for (action, cost) in &candidate.surcharges.0 {
            let at = at.field("surcharges").entry(action);
            if !known(action) {
                out.push(at.unknown("action", action, actions()));
            }
            check_cost(&at, *cost, out);
        }
        for action in candidate.odds.keys().filter(|action| !known(action)) {
            out.push(at.field("odds").entry(action).unknown("action", action, actions()));
        }
        for (position, action) in candidate.forbids.iter().enumerate().filter(|(_, action)| !known(action)) {
            out.push(at.field("forbids").index(position).unknown("action", action, actions()));
        }
    }
}

/// The exact cost; zero after reporting a finding.
fn check_cost(at: &Cursor, cost: f64, out: &mut Diagnostics) -> PlanCost {
    PlanCost::declared(cost).unwrap_or_else(|why| {
        let problem = why.map_or(DomainErrorKind::NegativeCost(cost), |why| DomainErrorKind::Number(cost, why));
        out.push(at.error(problem.to_string()));
        PlanCost::ZERO
    })
}

fn travel_model(file: &DomainFile, document: &Document, out: &mut Diagnostics) -> TravelModel {
    let at = document.cursor().field("travel");
    match &file.travel {
        TravelData::Free => TravelModel::Free,
        TravelData::Straight { speed } => {
            if !speed.is_finite() || *speed <= 0.0 {
                out.push(at.field("speed").error(format!("the speed is {speed}; it must be above 0")));
            }
            let places = file.candidates.iter().map(|candidate| candidate.at).chain([file.agent]);
            TravelModel::Straight(places.collect(), *speed)
        }
        TravelData::Table { paths, symmetric } => {
            let mut names: Vec<&str> = file.candidates.iter().map(|candidate| candidate.name.as_str()).collect();
            names.push(AGENT);
            let mut table = vec![vec![PlanCost::INFINITE; names.len()]; names.len()];
            for (place, row) in table.iter_mut().enumerate() {
                row[place] = PlanCost::ZERO;
            }
            for (index, (from, to, cost)) in paths.iter().enumerate() {
                let at = at.field("paths").index(index);
                let cost = check_cost(&at.index(2), *cost, out);
                let mut place = |name: &str, position: usize| {
                    let found = names.iter().position(|known| *known == name);
                    if found.is_none() {
                        out.push(at.index(position).unknown("place", name, names.iter().copied()));
                    }
                    found
                };
                if let (Some(from), Some(to)) = (place(from, 0), place(to, 1)) {
                    table[from][to] = cost;
                    if *symmetric {
                        table[to][from] = cost;
                    }
                }
            }
            TravelModel::Table(table)
        }
    }
}

/// Whether a direct path costs more than a path through a third place.
fn breaks_triangle_inequality(travel: &TravelModel) -> bool {
    let TravelModel::Table(table) = travel else { return false };
    let count = table.len();
    count > MAX_CHECKED
        || (0..count)
            .any(|by| (0..count).any(|from| (0..count).any(|to| table[from][by].plus(table[by][to]) < table[from][to])))
}

fn start(file: &DomainFile, domain: &Domain, document: &Document, out: &mut Diagnostics) -> State {
    let mut state = domain.defaults();
    let names = file.candidate_names();
    for (name, value) in &file.start.0 {
        if let Err(problem) = set(file, domain, &names, &mut state, name, value) {
            let at = document.cursor().field("start").entry(name);
            out.push(at.error(problem.to_string()).maybe_help(suggest_name(&file.facts, &problem)));
        }
    }
    state
}

fn set(
    file: &DomainFile,
    domain: &Domain,
    names: &[String],
    state: &mut State,
    name: &str,
    value: &Scalar,
) -> Result<(), DomainErrorKind> {
    let fact = domain.fact(name).ok_or_else(|| DomainErrorKind::UnknownFact(name.to_owned()))?;
    let value = Vocabulary { facts: &file.facts, candidates: names }.value(name, value);
    state[fact.index()] = domain.encode(fact, &value)?;
    Ok(())
}

fn scripted_context(
    file: &DomainFile,
    domain: &Domain,
    travel: TravelModel,
    document: &Document,
    out: &mut Diagnostics,
) -> ScriptedContext {
    let mut context = ScriptedContext { travel, ..ScriptedContext::default() };
    for name in domain.costs() {
        let at = document.cursor().field("costs");
        context.costs.push(match file.costs.get(name) {
            Some(cost) => check_cost(&at.entry(name), *cost, out),
            None => {
                out.push(at.error(format!("the named cost \"{name}\" has no value; add \"{name}\": 1.0")));
                PlanCost::ZERO
            }
        });
    }
    let unknown = |field: &str, what: &str, name: &str, known: &[String], out: &mut Diagnostics| {
        if !known.iter().any(|other| other == name) {
            let at = document.cursor().field(field).entry(name);
            out.push(at.unknown(what, name, known.iter().map(String::as_str)));
        }
    };
    file.costs.keys().for_each(|name| unknown("costs", "named cost", name, domain.costs(), out));
    file.context_preconditions.keys().for_each(|name| {
        unknown("context_preconditions", "context precondition", name, domain.context_preconditions(), out)
    });
    context.preconditions = domain
        .context_preconditions()
        .iter()
        .map(|name| file.context_preconditions.get(name).copied().unwrap_or(true))
        .collect();
    for (index, candidate) in file.candidates.iter().enumerate() {
        for (action, cost) in &candidate.surcharges.0 {
            if let (Some(action), Ok(cost)) = (domain.action(action), PlanCost::declared(*cost)) {
                context.surcharges.insert((action.index(), index as u32), cost);
            }
        }
        for action in candidate.forbids.iter().filter_map(|action| domain.action(action)) {
            context.surcharges.insert((action.index(), index as u32), PlanCost::INFINITE);
        }
    }
    context
}

/// Warns of actions that can never be used.
fn warn_of_useless_actions(
    file: &DomainFile,
    domain: &Domain,
    start: &State,
    document: &Document,
    out: &mut Diagnostics,
) {
    let changed: HashSet<&str> = file.actions.iter().flat_map(|action| action.effects.keys()).collect();
    for (id, action) in domain.action_ids().zip(&file.actions) {
        let at = document.cursor().field("actions").index(id.index());
        for (fact, _) in action.preconditions.0.iter().filter(|(fact, _)| !changed.contains(fact.as_str())) {
            if let Some(fact_id) = domain.fact(fact)
                && !domain.precondition_satisfiable(id, fact_id, start[fact_id.index()])
            {
                let value = match domain.decode(fact_id, start[fact_id.index()]) {
                    Value::Candidate(index) => file.candidates.get(index as usize).map(|it| it.name.clone()),
                    value => Some(value.to_string()),
                };
                let value = value.unwrap_or_default();
                let message = format!("the action can never be used: \"{fact}\" is {value} and no action changes it");
                out.push(at.field("preconditions").entry(fact).error(message).warning());
            }
        }
        if let Some(target) = &action.target {
            let fits = |candidate: &CandidateData| {
                (target.kinds.is_empty() || candidate.kinds.iter().any(|kind| target.kinds.contains(kind)))
                    && !candidate.forbids.contains(&action.name)
            };
            if !file.candidates.iter().any(fits) {
                let message = "the action can never be used: no candidate fits its target";
                out.push(at.field("target").error(message).warning());
            }
        }
    }
}

impl PlanningProblem {
    /// The graph of the action set, from this start state.
    #[must_use]
    pub fn graph(&self) -> ActionGraph {
        let defaults = self.domain.defaults();
        self.domain.graph(&|fact| {
            let (value, default) = (*self.start.get(fact.index())?, *defaults.get(fact.index())?);
            let note = || format!("start value {}", self.domain.decode(fact, value));
            (value != default).then(|| ExternalFact { value: Some(value), note: note() })
        })
    }

    /// A request for a plan to a goal, with the file's strategy and budget.
    #[must_use]
    pub fn request(&self, goal: GoalId) -> PlanRequest<'_> {
        let budget = SearchBudget { nodes: self.file.budget.nodes, micros: Some(self.file.budget.micros) };
        PlanRequest {
            candidates: &self.candidates,
            context: self,
            budget,
            strategy: self.file.strategy.into(),
            ..PlanRequest::new(&self.start, goal)
        }
    }

    /// Changes a fact's start value.
    ///
    /// # Errors
    /// What is wrong with the name or the value, and a suggestion if there is one.
    pub fn set(&mut self, fact: &str, value: &Scalar) -> Result<(), (DomainErrorKind, Option<String>)> {
        set(&self.file, &self.domain, &self.names, &mut self.start, fact, value).map_err(|problem| {
            let help = suggest_name(&self.file.facts, &problem);
            (problem, help)
        })
    }

    /// A candidate's name by its index.
    #[must_use]
    pub fn candidate_name(&self, index: u32) -> String {
        self.names.get(index as usize).cloned().unwrap_or_else(|| format!("candidate {index}"))
    }
}

impl PlanningContext for PlanningProblem {
    fn cost(&self, cost: CostId, action: ActionId, _candidate: Option<u32>) -> PlanCost {
        let cost = self.context.costs.get(cost.index()).copied().unwrap_or(PlanCost::INFINITE);
        let has_target = self.file.actions.get(action.index()).is_some_and(|action| action.target.is_some());
        if has_target { cost } else { cost.plus(self.file.odds_cost(action.index(), None)) }
    }

    fn precondition_holds(&self, id: ContextPreconditionId, _action: ActionId, _candidate: Option<u32>) -> bool {
        self.context.preconditions.get(id.index()).copied().unwrap_or(true)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        let listed = self.context.surcharges.get(&(action.index(), candidate)).copied().unwrap_or(PlanCost::ZERO);
        listed.plus(self.file.odds_cost(action.index(), Some(candidate)))
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let to = to as usize;
        match &self.context.travel {
            TravelModel::Free => PlanCost::ZERO,
            TravelModel::Straight(places, speed) => {
                let from = from.map_or(places.len() - 1, |from| from as usize);
                let (a, b) = (places[from], places[to]);
                let squares = (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2) + (a.2 - b.2).powi(2);
                PlanCost::measured(squares.sqrt() / speed)
            }
            TravelModel::Table(table) => {
                let from = from.map_or(table.len() - 1, |from| from as usize);
                table[from][to]
            }
        }
    }
}
