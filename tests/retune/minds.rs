//! Injected beliefs, plans made by a person, and what-if questions.

use bevy::math::Vec3;
use quarry::{
    simulation::retune::{RetuneCommand, RetuneError, brain_with},
    world::Body,
};
use quarry_goap::Value;
use quarry_minds::{
    PlanExecuter,
    memory::{Belief, BeliefError},
    protocol::{AgentId, MatchEvent, PerceptSource, Subject, label},
    retune::{ManualStep, StepProblem, WhatIf, check_plan, what_if},
};

use super::stage::{Match, edit, library};

fn belief(subject: Subject, kind: &str, place: Vec3) -> Belief {
    Belief {
        subject,
        kind: label(kind),
        state: label("walking"),
        amount: 0.0,
        place: place.into(),
        confidence: 1.0,
        age: 0.0,
        source: PerceptSource::Seen,
    }
}

fn step(action: &str, target: Option<Subject>) -> ManualStep {
    ManualStep { action: label(action), target }
}

#[test]
fn an_injected_belief_is_acted_on_and_decays_like_any_other() {
    let mut game = Match::begin(11);
    game.run(60);
    let (hunter, hunted) = (game.side("hunter")[0], game.side("hunted")[0]);
    let near = game.get::<Body>(hunter).place + Vec3::new(3.0, 0.0, 1.0);
    let subject = Subject::Agent(hunted);
    let command = RetuneCommand::Believe { agent: hunter, belief: belief(subject, "hunted", near) };
    let applied = game.apply(&command).unwrap();
    assert_eq!(applied.replanned, [hunter]);
    assert_eq!(game.plan(hunter).0, Some(label("catch")));
    assert!(game.memory(hunter).about(subject).is_some_and(|fact| fact.by_hand));
    let from = game.log().len();
    game.run(30);
    assert!(game.begun(hunter, from).contains(&label("go_towards")));
    assert!(game.memory(hunter).about(subject).is_some_and(|fact| !fact.in_sight));

    let applied = game.apply(&RetuneCommand::Forget { agent: hunter, subject }).unwrap();
    assert_eq!(applied.replanned, [hunter]);
    assert!(game.memory(hunter).about(subject).is_none());
    let again = game.apply(&RetuneCommand::Forget { agent: hunter, subject });
    assert!(matches!(again, Err(RetuneError::NotRemembered(_))), "{again:?}");
}

#[test]
fn impossible_beliefs_are_refused() {
    let mut game = Match::begin(12);
    game.run(30);
    let hunter = game.side("hunter")[0];
    let here = game.get::<Body>(hunter).place;
    let mut try_it = |agent, belief| game.apply(&RetuneCommand::Believe { agent, belief });
    let itself = try_it(hunter, belief(Subject::Agent(hunter), "hunter", here));
    assert_eq!(itself, Err(RetuneError::Belief(BeliefError::Itself)));
    let nowhere = try_it(hunter, belief(Subject::Unknown(7), "stone", Vec3::new(900.0, 0.0, 900.0)));
    assert_eq!(nowhere, Err(RetuneError::NoGround));
    let nobody = try_it(AgentId(99), belief(Subject::Unknown(7), "stone", here));
    assert_eq!(nobody, Err(RetuneError::NotInPlay(AgentId(99))));
}

#[test]
fn a_plan_made_by_a_person_is_checked_and_executed() {
    let mut game = Match::begin(13);
    game.run(60);
    let hunter = game.side("hunter")[0];
    let entity = game.entity(hunter);
    let noise = Subject::Unknown(0x00ff_fff0);
    let place = game.get::<Body>(hunter).place + Vec3::new(2.0, 0.0, 2.0);
    let heard = Belief { source: PerceptSource::Heard, state: label(""), ..belief(noise, "stone", place) };
    game.apply(&RetuneCommand::Believe { agent: hunter, belief: heard }).unwrap();

    let steps = [step("investigate_noise", Some(noise)), step("patrol", None)];
    let check = check_plan(game.world(), entity, &steps).unwrap();
    assert!(check.is_valid(), "{check}");
    assert!(check.reaches.contains(&label("investigate")) && check.cost > 10.0, "{check:?}");
    game.apply(&RetuneCommand::Order { agent: hunter, steps: steps.to_vec() }).unwrap();
    assert_eq!(game.plan(hunter), (None, vec!["investigate", "patrol"]));
    assert!(game.get::<PlanExecuter>(hunter).by_hand);
    let from = game.log().len();
    for _ in 0..600 {
        if game.begun(hunter, from).contains(&label("patrol")) {
            break;
        }
        game.run(1);
    }
    let begun = game.begun(hunter, from);
    assert!(begun.starts_with(&[label("investigate")]) && begun.contains(&label("patrol")), "{begun:?}");

    game.apply(&RetuneCommand::Release { agent: hunter }).unwrap();
    assert!(!game.get::<PlanExecuter>(hunter).by_hand);
    game.run(30);
    assert!(game.plan(hunter).0.is_some(), "it decides for itself again");
}

