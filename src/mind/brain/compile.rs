//! From a mind file to a brain, collecting every mistake on the way.

use std::sync::Arc;

use super::{
    ActionSpec, Brain, FactSpec, GoalSpec, MindFinding, NotionSpec, Query, SharingSpec, SurchargeSpec, Words, query,
};
use crate::{
    data::{
        domain::{Entries, FactData, Vocabulary},
        mind::{MindAction, MindFile, Notion, QueryData},
    },
    goap::{Action, ActionCost, ActionId, ActionSet, Declaration, Domain, Finding, Goal, Place, TargetRule},
    mind::{
        behaviours::{Behaviour, Behaviours, Settings},
        memory::{KindSettings, MemorySettings},
    },
    protocol::Label,
};

/// The name of the cost that is worked out by a query.
const WORKED_OUT: &str = "worked out";

impl Brain {
    /// Compiles a mind file with the behaviours that are registered.
    ///
    /// # Errors
    /// Every mistake found, in the order of the file.
    pub fn compile(name: Label, file: &MindFile, behaviours: &Behaviours) -> Result<Self, Vec<MindFinding>> {
        let mut compiler = Compiler { file, findings: Vec::new(), readings: Vec::new() };
        let notions = compiler.notions();
        let fact_queries = compiler.fact_queries();
        let actions = compiler.actions(behaviours, &notions);
        let goals = compiler.goals();
        let sharing = compiler.sharing();
        compiler.ranges();
        let memory = compiler.memory(&notions);
        let domain = match Domain::new(declaration(file)) {
            Ok(domain) => Some(domain),
            Err(findings) => {
                compiler.findings.extend(findings.iter().map(|finding| of_domain(finding, file)));
                None
            }
        };
        let (Some(domain), true) = (domain, compiler.findings.is_empty()) else { return Err(compiler.findings) };
        let facts = domain
            .fact_ids()
            .zip(fact_queries)
            .zip(&file.facts.0)
            .map(|((id, (query, nearest)), (_, fact))| match (query, nearest, &fact.is) {
                (_, Some(notion), FactData::Target { .. }) => FactSpec::Nearest(id, notion),
                (Some(query), _, FactData::Bool { .. }) => FactSpec::Whether(id, query),
                (Some(query), ..) => FactSpec::Measure(id, query),
                _ => FactSpec::Still(id),
            })
            .collect();
        let actions = domain.action_ids().zip(actions).map(|(id, draft)| draft.finish(id, &domain)).collect();
        let goals = domain
            .goal_ids()
            .zip(goals)
            .zip(&file.goals)
            .map(|((id, considerations), data)| GoalSpec { data: data.clone(), id, considerations })
            .collect();
        let (thinking, words) = (file.thinking.clone(), Words::of(file, &domain));
        Ok(Self { name, domain, notions, facts, actions, goals, memory: Arc::new(memory), thinking, sharing, words })
    }
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

    fn notion(&mut self, name: Label, path: &str) -> usize {
        match self.file.notions.keys().position(|known| name == known) {
            Some(index) => index,
            None => {
                let known: Vec<&str> = self.file.notions.keys().collect();
                self.find(path, format!("no notion is called \"{name}\"; there are: {}", known.join(", ")));
                0
            }
        }
    }

    fn notions(&mut self) -> Vec<NotionSpec> {
        let file = self.file;
        let mut specs = Vec::new();
        for (index, (name, data)) in file.notions.0.iter().enumerate() {
            let path = format!("notions[{name:?}]");
            let other = |this: &mut Self, named: &Option<(Label, f32)>| {
                let (notion, metres) = (*named)?;
                let number = this.notion(notion, &path);
                if number >= index {
                    this.find(
                        path.as_str(),
                        format!("\"{notion}\" must be declared before the notion that speaks of it"),
                    );
                }
                Some((number, metres))
            };
            let (near, apart) = (other(self, &data.near), other(self, &data.apart));
            if !(0.0..=1.0).contains(&data.confidence) {
                self.find(format!("{path}.confidence"), "a confidence lies between 0 and 1");
            }
            specs.push(notion_spec(name, data, near, apart));
        }
        specs
    }

    fn fact_queries(&mut self) -> Vec<(Option<Query>, Option<usize>)> {
        let file = self.file;
        let mut out = Vec::new();
        for (name, fact) in &file.facts.0 {
            let path = format!("facts[{name:?}]");
            let target = matches!(fact.is, FactData::Target { .. });
            if target && fact.from.is_some() {
                self.find(format!("{path}.from"), "a target is read by `nearest`, not by `from`");
            }
            if !target && fact.nearest.is_some() {
                self.find(format!("{path}.nearest"), "only a target is read by `nearest`; use `from`");
            }
            if matches!(fact.is, FactData::Symbol { .. }) && fact.from.is_some() {
                self.find(format!("{path}.from"), "a symbol cannot be read from a number; use several bools");
            }
            let query = fact.from.as_ref().map(|query| self.query(query, &format!("{path}.from")));
            let nearest = fact.nearest.map(|notion| self.notion(notion, &format!("{path}.nearest")));
            out.push((query, nearest));
        }
        out
    }

