//! The player's status: the prompt or the use in progress, throws with their cooldowns, the gait.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};
use quarry_minds::protocol::{AgentId, Gait, Subject, UseRequest};

use super::{FAINT, GOLD, HudContext, INK};
use crate::client::input::bindings::PlayerAction;
use crate::client::ui::{capitalised, humanize};
use crate::world::level::ThingKind;

/// Draws all of it. Returns the x up to which the lower edge of the window is free.
pub(super) fn draw(hud: &HudContext<'_>) -> f32 {
    prompt(hud);
    gait(hud);
    carried(hud);
    throws(hud)
}

/// The prompt of the use button, or the progress of the use.
fn prompt(hud: &HudContext<'_>) {
    let canvas = &hud.canvas;
    let at = pos2(hud.middle().x, canvas.area.bottom() - canvas.length(150.0));
    if let Some((request, progress)) = hud.knowledge.active_use {
        let (_, words) = verb_words(hud, request);
        canvas.bar(Rect::from_center_size(at, vec2(canvas.length(240.0), canvas.length(12.0))), progress, GOLD);
        canvas.text(at - vec2(0.0, canvas.length(12.0)), Align2::CENTER_BOTTOM, &words, 17.0, INK);
        return;
    }
    let Some(offer) = &hud.knowledge.prompt else { return };
    if let Some(words) = &offer.blocked {
        let words = canvas.elided(words, 17.0, canvas.area.width() * 0.96);
        canvas.text(at, Align2::CENTER_CENTER, &words, 17.0, FAINT);
        return;
    }
    let button = hud.button(PlayerAction::Interact);
    // In a narrow window the text is cut rather than drawn past the edge.
    let room = canvas.area.width() - canvas.measure(&button, 17.0).x - canvas.length(64.0);
    let words = &canvas.elided(&verb_words(hud, offer.request).0, 18.0, room);
    let width = canvas.measure(words, 18.0).x + canvas.measure(&button, 17.0).x + canvas.length(52.0);
    let plate = Rect::from_center_size(at, vec2(width, canvas.length(34.0)));
    canvas.plate(plate, Some(GOLD), 0.9);
    let cap = Rect::from_min_size(
        plate.min + vec2(canvas.length(12.0), canvas.length(5.0)),
        vec2(canvas.measure(&button, 17.0).x + canvas.length(14.0), canvas.length(24.0)),
    );
    canvas.painter.rect_filled(cap, canvas.length(4.0), Color32::from_rgb(52, 50, 46));
    canvas.text(cap.center(), Align2::CENTER_CENTER, &button, 17.0, GOLD);
    canvas.text(pos2(cap.right() + canvas.length(10.0), at.y), Align2::LEFT_CENTER, words, 18.0, INK);
}

/// What the player carries, above the gait, and the button that lays down what is in a hand.
fn carried(hud: &HudContext<'_>) {
    let titles = |in_hand: bool| {
        let items = hud.knowledge.carried.iter().filter(move |item| item.in_hand == in_hand);
        items.map(|item| item.title.as_str()).collect::<Vec<_>>().join(", ")
    };
    let canvas = &hud.canvas;
    let mut at = canvas.area.left_bottom() + vec2(canvas.length(20.0), -canvas.length(150.0));
    for (words, titles, in_hand) in [("In hand", titles(true), true), ("Pockets", titles(false), false)] {
        if titles.is_empty() {
            continue;
        }
        let shown = canvas.text(at, Align2::LEFT_CENTER, &format!("{words}: {titles}"), 17.0, INK);
        if in_hand {
            let at_hand = hud.knowledge.at_hand;
            let name = |agent: AgentId| hud.setup.agent(agent).map_or_else(String::new, |info| info.name.clone());
            let lay_down = match at_hand.receiver {
                Some(mate) => format!("Hold {}: hand over to {}", hud.button(PlayerAction::Drop), name(mate)),
                None => format!("{}: lay down", hud.button(PlayerAction::Drop)),
            };
            let hit = at_hand
                .to_stagger
                .map(|enemy| format!("   Hold {}: hit {}", hud.button(PlayerAction::Strike), name(enemy)));
            let lay_down = lay_down + &hit.unwrap_or_default();
            canvas.text(
                pos2(shown.right() + canvas.length(16.0), at.y),
                Align2::LEFT_CENTER,
                &lay_down,
                15.0,
                if at_hand == Default::default() { FAINT } else { GOLD },
            );
        }
        at.y -= canvas.length(24.0);
    }
}

