#!/usr/bin/env python3
"""Makes the icon of the game: packaging/quarry.svg and packaging/quarry.png (256 x 256), from one list of shapes.

Needs nothing but Python 3. The same script gives the same files.

    scripts/make_icon.py            writes both
    scripts/make_icon.py --check    writes nothing; exit status 1 where a file is missing or not what the script makes
"""

import math
import pathlib
import struct
import sys
import zlib

SIZE = 256
# Points per pixel and direction, for smooth edges.
SAMPLES = 4
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "packaging"

NIGHT, LAMP, HUNTER, HUNTED = (18, 22, 33), (232, 181, 72), (217, 80, 60), (96, 200, 182)

# What a hunter sees: where it stands, the direction and half of the angle in degrees, and how far.
EYE, LOOK, HALF, REACH = (72.0, 184.0), -53.0, 25.0, 152.0
# The way of the hunted around it, to the exit.
WAY = [(186.0, 208.0), (218.0, 184.0), (232.0, 154.0), (232.0, 120.0), (222.0, 88.0), (206.0, 60.0)]


def corner(degrees):
    """A corner of the cone."""
    turn = math.radians(LOOK + degrees)
    return EYE[0] + REACH * math.cos(turn), EYE[1] + REACH * math.sin(turn)


def shapes():
    """Colour, opacity, the shape as SVG, and whether a point lies in it; from the back to the front."""
    radius = 54.0

    def in_plate(x, y):
        dx, dy = max(radius - x, x - (SIZE - radius), 0.0), max(radius - y, y - (SIZE - radius), 0.0)
        return dx * dx + dy * dy <= radius * radius

    def in_cone(x, y):
        dx, dy = x - EYE[0], y - EYE[1]
        turn = (math.degrees(math.atan2(dy, dx)) - LOOK + 180.0) % 360.0 - 180.0
        return abs(turn) <= HALF and dx * dx + dy * dy <= REACH * REACH

    (ax, ay), (bx, by) = corner(-HALF), corner(HALF)
    cone = f'<path d="M{EYE[0]:g} {EYE[1]:g} L{ax:.2f} {ay:.2f} A{REACH:g} {REACH:g} 0 0 1 {bx:.2f} {by:.2f} Z"'
    yield NIGHT, 1.0, f'<rect width="{SIZE}" height="{SIZE}" rx="{radius:g}"', in_plate
    yield LAMP, 0.85, cone, in_cone
    yield disc(HUNTER, EYE, 30.0)
    for place in WAY[1:]:
        yield disc(HUNTED, place, 7.0)
    yield disc(HUNTED, WAY[0], 21.0)


def disc(colour, middle, radius):
    """A filled circle."""
    svg = f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{radius:g}"'
    return colour, 1.0, svg, lambda x, y: (x - middle[0]) ** 2 + (y - middle[1]) ** 2 <= radius * radius


def svg():
    """The icon as a drawing."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">']
    for colour, opacity, shape, _ in shapes():
        shown = "" if opacity == 1.0 else f' fill-opacity="{opacity:g}"'
        lines.append(f'  {shape} fill="#{bytes(colour).hex()}"{shown}/>')
    return ("\n".join(lines) + "\n</svg>\n").encode()


def pixel(layers, left, top):
    """Red, green, blue and opacity of a pixel, each 0 to 255: the mean of its points."""
    total = [0.0] * 4
    for sample in range(SAMPLES * SAMPLES):
        x, y = left + (sample % SAMPLES + 0.5) / SAMPLES, top + (sample // SAMPLES + 0.5) / SAMPLES
        point, covered = (0.0, 0.0, 0.0), 0.0
        for colour, opacity, _, holds in layers:
            if holds(x, y):
                point = tuple(a + (b - a) * opacity for a, b in zip(point, colour))
                covered = 1.0
        total = [a + b for a, b in zip(total, [*(part * covered for part in point), covered])]
    red, green, blue, covered = total
    if covered == 0.0:
        return bytes(4)
    return bytes([*(round(part / covered) for part in (red, green, blue)), round(255 * covered / SAMPLES**2)])


def png():
    """The icon as a picture."""
    layers = list(shapes())
    rows = b"".join(b"\0" + b"".join(pixel(layers, x, y) for x in range(SIZE)) for y in range(SIZE))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main():
    stale = False
    for name, data in [("quarry.svg", svg()), ("quarry.png", png())]:
        path = FOLDER / name
        if "--check" not in sys.argv[1:]:
            path.write_bytes(data)
        elif not path.is_file() or path.read_bytes() != data:
            print(f"{path}: missing, or not what scripts/make_icon.py makes: run it")
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
