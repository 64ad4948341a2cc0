//! A snapshot agrees with the components of the mind.

use std::time::Instant;

use quarry_goap::{PlanOutcome, Planner, UnmetCause};
use quarry_minds::{
    Mind, MindComponents, MindTrace, PlanExecuter, RecordPlanning, StepPhase, WorkingMemory,
    protocol::{EventLog, RejectReason, Roster, Subject},
};

use super::{a_match, run, snapshots};
use crate::mind::stage::{Field, Stage, seen, thing};

#[test]
fn it_agrees_with_the_mind_at_every_second_of_a_match() {
    let mut app = a_match(5, false);
    let (mut plans, mut conditions, mut figured) = (0, 0, 0);
    run(&mut app, 1800, |world| {
        let clock = world.resource::<quarry_minds::protocol::SimulationClock>();
        if clock.tick % 30 != 0 {
            return;
        }
        for (snapshot, entity) in snapshots(world).iter().zip(&world.resource::<Roster>().agents) {
            let (mind, memory) = (world.get::<Mind>(*entity).unwrap(), world.get::<WorkingMemory>(*entity).unwrap());
            let executer = world.get::<PlanExecuter>(*entity).unwrap();
            assert_eq!(snapshot.goal, mind.goal());
            assert_eq!(snapshot.facts.len(), memory.facts().len());
            assert_eq!(snapshot.goals.len(), mind.brain.goals.len());
            assert_eq!(snapshot.planner_facts.len(), mind.brain.domain.facts().len());
            assert!(snapshot.goals.windows(2).all(|pair| pair[0].relevance >= pair[1].relevance));
            // At most one goal is pursued, and every other has a reject reason.
            let pursued = snapshot.goals.iter().filter(|goal| goal.passed_over.is_none()).count();
            assert_eq!(pursued, usize::from(snapshot.goal.is_some()));
            for goal in &snapshot.goals {
                // Relevance is the base times all factors, or the base of a goal with a worth; considerations after a factor of 0 are
                // not evaluated.
                let product = goal
                    .considerations
                    .iter()
                    .filter_map(|part| part.evaluated)
                    .fold(goal.worth.unwrap_or(goal.base_relevance), |all, (_, factor)| all * factor);
                let relevance = match goal.worth {
                    Some(_) if product > 0.0 => goal.base_relevance,
                    _ => product,
                };
                assert!((relevance - goal.relevance).abs() < 1e-3, "{goal:?}");
            }
            let Some(plan) = &snapshot.plan else { continue };
            plans += 1;
            assert_eq!(plan.steps.len(), executer.steps.len());
            for (index, step) in plan.steps.iter().enumerate() {
                let wanted = match index.cmp(&executer.at) {
                    std::cmp::Ordering::Less => StepPhase::Done,
                    std::cmp::Ordering::Equal if executer.active().is_some() => StepPhase::Running,
                    _ => StepPhase::Pending,
                };
                assert_eq!(step.phase, wanted);
                conditions += step.conditions.len();
                if let Some(figures) = step.figures {
                    figured += 1;
                    let spec = mind.brain.action(step.step.action).unwrap();
                    assert!(spec.odds.is_some() || spec.seconds.is_some() || spec.danger.is_some());
                    assert!((0.0..=1.0).contains(&figures.odds) && figures.seconds > 0.0, "{figures:?}");
                    assert!(snapshot.to_string().contains(&figures.describe()), "{figures:?}");
                }
            }
        }
    });
    assert!(plans > 50 && conditions > 50, "{plans} plans, {conditions} conditions");
    assert!(figured > 10, "{figured} steps with odds");
}

