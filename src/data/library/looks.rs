//! Checks of the prop catalogue and the graphics file.

use super::names::{self, NameIndex};
use crate::data::{document::Cursor, finding::Diagnostics, graphics::GraphicsFile, prop::PropCatalogue};

pub(super) fn check_graphics(graphics: &GraphicsFile, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (field, name) in
        [("default_quality", graphics.default_quality), ("software_quality", graphics.software_quality)]
    {
        if !graphics.qualities.contains_key(&name) {
            let known = graphics.qualities.keys().map(|name| name.as_str());
            out.push(at.field(field).unknown("quality", name.as_str(), known));
        }
    }
}

pub(super) fn check_props(props: &PropCatalogue, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (name, prop) in &props.0 {
        let at = at.entry(name.as_str());
        if prop.parts.is_empty() {
            out.push(at.field("parts").error(format!("the prop `{name}` has no parts")).help("at least one is needed"));
        }
        for (index, part) in prop.parts.iter().enumerate() {
            let at = at.field("parts").index(index);
            names::check("material", part.material, &names.materials, &at.field("material"), out);
        }
    }
}
