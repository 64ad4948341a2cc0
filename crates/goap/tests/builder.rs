//! The builder and the plain data: the same domain both ways, implicit facts, and errors that name their place.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use quarry_goap::{
    Action, ActionCost, ActionSet, Condition, Domain, DomainSpec, Effect, FactKind, Goal, PlanCandidate, PlanOutcome,
    PlanRequest, Planner, PlanningFact, TargetRule, Value,
};

const ALL_INTEGERS: FactKind = FactKind::Integer { min: -1_000_000_000, max: 1_000_000_000 };

#[test]
fn a_builder_makes_the_plain_data() {
    let built = Domain::builder()
        .fact(PlanningFact::number("hunger", 0.0, 1.0).with_default(0.5))
        .action(
            Action::new("take")
                .named_cost("danger")
                .requires("at", Value::OwnTarget)
                .at_least("gold", 1)
                .at_most("gold", 9)
                .sets("fed", true)
                .decreases("hunger", 0.25)
                .increases("gold", 2u32)
                .targets("apple")
                .targets("pear")
                .once_per_target()
                .includes_travel()
                .context_precondition("daylight"),
        )
        .goal(Goal::new("fed").requires("fed", true).at_most("hunger", 0.5))
        .breaks_triangle_inequality()
        .into_spec();
    let fact = |name: &str, kind| PlanningFact { name: name.into(), kind, default: None };
    let plain = DomainSpec {
        facts: vec![
            PlanningFact {
                default: Some(Value::Number(0.5)),
                ..fact("hunger", FactKind::Number { min: 0.0, max: 1.0 })
            },
            fact("at", FactKind::Target),
            fact("gold", ALL_INTEGERS),
            fact("fed", FactKind::Bool),
        ],
        actions: ActionSet {
            actions: vec![Action {
                name: "take".into(),
                cost: ActionCost::Named("danger".into()),
                preconditions: vec![
                    ("at".into(), Condition::Is(Value::OwnTarget)),
                    ("gold".into(), Condition::All(vec![Condition::AtLeast(1.0), Condition::AtMost(9.0)])),
                ],
                effects: vec![
                    ("fed".into(), Effect::Set(Value::Bool(true))),
                    ("hunger".into(), Effect::Add(-0.25)),
                    ("gold".into(), Effect::Add(2.0)),
                ],
                context_preconditions: vec!["daylight".into()],
                target: Some(TargetRule {
                    kinds: vec!["apple".into(), "pear".into()],
                    once_per_target: true,
                    includes_travel: true,
                }),
            }],
        },
        goals: vec![Goal {
            name: "fed".into(),
            conditions: vec![
                ("fed".into(), Condition::Is(Value::Bool(true))),
                ("hunger".into(), Condition::AtMost(0.5)),
            ],
        }],
        breaks_triangle_inequality: true,
    };
    assert_eq!(built, plain);
    assert!(Domain::new(plain).is_ok());
}

#[test]
fn implicit_facts_have_the_types_of_their_values() {
    let spec = Domain::builder()
        .action(Action::new("a").requires("mood", "calm").sets("mood", "angry").increases("anger", 1))
        .action(Action::new("b").sets("anger", 0.5).requires("where", Value::NoTarget).requires("count", 3u8))
        .goal(Goal::new("c").requires("mood", Condition::IsNot("afraid".into())).requires("ready", false))
        .into_spec();
    let facts: Vec<(&str, &FactKind)> = spec.facts.iter().map(|fact| (fact.name.as_str(), &fact.kind)).collect();
    let moods = ["calm", "angry", "afraid"].map(str::to_owned).to_vec();
    assert_eq!(
        facts,
        [
            ("mood", &FactKind::Symbol { values: moods }),
            ("anger", &FactKind::Number { min: -1e9, max: 1e9 }),
            ("where", &FactKind::Target),
            ("count", &ALL_INTEGERS),
            ("ready", &FactKind::Bool),
        ]
    );
}

#[test]
fn values_of_different_types_for_one_fact_are_an_error_with_its_place() {
    let errors = Domain::builder()
        .action(Action::new("work").sets("gold", 5))
        .goal(Goal::new("rich").requires("gold", true))
        .build()
        .unwrap_err();
    assert_eq!(errors.to_string(), "goal \"rich\", condition on \"gold\": expected integer, found true");
    assert_eq!(errors.iter().count(), 1);
    // It converts into the error types that applications use.
    let boxed: Box<dyn std::error::Error + Send + Sync> = errors.into();
    assert!(boxed.source().is_none());
}