/// The prompt of the use button for a request, and the text of the use in progress. What only the file of a thing knows is named by its words.
fn verb_words(hud: &HudContext<'_>, request: UseRequest) -> (String, String) {
    let thing = match request.target {
        Subject::Thing(id) => hud.setup.level.thing(id),
        _ => None,
    };
    let what = thing.map(|thing| humanize(thing.name)).unwrap_or_default();
    let is_device = thing.is_some_and(|thing| thing.kind == ThingKind::Device);
    let named = |words: &str| words.replace("{}", &format!("the {what}"));
    let own = |(prompt, doing): (&str, &str)| (named(prompt), named(doing));
    if let Some(words) = (hud.game.0.verb_words)(request.verb).filter(|_| !is_device) {
        let (prompt, doing) = own(words);
        // The words of the game are about the items that have no file.
        let has_file =
            hud.knowledge.prompt.as_ref().is_some_and(|offer| offer.request == request && offer.what.is_some());
        return if has_file {
            (format!("Hold to take the {what}"), format!("Taking the {what}"))
        } else {
            (prompt, doing)
        };
    }
    match request.verb.as_str() {
        "take" => own(("Hold to take it", "Taking it")),
        "enter" => own(("Hide", "Hiding")),
        "leave" => own(("Leave the hiding place", "Leaving")),
        "close" => own(("Close the door", "Closing")),
        "open" => own(("Open the door", "Opening")),
        "drop" => own(("Lay it down", "Laying it down")),
        "give" => own(("Hand it over", "Handing it over")),
        "stagger" => own(("Hit", "Hitting")),
        verb if is_device => {
            let verb = verb.replace('_', " ");
            (format!("Hold to {verb} ({what})"), format!("{}: {verb}", capitalised(&what)))
        }
        _ => own(("Use", "Using")),
    }
}

/// Throws and strike, each with its cooldown as a dial. Returns the left edge of the leftmost dial.
fn throws(hud: &HudContext<'_>) -> f32 {
    let canvas = &hud.canvas;
    let mut free = canvas.area.right();
    let radius = canvas.length(26.0);
    // Above the ammunition.
    let lift = if hud.knowledge.gun.is_some() { canvas.length(74.0) } else { 0.0 };
    let corner = canvas.area.right_bottom() - vec2(radius * 2.0, radius * 2.1 + lift);
    let mut at = corner;
    // Where the next caption has to end.
    let mut edge = canvas.area.right() - canvas.length(6.0);
    let strikes = hud.setup.agents.get(hud.me).is_some_and(|player| !player.body.strikes.is_empty());
    // Of several kinds, those that are at hand.
    let all = &hud.knowledge.throws;
    let several = all.iter().filter(|throw| throw.is_at_hand()).count() > 1;
    for throw in all.iter().filter(|throw| all.len() == 1 || throw.left != Some(0)) {
        let (left, share) = match throw.ready_in {
            None => (None, 0.0),
            Some(seconds) if seconds <= 0.0 => (Some(0.0), 1.0),
            Some(seconds) => (Some(seconds), 1.0 - (seconds / throw.cooldown.max(0.1)).clamp(0.0, 1.0)),
        };
        let is_chosen = !several || hud.chosen_throw == Some(throw.kind);
        let button = if is_chosen { PlayerAction::Throw } else { PlayerAction::NextThrow };
        let words = caption(hud, &humanize(throw.kind), button);
        at.x = at.x.min(edge - words.width * 0.5);
        dial(hud, at, radius, share);
        free = free.min(at.x - radius);
        let inside = match (left, throw.left) {
            (None, _) => "none".to_owned(),
            (Some(seconds), _) if seconds > 0.0 => format!("{seconds:.0}"),
            (_, Some(count)) => format!("{count}"),
            _ => "ready".to_owned(),
        };
        let colour = if share >= 1.0 && is_chosen { GOLD } else { FAINT };
        canvas.text(at, Align2::CENTER_CENTER, &inside, 15.0, colour);
        words.draw(hud, at, radius);
        edge = at.x - words.width * 0.5 - canvas.length(14.0);
        at.x -= radius * 3.6;
    }
    if strikes {
        let ready = hud.knowledge.reading("strike_ready") > 0.0;
        let words = caption(hud, "strike", PlayerAction::Strike);
        at.x = at.x.min(edge - words.width * 0.5);
        dial(hud, at, radius, if ready { 1.0 } else { 0.0 });
        free = free.min(at.x - radius);
        canvas.text(
            at,
            Align2::CENTER_CENTER,
            if ready { "ready" } else { "..." },
            15.0,
            if ready { GOLD } else { FAINT },
        );
        words.draw(hud, at, radius);
    }
    free
}

