//! Carries out the commands of the menus, and prepares matches on a background thread.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::thread::JoinHandle;

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, vec2};
use quarry_ron::Finding;

use super::MenuNotice;
use crate::client::ClientSystems;
use crate::client::input::settings::{GraphicsSettings, Settings};
use crate::client::render::graphics::GraphicsEnvironment;
use crate::client::session::{
    CameraMode, CameraView, GameContent, GameView, GameViewService, LeaveTarget, LiveMatches, LoadMatchSystems,
    MatchSelection, MatchSession, MenuPage, MenuStack, PlayerControl, PlayerSlot, SceneSetup, Screen, rules_of,
};
use crate::client::ui::{FAINT, GOLD, Gui, INK};
use crate::data::FileKind;
use crate::data::graphics::{AntiAliasing, Quality};
use crate::data::rules::Rules;
use crate::simulation::bake_level;
use crate::simulation::retune::{DifficultyModifiers, MatchData};
use crate::world::level::BuiltLevel;

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuCommand {
    /// Start the match of [`MatchSelection`].
    Start,
    Restart,
    /// Start another match with the same options and a new seed.
    NewMatch,
    /// Watch the rest of the match that the player has left play in.
    Spectate,
    Leave(LeaveTarget),
}

pub struct PreparedMatch {
    pub view: &'static GameView,
    pub setup: SceneSetup,
    pub session: MatchSession,
    /// The player's control of an agent; `None` in a match that is watched.
    pub control: Option<PlayerControl>,
}

#[derive(Resource)]
pub struct MatchPreparation {
    /// `None` once it has been received.
    result: Option<JoinHandle<Result<PreparedMatch, Vec<Finding>>>>,
    /// The current step, for the loading screen.
    step: Arc<Mutex<&'static str>>,
    title: String,
    to_title: bool,
}

fn preparing(preparation: Option<Res<MatchPreparation>>) -> bool {
    preparation.is_some()
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, LoadMatchSystems.run_if(not(preparing)))
        .add_systems(OnEnter(Screen::Loading), resume_control)
        .add_systems(Update, (execute, receive).chain().in_set(ClientSystems::Input).after(super::show_result))
        .add_systems(Update, draw.in_set(ClientSystems::Ui).run_if(in_state(Screen::Loading)));
}

