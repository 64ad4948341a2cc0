//! With the feature `serde`: what is written is read back unchanged, and invalid numbers are refused.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Debug;

use quarry_goap::{
    Action, Condition, Domain, DomainSpec, Effect, Goal, Plan, PlanCost, PlanOutcome, PlanRequest, Planner,
    PlanningFact, SearchBudget, State, Strategy, Value,
};
use serde::{Serialize, de::DeserializeOwned};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

fn spec() -> DomainSpec {
    Domain::builder()
        .fact(PlanningFact::number("hunger", 0.0, 1.0).with_default(0.9))
        .fact(PlanningFact::symbol("place", ["home", "work"]))
        .action(Action::new("commute").named_cost("traffic").requires("place", "home").sets("place", "work"))
        .action(Action::new("work").requires("place", "work").increases("gold", 5).context_precondition("weekday"))
        .action(Action::new("take").targets("coin").once_per_target().requires("at", Value::OwnTarget))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
        .goal(Goal::new("rich").at_least("gold", 9).requires("hunger", Condition::Between(0.0, 1.0)))
        .into_spec()
}

#[test]
fn plain_data_survives_a_round_trip() {
    let spec = spec();
    round_trip(&spec);
    let domain = Domain::new(spec).unwrap();
    let state = domain.state().with("hunger", 0.123_456).build().unwrap();
    round_trip(&state);
    let request = PlanRequest::new(&state, domain.goal("rich").unwrap());
    let mut planner = Planner::new();
    let plan = planner.plan(&domain, &request).to_plan().unwrap();
    round_trip(&plan);
    // A plan that was read is as good as the plan that was written.
    let read: Plan = serde_json::from_str(&serde_json::to_string(&plan).unwrap()).unwrap();
    assert!(planner.validate(&domain, &request, &read.steps).holds());
    round_trip(&[Condition::OneOf(vec![true.into(), Value::Candidate(3)]), Condition::MoreThan(0.1)]);
    round_trip(&Effect::Add(-0.5));
    round_trip(&[PlanCost::ZERO, PlanCost::INFINITE, PlanCost::measured(0.1)]);
    round_trip(&(Strategy::IdaStar, SearchBudget::default(), PlanOutcome::Impossible, domain.candidate(["coin"])));
}

#[test]
fn missing_fields_have_defaults_and_unknown_fields_are_refused() {
    let action: Action =
        serde_json::from_str(r#"{"name": "wait", "effects": [["ready", {"Set": {"Bool": true}}]]}"#).unwrap();
    assert_eq!(action, Action::new("wait").sets("ready", true));
    assert!(serde_json::from_str::<Action>(r#"{"name": "wait", "price": 3}"#).is_err());
}

#[test]
fn costs_outside_their_range_are_refused() {
    assert!(serde_json::from_str::<PlanCost>("-1").is_err());
    assert!(serde_json::from_str::<PlanCost>(&i64::MAX.to_string()).is_err());
    assert_eq!(serde_json::from_str::<PlanCost>("1500000").unwrap(), PlanCost::measured(1.5));
}

#[test]
fn a_plan_of_an_unknown_action_is_not_valid_and_does_not_panic() {
    let domain = Domain::new(spec()).unwrap();
    let plan: Plan = serde_json::from_str(
        r#"{"steps": [{"action": 4000000000, "candidate": 9, "cost": 0, "travel": 0}], "cost": 0}"#,
    )
    .unwrap();
    let state: State = serde_json::from_str("[9223372036854775807]").unwrap();
    let request = PlanRequest::new(&state, domain.goal("rich").unwrap());
    assert!(!Planner::new().validate(&domain, &request, &plan.steps).holds());
}
