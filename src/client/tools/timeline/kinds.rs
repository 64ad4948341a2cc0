//! The kinds of events that have markers: their symbols, and the description of an event.

use bevy_egui::egui::Color32;

use crate::{
    client::{
        session::scene_setup::AgentInfo,
        ui::{
            style::{FAINT, GOLD, GREEN, INK, RED},
            text::humanize,
        },
    },
    protocol::{ActionOutcome, AgentId, Event, Subject},
};

/// A kind of event that has markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkerKind {
    /// A prey was caught.
    Caught,
    /// A prey escaped.
    Escaped,
    /// A key was taken or dropped.
    Key,
    /// The exit was partly unlocked, or opened.
    Exit,
    /// An agent sighted an enemy.
    Sighted,
    /// An agent lost sight of an enemy.
    Lost,
    /// An agent entered or left a hiding place.
    Hid,
    /// A strike, a throw or a wound.
    Blow,
    /// A mind chose another goal.
    Goal,
    /// An action failed, or ran out of time.
    Failed,
    /// A command changed the match.
    Changed,
    /// A note a person made.
    Bookmark,
}

/// The shape of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerShape {
    /// A cross.
    Cross,
    /// A triangle with its point up.
    Up,
    /// A triangle with its point down.
    Down,
    /// A diamond.
    Diamond,
    /// A disc.
    Disc,
    /// A ring.
    Ring,
    /// A square.
    Square,
    /// An upright stroke.
    Stroke,
    /// A flag on a pole.
    Flag,
}

impl MarkerKind {
    /// All kinds, in the order they are listed.
    pub const ALL: [MarkerKind; 12] = [
        MarkerKind::Caught,
        MarkerKind::Escaped,
        MarkerKind::Key,
        MarkerKind::Exit,
        MarkerKind::Sighted,
        MarkerKind::Lost,
        MarkerKind::Hid,
        MarkerKind::Blow,
        MarkerKind::Goal,
        MarkerKind::Failed,
        MarkerKind::Changed,
        MarkerKind::Bookmark,
    ];

    /// Its name in the menu.
    pub fn title(self) -> &'static str {
        match self {
            MarkerKind::Caught => "caught",
            MarkerKind::Escaped => "escaped",
            MarkerKind::Key => "keys",
            MarkerKind::Exit => "exit",
            MarkerKind::Sighted => "sighted",
            MarkerKind::Lost => "lost sight",
            MarkerKind::Hid => "hiding",
            MarkerKind::Blow => "strikes, throws",
            MarkerKind::Goal => "goals",
            MarkerKind::Failed => "failures",
            MarkerKind::Changed => "changes",
            MarkerKind::Bookmark => "bookmarks",
        }
    }

    /// Its colour and shape.
    pub fn look(self) -> (Color32, MarkerShape) {
        match self {
            MarkerKind::Caught => (RED, MarkerShape::Cross),
            MarkerKind::Escaped => (GREEN, MarkerShape::Up),
            MarkerKind::Key => (GOLD, MarkerShape::Diamond),
            MarkerKind::Exit => (GREEN, MarkerShape::Square),
            MarkerKind::Sighted => (Color32::from_rgb(245, 150, 70), MarkerShape::Disc),
            MarkerKind::Lost => (Color32::from_rgb(150, 120, 190), MarkerShape::Ring),
            MarkerKind::Hid => (Color32::from_rgb(110, 170, 225), MarkerShape::Down),
            MarkerKind::Blow => (Color32::from_rgb(200, 110, 230), MarkerShape::Diamond),
            MarkerKind::Goal => (FAINT, MarkerShape::Stroke),
            MarkerKind::Failed => (Color32::from_rgb(210, 120, 105), MarkerShape::Stroke),
            MarkerKind::Changed => (Color32::from_rgb(90, 215, 215), MarkerShape::Square),
            MarkerKind::Bookmark => (INK, MarkerShape::Flag),
        }
    }

    /// Whether markers of this kind are shown by default; not those that occur by the hundred.
    pub fn shown_by_default(self) -> bool {
        !matches!(self, MarkerKind::Goal | MarkerKind::Failed | MarkerKind::Lost)
    }
}

/// The name of an agent.
pub fn name(cast: &[AgentInfo], agent: AgentId) -> String {
    cast.get(usize::from(agent.0)).map_or_else(|| format!("agent {}", agent.0 + 1), |player| player.name.clone())
}

