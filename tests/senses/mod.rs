//! The senses in small levels, with real rays.

mod ears;
mod eyes;
mod lake;
mod noses;
mod stage;
mod telepathy;
mod things;

#[test]
fn the_shipped_agents_have_senses_within_their_ranges() {
    use quarry::data::agent::AgentKind;
    for text in
        [include_str!("../../assets/hunt/agents/hunter.ron"), include_str!("../../assets/hunt/agents/hunted.ron")]
    {
        let agent: AgentKind = stage::read(text);
        assert_eq!(agent.senses.problems(), []);
        assert_eq!(agent.body.problems(), []);
        assert!(agent.senses.vision.unwrap().cones.len() >= 3);
    }
    assert_eq!(crate::hunt::rules().perception.problems(), []);
}
