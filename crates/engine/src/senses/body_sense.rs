//! The sense of the own body and of public announcements, rewritten on every tick. Readings of one game come from `BodyCondition` and
//! `Announcements`.

use std::sync::Arc;

use bevy::ecs::{prelude::*, system::SystemParam};
use quarry_minds::protocol::{AgentId, AimSkill, Label, MatchThreads, SelfSense, SimulationClock};

use super::setup::AgentSenses;
use crate::{
    data::{
        declare::labels,
        thing::{ThingSpecs, carried_reading},
    },
    world::{
        Announcements, Body, BodyCondition, BodyKind, Gauges, Gun, Hands, Hidden, InPlay, MatchRules, MatchState,
        SiteService, Things, WeaponPhase, WeaponState,
    },
};

labels! {
    /// The names of the readings that every body has.
    #[derive(Resource, Clone, Copy, Debug)]
    pub(super) struct ReadingNames {
        carried, dazzled, gun_ready, held_fast, hidden, loaded, reserve, seconds, strike_ready, time_left, working,
    }
}

type SelfQuery = (
    &'static AgentId,
    &'static AgentSenses,
    &'static Body,
    &'static BodyKind,
    &'static Hands,
    &'static Hidden,
    &'static WeaponState,
    &'static BodyCondition,
    Option<&'static Gauges>,
    Option<&'static Gun>,
    &'static mut SelfSense,
);

/// What tells which kinds of items an agent carries.
#[derive(SystemParam)]
pub(super) struct CarriedThings<'w> {
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    rules: Res<'w, MatchRules>,
}

/// The kinds of items that the game has files for, each with the reading of how many of them the agent carries.
#[derive(Default)]
pub(super) struct CarryingNames(ThingSpecs, Vec<(Label, Label)>);

impl CarryingNames {
    fn of(&mut self, specs: &ThingSpecs) -> &[(Label, Label)] {
        if !Arc::ptr_eq(&self.0, specs) {
            let items =
                specs.iter().filter(|(_, spec)| spec.is_item()).map(|(kind, _)| (*kind, carried_reading(*kind)));
            (self.0, self.1) = (specs.clone(), items.collect());
        }
        &self.1
    }
}

/// Updates the [`SelfSense`] of all agents in play.
pub(super) fn update_self_sense(
    clock: Res<SimulationClock>,
    state: Res<MatchState>,
    announced: Res<Announcements>,
    world: CarriedThings,
    mut carrying: Local<CarryingNames>,
    names: Res<ReadingNames>,
    threads: Res<MatchThreads>,
    mut parts: Local<Vec<Vec<usize>>>,
    mut agents: Query<SelfQuery, With<InPlay>>,
) {
    let carrying = carrying.of(&world.rules.0.things);
    let yes = |is: bool| f32::from(u8::from(is));
    threads.each_with(agents.iter_mut(), &mut parts, |slots, agent| {
        let (id, kit, body, kind, hands, hidden, arms, condition, gauges, gun, own) = agent;
        own.place = body.place;
        own.eyes = body.eye_position(&kind.0);
        own.velocity = body.velocity;
        own.gaze = body.gaze_direction();
        own.aim = kind
            .0
            .gun
            .as_ref()
            .map_or_else(AimSkill::default, |gun| AimSkill { error: gun.aim_error, reaction: gun.aim_reaction });
        own.inside = hidden.0;
        let mut writer = ReadingWriter { own, slots, next: 0 };
        writer.write(names.carried, hands.carried.len() as f32);
        writer.write(names.dazzled, clock.seconds_at(world.things.dazzled.ticks_left(**id, clock.tick)));
        writer.write(names.held_fast, yes(world.things.hold(**id, clock.tick)));
        writer.write(names.hidden, yes(hidden.0.is_some()));
        writer.write(names.seconds, clock.seconds());
        writer.write(names.strike_ready, yes(!kind.0.strikes.is_empty() && arms.ready()));
        writer.write(names.time_left, state.time_left);
        writer.write(names.working, yes(hands.task.is_some()));
        let gauges = gauges.map_or(&[][..], |gauges| gauges.0.as_slice());
        for &(name, value) in announced.0.iter().chain(&condition.readings).chain(gauges) {
            writer.write(name, value);
        }
        if let (Some(gun), Some(spec)) = (*gun, &kind.0.gun) {
            // As a share, so that a mind need not know the gun.
            writer.write(names.loaded, f32::from(gun.loaded) / f32::from(spec.magazine.max(1)));
            writer.write(names.reserve, f32::from(gun.reserve));
            writer.write(names.gun_ready, yes(gun.is_ready()));
        }
        let carries = |kind: Label| world.things.carried_count(&hands.carried, kind, &world.site.0.built);
        for (kind, reading) in carrying {
            writer.write(*reading, carries(*kind) as f32);
        }
        for (&name, &what) in &kit.0.throw_readings {
            // During the throw, too: a mind that asks for it goes on with it.
            let is_free = matches!(arms.phase, WeaponPhase::Ready | WeaponPhase::Throwing(..));
            let item = kind.0.throws.get(&what).and_then(|throw| throw.item);
            let ready = is_free
                && arms.cooldown(what).is_some_and(|seconds| seconds <= 0.0)
                && item.is_none_or(|item| carries(item) > 0);
            writer.write(name, yes(ready));
        }
    });
}

/// Writes readings in the same order for every agent and in every tick, so that each is usually where it was the last time.
struct ReadingWriter<'a> {
    own: &'a mut SelfSense,
    slots: &'a mut Vec<usize>,
    next: usize,
}

impl ReadingWriter<'_> {
    fn write(&mut self, name: Label, value: f32) {
        let index = self.next;
        self.next += 1;
        let known = self.slots.get(index).and_then(|slot| self.own.readings.get_mut(*slot));
        if let Some((_, known)) = known.filter(|(known, _)| *known == name) {
            *known = value;
            return;
        }
        self.own.set(name, value);
        let slot = self.own.readings.iter().position(|(known, _)| *known == name).unwrap_or(0);
        if self.slots.len() <= index {
            self.slots.resize(index + 1, 0);
        }
        self.slots[index] = slot;
    }
}
