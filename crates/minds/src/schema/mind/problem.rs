//! A mind as a planning file, for planning with it outside of a match: nothing is remembered there, so that facts have the values that one
//! gives them, and each query has one member.

use crate::{
    protocol::Label,
    schema::domain::{
        ActionData, Entries, Scalar, TargetData,
        file::{CandidateData, DomainFile, GoalData},
    },
};

use super::{MindActionData, MindFile, MindGoalData};

impl MindFile {
    /// The planning file of this mind. Each query that actions take targets from, or that a fact is the nearest member of, has one candidate
    /// of its name, without a way to it. Costs are those without `extra_cost` and surcharges, odds are certain, and relevances are those
    /// without considerations. All actions are available.
    #[must_use]
    pub fn planning_file(&self) -> DomainFile {
        let mut queries: Vec<Label> = self.actions.iter().filter_map(|action| action.target).collect();
        let nearest = self.facts.0.iter().filter_map(|(fact, data)| Some((fact, data.nearest?)));
        let start: Vec<(String, Scalar)> =
            nearest.map(|(fact, query)| (fact.clone(), Scalar::Text(query.to_string()))).collect();
        queries.extend(self.facts.0.iter().filter_map(|(_, data)| data.nearest));
        queries.sort();
        queries.dedup();
        let candidate = |query: &Label| CandidateData {
            name: query.to_string(),
            kinds: vec![query.to_string()],
            ..CandidateData::default()
        };
        DomainFile {
            facts: Entries(self.facts.0.iter().map(|(name, data)| (name.clone(), data.r#type.clone())).collect()),
            start: Entries(start),
            goals: self.goals.iter().map(goal).collect(),
            actions: self.actions.iter().filter(|action| !action.placeholder).map(action).collect(),
            candidates: queries.iter().map(candidate).collect(),
            ..DomainFile::default()
        }
    }
}

fn goal(goal: &MindGoalData) -> GoalData {
    GoalData {
        name: goal.name.to_string(),
        conditions: goal.conditions.clone(),
        relevance: f64::from(goal.base_relevance),
        worth: goal.worth.map(f64::from),
    }
}

fn action(action: &MindActionData) -> ActionData {
    let target = action.target.map(|query| TargetData {
        kinds: vec![query.to_string()],
        once_per_target: action.once_per_target,
        includes_travel: action.includes_travel,
    });
    ActionData {
        name: action.name.to_string(),
        cost: action.cost,
        odds: 1.0,
        seconds: None,
        danger: 0.0,
        named_cost: String::new(),
        preconditions: action.preconditions.clone(),
        effects: action.effects.clone(),
        context_preconditions: Vec::new(),
        target,
    }
}
