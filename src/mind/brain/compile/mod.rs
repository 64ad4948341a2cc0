//! From a mind file to a brain, collecting every mistake on the way.

mod declare;
mod notions;
mod queries;

use std::sync::Arc;

use super::{ActionSpec, Brain, FactSpec, GoalSpec, MindFinding, NotionSpec, Query, SharingSpec, SurchargeSpec, Words};
use crate::{
    data::{
        domain::FactData,
        mind::{MindAction, MindFile, QueryData},
    },
    goap::{ActionId, Domain},
    mind::behaviours::{Behaviour, Behaviours, Settings},
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
        let mut notions = compiler.notions();
        let fact_queries = compiler.fact_queries();
        let actions = compiler.actions(behaviours, &notions);
        let goals = compiler.goals();
        let sharing = compiler.sharing();
        compiler.ranges();
        let memory = compiler.memory(&notions);
        for notion in &mut notions {
            notion.bits = memory.bits(&notion.kinds);
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
            .zip(fact_queries)
            .zip(&file.facts.0)
            .map(|((id, (query, nearest)), (_, fact))| match (query, nearest, &fact.is) {
                (_, Some(notion), FactData::Target { .. }) => FactSpec::Nearest(id, notion),
                (Some(query), _, FactData::Bool { .. }) => FactSpec::Whether(id, query),
                (Some(query), ..) => FactSpec::Measure(id, query),
                _ => FactSpec::Still(id),
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
        let (thinking, words) = (file.thinking.clone(), Words::of(file, &domain));
        let memory = Arc::new(memory);
        Ok(Self { name, domain, notions, facts, actions, abouts, goals, memory, thinking, sharing, words })
    }
}

/// The notions that these actions are about, each once, and the bits of its actions.
fn abouts_of(actions: &[ActionSpec]) -> Vec<(usize, u64)> {
    let mut abouts: Vec<(usize, u64)> = Vec::new();
    for (notion, bit) in actions.iter().filter_map(|action| Some((action.about?, action.bit))) {
        match abouts.iter_mut().find(|(known, _)| *known == notion) {
            Some((_, bits)) => *bits |= bit,
            None => abouts.push((notion, bit)),
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

    fn sharing(&mut self) -> SharingSpec {
        let data = self.file.sharing.clone();
        let notions = data.notions.iter().map(|notion| self.notion(*notion, "sharing.notions")).collect();
        SharingSpec { data, notions }
    }

    fn ranges(&mut self) {
        let thinking = &self.file.thinking;
        let memory = &self.file.memory;
        let pursuit = &memory.pursuit;
        let checks = [
            ("thinking.every", thinking.every, 0.1, 5.0),
            ("thinking.replan_every", thinking.replan_every, 0.0, 10.0),
            ("thinking.rush", f32::from(thinking.rush), 1.0, 30.0),
            ("thinking.waver", thinking.waver, 0.0, 60.0),
            ("thinking.waver_margin", thinking.waver_margin, 0.0, 1000.0),
            ("thinking.nodes", thinking.nodes as f32, 100.0, 1.0e6),
            ("thinking.candidates", f32::from(thinking.candidates), 1.0, 64.0),
            ("thinking.metre", thinking.metre, 0.0, 100.0),
            ("thinking.remembered", f32::from(thinking.remembered), 1.0, 256.0),
            ("memory.capacity", f32::from(memory.capacity), 8.0, 1024.0),
            ("memory.moved", memory.moved, 0.1, 10.0),
            ("memory.in_sight", memory.in_sight, 0.05, 5.0),
            ("memory.merge", memory.merge, 0.0, 20.0),
            ("memory.claim", memory.claim, 1.0, 120.0),
            ("memory.pursuit.places", f32::from(pursuit.places), 1.0, 16.0),
            ("memory.pursuit.apart", pursuit.apart, 0.0, 20.0),
            ("memory.pursuit.seconds", pursuit.seconds, 1.0, 300.0),
            ("memory.pursuit.onward", pursuit.onward, 1.0, 100.0),
            ("memory.pursuit.ruled_out", pursuit.ruled_out, 1.0, 300.0),
            ("memory.pursuit.beside", pursuit.beside, 0.0, 20.0),
            ("memory.pursuit.likeliest", pursuit.likeliest, 0.0, 1.0),
            ("memory.pursuit.spread", pursuit.spread, 0.05, 10.0),
            ("memory.pursuit.slack", pursuit.slack, 0.1, 20.0),
            ("memory.pursuit.followed", f32::from(pursuit.followed), 1.0, 16.0),
            ("memory.pursuit.stray", pursuit.stray, 0.0, 1.0),
            ("memory.pursuit.claimed", pursuit.claimed, 0.0, 1.0),
            ("memory.pursuit.near", pursuit.near, 0.5, 60.0),
        ];
        for (path, value, low, high) in checks {
            if !(low..=high).contains(&value) {
                self.find(path, format!("{value} is out of range; it lies between {low} and {high}"));
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
