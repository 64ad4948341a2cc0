//! The page about faults: rates and the worst.

use super::summary::FaultSummary;
use crate::report::{page, table};
use quarry_engine::simulation::faults::Detector;

/// A page about the faults of a game.
pub fn faults_html(game: &str, summary: &FaultSummary, detectors: &[Detector]) -> String {
    let (matches, hours) = (summary.matches(), summary.agent_hours());
    let rates = table(["fault", "count", "per agent-hour", "interval", "an agent ..."], summary.rows(detectors));
    let worst = summary.worst().iter().map(|one| {
        let goal = one.fault.goal.map(|goal| goal.to_string()).unwrap_or_default();
        one.cells().into_iter().chain([goal, one.fault.plan.clone()])
    });
    let worst = table(["gravity", "level", "seed", "time", "agent", "fault", "what", "goal", "plan"], worst);
    format!(
        "{}<p>{matches} matches, {hours:.1} agent-hours. Intervals: 95 %.</p>{rates}<h2>The worst</h2>{worst}</html>",
        page(&format!("Faults of {game}"))
    )
}
