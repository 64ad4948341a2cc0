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

use super::{Wanted, guide::tips};
use crate::{
    client::{
        ClientSystems, LiveMatches, Matches, Programme, Stage,
        lead::Lead,
        pages::{Menu, Page},
        play::PlayedMatches,
        role::Seat,
        running::LoadMatch,
        screen::Screen,
        settings::Settings,
        style::{Canvas, FAINT, GOLD, INK},
        view::{Mode, View},
    },
    data::{
        Finding, Library,
        difficulty::Difficulty,
        graphics::{Graphics, Quality, Smoothing},
    },
    protocol::label,
    simulation::{
        bake_level,
        retune::{Handicap, Tuning},
    },
    world::level::BuiltLevel,
};

/// All that matches can be made from.
#[derive(Resource, Clone)]
pub struct House {
    /// The data.
    pub library: Arc<Library>,
    /// How richly to draw.
    pub graphics: Graphics,
    /// How hard, from easy to hard.
    pub difficulties: Vec<Difficulty>,
}

/// What a person decided in a menu.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The match of [`Wanted`].
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
pub struct Opening {
    /// What is drawn.
    pub stage: Stage,
    /// The matches.
    pub programme: Programme,
    /// What the person leads somebody by, if they play.
    pub lead: Option<Lead>,
}

/// A level is being made ready beside the window.
#[derive(Resource)]
pub struct Preparing {
    made: Mutex<Receiver<Result<Opening, Vec<Finding>>>>,
    /// What is being done, to be read.
    doing: Arc<Mutex<&'static str>>,
    title: String,
    to_title: bool,
}

/// Whether a level is being made ready.
fn preparing(now: Option<Res<Preparing>>) -> bool {
    now.is_some()
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, LoadMatch.run_if(not(preparing)))
        .add_systems(OnEnter(Screen::Loading), sit_down)
        .add_systems(Update, (carry_out, take_up).chain().in_set(ClientSystems::Input).after(super::show_result))
        .add_systems(Update, draw.in_set(ClientSystems::Words).run_if(in_state(Screen::Loading)));
}

impl House {
    /// Makes a match ready. `doing` is told what is being done.
    ///
    /// # Errors
    /// What is wrong with minds, rules or level.
    pub fn open(
        &self,
        wanted: &Wanted,
        settings: &Settings,
        seed: u64,
        doing: impl Fn(&'static str),
    ) -> Result<Opening, Vec<Finding>> {
        doing("waking the minds");
        let hard = self.difficulties.iter().find(|one| one.name == wanted.difficulty);
        let handicap = wanted.side.zip(hard).map(|(spared, by)| Handicap { spared, by: by.clone() });
        let tuning = Tuning { library: self.library.clone(), rules: label("standard"), handicap };
        let kinds = tuning.kinds(&self.library)?;
        doing("building the level and finding every way through it");
        let level = bake_level(&self.library, wanted.level)?;
        doing("setting the scene");
        let rules = self
            .library
            .rules
            .get(&label("standard"))
            .ok_or_else(|| vec![Finding::about("assets/rules/standard.ron", "there is no such file")])?;
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
            .map_err(|error| vec![Finding::about(format!("levels/{}.ron", wanted.level), error.to_string())])?;
        let stage = self.stage(Arc::new(level.site.built.clone()), settings);
        let lead = wanted.side.map(|_| Lead::default());
        let matches: Box<dyn Matches> = match wanted.side.zip(lead.clone()) {
            Some((side, lead)) => Box::new(PlayedMatches::new(live, side, lead)),
            None => Box::new(live),
        };
        Ok(Opening { stage, programme: Programme { matches, seed }, lead })
    }

    /// What a level is drawn from, as richly as is set.
    fn stage(&self, level: Arc<BuiltLevel>, settings: &Settings) -> Stage {
        let picture = settings.picture;
        let named = self.graphics.qualities.get(&picture.quality);
        let usual = || self.graphics.qualities.get(&self.graphics.usual);
        let mut quality = named.or_else(usual).copied().unwrap_or(PLAIN);
        if !picture.shadows {
            (quality.moon_shadow, quality.lamp_shadows) = (0, 0);
        }
        if !picture.smoothing {
            quality.smoothing = Smoothing::None;
        }
        if !picture.bloom {
            quality.bloom = 0.0;
        }
        quality.mist &= picture.mist;
        let mut night = self.graphics.night;
        night.exposure -= picture.brightness;
        Stage {
            level,
            props: Arc::new(self.library.props.clone()),
            palette: Arc::new(self.library.palette.clone()),
            cast: Arc::default(),
            quality,
            night,
        }
    }

    /// Begins to make a match ready beside the window.
    fn prepare(&self, wanted: &Wanted, settings: &Settings, seed: u64, to_title: bool) -> Preparing {
        let (house, wanted, settings) = (self.clone(), wanted.clone(), settings.clone());
        let title = self.library.levels.get(&wanted.level).map_or_else(String::new, |level| level.title.clone());
        let doing = Arc::new(Mutex::new(""));
        let (tell, (send, receive)) = (doing.clone(), channel());
        thread::spawn(move || {
            let say = |what| *tell.lock().unwrap_or_else(PoisonError::into_inner) = what;
            // Nobody listens any more where the window was closed meanwhile.
            drop(send.send(house.open(&wanted, &settings, seed, say)));
        });
        Preparing { made: Mutex::new(receive), doing, title, to_title }
    }
}

/// How it is drawn where the graphics file names no quality at all.
const PLAIN: Quality = Quality {
    texture: 128,
    bumps: false,
    sharpness: 1,
    moon_shadow: 0,
    moon_cascades: 1,
    lamp_shadows: 0,
    lamp_shadow: 256,
    smoothing: Smoothing::None,
    bloom: 0.0,
    mist: false,
    surroundings: false,
};

/// Another seed each time: of the clock, for here nothing has to be the same twice.
pub fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_millis() as u64 % 1_000_000)
}

