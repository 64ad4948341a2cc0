#!/usr/bin/env python3
"""Draws the levels of the wild: levels/wild/valley.ron and levels/wild/glade.ron.

The same numbers always give the same levels. Run it in the project's folder; it writes both files and says how many things each has.
"""

import math
import random

HEADER = """// {title}: {width:.0f} by {depth:.0f} metres, drawn by scripts/make_valley.py.
// A cell is {cell:g} m. Grass `.`, meadow `,` with patches of food `g`, bank `s`, water `~`, thicket `h`, rock `#`.
"""

LEGEND = """    legend: {{
        '#': (ground: wall(material: "cliff", height: 3.5)),
        'h': (ground: wall(material: "thicket", height: 1.5)),
        '.': (ground: floor(material: "grass")),
        ',': (ground: floor(material: "meadow")),
        'f': (ground: floor(material: "forest_floor")),
        '~': (ground: water(material: "stream")),
        // Where animals drink.
        's': (ground: floor(material: "sand"), contains: [stock(name: "water", amount: 400, regrow: 20)]),
        'S': (ground: floor(material: "sand")),
        // What they eat: a patch of grass has {bites} bites and grows another in {regrow_seconds} s.
        'g': (ground: floor(material: "meadow"), contains: [stock(name: "grass", amount: {bites}, regrow: {regrow:.5f})]),
        'a': (ground: floor(material: "meadow"), contains: [stock(name: "apple", amount: {apples}, regrow: {apple_regrow:g})]),
        'r': (ground: floor(material: "meadow"), contains: [spawn("rabbit")]),
        'w': (ground: floor(material: "forest_floor"), contains: [spawn("wolf")]),
        'b': (ground: floor(material: "grass"), contains: [spawn("bear")]),
    }},
"""


class Noise:
    """Smooth random numbers between 0 and 1 over the plane."""

    def __init__(self, chance, side):
        self.side = side
        self.values = {}
        self.chance = chance
        for row in range(-2, 200):
            for column in range(-2, 200):
                self.values[(column, row)] = chance.random()

    def at(self, x, y):
        x, y = x / self.side, y / self.side
        column, row = math.floor(x), math.floor(y)
        u, v = x - column, y - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        top = self.values[(column, row)] * (1 - u) + self.values[(column + 1, row)] * u
        low = self.values[(column, row + 1)] * (1 - u) + self.values[(column + 1, row + 1)] * u
        return top * (1 - v) + low * v


