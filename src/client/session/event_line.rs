//! What the window tells of an event: one line with a part for each place that shows, plays or draws events.
//!
//! A sentence has places for names: `{agent}` and `{other}` for the agents of the line, and `{in room}` for its place.

use std::borrow::Cow;

use bevy_egui::egui::Color32;
use quarry_minds::protocol::{AgentId, Label, QuantisedPoint, ThingId, label};

/// A sentence with places for names.
pub type Words = Cow<'static, str>;

/// What the window tells of one event. Parts that are `None` are not told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventLine {
    /// The agent it is about; news has its colour.
    pub agent: Option<AgentId>,
    pub other: Option<AgentId>,
    /// The place of `{in room}`.
    pub at: Option<QuantisedPoint>,
    /// The news of a watched match.
    pub news: Option<Words>,
    /// Set if the news is shown again with the result of a watched match.
    pub highlight: Option<Tone>,
    /// The line in the story on the result page of a played match.
    pub story: Option<(Words, Tone)>,
    /// The announcement to a player that is not `agent`.
    pub told: Option<(Words, Tone)>,
    /// The announcement to a player that is `agent`; `None` for the same as to others.
    pub told_own: Option<(Words, Tone)>,
    /// The kind of its marker on the timeline, and the description of the marker.
    pub marker: Option<(&'static str, Words)>,
    pub interest: Option<EventInterest>,
    pub cue: Option<EventCue>,
    pub burst: Option<ParticleBurst>,
}

impl EventLine {
    pub fn about(agent: AgentId) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }

    /// A sentence of this line with its names. `name` gives the name of an agent; `room` replaces `{in room}`.
    pub fn fill(&self, sentence: &str, name: impl Fn(AgentId) -> String, room: &str) -> String {
        let mut text = sentence.to_owned();
        for (place, agent) in [("{agent}", self.agent), ("{other}", self.other)] {
            if let Some(agent) = agent.filter(|_| text.contains(place)) {
                text = text.replace(place, &name(agent));
            }
        }
        text.replace("{in room}", room)
    }
}

/// Whether an event is good or bad for those it is told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    Warning,
    /// Neither good nor bad.
    #[default]
    Neutral,
    /// Of little weight.
    Minor,
}

/// How interesting an event is for the director camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventInterest {
    pub agent: AgentId,
    /// A second agent to keep in frame.
    pub with: Option<AgentId>,
    /// The score right after the event; 50 for an event that is worth a cut, 100 for the end of a chase.
    pub weight: f32,
    /// How long the score takes to fade to 0, in seconds; at most [`EventInterest::LONGEST`].
    pub seconds: f32,
    /// Whether the camera cuts to it at once.
    pub urgent: bool,
}

impl EventInterest {
    /// The longest that an event stays interesting, in seconds.
    pub const LONGEST: f32 = 8.0;

    pub const fn of(agent: AgentId, weight: f32, seconds: f32) -> Self {
        Self { agent, with: None, weight, seconds, urgent: false }
    }

    /// The interest in a moment that a watcher wants to see, such as a wound; each game says which those are. The camera cuts to it at once.
    pub const fn moment(agent: AgentId, with: Option<AgentId>, weight: f32) -> Self {
        Self { agent, with, weight, seconds: 5.0, urgent: true }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventCue {
    /// The name of the cue in the sound file.
    pub name: Label,
    /// Where it sounds; `None` for everywhere.
    pub at: Option<EventPlace>,
}

impl EventCue {
    /// A sound that is heard everywhere.
    pub fn everywhere(name: &str) -> Self {
        Self { name: label(name), at: None }
    }

    pub fn at(name: impl Into<Label>, place: EventPlace) -> Self {
        Self { name: name.into(), at: Some(place) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventPlace {
    Agent(AgentId),
    Thing(ThingId),
    Point(QuantisedPoint),
    /// Where a shot ended. The cue is that of what it struck: its name, "_" and one of `dust`, `sparks`, `splinters` and `leaves`.
    Struck(QuantisedPoint),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleBurst {
    pub at: QuantisedPoint,
    /// The height above the place, in metres.
    pub up: f32,
    /// `None`: what the surface there gives, as the palette says.
    pub kind: Option<ParticleKind>,
    /// Their number; the pool holds 72.
    pub count: usize,
}

/// How a particle looks and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParticleKind {
    /// A hot spark that falls.
    #[default]
    Spark,
    /// A falling spark of a magic bolt.
    Violet,
    /// A puff of dust that grows and hardly moves.
    Dust,
    /// A brown chip that falls.
    Splinter,
    /// A green shred that sinks.
    Leaf,
}

/// A kind of event that has markers on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerKind {
    /// Its name, which [`EventLine::marker`] refers to.
    pub name: &'static str,
    pub title: &'static str,
    pub colour: Color32,
    pub shape: MarkerShape,
    /// Whether markers of this kind are shown before a person chooses; `false` for those that occur by the hundred.
    pub shown: bool,
}

impl MarkerKind {
    pub const fn new(name: &'static str, title: &'static str, colour: Color32, shape: MarkerShape) -> Self {
        Self { name, title, colour, shape, shown: true }
    }

    /// The same kind, not shown before a person chooses.
    pub const fn hidden(self) -> Self {
        Self { shown: false, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerShape {
    Cross,
    /// A triangle with its point up.
    Up,
    /// A triangle with its point down.
    Down,
    Diamond,
    Disc,
    Ring,
    Square,
    Stroke,
    Flag,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_rooms_fill_their_places() {
        let line = EventLine { other: Some(AgentId(2)), ..EventLine::about(AgentId(1)) };
        let name = |agent: AgentId| format!("A{}", agent.0);
        assert_eq!(line.fill("{other} meets {agent}{in room}", name, " in the cellar"), "A2 meets A1 in the cellar");
        assert_eq!(line.fill("It rains{in room}", name, ""), "It rains");
    }
}
