//! The settings page. A change takes effect at once and is saved.

use bevy::prelude::*;
use bevy::window::{PresentMode, PrimaryWindow};
use bevy_egui::egui::{Button, RichText, TextStyle, Ui, vec2};

use super::mods::ModSwitches;
use super::navigation::prefer;
use super::widgets::NumberFormat::{Degrees, Percent, Plain};
use super::{
    MenuAction, MenuUi, PageLayout, add_focus_target, choice, heading, note, row, slider, small_button, switch,
};
use crate::client::input::bindings::{Bindings, Device, PlayerAction, binding_name};
use crate::client::input::devices::RebindState;
use crate::client::input::settings::{
    AccessibilitySettings, ControlSettings, GraphicsSettings, Settings, VolumeSettings, WindowMode, range,
};
use crate::client::render::graphics::{GraphicsEnvironment, engine_window_mode};
use crate::client::session::{GameContent, MenuPage, SettingsTab};
use crate::client::ui::capitalised;

const LAYOUT: PageLayout = PageLayout::centred("settings", 760.0);

const TABS: [(SettingsTab, &str); 6] = [
    (SettingsTab::Audio, "Audio"),
    (SettingsTab::Graphics, "Graphics"),
    (SettingsTab::Controls, "Controls"),
    (SettingsTab::KeyBindings, "Key bindings"),
    (SettingsTab::Accessibility, "Accessibility"),
    (SettingsTab::Mods, "Mods"),
];

const SIZES: [(u32, u32); 8] =
    [(640, 360), (1024, 576), (1280, 720), (1600, 900), (1920, 1080), (2560, 1440), (3440, 1440), (3840, 2160)];

/// A button of the page that leads elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    Tab(SettingsTab),
    Back,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, apply_to_window.run_if(resource_exists_and_changed::<Settings>));
}

pub(super) fn draw(
    mut ui: MenuUi,
    content: Option<Res<GameContent>>,
    mut environment: ResMut<GraphicsEnvironment>,
    mut mods: ModSwitches,
) {
    let Some(MenuPage::Settings(tab)) = ui.page() else { return };
    let rebinding = *ui.rebind;
    let mut next_rebind = None;
    let before = ui.settings.clone();
    let mut wanted = before.clone();
    let pressed = ui.show(LAYOUT, |ui, _, scale| {
        heading(ui, "Settings");
        let mut pressed = tabs(ui, tab);
        ui.add_space(8.0 * scale);
        match tab {
            SettingsTab::Audio => audio(ui, &mut wanted.audio),
            SettingsTab::Graphics => {
                graphics(ui, &mut wanted.graphics, environment.bypass_change_detection(), content.as_deref())
            }
            SettingsTab::Controls => controls(ui, &mut wanted.controls),
            SettingsTab::KeyBindings => next_rebind = key_bindings(ui, &wanted.bindings, rebinding),
            SettingsTab::Accessibility => accessibility(ui, &mut wanted.accessibility),
            SettingsTab::Mods => mods.draw(ui, &mut wanted.mods),
        }
        ui.add_space(8.0 * scale);
        ui.horizontal_wrapped(|ui| {
            if small_button(ui, "Back") {
                pressed = Some(Pressed::Back);
            }
            if small_button(ui, "Reset to defaults") {
                reset(&mut wanted, tab);
                match tab {
                    SettingsTab::Graphics => (environment.quality, environment.size) = (None, None),
                    SettingsTab::Mods => mods.switch_off(),
                    _ => {}
                }
            }
        });
        pressed
    });
    if let Some((action, device)) = next_rebind {
        *ui.rebind = RebindState::Waiting(action, device);
    }
    if wanted != before {
        *ui.settings = wanted;
        if tab == SettingsTab::Audio {
            ui.sound("ui_move");
        }
    }
    match pressed.flatten() {
        Some(Pressed::Tab(tab)) => {
            ui.sound("ui_click");
            ui.menu.replace(MenuPage::Settings(tab));
        }
        Some(Pressed::Back) if !rebinding.busy() => ui.perform(MenuAction::Back, false),
        _ => {}
    }
}

fn tabs(ui: &mut Ui, current: SettingsTab) -> Option<Pressed> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for (tab, name) in TABS {
            let text = RichText::new(name).text_style(TextStyle::Body);
            let response = ui.add(Button::new(text).selected(tab == current));
            if tab == current {
                prefer(&response);
            }
            add_focus_target(&response, name);
            if response.clicked() && tab != current {
                pressed = Some(Pressed::Tab(tab));
            }
        }
    });
    pressed
}

fn reset(settings: &mut Settings, tab: SettingsTab) {
    match tab {
        SettingsTab::Audio => settings.audio = VolumeSettings::default(),
        SettingsTab::Graphics => settings.graphics = GraphicsSettings::default(),
        SettingsTab::Controls => settings.controls = ControlSettings::default(),
        SettingsTab::KeyBindings => settings.bindings = Bindings::default(),
        SettingsTab::Accessibility => settings.accessibility = AccessibilitySettings::default(),
        SettingsTab::Mods => settings.mods.clear(),
    }
}

fn audio(ui: &mut Ui, volumes: &mut VolumeSettings) {
    for (name, value) in [
        ("Master volume", &mut volumes.master),
        ("Effects", &mut volumes.effects),
        ("Heartbeat and chase", &mut volumes.tension),
        ("Ambience", &mut volumes.ambience),
        ("Interface", &mut volumes.interface),
    ] {
        slider(ui, name, value, range::VOLUME, 0.05, Percent);
    }
}

