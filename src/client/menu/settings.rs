//! The pages of settings. What is changed takes effect at once and is kept.

use bevy::{
    prelude::*,
    window::{PresentMode, PrimaryWindow},
};
use bevy_egui::{
    EguiContexts,
    egui::{Button, RichText, TextStyle, Ui, vec2},
};

use super::{
    GameContent,
    look::{page, shade},
    widgets::{button, choice, heading, note, reveal, row, slider, switch},
};
use crate::client::{
    bindings::{Bindings, Device, PlayerAction, binding_name},
    input::RebindState,
    pages::{MenuPage, MenuStack, SettingsTab},
    settings::{Access, Picture, Pointing, Settings, Volumes, WindowMode, window_mode},
    sound::PlayCue,
    style::scale,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, set_window.run_if(resource_exists_and_changed::<Settings>));
}

const TABS: [(SettingsTab, &str); 5] = [
    (SettingsTab::Sound, "Sound"),
    (SettingsTab::Picture, "Picture"),
    (SettingsTab::Pointing, "Mouse and sticks"),
    (SettingsTab::Bindings, "Buttons"),
    (SettingsTab::Access, "Help"),
];

/// The sizes of windows the menu offers.
const SIZES: [(u32, u32); 8] =
    [(640, 360), (1024, 576), (1280, 720), (1600, 900), (1920, 1080), (2560, 1440), (3440, 1440), (3840, 2160)];

pub(super) fn draw(
    mut contexts: EguiContexts,
    content: Option<Res<GameContent>>,
    mut settings: ResMut<Settings>,
    mut capture: ResMut<RebindState>,
    mut menu: ResMut<MenuStack>,
    mut cues: EventWriter<PlayCue>,
) {
    let Some(MenuPage::Settings(tab)) = menu.page() else { return };
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let mut wanted = settings.clone();
    let (mut turn_to, mut back, mut changed) = (None, false, false);
    shade(context, 0.88);
    page(context, "settings", 760.0, scale, true, |ui| {
        heading(ui, "Settings");
        ui.horizontal_wrapped(|ui| {
            for (other, name) in TABS {
                let words = RichText::new(name).text_style(TextStyle::Body);
                let response = ui.add(Button::new(words).selected(other == tab));
                if fresh && other == tab {
                    response.request_focus();
                }
                reveal(&response, name);
                if response.clicked() && other != tab {
                    turn_to = Some(other);
                }
            }
        });
        ui.add_space(8.0 * scale);
        changed = match tab {
            SettingsTab::Sound => sound(ui, &mut wanted.volumes),
            SettingsTab::Picture => picture(ui, &mut wanted.picture, content.as_deref()),
            SettingsTab::Pointing => pointing(ui, &mut wanted.pointing),
            SettingsTab::Bindings => bindings(ui, &mut wanted.bindings, &mut capture),
            SettingsTab::Access => access(ui, &mut wanted.access),
        };
        ui.add_space(8.0 * scale);
        ui.horizontal(|ui| {
            back = button(ui, "Back", false);
            let restored = ui.add(Button::new("As it came").min_size(vec2(140.0 * scale, 0.0)));
            reveal(&restored, "As it came");
            if restored.clicked() {
                restore(&mut wanted, tab);
                changed = true;
            }
        });
    });
    if changed && wanted != *settings {
        *settings = wanted;
        if tab == SettingsTab::Sound {
            cues.send(PlayCue::plain("ui_move".into()));
        }
    }
    if let Some(tab) = turn_to {
        cues.send(PlayCue::plain("ui_click".into()));
        menu.turn_to(MenuPage::Settings(tab));
    }
    if back && !capture.busy() {
        cues.send(PlayCue::plain("ui_back".into()));
        menu.back();
    }
}

/// Brings one part back to what it was at first.
fn restore(settings: &mut Settings, tab: SettingsTab) {
    match tab {
        SettingsTab::Sound => settings.volumes = Volumes::default(),
        SettingsTab::Picture => settings.picture = Picture::default(),
        SettingsTab::Pointing => settings.pointing = Pointing::default(),
        SettingsTab::Bindings => settings.bindings = Bindings::default(),
        SettingsTab::Access => settings.access = Access::default(),
    }
}

fn sound(ui: &mut Ui, volumes: &mut Volumes) -> bool {
    let mut changed = false;
    for (name, value) in [
        ("Everything", &mut volumes.all),
        ("What happens", &mut volumes.effects),
        ("Heartbeat and chase", &mut volumes.tension),
        ("The night", &mut volumes.ambience),
        ("Menus", &mut volumes.interface),
    ] {
        changed |= slider(ui, name, value, 0.0..=1.0, 0.05, true);
    }
    changed
}

