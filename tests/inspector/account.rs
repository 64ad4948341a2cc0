//! The account of a mind says what its components hold, and nothing else.

use std::time::Instant;

use quarry::{
    goap::{Outcome, Planner},
    mind::{Mind, Phase, PlanExecuter, WorkingMemory},
    protocol::{EventLog, PassedOver, Roster, Subject},
};

use super::{a_match, accounts, run};

#[test]
fn it_agrees_with_the_mind_at_every_second_of_a_match() {
    let mut app = a_match(5, false);
    let (mut plans, mut lost, mut conditions) = (0, 0, 0);
    run(&mut app, 1800, |world| {
        let clock = world.resource::<quarry::protocol::SimulationClock>();
        if clock.tick % 30 != 0 {
            return;
        }
        for (account, entity) in accounts(world).iter().zip(&world.resource::<Roster>().agents) {
            let (mind, memory) = (world.get::<Mind>(*entity).unwrap(), world.get::<WorkingMemory>(*entity).unwrap());
            let executer = world.get::<PlanExecuter>(*entity).unwrap();
            assert_eq!(account.goal, mind.goal());
            assert_eq!(account.facts.len(), memory.facts().len());
            assert_eq!(account.goals.len(), mind.brain.goals.len());
            assert_eq!(account.beliefs.len(), mind.brain.domain.facts().len());
            assert!(account.goals.windows(2).all(|pair| pair[0].relevance >= pair[1].relevance));
            // One goal is pursued and every other one has a reason not to be.
            let pursued = account.goals.iter().filter(|goal| goal.passed_over.is_none()).count();
            assert_eq!(pursued, usize::from(account.goal.is_some()));
            for goal in &account.goals {
                // Its relevance is its base times its parts; the part after one of nothing is not looked at.
                let product =
                    goal.parts.iter().filter_map(|part| part.seen).fold(goal.base, |all, (_, factor)| all * factor);
                assert!((product - goal.relevance).abs() < 1e-3, "{goal:?}");
                lost += usize::from(matches!(goal.passed_over, Some(PassedOver::Impossible(_))));
            }
            let Some(plan) = &account.plan else { continue };
            plans += 1;
            assert_eq!(plan.steps.len(), executer.steps.len());
            for (index, step) in plan.steps.iter().enumerate() {
                let wanted = match index.cmp(&executer.at) {
                    std::cmp::Ordering::Less => Phase::Done,
                    std::cmp::Ordering::Equal if executer.active().is_some() => Phase::Running,
                    _ => Phase::Coming,
                };
                assert_eq!(step.phase, wanted);
                conditions += step.conditions.len();
            }
        }
    });
    assert!(plans > 50 && lost > 0 && conditions > 50, "{plans} plans, {lost} lost, {conditions} conditions");
}

#[test]
fn recording_questions_changes_nothing_and_the_same_question_has_the_same_answer() {
    let (mut plain, mut recorded) = (a_match(8, false), a_match(8, true));
    run(&mut plain, 1200, |_| ());
    let mut planner = Planner::new();
    let (mut checked, mut explained) = (0, 0);
    run(&mut recorded, 1200, |world| {
        for account in accounts(world) {
            let (Some(asked), Some(decision)) = (&account.asked, account.last_decision()) else { continue };
            if asked.tick != account.tick {
                continue;
            }
            // What was answered then is answered again, from the question alone.
            if decision.tick == account.tick
                && let Some(goal) = decision.goal
            {
                let goal = asked.brain.domain.goal(goal.as_str()).unwrap();
                let answer = planner.plan(&asked.brain.domain, &asked.query(goal));
                assert_eq!(answer.outcome, Outcome::Plan);
                assert_eq!(answer.cost.value(), decision.cost);
                let targets = |candidate: Option<u32>| candidate.map(|at| asked.candidates[at as usize].subject);
                let steps: Vec<(usize, Option<Subject>)> =
                    answer.steps.iter().map(|step| (step.action.index(), targets(step.candidate))).collect();
                let decided: Vec<(usize, Option<Subject>)> =
                    decision.steps.iter().map(|step| (step.action, step.target)).collect();
                assert_eq!(steps, decided);
                checked += 1;
            }
            for goal in &account.goals {
                if let Some(why) = account.why_not(goal.name, &mut planner, &|subject| format!("{subject:?}")) {
                    assert!(why.contains("wanted"), "{why}");
                    explained += 1;
                }
            }
        }
    });
    assert!(checked > 10 && explained > 0, "{checked} checked, {explained} explained");
    let digest = |app: &bevy::app::App| app.world().resource::<EventLog>().digest();
    assert_eq!(digest(&plain), digest(&recorded));
}

#[test]
fn it_is_made_in_well_under_a_millisecond_and_says_all_in_words() {
    let mut app = a_match(3, true);
    run(&mut app, 900, |_| ());
    let began = Instant::now();
    let taken: Vec<_> = (0..50).map(|_| accounts(app.world())).collect();
    let each = began.elapsed() / 50 / taken[0].len() as u32;
    assert!(each.as_micros() < 1000, "{each:?} an account");
    assert!(taken.iter().all(|again| again == &taken[0]), "the same moment gives the same account");
    for account in &taken[0] {
        let text = account.to_string();
        for part in ["wants: ", "does:", "believes:", "knows:", "would change its mind:", "has asked the planner"] {
            assert!(text.contains(part), "{part:?} is missing in:\n{text}");
        }
    }
}
