//! What pages are made of: their beginning, tables, and escaped text.

/// Escapes text for use in the content and in quoted attributes of HTML and SVG.
#[must_use]
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;").replace('"', "&quot;")
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;background:#14161a;\
color:#d8dade}h1,h2,h3,h4{font-weight:600}table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:right}\
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto;font-size:13px}text{fill:#d8dade}\
.ground{fill:#262a31}.bar{fill:#5a86c0}.whisker{stroke:#fff;fill:none}.map{background:#1f232a}.wall{fill:#59606b}\
.door{fill:#8a6a3c}.ramp{fill:#353b45}.water{fill:#25405c}.dot{opacity:.55}.bad{color:#ff7060}\
.grid{stroke:#2b3038;fill:none}.band{fill:#5a86c0;opacity:.25}.line{stroke:#8ab4e8;stroke-width:2;fill:none}";

/// The beginning of a page with its title, which is its heading too.
#[must_use]
pub fn page(title: &str) -> String {
    let title = escape_html(title);
    format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quarry: {title}</title><style>{STYLE}</style>\
         <h1>{title}</h1>"
    )
}

/// A table of plain text with a header.
#[must_use]
pub fn table<H: AsRef<str>, R: IntoIterator<Item: AsRef<str>>>(
    head: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = R>,
) -> String {
    let rows: String = rows.into_iter().map(|cells| row("td", cells)).collect();
    format!("<table>{}{rows}</table>", row("th", head))
}

fn row(tag: &str, cells: impl IntoIterator<Item: AsRef<str>>) -> String {
    let cells = cells.into_iter().map(|cell| format!("<{tag}>{}", escape_html(cell.as_ref())));
    format!("<tr>{}", cells.collect::<String>())
}
