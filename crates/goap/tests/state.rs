//! States by name: every type of value, and every mistake as an error.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use quarry_goap::{Action, Domain, DomainErrorKind, Goal, PlanningFact, State, Value};

fn domain() -> Domain {
    Domain::builder()
        .fact(PlanningFact::bool("ready"))
        .fact(PlanningFact::integer("gold", 0, 100).with_default(7))
        .fact(PlanningFact::number("hunger", 0.0, 1.0))
        .fact(PlanningFact::symbol("place", ["home", "work"]))
        .fact(PlanningFact::target("at"))
        .action(Action::new("wait").sets("ready", true))
        .goal(Goal::new("be ready").requires("ready", true))
        .build()
        .unwrap()
}

#[test]
fn values_are_read_as_they_were_written() {
    let domain = domain();
    let state = domain
        .state()
        .with("ready", true)
        .with("gold", 12i64)
        .with("hunger", 0.25)
        .with("place", "work")
        .with("at", Value::Candidate(3))
        .build()
        .unwrap();
    let value = |fact| state.value(&domain, fact);
    assert_eq!(value("ready"), Some(true.into()));
    assert_eq!(value("gold"), Some(12.into()));
    assert_eq!(value("hunger"), Some(0.25.into()));
    assert_eq!(value("place"), Some("work".into()));
    assert_eq!(value("at"), Some(Value::Candidate(3)));
    assert_eq!(value("weather"), None);
    assert_eq!(state.as_slice(), [1, 12, 250_000, 1, 3]);
    assert_eq!(domain.state().build().unwrap(), domain.defaults());
    assert_eq!(domain.defaults().value(&domain, "gold"), Some(7.into()));
}

#[test]
fn mistakes_are_errors_and_leave_the_state_alone() {
    let domain = domain();
    let errors = domain
        .state()
        .with("weather", "rain")
        .with("ready", 1)
        .with("gold", 0.5)
        .with("gold", 101)
        .with("hunger", f64::INFINITY)
        .with("hunger", 0.1_f32)
        .with("place", "moon")
        .with("at", Value::OwnTarget)
        .with("gold", 5)
        .with_measured("place", 0.5)
        .with_measured("hunger", f64::NAN)
        .build()
        .unwrap_err();
    let text = errors.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11, "{text}");
    assert_eq!(lines[1], "start value of \"weather\": unknown fact \"weather\"; declare it or correct the name");
    assert_eq!(lines[2], "start value of \"ready\": expected bool, found 1");
    assert_eq!(lines[9], "start value of \"place\": expected symbol, found the number 0.5");

    let mut state = domain.defaults();
    assert!(matches!(
        state.set(&domain, "gold", 101).unwrap_err().kind,
        DomainErrorKind::OutOfRange { value: 101.0, min: 0.0, max: 100.0 }
    ));
    assert!(state.set(&domain, "weather", true).is_err());
    assert!(state.set_measured(&domain, "gold", f64::NAN).is_err());
    assert_eq!(state, domain.defaults());
}

#[test]
fn measured_values_are_rounded_and_clamped() {
    let domain = domain();
    let mut state = domain.defaults();
    for (measured, hunger, gold) in [(2.0 / 3.0, 0.666_667, 1), (7e300, 1.0, 100), (f64::NEG_INFINITY, 0.0, 0)] {
        state.set_measured(&domain, "hunger", measured).unwrap();
        state.set_measured(&domain, "gold", measured).unwrap();
        assert_eq!(state.value(&domain, "hunger"), Some(hunger.into()));
        assert_eq!(state.value(&domain, "gold"), Some(gold.into()));
    }
}

#[test]
fn a_short_state_grows_with_defaults() {
    let domain = domain();
    let mut state = State::default();
    assert_eq!(state.value(&domain, "gold"), None);
    state.set(&domain, "hunger", 1).unwrap();
    assert_eq!(state.value(&domain, "gold"), Some(7.into()));
    assert_eq!(state.value(&domain, "hunger"), Some(1.into()));
}
