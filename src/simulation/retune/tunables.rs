//! The numbers of a kind of agent that one may turn while a match runs: where each stands in the data, and how far it goes.
//!
//! Must not know: how they are shown.

use super::{Edit, data::mind_path};
use crate::{
    data::{Library, agent::AgentKind, mind::MindFile},
    protocol::Label,
};

/// What a knob belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TunableGroup {
    /// How fast the body moves.
    Speed,
    /// What it sees and hears.
    Sense,
    /// How much goals matter.
    Goal,
    /// What actions cost.
    Action,
}

/// A number that may be turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// What it belongs to.
    pub group: TunableGroup,
    /// The goal, action, cone or gait.
    pub of: String,
    /// Which number of it.
    pub what: &'static str,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// The file it stands in.
    pub file: String,
    /// The way to it in the file.
    pub path: String,
    /// What it is.
    pub value: f64,
    /// The least and the most it is turned to; data may say more.
    pub range: (f64, f64),
}

impl Tunable {
    /// The edit that turns it to a value, written with at most two decimals.
    pub fn turned(&self, value: f64) -> Edit {
        let value = (value.clamp(self.range.0, self.range.1) * 100.0).round() / 100.0;
        Edit { file: self.file.clone(), path: self.path.clone(), value: format!("{value}") }
    }
}

/// All tunables of a kind of agent, in the order of its files; none where there is no such kind.
pub fn tunables(library: &Library, kind: Label) -> Vec<Tunable> {
    let mut out = Vec::new();
    let Some(agent) = library.agents.get(&kind) else { return out };
    of_agent(agent, &format!("assets/agents/{kind}.ron"), &mut out);
    if let Some(mind) = library.minds.get(&agent.mind) {
        of_mind(mind, &mind_path(agent.mind), &mut out);
    }
    out
}

fn of_agent(agent: &AgentKind, file: &str, out: &mut Vec<Tunable>) {
    let mut knob = |group, of: &str, what, unit, path: String, value: f32, range| {
        let value = to_f64(value);
        out.push(Tunable { group, of: of.to_owned(), what, unit, file: file.to_owned(), path, value, range });
    };
    let speeds = agent.body.speeds;
    for (gait, value) in
        [("crouch", speeds.crouch), ("walk", speeds.walk), ("hurry", speeds.hurry), ("run", speeds.run)]
    {
        knob(TunableGroup::Speed, gait, "speed", "m/s", format!("body.speeds.{gait}"), value, (0.2, 8.0));
    }
    for (index, cone) in agent.senses.vision.cones.iter().enumerate() {
        let (of, at) = (cone.name.as_str(), format!("senses.vision.cones[{index}]"));
        knob(
            TunableGroup::Sense,
            of,
            "half angle",
            "degrees",
            format!("{at}.half_angle"),
            cone.half_angle,
            (1.0, 180.0),
        );
        if let Some(far) = cone.half_angle_far {
            knob(
                TunableGroup::Sense,
                of,
                "half angle at its end",
                "degrees",
                format!("{at}.half_angle_far"),
                far,
                (1.0, 180.0),
            );
        }
        let least = f64::from(cone.from);
        knob(TunableGroup::Sense, of, "range", "m", format!("{at}.to"), cone.to, (least.max(0.5), 60.0));
        knob(TunableGroup::Sense, of, "rate", "", format!("{at}.rate"), cone.rate, (0.0, 5.0));
    }
    let (hearing, reach) = (agent.senses.hearing.acuity, agent.senses.proximity.reach);
    knob(TunableGroup::Sense, "hearing", "acuity", "", "senses.hearing.acuity".to_owned(), hearing, (0.0, 2.0));
    knob(TunableGroup::Sense, "touch", "reach", "m", "senses.proximity.reach".to_owned(), reach, (0.0, 6.0));
}

fn of_mind(mind: &MindFile, file: &str, out: &mut Vec<Tunable>) {
    let mut knob = |group, of: Label, what, unit, path: String, value: f64, range| {
        out.push(Tunable { group, of: of.to_string(), what, unit, file: file.to_owned(), path, value, range });
    };
    for (index, goal) in mind.goals.iter().enumerate() {
        let (of, at) = (goal.name, format!("goals[{index}]"));
        knob(
            TunableGroup::Goal,
            of,
            "base",
            "",
            format!("{at}.base_relevance"),
            to_f64(goal.base_relevance),
            (0.0, 200.0),
        );
        knob(TunableGroup::Goal, of, "margin", "", format!("{at}.margin"), to_f64(goal.hysteresis), (0.0, 100.0));
    }
    for (index, action) in mind.actions.iter().enumerate() {
        let (of, at) = (action.name, format!("actions[{index}]"));
        knob(TunableGroup::Action, of, "cost", "", format!("{at}.cost"), action.cost, (0.0, 60.0));
        if !action.placeholder {
            let seconds = to_f64(action.timeout);
            knob(TunableGroup::Action, of, "time out", "s", format!("{at}.time_out"), seconds, (0.1, 120.0));
        }
    }
}

/// As it is written in decimals, not as its nearest binary fraction.
fn to_f64(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}
