//! State machines, behaviour trees and utility tables, driven by hand-made percepts.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry_minds::{
    Brain, DecisionReason, Mind, MindComponents, MindSnapshot, MindTrace, StructureSnapshot,
    protocol::{FailReason, MatchEvent, Status, label},
    schema::brain::BrainFile,
    structure::{NodeResult, StructureState},
};

use super::stage::{Stage, mind_file, other, seen, thing};

/// Compiles a structure for the mind of the hunted.
pub fn compile(structure: &str) -> Result<Brain, Vec<String>> {
    let text =
        format!("(mind: \"hunted\", queries: {{\"this one\": (is_current_target: true)}}, structure: {structure})");
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let file: BrainFile = options.from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let compiled =
        Brain::compile_structure(label("tested"), &file, &mind_file("hunted"), &crate::hunt::SCHEMA.behaviours());
    compiled.map_err(|findings| findings.iter().map(ToString::to_string).collect())
}

fn stage(structure: &str) -> Stage {
    Stage::with(Arc::new(compile(structure).unwrap_or_else(|findings| panic!("{findings:?}"))), "hunted")
}

fn snapshot(stage: &Stage) -> MindSnapshot {
    let terrain = stage.app.world().resource::<quarry_minds::protocol::TerrainService>();
    let entity = stage.app.world().get_entity(stage.agent).unwrap();
    MindComponents::from_entity(entity, &*terrain.0).unwrap().snapshot()
}

fn why(stage: &Stage) -> DecisionReason {
    stage.get::<MindTrace>().decisions.back().expect("a decision").why
}

/// The name of the current state of a machine.
fn state(stage: &Stage) -> &'static str {
    let Some(StructureSnapshot::StateMachine(machine)) = snapshot(stage).structure else { panic!("no machine") };
    machine.states[machine.current.expect("a state")].name.as_str()
}

const MACHINE: &str = r#"state_machine(initial: "calm", states: {
    "calm": (goal: "collect_keys", initial: "explore", transitions: [(to: "flee", when: exists("threat"))], states: {
        "explore": (action: "explore", transitions: [(to: "to_key", when: exists("key"))]),
        "to_key": (action: "go_towards", transitions: [(to: "take", on: succeeded), (to: "explore", on: failed)]),
        "take": (action: "take_key", target: previous, transitions: [(to: "explore", on: ended)]),
    }),
    "flee": (action: "flee", goal: "survive", transitions: [(to: "calm", after: 2, when: not(exists("threat")))]),
})"#;

#[test]
fn a_machine_follows_conditions_and_the_ends_of_actions() {
    let mut stage = stage(MACHINE);
    stage.run(2);
    assert_eq!((state(&stage), stage.goal(), stage.plan()), ("explore", "collect_keys", vec!["explore"]));
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.run(2);
    assert_eq!((state(&stage), stage.targets()), ("to_key", vec![Some(thing(3))]));
    assert_eq!(why(&stage), DecisionReason::Transition(label("explore"), label("to_key")));
    // Arrived: the end of the action is the event that the transition waits for.
    stage.stand(Vec3::new(13.8, 0.0, 10.0));
    stage.run(2);
    assert_eq!((state(&stage), stage.targets()), ("take", vec![Some(thing(3))]));
    assert!(stage.board().use_thing.active().is_some());
}

#[test]
fn a_transition_of_a_group_interrupts_all_states_in_it() {
    let mut stage = stage(MACHINE);
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.run(2);
    assert_eq!(state(&stage), "to_key");
    stage.run_seeing(4, &[seen("hunter", other(16), "running", 20.0, 10.0)]);
    assert_eq!((state(&stage), stage.goal()), ("flee", "survive"));
    let Some(StructureSnapshot::StateMachine(machine)) = snapshot(&stage).structure else { panic!() };
    let last = machine.last.expect("a transition");
    assert_eq!(machine.states[last.owner].name, "calm", "the transition belongs to the group");
    assert_eq!(machine.states[last.from].name, "to_key");
    let text = snapshot(&stage).to_string();
    assert!(text.contains("state machine:") && text.contains("[flee]: flee"), "{text}");
    // Back after the threat is forgotten, and no sooner than the timer allows.
    stage.run(30 * 12);
    assert_eq!(state(&stage), "to_key");
}

#[test]
fn a_cycle_of_transitions_ends() {
    let mut stage = stage(
        r#"state_machine(initial: "a", states: {"a": (transitions: [(to: "b")]), "b": (transitions: [(to: "a")])})"#,
    );
    stage.run(40);
    assert_eq!(stage.plan(), Vec::<&str>::new());
    assert_eq!(stage.events().iter().filter(|event| matches!(event, MatchEvent::NoGoal { .. })).count(), 1);
}

