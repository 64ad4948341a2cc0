//! How to play: both sides on one page, with the numbers the characters truly have.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align, Layout, Ui},
};

use super::{
    GameContent,
    look::{page, shade},
    widgets::{button, heading, note, words},
};
use crate::{
    client::{
        bindings::{PlayerAction, binding_name},
        input::LastDevice,
        pages::{MenuPage, MenuStack},
        settings::Settings,
        sound::PlayCue,
        style::scale,
    },
    data::Library,
    protocol::label,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    device: Res<LastDevice>,
    content: Option<Res<GameContent>>,
    mut menu: ResMut<MenuStack>,
    mut cues: EventWriter<PlayCue>,
) {
    if menu.page() != Some(MenuPage::Guide) {
        return;
    }
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let key = |action: PlayerAction| settings.bindings.first(action, device.0).map_or_else(|| "?".into(), binding_name);
    let mut back = false;
    shade(context, 0.9);
    page(context, "guide", 980.0, scale, true, |ui| {
        heading(ui, "How to play");
        beside(ui, |ui| hunted(ui, &key), |ui| hunter(ui, &key));
        ui.add_space(6.0 * scale);
        if let Some(content) = content {
            let tips = tips(&content.library);
            let (first, last) = tips.split_at(tips.len().div_ceil(2));
            beside(ui, |ui| first.iter().for_each(|tip| note(ui, tip)), |ui| last.iter().for_each(|tip| note(ui, tip)));
            ui.add_space(6.0 * scale);
        }
        note(
            ui,
            &format!(
                "{} {} {} {} to walk, the mouse or the right stick to look, {} to look behind, {} to change the view, {} to pause.",
                key(PlayerAction::Forward),
                key(PlayerAction::Left),
                key(PlayerAction::Back),
                key(PlayerAction::Right),
                key(PlayerAction::LookBehind),
                key(PlayerAction::SwitchView),
                key(PlayerAction::Pause),
            ),
        );
        ui.add_space(6.0 * scale);
        back = button(ui, "Back", fresh);
    });
    if back {
        cues.send(PlayCue::plain("ui_back".into()));
        menu.back();
    }
}

/// Two columns of words, each even at its left alone: stretched lines are harder to read.
fn beside(ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    ui.columns(2, |columns| {
        if let [first, second] = columns {
            first.with_layout(Layout::top_down(Align::Min), left);
            second.with_layout(Layout::top_down(Align::Min), right);
        }
    });
}

fn hunted(ui: &mut Ui, key: &impl Fn(PlayerAction) -> String) {
    heading(ui, "The hunted");
    for text in [
        format!("Find keys and take them with {}. They count for all of you, and fall where their bearer is caught.", key(PlayerAction::Interact)),
        format!("With enough keys, hold {} at the gate. It takes long and is loud; the work of all adds up and is kept.", key(PlayerAction::Interact)),
        "When the gate stands open, walk out.".to_owned(),
        format!("Crouch ({}) to be quiet and hard to see. Run ({}) only when you must: it is heard, and leaves a trail.", key(PlayerAction::Crouch), key(PlayerAction::Run)),
        format!("Hide in lockers and chests with {}, unseen. Throw your stone ({}) to draw it away.", key(PlayerAction::Interact), key(PlayerAction::Throw)),
        "Arcs around the middle show who notices you, as far as you see him. Marks show where sounds come from. Your heart tells how near it is.".to_owned(),
    ] {
        words(ui, &text);
    }
}

fn hunter(ui: &mut Ui, key: &impl Fn(PlayerAction) -> String) {
    heading(ui, "The hunter");
    for text in [
        "Catch as many as you can before they are out.".to_owned(),
        format!(
            "Strike with {} when one is within reach: it needs a moment, and a miss costs you more.",
            key(PlayerAction::Strike)
        ),
        format!("Cast the bolt with {}: it flies straight, can miss, and then you wait.", key(PlayerAction::Throw)),
        format!("Tear hiding places open with {}.", key(PlayerAction::Interact)),
        "Listen: steps, doors, the gate. Who runs leaves marks on the ground for a while.".to_owned(),
        "Their keys and the state of the gate are announced to you too.".to_owned(),
    ] {
        words(ui, &text);
    }
}

/// What the minds can do, in true numbers.
pub fn tips(library: &Library) -> Vec<String> {
    let (hunter, hunted) = (library.agents.get(&label("hunter")), library.agents.get(&label("hunted")));
    let mut tips = Vec::new();
    if let (Some(hunter), Some(hunted)) = (hunter, hunted) {
        let steps = hunted.body.footstep_loudness;
        let acuity = hunter.senses.hearing.acuity;
        tips.push(format!(
            "The hunter hears you run at {:.0} m, walk at {:.0} m, creep at {:.1} m.",
            steps.run * acuity,
            steps.walk * acuity,
            steps.crouch * acuity
        ));
        tips.push(format!("It runs {:.1} m a second, you {:.1}.", hunter.body.speeds.run, hunted.body.speeds.run));
        if let Some(strike) = hunter.body.strike {
            tips.push(format!(
                "Its blow falls {:.1} s after it is begun and reaches {:.1} m.",
                strike.wind_up, strike.reach
            ));
        }
        if let Some(cone) = hunter.senses.vision.cones.iter().map(|cone| cone.max_range).max_by(f32::total_cmp) {
            tips.push(format!(
                "It sees {cone:.0} m far, and notices you the later the farther, the darker and the lower you are."
            ));
        }
        if let Some(bolt) = hunter.body.throws.values().next() {
            tips.push(format!("Its bolt is ready again after {:.0} s.", bolt.cooldown));
        }
    }
    if let Some(rules) = library.rules.get(&label("standard")) {
        tips.push(format!(
            "The gate takes {:.0} s of work in all, a key {:.0} s.",
            rules.use_seconds.unlock, rules.use_seconds.take
        ));
        let hits = rules.hits_to_catch(label("hunted"));
        if hits > 1 {
            tips.push(format!(
                "It takes {hits} hits to catch. Each before the last wounds, and the wounded get away at a burst."
            ));
        }
        if hits > 1 && rules.wounds.heal_seconds > 0.0 {
            tips.push(format!("A wound heals after {:.0} s in a hiding place.", rules.wounds.heal_seconds));
        }
        tips.push(format!("Who runs leaves marks on the ground for {:.0} s.", rules.traces.lifetime));
        if let Some(hunter) = hunter {
            let heard = |name: &str| rules.loudness(label(name)) * hunter.senses.hearing.acuity;
            tips.push(format!(
                "It hears a door at {:.0} m, work at the gate at {:.0} m, a stone that lands at {:.0} m.",
                heard("door"),
                heard("unlocking"),
                heard("stone")
            ));
        }
    }
    tips.push("They know only what they see, hear, feel or are told; what they lose sight of they look for where it could have gone.".into());
    tips
}
