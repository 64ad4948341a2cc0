//! The plugin: tasks and their ends, minds that are taken away and given back, ears, walls, and files that change.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::PathBuf, thread::sleep, time::Duration};

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;
use quarry_minds::{Mind, prelude::*, protocol::Status};

/// Goes to cheese and eats it.
const MOUSE: &str = r#"(
    queries: {
        "cheese": (kinds: ["cheese"], not_states: ["gone"]),
        "at hand": (kinds: ["cheese"], max_distance: 1),
        "noise": (kinds: ["squeak"]),
    },
    facts: {"at": (type: target(), nearest: "at hand"), "fed": (type: bool())},
    actions: [
        (name: "go", target: "cheese", includes_travel: true, effects: {"at": set("$target")}, behaviour: "go_to"),
        (name: "eat", target: "cheese", preconditions: {"at": is("$target")}, effects: {"fed": set(true)}, behaviour: "eat"),
    ],
    goals: [(name: "eat", conditions: {"fed": is(true)}, failure_cooldown: 1)],
)"#;

#[derive(Resource, Default)]
struct Told(Vec<Option<Progress>>);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, MindPlugin::default())).init_resource::<Told>();
    app.add_observer(|ended: On<TaskEnded>, mut told: ResMut<Told>| told.0.push(ended.result));
    app
}

fn mouse(app: &mut App) -> Entity {
    app.world_mut()
        .spawn((HasMind::new("mouse"), VisionCone::new(20.0, 60.0), Hearing::default(), Walker::new(2.0)))
        .id()
}

fn cheese(app: &mut App, ahead: f32) -> Entity {
    app.world_mut().spawn((Perceivable::new("cheese"), Transform::from_xyz(0.0, 0.0, -ahead))).id()
}

fn eat(In(step): In<TaskStep>, mut commands: Commands) -> Progress {
    if step.elapsed < 0.5 {
        return Progress::Running;
    }
    step.at.into_iter().for_each(|cheese| commands.entity(cheese).despawn());
    Progress::Done
}

fn place(app: &App, of: Entity) -> Vec3 {
    app.world().get::<Transform>(of).unwrap().translation
}

fn kinds(app: &App, of: Entity) -> Vec<&str> {
    app.world().get::<WorkingMemory>(of).unwrap().facts().iter().map(|fact| fact.kind.as_str()).collect()
}

#[test]
fn a_task_that_is_done_or_fails_is_told_once() {
    let mut app = app();
    app.add_task(Task::new("eat", "eat the target"), eat).add_mind("mouse", MOUSE).unwrap();
    mouse(&mut app);
    cheese(&mut app, 4.0);
    app.run_ticks(200);
    assert_eq!(app.world().resource::<Told>().0, [Some(Progress::Done)], "what is gone is not eaten again");

    let mut app = self::app();
    let refuse = |_: In<TaskStep>| Progress::Failed(FailReason::Refused);
    app.add_task(Task::new("eat", "eat the target"), refuse).add_mind("mouse", MOUSE).unwrap();
    mouse(&mut app);
    cheese(&mut app, 4.0);
    app.run_ticks(100);
    assert_eq!(app.world().resource::<Told>().0.first(), Some(&Some(Progress::Failed(FailReason::Refused))));
}

#[test]
fn an_observer_may_be_done_later_and_ends_no_other_task() {
    #[derive(Resource, Default)]
    struct Begun(Vec<u32>);
    let mut app = app();
    app.init_resource::<Begun>().add_observed_task(Task::new("eat", "eat the target"));
    app.add_observer(|started: On<TaskStarted>, mut begun: ResMut<Begun>| begun.0.push(started.serial));
    app.add_mind("mouse", MOUSE).unwrap();
    let (mouse, cheese) = (mouse(&mut app), cheese(&mut app, 4.0));
    app.run_ticks(120);
    let begun = app.world().resource::<Begun>().0.clone();
    assert_eq!(begun.len(), 1, "it goes on until it is reported");
    let report = |app: &mut App, serial: u32| {
        app.world_mut().get_mut::<Blackboard>(mouse).unwrap().task.report_for(serial, Status::Done);
    };
    report(&mut app, begun[0].wrapping_sub(1));
    app.run_ticks(1);
    assert!(app.world().resource::<Told>().0.is_empty(), "an older number ends nothing");
    app.world_mut().despawn(cheese);
    report(&mut app, begun[0]);
    app.run_ticks(60);
    assert_eq!(app.world().resource::<Told>().0, [Some(Progress::Done)]);
}

