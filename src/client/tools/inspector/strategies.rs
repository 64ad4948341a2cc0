//! The table "Strategies" of the planner page: the last planner call of the mind, repeated with each search strategy. It is computed
//! while the table is open, once for each planning snapshot; the planner of the match is not touched.

use std::sync::Arc;

use bevy_egui::egui::{CollapsingHeader, RichText, Ui};
use quarry_goap::{PlanOutcome, PlanRequest, Planner, Strategy};
use quarry_minds::PlanningSnapshot;

use super::{Computed, by_relevance};
use crate::client::tools::panels::theme::{faint, table};
use crate::client::ui::GOLD;

#[derive(Default)]
pub(super) struct StrategyTable(Computed<PlanningSnapshot, Vec<StrategyRow>>);

/// What a strategy would have needed for the planner call.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StrategyRow {
    strategy: Strategy,
    /// Whether the mind searches with it.
    in_use: bool,
    /// States expanded, for all goals that were tried.
    nodes: u32,
    /// The most states stored for one goal.
    stored: usize,
    /// The size of the search's tables for one goal, at most.
    kib: f64,
    /// Whether it gave up a goal because of the limit `max_nodes`.
    gave_up: bool,
}

fn rows(planning: &PlanningSnapshot, planner: &mut Planner) -> Vec<StrategyRow> {
    let in_use = Strategy::from(planning.brain.thinking.strategy);
    let goals = by_relevance(planning);
    let repeat = |strategy| {
        let mut row =
            StrategyRow { strategy, in_use: strategy == in_use, nodes: 0, stored: 0, kib: 0.0, gave_up: false };
        for candidate in goals.iter().filter(|candidate| candidate.relevance > 0.0) {
            let request = PlanRequest { strategy, ..planning.request(candidate.goal) };
            let result = planner.plan(&planning.brain.domain, &request);
            row.nodes += result.nodes;
            row.stored = row.stored.max(result.stored);
            row.kib = row.kib.max(result.bytes as f64 / 1024.0);
            row.gave_up |= matches!(result.outcome, PlanOutcome::OutOfBudget(_));
            // The mind takes the first goal with a plan and plans for no other.
            if result.outcome == PlanOutcome::Plan {
                break;
            }
        }
        row
    };
    Strategy::ALL.map(repeat).into()
}

impl StrategyTable {
    pub(super) fn draw(&mut self, ui: &mut Ui, planning: &Arc<PlanningSnapshot>, planner: &mut Planner) {
        // Nothing is computed while the header is closed.
        CollapsingHeader::new(RichText::new("Strategies").color(GOLD)).id_salt("strategies").show(ui, |ui| {
            ui.label(faint("the last planning with each search strategy; the mind's own is marked"));
            table(ui, "strategy table", &["strategy", "states", "stored", "KiB"], |ui| {
                for row in self.0.of(planning, || rows(planning, planner)) {
                    let name = RichText::new(row.strategy.name().replace('_', " "));
                    ui.label(if row.in_use { name.color(GOLD).strong() } else { name });
                    let more = if row.gave_up { "+" } else { "" };
                    ui.label(format!("{}{more}", row.nodes)).on_hover_text(if row.gave_up {
                        "gave up a goal at the limit max_nodes"
                    } else {
                        "states expanded, for all goals tried"
                    });
                    ui.label(row.stored.to_string());
                    ui.label(format!("{:.1}", row.kib));
                    ui.end_row();
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::data::Library;
    use crate::games;
    use crate::simulation::{Archetypes, MatchSetup, bake_level, begin, headless_app, mind_snapshot, step};
    use quarry_minds::RecordPlanning;
    use quarry_minds::protocol::{AgentId, Roster, label};
    use quarry_minds::schema::domain::file::StrategyData;

    /// The last planner call of each mind of a short match, in which all minds search with a strategy.
    fn planner_calls(strategy: StrategyData) -> Vec<Arc<PlanningSnapshot>> {
        let game = games::all().remove(0);
        let mut library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), game.schema()).unwrap();
        library.minds.values_mut().for_each(|mind| mind.thinking.strategy = strategy);
        let level = bake_level(&library, label("courtyard")).unwrap();
        let kinds = Archetypes::load(&library).unwrap();
        let rules = Arc::new(library.rules("standard").unwrap().1.clone());
        let mut app = headless_app(&game);
        app.insert_resource(RecordPlanning(true));
        begin(app.world_mut(), &kinds, &rules, &level, &MatchSetup { seed: 4, ..MatchSetup::default() }).unwrap();
        for _ in 0..40 {
            step(app.world_mut());
        }
        let count = app.world().resource::<Roster>().agents.len() as u16;
        let snapshots = (0..count).filter_map(|agent| mind_snapshot(app.world(), AgentId(agent))?.planning);
        snapshots.collect()
    }

    #[test]
    fn each_strategy_has_a_row_and_the_one_in_use_is_marked() {
        let calls = planner_calls(StrategyData::Backward);
        assert!(!calls.is_empty());
        let mut planner = Planner::new();
        for planning in &calls {
            let found = rows(planning, &mut planner);
            assert_eq!(found.iter().map(|row| row.strategy).collect::<Vec<_>>(), Strategy::ALL);
            let marked: Vec<_> = found.iter().filter(|row| row.in_use).map(|row| row.strategy).collect();
            assert_eq!(marked, [Strategy::Backward]);
            assert!(found.iter().all(|row| row.nodes == 0 || (row.stored > 0 && row.kib > 0.0)), "{found:?}");
            // The row of the strategy in use is what the mind itself needed.
            let candidates = &planning.goal_candidates;
            let request = planning.request(candidates[0].goal);
            let selection = planner.select_goal(&planning.brain.domain, candidates, &request);
            let nodes: u32 = selection.evaluations.iter().map(|evaluation| evaluation.nodes).sum();
            assert_eq!(found[0].nodes, nodes);
        }
        assert!(calls.iter().any(|planning| rows(planning, &mut planner)[0].nodes > 0));
    }

    #[test]
    fn another_strategy_of_the_mind_is_the_one_marked() {
        let planning = planner_calls(StrategyData::IdaStar).remove(0);
        let found = rows(&planning, &mut Planner::new());
        assert_eq!(found.iter().map(|row| row.in_use).collect::<Vec<_>>(), [false, false, true]);
    }
}
