//! The map as the game sees it: bases with their fields of minerals, and plots for buildings.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, Label, Terrain, ThingId};

use super::{
    catalogue::BuildSite,
    schema::{BASE_SITE, CommanderLevel, MINERALS, SIDES},
};
use crate::world::level::BuiltLevel;

/// How far a plot may be from walkable ground, in metres.
const PLOT_REACH: f32 = 6.0;
/// A field of minerals belongs to a base within this distance, in metres.
const FIELD_REACH: f32 = 14.0;

/// A place for a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// Its name in the level.
    pub name: Label,
    /// The square where its units gather: a thing that minds know from the start.
    pub thing: ThingId,
    /// Its position, in metres.
    pub square: Vec3,
    /// The plot of its command post.
    pub plot: usize,
    /// The side that begins here.
    pub main_of: Option<usize>,
    /// Its fields of minerals, and where workers stand to bring what they dug there, nearest first.
    pub fields: Vec<MineralField>,
}

/// A field of minerals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MineralField {
    /// The stock.
    pub thing: ThingId,
    /// Its position, in metres.
    pub place: Vec3,
    /// Where a worker from there reaches the command post.
    pub dock: Vec3,
}

/// What may be built on a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotUse {
    /// A command post.
    Base,
    /// Any other building.
    Building,
    /// A refinery.
    Geyser,
    /// Any other building, for one side only, near its enemy.
    Forward(usize),
}

/// Who uses a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotState {
    /// Nobody.
    Free,
    /// A side that has ordered a building.
    Ordered(usize),
    /// This building stands on it or is under construction.
    Taken(AgentId),
}

/// A plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// Its centre, in metres.
    pub place: Vec3,
    /// Where builders stand and units come out.
    pub door: Vec3,
    /// The base that it belongs to; for a forward plot, the main base of its side.
    pub base: usize,
    /// What may be built on it.
    pub what: PlotUse,
    /// Who uses it.
    pub state: PlotState,
}

/// The bases and plots of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommanderMap {
    /// The bases, in the order of the level.
    pub bases: Vec<Base>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// The places from which scouts look around: the squares of the bases, in their order, then the forward plots, then all other plots.
    pub lookouts: Vec<Vec3>,
    /// How many of the lookouts come before the other plots, where a scout looks only once it has found nothing at those.
    pub first_lookouts: usize,
}

impl CommanderMap {
    /// Finds the bases and plots of a level. A plot that nobody can walk to is left out, and so is a base without its square.
    pub fn new(level: &BuiltLevel, terrain: &dyn Terrain) -> Self {
        let mut map = Self::default();
        let Some(of_game) = level.game.get::<CommanderLevel>() else { return map };
        let side_of = |name: quarry_minds::protocol::Label| SIDES.iter().position(|side| *side == name.as_str());
        let ground = |(x, z): (f32, f32)| {
            let near = terrain.nearest_walkable(Vec3::new(x, 0.0, z), PLOT_REACH);
            near.map(|near| Vec3::new(x, near.y, z))
        };
        let stocks = |name: &'static str| level.things.iter().filter(move |thing| thing.name.as_str() == name);
        for site in &of_game.bases {
            let Some(place) = ground(site.at) else { continue };
            let nearest = |a: &&crate::world::level::LevelThing, b: &&crate::world::level::LevelThing| {
                a.place.distance_squared(place).total_cmp(&b.place.distance_squared(place))
            };
            let Some(square) = stocks(BASE_SITE).min_by(nearest) else { continue };
            let base = map.bases.len();
            let Some(plot) = map.add_plot(terrain, site.at, base, PlotUse::Base, square.place) else { continue };
            for (centres, what) in [(&site.plots, PlotUse::Building), (&site.geysers, PlotUse::Geyser)] {
                for &centre in centres {
                    map.add_plot(terrain, centre, base, what, place);
                }
            }
            let main_of = site.main_of.and_then(side_of);
            map.bases.push(Base {
                name: site.name,
                thing: square.id,
                square: square.place,
                plot,
                main_of,
                fields: Vec::new(),
            });
        }
        for field in stocks(MINERALS) {
            map.add_field(terrain, field.id, field.place);
        }
        for (side, centres) in &of_game.forward {
            let Some(side) = side_of(*side) else { continue };
            let Some(base) = map.main_base(side) else { continue };
            let square = map.bases[base].square;
            for &centre in centres {
                map.add_plot(terrain, centre, base, PlotUse::Forward(side), square);
            }
        }
        map.lookouts = map.bases.iter().map(|base| base.square).collect();
        let forward = map.plots.iter().filter(|plot| matches!(plot.what, PlotUse::Forward(_)));
        map.lookouts.extend(forward.map(|plot| plot.door));
        map.first_lookouts = map.lookouts.len();
        let others = map.plots.iter().filter(|plot| plot.what == PlotUse::Building);
        map.lookouts.extend(others.map(|plot| plot.door));
        map
    }

