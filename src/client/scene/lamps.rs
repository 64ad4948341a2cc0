//! Lamps: each a light that flickers a little; those nearest to what is looked at cast shadows.

use bevy::prelude::*;

use super::{InScene, batch::OnStorey};
use crate::client::{camera::View, show::Show, stage::Stage};

/// A lamp.
#[derive(Component, Clone, Copy, Debug)]
pub struct LampLight {
    lumens: f32,
    phase: f32,
}

/// Spawns the lamps.
pub fn spawn(commands: &mut Commands, stage: &Stage) {
    for (number, lamp) in stage.level.lamps.iter().enumerate() {
        let (red, green, blue) = lamp.colour;
        let storey = stage.level.props.get(lamp.prop).map_or(0, |prop| prop.storey);
        let lumens = lamp.lumens * stage.night.lamps;
        commands.spawn((
            Name::new("lamp"),
            InScene,
            OnStorey(storey),
            LampLight { lumens, phase: number as f32 * 1.7 },
            Transform::from_translation(lamp.place),
            PointLight {
                color: Color::srgb(red, green, blue),
                intensity: lumens,
                range: lamp.reach * 1.5,
                radius: 0.05,
                shadows_enabled: false,
                ..default()
            },
        ));
    }
}

/// Flames are never quite still.
pub fn flicker(show: Res<Show>, mut lamps: Query<(&LampLight, &mut PointLight)>) {
    let time = show.seconds();
    for (lamp, mut light) in &mut lamps {
        let wave = (time * 7.3 + lamp.phase).sin() * (time * 3.1 + lamp.phase * 2.0).sin();
        light.intensity = lamp.lumens * (1.0 + 0.07 * wave);
    }
}

/// Gives shadows to the lamps nearest to what is looked at.
pub fn choose_shadows(
    stage: Res<Stage>,
    view: Res<View>,
    mut lamps: Query<(Entity, &Transform, &mut PointLight), With<LampLight>>,
) {
    let wanted = usize::from(stage.quality.lamp_shadows);
    let mut near: Vec<(f32, Entity)> =
        lamps.iter().map(|(entity, at, _)| (at.translation.distance_squared(view.focus), entity)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(wanted);
    for (entity, _, mut light) in &mut lamps {
        let shadows = near.iter().any(|(_, chosen)| *chosen == entity);
        if light.shadows_enabled != shadows {
            light.shadows_enabled = shadows;
        }
    }
}