#[test]
fn explicit_facts_catch_misspelt_names() {
    let domain = |explicit: bool| {
        let builder = Domain::builder()
            .fact(PlanningFact::bool("in car"))
            .action(Action::new("drive").requires("in cart", true).sets("in car", true))
            .goal(Goal::new("go").requires("in car", true));
        if explicit { builder.explicit_facts() } else { builder }.build()
    };
    assert!(domain(false).is_ok());
    assert_eq!(
        domain(true).unwrap_err().to_string(),
        "action \"drive\", precondition on \"in cart\": unknown fact \"in cart\"; declare it or correct the name"
    );
}

#[test]
fn every_error_names_its_place() {
    let errors = Domain::builder()
        .fact(PlanningFact::integer("gold", 5, 1))
        .fact(PlanningFact::bool("ready").with_default(3))
        .action(Action::new("").cost(f64::NAN))
        .action(Action::new("take").requires("at", Value::OwnTarget).sets("ready", 1))
        .goal(Goal::new("idle"))
        .build()
        .unwrap_err();
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "fact \"gold\": the range is empty: min exceeds max",
            "fact \"ready\", default: expected bool, found 3",
            "action number 1: the name is empty",
            "action number 1, cost: NaN cannot be used: it is not a finite number",
            "action \"take\", precondition on \"at\": \"$target\" is only allowed in preconditions and effects of an \
             action with a target, as the value of is, is_not or set",
            "action \"take\", effect on \"ready\": expected bool, found 1",
            "goal \"idle\": the goal has no conditions; add at least one",
        ]
        .map(str::to_owned)
    );
    assert_eq!(errors.to_string(), format!("7 errors:\n{}", lines.join("\n")));
    assert_eq!(errors.into_iter().next().map(|error| error.name), Some("gold".to_owned()));
}

#[test]
fn two_conditions_on_one_fact_must_both_hold() {
    let domain = Domain::builder()
        .action(Action::new("dig").increases("gold", 4))
        .action(Action::new("pay").cost(0.5).decreases("gold", 1))
        .goal(Goal::new("some").at_least("gold", 6).at_most("gold", 7).requires("gold", Condition::IsNot(7.into())))
        .build()
        .unwrap();
    let state = domain.state().build().unwrap();
    let result = Planner::new().plan(&domain, &PlanRequest::new(&state, domain.goal("some").unwrap())).to_plan();
    assert_eq!(result.unwrap().cost.value(), 3.0);
}

#[test]
fn candidates_have_the_kinds_they_name() {
    let domain = Domain::builder()
        .action(Action::new("eat").targets("apple").targets("pear").sets("fed", true))
        .action(Action::new("drink").targets("well").sets("watered", true))
        .goal(Goal::new("fed").requires("fed", true))
        .build()
        .unwrap();
    assert_eq!(domain.candidate(["stone"]), PlanCandidate::default());
    let pear = domain.candidate(["pear", "stone"]);
    let (eat, drink) = (domain.action("eat").unwrap(), domain.action("drink").unwrap());
    assert!(domain.fits(eat, pear.kinds) && !domain.fits(drink, pear.kinds));
    let (state, goal) = (domain.defaults(), domain.goal("fed").unwrap());
    let mut planner = Planner::new();
    for (candidates, outcome) in
        [(&[pear][..], PlanOutcome::Plan), (&[domain.candidate(["well"])], PlanOutcome::Impossible)]
    {
        let request = PlanRequest { candidates, ..PlanRequest::new(&state, goal) };
        assert_eq!(planner.plan(&domain, &request).outcome, outcome);
    }
}

#[test]
fn the_number_of_kinds_is_limited() {
    let domain = |kinds: usize| {
        let action = (0..kinds).fold(Action::new("eat"), |action, kind| action.targets(format!("kind {kind}")));
        Domain::builder().action(action.sets("fed", true)).build()
    };
    assert!(domain(127).is_ok());
    let most = "action \"eat\", target: too many kinds of candidate in one action: at most 127 are supported";
    assert_eq!(domain(128).unwrap_err().to_string(), most);
    let too_many = domain(129).unwrap_err();
    assert!(too_many.to_string().contains("too many kinds of candidate: at most 128 are supported"), "{too_many}");
}