    fn actions(&mut self, behaviours: &Behaviours, notions: &[NotionSpec]) -> Vec<ActionDraft> {
        let file = self.file;
        let mut out = Vec::new();
        for (index, data) in file.actions.iter().enumerate() {
            let path = format!("actions[{index}]");
            let about = data.about.map(|notion| self.notion(notion, &format!("{path}.about")));
            let keep = data.keep.map(|notion| self.notion(notion, &format!("{path}.keep"))).or(about);
            let ask = |this: &mut Self, query: &Option<QueryData>, field: &str| {
                query.as_ref().map(|query| this.query(query, &format!("{path}.{field}")))
            };
            let dearer_by = ask(self, &data.dearer_by, "dearer_by");
            let when = ask(self, &data.when, "when");
            let hold = ask(self, &data.hold, "hold");
            let until = ask(self, &data.until, "until");
            let surcharges = data
                .surcharges
                .iter()
                .map(|surcharge| {
                    SurchargeSpec::new(surcharge, &mut |notion| self.notion(notion, &format!("{path}.surcharges")))
                })
                .collect();
            let (behaviour, settings) = self.behaviour(data, behaviours, notions, &path);
            if !(0.1..=600.0).contains(&data.time_out) {
                self.find(format!("{path}.time_out"), "a time-out lies between 0.1 and 600 seconds");
            }
            out.push(ActionDraft {
                data: data.clone(),
                about,
                keep,
                dearer_by,
                surcharges,
                when,
                hold,
                until,
                behaviour,
                settings,
            });
        }
        out
    }

    fn behaviour(
        &mut self,
        data: &MindAction,
        behaviours: &Behaviours,
        notions: &[NotionSpec],
        path: &str,
    ) -> (Option<Arc<dyn Behaviour>>, Settings) {
        if data.imagined {
            return (None, Settings::default());
        }
        let Some(behaviour) = behaviours.get(data.behaviour) else {
            let known: Vec<&str> = behaviours.names().map(Label::as_str).collect();
            self.find(
                format!("{path}.behaviour"),
                format!("no behaviour is called \"{}\"; there are: {}", data.behaviour, known.join(", ")),
            );
            return (None, Settings::default());
        };
        let settings = Settings::read(behaviour.parameters(), &data.with, &|name| {
            notions.iter().position(|notion| notion.name == name)
        });
        match settings {
            Ok(settings) => (Some(behaviour), settings),
            Err(problems) => {
                for (parameter, message) in problems {
                    self.find(format!("{path}.with[{parameter:?}]"), message);
                }
                (Some(behaviour), Settings::default())
            }
        }
    }

    fn goals(&mut self) -> Vec<Vec<(Query, Vec<(f32, f32)>)>> {
        let file = self.file;
        let mut out = Vec::new();
        for (index, goal) in file.goals.iter().enumerate() {
            let mut considerations = Vec::new();
            for (number, consideration) in goal.considerations.iter().enumerate() {
                let path = format!("goals[{index}].considerations[{number}]");
                let query = self.query(&consideration.of, &format!("{path}.of"));
                self.rising(&consideration.curve, &format!("{path}.curve"));
                considerations.push((query, consideration.curve.clone()));
            }
            out.push(considerations);
        }
        out
    }

    fn rising(&mut self, curve: &[(f32, f32)], path: &str) {
        if curve.windows(2).any(|pair| matches!(pair, [a, b] if a.0 >= b.0)) {
            self.find(path, "the points of a curve must rise in their first number");
        }
    }

    fn sharing(&mut self) -> SharingSpec {
        let data = self.file.sharing.clone();
        let notions = data.notions.iter().map(|notion| self.notion(*notion, "sharing.notions")).collect();
        SharingSpec { data, notions }
    }

