//! A tournament as CSV and as a page with the matrix of all matchups.

use std::fmt::Write;

use super::{RunProgress, escape::escape_html, field, page::STYLE, quoted};
use crate::lab::{statistics::or_dash, tournament::Tournament};

/// One row per matchup, with a header, as in RFC 4180. Fields of a matchup that was not played are empty; `planned` is how
/// many matches it was to have.
pub fn tournament_csv(tournament: &Tournament, planned: usize) -> String {
    let mut text = String::from(
        "hunters,hunted,matches,planned,hunters_won,hunters_won_low,hunters_won_high,hunted_won,hunted_won_low,\
         hunted_won_high,caught,caught_low,caught_high,median_seconds,broken\n",
    );
    for matchup in &tournament.matchups {
        let mut fields =
            vec![quoted(&matchup.hunters), quoted(&matchup.hunted), matchup.matches.to_string(), planned.to_string()];
        for share in [matchup.hunters_won, matchup.hunted_won, matchup.caught] {
            let number = |number: f64| format!("{number:.4}");
            fields.push(field(share, |share| number(share.share)));
            fields.push(field(share, |share| number(share.low)));
            fields.push(field(share, |share| number(share.high)));
        }
        fields.push(field(matchup.seconds, |seconds| seconds.median.to_string()));
        fields.push(matchup.broken.to_string());
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// A page with the matrix: the redder a cell, the more the hunters won.
pub fn tournament_html(tournament: &Tournament, progress: &RunProgress) -> String {
    let mut page = format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quarry: tournament</title><style>{STYLE}</style>\
         <h1>Tournament</h1>{}<h2>Matches the hunters won</h2><table><tr><th>hunters \\ hunted",
        progress.paragraph()
    );
    for name in &tournament.hunted {
        let _ = write!(page, "<th>{}", escape_html(name));
    }
    for (row, name) in tournament.hunters.iter().enumerate() {
        let _ = write!(page, "<tr><td>{}", escape_html(name));
        for column in 0..tournament.hunted.len() {
            let cell = tournament
                .matchup(row, column)
                .and_then(|matchup| Some((matchup.matches, matchup.hunters_won?, matchup.seconds?, matchup.caught?)));
            let Some((matches, won, seconds, caught)) = cell else {
                page += "<td>–";
                continue;
            };
            let _ = write!(
                page,
                "<td style='background:hsl(8 60% {}%)' title='{matches} matches, median {:.0} s, {:.0} % caught'>{}",
                14.0 + (won.share * 60.0).round() * 0.4,
                seconds.median,
                caught.share * 100.0,
                won.percent(),
            );
        }
    }
    page += "</table><h2>Standings</h2><table><tr><th><th>won as hunters<th>won as hunted<th>both";
    for standing in &tournament.standings {
        let both = or_dash(standing.overall, |share| format!("{:.0} %", share * 100.0));
        let first = or_dash(standing.as_hunters, |share| share.percent());
        let second = or_dash(standing.as_hunted, |share| share.percent());
        let _ = write!(page, "<tr><td>{}<td>{first}<td>{second}<td>{both}", escape_html(&standing.name));
    }
    page + "</table><p>All matchups on the same levels and seeds, with 95 % CI (Wilson).</p></html>\n"
}