/// The kind of an event and the agent it is about; `None` for events without markers.
pub fn kind_of(event: &Event, cast: &[AgentInfo]) -> Option<(MarkerKind, Option<AgentId>)> {
    let enemies = |one: AgentId, other: AgentId| {
        let side = |agent: AgentId| cast.get(usize::from(agent.0)).map(|player| player.side);
        side(one).zip(side(other)).is_none_or(|(one, other)| one != other)
    };
    Some(match event {
        Event::Caught { agent, .. } => (MarkerKind::Caught, Some(*agent)),
        Event::Escaped { agent, .. } => (MarkerKind::Escaped, Some(*agent)),
        Event::KeyTaken { by, .. } | Event::KeyDropped { by, .. } => (MarkerKind::Key, Some(*by)),
        Event::ExitProgress { .. } | Event::ExitOpened { .. } => (MarkerKind::Exit, None),
        Event::Sighted { by, subject: Subject::Agent(seen), .. } if enemies(*by, *seen) => {
            (MarkerKind::Sighted, Some(*by))
        }
        Event::Lost { by, subject: Subject::Agent(lost), .. } if enemies(*by, *lost) => (MarkerKind::Lost, Some(*by)),
        Event::Hid { agent, .. } => (MarkerKind::Hid, Some(*agent)),
        Event::Struck { by, .. } | Event::Thrown { by, .. } => (MarkerKind::Blow, Some(*by)),
        Event::Wounded { agent, .. } => (MarkerKind::Blow, Some(*agent)),
        Event::GoalChosen { agent, .. } | Event::NoGoal { agent, .. } => (MarkerKind::Goal, Some(*agent)),
        Event::ActionEnded { agent, outcome: ActionOutcome::Failed(_) | ActionOutcome::TimedOut, .. } => {
            (MarkerKind::Failed, Some(*agent))
        }
        Event::Retuned { .. } => (MarkerKind::Changed, None),
        _ => return None,
    })
}

/// The description of an event.
pub fn words(event: &Event, cast: &[AgentInfo]) -> String {
    let who = |agent: AgentId| name(cast, agent);
    let subject_name = |subject: &Subject| match subject {
        Subject::Agent(agent) => who(*agent),
        _ => "an agent".to_owned(),
    };
    match event {
        Event::Caught { agent, by, .. } => format!("{} catches {}", who(*by), who(*agent)),
        Event::Wounded { agent, by, .. } => format!("{} wounds {}", who(*by), who(*agent)),
        Event::Healed { agent, .. } => format!("{} recovers", who(*agent)),
        Event::Escaped { agent, .. } => format!("{} escapes", who(*agent)),
        Event::KeyTaken { by, .. } => format!("{} takes a key", who(*by)),
        Event::KeyDropped { by, .. } => format!("{} drops a key", who(*by)),
        Event::ExitProgress { thirds, .. } => format!("exit unlocked: {thirds} of 3"),
        Event::ExitOpened { .. } => "the exit is open".to_owned(),
        Event::Sighted { by, subject, .. } => format!("{} sights {}", who(*by), subject_name(subject)),
        Event::Lost { by, subject, .. } => format!("{} loses sight of {}", who(*by), subject_name(subject)),
        Event::Hid { agent, inside: true, .. } => format!("{} hides", who(*agent)),
        Event::Hid { agent, inside: false, .. } => format!("{} leaves the hiding place", who(*agent)),
        Event::Struck { by, hit: Some(hit) } => format!("{} strikes {}", who(*by), who(*hit)),
        Event::Struck { by, hit: None } => format!("{} strikes and misses", who(*by)),
        Event::Thrown { by, what, .. } => format!("{} throws a {}", who(*by), humanize(*what)),
        Event::GoalChosen { agent, goal, .. } => format!("{}: new goal: {}", who(*agent), humanize(*goal)),
        Event::NoGoal { agent, .. } => format!("{} finds no goal it can plan for", who(*agent)),
        Event::ActionEnded { agent, action, outcome, .. } => {
            let how = match outcome {
                ActionOutcome::Failed(reason) => format!("fails ({})", reason.describe()),
                _ => "times out".to_owned(),
            };
            format!("{}: {} {how}", who(*agent), humanize(*action))
        }
        Event::Retuned { how, .. } => format!("the match was changed ({})", humanize(*how)),
        _ => String::new(),
    }
}
