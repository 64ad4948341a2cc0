//! The numbers of an agent kind that sliders offer during a match: their location in the data, and the range of the
//! slider.

use quarry_minds::{
    Behaviours,
    behaviours::ParameterRange,
    protocol::Label,
    schema::{
        domain::Scalar,
        mind::{MindActionData, MindFile},
    },
};

use super::Edit;
use crate::data::{
    FileKind, Library,
    body::BodySpec,
    ranges::{self, NumberRange},
    senses::SensesFile,
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
    let mut out = TunableList { library, found: Vec::new() };
    of_body(&agent.body, &out.file(FileKind::Agent, kind), &mut out);
    of_senses(&agent.senses, kind, &mut out);
    if let Some(name) = agent.mind
        && let Some(mind) = library.minds.get(&name)
    {
        of_mind(mind, &library.game.behaviours(), &out.file(FileKind::Mind, name), &mut out);
    }
    out.found
}

/// Where a part of an agent kind is written.
struct TunableFile {
    kind: FileKind,
    file: String,
}

/// The tunables as they are collected.
struct TunableList<'l> {
    library: &'l Library,
    found: Vec<Tunable>,
}

impl TunableList<'_> {
    fn file(&self, kind: FileKind, name: Label) -> TunableFile {
        TunableFile { kind, file: self.library.game.path(kind, name.as_str()) }
    }

    /// Adds the number at a path; its range and unit are those that [`ranges`] declares.
    fn add(
        &mut self,
        group: TunableGroup,
        of: &str,
        what: &'static str,
        (at, path): (&TunableFile, String),
        value: f64,
    ) {
        let declared = path.parse().ok().and_then(|path| ranges::find(at.kind, self.library.game, &path));
        let Some(NumberRange { min, max, slider, unit, .. }) = declared.copied() else { return };
        let (of, file) = (of.to_owned(), at.file.clone());
        self.push(Tunable { group, of, what, unit, file, path, value, range: slider, limits: (min, max) });
    }

    /// Adds a number at the place where it is written, which may be in a file that its own builds on.
    fn push(&mut self, tunable: Tunable) {
        let path = tunable.path.parse().ok();
        if let Some((file, path)) = path.and_then(|path| self.library.written_at(&tunable.file, &path)) {
            self.found.push(Tunable { file, path: path.to_string(), ..tunable });
        }
    }
}

fn of_body(body: &BodySpec, at: &TunableFile, out: &mut TunableList<'_>) {
    let speeds = body.speeds;
    for (gait, value) in
        [("crouch", speeds.crouch), ("walk", speeds.walk), ("hurry", speeds.hurry), ("run", speeds.run)]
    {
        out.add(TunableGroup::Speed, gait, "speed", (at, format!("body.speeds.{gait}")), to_f64(value));
    }
}

/// The senses of an agent kind, in its own file or in those that it shares.
fn of_senses(senses: &SensesFile, kind: Label, out: &mut TunableList<'_>) {
    use TunableGroup::Sense;
    let shared = &out.library.senses;
    let place = |out: &TunableList<'_>, given: Option<Label>| match given {
        Some(name) => (out.file(FileKind::Senses, name), ""),
        None => (out.file(FileKind::Agent, kind), "senses."),
    };
    if let Some((given, vision)) = senses.find(shared, |file| &file.vision) {
        let (at, above) = place(out, given);
        for (index, cone) in vision.cones.iter().enumerate() {
            let (of, path) = (cone.name.as_str(), |field: &str| (&at, format!("{above}vision.cones[{index}].{field}")));
            out.add(Sense, of, "half angle", path("half_angle"), to_f64(cone.half_angle));
            if let Some(far) = cone.half_angle_far {
                out.add(Sense, of, "half angle at its end", path("half_angle_far"), to_f64(far));
            }
            out.add(Sense, of, "range", path("max_range"), to_f64(cone.max_range));
            out.add(Sense, of, "rate", path("rate"), to_f64(cone.rate));
        }
    }
    if let Some((given, hearing)) = senses.find(shared, |file| &file.hearing) {
        let (at, above) = place(out, given);
        out.add(Sense, "hearing", "acuity", (&at, format!("{above}hearing.acuity")), to_f64(hearing.acuity));
    }
    if let Some((given, proximity)) = senses.find(shared, |file| &file.proximity) {
        let (at, above) = place(out, given);
        out.add(Sense, "touch", "radius", (&at, format!("{above}proximity.radius")), to_f64(proximity.radius));
    }
}

fn of_mind(mind: &MindFile, behaviours: &Behaviours, file: &TunableFile, out: &mut TunableList<'_>) {
    use TunableGroup::{Action, Goal};
    for (index, goal) in mind.goals.iter().enumerate() {
        let (of, at) = (goal.name.as_str(), format!("goals[{index}]"));
        out.add(Goal, of, "base relevance", (file, format!("{at}.base_relevance")), to_f64(goal.base_relevance));
        out.add(Goal, of, "hysteresis", (file, format!("{at}.hysteresis")), to_f64(goal.hysteresis));
    }
    for (index, action) in mind.actions.iter().enumerate() {
        let (of, at) = (action.name.as_str(), format!("actions[{index}]"));
        out.add(Action, of, "cost", (file, format!("{at}.cost")), action.cost);
        if !action.placeholder {
            out.add(Action, of, "timeout", (file, format!("{at}.timeout")), to_f64(action.timeout));
        }
        of_behaviour(behaviours, action, (file, &at), out);
    }
}

/// The numeric parameters that an action sets; their ranges are those that the behaviour declares.
fn of_behaviour(
    behaviours: &Behaviours,
    action: &MindActionData,
    (file, at): (&TunableFile, &str),
    out: &mut TunableList<'_>,
) {
    let parameters = behaviours.get(action.behaviour).map_or(&[][..], |behaviour| behaviour.parameters);
    for parameter in parameters {
        let (ParameterRange::Number { min, max, .. }, Some(Scalar::Number(value))) =
            (parameter.range, action.parameters.get(parameter.name))
        else {
            continue;
        };
        let range = (to_f64(min), to_f64(max));
        out.push(Tunable {
            group: TunableGroup::Behaviour,
            of: action.name.to_string(),
            what: parameter.name,
            unit: "",
            file: file.file.clone(),
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
