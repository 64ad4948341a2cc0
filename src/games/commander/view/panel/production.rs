//! The page Production: what a side has ordered, builds and trains, and which of its buildings are idle.

use bevy_egui::egui::{Color32, RichText, Ui};

use super::side::SideView;
use crate::client::tools::panels::theme::{AMBER, bar, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, GREEN};
use crate::games::commander::units::{Building, Production};
use crate::games::commander::view::doings::done;

pub fn draw(ui: &mut Ui, side: &SideView) {
    let ordered = &side.own().ordered;
    section(ui, "Ordered and paid for", ordered.is_empty());
    for order in ordered {
        ui.horizontal_wrapped(|ui| {
            ui.label(side.made_by(order.recipe));
            let (words, colour) =
                if order.builder.is_some() { ("builder on its way", FAINT) } else { ("no builder is free", AMBER) };
            ui.label(small(words, colour));
        });
    }
    works(ui, side, "Under construction", |building| building.construction, AMBER);
    works(ui, side, "In training", |building| building.production, GREEN);
    let idle = side.idle();
    section(ui, "Idle buildings", idle.is_empty());
    for (product, number) in idle {
        ui.label(RichText::new(format!("{number} {}", side.product_name(product))).color(GOLD));
    }
}

fn section(ui: &mut Ui, title: &str, empty: bool) {
    heading(ui, title);
    if empty {
        ui.label(faint("none"));
    }
}

fn works(ui: &mut Ui, side: &SideView, title: &str, kind: fn(&Building) -> Option<Production>, colour: Color32) {
    let works = side.works(kind);
    section(ui, title, works.is_empty());
    for work in works {
        ui.horizontal(|ui| {
            let width = ui.spacing().slider_width * 0.6;
            bar(ui, done(side.catalogue, work), (width, 9.0), colour.gamma_multiply(0.55));
            ui.label(side.made_by(work.recipe));
            ui.label(small(format!("{:.0} s", work.left.max(0.0)), FAINT));
        });
    }
}
