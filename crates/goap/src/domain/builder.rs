//! Builds a domain from facts, actions and goals in code, without a declaration of every fact.
//!
//! Independent of: how a specification is checked.

use super::implicit::declare_implicit_facts;
use super::{Domain, DomainSpec};
use crate::action::{Action, Goal};
use crate::error::DomainErrors;
use crate::fact::PlanningFact;

/// Builds a [`Domain`]. Made by [`Domain::builder`].
///
/// A fact that actions and goals mention without a declaration is declared implicitly. Its type follows from the values
/// it is compared with or set to:
///
/// | values | type | start value |
/// |---|---|---|
/// | `true`, `false` | bool | `false` |
/// | whole numbers | integer from -10⁹ to 10⁹ | 0 |
/// | numbers, some with decimal places | number from -10⁹ to 10⁹ | 0 |
/// | strings | symbol; the strings are its values, in the order of mention | the first one |
/// | [`Value`](crate::Value)`::OwnTarget` and other targets | target | no target |
///
/// Declare a fact with [`DomainBuilder::fact`] to give it a range or another default. A misspelt name declares a fact that
/// no action changes; after [`DomainBuilder::explicit_facts`] it is an error instead.
///
/// ```
/// use quarry_goap::{Action, Domain, Goal, PlanningFact};
///
/// let domain = Domain::builder()
///     .fact(PlanningFact::integer("ammo", 0, 6).with_default(2))
///     .action(Action::new("reload").cost(2).sets("ammo", 6))
///     .action(Action::new("shoot").at_least("ammo", 1).decreases("ammo", 1).sets("target down", true))
///     .goal(Goal::new("fight").requires("target down", true))
///     .build()?;
/// assert_eq!(domain.facts().len(), 2);
/// # Ok::<(), quarry_goap::DomainErrors>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct DomainBuilder {
    spec: DomainSpec,
    explicit_facts: bool,
}

impl DomainBuilder {
    /// Declares a fact.
    pub fn fact(mut self, fact: PlanningFact) -> Self {
        self.spec.facts.push(fact);
        self
    }

    /// Adds an action. The order of actions decides between plans of equal cost.
    pub fn action(mut self, action: Action) -> Self {
        self.spec.actions.actions.push(action);
        self
    }

    /// Adds a goal.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.spec.goals.push(goal);
        self
    }

    /// From now on, a fact that is not declared is an error.
    pub fn explicit_facts(mut self) -> Self {
        self.explicit_facts = true;
        self
    }

    /// Says that travelling through a third candidate may cost less than travelling directly, see
    /// [`DomainSpec::breaks_triangle_inequality`].
    pub fn breaks_triangle_inequality(mut self) -> Self {
        self.spec.breaks_triangle_inequality = true;
        self
    }

    /// The specification as plain data: the declared facts, then the implicit ones in the order of mention.
    #[must_use]
    pub fn into_spec(mut self) -> DomainSpec {
        if !self.explicit_facts {
            declare_implicit_facts(&mut self.spec);
        }
        self.spec
    }

    /// Checks and compiles the domain.
    ///
    /// # Errors
    /// Every mistake found, in declaration order.
    pub fn build(self) -> Result<Domain, DomainErrors> {
        Domain::new(self.into_spec())
    }
}
