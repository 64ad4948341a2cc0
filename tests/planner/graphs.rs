//! Graphs of searches and of action sets: contents, costs, dead ends, and export.

use std::collections::HashSet;

use quarry_goap::{
    Domain, PlanCost, PlanOutcome, PlanRequest, Planner, Strategy,
    graph::{ActionGraphPart, DiagramRole, ExternalFact, NodeStatus, PruneReason, SearchGraph},
};
use quarry_minds::schema::domain::standalone::{PlanningProblem, read};

use super::STRATEGIES;
use super::problem::random;

/// A cook can order or cook; the oven is broken, and no goal needs the radio.
const KITCHEN: &str = r#"(
    facts: {
        "hungry": bool(),
        "meal": bool(),
        "oven": bool(),
        "baked": bool(),
        "radio": bool(),
        "money": integer(min: 0, max: 20),
    },
    start: {"hungry": true, "money": 12},
    actions: [
        (name: "cook", cost: 5, effects: {"meal": set(true)}),
        (name: "order", cost: 3, preconditions: {"money": at_least(10)}, effects: {"meal": set(true), "money": add(-10)}),
        (name: "eat", cost: 1, preconditions: {"meal": is(true)}, effects: {"hungry": set(false), "meal": set(false)}),
        (name: "bake", cost: 2, preconditions: {"oven": is(true)}, effects: {"baked": set(true)}),
        (name: "tune in", cost: 1, effects: {"radio": set(true)}),
    ],
    goals: [
        (name: "be full", conditions: {"hungry": is(false)}),
        (name: "have bread", conditions: {"baked": is(true)}),
    ],
)"#;

/// Two coins, the nearer one behind the agent; each has to be travelled to.
const COINS: &str = r#"(
    facts: {"at": target(), "coins": integer(min: 0, max: 5), "rested": bool()},
    actions: [
        (name: "go", cost: 0.5, effects: {"at": set("$target")}, target: (kinds: ["coin", "bed"], includes_travel: true)),
        (name: "take", cost: 1, preconditions: {"at": is("$target")}, effects: {"coins": add(1)},
            target: (kinds: ["coin"], once_per_target: true)),
        (name: "sleep", cost: 1, preconditions: {"at": is("$target")}, effects: {"rested": set(true)}, target: (kinds: ["bed"])),
        (name: "nap", cost: 90, effects: {"rested": set(true)}),
    ],
    goals: [(name: "rich and rested", conditions: {"coins": at_least(2), "rested": is(true)})],
    candidates: [
        (name: "left coin", kinds: ["coin"], at: (-2.41, 0, 0)),
        (name: "right coin", kinds: ["coin"], at: (3, 0, 0)),
        (name: "far coin", kinds: ["coin"], at: (30, 0, 0)),
        (name: "bed", kinds: ["bed"], at: (5, 0, 1)),
    ],
    travel: straight(speed: 1),
)"#;

fn kitchen() -> PlanningProblem {
    read("kitchen.ron", KITCHEN).unwrap_or_else(|findings| panic!("{}", findings[0]))
}

/// What has to be true of every search graph.
fn check(graph: &SearchGraph, what: &str) {
    let drawing = graph.draw(1_000);
    let titles: HashSet<&str> = drawing.nodes.iter().map(|node| node.title.as_str()).collect();
    assert_eq!(titles.len(), drawing.nodes.len(), "{what}: titles are unique");
    for (node, drawn) in graph.nodes.iter().zip(&drawing.nodes) {
        if let NodeStatus::Pruned(reason) = node.status {
            let text = reason.to_string();
            assert!(drawn.rows.iter().any(|row| row.starts_with(&text)), "{what}: {:?} says why", drawn.title);
            if reason == PruneReason::NotCheaper && graph.outcome == PlanOutcome::Plan {
                assert!(node.cost.plus(node.heuristic) >= graph.cost, "{what}: {node:?} against {}", graph.cost);
            }
        }
    }
    if graph.outcome != PlanOutcome::Plan {
        assert!(graph.nodes.iter().all(|node| !node.on_plan), "{what}");
        return;
    }
    let last = graph.nodes.iter().filter(|node| node.on_plan && node.status == NodeStatus::Complete);
    let costs: Vec<PlanCost> = last.map(|node| node.cost).collect();
    assert_eq!(costs, [graph.cost], "{what}: the path's last box has the plan's cost");
    for node in graph.nodes.iter().filter(|node| node.on_plan) {
        if let Some((parent, _)) = &node.reached_by {
            let parent = &graph.nodes[*parent];
            assert!(parent.on_plan && parent.cost <= node.cost, "{what}: costs rise along the plan");
        }
        assert!(node.cost.plus(node.heuristic) <= graph.cost, "{what}: {node:?} promises no more than the plan");
    }
}

