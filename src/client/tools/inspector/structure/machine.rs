//! The page of a state machine: its states, the current ones with their transitions, and the transition that fired last.

use bevy_egui::egui::{RichText, Ui};
use quarry_minds::{StateMachineSnapshot, StateSnapshot, TransitionSnapshot};

use super::super::MindPage;
use crate::client::tools::panels::theme::{AMBER, faint, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, humanize};

/// How far the states inside another one are indented, in points.
const INDENT: f32 = 14.0;

pub(super) fn draw(ui: &mut Ui, page: &MindPage, machine: &StateMachineSnapshot) {
    let name = |state: usize| machine.states.get(state).map_or_else(String::new, |state| humanize(state.name));
    match &machine.last {
        Some(fired) => {
            let owner = machine.states.get(fired.owner);
            let test = owner.and_then(|state| state.transitions.get(fired.index)).map_or("", |it| it.test.as_str());
            ui.horizontal_wrapped(|ui| {
                ui.label(faint("Last transition"));
                ui.label(RichText::new(format!("{} > {}", name(fired.from), name(fired.to))).color(AMBER).strong());
                let tick = page.snapshot.tick as f32 - fired.ago * page.snapshot.rate;
                ui.label(faint(format!("{:.1} s ago, at {}", fired.ago, page.clock(tick.max(0.0) as u32))));
            });
            ui.label(small(test, INK));
        }
        None => {
            ui.label(faint("No transition has fired yet."));
        }
    }
    ui.separator();
    for (index, state) in machine.states.iter().enumerate() {
        let fired = machine.last.as_ref().filter(|fired| fired.owner == index).map(|fired| fired.index);
        draw_state(ui, state, machine.current == Some(index), fired, &name);
    }
}

fn draw_state(ui: &mut Ui, state: &StateSnapshot, current: bool, fired: Option<usize>, name: &dyn Fn(usize) -> String) {
    let indent = state.depth as f32 * INDENT;
    let colour = match (current, state.active) {
        (true, _) => GOLD,
        (false, Some(_)) => GREEN,
        (false, None) => FAINT,
    };
    ui.horizontal_wrapped(|ui| {
        ui.add_space(indent);
        let title = RichText::new(humanize(state.name)).color(colour);
        ui.label(if state.active.is_some() { title.strong() } else { title });
        if let Some(action) = state.action {
            ui.label(faint(format!("does {}", humanize(action))));
        }
        if let Some(seconds) = state.active {
            ui.label(faint(format!("for {seconds:.1} s")));
        }
    });
    for (number, transition) in state.transitions.iter().enumerate() {
        let fired = fired == Some(number);
        if state.active.is_some() || fired {
            draw_transition(ui, indent + INDENT, transition, fired, &name(transition.to));
        }
    }
}

fn draw_transition(ui: &mut Ui, indent: f32, transition: &TransitionSnapshot, fired: bool, to: &str) {
    let (mark, colour) = match (fired, transition.holds) {
        (true, _) => ("fired", AMBER),
        (false, Some(true)) => ("holds", GREEN),
        (false, _) => ("", FAINT),
    };
    ui.horizontal_wrapped(|ui| {
        ui.add_space(indent);
        ui.label(small(format!("> {to}"), if fired { AMBER } else { INK }));
        ui.label(small(transition.test.as_str(), colour));
        if !mark.is_empty() {
            ui.label(RichText::new(mark).small().strong().color(colour));
        }
    });
}