class Valley:
    def __init__(self, seed, columns, rows, cell):
        self.chance = random.Random(seed)
        self.columns, self.rows, self.cell = columns, rows, cell
        self.cells = [["." for _ in range(columns)] for _ in range(rows)]
        self.props = []
        self.taken = []

    def get(self, column, row):
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.cells[row][column] if inside else "#"

    def near(self, column, row, what, reach=1):
        around = range(-reach, reach + 1)
        return any(self.get(column + i, row + j) in what for i in around for j in around)

    def ground(self, stream, ponds, wood, thicket):
        """Rock at the edges, a stream from north to south, ponds, woods and meadows."""
        edge = Noise(self.chance, 5)
        kind = Noise(self.chance, wood)
        dense = Noise(self.chance, 4)
        for row in range(self.rows):
            middle = stream(row)
            for column in range(self.columns):
                border = min(column, row, self.columns - 1 - column, self.rows - 1 - row)
                if border < 1 + 2.5 * edge.at(column, row):
                    self.cells[row][column] = "#"
                elif middle is not None and abs(column - middle) < 1.1:
                    self.cells[row][column] = "~"
                elif any(math.hypot(column - x, row - y) < r + 0.8 * edge.at(column + 50, row) for x, y, r in ponds):
                    self.cells[row][column] = "~"
                elif kind.at(column, row) > 0.62:
                    self.cells[row][column] = "h" if dense.at(column, row) > thicket else "f"
                elif kind.at(column, row) < 0.5:
                    self.cells[row][column] = ","
        for row in range(self.rows):
            for column in range(self.columns):
                if self.get(column, row) in ".,fh" and self.near(column, row, "~"):
                    self.cells[row][column] = "S"

    def fords(self, rows, stream):
        """Dry crossings of the stream."""
        for middle in rows:
            for row in range(middle - 1, middle + 2):
                for column in range(self.columns):
                    if self.get(column, row) == "~" and abs(column - stream(row)) < 4:
                        self.cells[row][column] = "S"

    def scatter(self, count, mark, where, apart, clear=1):
        """Marks this many random cells of these kinds, at least `apart` cells from each other."""
        places = [(c, r) for r in range(self.rows) for c in range(self.columns) if self.get(c, r) in where]
        self.chance.shuffle(places)
        marked = []
        for column, row in places:
            if len(marked) == count:
                break
            if self.near(column, row, "#~", clear):
                continue
            if any(max(abs(column - c), abs(row - r)) < keep for c, r, keep in self.taken):
                continue
            if all(max(abs(column - c), abs(row - r)) >= apart for c, r in marked):
                self.cells[row][column] = mark
                marked.append((column, row))
        return marked

    def place(self, name, count, where, apart, clear=1, facing=None):
        """Places this many props on random cells of these kinds, `apart` cells from each other and from other props."""
        places = [(c, r) for r in range(2, self.rows - 2) for c in range(2, self.columns - 2) if self.get(c, r) in where]
        self.chance.shuffle(places)
        placed = []
        for column, row in places:
            if len(placed) == count:
                break
            if self.near(column, row, "#~h", clear):
                continue
            if any(max(abs(column - c), abs(row - r)) < max(apart, other) for c, r, other in self.taken):
                continue
            self.taken.append((column, row, clear + 1 if facing else 1))
            placed.append((column, row))
            turn = self.chance.randrange(0, 360, 5 if facing is None else 90)
            at = ((column + 0.5) * self.cell, (row + 0.5) * self.cell)
            self.props.append(f'        (name: "{name}", at: ({at[0]:g}, {at[1]:g}), rotation: {turn}),')
        return placed

    def connected(self):
        """Fills every walkable cell that cannot be reached from the largest walkable area with rock."""
        seen, areas = set(), []
        for row in range(self.rows):
            for column in range(self.columns):
                if (column, row) in seen or self.get(column, row) in "#~h":
                    continue
                area, todo = [], [(column, row)]
                seen.add((column, row))
                while todo:
                    c, r = todo.pop()
                    area.append((c, r))
                    for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                        to = (c + step[0], r + step[1])
                        if to not in seen and self.get(*to) not in "#~h":
                            seen.add(to)
                            todo.append(to)
                areas.append(area)
        areas.sort(key=len)
        for area in areas[:-1]:
            for column, row in area:
                self.cells[row][column] = "#"

    def write(self, path, title, summary, counts, bites, regrow_seconds, apples, apple_seconds, rooms):
        count = lambda mark: sum(row.count(mark) for row in self.cells)
        with open(path, "w", encoding="utf-8") as out:
            out.write(HEADER.format(title=title, width=self.columns * self.cell, depth=self.rows * self.cell, cell=self.cell))
            out.write(f'(\n    title: "{title}",\n    summary: "{summary}",\n    cell: {self.cell:g},\n    wall_height: 3.5,\n')
            numbers = ", ".join(f'"{side}": {number}' for side, number in counts.items())
            out.write(f"    counts: {{{numbers}}},\n")
            out.write('    floors: [\n        (\n            name: "ground",\n            height: 0,\n            rows: [\n')
            for row in self.cells:
                out.write(f'                "{"".join(row)}",\n')
            out.write("            ],\n        ),\n    ],\n")
            out.write(LEGEND.format(bites=bites, regrow=1 / regrow_seconds, regrow_seconds=regrow_seconds, apples=apples, apple_regrow=round(1 / apple_seconds, 4)))
            out.write("    props: [\n" + "\n".join(self.props) + "\n    ],\n    rooms: [\n")
            for name, (left, top), (right, bottom) in rooms:
                corner = (min(int(right * self.columns), self.columns) - 1, min(int(bottom * self.rows), self.rows) - 1)
                out.write(f'        (name: "{name}", from: ({int(left * self.columns)}, {int(top * self.rows)}), to: ({corner[0]}, {corner[1]})),\n')
            out.write("    ],\n    sky: (moon_azimuth: 140, moon_elevation: 45, moon_lux: 20, ambient_light: 1.0),\n)\n")
        print(f"{path}: {count('g')} patches of grass, {count('s')} drinking places, {count('a')} under apple trees, {len(self.props)} props")


