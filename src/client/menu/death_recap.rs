//! How one who was caught was found: what gave it away, when it was seen, how it ended. Told from the log of the match, so
//! that a person learns from it what to do otherwise.

use bevy::math::Vec3;

use crate::protocol::{AgentId, AttackKind, Event, Label, LogEntry, PerceptSource, Subject};

/// How long before a sighting a noise may have led to it, in seconds.
const LED_TO: f32 = 15.0;
/// How far from where one was a noise may seem to come from and still be one's own, in metres.
const OWN: f32 = 4.0;

/// What led to somebody's being caught. Times are ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeathRecap {
    /// Who caught it.
    pub by: AgentId,
    /// The noise that gave it away, if one did.
    pub heard: Option<(u32, Label)>,
    /// Since when its catcher knew where it was, and how; `None`: it never did.
    pub sighted: Option<(u32, PerceptSource)>,
    /// Whether it was caught in a hiding place.
    pub in_hiding: bool,
    /// When it was caught, and by what.
    pub caught: (u32, AttackKind),
}

/// Works out how `me` was caught, if it was. `place_at` says where it was in a tick; `rate` is the ticks of a second.
pub fn recap_death(
    entries: &[LogEntry],
    me: AgentId,
    rate: f32,
    place_at: impl Fn(u32) -> Option<Vec3>,
) -> Option<DeathRecap> {
    let (end, by, caught) = entries.iter().enumerate().rev().find_map(|(index, entry)| match entry.event {
        Event::Caught { agent, by, means, .. } if agent == me => Some((index, by, (entry.tick, means))),
        _ => None,
    })?;
    let before = entries.get(..end).unwrap_or_default();
    let lost = before.iter().rposition(
        |entry| matches!(entry.event, Event::Lost { by: who, subject, .. } if who == by && subject == Subject::Agent(me)),
    );
    let last_chase = before.get(lost.map_or(0, |lost| lost + 1)..).unwrap_or_default();
    let sighted = last_chase.iter().find_map(|entry| match entry.event {
        Event::Sighted { by: who, subject, source, .. } if who == by && subject == Subject::Agent(me) => {
            Some((entry.tick, source))
        }
        _ => None,
    });
    let until = sighted.map_or(caught.0, |(tick, _)| tick);
    let since = until.saturating_sub((LED_TO * rate) as u32);
    let heard = before.iter().rev().find_map(|entry| match entry.event {
        Event::Heard { by: who, noise, at } if who == by && (since..=until).contains(&entry.tick) => {
            let own = place_at(entry.tick).is_some_and(|place| place.distance(Vec3::from(at)) <= OWN);
            own.then_some((entry.tick, noise))
        }
        _ => None,
    });
    let in_hiding = before
        .iter()
        .rev()
        .find_map(|entry| match entry.event {
            Event::Hid { agent, inside, .. } if agent == me => Some(inside),
            _ => None,
        })
        .unwrap_or(false);
    Some(DeathRecap { by, heard, sighted, in_hiding, caught })
}

impl DeathRecap {
    /// In a sentence or two. `name` is its catcher's; `time` writes a tick as a time.
    pub fn told(&self, name: &str, rate: f32, time: impl Fn(u32) -> String) -> String {
        let mut steps = Vec::new();
        if let Some((tick, noise)) = self.heard {
            steps.push(format!("heard {} at {}", noise_of(noise), time(tick)));
        }
        if let Some((tick, source)) = self.sighted {
            let how = match source {
                PerceptSource::Seen => "saw you",
                PerceptSource::Felt => "felt you beside it",
                PerceptSource::Told => "was told where you were",
                _ => "knew where you were",
            };
            steps.push(format!("{how} at {}", time(tick)));
        }
        let seconds = self.sighted.map(|(tick, _)| (self.caught.0.saturating_sub(tick)) as f32 / rate.max(1.0));
        let end = match (self.in_hiding, self.caught.1) {
            (true, _) => "pulled you out of your hiding place",
            (false, AttackKind::Melee) => "caught you by hand",
            (false, AttackKind::Projectile) => "caught you with a bolt",
        };
        let after = seconds.filter(|seconds| *seconds >= 1.0).map(|seconds| format!(" {seconds:.0} s later"));
        steps.push(format!("{end}{}", after.unwrap_or_default()));
        let last = steps.pop().unwrap_or_default();
        let first = if steps.is_empty() { String::new() } else { format!("{} and ", steps.join(", ")) };
        format!("{name} {first}{last}. {}", self.advice())
    }