#[test]
fn an_action_that_fails_without_target_rests() {
    let mut stage = stage(r#"state_machine(initial: "flee", states: {"flee": (action: "flee", goal: "survive")})"#);
    // `flee` is not available: the agent stands still, and does not try in every tick.
    stage.run(90);
    assert_eq!(stage.plan(), Vec::<&str>::new());
    assert!(stage.events().len() < 4, "{:?}", stage.events());
}

const TREE: &str = r#"behaviour_tree(root: selector([
    guard(when: exists("threat"), child: run(action: "flee", goal: "survive")),
    goal(name: "collect_keys", child: selector([
        sequence([run(action: "go_towards"), run(action: "take_key", target: previous)]),
        run(action: "explore"),
    ])),
]))"#;

#[test]
fn a_tree_runs_sequences_and_aborts_lower_branches() {
    let mut stage = stage(TREE);
    stage.run(2);
    assert_eq!((stage.goal(), stage.plan()), ("collect_keys", vec!["explore"]));
    stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
    stage.run(2);
    assert_eq!((stage.plan(), stage.targets()), (vec!["go_towards"], vec![Some(thing(3))]));
    stage.stand(Vec3::new(13.8, 0.0, 10.0));
    stage.run(2);
    assert_eq!(stage.plan(), ["take_key"], "the sequence goes on with its second child");
    stage.run_seeing(4, &[seen("hunter", other(16), "running", 20.0, 10.0)]);
    assert_eq!((stage.goal(), stage.plan()), ("survive", vec!["flee"]));
    assert_eq!(why(&stage), DecisionReason::BranchAborted(label("take_key")));
    let Some(StructureSnapshot::BehaviourTree(tree)) = snapshot(&stage).structure else { panic!() };
    let path: Vec<&str> = tree.path.iter().map(|node| tree.nodes[*node].label.as_str()).collect();
    assert_eq!(path, ["selector", "guard: threat", "run flee"]);
    assert_eq!(tree.nodes[0].result, Some(NodeResult::Running));
    assert!(snapshot(&stage).to_string().contains("> run flee: running"));
}

#[test]
fn decorators_limit_and_repeat() {
    let mut stage = stage(
        r#"behaviour_tree(root: selector([
            cooldown(seconds: 3, child: time_limit(seconds: 1, child: run(action: "explore", goal: "collect_keys"))),
            succeed(invert(check(value(1)))),
        ]))"#,
    );
    let mut running = 0;
    for _ in 0..240 {
        stage.run(1);
        running += usize::from(!stage.plan().is_empty());
    }
    // One second of every four and a little, for the tree is evaluated twice a second.
    assert!((40..110).contains(&running), "{running}");
}

#[test]
fn a_failed_child_is_not_tried_again_at_once() {
    let mut stage = stage(TREE);
    stage.perceive(seen("key", thing(3), "lying", 30.0, 10.0));
    stage.run(2);
    assert_eq!(stage.plan(), ["go_towards"]);
    stage.get_mut::<quarry_minds::protocol::Blackboard>().go.report(Status::Failed(FailReason::Unreachable));
    stage.run(2);
    assert_eq!(stage.plan(), ["explore"], "the key is on its cooldown");
}

const TABLE: &str = r#"utility(combination: product(compensation: 1), momentum: 1.15, options: [
    (name: "flee", action: "flee", goal: "survive", weight: 2, considerations: [(input: exists("threat"))]),
    (name: "near", action: "go_towards", goal: "collect_keys", considerations: [(input: distance("this one"), curve: [(0, 1), (30, 0.2)])]),
    (name: "explore", action: "explore", goal: "collect_keys", weight: 0.1),
])"#;

#[test]
fn a_table_scores_each_target_and_keeps_what_it_has_begun() {
    let mut stage = stage(TABLE);
    stage.perceive(seen("key", thing(3), "lying", 24.0, 10.0));
    stage.perceive(seen("key", thing(4), "lying", 18.0, 10.0));
    stage.run(2);
    assert_eq!(stage.targets(), [Some(thing(4))], "the nearer key scores higher");
    // A little nearer is not enough against momentum; much nearer is.
    stage.perceive(seen("key", thing(5), "lying", 16.5, 10.0));
    stage.run(2);
    assert_eq!(stage.targets(), [Some(thing(4))]);
    stage.perceive(seen("key", thing(6), "lying", 11.0, 10.0));
    stage.run(2);
    assert_eq!(stage.targets(), [Some(thing(6))]);
    let Some(StructureSnapshot::Utility(table)) = snapshot(&stage).structure else { panic!() };
    let best = &table.options[0];
    assert_eq!((best.name.as_str(), best.target, best.active), ("near", Some(thing(6)), true));
    assert!(best.considerations[0].evaluated.is_some());
    let explore = table.options.iter().find(|option| option.name == "explore").unwrap();
    assert!((explore.score - 0.1).abs() < 1e-6, "{explore:?}");
    assert!(snapshot(&stage).to_string().contains("utility table (product, compensation 1, momentum 1.15):"));
    stage.run_seeing(4, &[seen("hunter", other(16), "running", 20.0, 10.0)]);
    assert_eq!(stage.goal(), "survive");
    assert_eq!(why(&stage), DecisionReason::HigherScore(label("flee")));
}

