//! Data for the subcommands that play or show matches: everything or nothing, and what is wrong said with its place.

use std::sync::Arc;

use super::{Common, Failure, data_root};
use crate::{
    data::{Document, Finding, Library},
    motion::navigation::{BakedLevel, Walker, bake},
    world::level::LevelFault,
};

/// Loads and checks all data.
///
/// # Errors
/// Where any of it is wrong; the findings have been printed on standard error then.
pub fn load_library(common: &Common) -> Result<Arc<Library>, Failure> {
    let library = Library::load(&data_root(common)?).map_err(|findings| refuse(&findings))?;
    for warning in &library.warnings {
        tracing::warn!("{warning}");
    }
    Ok(Arc::new(library))
}

/// Builds a level of the library.
///
/// # Errors
/// Where there is no such level, or it cannot be played; the findings have been printed on standard error then.
pub fn bake_level(library: &Library, name: &str) -> Result<Arc<BakedLevel>, Failure> {
    let (name, level) = library.level(name).map_err(Failure::new)?;
    bake(name, level, &library.props, Walker::default()).map_err(|faults| {
        let document = library.documents.get(&format!("levels/{name}.ron"));
        refuse(&fault_findings(document, &faults))
    })
}

/// Prints findings on standard error.
fn refuse(findings: &[Finding]) -> Failure {
    for finding in findings {
        eprintln!("{}", finding.snippet());
    }
    Failure::new(match findings.len() {
        1 => "the data cannot be used: there is 1 finding".to_owned(),
        many => format!("the data cannot be used: there are {many} findings"),
    })
}

/// What the building of a level found wrong, at its place in the drawing.
pub fn fault_findings(document: Option<&Document>, faults: &[LevelFault]) -> Vec<Finding> {
    let place = |fault: &LevelFault| match (document, fault.cell) {
        (Some(document), Some((floor, column, row))) => {
            let row = document.at().field("floors").index(floor).field("rows").index(row as usize);
            row.error_at_character(column as usize, &fault.message)
        }
        (Some(document), None) => document.at().field("floors").error(&fault.message),
        (None, _) => Finding::about("level", &fault.message),
    };
    faults.iter().map(place).collect()
}
