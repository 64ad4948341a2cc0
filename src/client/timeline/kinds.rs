//! The kinds of events that a timeline marks: which there are, what they look like, what is said of one.

use bevy_egui::egui::Color32;

use crate::{
    client::{
        stage::Player,
        style::{FAINT, GOLD, GREEN, INK, RED},
        words::plain,
    },
    protocol::{AgentId, Event, Outcome, Subject},
};

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
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
    Note,
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
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

impl Kind {
    /// All kinds, in the order they are listed.
    pub const ALL: [Kind; 12] = [
        Kind::Caught,
        Kind::Escaped,
        Kind::Key,
        Kind::Exit,
        Kind::Sighted,
        Kind::Lost,
        Kind::Hid,
        Kind::Blow,
        Kind::Goal,
        Kind::Failed,
        Kind::Changed,
        Kind::Note,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Caught => "caught",
            Kind::Escaped => "got out",
            Kind::Key => "keys",
            Kind::Exit => "exit",
            Kind::Sighted => "seen",
            Kind::Lost => "lost sight",
            Kind::Hid => "hiding",
            Kind::Blow => "blows, throws",
            Kind::Goal => "new goals",
            Kind::Failed => "failures",
            Kind::Changed => "changes",
            Kind::Note => "notes",
        }
    }

    /// Its colour and shape.
    pub fn look(self) -> (Color32, Shape) {
        match self {
            Kind::Caught => (RED, Shape::Cross),
            Kind::Escaped => (GREEN, Shape::Up),
            Kind::Key => (GOLD, Shape::Diamond),
            Kind::Exit => (GREEN, Shape::Square),
            Kind::Sighted => (Color32::from_rgb(245, 150, 70), Shape::Disc),
            Kind::Lost => (Color32::from_rgb(150, 120, 190), Shape::Ring),
            Kind::Hid => (Color32::from_rgb(110, 170, 225), Shape::Down),
            Kind::Blow => (Color32::from_rgb(200, 110, 230), Shape::Diamond),
            Kind::Goal => (FAINT, Shape::Stroke),
            Kind::Failed => (Color32::from_rgb(210, 120, 105), Shape::Stroke),
            Kind::Changed => (Color32::from_rgb(90, 215, 215), Shape::Square),
            Kind::Note => (INK, Shape::Flag),
        }
    }

    /// Whether marks of this kind are shown from the start: not those that there are hundreds of.
    pub fn shown_at_first(self) -> bool {
        !matches!(self, Kind::Goal | Kind::Failed | Kind::Lost)
    }
}

/// What somebody is called.
pub fn name(cast: &[Player], agent: AgentId) -> String {
    cast.get(usize::from(agent.0)).map_or_else(|| format!("agent {}", agent.0 + 1), |player| player.name.clone())
}

/// Of which kind an event is, and whom it is about; `None` for what a timeline does not mark.
pub fn kind_of(event: &Event, cast: &[Player]) -> Option<(Kind, Option<AgentId>)> {
    let enemies = |one: AgentId, other: AgentId| {
        let side = |agent: AgentId| cast.get(usize::from(agent.0)).map(|player| player.side);
        side(one).zip(side(other)).is_none_or(|(one, other)| one != other)
    };
    Some(match event {
        Event::Caught { agent, .. } => (Kind::Caught, Some(*agent)),
        Event::Escaped { agent, .. } => (Kind::Escaped, Some(*agent)),
        Event::KeyTaken { by, .. } | Event::KeyDropped { by, .. } => (Kind::Key, Some(*by)),
        Event::ExitProgress { .. } | Event::ExitOpened { .. } => (Kind::Exit, None),
        Event::Sighted { by, subject: Subject::Agent(seen), .. } if enemies(*by, *seen) => (Kind::Sighted, Some(*by)),
        Event::Lost { by, subject: Subject::Agent(lost), .. } if enemies(*by, *lost) => (Kind::Lost, Some(*by)),
        Event::Hid { agent, .. } => (Kind::Hid, Some(*agent)),
        Event::Struck { by, .. } | Event::Thrown { by, .. } => (Kind::Blow, Some(*by)),
        Event::Wounded { agent, .. } => (Kind::Blow, Some(*agent)),
        Event::GoalChosen { agent, .. } | Event::NoGoal { agent, .. } => (Kind::Goal, Some(*agent)),
        Event::ActionEnded { agent, outcome: Outcome::Failed(_) | Outcome::TimedOut, .. } => {
            (Kind::Failed, Some(*agent))
        }
        Event::Retuned { .. } => (Kind::Changed, None),
        _ => return None,
    })
}

/// What is said of an event.
pub fn words(event: &Event, cast: &[Player]) -> String {
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
        Event::Thrown { by, what, .. } => format!("{} throws a {}", who(*by), plain(*what)),
        Event::GoalChosen { agent, goal, .. } => format!("{} now wants: {}", who(*agent), plain(*goal)),
        Event::NoGoal { agent, .. } => format!("{} finds nothing to do", who(*agent)),
        Event::ActionEnded { agent, action, outcome, .. } => {
            let how = match outcome {
                Outcome::Failed(reason) => format!("fails ({})", format!("{reason:?}").to_lowercase()),
                _ => "takes too long".to_owned(),
            };
            format!("{}: {} {how}", who(*agent), plain(*action))
        }
        Event::Retuned { how, .. } => format!("the match was changed ({})", plain(*how)),
        _ => String::new(),
    }
}
