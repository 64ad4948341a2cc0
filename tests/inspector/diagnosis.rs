//! Why does it not do what I want? An action says what bars it, what it needs first, and what it would cost.

use std::{collections::BTreeSet, sync::Arc};

use quarry::{
    goap::Planner,
    mind::{
        ActionDiagnosis, Blocker, GoalContribution, Mind, MindComponents, MindSnapshot, PlanningSnapshot,
        RecordPlanning, queries::Mismatch,
    },
    protocol::{AgentId, Subject, label},
};

use super::{a_match, accounts, run};
use crate::mind::stage::{Field, Stage, heard, seen, thing, told};

/// One of the hunted who has just thought, and knows of a key.
fn with_a_key() -> Stage {
    let mut stage = Stage::new("hunted");
    stage.app.insert_resource(RecordPlanning(true));
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    stage.run(3);
    stage
}

fn account(stage: &Stage) -> MindSnapshot {
    MindComponents::from_entity(stage.app.world().entity(stage.agent), &Field::new()).unwrap().snapshot()
}

/// What it would ask now.
fn question(stage: &Stage) -> Arc<PlanningSnapshot> {
    let terrain = Field::new();
    let parts = MindComponents::from_entity(stage.app.world().entity(stage.agent), &terrain).unwrap();
    Arc::new(parts.planning_snapshot())
}

fn undone(question: &PlanningSnapshot, action: &str) -> ActionDiagnosis {
    let number = question.brain.actions.iter().position(|spec| spec.data.name == action).unwrap();
    question.diagnose(number, &mut Planner::new()).unwrap()
}

fn use_for(undone: &ActionDiagnosis, goal: &str) -> GoalContribution {
    undone.contributions.iter().find(|(name, _)| *name == goal).unwrap().1
}

#[test]
fn an_action_of_the_plan_is_in_the_plan_and_one_that_needs_something_says_what() {
    let stage = with_a_key();
    let account = account(&stage);
    let question = account.planning.clone().expect("the question is kept");
    let go = undone(&question, "go_towards");
    assert!(go.blocker.is_none() && matches!(use_for(&go, "collect_keys"), GoalContribution::InPlan(_)), "{go:?}");
    let take = undone(&question, "take_key");
    let lack = take.preconditions.iter().find(|need| !need.holds).expect("it is not at the key");
    assert!(lack.achievers.contains(&label("go_towards")), "{lack:?}");
    let text = take.lines(&|subject| format!("{subject:?}")).join("\n");
    assert!(text.contains("needs at its target: no; achieved by go towards"), "{text}");
}

#[test]
fn an_action_that_is_switched_off_says_so_and_what_it_would_be_otherwise() {
    let mut stage = with_a_key();
    stage.get_mut::<Mind>().disabled.actions = BTreeSet::from([label("take_key")]);
    let take = undone(&question(&stage), "take_key");
    assert_eq!(take.blocker, Some(Blocker::SwitchedOff));
    assert!(matches!(use_for(&take, "collect_keys"), GoalContribution::InPlan(_)), "{take:?}");
}

#[test]
fn an_action_with_a_condition_of_its_own_says_which() {
    let flee = undone(&question(&with_a_key()), "flee");
    assert!(matches!(&flee.blocker, Some(Blocker::Unavailable(when)) if when.as_str().contains("pursuer")), "{flee:?}");
}

#[test]
fn an_action_without_anything_to_do_it_to_says_what_is_known_and_why_that_is_not_it() {
    // Spoken for by a team-mate.
    let mut stage = with_a_key();
    stage.run_seeing(2, &[told(2, seen("key", thing(3), "reserved", 30.0, 10.0))]);
    let claims: Vec<_> = stage.memory().reservations().iter().map(|claim| (claim.subject, claim.by)).collect();
    assert!(claims.contains(&(thing(3), AgentId(2))), "the word of a team-mate is a claim: {claims:?}");
    let go = undone(&question(&stage), "go_towards");
    let Some(Blocker::NoTarget(_, excluded)) = &go.blocker else { panic!("{go:?}") };
    assert_eq!(
        excluded.iter().map(|one| (one.subject, one.why)).collect::<Vec<_>>(),
        [(thing(3), Mismatch::Reserved(AgentId(2)))]
    );
    let text = go.lines(&|subject| match subject {
        Subject::Agent(agent) => format!("agent {}", agent.0),
        _ => "the key".to_owned(),
    });
    assert!(text.iter().any(|line| line.contains("the key: reserved by agent 2")), "{text:?}");

    // Taken meanwhile.
    let mut stage = with_a_key();
    stage.run_seeing(2, &[seen("key", thing(3), "gone", 30.0, 10.0)]);
    let go = undone(&question(&stage), "go_towards");
    let Some(Blocker::NoTarget(_, excluded)) = &go.blocker else { panic!("{go:?}") };
    assert_eq!(excluded[0].why, Mismatch::State(label("gone")));

    // Nothing known at all.
    let hide = undone(&question(&with_a_key()), "hide");
    assert!(matches!(&hide.blocker, Some(Blocker::NoTarget(_, known)) if known.is_empty()), "{hide:?}");
}

#[test]
fn an_action_that_is_dearer_says_by_how_much() {
    // Steps close by, and a place to hide: hiding is cheaper than sneaking away.
    let mut stage = with_a_key();
    stage.perceive(seen("hiding_place", thing(9), "", 10.0, 14.0));
    stage.run_seeing(2, &[heard("footsteps", 1, 14.0, 10.0)]);
    let question = question(&stage);
    let (hide, sneak) = (undone(&question, "hide"), undone(&question, "sneak_away"));
    let GoalContribution::InPlan(cost) = use_for(&hide, "survive") else { panic!("{hide:?}") };
    let GoalContribution::CostsMore { with, without } = use_for(&sneak, "survive") else { panic!("{sneak:?}") };
    assert!(hide.blocker.is_none() && sneak.blocker.is_none() && without == cost, "{with} against {without}");
    let priced = question.brain.actions.iter().find(|spec| spec.data.name == "sneak_away").unwrap();
    assert!((with - priced.data.cost).abs() < 1e-6 && with > without, "it costs what its file says: {with}");
}

#[test]
fn in_a_match_what_is_done_is_in_the_plan_and_what_is_ruled_out_does_not_fit() {
    let mut app = a_match(11, true);
    let mut planner = Planner::new();
    let (mut done, mut barred, mut answered) = (0, 0, 0);
    run(&mut app, 1500, |world| {
        let tick = world.resource::<quarry::protocol::SimulationClock>().tick;
        for account in accounts(world) {
            let Some(question) = account.planning.as_ref().filter(|asked| asked.tick == tick) else {
                continue;
            };
            let Some(goal) = account.goal else { continue };
            for action in 0..question.brain.actions.len() {
                let undone = question.diagnose(action, &mut planner).unwrap();
                answered += 1;
                barred += usize::from(undone.blocker.is_some());
                let planned = account.plan.iter().flat_map(|plan| &plan.steps).any(|step| step.step.action == action);
                if planned && account.last_decision().is_some_and(|decision| decision.tick == question.tick) {
                    assert!(matches!(use_for(&undone, goal.as_str()), GoalContribution::InPlan(_)), "{undone:?}");
                    assert!(undone.blocker.is_none(), "{undone:?}");
                    done += 1;
                }
            }
        }
    });
    assert!(answered > 100 && barred > 20 && done > 0, "{answered} answered, {barred} barred, {done} done");
}
