//! Subtitles of sounds. The HUD draws them.

use bevy::prelude::*;

/// The latest subtitles, the newest last.
#[derive(Resource, Clone, Debug, Default)]
pub struct Captions(pub Vec<Caption>);

#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    pub text: String,
    /// The place of the sound, in metres; `None` if it has none.
    pub at: Option<Vec3>,
    /// Seconds since the sound was last heard.
    pub age: f32,
}

/// How long a subtitle stays, in seconds.
pub const SUBTITLE_SECONDS: f32 = 2.5;
/// The maximum number of subtitles at a time.
const MAX_SUBTITLES: usize = 5;
/// Sounds with one text within this distance share a subtitle, in metres.
const MERGE_DISTANCE: f32 = 4.0;

impl Captions {
    /// Adds a sound, or renews the subtitle of one that goes on.
    pub(super) fn add(&mut self, text: &str, at: Option<Vec3>) {
        let near = |one: Option<Vec3>| match (one, at) {
            (Some(one), Some(other)) => one.distance(other) < MERGE_DISTANCE,
            (None, None) => true,
            _ => false,
        };
        if let Some(known) = self.0.iter_mut().find(|known| known.text == text && near(known.at)) {
            known.age = 0.0;
            known.at = at;
            return;
        }
        if self.0.len() >= MAX_SUBTITLES {
            self.0.remove(0);
        }
        self.0.push(Caption { text: text.to_owned(), at, age: 0.0 });
    }
}

pub(super) fn fade(time: Res<Time<Real>>, mut captions: ResMut<Captions>) {
    if captions.0.is_empty() {
        return;
    }
    for caption in &mut captions.0 {
        caption.age += time.delta_secs();
    }
    captions.0.retain(|caption| caption.age < SUBTITLE_SECONDS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_go_on_are_one_caption() {
        let mut captions = Captions::default();
        captions.add("Footsteps", Some(Vec3::ZERO));
        captions.add("Footsteps", Some(Vec3::X));
        captions.add("Footsteps", Some(Vec3::X * 30.0));
        assert_eq!(captions.0.len(), 2);
    }
}