/// The words below a dial.
struct DialCaption {
    words: String,
    width: f32,
}

/// What a dial is about, and its button.
fn caption(hud: &HudContext<'_>, what: &str, action: PlayerAction) -> DialCaption {
    let words = format!("{what} [{}]", hud.button(action));
    let width = hud.canvas.measure(&words, 14.0).x;
    DialCaption { words, width }
}

impl DialCaption {
    fn draw(&self, hud: &HudContext<'_>, at: Pos2, radius: f32) {
        let below = pos2(at.x, at.y + radius + hud.canvas.length(4.0));
        hud.canvas.text(below, Align2::CENTER_TOP, &self.words, 14.0, FAINT);
    }
}

/// A dial that fills clockwise from the top.
fn dial(hud: &HudContext<'_>, at: Pos2, radius: f32, share: f32) {
    let canvas = &hud.canvas;
    canvas.painter.circle_filled(at, radius, Color32::from_black_alpha(170));
    let steps = (share.clamp(0.0, 1.0) * 40.0).round() as usize;
    let line: Vec<_> = (0..=steps)
        .map(|step| {
            let angle = std::f32::consts::TAU * step as f32 / 40.0;
            at + vec2(angle.sin(), -angle.cos()) * (radius - canvas.length(3.0))
        })
        .collect();
    if line.len() > 1 {
        let colour = if share >= 1.0 { GOLD } else { FAINT };
        canvas.painter.add(Shape::line(line, Stroke::new(canvas.length(3.5), colour)));
    }
}

/// The gait, and how loud it is.
fn gait(hud: &HudContext<'_>) {
    let Some(person) = hud.playback.now.agents.get(hud.me) else { return };
    let canvas = &hud.canvas;
    let moving = person.body.speed() > 0.1;
    let (words, bars) = match (hud.knowledge.hidden.is_some(), person.body.crouch > 0.5, person.body.gait, moving) {
        (true, ..) => ("Hidden", 0),
        (_, true, _, moving) => ("Crouching", usize::from(moving)),
        (_, _, _, false) => ("Standing", 0),
        (_, _, Gait::Run, _) => ("Running", 4),
        (_, _, Gait::Hurry, _) => ("Hurrying", 3),
        _ => ("Walking", 2),
    };
    let at = canvas.area.left_bottom() + vec2(canvas.length(56.0), -canvas.length(30.0));
    let shown = canvas.text(at, Align2::LEFT_CENTER, words, 17.0, INK);
    for bar in 0..4 {
        let height = canvas.length(6.0 + 4.0 * bar as f32);
        let left = shown.right() + canvas.length(12.0 + 8.0 * bar as f32);
        let rect = Rect::from_min_max(
            pos2(left, at.y + canvas.length(8.0) - height),
            pos2(left + canvas.length(5.0), at.y + canvas.length(8.0)),
        );
        let colour =
            if bar < bars { if bars == 4 { hud.danger() } else { GOLD } } else { Color32::from_white_alpha(40) };
        canvas.painter.rect_filled(rect, 1.0, colour);
    }
    let note = if bars == 0 {
        "silent"
    } else if bars == 4 {
        "loud"
    } else {
        "audible"
    };
    canvas.text(pos2(shown.right() + canvas.length(50.0), at.y), Align2::LEFT_CENTER, note, 14.0, FAINT);
}
