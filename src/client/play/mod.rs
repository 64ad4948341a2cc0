//! A person leads one of the characters: input becomes requests, the camera goes with the body, the HUD shows what the
//! character may know and nothing else.
//!
//! Everything a person does reaches the simulation as requests on the blackboard of their agent, through [`Lead`].

mod camera;
mod hiding;
mod hud;
mod known;
mod record;
mod source;
mod steer;
mod tuning;
mod wishes;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

pub use known::{Known, Noticing, Offer, Sound, ThrowState};
pub use record::Record;
pub use source::PlayedMatches;
pub use tuning::Tuning;
pub use wishes::{Poster, Wishes};

use super::{
    ClientSystems, DataRoot,
    menu::{InMatch, Menu},
    screen::Screen,
    show::Show,
    sound::Dread,
};
use crate::protocol::AgentId;

/// What passes between a person and the agent they lead: wishes in, knowledge out.
#[derive(Debug)]
pub struct Link {
    /// The agent.
    pub agent: AgentId,
    /// How many matches have begun: a new one begins looking where its body looks.
    pub matches: u32,
    /// What is asked for.
    pub wishes: Wishes,
    /// What may be known.
    pub known: Known,
    /// What became of it so far, for the story at the end.
    pub record: Record,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            agent: AgentId(0),
            matches: 0,
            wishes: Wishes::default(),
            known: Known::default(),
            record: Record::default(),
        }
    }
}

/// A person leads an agent of the match on screen. Not there while they watch.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lead(Arc<Mutex<Link>>);

impl Lead {
    /// The link, for a moment.
    pub fn link(&self) -> MutexGuard<'_, Link> {
        // A panic elsewhere cannot have left plain numbers half written in a way that matters here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the person looks.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Head {
    /// Radians clockwise from north.
    pub yaw: f32,
    /// Radians up.
    pub pitch: f32,
    /// Whether through the character's eyes.
    pub inside: bool,
    /// Whether behind.
    pub behind: bool,
    /// Whether out of a hiding place.
    pub hidden: bool,
    /// The match it belongs to.
    matches: u32,
    /// How far the camera stands back, in metres.
    back: f32,
}

/// Whether a person leads somebody.
pub fn playing(lead: Option<Res<Lead>>) -> bool {
    lead.is_some()
}

/// Adds playing. Needs the input actions, settings and menus.
pub fn plugin(app: &mut App) {
    app.init_resource::<Head>()
        .init_resource::<steer::Presses>()
        .init_resource::<hud::Announced>()
        .add_systems(Startup, load_tuning)
        .add_systems(Update, steer::steer.in_set(InMatch).run_if(playing.and(in_state(Screen::Match))))
        .add_systems(
            Update,
            (camera::follow, feel_dread)
                .chain()
                .in_set(ClientSystems::Look)
                .run_if(playing.and(not(in_state(Screen::Loading)))),
        )
        .add_systems(
            Update,
            (camera::hide_own_figure, hiding::see_through_own_doors, hud::draw)
                .chain()
                .in_set(ClientSystems::Words)
                .run_if(playing.and(in_state(Screen::Match))),
        )
        .add_systems(
            Update,
            (camera::hold_pointer, camera::give_back.run_if(resource_removed::<Lead>)).in_set(ClientSystems::Look),
        );
}

fn load_tuning(mut commands: Commands, root: Res<DataRoot>) {
    let tuning = match crate::data::load_ron::<Tuning>(&root.0.join("assets/play.ron")) {
        Ok((tuning, _)) => tuning,
        Err(finding) => {
            warn!("{finding}");
            Tuning::default()
        }
    };
    commands.insert_resource(tuning);
}

/// Tells the sound whose heart beats.
fn feel_dread(lead: Res<Lead>, show: Res<Show>, menu: Res<Menu>, mut dread: ResMut<Dread>) {
    let link = lead.link();
    let agent = usize::from(link.agent.0);
    let in_play = show.now.agents.get(agent).is_some_and(|person| person.gone.is_none());
    dread.whose = Some(agent).filter(|_| in_play && !menu.is_open());
    dread.chased = in_play && link.known.chased();
}
