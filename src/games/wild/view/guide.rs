//! The page "How to play" of the wild: what there is to see and to do, and tips with numbers read from the data.

use quarry_minds::protocol::label;

use crate::client::session::GuideColumn;
use crate::client::ui::capitalised;
use crate::data::Library;
use crate::games::wild::schema::rules_of;

pub fn columns() -> Vec<GuideColumn> {
    vec![
        GuideColumn { title: "What you see", paragraphs: seen().map(str::to_owned).to_vec() },
        GuideColumn { title: "What you can do", paragraphs: done().map(str::to_owned).to_vec() },
    ]
}

fn seen() -> [&'static str; 6] {
    [
        "Some animals graze, some hunt, some eat what they find. Nobody steers them: each has a mind of its own.",
        "Every animal grows hungry, thirsty and tired. Below a need that has run out its health falls. The four bars over its head \
         are food, water, sleep and health, from top to bottom.",
        "Grass grows again where it was eaten. Apples ripen at their season. Animals drink at the banks of streams and ponds.",
        "At night it is dark, and eyes see less. An animal that sleeps sees nothing and hears little: burrows and caves are safer than \
         the open.",
        "Two grown animals of a kind that are fed and rested court and mate. Their young follow the mother until they are grown.",
        "A dead animal is meat until it is eaten or has rotted away.",
    ]
}

fn done() -> [&'static str; 6] {
    [
        "Watch with the keys 1 to 6: overview, follow, free camera, eyes, director, seen from straight above. Click on an animal to select it. Tab goes to the \
         next.",
        "The inspector (I) shows what the selected animal knows, what it wants and why, its plan, and its family.",
        "Statistics (P) shows how the numbers of animals rise and fall, and what they die of.",
        "The timeline (T) goes back to every moment, and marks births and deaths.",
        "What if (U) plans again with a changed memory or changed numbers, and lets you give an animal a plan of your own. Intervene (K) \
         places animals, food and water, fires a shot, or moves the sun.",
        "Change a file below assets/wild while the match runs: rules, bodies and minds take effect at once.",
    ]
}

/// Tips with numbers from the data, in one or two sentences each.
pub fn tips(library: &Library) -> Vec<String> {
    let mut tips = vec![
        "An animal knows only what it has seen, heard, felt or been told: where water was, and who hunted it."
            .to_owned(),
        "A cry warns those who hear it. Some animals sense an attack nearby even if they see nothing.".to_owned(),
    ];
    let Some(rules) = library.rules.get(&label("standard")) else { return tips };
    let Some(wild) = rules_of(rules) else { return tips };
    tips.push(format!("A day lasts {:.0} s.", wild.day.seconds));
    for (name, species) in &wild.species {
        tips.push(format!(
            "{} bear {} to {} young, {:.0} s after mating. The young are grown after {:.0} s.",
            capitalised(&species.many(*name)),
            species.litter.0,
            species.litter.1,
            species.gestation,
            species.grown_at
        ));
        if let Some(animal) = library.agents.get(name) {
            let acuity = animal.senses.complete(&library.senses).hearing.acuity;
            let speeds = animal.body.speeds;
            tips.push(format!(
                "A {name} walks at {:.1} m/s and runs at {:.1} m/s. It hears {acuity:.1} times as far as usual.",
                speeds.walk, speeds.run
            ));
        }
    }
    for (food, gain) in &wild.gains {
        tips.push(format!("One bite or draught of {food} gives {:.0} {}.", gain.amount, gain.gauge));
    }
    tips.push(format!("A carcass that nobody eats rots away in {:.0} s.", wild.rot_seconds));
    tips
}
