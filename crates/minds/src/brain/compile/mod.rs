//! Compiles a mind file into a [`Brain`], collecting every mistake on the way.

mod declare;
mod expressions;
mod queries;
mod structure;
mod tree;

use std::sync::Arc;

use quarry_goap::{ActionId, CandidateKinds, Domain, FactId, GoalId};
use quarry_ron::suggestion;

use self::structure::depends_on_target;
use super::{
    ActionSpec, Brain, DescribedExpression, FactSource, GoalSpec, MemoryQuery, MindFinding, OddsSpec, SharingSpec,
    SurchargeSpec,
};
use crate::{
    behaviours::{Behaviours, ConfiguredBehaviour, ParameterProblem},
    promise::Promise,
    protocol::{Label, label},
    queries::Expression,
    schema::{
        brain::StructureData,
        domain::FactData,
        mind::{ExpressionData, MindActionData, MindFile, MindGoalData},
    },
    text::{describe_condition, describe_effect, describe_expression},
};

/// The name under which the planner asks for the cost of an action with `extra_cost`.
const EXTRA_COST: &str = "extra cost";

impl Brain {
    /// Compiles a mind file with the registered behaviours.
    ///
    /// # Errors
    /// Every mistake found: first those of queries, expressions and behaviours, then those of the planning domain.
    pub fn compile(name: Label, file: &MindFile, behaviours: &Behaviours) -> Result<Self, Vec<MindFinding>> {
        Self::compile_with(name, file, behaviours, None)
    }

    fn compile_with(
        name: Label,
        file: &MindFile,
        behaviours: &Behaviours,
        structure: Option<&StructureData>,
    ) -> Result<Self, Vec<MindFinding>> {
        let mut compiler = MindCompiler { file, findings: Vec::new(), readings: Vec::new() };
        let domain = Domain::new(declare::domain_spec(file));
        // The first plan of a goal must not take longer than the others.
        if let Ok(domain) = &domain {
            domain.prepare();
        }
        let mut queries = compiler.queries();
        let per_target: Vec<bool> =
            (0..queries.len()).map(|query| depends_on_target(&queries, query, queries.len())).collect();
        queries.iter_mut().zip(per_target).for_each(|(query, per_target)| query.per_target = per_target);
        let facts = compiler.facts(domain.as_ref().ok());
        let mut actions = Vec::new();
        for (index, data) in file.actions.iter().enumerate() {
            let id = domain.as_ref().ok().and_then(|domain| Some((domain, domain.action_ids().nth(index)?)));
            actions.push(compiler.action(index, data, id, behaviours, &queries));
        }
        let mut goals = Vec::new();
        for (index, data) in file.goals.iter().enumerate() {
            let id = domain.as_ref().ok().and_then(|domain| Some((domain, domain.goal_ids().nth(index)?)));
            goals.push(compiler.goal(index, data, id));
        }
        let sharing = compiler.sharing();
        compiler.check_orders();
        // Before memory, which watches the readings that expressions use.
        let structure = structure.map(|structure| compiler.structure(structure, &queries));
        let memory = compiler.memory(&queries);
        for query in &mut queries {
            query.bits = memory.bits(&query.kinds);
        }
        let domain = match domain {
            Ok(domain) if compiler.findings.is_empty() => domain,
            Ok(_) => return Err(compiler.findings),
            Err(errors) => {
                compiler.findings.extend(errors.iter().map(|error| declare::locate(error, file)));
                return Err(compiler.findings);
            }
        };
        let source = |name: &str| facts.get(file.facts.keys().position(|known| known == name)?).cloned();
        let actions = actions.into_iter().flatten();
        let actions: Vec<ActionSpec> =
            actions.map(|action| ActionSpec { promises: Promise::of(&action.data, source), ..action }).collect();
        let fact_inputs = file.facts.0.iter().map(|(_, fact)| {
            let nearest = fact.nearest.map(|query| label(&format!("nearest {query}")));
            fact.value.as_ref().map(describe_expression).or(nearest)
        });
        Ok(Self {
            name,
            queries,
            facts,
            fact_names: domain.fact_ids().map(|fact| label(domain.fact_name(fact))).collect(),
            fact_inputs: fact_inputs.collect(),
            target_queries: target_queries(&actions),
            actions,
            goals: goals.into_iter().flatten().collect(),
            memory: Arc::new(memory),
            thinking: file.thinking.clone(),
            sharing,
            domain,
            structure: structure.flatten(),
        })
    }
}

