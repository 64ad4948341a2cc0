//! Graphs to look at: searches traced, action sets drawn, dead ends found.

use quarry::{
    data::domain::standalone::{PlanningProblem, read},
    goap::{ActionGraphPart, DiagramRole, ExternalFact, NodeStatus, PlanOutcome, Planner, Strategy},
};

/// A cook who may order or cook; the oven is broken, and nobody conditions the radio on.
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

fn kitchen() -> PlanningProblem {
    read("kitchen.ron", KITCHEN).unwrap_or_else(|findings| panic!("{}", findings[0]))
}

#[test]
fn a_trace_is_the_search_that_was_made() {
    let problem = kitchen();
    let goal = problem.domain.goal("be full").unwrap();
    let mut planner = Planner::new();
    for strategy in [Strategy::Backward, Strategy::Forward, Strategy::IdaStar] {
        let mut request = problem.request(goal);
        request.strategy = strategy;
        let answer = planner.plan(&problem.domain, &request);
        let (cost, nodes) = (answer.cost, answer.nodes);
        let steps: Vec<String> =
            answer.steps.iter().map(|step| problem.domain.action_name(step.action).to_owned()).collect();
        assert_eq!(steps, ["order", "eat"]);
        let graph = planner.trace(&problem.domain, &request, &|index| problem.candidate_name(index));
        assert_eq!((graph.outcome, graph.cost, graph.expanded), (PlanOutcome::Plan, cost, nodes));
        let mut on_plan: Vec<&str> = graph
            .nodes
            .iter()
            .filter(|node| node.on_plan)
            .filter_map(|node| node.by.as_ref().map(|(_, step)| step.as_str()))
            .collect();
        on_plan.sort_unstable();
        assert_eq!(on_plan, ["eat", "order"], "{strategy:?}");
        if strategy != Strategy::IdaStar {
            // As many are numbered as were expanded, each number once.
            let mut turns: Vec<u32> = graph
                .nodes
                .iter()
                .filter_map(|node| match node.status {
                    NodeStatus::Expanded(turn) => Some(turn),
                    _ => None,
                })
                .collect();
            turns.sort_unstable();
            assert_eq!(turns, (1..=nodes).collect::<Vec<u32>>(), "{strategy:?}");
        }
        let drawing = graph.draw(50);
        assert_eq!(drawing.nodes.len(), graph.nodes.len());
        assert!(drawing.nodes.iter().any(|block| block.role == DiagramRole::Chosen));
        // Following a search changes nothing about the next one.
        assert_eq!(planner.plan(&problem.domain, &request).nodes, nodes);
    }
}

#[test]
fn a_large_search_is_cut_to_what_can_be_looked_at() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/planning/gpgoap_soldier_det5.ron"));
    let problem = read("soldier.ron", &text.unwrap()).unwrap();
    let goal = problem.domain.goal_ids().next().unwrap();
    let mut request = problem.request(goal);
    request.strategy = Strategy::Forward;
    let graph = Planner::new().trace(&problem.domain, &request, &|index| problem.candidate_name(index));
    let drawing = graph.draw(8);
    let plan = graph.nodes.iter().filter(|node| node.on_plan).count();
    assert!(
        drawing.nodes.iter().filter(|block| block.role == DiagramRole::Chosen).count() == plan,
        "the plan is whole"
    );
    assert!(drawing.nodes.len() <= 8 + plan + 8 && drawing.nodes.len() >= plan);
    // Every box but the first hangs on another.
    assert_eq!(drawing.edges.len() + 1, drawing.nodes.len());
}

#[test]
fn dead_ends_are_found_and_drawn_red() {
    let graph = kitchen().graph();
    let dead: Vec<(&str, &str)> = graph.dead_ends().collect();
    assert_eq!(
        dead,
        [
            ("oven", "nothing brings it about"),
            ("baked", "only by what can never be used"),
            ("radio", "nobody wants it"),
            ("bake", "can never be used"),
            ("tune in", "leads to nothing"),
            ("have bread", "can never be reached"),
        ]
    );
    let drawing = graph.draw("a kitchen");
    let red = drawing.nodes.iter().filter(|block| block.role == DiagramRole::Dead).count();
    assert_eq!(red, dead.len());
    assert!(drawing.edges.iter().any(|line| line.role == DiagramRole::Dead));
    let svg = drawing.to_svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for name in ["cook", "order", "eat", "be full", "a kitchen", "can never be reached"] {
        assert!(svg.contains(name), "{name:?} is missing");
    }
    // What satisfies stands left of what is satisfied, except where there is a way round in a circle.
    let x = |name: &str| drawing.nodes.iter().find(|block| block.title == name).unwrap().at.0;
    assert!(x("order") < x("meal") && x("meal") < x("eat") && x("eat") < x("hungry") && x("hungry") < x("be full"));
}

#[test]
fn what_is_given_from_outside_is_no_dead_end() {
    let problem = kitchen();
    let graph = problem.domain.graph(&|fact| {
        (problem.domain.fact_name(fact) == "oven")
            .then(|| ExternalFact { value: None, note: "somebody repairs it".to_owned() })
    });
    assert!(graph.dead_ends().all(|(name, _)| !["oven", "bake", "baked", "have bread"].contains(&name)));
    let oven = graph.nodes.iter().find(|node| node.name == "oven").unwrap();
    assert!(oven.external && oven.part == ActionGraphPart::Fact(2));
}

#[test]
fn names_are_safe_in_a_picture() {
    let text = KITCHEN.replace("tune in", "a<b & \\\"c\\\"");
    let svg = read("kitchen.ron", &text).unwrap().graph().draw("<&>").to_svg();
    assert!(svg.contains("a&lt;b &amp; &quot;c&quot;") && !svg.contains("a<b"));
}
