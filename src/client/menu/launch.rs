//! From a menu to a match: what was ordered is carried out, the level is made ready beside the window.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui::Align2};

use super::{MatchSelection, guide::tips};
use crate::{
    client::{
        ClientSystems, LiveMatches, MatchProvider, MatchSession, SceneSetup,
        lead::PlayerControl,
        pages::{MenuPage, MenuStack},
        play::PlayedMatches,
        role::PlayerSlot,
        running::LoadMatch,
        screen::Screen,
        settings::Settings,
        style::{Canvas, FAINT, GOLD, INK},
        view::{CameraMode, CameraView},
    },
    data::{
        Finding, Library,
        difficulty::Difficulty,
        graphics::{AntiAliasing, GraphicsFile, Quality},
    },
    protocol::label,
    simulation::{
        bake_level,
        retune::{DifficultyModifiers, MatchData},
    },
    world::level::BuiltLevel,
};

/// All that matches can be made from.
#[derive(Resource, Clone)]
pub struct GameContent {
    /// The data.
    pub library: Arc<Library>,
    /// How richly to draw.
    pub graphics: GraphicsFile,
    /// How hard, from easy to hard.
    pub difficulties: Vec<Difficulty>,
}

/// What a person decided in a menu.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuCommand {
    /// The match of [`MatchSelection`].
    Begin,
    /// The same match again.
    Again,
    /// Another match of the same kind.
    Another,
    /// Watch the rest of the match one has left play in.
    WatchOn,
    /// Leave the match for the title.
    ToTitle,
    /// Leave the program.
    Quit,
}

/// What a match needs, made ready.
pub struct PreparedMatch {
    /// What is drawn.
    pub setup: SceneSetup,
    /// The matches.
    pub session: MatchSession,
    /// What the person leads somebody by, if they play.
    pub lead: Option<PlayerControl>,
}

/// A level is being made ready beside the window.
#[derive(Resource)]
pub struct MatchPreparation {
    made: Mutex<Receiver<Result<PreparedMatch, Vec<Finding>>>>,
    /// What is being done, to be read.
    doing: Arc<Mutex<&'static str>>,
    title: String,
    to_title: bool,
}

/// Whether a level is being made ready.
fn preparing(now: Option<Res<MatchPreparation>>) -> bool {
    now.is_some()
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, LoadMatch.run_if(not(preparing)))
        .add_systems(OnEnter(Screen::Loading), sit_down)
        .add_systems(Update, (carry_out, take_up).chain().in_set(ClientSystems::Input).after(super::show_result))
        .add_systems(Update, draw.in_set(ClientSystems::Ui).run_if(in_state(Screen::Loading)));
}

