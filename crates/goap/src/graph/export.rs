//! Diagrams as files: Scalable Vector Graphics, which any browser opens, and the DOT language of Graphviz.

use std::fmt::Write;

use super::diagram::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape};

/// Margin around an SVG diagram.
const MARGIN: f32 = 24.0;
/// Height of the heading.
const HEADING: f32 = 30.0;

impl Diagram {
    /// The diagram as a Graphviz document. Graphviz places the boxes itself.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_dot(&mut out);
        out
    }

    fn write_dot(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "digraph {{")?;
        writeln!(out, "  label={};", dot_string(&self.title))?;
        writeln!(out, "  labelloc=t;\n  rankdir=LR;")?;
        writeln!(out, "  node [fontname=\"sans-serif\", fontsize=10];")?;
        writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
        for (index, node) in self.nodes.iter().enumerate() {
            let label: Vec<&str> = std::iter::once(&node.title).chain(&node.rows).map(String::as_str).collect();
            let (shape, rounded) = match node.shape {
                NodeShape::Square => ("box", ""),
                NodeShape::Round => ("box", "rounded"),
                NodeShape::Flag => ("cds", ""),
            };
            let dashed = if node.role.is_dashed() { "dashed" } else { "" };
            let style = [rounded, dashed].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",");
            let label = dot_string(&label.join("\n"));
            writeln!(out, "  n{index} [label={label}, shape={shape}, style=\"{style}\"{}];", dot_stroke(node.role))?;
        }
        for edge in &self.edges {
            let style = if edge.role.is_dashed() { "dashed" } else { "solid" };
            let (label, stroke) = (dot_string(&edge.label), dot_stroke(edge.role));
            writeln!(out, "  n{} -> n{} [label={label}, style={style}{stroke}];", edge.from, edge.to)?;
        }
        writeln!(out, "}}")
    }

    /// The diagram as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> std::fmt::Result {
        let (width, height) = (self.size.0 + 2.0 * MARGIN, self.size.1 + 2.0 * MARGIN + HEADING);
        let width = width.max(self.title.chars().count() as f32 * 9.0 + 2.0 * MARGIN);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="12">"#
        )?;
        writeln!(out, r##"<rect width="100%" height="100%" fill="#0e1016"/>"##)?;
        writeln!(
            out,
            r##"<text x="{MARGIN}" y="{:.1}" font-size="16" fill="{}">{}</text>"##,
            MARGIN + 4.0,
            hex(DiagramRole::Goal),
            escape_xml(&self.title)
        )?;
        writeln!(out, r#"<g transform="translate({MARGIN} {:.1})">"#, MARGIN + HEADING)?;
        for edge in &self.edges {
            write_edge(out, edge)?;
        }
        for node in &self.nodes {
            write_node(out, node)?;
        }
        for edge in self.edges.iter().filter(|edge| !edge.label.is_empty()) {
            write_label(out, edge)?;
        }
        writeln!(out, "</g>\n</svg>")
    }
}

fn write_edge(out: &mut String, edge: &DiagramEdge) -> std::fmt::Result {
    let colour = hex(edge.role);
    let (dash, width) = stroke(edge.role);
    write!(out, r#"<path d=""#)?;
    for (index, point) in edge.points.iter().enumerate() {
        match index.checked_sub(1).and_then(|before| edge.points.get(before)) {
            Some(before) => {
                // Horizontal at both ends, so that edges leave and reach boxes at a right angle.
                let bend = (point.0 - before.0) * 0.5;
                write!(
                    out,
                    " C {:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                    before.0 + bend,
                    before.1,
                    point.0 - bend,
                    point.1,
                    point.0,
                    point.1
                )?;
            }
            None => write!(out, "M {:.1} {:.1}", point.0, point.1)?,
        }
    }
    writeln!(out, r#"" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>"#)?;
    let Some(&(x, y)) = edge.points.last() else { return Ok(()) };
    let back = match edge.points.iter().rev().nth(1) {
        Some(before) if before.0 > x => 8.0,
        _ => -8.0,
    };
    writeln!(
        out,
        r#"<path d="M {x:.1} {y:.1} L {:.1} {:.1} L {:.1} {:.1} Z" fill="{colour}"/>"#,
        x + back,
        y - 4.0,
        x + back,
        y + 4.0
    )
}

fn write_label(out: &mut String, edge: &DiagramEdge) -> std::fmt::Result {
    let (x, y) = edge.label_at;
    let wide = edge.label.chars().count() as f32 * 5.8 + 6.0;
    writeln!(
        out,
        r##"<rect x="{:.1}" y="{:.1}" width="{wide:.1}" height="14" rx="3" fill="#0e1016" fill-opacity="0.86"/>"##,
        x - wide * 0.5,
        y - 7.0
    )?;
    writeln!(
        out,
        r##"<text x="{x:.1}" y="{:.1}" font-size="10.5" text-anchor="middle" fill="{}">{}</text>"##,
        y + 3.6,
        if edge.role == DiagramRole::Dead { hex(DiagramRole::Dead) } else { "#c8c8c8".to_owned() },
        escape_xml(&edge.label)
    )
}

fn write_node(out: &mut String, node: &DiagramNode) -> std::fmt::Result {
    let ((x, y), (width, height), colour) = (node.at, node.size, hex(node.role));
    let (dash, line) = stroke(node.role);
    let outline = format!(r##"fill="#191c24" stroke="{colour}" stroke-width="{line}"{dash}"##);
    match node.shape {
        NodeShape::Flag => writeln!(
            out,
            r#"<path d="M {x:.1} {y:.1} h {:.1} l 12 {:.1} l -12 {:.1} h -{:.1} Z" {outline}/>"#,
            width - 12.0,
            height * 0.5,
            height * 0.5,
            width - 12.0
        )?,
        shape => {
            let round = if shape == NodeShape::Round { height.min(30.0) * 0.5 } else { 3.0 };
            writeln!(
                out,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{round:.1}" {outline}/>"#
            )?;
        }
    }
    for (row, text) in std::iter::once(&node.title).chain(&node.rows).enumerate() {
        let (right, down) = Diagram::baseline(row);
        let (fill, weight) = if row == 0 { (colour.as_str(), "bold") } else { ("#c8c8c8", "normal") };
        writeln!(
            out,
            r#"<text x="{:.1}" y="{:.1}" fill="{fill}" font-weight="{weight}">{}</text>"#,
            x + right,
            y + down,
            escape_xml(text)
        )?;
    }
    Ok(())
}

/// The dash attribute and the width of an outline in SVG.
fn stroke(role: DiagramRole) -> (&'static str, f32) {
    let dash = if role.is_dashed() { r#" stroke-dasharray="5 3""# } else { "" };
    (dash, if is_bold(role) { 2.2 } else { 1.3 })
}

/// The width and colour of an outline in DOT, for the roles that stand out on a white page.
fn dot_stroke(role: DiagramRole) -> &'static str {
    match role {
        DiagramRole::Chosen => ", penwidth=2, color=\"#2a7a2a\"",
        DiagramRole::Dead => ", penwidth=2, color=\"#b03020\"",
        _ => "",
    }
}

const fn is_bold(role: DiagramRole) -> bool {
    matches!(role, DiagramRole::Chosen | DiagramRole::Dead)
}

fn hex(role: DiagramRole) -> String {
    let (red, green, blue) = role.colour();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for use in the content and in quoted attributes of XML.
fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;").replace('"', "&quot;")
}

fn dot_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
