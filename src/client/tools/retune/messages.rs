//! The toasts about changed data files.
//!
//! Independent of: how toasts are drawn.

use std::collections::BTreeSet;

use quarry_minds::protocol::AgentId;
use quarry_ron::Finding;

use super::toast::Toast;
use crate::client::ui::counted;
use crate::simulation::retune::RetuneReport;

/// The maximum number of changes or errors that are listed; the others are only counted.
const MAX_LISTED: usize = 5;

/// The result of files that were changed and applied.
pub fn changes_toast(files: &BTreeSet<String>, applied: &RetuneReport, name: impl Fn(AgentId) -> String) -> Toast {
    let mut lines = Vec::new();
    let one_file = files.len() == 1;
    for change in applied.changes.iter().take(MAX_LISTED) {
        lines.push(match &change.what {
            Some(what) if one_file => what.to_string(),
            _ => change.to_string(),
        });
    }
    let more = applied.changes.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    if applied.changes.is_empty() {
        lines.push("no effective change".to_owned());
    }
    let names = |agents: &[AgentId]| agents.iter().map(|agent| name(*agent)).collect::<Vec<_>>().join(", ");
    if !applied.replanned.is_empty() {
        lines.push(format!("replanned: {}", names(&applied.replanned)));
    } else if !applied.retuned.is_empty() {
        lines.push(format!("applied to {}; their plans are still valid", names(&applied.retuned)));
    }
    lines.extend(applied.deferred.iter().chain(&applied.out_of_reach).cloned());
    let title = match files.iter().next() {
        Some(file) if one_file => file.clone(),
        _ => counted(files.len(), "file"),
    };
    Toast::info(&title, lines)
}

/// The errors in changed files, by file, line and column.
pub fn findings_toast(findings: &[Finding]) -> Toast {
    let mut lines = Vec::new();
    for finding in findings.iter().take(MAX_LISTED) {
        lines.push(Finding { file: in_data(&finding.file).to_owned(), ..finding.clone() }.to_string());
        lines.extend(finding.help.clone());
    }
    let more = findings.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    Toast::error("Errors in data files; the last valid version stays in use", lines)
}

/// A path from the data folder on, to save space.
fn in_data(path: &str) -> &str {
    let inside = ["/assets/", "/levels/"].into_iter().filter_map(|folder| path.rfind(folder)).max();
    inside.and_then(|at| path.get(at + 1..)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::retune::DataChange;
    use quarry_ron::map::diff;

    #[test]
    fn paths_start_at_the_data_folder() {
        assert_eq!(in_data("/home/a/assets/quarry/assets/owls/minds/owl.ron"), "assets/owls/minds/owl.ron");
        assert_eq!(in_data("./levels/owls/barn.ron"), "levels/owls/barn.ron");
        assert_eq!(in_data("owl.ron"), "owl.ron");
    }

    #[test]
    fn a_change_is_listed_with_its_values_and_the_agents_that_replanned() {
        let found = diff("(a: 1, b: [2, 3])", "(a: 4, b: [2, 5])").unwrap();
        let changes = found.into_iter().map(|what| DataChange { file: "x.ron".into(), what: Some(what) }).collect();
        let applied = RetuneReport {
            changes,
            retuned: vec![AgentId(0), AgentId(2)],
            replanned: vec![AgentId(2)],
            deferred: vec!["the tick rate changes in the next match".into()],
            out_of_reach: vec!["no plan reaches the goal `rest` any more: no action brings about it".into()],
        };
        let toast = changes_toast(&BTreeSet::from(["x.ron".into()]), &applied, |agent| format!("N{}", agent.0));
        assert_eq!(toast.title, "x.ron");
        assert_eq!(toast.lines[..3], ["a 1 -> 4", "b[1] 3 -> 5", "replanned: N2"]);
        assert!(!toast.is_error && toast.lines[3].contains("next match"));
        assert!(toast.lines[4].contains("`rest`"), "{:?}", toast.lines);
        let nothing = changes_toast(&BTreeSet::from(["x.ron".into()]), &RetuneReport::default(), |_| String::new());
        assert_eq!(nothing.lines, ["no effective change"]);
    }

    #[test]
    fn an_error_is_listed_with_its_location() {
        let finding = Finding { line: 3, column: 7, ..Finding::for_file("x.ron", "unknown field `spede`") };
        let toast = findings_toast(&[finding]);
        assert!(toast.is_error && toast.lines[0].contains("x.ron:3:7"), "{:?}", toast.lines);
        let many = vec![Finding::for_file("x.ron", "no"); 9];
        assert_eq!(findings_toast(&many).lines.last().map(String::as_str), Some("and 4 more"));
    }
}
