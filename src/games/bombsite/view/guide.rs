//! The page "How to play" of the bomb site, and tips with numbers read from the data.

use quarry_minds::protocol::label;

use crate::client::input::bindings::PlayerAction;
use crate::client::session::GuideColumn;
use crate::data::Library;
use crate::games::bombsite::schema::rules_of;

pub fn columns(key: &dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn> {
    let round = [
        "Attackers, in orange, carry a bomb to a site and plant it. Defenders, in blue, prevent that, or defuse it.",
        "Attackers win when the bomb explodes or no defender is left; defenders when the bomb is defused, the time is up, or no \
         attacker is left before it is planted.",
        "The leader of a squad is a mind in the head of one of its soldiers. It gives orders by radio; when that soldier dies, another \
         takes over.",
        "A soldier that is hit knows the direction of the shot, but not its distance. It hears shots and steps, and reports the enemies \
         that it sees to its squad by radio.",
    ];
    let (fire, reload, interact) = (key(PlayerAction::Strike), key(PlayerAction::Reload), key(PlayerAction::Interact));
    let (crouch, run, shout) = (key(PlayerAction::Crouch), key(PlayerAction::Run), key(PlayerAction::Shout));
    let playing = [
        format!(
            "Hold {fire} to fire, {reload} changes the magazine. The crosshair is as wide as the spread of the next shot."
        ),
        format!(
            "{} throws the chosen grenade, {} chooses. Nobody sees through smoke, and everybody shoots through it.",
            key(PlayerAction::Throw),
            key(PlayerAction::NextThrow)
        ),
        format!(
            "Standing still and crouching ({crouch}) make shots precise; running ({run}) and long bursts spread them."
        ),
        format!("Hold {interact} to take the bomb, to plant it on a cross, and to defuse it. Letting go breaks off."),
        format!("{shout} reports what you see to your squad. {} shows the score.", key(PlayerAction::Score)),
        format!(
            "{}, {}, {} and {} order your squad to site A, to site B, to hold where you stand, and to follow you; {} the nearest mate to throw smoke \
             where you look. A squad with you in it has no other leader.",
            key(PlayerAction::Order1),
            key(PlayerAction::Order2),
            key(PlayerAction::Order3),
            key(PlayerAction::Order4),
            key(PlayerAction::Order5)
        ),
        "A red wedge around the middle points towards where a hit came from.".to_owned(),
    ];
    let watching = [
        "Watch with the keys 1 to 6: overview, follow, free camera, eyes, director, tactical view. Click on a soldier to select it.",
        "The inspector (I) shows what the selected soldier knows, which goals are achieved, running or passed over, and its plan.",
        "The timeline (T) marks kills, planting and defusing, and goes back to every moment.",
        "Last known positions (F6) show where each side believes the other to be; paths (F8) where it goes.",
    ];
    vec![
        GuideColumn { title: "A round", paragraphs: round.map(str::to_owned).to_vec() },
        GuideColumn { title: "Playing", paragraphs: playing.to_vec() },
        GuideColumn { title: "Watching", paragraphs: watching.map(str::to_owned).to_vec() },
    ]
}

/// Tips with numbers from the data, in one or two sentences each.
pub fn tips(library: &Library) -> Vec<String> {
    let mut tips = vec!["A soldier takes cover where it believes no enemy can see it. It may be wrong.".to_owned()];
    let Some(rules) = library.rules.get(&label("standard")) else { return tips };
    if let Some(of_game) = rules_of(rules) {
        tips.push(format!(
            "Planting takes {:.1} s, defusing {:.0} s, and the fuse burns for {:.0} s.",
            rules.use_seconds(label("plant")),
            rules.use_seconds(label("defuse")),
            of_game.fuse_seconds
        ));
        tips.push(format!("The bomb must be planted within {:.0} s.", of_game.round_seconds));
    }
    for (name, agent) in &library.agents {
        if let Some(gun) = &agent.body.gun {
            tips.push(format!(
                "The magazine of the {name} holds {} shots. A hit does {:.0} damage to the body, {:.0} to the head.",
                gun.magazine,
                gun.damage,
                gun.damage * gun.head_factor
            ));
        }
    }
    tips
}
