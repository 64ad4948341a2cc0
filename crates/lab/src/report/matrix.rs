//! A tournament as CSV and as a page with the matrix of all matchups.

use std::fmt::Write;

use super::html::escape_html;
use super::{RunProgress, csv, field, html, quoted, share_columns, share_fields};
use crate::tournament::{Tournament, TournamentStanding};

/// One row per matchup, with a header, as in RFC 4180. Fields of a matchup that was not played are empty; `planned` is how
/// many matches it was to have.
pub fn tournament_csv(tournament: &Tournament, planned: usize) -> String {
    let mut columns: Vec<String> = tournament.contest.iter().map(|side| side.plural.to_owned()).collect();
    columns.extend(["matches", "planned"].map(str::to_owned));
    let score = tournament.matchups.first().and_then(|matchup| matchup.score).map(|(score, _)| score.name.to_owned());
    for share in tournament.contest.iter().map(|side| format!("{}_won", side.plural)).chain(score) {
        columns.extend(share_columns(&share));
    }
    columns.extend(["median_seconds", "broken"].map(str::to_owned));
    let rows = tournament.matchups.iter().map(|matchup| {
        let mut fields: Vec<String> = matchup.entrants.iter().map(|name| quoted(name)).collect();
        fields.extend([matchup.matches.to_string(), planned.to_string()]);
        for share in matchup.won.into_iter().chain(matchup.score.map(|(_, share)| share)) {
            fields.extend(share_fields(share));
        }
        fields.push(field(matchup.seconds, |seconds| seconds.median.to_string()));
        fields.push(matchup.broken.to_string());
        fields
    });
    csv([columns].into_iter().chain(rows))
}

/// A page with the matrix: the redder a cell, the more the first side won.
pub fn tournament_html(tournament: &Tournament, progress: &RunProgress) -> String {
    let [first, second] = tournament.contest.map(|side| escape_html(side.plural));
    let mut page = html::page("Tournament") + &progress.paragraph();
    let _ = write!(page, "<h2>{} the {first} won</h2><table><tr><th>{first} \\ {second}", tournament.unit());
    let [rows, columns] = &tournament.entrants;
    for name in columns {
        let _ = write!(page, "<th>{}", escape_html(name));
    }
    for (row, name) in rows.iter().enumerate() {
        let _ = write!(page, "<tr><td>{}", escape_html(name));
        for column in 0..columns.len() {
            let cell =
                tournament.matchup(row, column).and_then(|matchup| Some((matchup, matchup.won[0]?, matchup.seconds?)));
            let Some((matchup, won, seconds)) = cell else {
                page += "<td>–";
                continue;
            };
            let score = matchup.score.and_then(|(score, share)| {
                Some(format!(", {:.0} % {}", share?.share * 100.0, escape_html(score.title)))
            });
            let _ = write!(
                page,
                "<td style='background:hsl(8 60% {}%)' title='{} matches, median {:.0} s{}'>{}",
                14.0 + (won.share * 60.0).round() * 0.4,
                matchup.matches,
                seconds.median,
                score.unwrap_or_default(),
                won.percent(),
            );
        }
    }
    page += "</table><h2>Standings</h2>";
    let head = ["", &format!("won as {first}"), &format!("won as {second}"), "both"];
    page += &html::table(head, tournament.standings.iter().map(TournamentStanding::cells));
    page + "<p>All matchups on the same levels and seeds, with 95 % CI (Wilson).</p></html>\n"
}