/// The queries that actions take their targets from, each with the bits of those actions.
fn target_queries(actions: &[ActionSpec]) -> Vec<(usize, CandidateKinds)> {
    let mut queries: Vec<(usize, CandidateKinds)> = Vec::new();
    for (query, bit) in actions.iter().filter_map(|action| Some((action.target?, action.bit))) {
        match queries.iter_mut().find(|(known, _)| *known == query) {
            Some((_, bits)) => *bits |= bit,
            None => queries.push((query, bit)),
        }
    }
    queries
}

struct MindCompiler<'f> {
    file: &'f MindFile,
    findings: Vec<MindFinding>,
    /// Readings that some expression uses; memory watches them.
    readings: Vec<Label>,
}

impl MindCompiler<'_> {
    fn report(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.findings.push(MindFinding::new(path, message));
    }

    /// The index of a query; 0, with a finding, if there is none of this name.
    fn query(&mut self, name: Label, path: &str) -> usize {
        match self.file.queries.keys().position(|known| name == known) {
            Some(index) => index,
            None => {
                let help = suggestion(name.as_str(), self.file.queries.keys());
                let help = help.map(|help| format!("; {help}")).unwrap_or_default();
                self.report(path, format!("no query is called \"{name}\"{help}"));
                0
            }
        }
    }

    fn described(&mut self, data: &ExpressionData, path: &str) -> DescribedExpression {
        DescribedExpression::new(self.expression(data, path), data)
    }

    fn facts(&mut self, domain: Option<&Domain>) -> Vec<FactSource> {
        let file = self.file;
        let mut ids = domain.into_iter().flat_map(Domain::fact_ids);
        let mut sources = Vec::new();
        for (name, fact) in &file.facts.0 {
            let path = format!("facts[{name:?}]");
            let target = matches!(fact.r#type, FactData::Target { .. });
            if target && fact.value.is_some() {
                self.report(format!("{path}.value"), "the value of a target comes from `nearest`, not from `value`");
            }
            if !target && fact.nearest.is_some() {
                self.report(format!("{path}.nearest"), "only a target has `nearest`; use `value`");
            }
            if matches!(fact.r#type, FactData::Symbol { .. }) && fact.value.is_some() {
                self.report(format!("{path}.value"), "a symbol has no numeric value; use several bools");
            }
            let expression = fact.value.as_ref().map(|data| self.expression(data, &format!("{path}.value")));
            let nearest = fact.nearest.map(|query| self.query(query, &format!("{path}.nearest")));
            let Some(id) = ids.next() else { continue };
            sources.push(match (expression, nearest, &fact.r#type) {
                (_, Some(query), FactData::Target { .. }) => FactSource::Nearest(id, query),
                (Some(expression), _, FactData::Bool { .. }) => FactSource::Flag(id, expression),
                (Some(expression), ..) => FactSource::Number(id, expression),
                _ => FactSource::Constant(id),
            });
        }
        sources
    }

    /// Compiles an action; `None` if it has no id, because the domain is wrong.
    fn action(
        &mut self,
        index: usize,
        data: &MindActionData,
        id: Option<(&Domain, ActionId)>,
        behaviours: &Behaviours,
        queries: &[MemoryQuery],
    ) -> Option<ActionSpec> {
        let path = format!("actions[{index}]");
        let target = data.target.map(|query| self.query(query, &format!("{path}.target")));
        let target_filter = data.target_filter.map(|query| self.query(query, &format!("{path}.target_filter")));
        let extra_cost = data.extra_cost.as_ref().map(|cost| self.expression(cost, &format!("{path}.extra_cost")));
        let number = |this: &mut Self, data: &Option<ExpressionData>, field: &str| {
            data.as_ref().map(|data| this.expression(data, &format!("{path}.{field}")))
        };
        let seconds = number(self, &data.seconds, "seconds");
        let danger = number(self, &data.danger, "danger");
        let odds = data.odds.as_ref().map(|odds| OddsSpec {
            prior: self.described(&odds.prior, &format!("{path}.odds.prior")),
            kept_when: number(self, &odds.kept_when, "odds.kept_when"),
            spread: odds.spread,
            by_target: odds.by_target,
        });
        let described = |this: &mut Self, condition: &Option<ExpressionData>, field: &str| {
            condition.as_ref().map(|condition| this.described(condition, &format!("{path}.{field}")))
        };
        let available_when = described(self, &data.available_when, "available_when");
        let invariant = described(self, &data.invariant, "invariant");
        let succeeds_when = described(self, &data.succeeds_when, "succeeds_when");
        let is_foreseen = |when: &Expression| {
            !when.any(&|part| *part == Expression::GoalAge)
                && !when.any_query(&|query| queries.get(query).is_some_and(|query| query.per_target))
        };
        let success_is_foreseen = succeeds_when.as_ref().is_some_and(|when| is_foreseen(&when.expression));
        let surcharges = data.surcharges.iter().enumerate().map(|(number, surcharge)| {
            let path = format!("{path}.surcharges[{number}].query");
            SurchargeSpec::new(surcharge, &mut |query| self.query(query, &path))
        });
        let surcharges = surcharges.collect();
        let behaviour = self.behaviour(data, behaviours, queries, &path);
        let (domain, id) = id?;
        let declared = domain.actions().get(id.index())?;
        let effects = declared.effects.iter().map(|(fact, effect)| describe_effect(fact, effect));
        Some(ActionSpec {
            id,
            bit: domain.kind_bit(data.name.as_str()),
            display_name: data.display_name.unwrap_or(data.name),
            target,
            target_filter: target_filter.or(target),
            extra_cost,
            surcharges,
            seconds,
            odds,
            danger,
            available_when,
            invariant,
            succeeds_when,
            success_is_foreseen,
            preconditions: described_conditions(domain, &declared.preconditions),
            effects: effects.collect(),
            promises: Vec::new(),
            behaviour,
            data: data.clone(),
        })
    }

    fn behaviour(
        &mut self,
        data: &MindActionData,
        behaviours: &Behaviours,
        queries: &[MemoryQuery],
        path: &str,
    ) -> Option<ConfiguredBehaviour> {
        if data.placeholder {
            return None;
        }
        let Some(behaviour) = behaviours.get(data.behaviour) else {
            let help = suggestion(data.behaviour.as_str(), behaviours.names().map(Label::as_str));
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            self.report(format!("{path}.behaviour"), format!("no behaviour is called \"{}\"{help}", data.behaviour));
            return None;
        };
        let query = |name| queries.iter().position(|query| query.name == name);
        match behaviour.configure(&data.parameters, &query) {
            Ok(configured) => Some(configured),
            Err(problems) => {
                for ParameterProblem { parameter, message, of_key } in problems {
                    let path = format!("{path}.parameters[{parameter:?}]");
                    self.findings.push(MindFinding { of_key, ..MindFinding::new(path, message) });
                }
                None
            }
        }
    }

    /// Compiles a goal; `None` if it has no id, because the domain is wrong.
    fn goal(&mut self, index: usize, data: &MindGoalData, id: Option<(&Domain, GoalId)>) -> Option<GoalSpec> {
        let mut considerations = Vec::new();
        for (number, consideration) in data.considerations.iter().enumerate() {
            let path = format!("goals[{index}].considerations[{number}]");
            let input = self.described(&consideration.input, &format!("{path}.input"));
            self.check_curve(&consideration.curve, &format!("{path}.curve"));
            considerations.push((input, consideration.curve.clone()));
        }
        let (domain, id) = id?;
        let conditions = described_conditions(domain, &domain.goals().get(id.index())?.conditions);
        Some(GoalSpec { data: data.clone(), id, considerations, conditions })
    }

    /// Reports goals that serve an order on which nothing in the mind depends: they would be pursued with or without it.
    fn check_orders(&mut self) {
        let file = self.file;
        for (index, goal) in file.goals.iter().enumerate() {
            let Some(order) = goal.order else { continue };
            let queried = || file.queries.0.iter().any(|(_, query)| query.kinds.contains(&order));
            if !self.readings.contains(&order) && !queried() {
                let message = format!("nothing in this mind depends on the order: use `reading(\"{order}\")`");
                self.report(format!("goals[{index}].order"), message);
            }
        }
    }

    fn sharing(&mut self) -> SharingSpec {
        let data = self.file.sharing.clone();
        let queries = data.queries.iter().enumerate();
        let queries =
            queries.map(|(number, query)| self.query(*query, &format!("sharing.queries[{number}]"))).collect();
        SharingSpec { data, queries }
    }
}

fn described_conditions(domain: &Domain, conditions: &[(String, quarry_goap::Condition)]) -> Vec<(FactId, Label)> {
    let described = |(name, condition): &(String, quarry_goap::Condition)| {
        Some((domain.fact(name)?, describe_condition(name, condition)))
    };
    conditions.iter().filter_map(described).collect()
}