impl GameContent {
    /// Makes a match ready. `doing` is told what is being done.
    ///
    /// # Errors
    /// What is wrong with minds, rules or level.
    pub fn open(
        &self,
        wanted: &MatchSelection,
        settings: &Settings,
        seed: u64,
        doing: impl Fn(&'static str),
    ) -> Result<PreparedMatch, Vec<Finding>> {
        doing("waking the minds");
        let hard = self.difficulties.iter().find(|one| one.name == wanted.difficulty);
        let difficulty_modifiers = wanted
            .side
            .zip(hard)
            .map(|(spared, by)| DifficultyModifiers { exempt_side: spared, difficulty: by.clone() });
        let tuning = MatchData { library: self.library.clone(), rules: label("standard"), difficulty_modifiers };
        let kinds = tuning.kinds(&self.library)?;
        doing("building the level and finding every way through it");
        let level = bake_level(&self.library, wanted.level)?;
        doing("setting the scene");
        let rules = self
            .library
            .rules
            .get(&label("standard"))
            .ok_or_else(|| vec![Finding::for_file("assets/rules/standard.ron", "there is no such file")])?;
        let counts = [(label("hunter"), wanted.hunters), (label("hunted"), wanted.hunted)].into_iter().collect();
        let live = LiveMatches {
            tuning,
            kinds,
            rules: Arc::new(rules.clone()),
            level: level.clone(),
            counts,
            people: Vec::new(),
        };
        // What cannot begin is said before it is tried on the screen.
        live.start(seed)
            .map_err(|error| vec![Finding::for_file(format!("levels/{}.ron", wanted.level), error.to_string())])?;
        let setup = self.setup(Arc::new(level.site.built.clone()), settings);
        let lead = wanted.side.map(|_| PlayerControl::default());
        let matches: Box<dyn MatchProvider> = match wanted.side.zip(lead.clone()) {
            Some((side, lead)) => Box::new(PlayedMatches::new(live, side, lead)),
            None => Box::new(live),
        };
        Ok(PreparedMatch { setup, session: MatchSession { provider: matches, seed }, lead })
    }

    /// What a level is drawn from, as richly as is set.
    fn setup(&self, level: Arc<BuiltLevel>, settings: &Settings) -> SceneSetup {
        let picture = settings.picture;
        let named = self.graphics.qualities.get(&picture.quality);
        let usual = || self.graphics.qualities.get(&self.graphics.default_quality);
        let mut quality = named.or_else(usual).copied().unwrap_or(PLAIN);
        if !picture.shadows {
            (quality.moon_shadow_size, quality.shadowed_lamps) = (0, 0);
        }
        if !picture.smoothing {
            quality.anti_aliasing = AntiAliasing::None;
        }
        if !picture.bloom {
            quality.bloom = 0.0;
        }
        quality.fog &= picture.mist;
        let mut night = self.graphics.night;
        night.exposure -= picture.brightness;
        SceneSetup {
            level,
            props: Arc::new(self.library.props.clone()),
            palette: Arc::new(self.library.palette.clone()),
            agents: Arc::default(),
            quality,
            night,
        }
    }

    /// Begins to make a match ready beside the window.
    fn prepare(&self, wanted: &MatchSelection, settings: &Settings, seed: u64, to_title: bool) -> MatchPreparation {
        let (content, wanted, settings) = (self.clone(), wanted.clone(), settings.clone());
        let title = self.library.levels.get(&wanted.level).map_or_else(String::new, |level| level.title.clone());
        let doing = Arc::new(Mutex::new(""));
        let (tell, (send, receive)) = (doing.clone(), channel());
        thread::spawn(move || {
            let say = |what| *tell.lock().unwrap_or_else(PoisonError::into_inner) = what;
            // Nobody listens any more where the window was closed meanwhile.
            drop(send.send(content.open(&wanted, &settings, seed, say)));
        });
        MatchPreparation { made: Mutex::new(receive), doing, title, to_title }
    }
}

/// How it is drawn where the graphics file names no quality at all.
const PLAIN: Quality = Quality {
    texture_size: 128,
    normal_maps: false,
    anisotropy: 1,
    moon_shadow_size: 0,
    moon_cascades: 1,
    shadowed_lamps: 0,
    lamp_shadow_size: 256,
    anti_aliasing: AntiAliasing::None,
    bloom: 0.0,
    fog: false,
    background_trees: false,
};

/// Another seed each time: of the clock, for here nothing has to be the same twice.
pub fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_millis() as u64 % 1_000_000)
}

#[allow(clippy::too_many_arguments, reason = "an order may change what is on screen altogether")]
fn carry_out(
    mut commands: Commands,
    mut orders: EventReader<MenuCommand>,
    content: Option<Res<GameContent>>,
    wanted: Res<MatchSelection>,
    settings: Res<Settings>,
    mut session: ResMut<MatchSession>,
    mut view: ResMut<CameraView>,
    mut menu: ResMut<MenuStack>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: EventWriter<AppExit>,
) {
    for order in orders.read() {
        match (order, content.as_deref()) {
            (MenuCommand::Quit, _) => drop(exit.send(AppExit::Success)),
            (MenuCommand::Again, _) => {
                menu.close();
                next.set(Screen::Loading);
            }
            (MenuCommand::Another, _) => {
                session.seed = random_seed();
                menu.close();
                next.set(Screen::Loading);
            }
            (MenuCommand::Begin, Some(content)) => {
                let seed = wanted.seed.unwrap_or_else(random_seed);
                commands.insert_resource(content.prepare(&wanted, &settings, seed, false));
                menu.close();
                next.set(Screen::Loading);
            }
            (MenuCommand::ToTitle, Some(content)) => {
                let watched = MatchSelection { side: None, ..wanted.clone() };
                commands.insert_resource(content.prepare(&watched, &settings, random_seed(), true));
                menu.close();
                next.set(Screen::Loading);
            }
            (MenuCommand::WatchOn, _) => {
                menu.close();
                commands.remove_resource::<PlayerControl>();
                view.mode = CameraMode::Follow;
            }
            (MenuCommand::Begin | MenuCommand::ToTitle, None) => {}
        }
    }
}