#[test]
fn an_impossible_plan_is_refused_with_the_problems_of_each_step() {
    let mut game = Match::begin(14);
    game.run(60);
    let hunted = game.side("hunted")[0];
    let entity = game.entity(hunted);
    let check = |steps: &[ManualStep]| check_plan(game.world(), entity, steps).unwrap();
    let exit = game.memory(hunted).facts().iter().find(|fact| fact.kind == "exit").map(|fact| fact.subject);

    let lacking = check(&[step("sing", None), step("take_found", None), step("take_key", None)]);
    assert_eq!(lacking.steps[0].problems, [StepProblem::NoSuchAction]);
    assert!(lacking.steps[1].problems.contains(&StepProblem::Placeholder));
    let wants = |problem: &StepProblem| {
        matches!(problem, StepProblem::Unmet { fact, achievers, .. }
            if fact == "near_found" && achievers == &[label("go_towards_found")])
    };
    assert!(lacking.steps[1].problems.iter().any(wants), "{:?}", lacking.steps[1]);
    assert!(lacking.steps[2].problems.iter().any(|problem| matches!(problem, StepProblem::InvalidTarget(_))));
    assert!(!lacking.is_valid() && !check(&[]).is_valid());
    assert!(
        check(&[step("explore", exit.or(Some(Subject::Unknown(1))))]).steps[0]
            .problems
            .contains(&StepProblem::UnexpectedTarget)
    );

    let order = RetuneCommand::Order { agent: hunted, steps: vec![step("take_found", None)] };
    let refused = game.apply(&order).unwrap_err();
    assert!(refused.to_string().contains("step 1 (take_found)"), "{refused}");
    assert!(refused.to_string().contains("achieved by go towards found"), "{refused}");
}

#[test]
fn an_ordered_plan_that_breaks_is_dropped_and_nobody_gets_stuck() {
    let mut game = Match::begin(15);
    game.run(60);
    let hunter = game.side("hunter")[0];
    let noise = Subject::Unknown(0x00ff_fff0);
    let place = game.get::<Body>(game.side("hunted")[0]).place;
    let heard = Belief { source: PerceptSource::Heard, state: label(""), ..belief(noise, "stone", place) };
    game.apply(&RetuneCommand::Believe { agent: hunter, belief: heard }).unwrap();
    let steps = vec![step("investigate_noise", Some(noise)), step("patrol", None)];
    game.apply(&RetuneCommand::Order { agent: hunter, steps }).unwrap();
    game.run(5);
    game.apply(&RetuneCommand::Forget { agent: hunter, subject: noise }).unwrap();
    let mut monitor = quarry::lab::InvariantMonitor::new(game.app.world_mut());
    game.run_watched(2200, &mut monitor);
    assert!(!game.get::<PlanExecuter>(hunter).by_hand);
    let thinks = game.log().iter().rev().any(|entry| {
        matches!(&entry.event, MatchEvent::GoalChosen { agent, .. } if *agent == hunter) && entry.tick > 66
    });
    assert!(thinks, "it selects goals by itself afterwards");
    assert_eq!(monitor.report().violations(), Vec::<String>::new());
}

#[test]
fn a_what_if_question_does_not_change_the_match() {
    let mut game = Match::begin(16);
    let mut other = Match::begin(16);
    game.run(90);
    other.run(90);
    let hunter = game.side("hunter")[0];
    let entity = game.entity(hunter);
    let ask = |what: WhatIf| what_if(game.world(), entity, &what).unwrap();

    let now = ask(WhatIf::default());
    assert_eq!(now.goal, game.plan(hunter).0);
    assert_eq!(now.steps.iter().map(|step| step.display_name.as_str()).collect::<Vec<_>>(), game.plan(hunter).1);

    let near = game.get::<Body>(hunter).place + Vec3::new(3.0, 0.0, 1.0);
    let seen = belief(Subject::Agent(game.side("hunted")[0]), "hunted", near);
    let chase = ask(WhatIf { beliefs: vec![seen], ..WhatIf::default() });
    assert_eq!(chase.goal, Some(label("catch")));
    assert_eq!(chase.steps.first().map(|step| step.display_name), Some(label("go_towards")));

    let guard = WhatIf { goal: Some(label("guard_exit")), ..WhatIf::default() };
    assert_eq!(ask(guard).steps.first().map(|step| step.display_name), Some(label("guard_exit")));
    let hit = WhatIf { values: vec![(label("hit"), Value::Bool(true))], ..WhatIf::default() };
    assert_ne!(ask(hit).goal, Some(label("catch")));

    let edits = [
        edit("assets/hunt/minds/hunter.ron", "goals[7].base_relevance", "900"),
        edit("assets/hunt/minds/hunter.ron", "goals[7].considerations", "[]"),
    ];
    let brain = brain_with(&library(), label("hunter"), &edits).unwrap();
    assert_eq!(ask(WhatIf { brain: Some(brain), ..WhatIf::default() }).goal, Some(label("guard_exit")));
    let wrong = [edit("assets/hunt/minds/hunter.ron", "goals[7].bass", "900")];
    assert!(brain_with(&library(), label("hunter"), &wrong).is_err());

    for game in [&mut game, &mut other] {
        game.run(200);
    }
    assert_eq!(game.digest(), other.digest());
}
