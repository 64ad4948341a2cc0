//! Which goals a plan can reach at all, whatever the state: a goal is out of reach if no action that can ever be used brings
//! about one of its conditions.
//!
//! The check ignores that actions can undo what others have done, so it never calls a reachable goal unreachable.

use crate::{
    compiled::{ActionId, Change, CompiledAction, FactId, FactTest, GoalId},
    domain::Domain,
    values::ValueSet,
};

/// The value of a fact before any action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactStart {
    /// Its default.
    Default,
    /// This value, encoded.
    Value(i64),
    /// It is measured, and may have any value.
    Any,
}

/// A goal that no plan can reach, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreachableGoal {
    /// The goal.
    pub goal: GoalId,
    /// What is missing: at least one condition.
    pub missing: Vec<MissingCondition>,
}

/// A condition that no usable action brings about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingCondition {
    /// The fact.
    pub fact: FactId,
    /// The condition on it, as text.
    pub condition: String,
    /// The disabled actions that would bring it about; empty if there are none.
    pub disabled: Vec<ActionId>,
}

impl Domain {
    /// The goals that no plan can reach with the enabled actions, in the order of their declaration. A goal whose conditions are
    /// only measured, so that no action of the domain ever changes them, is not listed unless they can never hold.
    #[must_use]
    pub fn unreachable_goals(
        &self,
        start: &dyn Fn(FactId) -> FactStart,
        enabled: &dyn Fn(ActionId) -> bool,
    ) -> Vec<UnreachableGoal> {
        let reach = ActionReach::new(self, start, enabled);
        let everything = ActionReach::new(self, start, &|_| true);
        let mut found = Vec::new();
        for (id, goal) in self.goal_ids().zip(&self.goals) {
            let never: Vec<&FactTest> = goal.conditions.iter().filter(|test| !reach.meets(test)).collect();
            // A goal is worth planning for if an action can bring about one of its conditions.
            let lost = goal.conditions.iter().filter(|test| everything.achieves(test)).collect::<Vec<_>>();
            let out_of_reach = !lost.is_empty() && !lost.iter().any(|test| reach.achieves(test));
            let missing = if never.is_empty() && out_of_reach { lost } else { never };
            if !missing.is_empty() {
                let missing = missing.into_iter().map(|test| self.missing(id, test, &everything, enabled)).collect();
                found.push(UnreachableGoal { goal: id, missing });
            }
        }
        found
    }

    fn missing(
        &self,
        goal: GoalId,
        test: &FactTest,
        everything: &ActionReach<'_>,
        enabled: &dyn Fn(ActionId) -> bool,
    ) -> MissingCondition {
        let fact = FactId(test.fact);
        let named = self.goals().get(goal.index()).into_iter().flat_map(|goal| &goal.conditions);
        let condition = named
            .filter(|(name, _)| self.fact(name) == Some(fact))
            .map(|(_, condition)| condition.to_string())
            .collect::<Vec<_>>()
            .join(" and ");
        let helps = |action: &ActionId| !enabled(*action) && everything.action_achieves(*action, test);
        MissingCondition { fact, condition, disabled: self.action_ids().filter(helps).collect() }
    }
}

/// The values that facts can take, and the actions that can be used, with some actions enabled.
pub(crate) struct ActionReach<'a> {
    domain: &'a Domain,
    pub values: Vec<ValueSet>,
    pub usable: Vec<bool>,
    enabled: Vec<bool>,
}

impl<'a> ActionReach<'a> {
    pub fn new(domain: &'a Domain, start: &dyn Fn(FactId) -> FactStart, enabled: &dyn Fn(ActionId) -> bool) -> Self {
        let values = domain.fact_ids().zip(&domain.facts).map(|(id, fact)| match start(id) {
            FactStart::Default => ValueSet::point(fact.default),
            FactStart::Value(value) => ValueSet::point(value.clamp(fact.range.0, fact.range.1)),
            FactStart::Any => ValueSet::interval(fact.range.0, fact.range.1),
        });
        let mut reach = Self {
            domain,
            values: values.collect(),
            usable: vec![false; domain.actions.len()],
            enabled: domain.action_ids().map(enabled).collect(),
        };
        reach.spread();
        reach
    }

    /// Whether the test can hold.
    pub fn meets(&self, test: &FactTest) -> bool {
        test.satisfiable_in(&self.values[test.fact as usize])
    }

    /// Whether a usable action can make the test hold.
    fn achieves(&self, test: &FactTest) -> bool {
        self.domain.action_ids().any(|action| self.action_achieves(action, test))
    }

