//! The kinds of events that a timeline marks: which there are, what they look like, what is said of one.

use bevy_egui::egui::Color32;

use crate::{
    client::{
        scene_setup::AgentInfo,
        style::{FAINT, GOLD, GREEN, INK, RED},
        text::humanize,
    },
    protocol::{ActionOutcome, AgentId, Event, Subject},
};

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkerKind {
    /// Somebody was caught.
    Caught,
    /// Somebody got out.
    Escaped,
    /// A key was taken or dropped.
    Key,
    /// The exit gave way or opened.
    Exit,
    /// Somebody was seen by one who hunts them, or one by whom they are hunted.
    Sighted,
    /// Somebody was lost from sight.
    Lost,
    /// Somebody hid or came out.
    Hid,
    /// A blow or a throw.
    Blow,
    /// A mind chose another goal.
    Goal,
    /// An action failed, or ran out of time.
    Failed,
    /// Somebody changed the match.
    Changed,
    /// A note a person made.
    Bookmark,
}

/// The shape of a mark.
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

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            MarkerKind::Caught => "caught",
            MarkerKind::Escaped => "got out",
            MarkerKind::Key => "keys",
            MarkerKind::Exit => "exit",
            MarkerKind::Sighted => "seen",
            MarkerKind::Lost => "lost sight",
            MarkerKind::Hid => "hiding",
            MarkerKind::Blow => "blows, throws",
            MarkerKind::Goal => "new goals",
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

    /// Whether marks of this kind are shown from the start: not those that there are hundreds of.
    pub fn shown_at_first(self) -> bool {
        !matches!(self, MarkerKind::Goal | MarkerKind::Failed | MarkerKind::Lost)
    }
}

/// What somebody is called.
pub fn name(cast: &[AgentInfo], agent: AgentId) -> String {
    cast.get(usize::from(agent.0)).map_or_else(|| format!("agent {}", agent.0 + 1), |player| player.name.clone())
}

/// Of which kind an event is, and whom it is about; `None` for what a timeline does not mark.
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

/// What is said of an event.
pub fn words(event: &Event, cast: &[AgentInfo]) -> String {
    let who = |agent: AgentId| name(cast, agent);
    let whom = |subject: &Subject| match subject {
        Subject::Agent(agent) => who(*agent),
        _ => "somebody".to_owned(),
    };
    match event {
        Event::Caught { agent, by, .. } => format!("{} catches {}", who(*by), who(*agent)),
        Event::Wounded { agent, by, .. } => format!("{} wounds {}", who(*by), who(*agent)),
        Event::Healed { agent, .. } => format!("{} has recovered", who(*agent)),
        Event::Escaped { agent, .. } => format!("{} is out", who(*agent)),
        Event::KeyTaken { by, .. } => format!("{} takes a key", who(*by)),
        Event::KeyDropped { by, .. } => format!("{} drops a key", who(*by)),
        Event::ExitProgress { thirds, .. } => format!("the exit: light {thirds} of 3"),
        Event::ExitOpened { .. } => "the exit is open".to_owned(),
        Event::Sighted { by, subject, .. } => format!("{} is aware of {}", who(*by), whom(subject)),
        Event::Lost { by, subject, .. } => format!("{} has lost {}", who(*by), whom(subject)),
        Event::Hid { agent, inside: true, .. } => format!("{} hides", who(*agent)),
        Event::Hid { agent, inside: false, .. } => format!("{} comes out of hiding", who(*agent)),
        Event::Struck { by, hit: Some(hit) } => format!("{} strikes {}", who(*by), who(*hit)),
        Event::Struck { by, hit: None } => format!("{} strikes and misses", who(*by)),
        Event::Thrown { by, what, .. } => format!("{} throws a {}", who(*by), humanize(*what)),
        Event::GoalChosen { agent, goal, .. } => format!("{} now wants: {}", who(*agent), humanize(*goal)),
        Event::NoGoal { agent, .. } => format!("{} finds nothing to do", who(*agent)),
        Event::ActionEnded { agent, action, outcome, .. } => {
            let how = match outcome {
                ActionOutcome::Failed(reason) => format!("fails ({})", format!("{reason:?}").to_lowercase()),
                _ => "takes too long".to_owned(),
            };
            format!("{}: {} {how}", who(*agent), humanize(*action))
        }
        Event::Retuned { how, .. } => format!("the match was changed ({})", humanize(*how)),
        _ => String::new(),
    }
}
