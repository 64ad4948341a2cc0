#!/usr/bin/env python3
"""Draws the levels of the commander: levels/commander/duel.ron and levels/commander/highlands.ron.

Only what belongs to red and to the middle is given; a rotation of the map by 180 degrees adds blue's, so that both sides have the same
distances. The script refuses to write a level in which something cannot be reached. Run it in the project's folder.

A cell is 2 m. A plot is 2 x 2 cells and is named by its north-west cell; a base is named by the north-west cell of its command post.
"""

import heapq
import math
import random

CELL = 2
# Cells that block walking: rock, thicket, ruins, plots, void below a hill, the rim of a hill.
BLOCKED = "#hX-P ="
# What becomes of a mark when the map is rotated.
TWINS = {"r": "u", "u": "r", ">": "<", "<": ">"}

LEGEND = """    legend: {
        ' ': (ground: void),
        '#': (ground: wall(material: "cliff", height: 3.5)),
        'h': (ground: wall(material: "thicket", height: 2.2)),
        'X': (ground: wall(material: "stone_blocks", height: 2.6)),
        // Ruins low enough to see and shoot over.
        '-': (ground: wall(material: "rubble", height: 0.9)),
        // Plots: low platforms that nobody walks on. The centres are in `game`.
        'P': (ground: wall(material: "foundation", height: 0.15)),
        '.': (ground: floor(material: "grass")),
        ',': (ground: floor(material: "meadow")),
        ':': (ground: floor(material: "earth")),
        'm': (ground: floor(material: "earth"), contains: [stock(name: "minerals", amount: 1500)]),
        // Where the units of a base gather.
        'b': (ground: floor(material: "earth"), contains: [stock(name: "base_site", amount: 1)]),
        'r': (ground: floor(material: "earth"), contains: [spawn("red")]),
        'u': (ground: floor(material: "earth"), contains: [spawn("blue")]),
"""
HILL_LEGEND = """        // The rim of a hill, as high as its ground, and the ramps up to it.
        '=': (ground: wall(material: "rock", height: 1.5)),
        '>': (ground: ramp(material: "gravel", direction: east, rise: 1.5)),
        '<': (ground: ramp(material: "gravel", direction: west, rise: 1.5)),
"""

# Around a command post whose open side is the south-east: the centres of the eight fields of minerals, in cells from its centre. All
# are 7 to 7.7 m away, with a free cell between any two.
MINERALS = [(-0.5, 3.5), (-2.5, 2.5), (-3.5, 0.5), (-3.5, -1.5), (-1.5, -3.5), (0.5, -3.5), (2.5, -2.5), (3.5, -0.5)]
# A free cell lies between it and the nearest field, wide enough for those that walk past.
GEYSER = (2, 4)
BASE_SITE = (3.5, 1.5)
SPAWN = (1.5, 1.5)
# The number of plots of a base, by what is in its name.
PLOTS = [("main", 12), ("natural", 10), ("third", 8), ("centre", 4)]


class Noise:
    """Smooth random numbers between 0 and 1 over the plane."""

    def __init__(self, chance, side):
        self.side = side
        self.values = {(c, r): chance.random() for c in range(-2, 60) for r in range(-2, 60)}

    def at(self, x, y):
        x, y = x / self.side, y / self.side
        column, row = math.floor(x), math.floor(y)
        u, v = x - column, y - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        top = self.values[(column, row)] * (1 - u) + self.values[(column + 1, row)] * u
        low = self.values[(column, row + 1)] * (1 - u) + self.values[(column + 1, row + 1)] * u
        return top * (1 - v) + low * v


class Base:
    def __init__(self, name, main_of, post, plots, geyser, site, minerals):
        self.name, self.main_of, self.post, self.plots = name, main_of, post, plots
        self.geyser, self.site, self.minerals = geyser, site, minerals