fn graphics(
    ui: &mut Ui,
    graphics: &mut GraphicsSettings,
    environment: &mut GraphicsEnvironment,
    content: Option<&GameContent>,
) {
    let mut mode = usize::from(graphics.window_mode == WindowMode::Borderless);
    if choice(ui, "Display mode", &["Windowed".into(), "Full screen".into()], &mut mode) {
        graphics.window_mode = if mode == 1 { WindowMode::Borderless } else { WindowMode::Windowed };
    }
    let sizes: Vec<String> = SIZES.iter().map(|(width, height)| format!("{width} x {height}")).collect();
    let area = |size: (u32, u32)| size.0 * size.1;
    let current = environment.window_size(graphics);
    let mut size = SIZES.iter().position(|size| area(*size) >= area(current)).unwrap_or(SIZES.len() - 1);
    if choice(ui, "Window size", &sizes, &mut size) {
        (graphics.size, environment.size) = (SIZES.get(size).copied(), None);
    }
    switch(ui, "VSync", &mut graphics.vsync);
    slider(ui, "Field of view", &mut graphics.field_of_view, range::FIELD_OF_VIEW, 1.0, Degrees);
    slider(ui, "Brightness", &mut graphics.brightness, range::BRIGHTNESS, 0.1, Plain);
    if let Some(content) = content {
        let names: Vec<_> = content.graphics.qualities.keys().copied().collect();
        let titles: Vec<String> = names.iter().map(|name| capitalised(name.as_str())).collect();
        let current = environment.quality(graphics, &content.graphics);
        let mut quality = names.iter().position(|name| *name == current).unwrap_or(0);
        if choice(ui, "Quality", &titles, &mut quality) {
            (graphics.quality, environment.quality) = (names.get(quality).copied(), None);
        }
    }
    switch(ui, "Shadows", &mut graphics.shadows);
    switch(ui, "Anti-aliasing", &mut graphics.anti_aliasing);
    switch(ui, "Ambient occlusion (slow)", &mut graphics.ambient_occlusion);
    switch(ui, "Bloom", &mut graphics.bloom);
    switch(ui, "Fog", &mut graphics.fog);
    note(ui, "Quality and shadows change when the next match starts.");
}

fn controls(ui: &mut Ui, controls: &mut ControlSettings) {
    slider(ui, "Mouse sensitivity", &mut controls.mouse_sensitivity, range::MOUSE_SENSITIVITY, 0.5, Plain);
    switch(ui, "Invert mouse", &mut controls.invert_mouse);
    slider(ui, "Stick sensitivity", &mut controls.stick_sensitivity, range::STICK_SENSITIVITY, 5.0, Plain);
    switch(ui, "Invert stick", &mut controls.invert_stick);
    switch(ui, "Toggle run and crouch", &mut controls.toggle_run_and_crouch);
}

/// A row for each action with its buttons on the keyboard and on the gamepad. Returns what is to be rebound; the table itself is
/// changed by the press that follows.
fn key_bindings(ui: &mut Ui, bindings: &Bindings, state: RebindState) -> Option<(PlayerAction, Device)> {
    note(ui, "Select a button and press the new one. A used button is swapped. Esc cancels.");
    // Tighter than elsewhere, so that all actions and the buttons below fit into a window.
    ui.spacing_mut().item_spacing.y *= 0.4;
    let mut pressed = None;
    for action in PlayerAction::with_buttons() {
        row(ui, action.title(), |ui| {
            let width = ui.available_width() - ui.spacing().item_spacing.x;
            // Names of keys are longer than those of gamepad buttons.
            for (device, width) in [(Device::KeyboardMouse, width * 0.57), (Device::Gamepad, width * 0.43)] {
                let waiting = state == RebindState::Waiting(action, device);
                let text =
                    if waiting { "press a button...".to_owned() } else { button_names(bindings, action, device) };
                let button = Button::new(RichText::new(text).text_style(TextStyle::Body)).selected(waiting).truncate();
                let response = ui.add_sized(vec2(width, ui.spacing().interact_size.y), button);
                add_focus_target(&response, &format!("{} ({})", action.title(), device.title()));
                if response.clicked() && !state.busy() {
                    pressed = Some((action, device));
                }
            }
        });
    }
    pressed
}

fn button_names(bindings: &Bindings, action: PlayerAction, device: Device) -> String {
    let of_device = bindings.get(action).iter().filter(|binding| binding.device() == device);
    let names: Vec<String> = of_device.map(|binding| binding_name(*binding)).collect();
    if names.is_empty() { "(stick)".to_owned() } else { names.join(", ") }
}

fn accessibility(ui: &mut Ui, accessibility: &mut AccessibilitySettings) {
    switch(ui, "Subtitles", &mut accessibility.subtitles);
    switch(ui, "Speech", &mut accessibility.speech);
    switch(ui, "Colour-blind palette", &mut accessibility.colour_blind_palette);
    switch(ui, "Reduce motion", &mut accessibility.reduce_motion);
    slider(ui, "Text size", &mut accessibility.text_size, range::TEXT_SIZE, 0.05, Percent);
}

/// Applies changed settings to the window.
fn apply_to_window(
    mut last: Local<Option<(GraphicsSettings, (u32, u32))>>,
    settings: Res<Settings>,
    environment: Res<GraphicsEnvironment>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let Ok(mut window) = windows.single_mut() else { return };
    let (wanted, size) = (settings.graphics, environment.window_size(&settings.graphics));
    let Some((before, size_before)) = last.replace((wanted, size)) else { return };
    if before.window_mode != wanted.window_mode {
        window.mode = engine_window_mode(wanted.window_mode);
    }
    if size_before != size && wanted.window_mode == WindowMode::Windowed {
        window.resolution.set(size.0 as f32, size.1 as f32);
    }
    if before.vsync != wanted.vsync {
        window.present_mode = if wanted.vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync };
    }
}
