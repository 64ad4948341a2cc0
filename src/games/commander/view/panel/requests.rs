//! What a person asks for on the pages of the panel, carried out once they are drawn.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, Label, label};

use crate::games::commander::seat::ORDER;
use crate::simulation::retune::{Intervention, RetuneCommand, SwitchScope, SwitchTarget};

/// The commands of a frame, each with words that say what it does.
#[derive(Debug, Default)]
pub struct Requests(pub Vec<(String, RetuneCommand)>);

impl Requests {
    /// An intervention about an agent.
    pub fn intervene(&mut self, words: &str, what: &str, agent: AgentId) {
        let wanted = Intervention { what: label(what), agent: Some(agent), ..Intervention::default() };
        self.0.push((words.to_owned(), RetuneCommand::Intervene(wanted)));
    }

    /// An order to an agent. An amount of 0 takes its order back.
    pub fn order(&mut self, words: &str, to: AgentId, name: Label, amount: f32, place: Option<Vec3>) {
        let wanted = Intervention {
            what: label(ORDER),
            agent: Some(to),
            name: Some(name),
            amount: Some(amount),
            place: place.map(Into::into),
        };
        self.0.push((words.to_owned(), RetuneCommand::Intervene(wanted)));
    }

    /// A goal, an action or a recipe switched on or off.
    pub fn switch(&mut self, agent: AgentId, what: SwitchTarget, on: bool) {
        let (SwitchTarget::Goal(name) | SwitchTarget::Action(name)) = what;
        let words = format!("{name} {}", if on { "on" } else { "off" });
        self.0.push((words, RetuneCommand::Switch { who: SwitchScope::Agent(agent), what, on }));
    }
}
