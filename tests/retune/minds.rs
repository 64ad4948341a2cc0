//! Memories and plans made by hand, and asking an agent what it would do.

use bevy::math::Vec3;
use quarry::{
    goap::Value,
    mind::{
        PlanExecuter,
        memory::{Belief, BeliefError},
        retune::{HandStep, StepProblem, Supposition, check_plan, suppose},
    },
    protocol::{AgentId, Event, Source, Subject, label},
    simulation::retune::{Command, Refused, brain_with},
    world::Body,
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
        source: Source::Seen,
    }
}

fn step(action: &str, target: Option<Subject>) -> HandStep {
    HandStep { action: label(action), target }
}

#[test]
fn a_memory_put_there_by_hand_is_acted_on_and_fades_as_any_other() {
    let mut game = Match::begin(11);
    game.run(60);
    let (hunter, hunted) = (game.side("hunter")[0], game.side("hunted")[0]);
    let near = game.get::<Body>(hunter).place + Vec3::new(3.0, 0.0, 1.0);
    let subject = Subject::Agent(hunted);
    let command = Command::Believe { agent: hunter, belief: belief(subject, "hunted", near) };
    let applied = game.apply(&command).unwrap();
    assert_eq!(applied.replanned, [hunter]);
    assert_eq!(game.plan(hunter).0, Some(label("catch")));
    assert!(game.memory(hunter).about(subject).is_some_and(|fact| fact.by_hand));
    let from = game.log().len();
    game.run(30);
    assert!(game.begun(hunter, from).contains(&label("go_towards")));
    assert!(game.memory(hunter).about(subject).is_some_and(|fact| !fact.in_sight));

    let applied = game.apply(&Command::Forget { agent: hunter, subject }).unwrap();
    assert_eq!(applied.replanned, [hunter]);
    assert!(game.memory(hunter).about(subject).is_none());
    let again = game.apply(&Command::Forget { agent: hunter, subject });
    assert!(matches!(again, Err(Refused::NotRemembered(_))), "{again:?}");
}

#[test]
fn what_nobody_can_believe_is_refused() {
    let mut game = Match::begin(12);
    game.run(30);
    let hunter = game.side("hunter")[0];
    let here = game.get::<Body>(hunter).place;
    let mut try_it = |agent, belief| game.apply(&Command::Believe { agent, belief });
    let oneself = try_it(hunter, belief(Subject::Agent(hunter), "hunter", here));
    assert_eq!(oneself, Err(Refused::Belief(BeliefError::Oneself)));
    let nowhere = try_it(hunter, belief(Subject::Unknown(7), "stone", Vec3::new(900.0, 0.0, 900.0)));
    assert_eq!(nowhere, Err(Refused::NoGround));
    let nobody = try_it(AgentId(99), belief(Subject::Unknown(7), "stone", here));
    assert_eq!(nobody, Err(Refused::NotInPlay(AgentId(99))));
}

#[test]
fn a_plan_made_by_hand_is_checked_and_carried_out() {
    let mut game = Match::begin(13);
    game.run(60);
    let hunter = game.side("hunter")[0];
    let entity = game.entity(hunter);
    let noise = Subject::Unknown(0x00ff_fff0);
    let place = game.get::<Body>(hunter).place + Vec3::new(2.0, 0.0, 2.0);
    let heard = Belief { source: Source::Heard, state: label(""), ..belief(noise, "stone", place) };
    game.apply(&Command::Believe { agent: hunter, belief: heard }).unwrap();

    let steps = [step("investigate_noise", Some(noise)), step("patrol", None)];
    let check = check_plan(game.world(), entity, &steps).unwrap();
    assert!(check.runs(), "{check}");
    assert!(check.reaches.contains(&label("investigate")) && check.cost > 10.0, "{check:?}");
    game.apply(&Command::Order { agent: hunter, steps: steps.to_vec() }).unwrap();
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

    game.apply(&Command::Release { agent: hunter }).unwrap();
    assert!(!game.get::<PlanExecuter>(hunter).by_hand);
    game.run(30);
    assert!(game.plan(hunter).0.is_some(), "it thinks for itself again");
}

