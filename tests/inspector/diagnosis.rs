//! Diagnosis of an action: what blocks it, which preconditions are unmet, and what it would contribute.

use std::{collections::BTreeSet, sync::Arc};

use quarry_goap::Planner;
use quarry_minds::{
    ActionDiagnosis, Blocker, GoalContribution, Mind, MindComponents, MindSnapshot, PlanningSnapshot, RecordPlanning,
    protocol::{AgentId, Percept, Subject, label},
    queries::Mismatch,
};

use super::{a_match, run, snapshots};
use crate::mind::stage::{Field, Stage, heard, seen, thing, told};

/// One of the hunted that has just planned and knows of a key.
fn with_a_key() -> Stage {
    let mut stage = Stage::new("hunted");
    stage.app.insert_resource(RecordPlanning(true));
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    stage.run(3);
    stage
}

fn snapshot(stage: &Stage) -> MindSnapshot {
    MindComponents::from_entity(stage.app.world().entity(stage.agent), &Field::new()).unwrap().snapshot()
}

/// The planner call it would make now.
fn planning(stage: &Stage) -> Arc<PlanningSnapshot> {
    let terrain = Field::new();
    let parts = MindComponents::from_entity(stage.app.world().entity(stage.agent), &terrain).unwrap();
    Arc::new(parts.planning_snapshot())
}

fn diagnosis(planning: &PlanningSnapshot, action: &str) -> ActionDiagnosis {
    let number = planning.brain.actions.iter().position(|spec| spec.data.name == action).unwrap();
    planning.diagnose(number, &mut Planner::new()).unwrap()
}

fn use_for(diagnosis: &ActionDiagnosis, goal: &str) -> GoalContribution {
    diagnosis.contributions.iter().find(|(name, _)| *name == goal).unwrap().1
}

#[test]
fn an_action_is_in_the_plan_or_has_unmet_preconditions() {
    let stage = with_a_key();
    let snapshot = snapshot(&stage);
    let planning = snapshot.planning.clone().expect("the planner call is recorded");
    let go = diagnosis(&planning, "go_towards");
    assert!(go.blocker.is_none() && matches!(use_for(&go, "collect_keys"), GoalContribution::InPlan(_)), "{go:?}");
    let take = diagnosis(&planning, "take_key");
    let unmet = take.preconditions.iter().find(|need| !need.holds).expect("it is not at the key");
    assert!(unmet.achievers.contains(&label("go_towards")), "{unmet:?}");
    let text = take.lines(&|subject| format!("{subject:?}")).join("\n");
    assert!(text.contains("needs at = its target: not met; achieved by go towards"), "{text}");
}

#[test]
fn a_disabled_action_reports_what_it_would_contribute() {
    let mut stage = with_a_key();
    stage.get_mut::<Mind>().disabled.actions = BTreeSet::from([label("take_key")]);
    let take = diagnosis(&planning(&stage), "take_key");
    assert_eq!(take.blocker, Some(Blocker::SwitchedOff));
    assert!(matches!(use_for(&take, "collect_keys"), GoalContribution::InPlan(_)), "{take:?}");
}

#[test]
fn an_unavailable_action_reports_its_condition() {
    let flee = diagnosis(&planning(&with_a_key()), "flee");
    assert!(matches!(&flee.blocker, Some(Blocker::Unavailable(when)) if when.as_str().contains("pursuer")), "{flee:?}");
}

#[test]
fn an_action_without_a_target_reports_the_excluded_candidates() {
    // Reserved by a team-mate, before the agent has done so itself.
    let mut stage = with_a_key();
    let earlier = Percept { age: 9.0, ..seen("key", thing(3), "reserved", 30.0, 10.0) };
    stage.run_seeing(2, &[told(2, earlier)]);
    let reservations: Vec<_> = stage.memory().reservations().iter().map(|held| (held.subject, held.by)).collect();
    assert!(reservations.contains(&(thing(3), AgentId(2))), "a report is a reservation: {reservations:?}");
    let go = diagnosis(&planning(&stage), "go_towards");
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

    // Taken in the meantime.
    let mut stage = with_a_key();
    stage.run_seeing(2, &[seen("key", thing(3), "gone", 30.0, 10.0)]);
    let go = diagnosis(&planning(&stage), "go_towards");
    let Some(Blocker::NoTarget(_, excluded)) = &go.blocker else { panic!("{go:?}") };
    assert_eq!(excluded[0].why, Mismatch::State(label("gone")));

    // Nothing of the kind is known.
    let hide = diagnosis(&planning(&with_a_key()), "hide");
    assert!(matches!(&hide.blocker, Some(Blocker::NoTarget(_, known)) if known.is_empty()), "{hide:?}");
}

#[test]
fn a_more_expensive_action_reports_by_how_much() {
    // Steps nearby and a hiding place: hiding is cheaper than sneaking away.
    let mut stage = with_a_key();
    stage.perceive(seen("hiding_place", thing(9), "", 7.5, 11.0));
    stage.run_seeing(2, &[heard("footsteps", 1, 14.0, 10.0)]);
    let planning = planning(&stage);
    let (hide, sneak) = (diagnosis(&planning, "hide"), diagnosis(&planning, "sneak_away"));
    let GoalContribution::InPlan(cost) = use_for(&hide, "survive") else { panic!("{hide:?}") };
    let GoalContribution::CostsMore { with, without } = use_for(&sneak, "survive") else { panic!("{sneak:?}") };
    assert!(hide.blocker.is_none() && sneak.blocker.is_none() && without == cost, "{with} against {without}");
    let priced = planning.brain.actions.iter().find(|spec| spec.data.name == "sneak_away").unwrap();
    assert!((with - priced.data.cost).abs() < 1e-6 && with > without, "its cost is that of the file: {with}");
}

#[test]
fn in_a_match_planned_actions_are_in_the_plan_and_not_blocked() {
    let mut app = a_match(11, true);
    let mut planner = Planner::new();
    let (mut done, mut blocked, mut answered) = (0, 0, 0);
    run(&mut app, 1500, |world| {
        let tick = world.resource::<quarry_minds::protocol::SimulationClock>().tick;
        for snapshot in snapshots(world) {
            let Some(planning) = snapshot.planning.as_ref().filter(|asked| asked.tick == tick) else {
                continue;
            };
            let Some(goal) = snapshot.goal else { continue };
            for action in 0..planning.brain.actions.len() {
                let diagnosis = planning.diagnose(action, &mut planner).unwrap();
                answered += 1;
                blocked += usize::from(diagnosis.blocker.is_some());
                let planned = snapshot.plan.iter().flat_map(|plan| &plan.steps).any(|step| step.step.action == action);
                if planned && snapshot.last_decision().is_some_and(|decision| decision.tick == planning.tick) {
                    assert!(matches!(use_for(&diagnosis, goal.as_str()), GoalContribution::InPlan(_)), "{diagnosis:?}");
                    assert!(diagnosis.blocker.is_none(), "{diagnosis:?}");
                    done += 1;
                }
            }
        }
    });
    assert!(answered > 100 && blocked > 20 && done > 0, "{answered} answered, {blocked} blocked, {done} done");
}
