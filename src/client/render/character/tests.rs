//! Characters of agents that enter and leave. No window, no GPU.

use std::{path::Path, sync::Arc};

use bevy::ecs::system::RunSystemOnce;
use quarry_minds::protocol::label;

use super::{skeleton::CharacterMesh, *};
use crate::client::render::scene::tests::{agent as standing, setup};
use crate::client::render::{mesh::MeshBuffer, scene::shared_materials::SharedMaterials};
use crate::client::session::{MatchFrame, MenuStack, playback::TickSource};
use crate::data::{Library, gun::GunLook};
use crate::games;
use crate::world::Departure;

/// Two agents at first, of which one has a submachine gun; one enters in each tenth tick, and leaves without a body a second later.
struct ComingAndGoing(u32);

impl TickSource for ComingAndGoing {
    fn tick(&mut self) {
        self.0 += 1;
    }

    fn read_frame(&self, into: &mut MatchFrame) {
        into.tick = self.0;
        let agent = |number: u32| {
            let left = number * 10 + 10;
            let departure = Departure { how: label("escaped"), ..Departure::default() };
            let gone = (number >= 2 && left <= self.0).then_some((departure, left));
            let gun = (number == 0).then_some(GunLook::SubmachineGun);
            AgentFrame { gone, gun, ..standing(Body::at(Vec3::X * number as f32, 0.0)) }
        };
        into.agents = (0..2 + self.0 / 10).map(agent).collect();
    }

    fn rate(&self) -> f32 {
        10.0
    }
}

fn world() -> World {
    let view = games::views().remove(0);
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), view.schema).unwrap();
    let level = *library.levels.keys().next().unwrap();
    let mut world = World::new();
    world.init_resource::<Assets<Mesh>>();
    world.init_resource::<Characters>();
    world.init_resource::<ragdoll::Ragdolls>();
    let mut materials = Assets::<StandardMaterial>::default();
    world.insert_resource(SharedMaterials::new(&mut materials));
    world.insert_resource(materials);
    let mut setup = setup(&library, level);
    let first = setup.agents[0].clone();
    setup.agents = Arc::new(vec![first; 20]);
    world.insert_resource(Figures([(setup.agents[0].look.model, Figure::new(cube, 3))].into()));
    world.insert_resource(setup);
    world.insert_resource(CameraView { cutaway: true, ..CameraView::default() });
    world.insert_resource(GameViewService(view));
    world.insert_resource(Playback::new(Box::new(ComingAndGoing(0)), 1.0));
    world
}

fn cube(colour: LinearRgba, variant: usize) -> CharacterMesh {
    let mut shape = MeshBuffer::painted(1.0, colour);
    shape.ball(Vec3::splat(1.0 + variant as f32), &Transform::IDENTITY);
    let proportions =
        Proportions { thigh: 0.4, shin: 0.4, foot: 0.1, hip: 0.1, torso: 0.5, shoulder: 0.2, arm: 0.3, neck: 0.1 };
    let parts = vec![(skeleton::Bone::Hips, skeleton::PartMaterial::Painted, shape)];
    CharacterMesh { proportions, parts, height: 1.7, lantern: None }
}

/// Draws the frame, and returns the agents whose characters are visible.
fn visible(world: &mut World) -> Vec<usize> {
    world.run_system_once(spawn).unwrap();
    world.run_system_once(animate).unwrap();
    let mut models = world.query::<(&CharacterModel, &Visibility)>();
    let shown = models.iter(world).filter(|(_, visibility)| **visibility != Visibility::Hidden);
    let mut shown: Vec<usize> = shown.map(|(model, _)| model.agent).collect();
    shown.sort_unstable();
    shown
}

fn seek(world: &mut World, tick: u32) -> Vec<usize> {
    let mut playback = world.resource_mut::<Playback>();
    while playback.played_until() < tick {
        playback.step();
    }
    playback.seek(tick);
    visible(world)
}

#[test]
fn characters_come_and_go_with_their_agents_also_after_a_jump_back() {
    let mut world = world();
    assert_eq!(visible(&mut world), [0, 1]);
    assert_eq!(seek(&mut world, 25), [0, 1, 2, 3], "two have entered");
    assert_eq!(seek(&mut world, 50), [0, 1, 4, 5, 6], "2 and 3 have left; 4 is about to vanish");
    assert_eq!(seek(&mut world, 58), [0, 1, 5, 6]);
    assert_eq!(seek(&mut world, 12), [0, 1, 2], "the others have not entered yet");
    assert_eq!(seek(&mut world, 5), [0, 1]);
    assert_eq!(seek(&mut world, 58), [0, 1, 5, 6]);
}

#[test]
fn agents_that_look_the_same_share_their_meshes() {
    let mut world = world();
    for tick in 0..120 {
        seek(&mut world, tick);
    }
    assert_eq!(world.resource::<Characters>().figures.len(), 3, "one for each variant");
    assert_eq!(world.resource::<Assets<Mesh>>().len(), 3);
    assert!(world.query::<&CharacterModel>().iter(&world).count() < 8, "those that have left cost nothing");
}

#[test]
fn ground_markers_follow_the_frame() {
    let mut world = world();
    world.init_resource::<MenuStack>();
    let mut visible = |tick: u32| {
        seek(&mut world, tick);
        for _ in 0..2 {
            world.run_system_once(ground_marker::spawn).unwrap();
        }
        world.run_system_once(ground_marker::follow).unwrap();
        let mut markers = world.query_filtered::<&Visibility, With<ground_marker::GroundMarker>>();
        let shown = markers.iter(&world).filter(|visibility| **visibility != Visibility::Hidden).count();
        (markers.iter(&world).count(), shown)
    };
    assert_eq!(visible(25), (20, 4));
    assert_eq!(visible(5), (20, 2));
}

#[test]
fn a_figure_holds_the_gun_that_its_agent_carries() {
    let mut world = world();
    let model = world.resource::<SceneSetup>().agents[0].look.model;
    let figure = Figure { guns: true, ..Figure::new(cube, 3) };
    world.insert_resource(Figures([(model, figure)].into()));
    world.run_system_once(spawn).unwrap();
    world.run_system_once(guns::show).unwrap();
    let mut guns = world.query::<(&guns::CarriedGun, &Visibility)>();
    let shown = guns.iter(&world).filter(|(_, visibility)| **visibility != Visibility::Hidden);
    assert_eq!(shown.map(|(gun, _)| (gun.agent, gun.look)).collect::<Vec<_>>(), [(0, GunLook::SubmachineGun)]);
    assert!(world.query::<&CharacterModel>().iter(&world).all(|model| model.holds), "it falls with the gun");
}
