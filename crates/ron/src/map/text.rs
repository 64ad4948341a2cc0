//! The characters of a string token, and the byte offset of each.

/// The unescaped character at byte `at` of a string, and the offset of the next one. `Ok(None)` at the end of the text, `Err` with
/// the offset of an unknown escape.
pub(super) fn next_character(text: &str, at: usize) -> Result<Option<(char, usize)>, usize> {
    let mut rest = text.get(at..).unwrap_or_default().chars();
    let Some(first) = rest.next() else { return Ok(None) };
    if first != '\\' {
        return Ok(Some((first, at + first.len_utf8())));
    }
    let Some(escape) = rest.next() else { return Ok(None) };
    let after = at + 1 + escape.len_utf8();
    let simple = match escape {
        '"' | '\'' | '\\' => Some(escape),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '0' => Some('\0'),
        _ => None,
    };
    if let Some(character) = simple {
        return Ok(Some((character, after)));
    }
    let digits = rest.as_str();
    let (hex, next) = match escape {
        'x' => (digits.get(..2), after + 2),
        'u' => {
            let inside = digits.strip_prefix('{').and_then(|inside| inside.split_once('}')).map(|(hex, _)| hex);
            (inside, after + inside.map_or(0, str::len) + 2)
        }
        _ => (None, after),
    };
    hex.filter(|hex| hex.len() <= 6)
        .and_then(|hex| u32::from_str_radix(hex, 16).ok())
        .and_then(char::from_u32)
        .map_or(Err(at), |character| Ok(Some((character, next))))
}

/// The unescaped characters of a token (`"..."`, `'...'`, `r#"..."#`), each with its byte offset from the start of the token.
pub(super) fn characters(token: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    if let Some(raw) = token.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let start = 1 + hashes + 1;
        let end = token.len().saturating_sub(1 + hashes);
        let inside = token.get(start..end).unwrap_or_default();
        found.extend(inside.char_indices().map(|(at, character)| (start + at, character)));
        return found;
    }
    let end = token.len().saturating_sub(1);
    let mut at = 1;
    while at < end {
        let Ok(Some((character, next))) = next_character(token, at) else { break };
        found.push((at, character));
        at = next;
    }
    found
}