/// Prepares a match. `report` receives each step as it begins.
pub fn prepare(
    content: &GameContent,
    selection: &MatchSelection,
    settings: &GraphicsSettings,
    environment: &GraphicsEnvironment,
    seed: u64,
    report: impl Fn(&'static str),
) -> Result<PreparedMatch, Vec<Finding>> {
    let difficulty = content.difficulties.iter().find(|difficulty| difficulty.name == selection.difficulty);
    let difficulty_modifiers = selection
        .side
        .zip(difficulty.cloned())
        .map(|(exempt_side, difficulty)| DifficultyModifiers { exempt_side, difficulty });
    let library = &content.library;
    let tuning = MatchData { library: library.clone(), rules: selection.rules, difficulty_modifiers };
    // Unknown rules are told of before the level is built, which takes a while.
    let rules = rules_of(&tuning)?;
    report("Building the level and its navigation mesh");
    let level = bake_level(library, selection.level)?;
    report("Compiling minds");
    let live = LiveMatches {
        counts: selection.counts.clone(),
        brains: selection.brains.clone(),
        ..LiveMatches::new((content.view.game)(), tuning, level.clone())?
    };
    report("Building the scene");
    // An error is reported here, before the screen changes.
    live.start(seed).map_err(|error| {
        let file = library.game.path(FileKind::Level, selection.level.as_str());
        vec![Finding::for_file(file, error.to_string())]
    })?;
    let setup = scene_setup(content, &rules, &level.site.built, settings, environment);
    let control = selection.side.map(|_| PlayerControl::default());
    let live = match selection.side.zip(control.clone()) {
        Some((side, control)) => live.played(side, control, content.view),
        None => live,
    };
    let session = MatchSession { provider: Box::new(live), seed };
    Ok(PreparedMatch { view: content.view, setup, session, control })
}

/// What a level is drawn from, with the effects that the settings allow.
fn scene_setup(
    content: &GameContent,
    rules: &Rules,
    level: &BuiltLevel,
    settings: &GraphicsSettings,
    environment: &GraphicsEnvironment,
) -> SceneSetup {
    let name = environment.quality(settings, &content.graphics);
    let mut quality = environment.drawn(content.graphics.qualities.get(&name).copied().unwrap_or(FALLBACK_QUALITY));
    if !settings.shadows {
        (quality.moon_shadow_size, quality.shadowed_lamps, quality.contact_shadows) = (0, 0, false);
    }
    if !settings.anti_aliasing {
        quality.anti_aliasing = AntiAliasing::None;
    }
    if !settings.bloom {
        quality.bloom = 0.0;
    }
    quality.fog &= settings.fog;
    let mut night = content.graphics.night;
    night.exposure -= settings.brightness;
    SceneSetup::new(&content.library, rules, level, quality, night)
}

/// Starts to prepare a match on another thread.
fn prepare_in_background(
    content: &GameContent,
    selection: &MatchSelection,
    settings: &Settings,
    environment: &GraphicsEnvironment,
    seed: u64,
    to_title: bool,
) -> MatchPreparation {
    let (content, selection) = (content.clone(), selection.clone());
    let (settings, environment) = (settings.graphics, environment.clone());
    let title = content.library.levels.get(&selection.level).map_or_else(String::new, |level| level.title.clone());
    let step = Arc::new(Mutex::new(""));
    let told = step.clone();
    let result = thread::spawn(move || {
        let report = |step| *told.lock().unwrap_or_else(PoisonError::into_inner) = step;
        prepare(&content, &selection, &settings, &environment, seed, report)
    });
    MatchPreparation { result: Some(result), step, title, to_title }
}

/// Used if the graphics file has no quality preset.
const FALLBACK_QUALITY: Quality = Quality {
    texture_size: 128,
    normal_maps: false,
    anisotropy: 1,
    moon_shadow_size: 0,
    moon_cascades: 1,
    shadowed_lamps: 0,
    lamp_shadow_size: 256,
    anti_aliasing: AntiAliasing::None,
    bloom: 0.0,
    contact_shadows: false,
    atmosphere: false,
    fog: false,
    background_trees: false,
};

/// A seed from the clock, below a million. With the seed the match can be reproduced.
pub fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_millis() as u64 % 1_000_000)
}

fn execute(
    mut commands: Commands,
    mut menu_commands: MessageReader<MenuCommand>,
    content: Option<Res<GameContent>>,
    selection: Res<MatchSelection>,
    (settings, environment): (Res<Settings>, Res<GraphicsEnvironment>),
    mut session: ResMut<MatchSession>,
    mut view: ResMut<CameraView>,
    mut menu: ResMut<MenuStack>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
) {
    for command in menu_commands.read() {
        let prepared = match (command, content.as_deref()) {
            (MenuCommand::Leave(LeaveTarget::Quit), _) => {
                exit.write(AppExit::Success);
                continue;
            }
            (MenuCommand::Spectate, _) => {
                menu.close();
                commands.remove_resource::<PlayerControl>();
                view.mode = CameraMode::Follow;
                continue;
            }
            (MenuCommand::Start | MenuCommand::Leave(LeaveTarget::MainMenu), None) => continue,
            (MenuCommand::Restart, _) => None,
            (MenuCommand::NewMatch, _) => {
                session.seed = random_seed();
                None
            }
            (MenuCommand::Start, Some(content)) => {
                let seed = selection.seed.unwrap_or_else(random_seed);
                Some(prepare_in_background(content, &selection, &settings, &environment, seed, false))
            }
            (MenuCommand::Leave(LeaveTarget::MainMenu), Some(content)) => {
                let watched = MatchSelection { side: None, ..selection.clone() };
                Some(prepare_in_background(content, &watched, &settings, &environment, random_seed(), true))
            }
        };
        if let Some(prepared) = prepared {
            commands.insert_resource(prepared);
        }
        menu.close();
        next.as_mut().set_if_neq(Screen::Loading);
    }
}

