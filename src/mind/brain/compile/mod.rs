//! From a mind file to a brain, collecting every mistake on the way.

mod declare;
mod expressions;
mod queries;

use std::sync::Arc;

use super::{
    ActionSpec, Brain, BrainLabels, Expression, FactSource, GoalSpec, MemoryQuery, MindFinding, SharingSpec,
    SurchargeSpec,
};
use crate::{
    data::{
        domain::FactData,
        mind::{ExpressionData, MindActionData, MindFile},
    },
    goap::{ActionId, Domain},
    mind::behaviours::{Behaviour, BehaviourSettings, Behaviours},
    protocol::Label,
};

/// The name of the cost that is worked out by a expression.
const WORKED_OUT: &str = "worked out";

impl Brain {
    /// Compiles a mind file with the behaviours that are registered.
    ///
    /// # Errors
    /// Every mistake found, in the order of the file.
    pub fn compile(name: Label, file: &MindFile, behaviours: &Behaviours) -> Result<Self, Vec<MindFinding>> {
        let mut compiler = Compiler { file, findings: Vec::new(), readings: Vec::new() };
        let mut queries = compiler.queries();
        let fact_expressions = compiler.fact_expressions();
        let actions = compiler.actions(behaviours, &queries);
        let goals = compiler.goals();
        let sharing = compiler.sharing();
        let memory = compiler.memory(&queries);
        for query in &mut queries {
            query.bits = memory.bits(&query.kinds);
        }
        let domain = match Domain::new(declare::declaration(file)) {
            Ok(domain) => Some(domain),
            Err(findings) => {
                compiler.findings.extend(findings.iter().map(|finding| declare::of_domain(finding, file)));
                None
            }
        };
        let (Some(domain), true) = (domain, compiler.findings.is_empty()) else { return Err(compiler.findings) };
        let facts = domain
            .fact_ids()
            .zip(fact_expressions)
            .zip(&file.facts.0)
            .map(|((id, (expression, nearest)), (_, fact))| match (expression, nearest, &fact.r#type) {
                (_, Some(query), FactData::Target { .. }) => FactSource::Nearest(id, query),
                (Some(expression), _, FactData::Bool { .. }) => FactSource::Flag(id, expression),
                (Some(expression), ..) => FactSource::Number(id, expression),
                _ => FactSource::Constant(id),
            })
            .collect();
        let actions: Vec<ActionSpec> =
            domain.action_ids().zip(actions).map(|(id, draft)| draft.finish(id, &domain)).collect();
        let abouts = abouts_of(&actions);
        let goals = domain
            .goal_ids()
            .zip(goals)
            .zip(&file.goals)
            .map(|((id, considerations), data)| GoalSpec { data: data.clone(), id, considerations })
            .collect();
        let (thinking, labels) = (file.thinking.clone(), BrainLabels::of(file, &domain));
        let memory = Arc::new(memory);
        Ok(Self { name, domain, queries, facts, actions, abouts, goals, memory, thinking, sharing, labels })
    }
}

/// The queries that these actions are about, each once, and the bits of its actions.
fn abouts_of(actions: &[ActionSpec]) -> Vec<(usize, u64)> {
    let mut abouts: Vec<(usize, u64)> = Vec::new();
    for (query, bit) in actions.iter().filter_map(|action| Some((action.target?, action.bit))) {
        match abouts.iter_mut().find(|(known, _)| *known == query) {
            Some((_, bits)) => *bits |= bit,
            None => abouts.push((query, bit)),
        }
    }
    abouts
}

struct Compiler<'f> {
    file: &'f MindFile,
    findings: Vec<MindFinding>,
    readings: Vec<Label>,
}