#[allow(clippy::too_many_arguments, reason = "an order may change what is on screen altogether")]
fn carry_out(
    mut commands: Commands,
    mut orders: EventReader<Order>,
    house: Option<Res<House>>,
    wanted: Res<Wanted>,
    settings: Res<Settings>,
    mut programme: ResMut<Programme>,
    mut view: ResMut<View>,
    mut menu: ResMut<Menu>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: EventWriter<AppExit>,
) {
    for order in orders.read() {
        match (order, house.as_deref()) {
            (Order::Quit, _) => drop(exit.send(AppExit::Success)),
            (Order::Again, _) => {
                menu.close();
                next.set(Screen::Loading);
            }
            (Order::Another, _) => {
                programme.seed = any_seed();
                menu.close();
                next.set(Screen::Loading);
            }
            (Order::Begin, Some(house)) => {
                let seed = wanted.seed.unwrap_or_else(any_seed);
                commands.insert_resource(house.prepare(&wanted, &settings, seed, false));
                menu.close();
                next.set(Screen::Loading);
            }
            (Order::ToTitle, Some(house)) => {
                let watched = Wanted { side: None, ..wanted.clone() };
                commands.insert_resource(house.prepare(&watched, &settings, any_seed(), true));
                menu.close();
                next.set(Screen::Loading);
            }
            (Order::WatchOn, _) => {
                menu.close();
                commands.remove_resource::<Lead>();
                view.mode = Mode::Follow;
            }
            (Order::Begin | Order::ToTitle, None) => {}
        }
    }
}

/// Whoever watched the rest of a match plays again in the next.
fn sit_down(mut commands: Commands, seat: Res<Seat>) {
    if let Some(lead) = &seat.0 {
        commands.insert_resource(lead.clone());
    }
}

/// Takes up what has been made ready.
#[allow(clippy::too_many_arguments, reason = "a match made ready changes what is on screen altogether")]
fn take_up(
    mut commands: Commands,
    preparing: Option<Res<Preparing>>,
    mut stage: ResMut<Stage>,
    mut programme: ResMut<Programme>,
    mut seat: ResMut<Seat>,
    mut view: ResMut<View>,
    mut menu: ResMut<Menu>,
    mut said: ResMut<super::Notice>,
) {
    let Some(preparing) = preparing else { return };
    let made = preparing.made.lock().unwrap_or_else(PoisonError::into_inner).try_recv();
    match made {
        Err(TryRecvError::Empty) => return,
        Ok(Ok(opening)) => {
            *stage = opening.stage;
            *programme = opening.programme;
            match &opening.lead {
                Some(lead) => commands.insert_resource(lead.clone()),
                None => commands.remove_resource::<Lead>(),
            }
            seat.0 = opening.lead;
            if preparing.to_title {
                view.mode = Mode::Overview;
                menu.only(Page::Title);
            }
        }
        Ok(Err(findings)) => {
            said.0 = Some(findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n"));
            menu.only(Page::Title);
        }
        Err(TryRecvError::Disconnected) => {
            said.0 = Some("the level could not be made ready".into());
            menu.only(Page::Title);
        }
    }
    commands.remove_resource::<Preparing>();
}

/// The loading screen: where one goes, what is being done, and something true about those who wait there.
fn draw(
    mut contexts: EguiContexts,
    preparing: Option<Res<Preparing>>,
    menu: Res<Menu>,
    stage: Res<Stage>,
    house: Option<Res<House>>,
    mut count: Local<usize>,
    mut was: Local<bool>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    // The match behind the title changes without a word.
    if menu.is_open() {
        return;
    }
    let canvas = Canvas::new(context, "loading", true);
    let tips = house.map(|house| tips(&house.library)).unwrap_or_default();
    if preparing.is_some() && !*was {
        *count += 1;
    }
    *was = preparing.is_some();
    let (title, doing) = match &preparing {
        Some(preparing) => (preparing.title.as_str(), *preparing.doing.lock().unwrap_or_else(PoisonError::into_inner)),
        None => (stage.level.title.as_str(), "setting the scene"),
    };
    canvas.painter.rect_filled(canvas.space, 0.0, bevy_egui::egui::Color32::from_rgb(7, 9, 13));
    let middle = canvas.space.center();
    let down = |length: f32| middle + bevy_egui::egui::vec2(0.0, canvas.length(length));
    canvas.words(middle, Align2::CENTER_BOTTOM, title, 38.0, GOLD);
    canvas.words(down(14.0), Align2::CENTER_TOP, doing, 16.0, FAINT);
    if let Some(tip) = tips.get(*count % tips.len().max(1)) {
        canvas.words(down(190.0), Align2::CENTER_TOP, tip, 16.0, INK);
    }
}
