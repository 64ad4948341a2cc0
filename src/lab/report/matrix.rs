//! A tournament to keep and to show around: a row a matchup as CSV, the matrix as a page.

use std::fmt::Write;

use super::{page::STYLE, plots::escape, quoted};
use crate::lab::{statistics::Proportion, tournament::Tournament};

/// A row a matchup, with a head, as RFC 4180 has it.
pub fn tournament_csv(tournament: &Tournament) -> String {
    let mut text = String::from(
        "hunters,hunted,matches,hunters_won,hunters_won_low,hunters_won_high,hunted_won,hunted_won_low,hunted_won_high,\
         caught,caught_low,caught_high,median_seconds,broken\n",
    );
    for matchup in &tournament.matchups {
        let mut fields = vec![quoted(&matchup.hunters), quoted(&matchup.hunted), matchup.matches.to_string()];
        for share in [matchup.hunters_won, matchup.hunted_won, matchup.caught] {
            fields.extend([share.share, share.low, share.high].map(|number| format!("{number:.4}")));
        }
        fields.extend([matchup.seconds.median.to_string(), matchup.broken.to_string()]);
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// A page with the matrix that needs nothing beside itself: the redder a cell, the more the hunters won.
pub fn tournament_html(tournament: &Tournament) -> String {
    let mut page = format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quarry: a tournament</title><style>{STYLE}</style>\
         <h1>A tournament</h1><h2>Matches the hunters won</h2><table><tr><th>hunters \\ hunted"
    );
    for name in &tournament.hunted {
        let _ = write!(page, "<th>{}", escape(name));
    }
    for (row, name) in tournament.hunters.iter().enumerate() {
        let _ = write!(page, "<tr><td>{}", escape(name));
        for column in 0..tournament.hunted.len() {
            let Some(matchup) = tournament.matchup(row, column) else { continue };
            let heat = (matchup.hunters_won.share * 60.0).round();
            let _ = write!(
                page,
                "<td style='background:hsl(8 60% {}%)' title='{} matches, median {:.0} s, {:.0} % caught'>{}",
                14.0 + heat * 0.4,
                matchup.matches,
                matchup.seconds.median,
                matchup.caught.share * 100.0,
                percent(matchup.hunters_won),
            );
        }
    }
    page += "</table><h2>Standings</h2><table><tr><th><th>won as hunters<th>won as hunted<th>both";
    let shown = |share: Option<Proportion>| share.map_or_else(|| "-".to_owned(), percent);
    for standing in &tournament.standings {
        let both = standing.overall.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let (first, second) = (shown(standing.as_hunters), shown(standing.as_hunted));
        let _ = write!(page, "<tr><td>{}<td>{first}<td>{second}<td>{both}", escape(&standing.name));
    }
    page + "</table><p>All matchups on the same levels and seeds; shares with their 95 % interval (Wilson).</p></html>\n"
}

fn percent(share: Proportion) -> String {
    format!("{:.0} % ({:.0} to {:.0})", share.share * 100.0, share.low * 100.0, share.high * 100.0)
}
