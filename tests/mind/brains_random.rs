//! Random decision structures give findings or work: they never panic, and every tick ends.

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    brains::compile,
    stage::{Stage, heard, other, seen, thing},
};

fn expression() -> impl Strategy<Value = String> {
    let query = prop::sample::select(vec!["key", "threat", "exit", "this one", "no such query"]);
    prop_oneof![
        4 => query.clone().prop_map(|query| format!("exists({query:?})")),
        1 => query.clone().prop_map(|query| format!("not(exists({query:?}))")),
        2 => query.prop_map(|query| format!("at_most(distance({query:?}), 8)")),
        1 => Just("value(1)".to_owned()),
        1 => Just("unexplored".to_owned()),
    ]
}

fn action() -> impl Strategy<Value = String> {
    let known = vec![
        "explore",
        "go_towards",
        "take_key",
        "flee",
        "hide",
        "go_to_exit",
        "wait_for_exit",
        "go_towards_found",
        "none",
    ];
    prop::sample::select(known).prop_map(str::to_owned)
}

fn node() -> impl Strategy<Value = String> {
    let target = prop::sample::select(vec!["", ", target: nearest", ", target: previous", ", retarget: 1"]);
    let leaf = prop_oneof![
        3 => (action(), target).prop_map(|(action, target)| format!("run(action: {action:?}, goal: \"collect_keys\"{target})")),
        2 => expression().prop_map(|test| format!("check({test})")),
        1 => prop::sample::select(vec!["a", "b", "c"]).prop_map(|name| format!("subtree({name:?})")),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(|nodes| nodes.join(", "));
        prop_oneof![
            list.clone().prop_map(|nodes| format!("sequence([{nodes}])")),
            list.clone().prop_map(|nodes| format!("selector([{nodes}])")),
            (list, any::<bool>()).prop_map(|(nodes, any)| format!("parallel(children: [{nodes}], any: {any})")),
            inner.clone().prop_map(|node| format!("invert({node})")),
            inner.clone().prop_map(|node| format!("succeed({node})")),
            (inner.clone(), 0..4u16).prop_map(|(node, times)| format!("repeat(times: {times}, child: {node})")),
            (inner.clone(), 0..3u8).prop_map(|(node, seconds)| format!("cooldown(seconds: {seconds}, child: {node})")),
            (inner.clone(), 0..3u8)
                .prop_map(|(node, seconds)| format!("time_limit(seconds: {seconds}, child: {node})")),
            (inner, expression()).prop_map(|(node, test)| format!("guard(when: {test}, child: {node})")),
        ]
    })
}

fn tree() -> impl Strategy<Value = String> {
    (node(), node(), node())
        .prop_map(|(root, a, b)| format!("behaviour_tree(root: {root}, subtrees: {{\"a\": {a}, \"b\": {b}}})"))
}

fn transitions() -> impl Strategy<Value = String> {
    let to = prop::sample::select(vec!["s0", "s1", "s2", "s3", "inner", "lost"]);
    let on = prop::sample::select(vec!["", ", on: ended", ", on: failed", ", on: succeeded", ", after: 0.5"]);
    let one = (to, expression(), on).prop_map(|(to, when, on)| format!("(to: {to:?}, when: {when}{on})"));
    prop::collection::vec(one, 0..4).prop_map(|all| all.join(", "))
}

fn machine() -> impl Strategy<Value = String> {
    let state = || {
        (action(), transitions(), any::<bool>()).prop_map(|(action, transitions, acts)| {
            let action = if acts { format!("action: {action:?}, ") } else { String::new() };
            format!("({action}goal: \"collect_keys\", transitions: [{transitions}])")
        })
    };
    (prop::collection::vec(state(), 1..4), state(), transitions()).prop_map(|(states, inner, transitions)| {
        let states: Vec<String> = states.iter().enumerate().map(|(index, state)| format!("\"s{index}\": {state}")).collect();
        format!(
            "state_machine(initial: \"s0\", states: {{{}, \"s3\": (initial: \"inner\", transitions: [{transitions}], states: {{\"inner\": {inner}}})}})",
            states.join(", ")
        )
    })
}

fn table() -> impl Strategy<Value = String> {
    let consideration = expression().prop_map(|input| format!("(input: {input}, curve: [(0, 0.2), (1, 1)])"));
    let option = (action(), prop::collection::vec(consideration, 0..4), any::<bool>());
    let options = prop::collection::vec(option, 0..5).prop_map(|options| {
        let option = |(index, (action, considerations, cost)): (usize, (String, Vec<String>, bool))| {
            let cost = if cost { ", cost_curve: [(0, 1), (9, 0)]" } else { "" };
            format!(
                "(name: \"o{index}\", action: {action:?}, goal: \"escape\", considerations: [{}]{cost})",
                considerations.join(", ")
            )
        };
        options.into_iter().enumerate().map(option).collect::<Vec<_>>().join(", ")
    });
    (options, any::<bool>()).prop_map(|(options, sum)| {
        let combination = if sum { "weighted_sum" } else { "product(compensation: 0.5)" };
        format!("utility(combination: {combination}, options: [{options}])")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_structures_give_findings_or_work(structure in prop_oneof![tree(), machine(), table()]) {
        match compile(&structure) {
            Err(findings) => prop_assert!(findings.iter().all(|finding| finding.contains(": ")), "{findings:?}"),
            Ok(brain) => {
                let mut stage = Stage::with(Arc::new(brain), "hunted");
                stage.perceive(seen("key", thing(3), "lying", 14.0, 10.0));
                stage.perceive(seen("exit", thing(9), "locked", 30.0, 30.0));
                stage.run(20);
                stage.run_seeing(5, &[seen("hunter", other(16), "running", 20.0, 10.0), heard("footsteps", 5, 12.0, 10.0)]);
                stage.run(60);
                // At most a few actions may begin in a second.
                prop_assert!(stage.events().len() < 200, "{} events", stage.events().len());
            }
        }
    }
}
