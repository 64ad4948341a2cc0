//! `quarry play`: straight into a match, as one of those who play it; and `quarry` alone: the title.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::{Answer, Common, Failure, Verdict, data_root, load_library};
use crate::{
    client::{
        self, Opening, RecordTo,
        menu::{House, Wanted, any_seed},
        pages::{Menu, Page},
        role::Seat,
        running::FromMenu,
        settings::{Settings, peek, usual_folder},
    },
    data::{difficulty::Difficulty, load_ron},
    protocol::label,
};

/// Play a match against and beside the minds
#[derive(Args, Debug)]
pub struct Options {
    /// The part you play
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    side: Part,
    /// The level
    #[arg(long, default_value = "manor", value_name = "NAME")]
    level: String,
    /// The seed of all chance [default: another each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Record the match into this file when it ends or is left; further ones beside it, by their seed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many hunt
    #[arg(long, default_value_t = 1, value_name = "N")]
    hunters: u16,
    /// How many are hunted
    #[arg(long, default_value_t = 3, value_name = "N")]
    hunted: u16,
    /// How hard the others are: a name of assets/difficulty.ron
    #[arg(long, default_value = "fair", value_name = "NAME")]
    difficulty: String,
}

/// The sides a person can play for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    /// Catch them
    Hunter,
    /// Get out
    Hunted,
}

/// Opens the window in the match.
///
/// # Errors
/// Where the data cannot be used or no window opens.
pub fn run(options: Options, common: &Common) -> Answer {
    let side = match options.side {
        Part::Hunter => "hunter",
        Part::Hunted => "hunted",
    };
    let wanted = Wanted {
        side: Some(label(side)),
        level: label(&options.level),
        hunters: options.hunters,
        hunted: options.hunted,
        difficulty: label(&options.difficulty),
        seed: options.seed,
    };
    open(wanted, None, options.record, common)
}

/// Opens the window at the title, a match of minds behind it.
///
/// # Errors
/// Where the data cannot be used or no window opens.
pub fn run_title(common: &Common) -> Answer {
    open(Wanted::default(), Some(Page::Title), None, common)
}

fn open(wanted: Wanted, page: Option<Page>, record: Option<PathBuf>, common: &Common) -> Answer {
    let root = data_root(common)?;
    let library = load_library(common)?;
    let graphics = library.graphics.clone().ok_or_else(|| Failure::new("there is no file assets/graphics.ron"))?;
    let house = House {
        library: Arc::new(library),
        graphics,
        difficulties: read::<Vec<Difficulty>>(&root, "assets/difficulty.ron")?,
    };
    let refused =
        |name: &str, known: Vec<&str>| Failure::new(format!("there is no {name}; known: {}", known.join(", ")));
    house.library.level(wanted.level.as_str()).map_err(Failure::new)?;
    if !house.difficulties.iter().any(|one| one.name == wanted.difficulty) {
        let known = house.difficulties.iter().map(|one| one.name.as_str()).collect();
        return Err(refused(&format!("difficulty \"{}\"", wanted.difficulty), known));
    }
    // The window's own reading of the settings reports what is wrong with them.
    let settings = usual_folder().map_or_else(Settings::default, |folder| peek(&folder));
    let shown = if page.is_some() { Wanted { side: None, ..wanted.clone() } } else { wanted.clone() };
    let seed = wanted.seed.unwrap_or_else(any_seed);
    let opening = house.open(&shown, &settings, seed, |_| ()).map_err(Failure::from_findings)?;
    let lead = opening.lead;
    let also = move |app: &mut bevy::app::App| {
        app.insert_resource(house)
            .insert_resource(wanted)
            .insert_resource(FromMenu)
            .insert_resource(Seat(lead.clone()));
        if let Some(lead) = lead {
            app.insert_resource(lead);
        }
        if let Some(path) = record {
            app.insert_resource(RecordTo::new(path));
        }
        if let Some(page) = page {
            app.world_mut().resource_mut::<Menu>().open(page);
        }
    };
    let opening = Opening {
        stage: opening.stage,
        programme: opening.programme,
        speed: 1.0,
        size: None,
        root,
        also: Box::new(also),
    };
    client::open(opening).map_err(|error| Failure::new(error.to_string()))?;
    Ok(Verdict::Yes)
}

fn read<T: serde::de::DeserializeOwned>(root: &std::path::Path, file: &str) -> Result<T, Failure> {
    load_ron::<T>(&root.join(file)).map(|(value, _)| value).map_err(|finding| Failure::from_findings([finding]))
}
