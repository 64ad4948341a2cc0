//! `quarry tournament --brains`: every way to choose actions on one side against every one on the other, with the same bodies, senses,
//! memories, behaviours and rules.

use comfy_table::Cell;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::BrainChoice;

use super::brains::checked;
use super::matches::MatchArgs;
use super::output::{print, print_json};
use super::result_output::RunDocument;
use super::results::{number, plain_table, report_failed};
use super::runner::MatchRunner;
use super::tournament::{matches_of_each, matrix};
use super::{CommandOutcome, CommandResult};
use crate::data::Library;
use crate::lab::{Arena, BrainComparison, BrainResult, RonSize, RunProgress, or_dash, ron_size};
use crate::simulation::ContestSide;

/// The brains that are compared unless others are named.
pub(super) const ALL: &str = "goap,state_machine,behaviour_tree,utility";

/// Plays all pairs of brains and prints the comparison.
pub(super) fn compare_brains(
    names: &[String],
    matches: &MatchArgs,
    library: &Library,
    contest: [ContestSide; 2],
    json: bool,
) -> CommandResult {
    let rules = matches.rules(library)?;
    for (name, side) in names.iter().flat_map(|name| contest.iter().map(move |side| (name, side))) {
        checked(library, rules, side.side, &BrainChoice::parse(name))?;
    }
    let levels = matches.levels(library)?;
    let base = matches.arena(library)?;
    let plan = matches.plan(&levels, (1, 1));
    let arena = |brains: [&String; 2]| -> Arena {
        let choices = contest.iter().zip(brains);
        base.with_brains(choices.map(|(side, brain)| (label(side.side), BrainChoice::parse(brain))).collect())
    };
    let pairs = names.iter().flat_map(|first| names.iter().map(move |second| [first, second]));
    let arenas: Vec<Arena> = pairs.map(arena).collect();
    let data = format!("{:016x}", library.digest);
    let digests: Vec<String> = arenas.iter().map(|arena| matches.data_digest(&data, arena)).collect();
    let (records, progress) = MatchRunner::new(matches, plan, &digests)?.play_to_end(&arenas)?;
    let sizes: Vec<[RonSize; 2]> =
        names.iter().map(|name| contest.map(|side| size(library, rules, side, name))).collect();
    let comparison = BrainComparison::from_records(contest, names, &records, &sizes);
    if json {
        print_json(&RunDocument::new(progress, &comparison))?;
    } else {
        print(render(&comparison, &progress))?;
    }
    let sound = report_failed(records.iter().flatten());
    Ok(if sound && !progress.interrupted { CommandOutcome::Success } else { CommandOutcome::Negative })
}

/// The RON of a brain for a side.
fn size(library: &Library, rules: &crate::data::rules::Rules, side: ContestSide, name: &str) -> RonSize {
    let kind: Option<Label> = rules.sides.get(&label(side.side)).map(|of| of.agent);
    let mind = kind.and_then(|kind| library.agents.get(&kind)?.mind);
    let (Some(kind), Some(mind)) = (kind, mind) else { return RonSize::default() };
    let brain = library.brain_of_kind(kind, label(name)).ok().flatten();
    ron_size(library, mind, brain)
}

fn render(comparison: &BrainComparison, progress: &RunProgress) -> String {
    let tournament = &comparison.tournament;
    let [first, second] = tournament.contest.map(|side| side.plural);
    let won = matrix(tournament);
    let mut header = vec![String::new()];
    header.extend(comparison.results.iter().map(|result| result.name.clone()));
    let mut measures = plain_table(header);
    let mut add = |title: String, value: &dyn Fn(&BrainResult) -> String| {
        let mut row = vec![Cell::new(title)];
        row.extend(comparison.results.iter().map(|result| number(value(result))));
        measures.add_row(row);
    };
    for (side, plural) in [first, second].into_iter().enumerate() {
        let tenths = |values: &[f64; 2]| values.get(side).map_or_else(String::new, |value| format!("{value:.1}"));
        let size = |result: &BrainResult| result.size.get(side).copied().unwrap_or_default();
        add(format!("won as {plural}"), &|result| {
            or_dash(result.won.get(side).copied().flatten(), |share| share.percent())
        });
        add(format!("goal switches of {plural} per minute"), &|result| tenths(&result.goal_switches));
        add(format!("actions of {plural} per minute"), &|result| tenths(&result.actions));
        add(format!("entropy of action pairs of {plural}, bits"), &|result| tenths(&result.entropy));
        add(format!("lines of RON of {plural}"), &|result| size(result).lines.to_string());
        add(format!("rules of {plural}"), &|result| size(result).rules.to_string());
    }
    add("µs of deciding per agent per tick, median".to_owned(), &|result| {
        format!("{:.2}", result.decide_nanos[0] / 1000.0)
    });
    add("the same, 99th percentile".to_owned(), &|result| format!("{:.1}", result.decide_nanos[1] / 1000.0));
    add("goal thrashing".to_owned(), &|result| result.goal_thrash.to_string());
    add("mean length, s".to_owned(), &|result| format!("{:.0}", result.mean_seconds));
    add("lively".to_owned(), &|result| or_dash(result.lively, |share| share.percent()));
    add("longest stall, s".to_owned(), &|result| format!("{:.1}", result.longest_stall));
    add("broken matches".to_owned(), &|result| result.broken.to_string());
    let matches = matches_of_each(tournament);
    let notice = progress.heading();
    format!(
        "{notice}{} the {first} won:\n\n{won}\n\n{measures}\n\n{matches} matches per pair, on the same levels and seeds. Shares with \
         95 % CI (Wilson).",
        tournament.unit()
    )
}
