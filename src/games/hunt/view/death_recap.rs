//! How the player was caught: the noise that gave them away, the sighting, the catch. Read from the event log, with advice for next
//! time.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, Label, LogEntry, MatchEvent, PerceptSource, Subject};

use crate::games::hunt::HuntEvent;

/// How long before the sighting a noise may have led the hunter there, in seconds.
const NOISE_WINDOW: f32 = 15.0;
/// How far from the player a noise may seem to come from and still count as the player's, in metres.
const OWN_NOISE_RADIUS: f32 = 4.0;

/// What led to an agent's being caught. Times are ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeathRecap {
    pub by: AgentId,
    /// The noise that the catcher heard before it saw the agent.
    pub heard: Option<(u32, Label)>,
    /// When the catcher last found the agent, and by which sense; `None` if it never did.
    pub sighted: Option<(u32, PerceptSource)>,
    /// Whether the agent was in a hiding place.
    pub in_hiding: bool,
    /// When it was caught, and by which means: `"melee"` or `"projectile"`.
    pub caught: (u32, Label),
}

/// Finds out how `me` was caught; `None` if it was not. `place_at` gives its place in a tick; `rate` is in ticks per second.
pub fn recap_death(
    entries: &[LogEntry],
    me: AgentId,
    rate: f32,
    place_at: impl Fn(u32) -> Option<Vec3>,
) -> Option<DeathRecap> {
    let (end, by, caught) =
        entries.iter().enumerate().rev().find_map(|(index, entry)| match HuntEvent::read(&entry.event)? {
            HuntEvent::Caught { agent, by, means, .. } if agent == me => Some((index, by, (entry.tick, means))),
            _ => None,
        })?;
    let before = entries.get(..end).unwrap_or_default();
    let lost = before.iter().rposition(|entry| match entry.event {
        MatchEvent::Lost { by: observer, subject, .. } => observer == by && subject == Subject::Agent(me),
        _ => false,
    });
    let last_chase = before.get(lost.map_or(0, |lost| lost + 1)..).unwrap_or_default();
    let sighted = last_chase.iter().find_map(|entry| match entry.event {
        MatchEvent::Sighted { by: observer, subject, source, .. }
            if observer == by && subject == Subject::Agent(me) =>
        {
            Some((entry.tick, source))
        }
        _ => None,
    });
    let until = sighted.map_or(caught.0, |(tick, _)| tick);
    let since = until.saturating_sub((NOISE_WINDOW * rate) as u32);
    let heard = before.iter().rev().find_map(|entry| match entry.event {
        MatchEvent::Heard { by: observer, noise, at } if observer == by && (since..=until).contains(&entry.tick) => {
            let own = place_at(entry.tick).is_some_and(|place| place.distance(Vec3::from(at)) <= OWN_NOISE_RADIUS);
            own.then_some((entry.tick, noise))
        }
        _ => None,
    });
    let in_hiding = before
        .iter()
        .rev()
        .find_map(|entry| match entry.event {
            MatchEvent::Hid { agent, inside, .. } if agent == me => Some(inside),
            _ => None,
        })
        .unwrap_or(false);
    Some(DeathRecap { by, heard, sighted, in_hiding, caught })
}

impl DeathRecap {
    /// The recap in one or two sentences. `name` is the catcher's; `time` formats a tick.
    pub fn describe(&self, name: &str, rate: f32, time: impl Fn(u32) -> String) -> String {
        let mut steps = Vec::new();
        if let Some((tick, noise)) = self.heard {
            steps.push(format!("heard {} at {}", noise_of(noise), time(tick)));
        }
        if let Some((tick, source)) = self.sighted {
            let how = match source {
                PerceptSource::Seen => "saw you",
                PerceptSource::Felt => "felt you next to it",
                PerceptSource::Told => "was told where you were",
                _ => "knew where you were",
            };
            steps.push(format!("{how} at {}", time(tick)));
        }
        let seconds = self.sighted.map(|(tick, _)| (self.caught.0.saturating_sub(tick)) as f32 / rate.max(1.0));
        let end = match (self.in_hiding, self.caught.1.as_str()) {
            (true, _) => "pulled you out of your hiding place",
            (false, "projectile") => "caught you with a bolt",
            (false, _) => "caught you with a strike",
        };
        let after = seconds.filter(|seconds| *seconds >= 1.0).map(|seconds| format!(" {seconds:.0} s later"));
        steps.push(format!("{end}{}", after.unwrap_or_default()));
        let last = steps.pop().unwrap_or_default();
        let first = if steps.is_empty() { String::new() } else { format!("{} and ", steps.join(", ")) };
        format!("{name} {first}{last}. {}", self.advice())
    }