    /// What might have saved it.
    fn advice(&self) -> &'static str {
        match (self.in_hiding, self.heard.map(|(_, noise)| noise), self.sighted) {
            (true, ..) => "A hiding place saves you only where nobody saw or heard you go in.",
            (_, Some(noise), _) if noise == "footsteps" => {
                "Bent low, your steps are heard by nobody but your neighbour."
            }
            (_, Some(noise), _) if noise == "unlocking" => {
                "The gate is loud: work at it while the hunter is far, or busy."
            }
            (_, Some(_), _) => "What you do is heard: be gone before it comes to look.",
            (_, None, Some((_, PerceptSource::Seen))) => "Keep walls and furniture between you, and out of the lamps.",
            _ => "",
        }
    }
}

/// What a noise of one's own is called.
fn noise_of(noise: Label) -> &'static str {
    match noise.as_str() {
        "footsteps" => "your steps",
        "door" => "a door you went through",
        "unlocking" => "you at the gate",
        "pickup" => "you take a key",
        "hiding" => "you hide",
        "stone" => "your stone",
        "shout" => "you shout",
        _ => "you",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::QuantisedPoint;

    const ME: AgentId = AgentId(3);
    const IT: AgentId = AgentId(0);
    const AT: QuantisedPoint = QuantisedPoint { x: 5000, y: 0, z: 5000 };

    fn entry(tick: u32, event: Event) -> LogEntry {
        LogEntry { tick, event }
    }

    fn sighted(tick: u32) -> LogEntry {
        let subject = Subject::Agent(ME);
        entry(tick, Event::Sighted { by: IT, kind: "hunted".into(), subject, at: AT, source: PerceptSource::Seen })
    }

    fn caught(tick: u32) -> LogEntry {
        entry(tick, Event::Caught { agent: ME, by: IT, means: AttackKind::Melee, at: AT })
    }

    #[test]
    fn the_noise_the_sighting_and_the_catch_are_told_in_their_order() {
        let subject = Subject::Agent(ME);
        let log = [
            sighted(30),
            entry(90, Event::Lost { by: IT, kind: "hunted".into(), subject, at: AT }),
            entry(300, Event::Heard { by: IT, noise: "footsteps".into(), at: AT }),
            sighted(360),
            caught(630),
        ];
        let place = |_| Some(Vec3::new(5.5, 0.0, 5.0));
        let downfall = recap_death(&log, ME, 30.0, place).unwrap();
        assert_eq!(downfall.sighted, Some((360, PerceptSource::Seen)), "the last chase, not the first");
        let told = downfall.told("The Warden", 30.0, |tick| format!("{}s", tick / 30));
        assert!(
            told.starts_with("The Warden heard your steps at 10s, saw you at 12s and caught you by hand 9 s later."),
            "{told}"
        );
    }

    #[test]
    fn what_others_did_elsewhere_is_not_held_against_one() {
        let log = [entry(300, Event::Heard { by: IT, noise: "footsteps".into(), at: AT }), sighted(360), caught(400)];
        let downfall = recap_death(&log, ME, 30.0, |_| Some(Vec3::new(30.0, 0.0, 5.0))).unwrap();
        assert_eq!(downfall.heard, None);
        assert_eq!(recap_death(&log, AgentId(4), 30.0, |_| None), None, "nobody else was caught");
    }

    #[test]
    fn one_found_in_hiding_is_told_so() {
        let place = crate::protocol::ThingId(4);
        let log = [entry(10, Event::Hid { agent: ME, place, inside: true }), caught(400)];
        let downfall = recap_death(&log, ME, 30.0, |_| None).unwrap();
        assert!(downfall.told("It", 30.0, |_| String::new()).starts_with("It pulled you out of your hiding place."));
    }
}