#[test]
fn a_plan_that_cannot_be_is_refused_with_what_each_step_lacks() {
    let mut game = Match::begin(14);
    game.run(60);
    let hunted = game.side("hunted")[0];
    let entity = game.entity(hunted);
    let check = |steps: &[HandStep]| check_plan(game.world(), entity, steps).unwrap();
    let exit = game.memory(hunted).facts().iter().find(|fact| fact.kind == "exit").map(|fact| fact.subject);

    let lacking = check(&[step("sing", None), step("take_found", None), step("take_key", None)]);
    assert_eq!(lacking.steps[0].problems, [StepProblem::NoSuchAction]);
    assert!(lacking.steps[1].problems.contains(&StepProblem::Imagined));
    let wants = |problem: &StepProblem| {
        matches!(problem, StepProblem::Unmet { fact, brought_by, .. }
            if fact == "near_found" && brought_by == &[label("go_towards_found")])
    };
    assert!(lacking.steps[1].problems.iter().any(wants), "{:?}", lacking.steps[1]);
    assert!(lacking.steps[2].problems.iter().any(|problem| matches!(problem, StepProblem::Target(_))));
    assert!(!lacking.runs() && !check(&[]).runs());
    assert!(
        check(&[step("explore", exit.or(Some(Subject::Unknown(1))))]).steps[0]
            .problems
            .contains(&StepProblem::NoTarget)
    );

    let order = Command::Order { agent: hunted, steps: vec![step("take_found", None)] };
    let refused = game.apply(&order).unwrap_err();
    assert!(refused.to_string().contains("step 1 (take_found)"), "{refused}");
    assert!(refused.to_string().contains("`go_towards_found` brings that about"), "{refused}");
}

#[test]
fn an_ordered_plan_that_breaks_is_dropped_and_nobody_gets_stuck() {
    let mut game = Match::begin(15);
    game.run(60);
    let hunter = game.side("hunter")[0];
    let noise = Subject::Unknown(0x00ff_fff0);
    let place = game.get::<Body>(game.side("hunted")[0]).place;
    let heard = Belief { source: Source::Heard, state: label(""), ..belief(noise, "stone", place) };
    game.apply(&Command::Believe { agent: hunter, belief: heard }).unwrap();
    let steps = vec![step("investigate_noise", Some(noise)), step("patrol", None)];
    game.apply(&Command::Order { agent: hunter, steps }).unwrap();
    game.run(5);
    game.apply(&Command::Forget { agent: hunter, subject: noise }).unwrap();
    let mut monitor = quarry::lab::Monitor::new(game.app.world_mut());
    game.run_watched(2200, &mut monitor);
    assert!(!game.get::<PlanExecuter>(hunter).by_hand);
    let thinks =
        game.log().iter().rev().any(|entry| {
            matches!(&entry.event, Event::GoalChosen { agent, .. } if *agent == hunter) && entry.tick > 66
        });
    assert!(thinks, "it chose goals of its own afterwards");
    assert_eq!(monitor.seen().breaches(), Vec::<String>::new());
}

#[test]
fn an_agent_tells_what_it_would_do_and_the_match_does_not_notice() {
    let mut game = Match::begin(16);
    let mut other = Match::begin(16);
    game.run(90);
    other.run(90);
    let hunter = game.side("hunter")[0];
    let entity = game.entity(hunter);
    let ask = |what: Supposition| suppose(game.world(), entity, &what).unwrap();

    let now = ask(Supposition::default());
    assert_eq!(now.goal, game.plan(hunter).0);
    assert_eq!(now.steps.iter().map(|step| step.called.as_str()).collect::<Vec<_>>(), game.plan(hunter).1);

    let near = game.get::<Body>(hunter).place + Vec3::new(3.0, 0.0, 1.0);
    let seen = belief(Subject::Agent(game.side("hunted")[0]), "hunted", near);
    let chase = ask(Supposition { beliefs: vec![seen], ..Supposition::default() });
    assert_eq!(chase.goal, Some(label("catch")));
    assert_eq!(chase.steps.first().map(|step| step.called), Some(label("go_towards")));

    let guard = Supposition { goal: Some(label("guard_exit")), ..Supposition::default() };
    assert_eq!(ask(guard).steps.first().map(|step| step.called), Some(label("guard_exit")));
    let caught = Supposition { values: vec![(label("caught"), Value::Bool(true))], ..Supposition::default() };
    assert_ne!(ask(caught).goal, Some(label("catch")));

    let edits = [
        edit("assets/minds/hunter.ron", "goals[5].base", "900"),
        edit("assets/minds/hunter.ron", "goals[5].considerations", "[]"),
    ];
    let brain = brain_with(&library(), label("hunter"), &edits).unwrap();
    assert_eq!(ask(Supposition { brain: Some(brain), ..Supposition::default() }).goal, Some(label("guard_exit")));
    let wrong = [edit("assets/minds/hunter.ron", "goals[5].bass", "900")];
    assert!(brain_with(&library(), label("hunter"), &wrong).is_err());

    for game in [&mut game, &mut other] {
        game.run(200);
    }
    assert_eq!(game.digest(), other.digest());
}
