#!/usr/bin/env python3
"""Writes docs/data.md from the comments of the schemas in src/data, so that both say the same. Run it from anywhere."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "src" / "data"

INTRO = """# The data

<!-- Written by scripts/data_docs.py from the comments in src/data; change those and run it again. -->

Everything that shapes behaviour and looks is RON under `assets/` and `levels/`, in files a person can read. Distances are
metres, times seconds, angles degrees (clockwise from north, seen from above), speeds metres a second, colours sRGB from 0 to 1.

| file | what it holds |
|---|---|
| `levels/NAME.ron` | [a level](#levels) |
| `assets/props.ron` | [the prop catalogue](#props): furniture, lamps, hiding places |
| `assets/palette.ron` | [the materials](#materials-and-looks) |
| `assets/agents/NAME.ron` | [a kind of agent](#agents): side, mind, [body](#bodies), [senses](#senses), look |
| `assets/minds/NAME.ron` | [a mind](#minds): memory, facts, actions, goals |
| `assets/rules/NAME.ron` | [the rules of a match](#rules), [perception](#perception) included |
| `assets/difficulty.ron` | [how hard those are](#difficulties) who play against a person |
| `assets/graphics.ron` | [how richly is drawn](#graphics) |
| `assets/planning/NAME.ron` | [a planning problem](planning.md) on its own, for `quarry plan` |

`quarry check` reads all of them, and any file or folder it is given, and says what is wrong with file, line and column:

    levels/manor.ron:41:21: error: unknown material `plastre`
        |
     41 |         '#': (ground: wall(material: "plastre")),
        |                                      ^^^^^^^^^
      help: did you mean `plaster`?

`--json` prints the same for programs. Every subcommand that plays or shows matches refuses bad data in the same words (exit
status 2); a running program that notices a changed file keeps the last good version while the new one is wrong.

## How it is written

- The notation is [RON](https://github.com/ron-rs/ron): `( name: value )` is a group of fields, `[ a, b ]` a list,
  `{ key: value }` a map, `"text"`, `'c'` one character, `true`, numbers; `//` begins a remark. A comma may follow the last.
- A field with a default may be left out. What may be left out is written plainly (`height: 1.2`, not `Some(1.2)`).
- Unknown fields, keys that stand twice, and numbers that are not finite are refused.
- A *name* is a text in quotes that refers to something else: a material, a prop, a side, a mind, a notion.
- Variants are written by name, with their fields in brackets: `void`, `floor(material: "oak_floor")`, `spawn("hunted")`.

"""

# Title of the section, words before it, files with their types in the order of reading.
SECTIONS = [
    ("Levels", """A level is drawn as people think of it: rows of text, a character a cell, with a legend that says what each stands
for, and a list of what a grid cannot say. A row runs east (+x), rows follow each other south (+z). The cell in column `c` of
row `r` covers `c*cell .. (c+1)*cell` by `r*cell .. (r+1)*cell` metres.

Doorways and exits may be several cells wide: cells side by side are one doorway with one leaf. A ramp rises over the whole run
of cells with its character; 40 degrees is the steepest anybody walks. What is lower than a standing eye (1.65 m) can be looked
over, what is lower than 1 m hides one who crouches. `quarry check` builds the level and finds what cannot be reached on foot:
ways must be at least 0.7 m wide.

A small level:

    (
        title: "Two rooms",
        keys_needed: 1,
        keys: 1,
        floors: [(name: "ground", height: 0, rows: [
            "##########",
            "#h..#.k..#",
            "#.p.+..p.E",
            "#...#.s.w#",
            "##########",
        ])],
        legend: {
            '#': (ground: wall(material: "plaster")),
            '.': (ground: floor(material: "oak_floor")),
            '+': (ground: door(material: "oak_floor")),
            'p': (ground: floor(material: "oak_floor"), holds: [patrol]),
            'k': (ground: floor(material: "oak_floor"), holds: [key_place]),
            'h': (ground: floor(material: "oak_floor"), holds: [spawn("hunter")]),
            's': (ground: floor(material: "oak_floor"), holds: [spawn("hunted")]),
            'w': (ground: floor(material: "oak_floor"), holds: [prop(name: "wardrobe", turn: 270)]),
            'E': (ground: floor(material: "oak_floor"), holds: [exit(facing: east)]),
        },
    )

(The rules ask for three places where the hunted may start; this one would be refused until two more are drawn.)
""", ["level.rs"]),
    ("Props", """A prop is made of parts in its own axes: x to the right, y up, z towards its back; it faces -z, which is north where it
is not turned, and stands on the ground at its origin. What hangs on a wall has the wall at z = 0.375: with cells of 0.75 m that
is the middle of the cell beside it. Turned by 90 it faces east (its back to the west wall), by 180 south, by 270 west.

What is drawn is what blocks: each `solid` part stops walking, sight and projectiles. Give a prop one plain solid bulk and mark
what only pleases the eye `solid: false`: many small solids cost navigation, details cost nothing.
""", ["prop.rs"]),
    ("Materials and looks", """The palette is a map from names to surfaces.
""", ["look.rs"]),
    ("Agents", "", ["agent.rs"]),
    ("Bodies", "", ["body.rs"]),
    ("Senses", "", ["senses.rs"]),
    ("Minds", """How facts, conditions and effects are written is described in [planning.md](planning.md).
""", ["mind/mod.rs", "mind/memory.rs", "mind/query.rs", "mind/action.rs", "mind/goal.rs"]),
    ("Rules", "", ["rules.rs"]),
    ("Perception", "", ["perception.rs"]),
    ("Difficulties", "A list, from easy to hard.\n", ["difficulty.rs"]),
    ("Graphics", "", ["graphics.rs"]),
]

# The type at the root of each kind of file, by the constant that declares its ranges in src/data/ranges.rs.
ROOTS = {
    "LEVEL": "Level", "PROPS": "PropCatalogue", "PALETTE": "Palette", "AGENT": "AgentKind", "MIND": "MindFile", "RULES": "Rules",
    "DIFFICULTY": "list of Difficulty", "GRAPHICS": "GraphicsFile",
}

PLAIN = {
    "f32": "number", "f64": "number", "u8": "whole number", "u16": "whole number", "u32": "whole number", "u64": "whole number",
    "usize": "whole number", "i64": "whole number", "bool": "`true` or `false`", "String": "text", "Label": "name",
    "char": "character", "Source": "way of knowing: `seen`, `heard`, `felt`, `told`, `done`, `known`, `inferred`",
}


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def split(text):
    parts, depth, last = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "<([") - (character in ">)]")
        if character == "," and depth == 0:
            parts.append(text[last:at].strip())
            last = at + 1
    return [part for part in [*parts, text[last:].strip()] if part]


def words(kind):
    kind = kind.strip()
    if kind in PLAIN:
        return PLAIN[kind]
    if kind.split("::")[-1] == "Rgb":
        return "(number, number, number)"
    generic = re.fullmatch(r"(\w+)<(.*)>", kind)
    if generic:
        inside = split(generic[2])
        if generic[1] == "Option":
            return words(inside[0])
        if generic[1] == "Vec":
            return f"list of {words(inside[0])}"
        if generic[1] == "Entries":
            return f"map from names to {words(inside[0])}"
        if len(inside) == 1:
            return words(inside[0])
        return f"map from {words(inside[0])}s to {words(inside[1])}"
    if kind.startswith("("):
        return "(" + ", ".join(words(part) for part in split(kind[1:-1])) + ")"
    return f"[{kind}](#{kind.lower()})" if kind in TYPES else f"{kind} (see [planning.md](planning.md))"


def parse(text):
    """The public types of a file: (name, what it is, [(item, type or None, comment, [(field, type, comment)])])."""
    text = text.split("#[cfg(test)]")[0]
    found, comment, current, variant, whole_default, snakes = [], [], None, None, False, False
    for line in text.splitlines():
        strip = line.strip()
        if strip.startswith("///"):
            comment.append(strip[3:].strip())
            continue
        if strip.startswith("#["):
            if current is None:
                whole_default |= bool(re.search(r"serde\(.*\bdefault\b", strip))
            continue
        head = re.match(r"pub (struct|enum) (\w+)\s*(\{|\(pub (.*)\);)", line)
        if head:
            current = (head[2], head[1], " ".join(comment), [])
            found.append(current)
            if head[4]:
                current[3].append(("", head[4], "", []))
                current = None
            variant = None
        elif current is not None:
            if line == "}":
                current = None
            elif current[1] == "struct":
                field = re.match(r"    pub (\w+): (.*),$", line)
                if field:
                    current[3].append((field[1], field[2], " ".join(comment), []))
            else:
                opened = re.match(r"    (\w+)(?:\((.*)\))?(,| \{)$", line)
                field = re.match(r"        (\w+): (.*),$", line)
                if opened:
                    variant = (snake(opened[1]), opened[2], " ".join(comment), [])
                    current[3].append(variant)
                elif field and variant:
                    variant[3].append((field[1], field[2], " ".join(comment), []))
        comment = []
    return found


FILES = {path: parse((DATA / path).read_text()) for _, _, paths in SECTIONS for path in paths}
TYPES = {name for found in FILES.values() for name, *_ in found}
ENUMS = {name for found in FILES.values() for name, what, *_ in found if what == "enum"}
# The types that each field names: (type, field) -> types.
USERS = {
    (name, item): re.findall(r"\w+", kind or "")
    for found in FILES.values() for name, _, _, items in found for item, kind, _, _ in items
}


def declared():
    """The ranges of src/data/ranges.rs: (constant, path) -> "0.25 to 4 m"."""
    text = (DATA / "ranges.rs").read_text()
    names = dict(re.findall(r"pub const (\w+): u16 = (\d+);", text))
    found = {}
    for constant, body in re.findall(r"const (\w+): &\[NumberRange\] = &\[(.*?)\n\];", text, re.S):
        rows = re.findall(r'number\(\s*"([^"]+)",\s*([^,]+),\s*([^,]+),\s*"([^"]*)",?\s*\)', body)
        assert len(rows) == body.count("number("), constant
        for path, low, high, unit in rows:
            value = lambda written: f"{float(names.get(written.split(' as ')[0], written.replace('_', ''))):.10g}"
            plain = lambda written: value(written) if "e" not in value(written) else str(int(float(value(written))))
            space = "" if not unit or unit[0] in "°/" else " "
            found[constant, path] = f"{plain(low)} to {plain(high)}{space}{unit}"
    return found


def places():
    """Where each field stands: (type, field) -> paths of the table of ranges, found by walking the types from the roots."""
    fields = {name: items for found in FILES.values() for name, _, _, items in found}
    out = {}

    def walk(constant, kind, path, owner):
        kind = kind.strip().split("::")[-1] if "<" not in kind else kind.strip()
        generic = re.fullmatch(r"(\w+)<(.*)>", kind)
        if kind == "Rgb":
            kind = "(f32, f32, f32)"
        if generic:
            inside = split(generic[2])
            walk(constant, inside[-1], path if generic[1] in ("Option", "Box") else path + "[]", owner)
        elif kind.startswith("("):
            for index, part in enumerate(split(kind[1:-1])):
                walk(constant, part, path + f"[{index}]", owner)
        elif kind in fields and kind not in ("ExpressionData",):
            for item, inner, _, variant in fields[kind]:
                if not item:
                    walk(constant, inner, path, owner)
                elif item != snake(item) or inner is None or variant:
                    for field, deeper, _, _ in variant:
                        walk(constant, deeper, f"{path}.{field}".lstrip("."), (kind, item, field))
                elif kind in ENUMS:
                    for index, part in enumerate(split(inner)):
                        walk(constant, part, f"{path}[{index}]", (kind, item))
                else:
                    walk(constant, inner, f"{path}.{item}".lstrip("."), (kind, item))
        elif owner:
            out.setdefault(owner, []).append((constant, path))

    for constant, root in ROOTS.items():
        listed = root.startswith("list of ")
        walk(constant, root.removeprefix("list of "), "[]" if listed else "", None)
    return out


def same(pattern, path):
    """Whether a path of the table covers a place found by walking the types."""
    parts = re.findall(r"\[\d*\]|[^.\[\]]+", pattern), re.findall(r"\[\d*\]|[^.\[\]]+", path)
    one = lambda a, b: a == b or (a == "*" and b[0] != "[") or (a == "[]" and b[0] == "[")
    return len(parts[0]) == len(parts[1]) and all(map(one, *parts))


def ranges():
    """What to say of the range of each field: (type, field) -> words."""
    table, used, said = declared(), set(), {}
    for owner, paths in places().items():
        words = []
        for constant, path in paths:
            found = [key for key in table if key[0] == constant and same(key[1], path)]
            used.update(found)
            words += [(found[0], path)] if found else []
        texts = list(dict.fromkeys(table[key] for key, _ in words))
        if len(texts) == 1:
            said[owner] = f"Range: {texts[0]}."
        elif len({path for _, path in words}) == len(paths) == len(texts) and all(path.endswith("]") for _, path in words):
            said[owner] = f"Ranges: {', '.join(texts)}."
        elif texts:
            # One type at several places with ranges of their own: said where it is used.
            for key, path in words:
                part = key[1].split(".")[-2]
                for above, kind in ((a, k) for a in USERS for k in USERS[a] if k == owner[0] and a[1] == part):
                    said[above] = f"Range: {table[key]}."
    unused = [f"{constant} {path}" for constant, path in table if (constant, path) not in used]
    assert not unused, f"no field of a schema is meant by {unused} of src/data/ranges.rs"
    return said


def clean(comment):
    comment = re.sub(r"\[`?([\w:]+)`?\](?!\()", lambda link: f"`{link[1].split('::')[-1]}`", comment)
    return comment


def bracketed(kind):
    return f" {kind}" if kind.startswith("(") else f" ({kind})"


def main():
    out, said_of = [INTRO], ranges()

    def told(comment, *owner):
        return clean(" ".join(filter(None, [comment, said_of.get(owner)])))

    for title, intro, paths in SECTIONS:
        out.append(f"## {title}\n\n")
        if intro:
            out.append(intro + "\n")
        for path in paths:
            for name, what, comment, items in FILES[path]:
                out.append(f"### {name}\n\n{clean(comment)}\n\n")
                for item, kind, comment, fields in items:
                    if not item:
                        out.append(f"- {words(kind)}\n")
                        continue
                    shown = bracketed(", ".join(words(part) for part in split(kind))) if kind else ""
                    out.append(f"- `{item}`{shown}: {told(comment, name, item)}\n")
                    for field, inner, deeper, _ in fields:
                        out.append(f"  - `{field}`{bracketed(words(inner))}: {told(deeper, name, item, field)}\n")
                out.append("\n")
    (ROOT / "docs" / "data.md").write_text("".join(out).rstrip() + "\n")


if __name__ == "__main__":
    main()
