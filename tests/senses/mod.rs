//! The senses in small levels, with real rays.

mod ears;
mod eyes;
mod stage;
mod telepathy;
mod things;

#[test]
fn the_shipped_agents_have_senses_within_their_ranges() {
    use quarry::data::{agent::AgentKind, rules::Rules};
    for text in [include_str!("../../assets/agents/hunter.ron"), include_str!("../../assets/agents/hunted.ron")] {
        let agent: AgentKind = stage::read(text);
        assert_eq!(agent.senses.problems(), []);
        assert_eq!(agent.body.problems(), []);
        assert!(agent.senses.vision.cones.len() >= 3);
    }
    let rules: Rules = stage::read(include_str!("../../assets/rules/standard.ron"));
    assert_eq!(rules.perception.problems(), []);
}
