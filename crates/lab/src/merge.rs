//! Several results files put together, and what is missing from them or appears in them twice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quarry_minds::protocol::Label;
use quarry_ron::input;

use super::record::{MatchRecord, MatchSpec, RunPlan};
use super::store::{ResultLines, StoreError, read_lines};

/// The matches of several results files, each match once.
#[derive(Debug, Default)]
pub struct MergedResults {
    /// The matches, by level and seed.
    pub records: Vec<MatchRecord>,
    /// Why these are not exactly the matches of whole runs; empty if they are.
    pub problems: Vec<MergeProblem>,
}

/// Something missing from the results, or in them twice. A shard is its number and how many there are.
#[allow(missing_docs, reason = "the message of each problem says what it is about")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeProblem {
    #[error("shard {}/{} is missing", .shard.0, .shard.1)]
    MissingShard { shard: (usize, usize) },
    /// It was interrupted or is still running.
    #[error("{} is incomplete: {missing} of {planned} matches are missing", described(*.shard))]
    MissingMatches { shard: (usize, usize), missing: usize, planned: usize },
    #[error("{}: {count} lines repeat a match; two processes wrote to this file", .path.display())]
    RepeatedLines { path: PathBuf, count: usize },
    #[error("{} repeats {count} matches of {}", .second.display(), .first.display())]
    RepeatedFile { first: PathBuf, second: PathBuf, count: usize },
}

fn described(shard: (usize, usize)) -> String {
    match shard {
        (1, 1) => "the run".to_owned(),
        (shard, shards) => format!("shard {shard}/{shards}"),
    }
}

/// What distinguishes runs: levels, first seed and the number of shards.
type Run = (Vec<Label>, u64, usize);

/// Puts the matches of several files together, each match once, and notices what is missing or repeated.
///
/// # Errors
/// If a file cannot be read, or the files do not come from the same program and data.
pub fn merge(paths: &[PathBuf]) -> Result<MergedResults, StoreError> {
    let mut merged = Merger::default();
    let mut key = None;
    for path in paths {
        let file = input::open(path).map_err(|error| StoreError::File { path: path.clone(), error })?;
        let ResultLines { lines, .. } = read_lines(path, &file, key.as_ref().map(std::slice::from_ref))?;
        key = key.or_else(|| lines.first().map(|line| line.key.clone()));
        for line in lines {
            merged.add(path, line.run, line.record)?;
        }
    }
    Ok(merged.finish())
}

#[derive(Default)]
struct Merger {
    /// Each match with the file that held it first.
    records: BTreeMap<MatchSpec, (PathBuf, MatchRecord)>,
    /// How many matches each run has on a level.
    runs: BTreeMap<Run, u64>,
    repeated: BTreeMap<(PathBuf, PathBuf), usize>,
}

impl Merger {
    fn add(&mut self, path: &Path, plan: RunPlan, record: MatchRecord) -> Result<(), StoreError> {
        let matches = self.runs.entry((plan.levels, plan.seed, plan.shard.1)).or_default();
        *matches = plan.matches.max(*matches);
        let spec = record.spec();
        let Some((first, known)) = self.records.get(&spec) else {
            self.records.insert(spec, (path.to_owned(), record));
            return Ok(());
        };
        if known.digest != record.digest {
            return Err(StoreError::Contradiction { path: path.to_owned(), level: spec.level, seed: spec.seed });
        }
        *self.repeated.entry((first.clone(), path.to_owned())).or_default() += 1;
        Ok(())
    }

    fn finish(self) -> MergedResults {
        let played: BTreeSet<MatchSpec> = self.records.keys().copied().collect();
        let mut problems = Vec::new();
        for ((levels, seed, shards), matches) in self.runs {
            for shard in 1..=shards {
                let plan = RunPlan { levels: levels.clone(), seed, matches, shard: (shard, shards) };
                let specs = plan.specs();
                let missing = specs.iter().filter(|spec| !played.contains(spec)).count();
                if missing > 0 && missing == specs.len() {
                    problems.push(MergeProblem::MissingShard { shard: plan.shard });
                } else if missing > 0 {
                    problems.push(MergeProblem::MissingMatches { shard: plan.shard, missing, planned: specs.len() });
                }
            }
        }
        problems.extend(self.repeated.into_iter().map(|((first, second), count)| {
            if first == second {
                MergeProblem::RepeatedLines { path: second, count }
            } else {
                MergeProblem::RepeatedFile { first, second, count }
            }
        }));
        MergedResults { records: self.records.into_values().map(|(_, record)| record).collect(), problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    /// Adds the matches of a shard of six matches, all or the first `count` of them.
    fn add(merger: &mut Merger, path: &str, shard: (usize, usize), count: usize) {
        let plan = RunPlan { levels: vec![label("hut")], seed: 1, matches: 6, shard };
        for spec in plan.specs().into_iter().take(count) {
            merger.add(Path::new(path), plan.clone(), MatchRecord::broken(label("chase"), spec, None)).unwrap();
        }
    }

    fn problems(files: &[(&str, (usize, usize), usize)]) -> Vec<String> {
        let mut merger = Merger::default();
        files.iter().for_each(|(path, shard, count)| add(&mut merger, path, *shard, *count));
        merger.finish().problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn whole_runs_have_no_problems() {
        assert_eq!(problems(&[("a", (1, 1), 6)]), Vec::<String>::new());
        assert_eq!(problems(&[("a", (1, 3), 2), ("b", (2, 3), 2), ("c", (3, 3), 2)]), Vec::<String>::new());
    }

    #[test]
    fn missing_and_repeated_matches_are_named() {
        assert_eq!(problems(&[("a", (1, 3), 2), ("c", (3, 3), 2)]), ["shard 2/3 is missing"]);
        assert_eq!(
            problems(&[("a", (1, 2), 3), ("b", (2, 2), 1)]),
            ["shard 2/2 is incomplete: 2 of 3 matches are missing"]
        );
        assert_eq!(problems(&[("a", (1, 1), 5)]), ["the run is incomplete: 1 of 6 matches are missing"]);
        assert_eq!(
            problems(&[("a", (1, 2), 3), ("b", (2, 2), 3), ("copy", (1, 2), 3)]),
            ["copy repeats 3 matches of a"]
        );
        assert_eq!(
            problems(&[("a", (1, 1), 6), ("a", (1, 1), 6)]),
            ["a: 6 lines repeat a match; two processes wrote to this file"]
        );
    }
}