class Map:
    def __init__(self, seed, columns, rows):
        self.chance = random.Random(seed)
        self.columns, self.rows = columns, rows
        self.cells = [["#"] * columns for _ in range(rows)]
        self.hill = [[" "] * columns for _ in range(rows)]
        self.has_hill = False
        self.bases, self.forward, self.rooms, self.props = [], {"red": [], "blue": []}, [], []
        self.edge = Noise(self.chance, 2.3)

    # Drawing. Everything is drawn twice.

    def get(self, column, row):
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.cells[row][column] if inside else "#"

    def twin(self, column, row, width=1):
        """The place of a cell, or of a square of cells named by its north-west one, after the rotation."""
        return self.columns - width - column, self.rows - width - row

    def put(self, column, row, mark, cells=None):
        cells = cells or self.cells
        cells[row][column] = mark
        column, row = self.twin(column, row)
        cells[row][column] = TWINS.get(mark, mark)

    def carve(self, left, top, right, bottom, rough=True):
        """Clears a rectangle, both corners included. A rough one keeps some rock along its edges, so that it never opens a wall."""
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                depth = min(column - left, row - top, right - column, bottom - row)
                corner = min(column - left, right - column) + min(row - top, bottom - row)
                kept = rough and (depth < 1 and self.edge.at(column, row) > 0.6 or corner < 2 and self.edge.at(row, column) > 0.3)
                if not kept:
                    self.put(column, row, ".")

    def fill(self, mark, left, top, right, bottom):
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self.put(column, row, mark)

    def clump(self, mark, column, row, radius):
        """A round patch with rough edges, only on open ground."""
        reach = math.ceil(radius) + 1
        for y in range(row - reach, row + reach + 1):
            for x in range(column - reach, column + reach + 1):
                if math.hypot(x - column, y - row) < radius + 1.2 * (self.edge.at(x, y) - 0.5) and self.get(x, y) == ".":
                    self.put(x, y, mark)

    def widen(self):
        """Turns open cells into rock or thicket where no square of 2 x 2 cells fits, until none is left."""
        again = True
        while again:
            again = False
            for row in range(self.rows):
                for column in range(self.columns):
                    if self.get(column, row) in BLOCKED:
                        continue
                    squares = [(column - i, row - j) for i in (0, 1) for j in (0, 1)]
                    if not any(self.is_open(*square, 2) for square in squares):
                        beside = [self.get(column + i, row + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                        self.put(column, row, "h" if "h" in beside else "#")
                        again = True

    def is_open(self, column, row, width):
        """Whether a square of cells, named by its north-west one, has neither rock nor anything else that blocks walking."""
        return all(self.get(column + i, row + j) not in BLOCKED for i in range(width) for j in range(width))

    # What the game needs.

    def plot(self, column, row):
        """Draws a plot and clears the cells around it."""
        for y in range(row - 1, row + 3):
            for x in range(column - 1, column + 3):
                assert self.get(x, y) != "P", f"the plot at {column}, {row} touches another one"
                if not (1 < x < self.columns - 2 and 1 < y < self.rows - 2):
                    continue
                if self.get(x, y) in "#hX-":
                    self.put(x, y, ".")
        for y in (row, row + 1):
            for x in (column, column + 1):
                assert self.get(x, y) == ".", f"the plot at {column}, {row} covers `{self.get(x, y)}`"
                self.put(x, y, "P")

    def base(self, name, twin_name, post, exit_to, plots, main=False):
        """A base and its twin. `exit_to` is the open side: (1, -1) is the north-east."""
        column, row = post[0] + 1, post[1] + 1
        turned = lambda offset: (column + offset[0] * exit_to[0], row + offset[1] * exit_to[1])
        cell = lambda offset: tuple(math.floor(value) for value in turned(offset))
        for y in range(row - 5, row + 5):
            for x in range(column - 5, column + 5):
                near = math.hypot(x + 0.5 - column, y + 0.5 - row) < 4.8
                if near and 1 < x < self.columns - 2 and 1 < y < self.rows - 2 and self.get(x, y) in "#hX-":
                    self.put(x, y, ".")
        self.plot(*post)
        geyser = tuple(value - 1 for value in turned(GEYSER))
        self.plot(*geyser)
        minerals = [cell(offset) for offset in MINERALS]
        site = cell(BASE_SITE)
        for place, mark in [(place, "m") for place in minerals] + [(site, "b")] + ([(cell(SPAWN), "r")] if main else []):
            assert self.get(*place) == ".", f"{name}: `{self.get(*place)}` at {place}"
            self.put(*place, mark)
        for plot in plots:
            self.plot(*plot)
        plots = sorted(plots, key=lambda plot: math.hypot(plot[0] - post[0], plot[1] - post[1]))
        self.bases.append(Base(name, "red" if main else None, post, plots, geyser, site, minerals))
        both = lambda squares, width: [self.twin(*square, width) for square in squares]
        twins = (self.twin(*post, 2), both(plots, 2), self.twin(*geyser, 2), self.twin(*site), both(minerals, 1))
        self.bases.append(Base(twin_name, "blue" if main else None, *twins))

    def forward_plots(self, plots):
        """Plots of red near blue, and their twins."""
        for plot in plots:
            self.plot(*plot)
            self.forward["red"].append(plot)
            self.forward["blue"].append(self.twin(*plot, 2))

    def room(self, name, twin_name, left, top, right, bottom):
        self.rooms.append((name, (left, top), (right, bottom)))
        if twin_name:
            self.rooms.append((twin_name, self.twin(right, bottom), self.twin(left, top)))

    def raise_hill(self, left, top, right, bottom):
        """A hill with this ground, and ramps in the middle of its west and east sides."""
        self.has_hill = True
        self.fill("=", left - 1, top - 1, right + 1, bottom + 1)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self.put(column, row, " ")
                self.put(column, row, ",", self.hill)
        middle = (top + bottom) // 2
        for row in range(middle - 1, middle + 3):
            for step in (1, 2):
                self.put(left - step, row, ">")
                self.put(right + step, row, "<")

    def ground(self):
        """Trodden earth at the bases, meadows in the open."""
        kind = Noise(self.chance, 6)
        posts = [(base.post[0] + 1, base.post[1] + 1) for base in self.bases]
        for row in range(self.rows):
            for column in range(self.columns):
                if self.get(column, row) != ".":
                    continue
                near = min(math.hypot(column + 0.5 - x, row + 0.5 - y) for x, y in posts)
                if near < 4.6:
                    self.put(column, row, ":")
                elif kind.at(column, row) < 0.45:
                    self.put(column, row, ",")

    def decorate(self, trees, boulders):
        """Trees in the thickets, boulders in corners of rock with open ground before them."""
        def prop(name, column, row):
            turn = self.chance.randrange(0, 180, 5)
            for (x, y), angle in (((column, row), turn), (self.twin(column, row), turn + 180)):
                self.props.append((name, ((x + 0.5) * CELL, (y + 0.5) * CELL), angle))

        half = [(c, r) for r in range(self.rows // 2) for c in range(self.columns)]
        self.chance.shuffle(half)
        for place in [place for place in half if self.get(*place) == "h"][:trees]:
            prop("tree", *place)
        placed = []
        for column, row in half:
            rock = lambda i, j: self.get(column + i, row + j) == "#"
            corners = [(i, j) for i in (-1, 1) for j in (-1, 1) if rock(i, 0) and rock(0, j)]
            open_ground = any(self.is_open(column - (3 if i > 0 else -1), row - (3 if j > 0 else -1), 3) for i, j in corners)
            apart = all(max(abs(column - x), abs(row - y)) > 4 for x, y in placed)
            if self.get(column, row) in ".," and open_ground and apart and len(placed) < boulders:
                placed.append((column, row))
                prop("boulder", column, row)
        self.boulders = {(int(x / CELL), int(y / CELL)) for name, (x, y), _ in self.props if name == "boulder"}

    # Checks.

    def check(self):
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = self.twin(column, row)
                mark = self.get(column, row)
                assert self.get(x, y) == TWINS.get(mark, mark), f"not symmetric at {column}, {row}"
                assert (self.hill[row][column] == " ") == (self.hill[y][x] == " ")
                border = min(column, row, self.columns - 1 - column, self.rows - 1 - row) < 2
                assert not border or mark == "#", f"the border is open at {column}, {row}"
        posts = [base.post for base in self.bases]
        sites = [base.site for base in self.bases]
        assert len(set(sites)) == len(sites) and all(self.get(*site) == "b" for site in sites)
        counts = {mark: sum(row.count(mark) for row in self.cells) for mark in "bmru"}
        assert counts == {"b": len(posts), "m": 8 * len(posts), "r": 1, "u": 1}, counts

        single, double = self.reached(sites[0], 1), self.reached(sites[0], 2)
        for base in self.bases:
            x, y = base.site
            near = [(x - i, y - j) for i in (0, 1) for j in (0, 1)]
            assert any(square in double for square in near), f"{base.name}: no way 2 cells wide"
            metres = lambda a, b: CELL * math.hypot(a[0] - b[0], a[1] - b[1])
            centre = (base.post[0] + 1, base.post[1] + 1)
            for field in base.minerals:
                middle = (field[0] + 0.5, field[1] + 0.5)
                assert field in single and 6 <= metres(middle, centre) <= 8
                assert min(posts, key=lambda post: metres(middle, (post[0] + 1, post[1] + 1))) == base.post
            assert 6 <= metres((x + 0.5, y + 0.5), centre) <= 8
            assert 6 <= metres((base.geyser[0] + 1, base.geyser[1] + 1), centre) <= 9
            assert len(base.plots) == next((number for kind, number in PLOTS if kind in base.name)), base.name
        everything = posts + [plot for base in self.bases for plot in base.plots + [base.geyser]]
        for column, row in everything + self.forward["red"] + self.forward["blue"]:
            beside = [
                [(column + i, row - 1) for i in (0, 1)],
                [(column + i, row + 2) for i in (0, 1)],
                [(column - 1, row + i) for i in (0, 1)],
                [(column + 2, row + i) for i in (0, 1)],
            ]
            assert sum(all(cell in single for cell in side) for side in beside) >= 2, f"plot {column}, {row}"
        inside = [cell for cell in self.open_cells() if cell not in single]
        assert not inside, f"cannot be reached: {inside}"
        self.report()

    def open_cells(self):
        cells = [(c, r) for r in range(self.rows) for c in range(self.columns)]
        return [cell for cell in cells if self.walkable(*cell)]

    def walkable(self, column, row):
        if (column, row) in self.boulders:
            return False
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.get(column, row) not in BLOCKED or inside and self.hill[row][column] != " "

    def steps(self, cell, width):
        """The cells beside a cell, or the squares beside a square, that a step leads to. The rim of a hill leaves only its ramps."""
        free = lambda c, r: all(self.walkable(c + i, r + j) for i in range(width) for j in range(width))
        for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if free(cell[0] + i, cell[1] + j):
                yield (cell[0] + i, cell[1] + j)

    def reached(self, start, width):
        squares = [(start[0] - i, start[1] - j) for i in range(width) for j in range(width)]
        squares = [s for s in squares if all(self.walkable(s[0] + i, s[1] + j) for i in range(width) for j in range(width))]
        seen, todo = set(squares[:1]), squares[:1]
        while todo:
            for cell in self.steps(todo.pop(), width):
                if cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return seen

    def distances(self, start):
        """The way from a cell to all others, in metres, with diagonal steps where both corners are free."""
        found, todo = {}, [(0.0, start)]
        while todo:
            way, cell = heapq.heappop(todo)
            if cell in found:
                continue
            found[cell] = way
            straight = set(self.steps(cell, 1))
            for there in straight:
                heapq.heappush(todo, (way + CELL, there))
            for i, j in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                if (cell[0] + i, cell[1]) in straight and (cell[0], cell[1] + j) in straight and self.walkable(cell[0] + i, cell[1] + j):
                    heapq.heappush(todo, (way + CELL * math.sqrt(2), (cell[0] + i, cell[1] + j)))
        return found

    def report(self):
        main = {base.main_of: base for base in self.bases if base.main_of}
        ways = {side: self.distances(base.site) for side, base in main.items()}
        for base in self.bases:
            print(f"  {base.name}: {ways['red'][base.site]:.0f} m from red, {ways['blue'][base.site]:.0f} m from blue")
        for column, row in self.forward["red"]:
            beside = [(column + i, row + j) for i in range(-1, 3) for j in range(-1, 3)]
            red, blue = (min(ways[side][cell] for cell in beside if cell in ways[side]) for side in ("red", "blue"))
            share = red / (red + blue)
            print(f"  forward ({column}, {row}): {red:.0f} m of {red + blue:.0f} m")
            assert 0.55 <= share <= 0.78, share

    def write(self, path, title, summary, notes):
        size = f"{self.columns * CELL} by {self.rows * CELL} metres"
        middle = lambda square: f"({(square[0] + 1) * CELL}, {(square[1] + 1) * CELL})"
        listed = lambda squares: "[" + ", ".join(middle(square) for square in squares) + "]"
        with open(path, "w", encoding="utf-8") as out:
            out.write(f"// {title}: {size}, drawn by scripts/make_commander_levels.py. Turned by 180° it is the same.\n{notes}(\n")
            out.write(f'    title: "{title}",\n    summary: "{summary}",\n    cell: {CELL},\n    wall_height: 3.5,\n    floors: [\n')
            floors = [("ground", 0, self.cells)] + ([("hills", 1.5, self.hill)] if self.has_hill else [])
            for name, height, cells in floors:
                out.write(f'        (\n            name: "{name}",\n            height: {height},\n            rows: [\n')
                out.writelines(f'                "{"".join(row)}",\n' for row in cells)
                out.write("            ],\n        ),\n")
            drawn = {mark for _, _, cells in floors for row in cells for mark in row}
            legend = LEGEND + (HILL_LEGEND if self.has_hill else "") + "    },\n"
            lines = [line for line in legend.splitlines(True) if not line.startswith("        '") or line[9] in drawn]
            out.write("    ],\n" + "".join(lines) + "    props: [\n")
            for name, at, turn in sorted(self.props):
                out.write(f'        (name: "{name}", at: ({at[0]:g}, {at[1]:g}), rotation: {turn}),\n')
            out.write("    ],\n    rooms: [\n")
            for name, start, end in self.rooms:
                out.write(f'        (name: "{name}", from: ({start[0]}, {start[1]}), to: ({end[0]}, {end[1]})),\n')
            out.write("    ],\n    sky: (moon_azimuth: 140, moon_elevation: 50, moon_lux: 20, ambient_light: 1.0),\n")
            out.write("    // Places are the centres of plots of 4 by 4 metres, those of a base nearest first: metres east and south.\n")
            out.write("    game: (\n        bases: [\n")
            for base in self.bases:
                out.write(f'            (\n                name: "{base.name}",\n')
                if base.main_of:
                    out.write(f'                main_of: "{base.main_of}",\n')
                out.write(f"                at: {middle(base.post)},\n                plots: [\n")
                for start in range(0, len(base.plots), 6):
                    row = ", ".join(middle(plot) for plot in base.plots[start : start + 6])
                    out.write(f"                    {row},\n")
                out.write("                ],\n")
                out.write(f"                geysers: {listed([base.geyser])},\n            ),\n")
            out.write("        ],\n        forward: {\n")
            for side, plots in self.forward.items():
                out.write(f'            "{side}": {listed(plots)},\n')
            out.write("        },\n    ),\n)\n")
        print(f"{path}: {size}, {len(self.bases)} bases, {len(self.props)} props")


# The twelve plots of red's main, the same in both levels: two columns in the east, with a lane to the side gate, and a group in the south.
MAIN_PLOTS = [(13, 2), (16, 2), (13, 5), (16, 5), (13, 8), (16, 8), (13, 12), (16, 12), (13, 15), (3, 12), (3, 15), (6, 14)]


def mains(level):
    """Red's main in the north-west with its two exits, and its natural expansion to the south of it."""
    level.carve(2, 2, 18, 17)
    level.carve(9, 16, 12, 22, rough=False)
    level.carve(2, 21, 17, 35)
    # The side gate.
    level.carve(17, 10, 23, 11, rough=False)


def duel():
    level = Map(5, 56, 38)
    mains(level)
    level.carve(16, 23, 22, 28, rough=False)
    level.carve(16, 30, 22, 32, rough=False)
    level.carve(22, 2, 35, 13)
    level.carve(22, 13, 33, 24)
    level.carve(21, 10, 25, 15, rough=False)
    # The pocket of the forward plots, and a second place for one.
    level.carve(32, 29, 35, 35)
    level.carve(32, 15, 36, 18)
    level.carve(34, 9, 35, 15, rough=False)
    level.fill("#", 26, 18, 29, 19)
    level.clump("h", 30, 16, 1.3)
    level.clump("h", 22, 22, 1.2)
    level.fill("-", 24, 16, 25, 16)
    level.fill("X", 24, 17, 24, 17)
    level.widen()
    level.base("west_main", "east_main", (7, 6), (1, 1), MAIN_PLOTS, main=True)
    level.base("west_natural", "east_natural", (7, 27), (1, -1), [(15, 21), (3, 21), (11, 33), (14, 33), (4, 33), (13, 30), (7, 34), (17, 28), (17, 31), (17, 34)])
    level.base("centre_north", "centre_south", (27, 5), (1, 1), [(33, 2), (33, 9), (30, 15), (22, 13)])
    level.forward_plots([(33, 30), (33, 33), (34, 16)])
    level.room("west_main", "east_main", 2, 2, 20, 18)
    level.room("west_natural", "east_natural", 2, 19, 19, 35)
    level.room("centre_north", "centre_south", 21, 2, 36, 12)
    level.room("centre", None, 21, 13, 34, 24)
    level.ground()
    level.decorate(6, 9)
    level.check()
    notes = (
        "// Red has its main in the north-west and expands to the south-west; blue has its main in the south-east. One exit of a main leads\n"
        "// through the natural expansion, a side gate leads to one of the two bases in the middle. Rock `#`, thicket `h` and ruins `X` hide units.\n"
    )
    level.write("levels/commander/duel.ron", "The Duel", "Two bases a side and two in the middle, with two ways to each main.", notes)


def highlands():
    level = Map(11, 76, 56)
    mains(level)
    level.carve(16, 23, 23, 28, rough=False)
    level.carve(12, 34, 15, 40, rough=False)
    level.carve(2, 39, 17, 53)
    level.carve(16, 43, 23, 47, rough=False)
    level.carve(22, 4, 53, 51)
    # The pocket of the forward plots.
    level.carve(40, 50, 49, 53, rough=False)
    # Ridges, which divide the middle into lanes.
    level.fill("#", 22, 15, 29, 17)
    level.fill("#", 22, 35, 28, 37)
    level.clump("#", 31, 8, 1.6)
    level.clump("#", 44, 9, 1.8)
    level.clump("#", 34, 44, 1.4)
    level.fill("#", 36, 27, 39, 28)
    for column, row, radius in ((27, 10, 1.8), (26, 44, 2.0), (37, 5, 1.6), (49, 13, 1.8), (25, 20, 1.3), (36, 24, 1.2), (31, 34, 1.5)):
        level.clump("h", column, row, radius)
    level.fill("X", 39, 24, 40, 24)
    level.fill("-", 36, 22, 37, 22)
    level.fill("X", 48, 20, 48, 21)
    level.fill("-", 49, 22, 50, 22)
    level.widen()
    level.raise_hill(26, 23, 31, 28)
    level.base("west_main", "east_main", (7, 6), (1, 1), MAIN_PLOTS, main=True)
    level.base("west_natural", "east_natural", (7, 27), (1, -1), [(15, 21), (3, 21), (3, 33), (6, 33), (14, 28), (17, 28), (17, 31), (18, 22), (17, 34), (20, 28)])
    level.base("west_third", "east_third", (7, 45), (1, -1), [(3, 39), (15, 49), (11, 51), (14, 52), (4, 51), (7, 52), (17, 41), (17, 52)])
    level.base("centre_north", "centre_south", (37, 15), (1, 1), [(43, 13), (43, 17), (31, 12), (31, 19)])
    level.forward_plots([(47, 51), (44, 51), (41, 51)])
    level.room("west_main", "east_main", 2, 2, 20, 18)
    level.room("west_natural", "east_natural", 2, 19, 19, 36)
    level.room("west_third", "east_third", 2, 37, 19, 53)
    level.room("west_field", "east_field", 20, 17, 31, 36)
    level.room("north_field", "south_field", 21, 4, 54, 10)
    level.room("north_west_field", "south_east_field", 21, 11, 30, 16)
    level.room("south_west_field", "north_east_field", 20, 37, 33, 44)
    level.room("centre_north", "centre_south", 31, 11, 45, 22)
    level.room("centre", None, 32, 23, 43, 32)
    level.ground()
    level.decorate(14, 14)
    level.check()
    notes = (
        "// Red has its main in the north-west, blue in the south-east. Each side has two more bases along its edge; two lie in the middle.\n"
        "// Between them are ridges of rock `#`, thickets `h`, ruins `X` and low ruins `-`, and two hills 1.5 m high with ramps `>` and `<`.\n"
    )
    summary = "Three bases a side, two in the middle, and hills that look down on the ways between them."
    level.write("levels/commander/highlands.ron", "The Highlands", summary, notes)


if __name__ == "__main__":
    duel()
    highlands()
