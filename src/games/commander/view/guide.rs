//! The page "How to play" of the commander: what there is to see, and tips with numbers read from the data.

use quarry_minds::protocol::label;

use crate::client::session::GuideColumn;
use crate::client::ui::humanize;
use crate::data::Library;
use crate::games::commander::catalogue::ProductKind;
use crate::games::commander::schema::catalogue_of;

pub fn columns() -> Vec<GuideColumn> {
    let war = [
        "Red and blue each begin with a command post and a few workers. A side that has lost all its buildings has lost the war; when \
         the time is up, the higher score wins.",
        "Workers bring minerals and gas, build and repair. Supply depots let a side have more units. Barracks train riflemen and \
         flamers, a factory trains walkers and, with a machine shop, tanks.",
        "A side sees what its units and buildings see. It remembers the enemies that it has seen, and may be wrong about them.",
        "Light units die to flamers, machines to walkers and tanks. Medics heal infantry; an engineering bay improves its weapons and armour. \
         The bar over a unit is its health.",
    ];
    let minds = [
        "Each side is led by a strategist, a mind without a body. It plans what to build, where to scout and when to attack, and gives \
         orders; nobody steers the units.",
        "A build planner turns the order \"build a wave\" into a build order: what to make, when, and when everything will stand. It \
         plans anew when something was lost.",
        "The army gathers before it attacks. Scouts look at the places that were not seen for the longest time.",
        "With the rules \"Red strategist, blue script\" blue follows a fixed list of steps. With \"Two factions\" it trains rangers and mortars \
         instead of riflemen and tanks.",
    ];
    let watching = [
        "Commanders (7) shows both sides: plans and orders, what is being made, the technology, and the map as each side knows it.",
        "Watch with the keys 1 to 6: overview, follow, free camera, eyes, director, tactical view. Tab goes to the other strategist, a \
         click selects a unit or a building.",
        "The inspector (I) shows why a strategist wants what it wants. A unit has no mind of its own; the inspector says what it does.",
        "The timeline (T) marks orders, plans, buildings and losses, and goes back to every moment. Statistics (P) plots minerals, \
         workers and soldiers over time.",
    ];
    vec![
        GuideColumn { title: "The war", paragraphs: war.map(str::to_owned).to_vec() },
        GuideColumn { title: "The commanders", paragraphs: minds.map(str::to_owned).to_vec() },
        GuideColumn { title: "Watching", paragraphs: watching.map(str::to_owned).to_vec() },
    ]
}

/// Tips with numbers from the data, in one or two sentences each.
pub fn tips(library: &Library) -> Vec<String> {
    let mut tips = vec![
        "A strategist knows only what its units have seen. An enemy that hides its factory hides its tanks.".to_owned(),
        "The seconds of a build order are a prediction. The log says how long it really took.".to_owned(),
    ];
    let Some(catalogue) = library.rules.get(&label("standard")).and_then(catalogue_of) else { return tips };
    for product in &catalogue.products {
        let Some(recipe) = product.recipes.first().map(|id| catalogue.recipe(*id)) else { continue };
        let name = humanize(product.name);
        let gas = if recipe.gas > 0 { format!(" and {} gas", recipe.gas) } else { String::new() };
        let (minerals, seconds) = (recipe.minerals, recipe.build_seconds());
        tips.push(match product.kind {
            ProductKind::Unit => {
                format!("One {name} costs {minerals} minerals{gas}, and is trained in {seconds:.0} s.")
            }
            ProductKind::Upgrade => format!("To research {name} takes {minerals} minerals{gas}, and {seconds:.0} s."),
            ProductKind::Building | ProductKind::AddOn => {
                format!("One {name} costs {minerals} minerals{gas}, and is built in {seconds:.0} s.")
            }
        });
    }
    for (enemy, counters) in &catalogue.counters {
        let best = counters.iter().max_by(|a, b| a.holds.total_cmp(&b.holds));
        if let Some(best) = best.filter(|best| best.holds > 1.0) {
            let (unit, enemy) = (humanize(catalogue.get(best.unit).name), humanize(catalogue.get(*enemy).name));
            tips.push(format!("One {unit} holds about {:.0} of the enemy's units of the kind {enemy}.", best.holds));
        }
    }
    tips
}