impl Compiler<'_> {
    fn find(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.findings.push(MindFinding { path: path.into(), message: message.into() });
    }

    fn query(&mut self, name: Label, path: &str) -> usize {
        match self.file.queries.keys().position(|known| name == known) {
            Some(index) => index,
            None => {
                let known: Vec<&str> = self.file.queries.keys().collect();
                self.find(path, format!("no query is called \"{name}\"; there are: {}", known.join(", ")));
                0
            }
        }
    }

    fn fact_expressions(&mut self) -> Vec<(Option<Expression>, Option<usize>)> {
        let file = self.file;
        let mut out = Vec::new();
        for (name, fact) in &file.facts.0 {
            let path = format!("facts[{name:?}]");
            let target = matches!(fact.r#type, FactData::Target { .. });
            if target && fact.value.is_some() {
                self.find(format!("{path}.value"), "a target is read by `nearest`, not by `value`");
            }
            if !target && fact.nearest.is_some() {
                self.find(format!("{path}.nearest"), "only a target is read by `nearest`; use `value`");
            }
            if matches!(fact.r#type, FactData::Symbol { .. }) && fact.value.is_some() {
                self.find(format!("{path}.value"), "a symbol cannot be read from a number; use several bools");
            }
            let expression =
                fact.value.as_ref().map(|expression| self.expression(expression, &format!("{path}.value")));
            let nearest = fact.nearest.map(|query| self.query(query, &format!("{path}.nearest")));
            out.push((expression, nearest));
        }
        out
    }

    fn actions(&mut self, behaviours: &Behaviours, queries: &[MemoryQuery]) -> Vec<ActionDraft> {
        let file = self.file;
        let mut out = Vec::new();
        for (index, data) in file.actions.iter().enumerate() {
            let path = format!("actions[{index}]");
            let target = data.target.map(|query| self.query(query, &format!("{path}.target")));
            let target_filter =
                data.target_filter.map(|query| self.query(query, &format!("{path}.target_filter"))).or(target);
            let ask = |this: &mut Self, expression: &Option<ExpressionData>, field: &str| {
                expression.as_ref().map(|expression| this.expression(expression, &format!("{path}.{field}")))
            };
            let extra_cost = ask(self, &data.extra_cost, "extra_cost");
            let available_when = ask(self, &data.available_when, "available_when");
            let invariant = ask(self, &data.invariant, "invariant");
            let succeeds_when = ask(self, &data.succeeds_when, "succeeds_when");
            let surcharges = data
                .surcharges
                .iter()
                .map(|surcharge| {
                    SurchargeSpec::new(surcharge, &mut |query| self.query(query, &format!("{path}.surcharges")))
                })
                .collect();
            let (behaviour, settings) = self.behaviour(data, behaviours, queries, &path);
            out.push(ActionDraft {
                data: data.clone(),
                target,
                target_filter,
                extra_cost,
                surcharges,
                available_when,
                invariant,
                succeeds_when,
                behaviour,
                settings,
            });
        }
        out
    }

    fn behaviour(
        &mut self,
        data: &MindActionData,
        behaviours: &Behaviours,
        queries: &[MemoryQuery],
        path: &str,
    ) -> (Option<Arc<dyn Behaviour>>, BehaviourSettings) {
        if data.placeholder {
            return (None, BehaviourSettings::default());
        }
        let Some(behaviour) = behaviours.get(data.behaviour) else {
            let known: Vec<&str> = behaviours.names().map(Label::as_str).collect();
            self.find(
                format!("{path}.behaviour"),
                format!("no behaviour is called \"{}\"; there are: {}", data.behaviour, known.join(", ")),
            );
            return (None, BehaviourSettings::default());
        };
        let settings = BehaviourSettings::read(behaviour.parameters(), &data.parameters, &|name| {
            queries.iter().position(|query| query.name == name)
        });
        match settings {
            Ok(settings) => (Some(behaviour), settings),
            Err(problems) => {
                for (parameter, message) in problems {
                    self.find(format!("{path}.parameters[{parameter:?}]"), message);
                }
                (Some(behaviour), BehaviourSettings::default())
            }
        }
    }

    fn goals(&mut self) -> Vec<Vec<(Expression, Vec<(f32, f32)>)>> {
        let file = self.file;
        let mut out = Vec::new();
        for (index, goal) in file.goals.iter().enumerate() {
            let mut considerations = Vec::new();
            for (number, consideration) in goal.considerations.iter().enumerate() {
                let path = format!("goals[{index}].considerations[{number}]");
                let expression = self.expression(&consideration.input, &format!("{path}.input"));
                self.rising(&consideration.curve, &format!("{path}.curve"));
                considerations.push((expression, consideration.curve.clone()));
            }
            out.push(considerations);
        }
        out
    }

    fn sharing(&mut self) -> SharingSpec {
        let data = self.file.sharing.clone();
        let queries = data.queries.iter().map(|query| self.query(*query, "sharing.queries")).collect();
        SharingSpec { data, queries }
    }
}

/// An action before the domain has numbered it.
struct ActionDraft {
    data: MindActionData,
    target: Option<usize>,
    target_filter: Option<usize>,
    extra_cost: Option<Expression>,
    surcharges: Vec<SurchargeSpec>,
    available_when: Option<Expression>,
    invariant: Option<Expression>,
    succeeds_when: Option<Expression>,
    behaviour: Option<Arc<dyn Behaviour>>,
    settings: BehaviourSettings,
}

impl ActionDraft {
    fn finish(self, id: ActionId, domain: &Domain) -> ActionSpec {
        let Self {
            data,
            target,
            target_filter,
            extra_cost,
            surcharges,
            available_when,
            invariant,
            succeeds_when,
            behaviour,
            settings,
        } = self;
        let bit = domain.kind_bit(data.name.as_str());
        let display_name = data.display_name.unwrap_or(data.name);
        ActionSpec {
            data,
            id,
            display_name,
            target,
            target_filter,
            bit,
            extra_cost,
            surcharges,
            available_when,
            invariant,
            succeeds_when,
            behaviour,
            settings,
        }
    }
}
