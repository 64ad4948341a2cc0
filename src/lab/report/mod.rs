//! Results to keep and to show around: a CSV file for tables, an HTML page that needs nothing beside itself.

mod map;
mod matrix;
mod page;
mod plots;
mod sweep;

use std::collections::BTreeSet;

use super::record::MatchRecord;
pub use matrix::{tournament_csv, tournament_html};
pub use page::matches_html;
pub use sweep::{sweep_csv, sweep_html};

/// A row a match, with a head, as RFC 4180 has it. After the fixed columns stand the seconds in each goal that any match
/// had, and how often each action ended in each way.
pub fn matches_csv(records: &[MatchRecord]) -> String {
    let goals: BTreeSet<&String> = records.iter().flat_map(|record| record.event_counts.goal_seconds.keys()).collect();
    let actions: BTreeSet<&String> = records.iter().flat_map(|record| record.event_counts.actions.keys()).collect();
    let mut text = String::from(
        "level,seed,outcome,caught,escaped,hunters,hunted,seconds,time_left,digest,melee,projectile,sightings,chases,\
         chase_seconds,taken,plans,no_goal,longest_stall,off_mesh,wall_crossings,wall_seconds,tick_mean_micros,tick_p99_micros,\
         worst_tick_micros,plan_median_micros,plan_p99_micros",
    );
    for column in
        goals.iter().map(|goal| format!("seconds:{goal}")).chain(actions.iter().map(|one| format!("ended:{one}")))
    {
        text.push(',');
        text += &quoted(&column);
    }
    text.push('\n');
    for record in records {
        let (event_counts, sound) = (&record.event_counts, &record.invariants);
        let (ticks, plans) = (record.timing.ticks.summary(), record.timing.plans.summary());
        let mut fields = vec![
            quoted(record.level.as_str()),
            record.seed.to_string(),
            record.outcome.word().to_owned(),
            record.caught.to_string(),
            record.escaped.to_string(),
            record.hunters.to_string(),
            record.hunted.to_string(),
            record.seconds.to_string(),
            record.time_left.to_string(),
            record.digest.clone(),
            event_counts.melee.to_string(),
            event_counts.projectile.to_string(),
            event_counts.sightings.to_string(),
            event_counts.chases.to_string(),
            event_counts.chase_seconds.to_string(),
            event_counts.taken.to_string(),
            event_counts.plans.to_string(),
            event_counts.no_goal.to_string(),
            sound.longest_stall.to_string(),
            sound.off_mesh.to_string(),
            sound.wall_crossings.to_string(),
            record.timing.wall_seconds.to_string(),
            ticks.mean.to_string(),
            ticks.p99.to_string(),
            record.timing.worst_tick_micros.to_string(),
            plans.median.to_string(),
            plans.p99.to_string(),
        ];
        fields
            .extend(goals.iter().map(|goal| event_counts.goal_seconds.get(*goal).copied().unwrap_or(0.0).to_string()));
        fields.extend(actions.iter().map(|action| event_counts.actions.get(*action).copied().unwrap_or(0).to_string()));
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