ROOMS = [
    ("north-west", (0, 0), (1 / 3, 0.5)),
    ("north", (1 / 3, 0), (2 / 3, 0.5)),
    ("north-east", (2 / 3, 0), (1, 0.5)),
    ("south-west", (0, 0.5), (1 / 3, 1)),
    ("south", (1 / 3, 0.5), (2 / 3, 1)),
    ("south-east", (2 / 3, 0.5), (1, 1)),
]


def shore(valley, every, least):
    """Turns some cells of the bank into drinking places, so far apart that each is known as one."""
    bank = [(c, r) for r in range(valley.rows) for c in range(valley.columns) if valley.get(c, r) == "S"]
    valley.chance.shuffle(bank)
    chosen = []
    for column, row in bank:
        if len(chosen) < least and all(max(abs(column - c), abs(row - r)) >= every for c, r in chosen):
            valley.cells[row][column] = "s"
            chosen.append((column, row))


def apple_trees(valley, count):
    for column, row in valley.place("apple_tree", count, ",.", 4, 1):
        for step in ((1, 0), (-1, 0), (0, 1)):
            if valley.get(column + step[0], row + step[1]) in ",.":
                valley.cells[row + step[1]][column + step[0]] = "a"
                break


# Everything that stands in a level, in the order of placing: how, the name or mark, the cells that it may stand on, how far apart, and how
# far from rock and water. Each level gives the numbers.
PLACED = [
    ("prop", "cave", ".f,", 6, 2),
    ("prop", "burrow", ",.", 3, 1),
    ("apples", "apple_tree", ",.", 4, 1),
    ("prop", "boulder", ".f", 3, 1),
    ("prop", "tree", "f", 2, 0),
    ("mark", "g", ",", 2, 0),
    ("mark", "r", ",", 1, 1),
    ("mark", "w", "f.", 2, 0),
    ("mark", "b", ".", 2, 1),
]


def furnish(level, numbers):
    """Places this many of each thing of PLACED, in its order."""
    for (how, name, where, apart, clear), count in zip(PLACED, numbers, strict=True):
        if how == "apples":
            apple_trees(level, count)
        elif how == "mark":
            level.scatter(count, name, where, apart, clear)
        else:
            level.place(name, count, where, apart, clear, facing=name == "cave" or None)


def valley():
    level = Valley(7, 76, 54, 2.0)
    stream = lambda row: 38 + 9 * math.sin(row / 8.5) + 3 * math.sin(row / 3.7)
    level.ground(stream, [(14, 40, 3.0), (62, 12, 3.4), (64, 42, 2.2)], 9, 0.6)
    level.fords([6, 15, 24, 33, 42, 49], stream)
    level.connected()
    shore(level, 2, 90)
    furnish(level, [10, 44, 26, 24, 130, 170, 110, 16, 10])
    summary = "Meadows on both sides of a stream, woods, ponds and rocks: room for three hundred animals."
    level.write("levels/wild/valley.ron", "The Valley", summary, {"rabbit": 100, "wolf": 14, "bear": 8}, 4, 75, 3, 143, ROOMS)


def glade():
    level = Valley(3, 30, 24, 2.0)
    level.ground(lambda row: None, [(19, 9, 2.6)], 6, 0.66)
    level.connected()
    shore(level, 1, 24)
    furnish(level, [2, 8, 5, 4, 14, 40, 20, 4, 4])
    summary = "A clearing with a pond: small enough to watch every animal."
    level.write("levels/wild/glade.ron", "The Glade", summary, {"rabbit": 18, "wolf": 4, "bear": 4}, 6, 45, 4, 50, ROOMS)


if __name__ == "__main__":
    valley()
    glade()