/// A player who watched the rest of a match plays again in the next.
fn resume_control(mut commands: Commands, slot: Res<PlayerSlot>) {
    if let Some(control) = &slot.0 {
        commands.insert_resource(control.clone());
    }
}

/// Puts a prepared match on the screen.
fn receive(
    mut commands: Commands,
    preparation: Option<ResMut<MatchPreparation>>,
    mut setup: ResMut<SceneSetup>,
    mut session: ResMut<MatchSession>,
    mut slot: ResMut<PlayerSlot>,
    (mut view, mut game): (ResMut<CameraView>, ResMut<GameViewService>),
    mut menu: ResMut<MenuStack>,
    mut notice: ResMut<MenuNotice>,
) {
    let Some(mut preparation) = preparation else { return };
    let Some(result) = preparation.result.take_if(|result| result.is_finished()) else { return };
    match result.join() {
        Ok(Ok(prepared)) => {
            if prepared.view.schema.name != game.name() {
                game.0 = prepared.view;
            }
            *setup = prepared.setup;
            *session = prepared.session;
            match &prepared.control {
                Some(control) => commands.insert_resource(control.clone()),
                None => commands.remove_resource::<PlayerControl>(),
            }
            slot.0 = prepared.control;
            view.mode = if preparation.to_title { CameraMode::Director } else { game.0.first_camera };
            if preparation.to_title {
                menu.reset_to(MenuPage::Title);
            }
        }
        Ok(Err(findings)) => {
            notice.0 = Some(findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n"));
            menu.reset_to(MenuPage::Title);
        }
        Err(_) => {
            notice.0 = Some("The match could not be prepared.".into());
            menu.reset_to(MenuPage::Title);
        }
    }
    commands.remove_resource::<MatchPreparation>();
}

/// The tip on the loading screen; another one for each match.
#[derive(Default)]
struct LoadingTip {
    text: Option<String>,
    count: usize,
    /// Whether a match was being prepared in the last frame.
    preparing: bool,
}

/// The loading screen: the level's title, the current step, and a tip.
fn draw(
    mut gui: Gui,
    preparation: Option<Res<MatchPreparation>>,
    menu: Res<MenuStack>,
    setup: Res<SceneSetup>,
    content: Option<Res<GameContent>>,
    mut tip: Local<LoadingTip>,
) {
    // The match behind the title screen changes without a loading screen.
    if menu.is_open() {
        return;
    }
    let Some(canvas) = gui.canvas("loading", true) else { return };
    let begins = preparation.is_some() && !tip.preparing;
    tip.preparing = preparation.is_some();
    if let Some(content) = content.filter(|_| begins || tip.count == 0) {
        let tips = (content.view.tips)(&content.library);
        tip.count += 1;
        tip.text = tips.get(tip.count % tips.len().max(1)).cloned();
    }
    let (title, step) = match &preparation {
        Some(now) => (now.title.as_str(), *now.step.lock().unwrap_or_else(PoisonError::into_inner)),
        None => (setup.level.title.as_str(), "Building the scene"),
    };
    canvas.painter.rect_filled(canvas.area, 0.0, Color32::from_rgb(7, 9, 13));
    let middle = canvas.area.center();
    let below = |length: f32| middle + vec2(0.0, canvas.length(length));
    canvas.text(middle, Align2::CENTER_BOTTOM, title, 38.0, GOLD);
    canvas.text(below(14.0), Align2::CENTER_TOP, step, 16.0, FAINT);
    if let Some(tip) = &tip.text {
        let font = canvas.font(16.0);
        let lines = canvas.painter.layout(tip.clone(), font, INK, canvas.area.width() * 0.9);
        canvas.painter.galley(below(190.0) - vec2(lines.size().x * 0.5, 0.0), lines, INK);
    }
}