#[test]
fn recording_planner_calls_changes_nothing_and_a_repeated_call_has_the_same_result() {
    let (mut plain, mut recorded) = (a_match(8, false), a_match(8, true));
    run(&mut plain, 3000, |_| ());
    let mut planner = Planner::new();
    let mut checked = 0;
    run(&mut recorded, 3000, |world| {
        for snapshot in snapshots(world) {
            let (Some(asked), Some(decision)) = (&snapshot.planning, snapshot.last_decision()) else { continue };
            if asked.tick != snapshot.tick {
                continue;
            }
            // The recorded call alone gives the same result.
            if decision.tick == snapshot.tick
                && let Some(goal) = decision.goal
            {
                let goal = asked.brain.domain.goal(goal.as_str()).unwrap();
                let answer = planner.plan(&asked.brain.domain, &asked.request(goal));
                assert_eq!(answer.outcome, PlanOutcome::Plan);
                assert_eq!(answer.cost.value(), decision.cost);
                let targets = |candidate: Option<u32>| candidate.map(|at| asked.candidates[at as usize].subject);
                let steps: Vec<(usize, Option<Subject>)> =
                    answer.steps.iter().map(|step| (step.action.index(), targets(step.candidate))).collect();
                let decided: Vec<(usize, Option<Subject>)> =
                    decision.steps.iter().map(|step| (step.action, step.target)).collect();
                assert_eq!(steps, decided);
                checked += 1;
            }
        }
    });
    assert!(checked > 10, "{checked} checked");
    assert_eq!(digest(&plain), digest(&recorded));
}

#[test]
fn minds_without_a_trace_decide_the_same() {
    let (mut traced, mut untraced) = (a_match(9, false), a_match(9, false));
    let agents = untraced.world().resource::<Roster>().agents.clone();
    for agent in agents {
        assert!(untraced.world_mut().entity_mut(agent).take::<MindTrace>().is_some());
    }
    run(&mut traced, 1800, |_| ());
    run(&mut untraced, 1800, |_| ());
    assert_eq!(digest(&traced), digest(&untraced));
    let now = snapshots(untraced.world());
    assert!(now.iter().any(|mind| mind.goal.is_some()), "goals are known");
    assert!(now.iter().all(|mind| mind.decisions.is_empty()), "the way to them is not kept");
}

fn digest(app: &bevy::app::App) -> String {
    app.world().resource::<EventLog>().digest()
}

#[test]
fn a_snapshot_takes_less_than_a_millisecond_and_reads_as_text() {
    let mut app = a_match(3, true);
    run(&mut app, 900, |_| ());
    let began = Instant::now();
    let taken: Vec<_> = (0..50).map(|_| snapshots(app.world())).collect();
    let each = began.elapsed() / 50 / taken[0].len() as u32;
    assert!(each.as_micros() < 1000, "{each:?} per snapshot");
    assert!(taken.iter().all(|again| again == &taken[0]), "the same tick gives the same snapshot");
    for snapshot in &taken[0] {
        let text = snapshot.to_string();
        for part in ["goal: ", "plan:", "planner facts:", "memory:", "would change its mind:", "planner: "] {
            assert!(text.contains(part), "{part:?} is missing in:\n{text}");
        }
    }
}

#[test]
fn an_unreachable_goal_explains_what_is_missing() {
    let mut stage = Stage::new("hunted");
    stage.app.insert_resource(RecordPlanning(true));
    // It is wounded, and knows of no hiding place in which a wound would heal.
    stage.reading("wounds", 1.0);
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    stage.run(2);
    let terrain = Field::new();
    let snapshot = MindComponents::from_entity(stage.app.world().entity(stage.agent), &terrain).unwrap().snapshot();
    let recover = snapshot.goals.iter().find(|goal| goal.name == "recover").unwrap();
    assert!(matches!(recover.passed_over, Some(RejectReason::Impossible(_))), "{recover:?}");
    let mut planner = Planner::new();
    let lacks = snapshot.missing_facts(recover.name, &mut planner).expect("the planner call is recorded");
    assert_eq!(lacks.outcome, PlanOutcome::Impossible);
    assert!(
        matches!(&lacks.missing[0].cause, UnmetCause::Blocked(actions) if !actions.is_empty()),
        "{:?}",
        lacks.missing
    );
    let why = snapshot.explain_unreachable(recover.name, &mut planner, &|subject| format!("{subject:?}")).unwrap();
    for part in ["required: healthy is true", "rest", "no known target fits"] {
        assert!(why.contains(part), "{part:?} is missing in:\n{why}");
    }
    // Goals that are only outranked have no missing facts.
    assert!(
        snapshot
            .goals
            .iter()
            .filter(|goal| goal.passed_over.is_none())
            .all(|goal| snapshot.missing_facts(goal.name, &mut planner).is_none())
    );
}
