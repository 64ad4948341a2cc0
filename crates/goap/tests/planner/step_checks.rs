//! Whether a single step is applicable: `Domain::is_applicable`, `Planner::validate` and the tests' own rules agree.

use quarry_goap::{
    Action, ActionSet, Condition, Domain, DomainSpec, Effect, FactKind, Goal, PlanCandidate, PlanCost, PlanRequest,
    PlanStep, Planner, PlanningFact, TargetRule, Validity, Value,
};

use super::problem::{Dice, random};

/// One action at a target that must be its own, but not the second candidate.
fn domain() -> Domain {
    let fact = |name: &str, kind| PlanningFact { name: name.into(), kind, default: None };
    let own = Condition::Is(Value::OwnTarget);
    Domain::new(DomainSpec {
        facts: vec![fact("at", FactKind::Target), fact("done", FactKind::Bool)],
        actions: ActionSet {
            actions: vec![
                Action {
                    name: "go".into(),
                    effects: vec![("at".into(), Effect::Set(Value::OwnTarget))],
                    target: Some(TargetRule::default()),
                    ..Action::default()
                },
                Action {
                    name: "take".into(),
                    preconditions: vec![(
                        "at".into(),
                        Condition::All(vec![own, Condition::IsNot(Value::Candidate(1))]),
                    )],
                    effects: vec![("done".into(), Effect::Set(Value::Bool(true)))],
                    target: Some(TargetRule::default()),
                    ..Action::default()
                },
            ],
        },
        goals: vec![Goal { name: "done".into(), conditions: vec![("done".into(), Condition::Is(Value::Bool(true)))] }],
        ..DomainSpec::default()
    })
    .unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[test]
fn a_condition_on_the_own_target_also_restricts_its_value() {
    let domain = domain();
    let (take, at) = (domain.action("take").unwrap(), domain.fact("at").unwrap());
    let candidates = [PlanCandidate::default(); 2];
    let mut planner = Planner::new();
    for (candidate, applicable) in [(0, true), (1, false)] {
        let state = [i64::from(candidate), 0];
        assert_eq!(domain.is_applicable(take, Some(candidate), &state), applicable);
        assert_eq!(domain.precondition_holds(take, Some(candidate), at, i64::from(candidate)), applicable);
        assert_eq!(domain.unmet_preconditions(take, Some(candidate), &state).count(), usize::from(!applicable));
        let step = PlanStep { action: take, candidate: Some(candidate), cost: PlanCost::ZERO, travel: PlanCost::ZERO };
        let request = PlanRequest { candidates: &candidates, ..PlanRequest::new(&state, domain.goal("done").unwrap()) };
        assert_eq!(planner.validate(&domain, &request, &[step]).holds(), applicable);
    }
}

#[test]
fn an_action_without_a_candidate_is_not_at_its_own_target() {
    let domain = domain();
    let (take, at) = (domain.action("take").unwrap(), domain.fact("at").unwrap());
    let nowhere = domain.defaults();
    assert!(!domain.is_applicable(take, None, &nowhere));
    assert!(!domain.precondition_holds(take, None, at, nowhere[at.index()]));
    assert!(!domain.precondition_satisfiable(take, at, nowhere[at.index()]));
    let names: Vec<_> = domain.achievers(take, at, nowhere[at.index()]).map(|id| domain.action_name(id)).collect();
    assert_eq!(names, ["go"]);
}

#[test]
fn both_ways_to_check_a_step_agree_with_the_tests_own_rules() {
    let mut planner = Planner::new();
    let (mut applicable, mut checked) = (0, 0);
    for seed in 0..3_000 {
        let problem = random(seed);
        let Ok(domain) = problem.domain() else { continue };
        let candidates = problem.candidates(&domain);
        let dice = &mut Dice(seed ^ 0x5EED);
        let values: Vec<i64> = (0..problem.facts.len())
            .map(|fact| {
                let (low, high) = problem.range(fact);
                dice.range(low, high)
            })
            .collect();
        let state = problem.steps_of(&values);
        let request = PlanRequest {
            candidates: &candidates,
            context: &problem,
            ..PlanRequest::new(&state, domain.goal("goal").unwrap())
        };
        if domain.satisfied(request.goal, &state) {
            continue;
        }
        for (id, act) in domain.action_ids().zip(&problem.acts) {
            let targets: Vec<Option<u32>> = match act.target {
                None => vec![None],
                Some(_) => (0..candidates.len() as u32).map(Some).collect(),
            };
            for candidate in targets {
                let own = candidate.map_or(-2, i64::from);
                let expected = act.preconditions.iter().all(|(fact, test)| test.holds(values[*fact], own));
                assert_eq!(domain.is_applicable(id, candidate, &state), expected, "seed {seed} {problem:#?}");
                let step = PlanStep { action: id, candidate, cost: PlanCost::ZERO, travel: PlanCost::ZERO };
                match planner.validate(&domain, &request, &[step]) {
                    // The candidate does not fit; then its preconditions are not looked at.
                    Validity::TargetFails { .. } => {}
                    Validity::PreconditionFails { .. } => assert!(!expected, "seed {seed} {problem:#?}"),
                    _ => assert!(expected, "seed {seed} {problem:#?}"),
                }
                applicable += u32::from(expected);
                checked += 1;
            }
        }
    }
    assert!(applicable > 1_000 && checked > applicable + 1_000, "{applicable} of {checked}");
}