    fn ranges(&mut self) {
        let thinking = &self.file.thinking;
        let memory = &self.file.memory;
        let checks = [
            ("thinking.every", thinking.every, 0.1, 5.0),
            ("thinking.replan_every", thinking.replan_every, 0.0, 10.0),
            ("thinking.nodes", thinking.nodes as f32, 100.0, 1.0e6),
            ("thinking.candidates", f32::from(thinking.candidates), 1.0, 64.0),
            ("thinking.metre", thinking.metre, 0.0, 100.0),
            ("thinking.remembered", f32::from(thinking.remembered), 1.0, 256.0),
            ("memory.capacity", f32::from(memory.capacity), 8.0, 1024.0),
            ("memory.moved", memory.moved, 0.1, 10.0),
            ("memory.in_sight", memory.in_sight, 0.05, 5.0),
            ("memory.merge", memory.merge, 0.0, 20.0),
            ("memory.claim", memory.claim, 1.0, 120.0),
        ];
        for (path, value, low, high) in checks {
            if !(low..=high).contains(&value) {
                self.find(path, format!("{value} is out of range; it lies between {low} and {high}"));
            }
        }
    }

    fn memory(&mut self, notions: &[NotionSpec]) -> MemorySettings {
        let data = self.file.memory.clone();
        let settings = |kind: Option<Label>, data| {
            let of_kind =
                |notion: &&NotionSpec| notion.kinds.is_empty() || kind.is_none_or(|kind| notion.kinds.contains(&kind));
            let mut confidences: Vec<f32> = notions.iter().filter(of_kind).map(|notion| notion.confidence).collect();
            confidences.retain(|threshold| *threshold > 0.0);
            let mut ages: Vec<f32> = notions
                .iter()
                .filter(of_kind)
                .flat_map(|notion| [notion.fresh, notion.stale, notion.unchecked.unwrap_or(0.0)])
                .filter(|age| *age > 0.0 && *age < query::NOTHING_NEAR)
                .collect();
            for list in [&mut confidences, &mut ages] {
                list.sort_by(f32::total_cmp);
                list.dedup();
                // A level is kept in a few bits; more thresholds than that would only be told apart late.
                list.truncate(15);
            }
            KindSettings { data, confidences, ages }
        };
        // Every kind that a notion names has its own thresholds, written in the file or not.
        let mut kinds: Vec<Label> = data.kinds.keys().map(Label::from).collect();
        kinds.extend(notions.iter().flat_map(|notion| notion.kinds.iter().copied()));
        kinds.sort();
        kinds.dedup();
        let kinds = kinds
            .into_iter()
            .map(|kind| {
                let kept = data.kinds.get(kind.as_str()).unwrap_or(&data.others).clone();
                (kind, settings(Some(kind), kept))
            })
            .collect();
        self.readings.push(data.shelter.reading);
        self.readings.sort();
        self.readings.dedup();
        let readings = self
            .readings
            .iter()
            .map(|name| (*name, data.readings.get(name.as_str()).copied().unwrap_or(0.01)))
            .collect();
        let others = settings(None, data.others.clone());
        MemorySettings { data, kinds, others, readings, sweep: self.file.thinking.every }
    }

    fn query(&mut self, data: &QueryData, path: &str) -> Query {
        use super::Comparison::{AtLeast, AtMost, LessThan, MoreThan};
        let all = |this: &mut Self, parts: &[QueryData]| -> Vec<Query> {
            parts.iter().map(|part| this.query(part, path)).collect()
        };
        match data {
            QueryData::Value(value) => Query::Value(*value),
            QueryData::Reading(name) => {
                self.readings.push(*name);
                Query::Reading(*name)
            }
            QueryData::Exists(notion) => Query::Exists(self.notion(*notion, path)),
            QueryData::Count(notion) => Query::Count(self.notion(*notion, path)),
            QueryData::Distance(notion) => Query::Distance(self.notion(*notion, path)),
            QueryData::Way(notion) => Query::Way(self.notion(*notion, path)),
            QueryData::Age(notion) => Query::Age(self.notion(*notion, path)),
            QueryData::Confidence(notion) => Query::Confidence(self.notion(*notion, path)),
            QueryData::Amount(notion) => Query::Amount(self.notion(*notion, path)),
            QueryData::Unexplored => Query::Unexplored,
            QueryData::Pursued => Query::Pursued,
            QueryData::Not(inner) => Query::Not(Box::new(self.query(inner, path))),
            QueryData::All(parts) => Query::All(all(self, parts)),
            QueryData::Any(parts) => Query::Any(all(self, parts)),
            QueryData::Sum(parts) => Query::Sum(all(self, parts)),
            QueryData::Product(parts) => Query::Product(all(self, parts)),
            QueryData::Least(parts) => Query::Least(all(self, parts)),
            QueryData::Greatest(parts) => Query::Greatest(all(self, parts)),
            QueryData::Minus(first, second) => {
                Query::Minus(Box::new(self.query(first, path)), Box::new(self.query(second, path)))
            }
            QueryData::AtLeast(inner, with) => Query::Compare(Box::new(self.query(inner, path)), AtLeast, *with),
            QueryData::AtMost(inner, with) => Query::Compare(Box::new(self.query(inner, path)), AtMost, *with),
            QueryData::MoreThan(inner, with) => Query::Compare(Box::new(self.query(inner, path)), MoreThan, *with),
            QueryData::LessThan(inner, with) => Query::Compare(Box::new(self.query(inner, path)), LessThan, *with),
            QueryData::Curve(inner, points) => {
                self.rising(points, path);
                Query::Curve(Box::new(self.query(inner, path)), points.clone())
            }
        }
    }
}

