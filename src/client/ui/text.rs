//! Display text: names of data, counts, times. English throughout.

use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::GOAP;

/// A data name as people write it: `collect_keys` becomes "collect keys".
pub fn humanize(name: Label) -> String {
    name.as_str().replace('_', " ")
}

/// The title of a kind of brain, or the name of a brain file.
pub fn brain_title(kind: Label) -> String {
    match kind.as_str() {
        GOAP => "Planner (GOAP)".to_owned(),
        "state_machine" => "State machine".to_owned(),
        "behaviour_tree" => "Behaviour tree".to_owned(),
        "utility" => "Utility table".to_owned(),
        other => humanize(label(other)),
    }
}

/// The words with a capital letter at the beginning.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A count with its noun in the right number: "1 step", "2 steps".
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Game time as minutes and seconds: "3:07".
pub fn format_clock(seconds: f32) -> String {
    let whole = seconds.max(0.0).floor() as u32;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// A playback speed: "2x" or "1/2x".
pub fn format_speed(speed: f32) -> String {
    if speed >= 1.0 { format!("{speed:.0}x") } else { format!("1/{:.0}x", 1.0 / speed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_count() {
        assert_eq!([counted(0, "fact"), counted(1, "fact"), counted(2, "fact")], ["0 facts", "1 fact", "2 facts"]);
    }
}
