//! The page "How to play" of the hunt: both sides on one page, and tips with numbers read from the data.

use quarry_minds::protocol::label;

use crate::client::input::bindings::PlayerAction;
use crate::client::session::GuideColumn;
use crate::data::Library;
use crate::games::hunt::schema::rules_of;

pub fn columns(key: &dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn> {
    vec![hunted(key), hunter(key)]
}

fn hunted(key: &dyn Fn(PlayerAction) -> String) -> GuideColumn {
    let (interact, crouch) = (key(PlayerAction::Interact), key(PlayerAction::Crouch));
    let (drop, strike) = (key(PlayerAction::Drop), key(PlayerAction::Strike));
    let (run, throw) = (key(PlayerAction::Run), key(PlayerAction::Throw));
    let paragraphs = vec![
        format!("Find keys and take them ({interact}). Keys count for the whole team. A caught player drops them."),
        format!(
            "With enough keys, unlock the exit (hold {interact}). It takes long and is loud. Everyone's progress adds up."
        ),
        "When the exit is open, walk through it.".to_owned(),
        format!(
            "Or leave without keys: a crowbar forces the boards off a window, for one at a time; a crank and oil make the winch raise the side gate; a rope \
             leads over the wall where it has footholds. Tools may lie in chests, or behind a lock, which a key opens and long, loud blows break. You can hold two; {drop} hands one to a mate beside you, or lays it down. A blow with a crowbar ({strike}) makes a hunter stagger, once."
        ),
        format!(
            "Crouch ({crouch}) to be quiet and hard to see. Run ({run}) only when you must: it is loud and leaves scratch marks."
        ),
        format!(
            "Hide in lockers and chests, or behind a curtain ({interact}), when nobody is looking. Throw your stone ({throw}) to distract the hunter, or wind up a gramophone; a gas main or a fuse box puts the lamps out. Cut snares from beside them. A smoke pot, once you have one, is thrown by the same key: hunters do not see through its smoke. \
             Bar a door behind you where a beam leans in it."
        ),
        "Arcs around the centre show hunters in view who are noticing you. Chevrons show where sounds come from. Your \
         heartbeat tells how close a hunter is."
            .to_owned(),
    ];
    GuideColumn { title: "The hunted", paragraphs }
}

fn hunter(key: &dyn Fn(PlayerAction) -> String) -> GuideColumn {
    let (strike, throw, interact) = (key(PlayerAction::Strike), key(PlayerAction::Throw), key(PlayerAction::Interact));
    let paragraphs = vec![
        "Catch as many of the hunted as you can before they escape.".to_owned(),
        format!("Strike ({strike}) when one is in reach. A strike takes a moment, and a miss costs you more time."),
        format!("Throw the bolt ({throw}). It flies straight, can miss, and has a cooldown."),
        format!(
            "Search hiding places, tear curtains down, nail up windows that were forced open, cut ropes down, lock stores again, and break barred doors down (hold {interact}). Take a lantern into the dark."
        ),
        format!(
            "Take coils of wire and lay snares in doorways ({interact}): who treads on one is held for a moment, and heard."
        ),
        "Listen for footsteps, doors and the exit; who stands still at a shut door hears what is behind it. Runners leave scratch marks on the ground for a while.".to_owned(),
        "The number of keys and the state of the exit are announced to you too.".to_owned(),
    ];
    GuideColumn { title: "The hunter", paragraphs }
}

/// Tips with numbers from the data, in one or two sentences each.
pub fn tips(library: &Library) -> Vec<String> {
    let (hunter, hunted) = (library.agents.get(&label("hunter")), library.agents.get(&label("hunted")));
    let mut tips = Vec::new();
    if let (Some(hunter), Some(hunted)) = (hunter, hunted) {
        let footsteps = hunted.body.footstep_loudness;
        let senses = hunter.senses.complete(&library.senses);
        let acuity = senses.hearing.acuity;
        tips.push(format!(
            "The hunter hears you run at {:.0} m, walk at {:.0} m and crouch at {:.1} m.",
            footsteps.run * acuity,
            footsteps.walk * acuity,
            footsteps.crouch * acuity
        ));
        tips.push(format!(
            "The hunter runs at {:.1} m/s, the hunted at {:.1} m/s.",
            hunter.body.speeds.run, hunted.body.speeds.run
        ));
        if let Some(strike) = hunter.body.strikes.values().next() {
            tips.push(format!(
                "A strike lands {:.1} s after it starts and reaches {:.1} m.",
                strike.wind_up, strike.reach
            ));
        }
        if let Some(range) = senses.vision.cones.iter().map(|cone| cone.max_range).max_by(f32::total_cmp) {
            tips.push(format!(
                "The hunter can see up to {range:.0} m. It takes longer to notice you if you are far away, in the dark or crouching."
            ));
        }
        if let Some(bolt) = hunter.body.throws.values().next() {
            tips.push(format!("The bolt has a cooldown of {:.0} s.", bolt.cooldown));
        }
    }
    if let Some(rules) = library.rules.get(&label("standard")) {
        tips.push(format!(
            "Unlocking the exit takes {:.0} s in total, taking a key {:.0} s.",
            rules.use_seconds(label("unlock")),
            rules.use_seconds(label("take"))
        ));
        let hunt = rules_of(rules);
        let hits = hunt.side(label("hunted")).hits_to_catch;
        if hits > 1 {
            tips.push(format!(
                "The hunter needs {hits} hits to catch you. The hits before the last wound you and give you a burst of speed."
            ));
        }
        if hits > 1 && hunt.wounds.heal_seconds > 0.0 {
            tips.push(format!("A wound heals after {:.0} s in a hiding place.", hunt.wounds.heal_seconds));
        }
        let share = hunt.side(label("hunted")).found_share;
        if share > 0.0 && share < 1.0 {
            tips.push(format!(
                "Being found in a hiding place counts for {:.0} % of these hits: you are pulled out and can still get away.",
                share * 100.0
            ));
        }
        tips.push(format!("Scratch marks of runners stay for {:.0} s.", rules.traces.lifetime));
        if let Some(hunter) = hunter {
            let acuity = hunter.senses.complete(&library.senses).hearing.acuity;
            let heard = |name: &str| rules.loudness(label(name)) * acuity;
            tips.push(format!(
                "The hunter hears a door at {:.0} m, work at the exit at {:.0} m and a stone's impact at {:.0} m.",
                heard("door"),
                heard("unlocking"),
                heard("stone")
            ));
        }
    }
    tips.push(
        "Agents know only what they see, hear, feel or are told. When they lose you, they search where you could have gone."
            .into(),
    );
    tips
}