#[test]
fn a_trace_is_the_search_that_was_made() {
    let problem = kitchen();
    let goal = problem.domain.goal("be full").unwrap();
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        let request = PlanRequest { strategy, ..problem.request(goal) };
        let result = planner.plan(&problem.domain, &request);
        let (cost, nodes) = (result.cost, result.nodes);
        let steps: Vec<String> =
            result.steps.iter().map(|step| problem.domain.action_name(step.action).to_owned()).collect();
        assert_eq!(steps, ["order", "eat"]);
        let graph = planner.trace(&problem.domain, &request, &|index| problem.candidate_name(index));
        check(&graph, &format!("{strategy:?}"));
        assert_eq!((graph.outcome, graph.cost, graph.expanded), (PlanOutcome::Plan, cost, nodes));
        let on_plan = graph.nodes.iter().filter(|node| node.on_plan);
        let mut steps: Vec<&str> =
            on_plan.filter_map(|node| node.reached_by.as_ref().map(|(_, step)| step.as_str())).collect();
        steps.sort_unstable();
        assert_eq!(steps, ["eat", "order"], "{strategy:?}");
        if strategy != Strategy::IdaStar {
            // Each expansion has its own number.
            let number = |status| if let NodeStatus::Expanded(number) = status { Some(number) } else { None };
            let mut numbers: Vec<u32> = graph.nodes.iter().filter_map(|node| number(node.status)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=nodes).collect::<Vec<u32>>(), "{strategy:?}");
        }
        let drawing = graph.draw(50);
        assert_eq!(drawing.nodes.len(), graph.nodes.len());
        assert!(drawing.nodes.iter().any(|node| node.role == DiagramRole::Chosen));
        // Tracing does not change later searches.
        assert_eq!(planner.plan(&problem.domain, &request).nodes, nodes);
    }
}

#[test]
fn the_boxes_of_the_chosen_path_add_up_to_the_plans_cost() {
    let problem = read("coins.ron", COINS).unwrap_or_else(|findings| panic!("{}", findings[0]));
    let goal = problem.domain.goal("rich and rested").unwrap();
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        let request = PlanRequest { strategy, ..problem.request(goal) };
        let cost = planner.plan(&problem.domain, &request).cost;
        let graph = planner.trace(&problem.domain, &request, &|index| problem.candidate_name(index));
        check(&graph, &format!("{strategy:?}"));
        assert!(graph.draw(100).title.contains(&format!("plan of cost {cost:.2}")));
        if strategy == Strategy::Backward {
            let pruned = graph.nodes.iter().filter(|node| matches!(node.status, NodeStatus::Pruned(_)));
            assert!(pruned.count() > 0, "some states are pruned");
            let stops =
                graph.nodes.iter().filter(|node| node.conditions.iter().any(|row| row.starts_with("next stop: ")));
            assert!(stops.count() > 0, "stops tell states apart");
        }
    }
}

