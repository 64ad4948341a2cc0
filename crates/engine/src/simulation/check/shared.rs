//! Findings in files that several minds build on: one finding for all of them, with their names.

use quarry_minds::protocol::Label;
use quarry_ron::Finding;

use crate::data::{FileKind, Library};

/// Findings, each with the minds that have it.
#[derive(Default)]
pub(in crate::simulation) struct ByMind(Vec<Shared>);

struct Shared {
    finding: Finding,
    minds: Vec<Label>,
    /// Whether the place is in the file of the only mind so far.
    own: bool,
}

impl ByMind {
    /// Adds the findings about a mind.
    pub(in crate::simulation) fn add(&mut self, library: &Library, mind: Label, findings: Vec<Finding>) {
        let file = library.documents.get(&library.game.path(FileKind::Mind, mind.as_str())).map(|known| known.file());
        for finding in findings {
            match self.0.iter_mut().find(|known| known.finding == finding) {
                Some(known) if known.minds.contains(&mind) => {}
                Some(known) => known.minds.push(mind),
                None => {
                    let own = file == Some(finding.file.as_str());
                    self.0.push(Shared { finding, minds: vec![mind], own });
                }
            }
        }
    }

    /// The findings. Where a finding is not in the file of its only mind, it names the minds.
    pub(in crate::simulation) fn into_findings(self) -> Vec<Finding> {
        let named = self.0.into_iter().map(|Shared { mut finding, minds, own }| {
            if let (false, [mind]) = (own, minds.as_slice()) {
                finding.message += &format!(" (in the mind `{mind}`)");
            } else if minds.len() > 1 {
                let names: Vec<String> = minds.iter().map(|mind| format!("`{mind}`")).collect();
                finding.message += &format!(" (in the minds {})", names.join(", "));
            }
            finding
        });
        named.collect()
    }
}