#[test]
fn a_weighted_sum_is_a_mean() {
    let mut stage = stage(
        r#"utility(combination: weighted_sum, options: [(name: "explore", action: "explore", goal: "collect_keys", weight: 2,
            considerations: [(input: value(1), weight: 3), (input: value(0))])])"#,
    );
    stage.run(2);
    let StructureState::Utility(table) = stage.get::<Mind>().structure().unwrap() else { panic!() };
    assert!((table.options[0].score - 1.5).abs() < 1e-6, "{table:?}");
}

#[test]
fn a_goal_that_is_switched_off_is_not_pursued() {
    for structure in [MACHINE, TREE, TABLE] {
        let mut stage = stage(structure);
        stage.get_mut::<Mind>().disabled.goals.insert(label("survive"));
        stage.run_seeing(6, &[seen("hunter", other(16), "running", 20.0, 10.0)]);
        assert_eq!(stage.goal(), "collect_keys", "{structure}");
    }
}

#[test]
fn mistakes_are_named_with_a_remedy() {
    for (structure, place, message) in [
        (
            r#"state_machine(initial: "a", states: {"a": (action: "explor", goal: "escape")})"#,
            "structure.states[\"a\"].action",
            "explore",
        ),
        (
            r#"state_machine(initial: "a", states: {"a": (action: "explore", goal: "escap")})"#,
            "structure.states[\"a\"].goal",
            "escape",
        ),
        (r#"state_machine(initial: "a", states: {"a": (action: "explore")})"#, "structure.states[\"a\"]", "goal"),
        (r#"state_machine(initial: "b", states: {"a": ()})"#, "structure.initial", "`a`"),
        (
            r#"state_machine(initial: "a", states: {"a": (transitions: [(to: "b")])})"#,
            "structure.states[\"a\"].transitions[0].to",
            "`a`",
        ),
        (
            r#"state_machine(initial: "a", states: {"a": (initial: "a", states: {"a": ()})})"#,
            "structure.states[\"a\"].states[\"a\"]",
            "two states",
        ),
        (
            r#"behaviour_tree(root: run(action: "go_towards_found", goal: "escape"))"#,
            "structure.root.action",
            "placeholder",
        ),
        (
            r#"behaviour_tree(root: subtree("a"), subtrees: {"a": sequence([subtree("a")])})"#,
            "structure.subtrees[\"a\"][0][0][0]",
            "itself: a > a",
        ),
        (r#"behaviour_tree(root: check(exists("kee")))"#, "structure.root[0][0]", "key"),
        (r#"behaviour_tree(root: selector([]))"#, "structure.root", "no children"),
        (
            r#"behaviour_tree(root: parallel(children: [run(action: "explore", goal: "escape"), run(action: "flee", goal: "escape")]))"#,
            "structure.root.children[1]",
            "one body",
        ),
        (r#"utility(combination: weighted_sum, options: [])"#, "structure.options", "at least one"),
        (
            r#"utility(combination: weighted_sum, options: [(name: "a", action: "explore", goal: "escape", cost_curve: [(1, 0), (0, 1)])])"#,
            "structure.options[0].cost_curve",
            "rise in x",
        ),
    ] {
        let findings = compile(structure).err().unwrap_or_else(|| panic!("{structure} has no findings"));
        assert!(
            findings.iter().any(|one| one.starts_with(&format!("{place}: ")) && one.contains(message)),
            "{structure}: {findings:?}"
        );
    }
}

#[test]
fn a_tree_that_grows_without_end_is_refused() {
    let many = vec![r#"subtree("b")"#; 40].join(", ");
    let nested = format!(
        r#"behaviour_tree(root: sequence([{}]), subtrees: {{"a": sequence([{many}]), "b": check(value(1))}})"#,
        vec![r#"subtree("a")"#; 40].join(", ")
    );
    let findings = compile(&nested).expect_err("findings");
    assert!(findings.iter().any(|finding| finding.contains("at most 512 nodes")), "{findings:?}");
}
