//! What agents say aloud for those who watch: lines of `assets/GAME/speech.ron`, chosen by what happens in the speaker's own mind.
//!
//! A line depends on an event of the speaker's mind and on a snapshot of that mind alone, so that it cannot tell what the speaker does not
//! know. No agent hears it.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

use crate::{
    MindSnapshot,
    protocol::{ActionOutcome, AgentId, Digest, Label, MatchEvent, Subject},
    readable,
    schema::speech::{OccasionData, OccasionTrigger, PLACE, SpeechFile},
};

/// A line that an agent has said.
#[derive(Clone, Debug, PartialEq)]
pub struct SpokenLine {
    /// Who.
    pub agent: AgentId,
    /// When, in ticks.
    pub tick: u32,
    /// What.
    pub text: String,
    /// The sound of the voice.
    pub voice: Option<Label>,
    /// The place of the line in the file: the occasion, and the line of it.
    pub line: (usize, usize),
    /// The room that the line names.
    pub place: Option<Label>,
}

/// What has been said lately. Forgets what no longer matters.
#[derive(Clone, Debug, Default)]
pub struct SpeechMemory {
    lines: BTreeMap<(usize, usize), u32>,
    agents: BTreeMap<AgentId, u32>,
}

/// What an event means to the mind of the agent that it belongs to.
struct Occurrence {
    agent: AgentId,
    subject: Option<Subject>,
    fits: fn(&OccasionTrigger, Label) -> bool,
    what: Label,
}

impl Occurrence {
    /// `None` for events that do not happen in a mind.
    fn of(event: &MatchEvent) -> Option<Self> {
        use OccasionTrigger as On;
        let some = |agent: &AgentId, subject: Option<Subject>, what: &Label, fits: fn(&On, Label) -> bool| {
            Some(Self { agent: *agent, subject, fits, what: *what })
        };
        match event {
            MatchEvent::Sighted { by, kind, subject, .. } => {
                some(by, Some(*subject), kind, |on, what| matches!(on, On::Sighted(kind) if *kind == what))
            }
            MatchEvent::Lost { by, kind, subject, .. } => {
                some(by, Some(*subject), kind, |on, what| matches!(on, On::Lost(kind) if *kind == what))
            }
            MatchEvent::Heard { by, noise, .. } => {
                some(by, None, noise, |on, what| matches!(on, On::Heard(noise) if *noise == what))
            }
            MatchEvent::Told { by, kind, subject, .. } => {
                some(by, Some(*subject), kind, |on, what| matches!(on, On::Told(kind) if *kind == what))
            }
            MatchEvent::GoalChosen { agent, goal, .. } => {
                some(agent, None, goal, |on, what| matches!(on, On::Goal(goal) if *goal == what))
            }
            MatchEvent::ActionStarted { agent, action, target } => {
                some(agent, *target, action, |on, what| matches!(on, On::Started(action) if *action == what))
            }
            MatchEvent::ActionEnded { agent, action, target, outcome } => match outcome {
                ActionOutcome::Succeeded => {
                    some(agent, *target, action, |on, what| matches!(on, On::Succeeded(action) if *action == what))
                }
                ActionOutcome::Failed(_) | ActionOutcome::TimedOut => {
                    some(agent, *target, action, |on, what| matches!(on, On::Failed(action) if *action == what))
                }
                ActionOutcome::Invalidated | ActionOutcome::Interrupted => None,
            },
            _ => None,
        }
    }
}

/// The agent in whose mind an event happens, if it may make that agent speak.
pub fn speaker_of(event: &MatchEvent) -> Option<AgentId> {
    Occurrence::of(event).map(|occurrence| occurrence.agent)
}

/// The line that the speaker of an event says, if any. `mind` is the speaker's, `side` the speaker's side; `seed` varies the choice. The line
/// is then remembered as said.
pub fn speak(
    speech: &SpeechFile,
    said: &mut SpeechMemory,
    event: &MatchEvent,
    mind: &MindSnapshot,
    side: Label,
    seed: u64,
) -> Option<SpokenLine> {
    let occurrence = Occurrence::of(event).filter(|occurrence| occurrence.agent == mind.agent)?;
    let (agent, tick) = (mind.agent, mind.tick);
    let since = |then: u32| tick.saturating_sub(then) as f32 / mind.rate.max(1.0);
    // A jump back in time makes what was said later unsaid.
    said.lines.retain(|_, then| *then <= tick && since(*then) < speech.repeat_after);
    said.agents.retain(|_, then| *then <= tick && since(*then) < speech.pause);
    let knows = |kind: Label| mind.facts.iter().any(|fact| fact.kind == kind);
    let sees = |kind: Label| mind.facts.iter().any(|fact| fact.kind == kind && fact.in_sight);
    let fits = |occasion: &OccasionData| {
        (occurrence.fits)(&occasion.on, occurrence.what)
            && occasion.side.is_none_or(|wanted| wanted == side)
            && occasion.knows.is_none_or(knows)
            && !occasion.knows_no.is_some_and(knows)
            && !occasion.sees_no.is_some_and(sees)
    };
    let (index, occasion) = speech.occasions.iter().enumerate().find(|(_, occasion)| fits(occasion))?;
    if said.agents.contains_key(&agent) && !occasion.urgent {
        return None;
    }
    let mut sum = Digest::default();
    (seed, agent, tick, index).hash(&mut sum);
    let chance = sum.finish();
    if (chance % 1000) as f32 >= occasion.chance * 1000.0 {
        return None;
    }
    let fact = occurrence.subject.and_then(|subject| mind.facts.iter().find(|fact| fact.subject == subject));
    let place = fact.map(|fact| fact.room).filter(|room| !room.as_str().is_empty());
    let usable: Vec<(usize, &String)> = occasion
        .lines
        .iter()
        .enumerate()
        .filter(|(line, text)| !said.lines.contains_key(&(index, *line)) && (place.is_some() || !text.contains(PLACE)))
        .collect();
    let (line, text) = *usable.get((chance / 1000 % usable.len().max(1) as u64) as usize)?;
    said.lines.insert((index, line), tick);
    said.agents.insert(agent, tick);
    let place = place.filter(|_| text.contains(PLACE));
    let text = match place {
        Some(place) => {
            let room = readable(place);
            text.replace(PLACE, &if room.starts_with("the ") { room } else { format!("the {room}") })
        }
        None => text.clone(),
    };
    Some(SpokenLine { agent, tick, text, voice: occasion.voice, line: (index, line), place })
}
