//! A drawing as Scalable Vector Graphics: a file that any browser opens, without scripts or fonts of its own.

use std::fmt::Write;

use super::drawing::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape};

/// The margin around the drawing.
const MARGIN: f32 = 24.0;
/// The height of the title's row.
const HEAD: f32 = 30.0;

impl Diagram {
    /// The drawing as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> std::fmt::Result {
        let (width, height) = (self.size.0 + 2.0 * MARGIN, self.size.1 + 2.0 * MARGIN + HEAD);
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
            escaped(&self.title)
        )?;
        writeln!(out, r#"<g transform="translate({MARGIN} {:.1})">"#, MARGIN + HEAD)?;
        for line in &self.edges {
            write_line(out, line)?;
        }
        for block in &self.nodes {
            write_block(out, block)?;
        }
        for line in self.edges.iter().filter(|line| !line.label.is_empty()) {
            write_label(out, line)?;
        }
        writeln!(out, "</g>\n</svg>")
    }
}

fn write_line(out: &mut String, line: &DiagramEdge) -> std::fmt::Result {
    let colour = hex(line.role);
    let (dash, width) = style(line.role);
    write!(out, r#"<path d=""#)?;
    for (index, point) in line.points.iter().enumerate() {
        match (index, index.checked_sub(1).and_then(|before| line.points.get(before))) {
            (_, Some(before)) => {
                // Level at both ends, so that edges leave and reach boxes straight on.
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
            _ => write!(out, "M {:.1} {:.1}", point.0, point.1)?,
        }
    }
    writeln!(out, r#"" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>"#)?;
    let Some(&(x, y)) = line.points.last() else { return Ok(()) };
    let back = match line.points.iter().rev().nth(1) {
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

fn write_label(out: &mut String, line: &DiagramEdge) -> std::fmt::Result {
    let (x, y) = line.label_at;
    let wide = line.label.chars().count() as f32 * 5.8 + 6.0;
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
        if line.role == DiagramRole::Dead { hex(DiagramRole::Dead) } else { "#c8c8c8".to_owned() },
        escaped(&line.label)
    )
}

fn write_block(out: &mut String, block: &DiagramNode) -> std::fmt::Result {
    let ((x, y), (width, height), colour) = (block.at, block.size, hex(block.role));
    let (dash, line) = style(block.role);
    let outline = format!(r##"fill="#191c24" stroke="{colour}" stroke-width="{line}"{dash}"##);
    match block.shape {
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
    for (row, text) in std::iter::once(&block.title).chain(&block.rows).enumerate() {
        let (right, down) = Diagram::baseline(row);
        let (fill, weight) = if row == 0 { (colour.as_str(), "bold") } else { ("#c8c8c8", "normal") };
        writeln!(
            out,
            r#"<text x="{:.1}" y="{:.1}" fill="{fill}" font-weight="{weight}">{}</text>"#,
            x + right,
            y + down,
            escaped(text)
        )?;
    }
    Ok(())
}

fn style(role: DiagramRole) -> (&'static str, f32) {
    let dash = if role.is_dashed() { r#" stroke-dasharray="5 3""# } else { "" };
    (dash, if matches!(role, DiagramRole::Chosen | DiagramRole::Dead) { 2.2 } else { 1.3 })
}

fn hex(role: DiagramRole) -> String {
    let (red, green, blue) = role.colour();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
