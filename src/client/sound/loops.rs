//! What sounds on and on: the night, the house, the drones of terror, the chase. All run from the start, most of them silent.

use bevy::{
    audio::{AudioSinkPlayback, Volume},
    prelude::*,
};

use super::{
    Bucket, Dread,
    bank::SoundBank,
    ears::{Heard, INAUDIBLE},
    volume_of,
};
use crate::client::{settings::Settings, show::Show};

/// A sound without end.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loop {
    Night,
    Indoors,
    Far,
    Near,
    Close,
    Chase,
}

const LOOPS: [(Loop, &str); 6] = [
    (Loop::Night, "night"),
    (Loop::Indoors, "indoors"),
    (Loop::Far, "terror_far"),
    (Loop::Near, "terror_near"),
    (Loop::Close, "terror_close"),
    (Loop::Chase, "chase"),
];

pub(super) fn begin(mut commands: Commands, bank: Option<Res<SoundBank>>, heard: Res<Heard>) {
    let Some(bank) = bank.filter(|_| !heard.deaf) else { return };
    for (which, file) in LOOPS {
        if let Some(sound) = bank.sound(file) {
            let how = PlaybackSettings::LOOP.with_volume(Volume::ZERO).paused();
            commands.spawn((Name::new(file), which, AudioPlayer(sound), how));
        }
    }
}

/// Brings every loop softly to the volume it ought to have.
pub(super) fn follow(
    time: Res<Time<Real>>,
    bank: Res<SoundBank>,
    settings: Res<Settings>,
    dread: Res<Dread>,
    heard: Res<Heard>,
    show: Option<Res<Show>>,
    loops: Query<(&Loop, &AudioSink)>,
) {
    if heard.deaf {
        return;
    }
    let playing = show.as_ref().is_some_and(|show| !show.paused && !show.over());
    let tension = bank.book.tension;
    let layer = |from: f32| {
        let distance = if playing { dread.distance } else { f32::INFINITY };
        if distance < from { tension.drone * (1.0 - distance / from).sqrt() } else { 0.0 }
    };
    let chased = playing && dread.chased;
    for (which, sink) in &loops {
        let (bucket, gain) = match which {
            Loop::Night => (Bucket::Ambience, bank.book.ambience.night),
            Loop::Indoors => (Bucket::Ambience, if show.is_some() { bank.book.ambience.indoors } else { 0.0 }),
            Loop::Far => (Bucket::Tension, layer(tension.radius)),
            Loop::Near => (Bucket::Tension, layer(tension.near)),
            Loop::Close => (Bucket::Tension, layer(tension.close)),
            Loop::Chase => (Bucket::Tension, if chased { tension.chase } else { 0.0 }),
        };
        ease(sink, gain * volume_of(bucket, &settings), time.delta_secs());
    }
}

fn ease(sink: &AudioSink, wanted: f32, seconds: f32) {
    let now = sink.volume();
    let next = now + (wanted - now) * (1.0 - (-2.5 * seconds).exp());
    if next < INAUDIBLE && wanted <= 0.0 {
        sink.set_volume(0.0);
        sink.pause();
    } else {
        sink.set_volume(next);
        sink.play();
    }
}
