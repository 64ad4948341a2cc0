//! Text in pages: escaping for HTML and SVG.

/// Escapes text for use in the content and in quoted attributes of HTML and SVG.
#[must_use]
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;").replace('"', "&quot;")
}
