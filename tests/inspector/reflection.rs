//! General tools of the engine can read the components that a person inspects.

use bevy::{
    ecs::reflect::{AppTypeRegistry, ReflectComponent},
    math::Vec3,
    reflect::{GetPath, Reflect, TypePath, Typed},
};
use quarry::world::Body;
use quarry_minds::{
    MindTrace, WorkingMemory,
    protocol::{Blackboard, Roster},
};

use super::{a_match, run};

/// Reads a component of an agent by the name of its type, and a value in it by its path.
fn read<T: TypePath>(world: &bevy::ecs::world::World, agent: usize, path: &str) -> String {
    let registry = world.resource::<AppTypeRegistry>().read();
    let known = registry.get_with_type_path(T::type_path()).unwrap_or_else(|| panic!("{}", T::type_path()));
    let component = known.data::<ReflectComponent>().unwrap();
    let entity = world.entity(world.resource::<Roster>().agents[agent]);
    format!("{:?}", component.reflect(entity).unwrap().reflect_path(path).unwrap())
}

#[test]
fn body_memory_mind_and_blackboard_can_be_read_by_name() {
    let mut app = a_match(1, false);
    run(&mut app, 90, |_| ());
    let world = app.world();
    let hunter = world.resource::<Roster>().agents[0];
    let body = world.get::<Body>(hunter).unwrap();
    assert_eq!(read::<Body>(world, 0, "place"), format!("{:?}", &body.place as &dyn Reflect));
    assert_ne!(body.place, Vec3::ZERO);
    let memory = world.get::<WorkingMemory>(hunter).unwrap();
    assert_eq!(read::<WorkingMemory>(world, 0, "revision"), memory.revision().to_string());
    assert!(read::<WorkingMemory>(world, 0, "facts[0].kind").contains("Label"));
    let trace = world.get::<MindTrace>(hunter).unwrap();
    assert!(trace.planner_calls > 0);
    assert_eq!(read::<MindTrace>(world, 0, "planner_calls"), trace.planner_calls.to_string());
    assert!(read::<Blackboard>(world, 0, "go.status").len() > 3);
    assert!(Body::type_info().as_struct().is_ok());
}
