//! Playing: input becomes requests, the camera follows the body, the HUD shows what the character may know.
//!
//! Everything a player does reaches the simulation as requests on the blackboard of their agent, through [`PlayerControl`].

mod camera;
mod hiding;
pub mod hud;
pub mod impacts;
pub mod shots;
mod steer;

use bevy::prelude::*;
use quarry_ron::load_ron;

use crate::client::session::{PlayerControl, Screen, init_for_match, loaded, playing};
use crate::client::{ClientSystems, DataRoot, mods_switched};
use crate::data::play::{PLAY_CONFIG, PlayConfig};

/// Where the player looks, and from where.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct PlayerCamera {
    /// Radians clockwise from north.
    pub yaw: f32,
    /// Radians up.
    pub pitch: f32,
    pub first_person: bool,
    pub look_behind: bool,
    /// The character is in a hiding place.
    pub hidden: bool,
    match_number: u32,
    /// The current distance of the third-person camera, in metres.
    boom_length: f32,
}

/// Reads the player's input. It runs before the menus' input, so that no press counts twice.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerInputSystems;

/// Draws the player's HUD. A game draws its own parts after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerHudSystems;

/// Adds playing. Needs the input actions, settings and menus.
pub fn plugin(app: &mut App) {
    init_for_match::<hud::ShownAnnouncements>(app);
    app.init_resource::<PlayerCamera>()
        .init_resource::<steer::Presses>()
        .configure_sets(Update, PlayerInputSystems.in_set(ClientSystems::Input))
        .add_systems(Startup, load_config)
        .add_systems(PreUpdate, load_config.run_if(mods_switched))
        .add_systems(Update, steer::steer.in_set(PlayerInputSystems).run_if(playing.and_then(in_state(Screen::Match))))
        .add_systems(
            Update,
            (camera::follow, camera::choose_own_figure)
                .chain()
                .in_set(ClientSystems::Camera)
                .run_if(playing.and_then(loaded)),
        )
        .add_systems(
            Update,
            (hiding::hide_own_doors, hud::draw.in_set(PlayerHudSystems))
                .chain()
                .in_set(ClientSystems::Ui)
                .run_if(playing.and_then(in_state(Screen::Match))),
        )
        .add_systems(
            Update,
            (camera::capture_pointer, camera::restore_spectator_camera.run_if(resource_removed::<PlayerControl>))
                .in_set(ClientSystems::Camera),
        );
}

fn load_config(mut commands: Commands, root: Res<DataRoot>) {
    let config = match load_ron::<PlayConfig>(&root.0.file(PLAY_CONFIG)) {
        Ok((config, _)) => config,
        Err(finding) => {
            warn!("{finding}");
            PlayConfig::default()
        }
    };
    commands.insert_resource(config);
}