    fn action_achieves(&self, action: ActionId, test: &FactTest) -> bool {
        let Some(compiled) = self.domain.actions.get(action.index()) else { return false };
        let makes = |&(fact, change): &(u32, Change)| {
            fact == test.fact
                && self
                    .produced(fact, change)
                    .is_some_and(|(least, most)| test.satisfiable_in(&ValueSet::interval(least, most)))
        };
        self.usable[action.index()] && compiled.effects.iter().any(makes)
    }

    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for (index, action) in self.domain.actions.iter().enumerate() {
                if self.enabled[index]
                    && !self.usable[index]
                    && action.preconditions.iter().all(|test| self.meets(test))
                {
                    self.usable[index] = true;
                    changed = true;
                }
            }
            for index in 0..self.usable.len() {
                if self.usable[index] {
                    changed |= self.apply(&self.domain.actions[index]);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The range of the values that an effect can produce; `None` if it changes nothing.
    fn produced(&self, fact: u32, change: Change) -> Option<(i64, i64)> {
        let (least, most) = self.domain.facts[fact as usize].range;
        let known = &self.values[fact as usize];
        let ends = (known.0.first().map_or(least, |range| range.0), known.0.last().map_or(most, |range| range.1));
        match change {
            Change::Set(value) => Some((value, value)),
            Change::SetTarget => Some((0.max(least), most)),
            Change::Add(amount) if amount > 0 => Some((ends.0, most)),
            Change::Add(amount) if amount < 0 => Some((least, ends.1)),
            Change::Add(_) => None,
        }
    }

    /// Adds the values that an action can produce. Returns whether there were new ones.
    fn apply(&mut self, action: &CompiledAction) -> bool {
        let mut changed = false;
        for &(fact, change) in &action.effects {
            let Some(more) = self.produced(fact, change) else { continue };
            let known = &self.values[fact as usize];
            let grown = ValueSet::union(known.0.iter().copied().chain([more]).collect());
            if grown != *known {
                self.values[fact as usize] = grown;
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Goal};

    fn domain() -> Domain {
        Domain::builder()
            .action(Action::new("chop").requires("axe", true).increases("wood", 1))
            .action(Action::new("buy axe").at_least("gold", 5).sets("axe", true))
            .action(Action::new("find axe").sets("axe", true))
            .action(Action::new("dig").increases("gold", 1))
            .action(Action::new("burn").at_least("wood", 1).sets("warm", true))
            .goal(Goal::new("warm").requires("warm", true))
            .goal(Goal::new("rich").at_least("gold", 9))
            .build()
            .unwrap()
    }

    fn unreachable_without(domain: &Domain, off: &[&str]) -> Vec<(String, Vec<String>)> {
        let ids: Vec<_> = off.iter().map(|name| domain.action(name).unwrap()).collect();
        let found = domain.unreachable_goals(&|_| FactStart::Default, &|action| !ids.contains(&action));
        let name = |goal| domain.goal_name(goal).to_owned();
        found
            .into_iter()
            .map(|one| {
                let helpers = one.missing.iter().flat_map(|missing| &missing.disabled);
                (name(one.goal), helpers.map(|action| domain.action_name(*action).to_owned()).collect())
            })
            .collect()
    }

    #[test]
    fn a_goal_is_unreachable_without_the_only_way_to_it() {
        let domain = domain();
        assert_eq!(unreachable_without(&domain, &[]), []);
        assert_eq!(unreachable_without(&domain, &["buy axe"]), [], "an axe can still be found");
        assert_eq!(unreachable_without(&domain, &["burn"]), [("warm".to_owned(), vec!["burn".to_owned()])]);
        let both: Vec<String> =
            unreachable_without(&domain, &["buy axe", "find axe"]).into_iter().map(|(goal, _)| goal).collect();
        assert_eq!(both, ["warm"]);
        assert_eq!(unreachable_without(&domain, &["dig"]).len(), 1, "nobody gets rich without digging");
    }

    #[test]
    fn a_measured_goal_needs_an_action_only_if_one_exists() {
        let domain = domain();
        let any = |_| FactStart::Any;
        let off = domain.action("burn").unwrap();
        let found = domain.unreachable_goals(&any, &|action| action != off);
        assert_eq!(found.len(), 1, "warmth may be measured, but no plan leads to it");
        assert!(domain.unreachable_goals(&any, &|_| true).is_empty());
    }
}