fn picture(ui: &mut Ui, picture: &mut Picture, content: Option<&GameContent>) -> bool {
    let mut changed = false;
    let mut window = usize::from(picture.window == WindowMode::Borderless);
    if choice(ui, "Window", &["a window".into(), "the whole screen".into()], &mut window, false) {
        picture.window = if window == 1 { WindowMode::Borderless } else { WindowMode::Windowed };
        changed = true;
    }
    let sizes: Vec<String> = SIZES.iter().map(|(width, height)| format!("{width} x {height}")).collect();
    let area = |size: (u32, u32)| size.0 * size.1;
    let mut size = SIZES.iter().position(|size| area(*size) >= area(picture.size)).unwrap_or(SIZES.len() - 1);
    if choice(ui, "Size of the window", &sizes, &mut size, false)
        && let Some(size) = SIZES.get(size)
    {
        picture.size = *size;
        changed = true;
    }
    changed |= switch(ui, "Wait for the screen", &mut picture.wait_for_screen, false);
    changed |= slider(ui, "Angle of view", &mut picture.field_of_view, 40.0..=100.0, 1.0, false);
    changed |= slider(ui, "Brightness", &mut picture.brightness, -2.0..=2.0, 0.1, false);
    if let Some(content) = content {
        let names: Vec<_> = content.graphics.qualities.keys().copied().collect();
        let words: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let mut quality = names.iter().position(|name| *name == picture.quality).unwrap_or(0);
        if choice(ui, "Quality", &words, &mut quality, false)
            && let Some(name) = names.get(quality)
        {
            picture.quality = *name;
            changed = true;
        }
    }
    changed |= switch(ui, "Shadows", &mut picture.shadows, false);
    changed |= switch(ui, "Smooth edges", &mut picture.smoothing, false);
    changed |= switch(ui, "Dark corners (costs much)", &mut picture.occlusion, false);
    changed |= switch(ui, "Glow", &mut picture.bloom, false);
    changed |= switch(ui, "Mist", &mut picture.mist, false);
    note(ui, "Quality and shadows are taken up when the next match begins.");
    changed
}

fn pointing(ui: &mut Ui, pointing: &mut Pointing) -> bool {
    let mut changed = slider(ui, "Mouse: degrees for 100 points", &mut pointing.mouse, 1.0..=60.0, 0.5, false);
    changed |= switch(ui, "Mouse up looks down", &mut pointing.invert_mouse, false);
    changed |= slider(ui, "Stick: degrees a second", &mut pointing.stick, 30.0..=480.0, 5.0, false);
    changed |= switch(ui, "Stick up looks down", &mut pointing.invert_stick, false);
    changed | switch(ui, "One press starts and ends running", &mut pointing.toggle_gaits, false)
}

/// A row an action: its buttons on the desk and on the pad, each to be pressed anew. Always unchanged here: the table is
/// changed by the press that follows.
fn bindings(ui: &mut Ui, bindings: &mut Bindings, capture: &mut RebindState) -> bool {
    note(ui, "Choose a button and press its new one. What another action had is exchanged. Esc leaves it as it is.");
    // Closer together than elsewhere: all of them fit into a window, and the way back below them.
    ui.spacing_mut().item_spacing.y *= 0.4;
    for action in PlayerAction::BUTTONS {
        row(ui, action.title(), |ui| {
            for device in [Device::Desk, Device::Pad] {
                let waits = *capture == RebindState::Waiting(action, device);
                let words = if waits {
                    "press ...".to_owned()
                } else {
                    let names: Vec<String> = bindings
                        .of(action)
                        .iter()
                        .filter(|binding| binding.device() == device)
                        .map(|binding| binding_name(*binding))
                        .collect();
                    if names.is_empty() { "(stick)".to_owned() } else { names.join(", ") }
                };
                let width = ui.spacing().slider_width * 0.85;
                let shown = Button::new(RichText::new(words).text_style(TextStyle::Body)).selected(waits);
                let response = ui.add_sized(vec2(width, ui.spacing().interact_size.y), shown);
                reveal(&response, &format!("{} ({})", action.title(), device.title()));
                if response.clicked() && !capture.busy() {
                    *capture = RebindState::Waiting(action, device);
                }
            }
        });
    }
    false
}

fn access(ui: &mut Ui, access: &mut Access) -> bool {
    let mut changed = switch(ui, "Write out sounds", &mut access.subtitles, false);
    changed |= switch(ui, "Colours for all eyes", &mut access.colour_safe, false);
    changed |= switch(ui, "Keep the view still", &mut access.reduced_motion, false);
    changed | slider(ui, "Size of text", &mut access.text_size, 0.75..=2.0, 0.05, true)
}

/// Brings the window to what is set, where that changed.
fn set_window(
    mut last: Local<Option<Picture>>,
    settings: Res<Settings>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let Ok(mut window) = windows.get_single_mut() else { return };
    let wanted = settings.picture;
    let Some(before) = last.replace(wanted) else { return };
    if before.window != wanted.window {
        window.mode = window_mode(wanted.window);
    }
    if before.size != wanted.size && wanted.window == WindowMode::Windowed {
        window.resolution.set(wanted.size.0 as f32, wanted.size.1 as f32);
    }
    if before.wait_for_screen != wanted.wait_for_screen {
        window.present_mode = if wanted.wait_for_screen { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync };
    }
}