#[test]
fn random_searches_have_consistent_graphs() {
    let mut planner = Planner::new();
    for seed in 0..600 {
        let problem = random(seed);
        let Ok(domain) = problem.domain() else { continue };
        let domain: &Domain = &domain;
        let (state, candidates) = (problem.state(), problem.candidates(domain));
        for strategy in STRATEGIES {
            let request = PlanRequest {
                candidates: &candidates,
                context: &problem,
                strategy,
                ..PlanRequest::new(&state, domain.goal("goal").unwrap())
            };
            let graph = planner.trace(domain, &request, &|index| format!("c{index}"));
            // Without the triangle inequality, complete paths may be expanded further, so only titles are checked.
            if problem.breaks_triangle_inequality && strategy == Strategy::Backward {
                let drawing = graph.draw(1_000);
                let titles: HashSet<&str> = drawing.nodes.iter().map(|node| node.title.as_str()).collect();
                assert_eq!(titles.len(), drawing.nodes.len());
            } else {
                check(&graph, &format!("seed {seed} {strategy:?}"));
            }
        }
    }
}

#[test]
fn a_large_search_is_reduced_to_the_plan_and_what_fits() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/planning/gpgoap_soldier_det5.ron"));
    let problem = read("soldier.ron", &text.unwrap()).unwrap();
    let goal = problem.domain.goal_ids().next().unwrap();
    let request = PlanRequest { strategy: Strategy::Forward, ..problem.request(goal) };
    let graph = Planner::new().trace(&problem.domain, &request, &|index| problem.candidate_name(index));
    let drawing = graph.draw(8);
    let plan = graph.nodes.iter().filter(|node| node.on_plan).count();
    let drawn = drawing.nodes.iter().filter(|node| node.role == DiagramRole::Chosen).count();
    assert_eq!(drawn, plan, "the plan is complete");
    assert!(drawing.nodes.len() <= 8 + plan + 8 && drawing.nodes.len() >= plan);
    // Every box but the root is connected.
    assert_eq!(drawing.edges.len() + 1, drawing.nodes.len());
}

#[test]
fn dead_ends_are_found_and_drawn_red() {
    let graph = kitchen().graph();
    let dead_ends: Vec<(&str, &str)> = graph.dead_ends().collect();
    assert_eq!(
        dead_ends,
        [
            ("oven", "no action changes it"),
            ("baked", "only changed by actions that can never be used"),
            ("radio", "no condition depends on it"),
            ("bake", "can never be used"),
            ("tune in", "no condition depends on its effects"),
            ("have bread", "can never be reached"),
        ]
    );
    let drawing = graph.draw("a kitchen");
    let red = drawing.nodes.iter().filter(|node| node.role == DiagramRole::Dead).count();
    assert_eq!(red, dead_ends.len());
    assert!(drawing.edges.iter().any(|edge| edge.role == DiagramRole::Dead));
    let svg = drawing.to_svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let dot = drawing.to_dot();
    assert!(dot.starts_with("digraph {") && dot.ends_with("}\n"));
    for name in ["cook", "order", "eat", "be full", "a kitchen", "can never be reached"] {
        assert!(svg.contains(name) && dot.contains(name), "{name:?} is missing");
    }
    // Facts stand left of the actions that require them, except in cycles.
    let x = |name: &str| drawing.nodes.iter().find(|node| node.title == name).unwrap().at.0;
    assert!(x("order") < x("meal") && x("meal") < x("eat") && x("eat") < x("hungry") && x("hungry") < x("be full"));
}

#[test]
fn an_external_fact_is_no_dead_end() {
    let problem = kitchen();
    let graph = problem.domain.graph(&|fact| {
        let is_oven = problem.domain.fact_name(fact) == "oven";
        is_oven.then(|| ExternalFact { value: None, note: "a mechanic repairs it".to_owned() })
    });
    assert!(graph.dead_ends().all(|(name, _)| !["oven", "bake", "baked", "have bread"].contains(&name)));
    let oven = graph.nodes.iter().find(|node| node.name == "oven").unwrap();
    assert!(oven.external && oven.part == ActionGraphPart::Fact(2));
}

#[test]
fn names_are_escaped() {
    let text = KITCHEN.replace("tune in", "a<b & \\\"c\\\"");
    let drawing = read("kitchen.ron", &text).unwrap().graph().draw("<&>");
    let svg = drawing.to_svg();
    assert!(svg.contains("a&lt;b &amp; &quot;c&quot;") && !svg.contains("a<b"));
    assert!(drawing.to_dot().contains("a<b & \\\"c\\\""));
}