#[test]
fn without_its_mind_it_stands_and_with_it_it_goes_on() {
    let mut app = app();
    app.add_task(Task::new("eat", "eat the target"), eat).add_mind("mouse", MOUSE).unwrap();
    let (mouse, _) = (mouse(&mut app), cheese(&mut app, 12.0));
    app.run_ticks(60);
    let before = place(&app, mouse);
    assert!(before.z < -1.0, "{before}");
    app.world_mut().entity_mut(mouse).remove::<HasMind>();
    app.run_ticks(60);
    assert_eq!(place(&app, mouse), before);
    app.world_mut().entity_mut(mouse).insert(HasMind::new("mouse"));
    app.run_ticks(300);
    assert!(place(&app, mouse).z < -10.0, "{}", place(&app, mouse));
}

#[test]
fn noises_are_heard_by_others_about_where_they_are() {
    let mut app = app();
    app.add_task(Task::new("eat", "eat the target"), eat).add_mind("mouse", MOUSE).unwrap();
    let (first, second) = (mouse(&mut app), mouse(&mut app));
    let at = Vec3::new(3.0, 0.0, 4.0);
    app.run_ticks(2);
    app.world_mut().write_message(Noise { kind: label("squeak"), place: at, loudness: 10.0, by: Some(first) });
    app.run_ticks(1);
    assert!(!kinds(&app, first).contains(&"squeak"));
    let memory = app.world().get::<WorkingMemory>(second).unwrap();
    let heard = memory.facts().iter().find(|fact| fact.kind.as_str() == "squeak").expect("heard");
    assert!(heard.place != at && heard.place.distance(at) <= heard.error, "{} {}", heard.place, heard.error);
}

#[test]
fn nothing_is_seen_through_what_blocks_sight() {
    for free in [true, false] {
        let mut app = app();
        app.set_line_of_sight(move |In(lines): In<Vec<SightLine>>| vec![free; lines.len()]);
        app.add_task(Task::new("eat", "eat the target"), eat).add_mind("mouse", MOUSE).unwrap();
        let (mouse, _) = (mouse(&mut app), cheese(&mut app, 6.0));
        app.run_ticks(3);
        assert_eq!(kinds(&app, mouse).contains(&"cheese"), free);
    }
}

/// A file with this text, of its own for each test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("quarry-minds-{}-{name}.ron", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_changed_file_changes_the_minds_that_run() {
    let mut app = app();
    app.add_task(Task::new("eat", "eat the target"), eat);
    let path = file("mouse", MOUSE);
    app.add_mind_file("mouse", &path).unwrap();
    let mouse = mouse(&mut app);
    app.run_ticks(3);
    let goal = |app: &App| app.world().get::<Mind>(mouse).unwrap().brain.goals[0].data.base_relevance;
    let until = |app: &mut App, wanted: f32| {
        for _ in 0..60 {
            sleep(Duration::from_millis(100));
            app.world_mut().run_schedule(Update);
            if goal(app) == wanted {
                return;
            }
        }
        panic!("the mind did not change: {}", goal(app));
    };
    fs::write(&path, MOUSE.replace("failure_cooldown: 1", "base_relevance: 33")).unwrap();
    until(&mut app, 33.0);
    // A mistake changes nothing, and the next version counts again.
    fs::write(&path, MOUSE.replace("go_to", "got_o")).unwrap();
    sleep(Duration::from_millis(1200));
    app.world_mut().run_schedule(Update);
    assert_eq!(goal(&app), 33.0);
    fs::write(&path, MOUSE.replace("failure_cooldown: 1", "base_relevance: 44")).unwrap();
    until(&mut app, 44.0);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_mistake_has_its_place() {
    let mut app = app();
    app.add_task(Task::new("eat", "eat the target"), eat);
    let error = app.add_mind("mouse", &MOUSE.replace("behaviour: \"eat\"", "behaviour: \"eta\"")).err().unwrap();
    let said = format!("{error:?}");
    assert!(said.contains("mouse:10:") && said.contains("did you mean `eat`?"), "{said}");
}