    /// What might have prevented it.
    fn advice(&self) -> &'static str {
        match (self.in_hiding, self.heard.map(|(_, noise)| noise), self.sighted) {
            (true, ..) => "A hiding place helps only if nobody saw or heard you enter it.",
            (_, Some(noise), _) if noise == "footsteps" => "Crouched steps are heard only from very close.",
            (_, Some(noise), _) if noise == "unlocking" => {
                "Unlocking the exit is loud. Do it while the hunter is far away or busy."
            }
            (_, Some(noise), _) if noise == "snap" => {
                "Snares are hard to see. Look down in doorways, and cut them from beside."
            }
            (_, Some(_), _) => "The hunter investigates what it hears. Leave before it arrives.",
            (_, None, Some((_, PerceptSource::Seen))) => {
                "Keep walls and furniture between you and the hunter, and stay out of the light."
            }
            _ => "",
        }
    }
}

/// A noise of the player, as the object of "heard".
fn noise_of(noise: Label) -> &'static str {
    match noise.as_str() {
        "footsteps" => "your steps",
        "door" => "you use a door",
        "unlocking" => "you unlock the exit",
        "pickup" => "you take a key",
        "hiding" => "you hide",
        "stone" => "your stone",
        "prying" => "you pry",
        "winding" => "you wind the winch",
        "valve" => "you turn the valve",
        "creak" => "you open a chest",
        "snap" => "you tread on a snare",
        _ => "you",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::QuantisedPoint;

    const ME: AgentId = AgentId(3);
    const IT: AgentId = AgentId(0);
    const AT: QuantisedPoint = QuantisedPoint { x: 5000, y: 0, z: 5000 };

    fn entry(tick: u32, event: MatchEvent) -> LogEntry {
        LogEntry { tick, event }
    }

    fn sighted(tick: u32) -> LogEntry {
        let subject = Subject::Agent(ME);
        entry(tick, MatchEvent::Sighted { by: IT, kind: "hunted".into(), subject, at: AT, source: PerceptSource::Seen })
    }

    fn caught(tick: u32) -> LogEntry {
        entry(tick, HuntEvent::Caught { agent: ME, by: IT, means: "melee".into(), at: AT }.into())
    }

    #[test]
    fn noise_sighting_and_catch_come_in_order() {
        let subject = Subject::Agent(ME);
        let log = [
            sighted(30),
            entry(90, MatchEvent::Lost { by: IT, kind: "hunted".into(), subject, at: AT }),
            entry(300, MatchEvent::Heard { by: IT, noise: "footsteps".into(), at: AT }),
            sighted(360),
            caught(630),
        ];
        let place = |_| Some(Vec3::new(5.5, 0.0, 5.0));
        let recap = recap_death(&log, ME, 30.0, place).unwrap();
        assert_eq!(recap.sighted, Some((360, PerceptSource::Seen)), "the last chase, not the first");
        let told = recap.describe("The Warden", 30.0, |tick| format!("{}s", tick / 30));
        assert!(
            told.starts_with(
                "The Warden heard your steps at 10s, saw you at 12s and caught you with a strike 9 s later."
            ),
            "{told}"
        );
    }

    #[test]
    fn noises_of_others_are_not_blamed_on_the_player() {
        let log =
            [entry(300, MatchEvent::Heard { by: IT, noise: "footsteps".into(), at: AT }), sighted(360), caught(400)];
        let recap = recap_death(&log, ME, 30.0, |_| Some(Vec3::new(30.0, 0.0, 5.0))).unwrap();
        assert_eq!(recap.heard, None);
        assert_eq!(recap_death(&log, AgentId(4), 30.0, |_| None), None, "nobody else was caught");
    }

    #[test]
    fn a_catch_in_a_hiding_place_says_so() {
        let place = quarry_minds::protocol::ThingId(4);
        let log = [entry(10, MatchEvent::Hid { agent: ME, place, inside: true }), caught(400)];
        let recap = recap_death(&log, ME, 30.0, |_| None).unwrap();
        assert!(recap.describe("It", 30.0, |_| String::new()).starts_with("It pulled you out of your hiding place."));
    }
}
