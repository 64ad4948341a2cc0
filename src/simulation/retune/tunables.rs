//! The numbers of an agent kind that sliders offer during a match: their location in the data, and the range of the
//! slider.

use super::{Edit, data::mind_path};
use crate::{
    data::{
        FileKind, GameSchema, Library,
        agent::AgentKind,
        domain::Scalar,
        mind::{MindActionData, MindFile},
        ranges::{self, NumberRange},
    },
    mind::{Behaviours, behaviours::ParameterRange},
    protocol::Label,
};

/// The part of an agent that a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TunableGroup {
    /// The speed of the body.
    Speed,
    /// View cones and hearing.
    Sense,
    /// The relevance of goals.
    Goal,
    /// The costs and timeouts of actions.
    Action,
    /// The numeric parameters of behaviours that the file sets.
    Behaviour,
}

/// A number with a slider.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// The part of the agent.
    pub group: TunableGroup,
    /// The goal, action, cone or gait.
    pub of: String,
    /// The name of the number.
    pub what: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// The path of the file in the data folder.
    pub file: String,
    /// The path of the number in the file.
    pub path: String,
    /// The current value.
    pub value: f64,
    /// The minimum and the maximum value of its slider.
    pub range: (f64, f64),
    /// The minimum and the maximum value that its file may hold.
    pub limits: (f64, f64),
}

impl Tunable {
    /// The edit that sets a new value, rounded to two decimals.
    pub fn turned(&self, value: f64) -> Edit {
        let value = (value.clamp(self.limits.0, self.limits.1) * 100.0).round() / 100.0;
        Edit { file: self.file.clone(), path: self.path.clone(), value: format!("{value}") }
    }
}

/// All tunables of an agent kind, in the order of its files; empty if there is no such kind.
pub fn tunables(library: &Library, kind: Label) -> Vec<Tunable> {
    let Some(agent) = library.agents.get(&kind) else { return Vec::new() };
    let mut out = TunableList {
        game: library.game,
        kind: FileKind::Agent,
        file: library.game.path(FileKind::Agent, kind.as_str()),
        found: Vec::new(),
    };
    of_agent(agent, &mut out);
    if let Some(mind) = library.minds.get(&agent.mind) {
        out = TunableList { kind: FileKind::Mind, file: mind_path(library, agent.mind), ..out };
        of_mind(mind, &mut out);
    }
    out.found
}

/// The tunables of a file as they are collected.
struct TunableList {
    game: &'static GameSchema,
    kind: FileKind,
    file: String,
    found: Vec<Tunable>,
}

impl TunableList {
    /// Adds the number at a path; its range and unit are those that [`ranges`] declares.
    fn add(&mut self, group: TunableGroup, of: &str, what: &'static str, path: String, value: f64) {
        let declared = path.parse().ok().and_then(|path| ranges::find(self.kind, self.game, &path));
        let Some(NumberRange { min, max, slider, unit, .. }) = declared.copied() else { return };
        let (of, file) = (of.to_owned(), self.file.clone());
        self.found.push(Tunable { group, of, what, unit, file, path, value, range: slider, limits: (min, max) });
    }
}

fn of_agent(agent: &AgentKind, out: &mut TunableList) {
    use TunableGroup::{Sense, Speed};
    let speeds = agent.body.speeds;
    for (gait, value) in
        [("crouch", speeds.crouch), ("walk", speeds.walk), ("hurry", speeds.hurry), ("run", speeds.run)]
    {
        out.add(Speed, gait, "speed", format!("body.speeds.{gait}"), to_f64(value));
    }
    for (index, cone) in agent.senses.vision.cones.iter().enumerate() {
        let (of, at) = (cone.name.as_str(), format!("senses.vision.cones[{index}]"));
        out.add(Sense, of, "half angle", format!("{at}.half_angle"), to_f64(cone.half_angle));
        if let Some(far) = cone.half_angle_far {
            out.add(Sense, of, "half angle at its end", format!("{at}.half_angle_far"), to_f64(far));
        }
        out.add(Sense, of, "range", format!("{at}.max_range"), to_f64(cone.max_range));
        out.add(Sense, of, "rate", format!("{at}.rate"), to_f64(cone.rate));
    }
    let (hearing, reach) = (agent.senses.hearing.acuity, agent.senses.proximity.radius);
    out.add(Sense, "hearing", "acuity", "senses.hearing.acuity".to_owned(), to_f64(hearing));
    out.add(Sense, "touch", "radius", "senses.proximity.radius".to_owned(), to_f64(reach));
}

fn of_mind(mind: &MindFile, out: &mut TunableList) {
    use TunableGroup::{Action, Goal};
    for (index, goal) in mind.goals.iter().enumerate() {
        let (of, at) = (goal.name.as_str(), format!("goals[{index}]"));
        out.add(Goal, of, "base relevance", format!("{at}.base_relevance"), to_f64(goal.base_relevance));
        out.add(Goal, of, "hysteresis", format!("{at}.hysteresis"), to_f64(goal.hysteresis));
    }
    let behaviours = Behaviours::default();
    for (index, action) in mind.actions.iter().enumerate() {
        let (of, at) = (action.name.as_str(), format!("actions[{index}]"));
        out.add(Action, of, "cost", format!("{at}.cost"), action.cost);
        if !action.placeholder {
            out.add(Action, of, "timeout", format!("{at}.timeout"), to_f64(action.timeout));
        }
        of_behaviour(&behaviours, action, &at, out);
    }
}

/// The numeric parameters that an action sets; their ranges are those that the behaviour declares.
fn of_behaviour(behaviours: &Behaviours, action: &MindActionData, at: &str, out: &mut TunableList) {
    let parameters = behaviours.get(action.behaviour).map_or(&[][..], |behaviour| behaviour.parameters);
    for parameter in parameters {
        let (ParameterRange::Number { min, max, .. }, Some(Scalar::Number(value))) =
            (parameter.range, action.parameters.get(parameter.name))
        else {
            continue;
        };
        let range = (to_f64(min), to_f64(max));
        out.found.push(Tunable {
            group: TunableGroup::Behaviour,
            of: action.name.to_string(),
            what: parameter.name,
            unit: "",
            file: out.file.clone(),
            path: format!("{at}.parameters[{:?}]", parameter.name),
            value: *value,
            range,
            limits: range,
        });
    }
}

/// Converts via decimals: the literal in the file, not the nearest binary fraction.
fn to_f64(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}
