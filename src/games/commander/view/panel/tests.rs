//! What the panel reads from a match, and the layout of the technology tree. No window, no GPU.

use std::{path::Path, sync::Arc};

use quarry_minds::protocol::label;

use super::side::{SideView, TechState};
use super::{plans, production, seat, technology::columns};
use crate::client::render::scene::tests::setup;
use crate::client::session::{LiveMatches, MatchProvider, Playback};
use crate::client::ui::shown_words::words_of;
use crate::data::Library;
use crate::games::commander::schema::catalogue_of;
use crate::games::commander::{Commander, CommanderGame, SCHEMA};
use crate::simulation::bake_level;
use crate::simulation::retune::MatchData;

#[test]
fn the_tree_has_every_product_after_what_it_needs() {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let catalogue = catalogue_of(&library.rules[&label("standard")]).unwrap();
    let columns = columns(catalogue);
    assert_eq!(columns.iter().map(Vec::len).sum::<usize>(), catalogue.products.len());
    let column = |name: &str| {
        let id = catalogue.product(label(name)).unwrap();
        columns.iter().position(|column| column.contains(&id)).unwrap()
    };
    assert!(column("barracks") < column("factory") && column("factory") < column("tank"));
    assert!(column("barracks") < column("rifleman") && column("worker") == 0);
}

#[test]
fn without_a_recipe_all_that_depends_on_it_is_out_of_reach() {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap();
    let catalogue = catalogue_of(&library.rules[&label("standard")]).unwrap();
    let id = |name: &str| catalogue.product(label(name)).unwrap();
    let first = |of| u16::from(catalogue.numbers.products.iter().any(|(known, _)| *known == of));
    let all = catalogue.reachable(&first, &|_| true);
    assert!(all.iter().all(|reached| *reached));
    let no_gas = catalogue.reachable(&first, &|recipe| catalogue.recipe(recipe).action != "build_refinery");
    assert!(no_gas[id("rifleman").index()] && !no_gas[id("tank").index()] && !no_gas[id("factory").index()]);
}

#[test]
fn a_match_under_way_fills_the_panel() {
    let library = Arc::new(Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).unwrap());
    let tuning = MatchData { library: library.clone(), rules: label("standard"), difficulty_modifiers: None };
    let level = bake_level(&library, label("duel")).unwrap();
    let matches = LiveMatches::new(Arc::new(CommanderGame), tuning, level).unwrap();
    let (cast, source) = matches.begin(3).unwrap();
    let mut playback = Playback::new(source, 1.0);
    let mut scene = setup(&library, label("duel"));
    scene.agents = Arc::new(cast);
    // A build order that was planned anew has nothing done for a moment.
    let under_way = |playback: &Playback| {
        let state = playback.shown_world().unwrap().resource::<Commander>();
        let next = |side: usize| state.sides[side].builds.pursued.as_ref().is_some_and(|pursued| pursued.next > 0);
        next(0) && next(1)
    };
    for tick in 0..1800 {
        playback.step();
        if tick > 900 && under_way(&playback) {
            break;
        }
    }
    let world = playback.shown_world().unwrap();
    let state = world.resource::<Commander>();
    for side in 0..2 {
        let mind = playback.mind_snapshot(state.sides[side].staff.strategist.unwrap());
        let view = SideView::new(world, side).unwrap();
        assert_eq!(view.orders().count(), 3);
        let plans = words_of(|ui| plans::draw(ui, &view, mind.as_ref(), &scene));
        for words in ["Strategist", "Army", "Scouts", "s predicted", "done", "next"] {
            assert!(plans.contains(words), "{words}: {plans}");
        }
        let made = words_of(|ui| production::draw(ui, &view));
        assert!(made.matches("none").count() < 4, "{made}");
        let orders = |mut chosen: usize| {
            let mut order = None;
            words_of(|ui| order = seat::right_click_order(ui, &view, &mut chosen));
            order
        };
        let staff = state.sides[side].staff;
        assert_eq!(orders(0), staff.army.map(|army| (army, ("attack_location", "Attack"))));
        assert_eq!(orders(seat::ARMY_ORDERS.len()), staff.scouts.map(|scouts| (scouts, ("scout", "Scout"))));
        let worker = view.catalogue.product(label("worker")).unwrap();
        let technology = view.technology();
        assert!(matches!(technology[worker.index()], TechState::Stands(number) if number >= 4));
        let catalogue = view.catalogue;
        // What another faction makes is out of reach, and nothing else.
        for (id, state) in catalogue.product_ids().zip(&technology) {
            let own = catalogue.get(id).recipes.iter().any(|recipe| catalogue.is_for(None, *recipe));
            assert_eq!(own, *state != TechState::Unreachable, "{}", catalogue.get(id).name);
        }
    }
    assert!(playback.now.number("supply_limit.red") >= 10.0 && playback.now.number("supply.red") >= 4.0);
}
