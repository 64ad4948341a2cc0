//! Results to keep and to show around: a CSV file for tables, an HTML page that needs nothing beside itself.

mod map;
mod page;
mod plots;

use super::record::MatchRecord;
pub use page::html;

/// A row a match, with a head, as RFC 4180 has it.
pub fn to_csv(records: &[MatchRecord]) -> String {
    let mut text = String::from(
        "level,seed,outcome,caught,escaped,hunters,hunted,seconds,time_left,digest,melee,projectile,sightings,chases,\
         chase_seconds,taken,plans,no_goal,stood_still,off_mesh,through_walls,wall_seconds,worst_tick_micros\n",
    );
    for record in records {
        let (tally, sound) = (&record.tally, &record.soundness);
        let fields = [
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
            tally.melee.to_string(),
            tally.projectile.to_string(),
            tally.sightings.to_string(),
            tally.chases.to_string(),
            tally.chase_seconds.to_string(),
            tally.taken.to_string(),
            tally.plans.to_string(),
            tally.no_goal.to_string(),
            sound.stood_still.to_string(),
            sound.off_mesh.to_string(),
            sound.through_walls.to_string(),
            record.timing.wall_seconds.to_string(),
            record.timing.worst_tick_micros.to_string(),
        ];
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
