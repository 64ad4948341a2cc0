//! Position evaluation and the behaviours that use it: cover, peeking, firing positions, never two soldiers in one place.

use std::sync::Arc;

use bevy::math::Vec3;
use quarry::{
    motion::navigation::BakedLevel,
    simulation::{bake_level, mind_snapshot, step},
    world::Body,
};
use quarry_minds::{
    Mind, MindTrace, RecordPositions, WorkingMemory,
    behaviours::{BehaviourContext, Progress, RunningBehaviour},
    positions::{
        CandidateStatus, PerFactor, PositionFactor, PositionRequest, SHORTLIST, TakenPlace, evaluate_positions,
        watched_corner,
    },
    protocol::{
        AgentId, AgentRng, Blackboard, BodyPosture, EventLog, LookRequest, Percept, PerceptSource, SelfSense, Subject,
        Terrain, TerrainService, label,
    },
    queries::{cover_at, is_in_view},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stage::{Court, library, percept};

/// A court with two low walls and one crate between a spawn in the west and open ground in the east.
const ROWS: [&str; 9] = [
    "##############################",
    "#x...............-...........#",
    "#................-...........#",
    "#............................#",
    "#......A.b...........##......#",
    "#................-...##......#",
    "#................-...........#",
    "#............................#",
    "##############################",
];

/// Lets an agent whose mind sleeps believe that another one is here.
fn believe(court: &mut Court, agent: u16, kind: &str, other: u16, place: Vec3) {
    let seen = percept(kind, Subject::Agent(AgentId(other)), "", place, PerceptSource::Heard, None);
    remember(court, agent, &seen);
}

fn remember(court: &mut Court, agent: u16, percept: &Percept) {
    let entity = court.entity(agent);
    court.app.world_mut().get_mut::<WorkingMemory>(entity).unwrap().absorb_percept(percept);
}

/// The running behaviour of a shipped action, on an agent whose mind sleeps.
struct Acting {
    agent: u16,
    behaviour: Box<dyn RunningBehaviour>,
    target: Option<Subject>,
    elapsed: f32,
    progress: Progress,
}

impl Acting {
    fn begin(court: &Court, agent: u16, action: &str, target: Option<u16>) -> Self {
        let brain = &court.get::<Mind>(agent).brain;
        let spec = brain.actions.iter().find(|spec| spec.data.name == label(action)).unwrap();
        let behaviour = spec.behaviour.as_ref().unwrap().start();
        let target = target.map(|target| Subject::Agent(AgentId(target)));
        Self { agent, behaviour, target, elapsed: 0.0, progress: Progress::Running }
    }

    /// A tick of the behaviour, before the tick of the match.
    fn tick(&mut self, court: &mut Court) {
        if self.progress != Progress::Running {
            return;
        }
        let entity = court.entity(self.agent);
        let world = court.app.world_mut();
        let terrain = world.resource::<TerrainService>().clone();
        let mut parts = world.query::<(&Mind, &mut WorkingMemory, &SelfSense, &mut Blackboard, &mut AgentRng)>();
        let (mind, mut memory, sense, mut board, mut chance) = parts.get_mut(world, entity).unwrap();
        let brain = mind.brain.clone();
        let mut context = BehaviourContext {
            memory: &mut memory,
            sense,
            terrain: &*terrain.0,
            board: &mut board,
            rng: &mut chance.0,
            positions: None,
            queries: &brain.queries,
            target: self.target,
            dt: 1.0 / 30.0,
            elapsed: self.elapsed,
        };
        self.progress = self.behaviour.tick(&mut context);
        self.elapsed += 1.0 / 30.0;
    }

    /// Runs until it ends, for at most these seconds.
    fn run(&mut self, court: &mut Court, seconds: f32) {
        while self.progress == Progress::Running && self.elapsed < seconds {
            self.tick(court);
            step(court.app.world_mut());
        }
    }
}

fn terrain_of(court: &Court) -> Arc<dyn Terrain> {
    court.app.world().resource::<TerrainService>().0.clone()
}

fn place_of(court: &Court, agent: u16) -> Vec3 {
    court.get::<Body>(agent).place
}

/// The cover request of a soldier under fire.
fn cover_request<'a>(threats: &'a [Vec3], taken: &'a [TakenPlace]) -> PositionRequest<'a> {
    PositionRequest {
        threats,
        taken,
        spacing: 1.5,
        weights: PerFactor::of(&[
            (PositionFactor::Cover, 30.0),
            (PositionFactor::Path, -1.5),
            (PositionFactor::Danger, -0.3),
        ]),
        max_path: 12.0,
        min_threat_distance: 4.0,
        needs_cover: true,
        ..PositionRequest::default()
    }
}

/// Random places of a level: an agent, and two threats 5 to 30 m from it.
fn draw(terrain: &dyn Terrain, chance: &mut ChaCha8Rng) -> (Vec3, [Vec3; 2]) {
    let places = terrain.places();
    let agent = places[chance.gen_range(0..places.len())].position;
    let threat = |chance: &mut ChaCha8Rng| {
        loop {
            // Threats stand between places, too.
            let at = places[chance.gen_range(0..places.len())].position;
            let off = Vec3::new(chance.gen_range(-0.8..0.8), 0.0, chance.gen_range(-0.8..0.8));
            let at = terrain.nearest_walkable(at + off, 1.0).unwrap_or(at);
            if (5.0..30.0).contains(&at.distance(agent)) {
                return at;
            }
        }
    };
    (agent, [threat(chance), threat(chance)])
}

#[test]
fn the_shortlist_of_the_table_loses_little_against_a_test_of_every_place() {
    let library = library();
    let baked = bake_level(&library, label("depot")).unwrap();
    let TerrainService(terrain) = baked.terrain_service();
    let mut chance = ChaCha8Rng::seed_from_u64(3);
    let (mut found, mut missed, mut lost, mut best_sum) = (0, 0, 0.0, 0.0);
    for _ in 0..200 {
        let (agent, threats) = draw(&*terrain, &mut chance);
        let request = cover_request(&threats, &[]);
        let candidates = evaluate_positions(&*terrain, agent, &request);
        assert!(candidates.len() <= SHORTLIST && candidates.windows(2).all(|pair| pair[0].sum >= pair[1].sum));
        let chosen = candidates.iter().find(|candidate| candidate.status == CandidateStatus::Chosen);
        // The same sum without danger, by rays alone, for every place.
        let here = terrain.nearest_place(agent);
        let best = terrain.places().iter().enumerate().filter_map(|(id, place)| {
            let path = terrain.place_distance(here, id as u16);
            let near = threats.iter().any(|threat| threat.distance(place.position) < request.min_threat_distance);
            let cover = cover_at(&*terrain, place.position, threats);
            (path <= request.max_path && !near && cover > 0.0).then_some(30.0 * cover - 1.5 * path)
        });
        let best = best.fold(f32::NEG_INFINITY, f32::max);
        match chosen {
            Some(chosen) => {
                // Rays confirm what the choice rests on.
                assert_eq!(chosen.values[PositionFactor::Cover], cover_at(&*terrain, chosen.position, threats));
                assert!((chosen.sum - chosen.weighted.sum()).abs() < 1e-3);
                found += 1;
                lost += best - (chosen.sum - chosen.weighted[PositionFactor::Danger]);
                best_sum += best;
            }
            None => missed += usize::from(best.is_finite()),
        }
    }
    assert!(found > 150 && missed * 50 <= found, "{found} found, {missed} missed");
    assert!(lost <= 0.05 * best_sum, "{lost:.1} lost of {best_sum:.1}");
}

#[test]
fn a_taken_place_is_shown_but_not_chosen() {
    let library = library();
    let baked = bake_level(&library, label("depot")).unwrap();
    let TerrainService(terrain) = baked.terrain_service();
    let mut chance = ChaCha8Rng::seed_from_u64(4);
    let mut moved = 0;
    for _ in 0..100 {
        let (agent, threats) = draw(&*terrain, &mut chance);
        let best = |taken: &[TakenPlace]| {
            let candidates = evaluate_positions(&*terrain, agent, &cover_request(&threats, taken));
            let chosen = candidates.iter().find(|candidate| candidate.status == CandidateStatus::Chosen).copied();
            (chosen, candidates)
        };
        let (Some(first), _) = best(&[]) else { continue };
        let taken = [TakenPlace { position: first.position, by: AgentId(3) }];
        let (second, candidates) = best(&taken);
        let known = candidates.iter().find(|candidate| candidate.place == first.place);
        assert!(known.is_none_or(|known| known.status == CandidateStatus::Taken(AgentId(3))), "{known:?}");
        if let Some(second) = second {
            assert!(second.position.distance(first.position) >= 1.5);
            moved += 1;
        }
    }
    assert!(moved > 60, "{moved}");
}

#[test]
fn of_two_soldiers_that_choose_one_place_at_once_the_second_yields() {
    let mut court = Court::new(&ROWS, &[(3.5, 3.5)], &[(26.0, 2.0), (26.0, 2.7)]);
    let (threat, terrain) = (Vec3::new(3.5, 0.0, 3.5), terrain_of(&court));
    // Side by side, so near that the same place is the best for both.
    let starts = (10..40).map(|step| [0.0, 0.7].map(|off| Vec3::new(26.0, 0.0, step as f32 * 0.1 + off)));
    let is_one_place = |both: &[Vec3; 2]| terrain.nearest_place(both[0]) == terrain.nearest_place(both[1]);
    let [first, second] = starts.into_iter().find(is_one_place).unwrap();
    court.stand(1, first);
    court.stand(2, second);
    court.run(0.1);
    for agent in [1, 2] {
        believe(&mut court, agent, "enemy", 0, threat);
    }
    let mut acting = [1, 2].map(|agent| Acting::begin(&court, agent, "move_to_cover", None));
    let mut told = false;
    for _ in 0..120 {
        for each in &mut acting {
            each.tick(&mut court);
        }
        // Sleeping minds do not report: after a third of a second each is told of the other's reservation, as by radio.
        let claims = [1, 2].map(|agent| {
            let own = court.get::<WorkingMemory>(agent).reservations().iter().find(|claim| claim.by == AgentId(agent));
            own.map(|claim| (agent, claim.subject, claim.place))
        });
        if !told && acting[0].elapsed > 0.3 {
            told = true;
            let [first, second] = claims.map(Option::unwrap);
            assert_eq!(first.1, second.1, "both want the nearest place");
            for ((by, subject, place), to) in [(first, 2), (second, 1)] {
                remember(&mut court, to, &percept("", subject, "reserved", place, PerceptSource::Told, Some(by)));
            }
        }
        step(court.app.world_mut());
    }
    assert!(
        told && acting.iter().all(|each| each.progress == Progress::Done),
        "{:?}",
        acting.map(|each| each.progress)
    );
    let [first, second] = [1, 2].map(|agent| place_of(&court, agent));
    assert!(first.distance(second) > 1.2, "{first} and {second}");
    for place in [first, second] {
        assert_eq!(cover_at(&*terrain, place, [threat]), 1.0, "{place}");
    }
}

#[test]
fn a_soldier_leans_out_of_cover_and_returns_into_it() {
    // In the shade of the two solid cells from x = 21 to 23 and z = 4 to 6, one step from a line of sight to the west.
    let mut court = Court::new(&ROWS, &[(3.5, 3.5)], &[(23.6, 4.4)]);
    let (threat, cover) = (Vec3::new(3.5, 0.0, 3.5), Vec3::new(23.6, 0.0, 4.4));
    let terrain = terrain_of(&court);
    let hidden = !terrain.is_exposed(threat, cover, BodyPosture::Crouched);
    believe(&mut court, 1, "enemy", 0, threat);
    court.run(0.1);
    let start = place_of(&court, 1);
    let mut peek = Acting::begin(&court, 1, "peek", Some(0));
    let (mut seen, mut farthest) = (false, 0.0_f32);
    while peek.progress == Progress::Running && peek.elapsed < 8.0 {
        peek.tick(&mut court);
        step(court.app.world_mut());
        let at = place_of(&court, 1);
        seen |= is_in_view(&*terrain, at, threat);
        farthest = farthest.max(at.distance(start));
    }
    assert!(hidden && seen, "hidden first: {hidden}, then a line of sight: {seen}");
    assert_eq!(peek.progress, Progress::Done);
    assert!(
        farthest > 0.3 && place_of(&court, 1).distance(start) < 0.5,
        "{farthest} m out, back at {}",
        place_of(&court, 1)
    );
    court.run(0.5);
    assert!(court.get::<Body>(1).crouch > 0.5, "crouched in cover");
}

#[test]
fn a_firing_position_sees_the_target_is_hidden_from_others_and_holds_the_angle() {
    let library = library();
    let baked = bake_level(&library, label("depot")).unwrap();
    let TerrainService(terrain) = baked.terrain_service();
    let mut chance = ChaCha8Rng::seed_from_u64(9);
    let (mut chosen, mut covered, mut watched) = (0, 0.0, 0);
    for _ in 0..200 {
        let (agent, [target, other]) = draw(&*terrain, &mut chance);
        let threats = [other];
        let request = PositionRequest {
            target: Some(target),
            threats: &threats,
            weights: PerFactor::of(&[
                (PositionFactor::LineOfFire, 20.0),
                (PositionFactor::Cover, 15.0),
                (PositionFactor::CrouchCover, 8.0),
                (PositionFactor::Path, -1.0),
                (PositionFactor::Range, -0.5),
            ]),
            max_path: 14.0,
            min_threat_distance: 4.0,
            min_target_distance: 4.0,
            preferred_range: 14.0,
            needs_line_of_fire: true,
            ..PositionRequest::default()
        };
        let candidates = evaluate_positions(&*terrain, agent, &request);
        let Some(best) = candidates.iter().find(|candidate| candidate.status == CandidateStatus::Chosen) else {
            continue;
        };
        assert!(is_in_view(&*terrain, best.position, target));
        chosen += 1;
        covered += best.values[PositionFactor::Cover];
        // From anywhere, the corner that is watched can be seen, unless nothing of the way can.
        let corner = watched_corner(&*terrain, agent, target);
        watched += usize::from(is_in_view(&*terrain, agent, corner));
    }
    assert!(chosen > 120, "{chosen} of 200 draws have a firing position");
    assert!(covered > 0.6 * chosen as f32, "{covered} of {chosen} are hidden from the other threat");
    assert!(watched > 100, "{watched}");
}

#[test]
fn a_soldier_at_its_firing_position_looks_at_where_the_target_is_believed_to_be() {
    let mut court = Court::new(&ROWS, &[(27.5, 1.5)], &[(4.5, 6.5)]);
    let bomb = court.thing("bomb");
    let place = Vec3::new(9.5, 0.0, 4.5);
    remember(
        &mut court,
        0,
        &percept("planted_bomb", Subject::Thing(bomb), "planted", place, PerceptSource::Heard, None),
    );
    court.run(0.1);
    let mut holding = Acting::begin(&court, 0, "hold_position", None);
    holding.target = Some(Subject::Thing(bomb));
    holding.run(&mut court, 6.0);
    assert_eq!(holding.progress, Progress::Running, "it holds the angle");
    let at = place_of(&court, 0);
    assert!(is_in_view(&*terrain_of(&court), at, place), "{at}");
    let Some(LookRequest::At(looked_at)) = court.board(0).look.request().cloned() else {
        panic!("it looks at a point")
    };
    assert!(looked_at.with_y(0.0).distance(place) < 0.1, "{looked_at}");
    holding.run(&mut court, 20.0);
    assert_eq!(holding.progress, Progress::Done);
}

/// Agents under fire with cover within 8 m are behind it within 4 s in 90 % of cases.
#[test]
fn soldiers_under_fire_are_soon_behind_cover() {
    let library = library();
    let baked: Arc<BakedLevel> = bake_level(&library, label("depot")).unwrap();
    let TerrainService(terrain) = baked.terrain_service();
    let mut chance = ChaCha8Rng::seed_from_u64(12);
    let (mut cases, mut behind) = (0, 0);
    let mut court = Court::baked(&library, &baked, &[(3.0, 3.0)], &[(6.0, 6.0)], |_| true);
    while cases < 60 {
        let (agent, [threat, _]) = draw(&*terrain, &mut chance);
        let here = terrain.nearest_place(agent);
        let cover_near = terrain.places().iter().enumerate().any(|(id, place)| {
            terrain.place_distance(here, id as u16) <= 8.0
                && place.position.distance(threat) >= 4.0
                && cover_at(&*terrain, place.position, [threat]) >= 1.0
        });
        if !terrain.is_exposed(threat, agent, BodyPosture::Crouched) || !cover_near {
            continue;
        }
        cases += 1;
        court.stand(1, agent);
        // What it knew of the last case is forgotten.
        let entity = court.entity(1);
        let mut memory = court.app.world_mut().get_mut::<WorkingMemory>(entity).unwrap();
        let known: Vec<Subject> = memory.facts().iter().map(|fact| fact.subject).collect();
        known.into_iter().for_each(|subject| memory.forget(subject));
        court.run(0.1);
        believe(&mut court, 1, "enemy", 0, threat);
        let mut running = Acting::begin(&court, 1, "move_to_cover", None);
        running.run(&mut court, 4.0);
        behind += usize::from(cover_at(&*terrain, place_of(&court, 1), [threat]) >= 1.0);
    }
    assert!(behind * 10 >= cases * 9, "{behind} of {cases} are behind cover after 4 s");
}

#[test]
fn recorded_evaluations_are_shown_and_change_nothing() {
    let library = library();
    let baked = bake_level(&library, label("yard")).unwrap();
    let places: Vec<(f32, f32)> = (0..3).map(|index| (3.0 + index as f32, 20.0)).collect();
    let others: Vec<(f32, f32)> = (0..3).map(|index| (30.0 + 2.0 * index as f32, 20.5)).collect();
    let digest = |record: bool| {
        let mut court = Court::baked(&library, &baked, &places, &others, |_| false);
        court.app.insert_resource(RecordPositions(record));
        let mut shown = 0;
        for _ in 0..30 * 45 {
            if !step(court.app.world_mut()) {
                break;
            }
            for agent in 0..6 {
                let Some(evaluation) = court.get::<MindTrace>(agent).positions.clone() else { continue };
                assert!(record && evaluation.candidates.len() <= SHORTLIST);
                for candidate in &evaluation.candidates {
                    assert!((candidate.sum - candidate.weighted.sum()).abs() < 1e-3);
                }
                let snapshot = mind_snapshot(court.app.world(), AgentId(agent)).unwrap();
                if shown == 0 && evaluation.chosen().is_some() {
                    let text = snapshot.to_string();
                    assert!(text.contains("positions compared") && text.contains("; chosen"), "{text}");
                }
                shown += usize::from(snapshot.positions.as_ref() == Some(&evaluation) && evaluation.chosen().is_some());
            }
        }
        (shown, court.app.world().resource::<EventLog>().digest())
    };
    let ((plain, first), (recorded, second)) = (digest(false), digest(true));
    assert_eq!(first, second);
    assert!(plain == 0 && recorded > 0, "{plain} and {recorded} evaluations");
}
