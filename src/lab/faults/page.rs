//! The page about faults: rates and the worst.

use std::fmt::Write;

use super::summary::FaultSummary;
use crate::lab::report::{STYLE, escape_html};
use crate::simulation::faults::Detector;

/// A page about the faults of a game.
pub fn faults_html(game: &str, summary: &FaultSummary, detectors: &[Detector]) -> String {
    let (matches, hours) = (summary.matches(), summary.agent_hours());
    let game = escape_html(game);
    let mut page = format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quarry: faults of {game}</title><style>{STYLE}</style>\
         <h1>Faults of {game}</h1><p>{matches} matches, {hours:.1} agent-hours. Intervals: 95 %.</p>\
         <table><tr><th>fault</th><th>count</th><th>per agent-hour</th><th>interval</th><th>an agent ...</th></tr>"
    );
    for (kind, rate) in summary.rates() {
        let title = detectors.iter().find(|detector| kind == detector.name).map_or("", |detector| detector.title);
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.2} to {:.2}</td><td>{}</td></tr>",
            escape_html(kind.as_str()),
            rate.count,
            rate.rate,
            rate.low,
            rate.high,
            escape_html(title)
        );
    }
    page += "</table><h2>The worst</h2><table><tr><th>gravity</th><th>level</th><th>seed</th><th>time</th><th>agent</th>\
             <th>fault</th><th>what</th><th>goal</th><th>plan</th></tr>";
    for one in summary.worst() {
        let fault = &one.fault;
        let cells = [
            format!("{:.0}", fault.gravity),
            one.level.to_string(),
            one.seed.to_string(),
            format!("{:.1} s", fault.seconds),
            format!("{} {}", fault.side, fault.agent.0),
            fault.kind.to_string(),
            fault.what.clone(),
            fault.goal.map(|goal| goal.to_string()).unwrap_or_default(),
            fault.plan.clone(),
        ];
        page += "<tr>";
        cells.iter().for_each(|cell| page += &format!("<td>{}</td>", escape_html(cell)));
        page += "</tr>";
    }
    page += "</table></html>";
    page
}
