//! Turns the tests' own problems into the planner's domain specifications.

use quarry_goap::{
    Action, ActionCost, ActionId, ActionSet, Condition, Domain, DomainErrors, DomainSpec, Effect, FactKind, Goal,
    PlanCandidate, PlanCost, PlanningContext, PlanningFact, TargetRule, Value,
};

use super::problem::{Change, HALF, Kind, NO_PATH, Problem, Test};

impl Problem {
    pub fn declaration(&self) -> DomainSpec {
        let fact = |(index, kind): (usize, &Kind)| PlanningFact {
            name: format!("f{index}"),
            kind: match kind {
                Kind::Bool => FactKind::Bool,
                Kind::Integer(min, max) => FactKind::Integer { min: *min, max: *max },
                Kind::Number(min, max) => FactKind::Number { min: *min as f64 * HALF, max: *max as f64 * HALF },
                Kind::Symbol(n) => FactKind::Symbol { values: (0..*n).map(|v| format!("v{v}")).collect() },
                Kind::Target => FactKind::Target,
            },
            default: None,
        };
        let action = |(index, act): (usize, &super::problem::Act)| Action {
            name: format!("a{index}"),
            cost: ActionCost::Fixed(act.cost as f64 * HALF),
            preconditions: act
                .preconditions
                .iter()
                .map(|(f, test)| (format!("f{f}"), self.condition(*f, test)))
                .collect(),
            effects: act.effects.iter().map(|(f, change)| (format!("f{f}"), self.effect(*f, change))).collect(),
            context_preconditions: Vec::new(),
            target: act.target.map(|(kinds, once_per_target, includes_travel)| TargetRule {
                kinds: (0..2).filter(|bit| kinds >> bit & 1 == 1).map(|bit| format!("k{bit}")).collect(),
                once_per_target,
                includes_travel,
            }),
        };
        DomainSpec {
            facts: self.facts.iter().enumerate().map(fact).collect(),
            actions: ActionSet { actions: self.acts.iter().enumerate().map(action).collect() },
            goals: vec![Goal {
                name: "goal".into(),
                conditions: self.goal.iter().map(|(f, test)| (format!("f{f}"), self.condition(*f, test))).collect(),
            }],
            breaks_triangle_inequality: self.breaks_triangle_inequality,
        }
    }

    /// The compiled domain, or its errors.
    pub fn domain(&self) -> Result<Domain, DomainErrors> {
        Domain::new(self.declaration())
    }

    pub fn enabled(&self) -> Vec<bool> {
        self.acts.iter().map(|act| act.enabled).collect()
    }

    pub fn state(&self) -> Vec<i64> {
        self.steps_of(&self.start)
    }

    /// Values of all facts in the planner's fixed-point steps.
    pub fn steps_of(&self, values: &[i64]) -> Vec<i64> {
        let steps =
            |(kind, &value): (&Kind, &i64)| if matches!(kind, Kind::Number(..)) { value * 500_000 } else { value };
        self.facts.iter().zip(values).map(steps).collect()
    }

    pub fn candidates(&self, domain: &Domain) -> Vec<PlanCandidate> {
        let bits = |kinds: u64| {
            (0..2).filter(|bit| kinds >> bit & 1 == 1).map(|bit| domain.kind_bit(&format!("k{bit}"))).sum()
        };
        self.candidates.iter().map(|&kinds| PlanCandidate { kinds: bits(kinds) }).collect()
    }

    fn value(&self, fact: usize, value: i64) -> Value {
        match self.facts[fact] {
            Kind::Bool => Value::Bool(value == 1),
            Kind::Integer(..) => Value::Number(value as f64),
            Kind::Number(..) => Value::Number(value as f64 * HALF),
            Kind::Symbol(_) => Value::Symbol(format!("v{value}")),
            Kind::Target if value < 0 => Value::NoTarget,
            Kind::Target => Value::Candidate(value as u32),
        }
    }

    fn number(&self, fact: usize, value: i64) -> f64 {
        if matches!(self.facts[fact], Kind::Number(..)) { value as f64 * HALF } else { value as f64 }
    }

    fn condition(&self, fact: usize, test: &Test) -> Condition {
        match test {
            Test::Is(v) => Condition::Is(self.value(fact, *v)),
            Test::IsNot(v) => Condition::IsNot(self.value(fact, *v)),
            Test::AtLeast(v) => Condition::AtLeast(self.number(fact, *v)),
            Test::AtMost(v) => Condition::AtMost(self.number(fact, *v)),
            Test::MoreThan(v) => Condition::MoreThan(self.number(fact, *v)),
            Test::LessThan(v) => Condition::LessThan(self.number(fact, *v)),
            Test::Between(a, b) => Condition::Between(self.number(fact, *a), self.number(fact, *b)),
            Test::OneOf(list) => Condition::OneOf(list.iter().map(|v| self.value(fact, *v)).collect()),
            Test::All(parts) => Condition::All(parts.iter().map(|part| self.condition(fact, part)).collect()),
            Test::Own => Condition::Is(Value::OwnTarget),
            Test::NotOwn => Condition::IsNot(Value::OwnTarget),
        }
    }

    fn effect(&self, fact: usize, change: &Change) -> Effect {
        match change {
            Change::Set(v) => Effect::Set(self.value(fact, *v)),
            Change::Add(v) => Effect::Add(self.number(fact, *v)),
            Change::Own => Effect::Set(Value::OwnTarget),
        }
    }
}

fn cost(halves: i64) -> PlanCost {
    if halves >= NO_PATH { PlanCost::INFINITE } else { PlanCost::measured(halves as f64 * HALF) }
}

impl PlanningContext for Problem {
    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        cost(self.surcharges[action.index()][candidate as usize])
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        cost(self.travel[from.map_or(self.candidates.len(), |from| from as usize)][to as usize])
    }
}