    /// Lets each side begin where the level has the other one.
    pub fn exchange_sides(&mut self) {
        for base in &mut self.bases {
            base.main_of = base.main_of.map(|side| 1 - side);
        }
        for plot in &mut self.plots {
            if let PlotUse::Forward(side) = plot.what {
                plot.what = PlotUse::Forward(1 - side);
            }
        }
    }

    fn add_plot(
        &mut self,
        terrain: &dyn Terrain,
        (x, z): (f32, f32),
        base: usize,
        what: PlotUse,
        towards: Vec3,
    ) -> Option<usize> {
        let near = terrain.nearest_walkable(Vec3::new(x, 0.0, z), PLOT_REACH)?;
        let place = Vec3::new(x, near.y, z);
        let door = dock(terrain, place, towards).unwrap_or(near);
        self.plots.push(Plot { place, door, base, what, state: PlotState::Free });
        Some(self.plots.len() - 1)
    }

    fn add_field(&mut self, terrain: &dyn Terrain, thing: ThingId, place: Vec3) {
        let post = |base: &Base| self.plots[base.plot].place;
        let nearest = self
            .bases
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| post(a).distance_squared(place).total_cmp(&post(b).distance_squared(place)));
        let Some((index, base)) = nearest.filter(|(_, base)| post(base).distance(place) <= FIELD_REACH) else { return };
        let centre = post(base);
        let Some(dock) = dock(terrain, centre, place) else { return };
        let fields = &mut self.bases[index].fields;
        fields.push(MineralField { thing, place, dock });
        fields.sort_by(|a, b| a.place.distance_squared(centre).total_cmp(&b.place.distance_squared(centre)));
    }

    /// The base in which a side begins.
    pub fn main_base(&self, side: usize) -> Option<usize> {
        self.bases.iter().position(|base| base.main_of == Some(side))
    }

    /// A free plot for a side, the first in the order of preference: for a command post the free base that is nearer to the main base than
    /// to that of the enemy by most; otherwise the nearest plot of a base where `has_post` says that the side has a command post, a safe one if there is one.
    pub fn free_plot(
        &self,
        side: usize,
        what: PlotUse,
        site: BuildSite,
        has_post: &dyn Fn(usize) -> bool,
        is_safe: &dyn Fn(Vec3) -> bool,
    ) -> Option<usize> {
        let main = self.main_base(side).map(|base| self.bases[base].square)?;
        let free = self.plots.iter().enumerate().filter(|(_, plot)| plot.state == PlotState::Free);
        let nearest_of = |plots: &mut dyn Iterator<Item = (usize, &Plot)>| {
            let distance = |plot: &Plot| plot.place.distance_squared(main);
            plots.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map(|(index, _)| index)
        };
        match (what, site) {
            (PlotUse::Base, _) => {
                let enemy = self.main_base(1 - side).map_or(main, |base| self.bases[base].square);
                let lead = |plot: &Plot| plot.place.distance(main) - plot.place.distance(enemy);
                let sites = free.filter(|(_, plot)| plot.what == PlotUse::Base && is_safe(plot.place));
                sites.min_by(|(_, a), (_, b)| lead(a).total_cmp(&lead(b))).map(|(index, _)| index)
            }
            (PlotUse::Geyser, _) => {
                nearest_of(&mut free.filter(|(_, plot)| plot.what == PlotUse::Geyser && has_post(plot.base)))
            }
            (_, BuildSite::Forward) => nearest_of(&mut free.filter(|(_, plot)| plot.what == PlotUse::Forward(side)))
                .or_else(|| self.free_plot(side, what, BuildSite::Base, has_post, is_safe)),
            (_, BuildSite::Base) => {
                let at_base = |(_, plot): &(usize, &Plot)| plot.what == PlotUse::Building && has_post(plot.base);
                let safe = nearest_of(&mut free.clone().filter(at_base).filter(|(_, plot)| is_safe(plot.place)));
                safe.or_else(|| nearest_of(&mut free.filter(at_base)))
            }
        }
    }

    /// The plot whose centre is here.
    pub fn plot_at(&self, place: Vec3) -> Option<usize> {
        self.plots.iter().position(|plot| plot.place.distance_squared(place) < 0.25)
    }
}

/// The walkable place beside a building, on the side that faces another place.
fn dock(terrain: &dyn Terrain, centre: Vec3, towards: Vec3) -> Option<Vec3> {
    let direction = (towards - centre).with_y(0.0).normalize_or(Vec3::Z);
    // The corner of a plot of 4 m is 2.83 m away.
    terrain.nearest_walkable(centre + direction * 2.9, PLOT_REACH)
}