/// Whoever watched the rest of a match plays again in the next.
fn sit_down(mut commands: Commands, seat: Res<PlayerSlot>) {
    if let Some(lead) = &seat.0 {
        commands.insert_resource(lead.clone());
    }
}

/// Takes up what has been made ready.
#[allow(clippy::too_many_arguments, reason = "a match made ready changes what is on screen altogether")]
fn take_up(
    mut commands: Commands,
    preparing: Option<Res<MatchPreparation>>,
    mut setup: ResMut<SceneSetup>,
    mut session: ResMut<MatchSession>,
    mut seat: ResMut<PlayerSlot>,
    mut view: ResMut<CameraView>,
    mut menu: ResMut<MenuStack>,
    mut said: ResMut<super::MenuNotice>,
) {
    let Some(preparing) = preparing else { return };
    let made = preparing.made.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    match made {
        Err(TryRecvError::Empty) => return,
        Ok(Ok(opening)) => {
            *setup = opening.setup;
            *session = opening.session;
            match &opening.lead {
                Some(lead) => commands.insert_resource(lead.clone()),
                None => commands.remove_resource::<PlayerControl>(),
            }
            seat.0 = opening.lead;
            if preparing.to_title {
                view.mode = CameraMode::Overview;
                menu.only(MenuPage::Title);
            }
        }
        Ok(Err(findings)) => {
            said.0 = Some(findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n"));
            menu.only(MenuPage::Title);
        }
        Err(TryRecvError::Disconnected) => {
            said.0 = Some("the level could not be made ready".into());
            menu.only(MenuPage::Title);
        }
    }
    commands.remove_resource::<MatchPreparation>();
}

/// The loading screen: where one goes, what is being done, and something true about those who wait there.
fn draw(
    mut contexts: EguiContexts,
    preparing: Option<Res<MatchPreparation>>,
    menu: Res<MenuStack>,
    setup: Res<SceneSetup>,
    content: Option<Res<GameContent>>,
    mut count: Local<usize>,
    mut was: Local<bool>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    // The match behind the title changes without a word.
    if menu.is_open() {
        return;
    }
    let canvas = Canvas::new(context, "loading", true);
    let tips = content.map(|content| tips(&content.library)).unwrap_or_default();
    if preparing.is_some() && !*was {
        *count += 1;
    }
    *was = preparing.is_some();
    let (title, doing) = match &preparing {
        Some(preparing) => (preparing.title.as_str(), *preparing.doing.lock().unwrap_or_else(PoisonError::into_inner)),
        None => (setup.level.title.as_str(), "setting the scene"),
    };
    canvas.painter.rect_filled(canvas.area, 0.0, bevy_egui::egui::Color32::from_rgb(7, 9, 13));
    let middle = canvas.area.center();
    let down = |length: f32| middle + bevy_egui::egui::vec2(0.0, canvas.length(length));
    canvas.text(middle, Align2::CENTER_BOTTOM, title, 38.0, GOLD);
    canvas.text(down(14.0), Align2::CENTER_TOP, doing, 16.0, FAINT);
    if let Some(tip) = tips.get(*count % tips.len().max(1)) {
        canvas.text(down(190.0), Align2::CENTER_TOP, tip, 16.0, INK);
    }
}
