//! The screens of a watched match.

use bevy::{ecs::component::Mutable, prelude::*};

#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// A level is being built.
    #[default]
    Loading,
    Match,
    /// A match is over: its story.
    Result,
}

/// Adds a resource that begins anew with each match.
pub(crate) fn init_for_match<R: Resource<Mutability = Mutable> + Default>(app: &mut App) {
    app.init_resource::<R>().add_systems(OnEnter(Screen::Loading), |mut kept: ResMut<R>| *kept = R::default());
}