/// An action before the domain has numbered it.
struct ActionDraft {
    data: MindAction,
    about: Option<usize>,
    keep: Option<usize>,
    dearer_by: Option<Query>,
    surcharges: Vec<SurchargeSpec>,
    when: Option<Query>,
    hold: Option<Query>,
    until: Option<Query>,
    behaviour: Option<Arc<dyn Behaviour>>,
    settings: Settings,
}

impl ActionDraft {
    fn finish(self, id: ActionId, domain: &Domain) -> ActionSpec {
        let Self { data, about, keep, dearer_by, surcharges, when, hold, until, behaviour, settings } = self;
        let bit = domain.kind_bit(data.name.as_str());
        let called = data.called.unwrap_or(data.name);
        ActionSpec { data, id, called, about, keep, bit, dearer_by, surcharges, when, hold, until, behaviour, settings }
    }
}

fn notion_spec(name: &str, data: &Notion, near: Option<(usize, f32)>, apart: Option<(usize, f32)>) -> NotionSpec {
    NotionSpec {
        name: name.into(),
        kinds: data.kinds.clone(),
        states: data.states.clone(),
        not_states: data.not_states.clone(),
        sources: data.sources.clone(),
        confidence: data.confidence,
        amount: data.amount,
        in_sight: data.in_sight,
        fresh: data.fresh.unwrap_or(f32::MAX),
        stale: data.stale.unwrap_or(0.0),
        within: data.within.unwrap_or(f32::MAX),
        beyond: data.beyond.unwrap_or(0.0),
        unchecked: data.unchecked,
        unsettled: data.unsettled,
        untried: data.untried,
        free: data.free,
        mark: data.mark,
        near,
        apart,
    }
}

/// What the planner is told.
fn declaration(file: &MindFile) -> Declaration {
    let facts = Entries(file.facts.0.iter().map(|(name, fact)| (name.clone(), fact.is.clone())).collect());
    let words = Vocabulary { facts: &facts, candidates: &[] };
    let action = |data: &MindAction| Action {
        name: data.name.as_str().to_owned(),
        cost: if data.dearer_by.is_some() {
            ActionCost::Named { name: WORKED_OUT.to_owned(), parameters: Vec::new() }
        } else {
            ActionCost::Fixed(data.cost)
        },
        needs: words.conditions(&data.needs),
        brings: words.effects(&data.brings),
        checks: Vec::new(),
        // Each action is a kind of candidate of its own: whether one fits depends on more than what it is.
        target: data.about.map(|_| TargetRule {
            kinds: vec![data.name.as_str().to_owned()],
            once: data.once,
            travels: data.travels,
        }),
    };
    let goal = |(name, wants): (&str, _)| -> Goal { words.goal(name, wants) };
    Declaration {
        facts: words.facts(),
        actions: ActionSet { actions: file.actions.iter().map(action).collect() },
        goals: file.goals.iter().map(|data| goal((data.name.as_str(), &data.wants))).collect(),
        detours: false,
    }
}

/// A mistake in the domain, by its place in the file.
fn of_domain(finding: &Finding, file: &MindFile) -> MindFinding {
    let fact = |index: &usize| file.facts.0.get(*index).map_or("", |(name, _)| name.as_str());
    let path = match &finding.place {
        Place::Fact(index) => format!("facts[{:?}]", fact(index)),
        Place::FactDefault(index) => format!("facts[{:?}].is", fact(index)),
        Place::Action(index) => format!("actions[{index}]"),
        Place::ActionCost(index) => format!("actions[{index}].cost"),
        Place::ActionNeeds(index, fact) => format!("actions[{index}].needs[{fact:?}]"),
        Place::ActionBrings(index, fact) => format!("actions[{index}].brings[{fact:?}]"),
        Place::ActionTarget(index) => format!("actions[{index}].about"),
        Place::Goal(index) => format!("goals[{index}]"),
        Place::GoalWants(index, fact) => format!("goals[{index}].wants[{fact:?}]"),
        Place::Start(fact) => format!("facts[{fact:?}]"),
    };
    MindFinding { path, message: finding.problem.to_string() }
}
