#!/usr/bin/env python3
"""Makes the pictures of the documentation and docs/gallery.md, which lists them.

    scripts/gallery.py [--client PROGRAM] [--all] [--check] [NAME...]

Starts the client on a virtual display, gives it keys and clicks, and takes pictures. `gallery_scenes.py` lists what is taken. Only stale
pictures are made again: those whose sources or scene have changed since, and those that are missing. `--all` makes all of them, a NAME
only the pictures whose names begin with it. `--check` makes none and lists the stale ones.

Needs Xvfb, xdotool and ImageMagick (`scripts/install-system.sh test`).
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from gallery_scenes import INTRODUCTION, SCENES, Picture  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/images/gallery"
# A line a picture: its name, the hash of its sources, the hash of its scene, its sources.
LIST = FOLDER / "made_from.txt"
PAGE = ROOT / "docs/gallery.md"
HEAD = "# Written by scripts/gallery.py: a picture, the hash of its sources, the hash of its scene, its sources.\n"

LOGGED = "error,quarry=warn,quarry::client=debug,quarry::client::app=trace,quarry::client::play::hud=trace,quarry::games=info"
FRAME = "quarry::client::app: frame "
# A width that pages show without shrinking it, and a quality at which text stays readable.
WIDTH, QUALITY = 960, 80
# The size of the window until the first picture or click, and after the event `small`: without a GPU large frames take seconds.
SMALL = (320, 180)
# A picture of the whole window with fewer colours lacks its scene; it is taken again, this often.
FEW_COLOURS, PATIENCE = 4000, 10
# The longest wait for anything, in seconds.
LONGEST = 600
SETTINGS = '(tutorial_done: true, graphics: (size: ({width}, {height}), quality: "{quality}"))'


class GalleryError(Exception):
    """A scene that did not come about."""


def fnv(data, state=0xCBF29CE484222325):
    """The 64-bit FNV-1a hash; tests/docs/gallery.rs computes the same."""
    for byte in data:
        state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return state


HASHES = {}


def hash_of_file(path):
    if path not in HASHES:
        HASHES[path] = fnv(path.read_bytes())
    return HASHES[path]


def files_of(source):
    """The files of a source: the file itself, or all files below the folder."""
    path = ROOT / source
    if path.is_file():
        return [path]
    found = [file for file in path.rglob("*") if file.is_file()]
    if not found:
        raise GalleryError(f"scripts/gallery_scenes.py: there is no source {source}")
    return found


def hash_of_sources(sources):
    files = sorted({file.relative_to(ROOT).as_posix(): file for source in sources for file in files_of(source)}.items())
    lines = "".join(f"{name} {hash_of_file(file):016x}\n" for name, file in files)
    return f"{fnv(lines.encode()):016x}"


def hash_of_scene(scene, picture):
    """Of what happens up to a picture, without the texts of the page."""
    until = scene.events[: scene.events.index(picture)]
    acts = [event if isinstance(event, str) else event.name for event in until]
    told = repr((scene.command, scene.size, scene.quality, acts, picture.name, picture.crop))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def read_list():
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    rows = [line.split(" ") for line in lines if line and not line.startswith("#")]
    return {row[0]: row[1:] for row in rows}


class Display:
    """A virtual display with a keyboard and a mouse."""

    def __init__(self, size):
        read, write = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        # Without `-noreset` the server restarts when its last client leaves, such as the tool that takes pictures.
        arguments = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(arguments, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise GalleryError("the virtual display did not start")
        self.environment = {**os.environ, "DISPLAY": f":{number}", "WGPU_BACKEND": "vulkan", "NO_COLOR": "1"}
        self.environment.pop("WAYLAND_DISPLAY", None)

    def run(self, *words):
        subprocess.run([str(word) for word in words], env=self.environment, check=True)

    def close(self):
        self.server.terminate()
        self.server.wait()


class Client:
    """A running client. Its log tells when the next event is due, however slow the machine is."""

    def __init__(self, program, scene, display, folder):
        width, height = scene.size
        (folder / "quarry").mkdir()
        settings = SETTINGS.format(width=width, height=height, quality=scene.quality)
        (folder / "quarry/settings.ron").write_text(settings)
        self.folder, self.log, self.read = folder, folder / "log", 0
        environment = {**display.environment, "XDG_CONFIG_HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        size = ["--quality", scene.quality, "--size", f"{SMALL[0]}x{SMALL[1]}"]
        arguments = [program, *scene.command.split(), *size, "--log", LOGGED, "--data", str(ROOT)]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                arguments, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=log
            )

    def said(self):
        text = self.log.read_text(errors="replace")
        return text[: text.rfind("\n") + 1]

    def wait(self, what, ready):
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise GalleryError(f"the client has ended while it waited for {what}:\n{self.tail()}")
            if ready():
                return
            time.sleep(0.05)
        raise GalleryError(f"waited {LONGEST} s for {what}:\n{self.tail()}")

    def tail(self):
        return "\n".join([line for line in self.said().splitlines() if FRAME not in line][-12:])

    def expect(self, words):
        """Waits until the log says this after what was last waited for."""

        def ready():
            found = self.said().find(words, self.read)
            if found < 0:
                return False
            self.read = found + len(words)
            return True

        self.wait(f"`{words}`", ready)

    def frames(self, count):
        wanted = self.said().count(FRAME) + count
        self.wait(f"{count} frames", lambda: self.said().count(FRAME) >= wanted)

    def chosen(self):
        """The widget of the menu that has the focus."""
        found = re.findall(r"chosen: (.*) at -?[\d.]+ -?[\d.]+", self.said())
        return found[-1] if found else ""

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Stage:
    """Carries out the events of a scene."""

    def __init__(self, display, client, size):
        self.display, self.client, self.size = display, client, size
        self.now = SMALL

    def resize(self, size):
        if self.now == size:
            return
        self.now = size
        search = ["xdotool", "search", "--onlyvisible", "--name", "Quarry"]
        found = subprocess.run(search, env=self.display.environment, capture_output=True, text=True, check=True)
        self.display.run("xdotool", "windowsize", found.stdout.split()[0], *size)
        # The menus and the HUD follow a frame or two later, and the display shows each frame a little after the log names it.
        self.client.frames(3)

    def on_small(self, _):
        self.resize(SMALL)

    def on_large(self, _):
        self.resize(self.size)

    def act(self, event):
        word, _, rest = event.partition(" ")
        getattr(self, f"on_{word}")(rest)

    def on_expect(self, words):
        self.client.expect(words)

    def on_frames(self, count):
        self.client.frames(int(count))

    def on_wait(self, seconds):
        time.sleep(float(seconds))

    def on_press(self, keys):
        for key in keys.split():
            self.display.run("xdotool", "key", key)
            self.client.frames(1)

    def on_hold(self, rest):
        """`hold KEY SECONDS`."""
        key, seconds = rest.split()
        self.display.run("xdotool", "keydown", key)
        time.sleep(float(seconds))
        self.display.run("xdotool", "keyup", key)
        self.client.frames(2)

    def on_down(self, key):
        self.display.run("xdotool", "keydown", key)

    def on_up(self, key):
        self.display.run("xdotool", "keyup", key)

    def on_move(self, place):
        self.resize(self.size)
        self.display.run("xdotool", "mousemove", *place.split())

    def on_turn(self, way):
        """Moves the mouse by so many points to the right and down, in steps as a hand does."""
        right, down = (int(points) for points in way.split())
        for _ in range(10):
            self.display.run("xdotool", "mousemove_relative", "--", right // 10, down // 10)
            time.sleep(0.03)
        self.client.frames(2)

    def on_click(self, place):
        self.on_move(place)
        self.client.frames(1)
        self.display.run("xdotool", "click", 1)
        self.client.frames(1)

    def on_drag(self, way):
        """Moves the mouse by so many points with the left button held."""
        self.display.run("xdotool", "mousedown", 1)
        self.on_turn(way)
        self.display.run("xdotool", "mouseup", 1)

    def on_scroll(self, clicks):
        """Turns the wheel: up where the number is positive."""
        for _ in range(abs(int(clicks))):
            self.display.run("xdotool", "click", 4 if int(clicks) > 0 else 5)
        self.client.frames(4)

    def step(self, key):
        """Presses a key that moves the focus of the menu; returns the widget that has it then."""
        before = self.client.said().count("chosen: ")
        self.display.run("xdotool", "key", key)
        for _ in range(6):
            self.client.frames(1)
            if self.client.said().count("chosen: ") > before:
                break
        return self.client.chosen()

    def on_choose(self, name):
        """Moves the focus of the menu down to the widget of this name."""
        self.resize(SMALL)
        self.client.frames(3)
        if self.client.chosen() != name and all(self.step("Down") != name for _ in range(40)):
            raise GalleryError(f"`{name}` could not be chosen:\n{self.client.tail()}")

    def on_enter(self, name):
        """Presses the button of this name."""
        self.on_choose(name)
        self.display.run("xdotool", "key", "Return")
        self.client.frames(3)

    def on_across(self, name):
        """Moves the focus along a row to the button of this name, and presses it. In a small window the row would be broken."""
        self.resize(self.size)
        self.client.frames(3)
        if all(self.step("Right") != name for _ in range(12)):
            raise GalleryError(f"`{name}` could not be reached:\n{self.client.tail()}")
        self.display.run("xdotool", "key", "Return")
        self.client.frames(3)

    def on_set(self, rest):
        """`set NAME: VALUE` changes a setting of the menu until it has this value."""
        name, value = rest.split(": ")
        self.on_choose(name)
        for _ in range(30):
            self.display.run("xdotool", "key", "Right")
            self.client.expect(f"set: {name}: ")
            if self.client.said()[self.client.read :].startswith(value):
                return self.client.frames(3)
        raise GalleryError(f"`{name}` did not become {value}:\n{self.client.tail()}")

    def colours(self, shot):
        """The number of different colours of a picture."""
        command = ["convert", str(shot), "-format", "%k", "info:"]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def take(self, picture):
        self.resize(self.size)
        self.client.frames(picture.settle)
        shot = self.client.folder / f"{picture.name}.png"
        for _ in range(PATIENCE):
            self.display.run("import", "-window", "root", shot)
            if picture.crop or self.colours(shot) >= FEW_COLOURS:
                break
            # The scene is not drawn yet: its shaders are compiled in the background.
            time.sleep(3)
            self.client.frames(2)
        else:
            print(f"{picture.name} may be empty: look at it", flush=True)
        trim = ["-fuzz", "4%", "-define", "trim:edges=south", "-trim", "+repage"]
        shape = ["-crop", picture.crop, "+repage", *trim] if picture.crop else []
        shape += ["-resize", f"{WIDTH}x{WIDTH}>", "-strip", "-interlace", "Plane", "-quality", QUALITY]
        self.display.run("convert", shot, *shape, FOLDER / f"{picture.name}.jpg")


def play(program, scene, wanted, taken):
    """Plays a scene up to the last picture that is wanted; `taken` gets each that is there."""
    last = max(scene.events.index(picture) for picture in wanted)
    display = Display(scene.size)
    client = None
    try:
        with tempfile.TemporaryDirectory() as folder:
            client = Client(program, scene, display, pathlib.Path(folder))
            stage = Stage(display, client, scene.size)
            for event in scene.events[: last + 1]:
                if isinstance(event, str):
                    stage.act(event)
                elif event in wanted:
                    stage.take(event)
                    taken.append(event)
            client.close()
    finally:
        if client is not None and client.process.poll() is None:
            client.close()
        display.close()


def pictures_of(scene):
    return [event for event in scene.events if isinstance(event, Picture)]


def page(made):
    """docs/gallery.md, with the pictures that have been made."""
    lines, section = [INTRODUCTION.strip(), ""], None
    for scene in SCENES:
        for picture in [picture for picture in pictures_of(scene) if picture.name in made]:
            heading = picture.section or scene.section
            if heading != section:
                section = heading
                lines += [f"## {section}", ""]
            lines += [f"![{picture.caption}](images/gallery/{picture.name}.jpg)", "", f"{picture.caption}.", ""]
    return "\n".join(lines).rstrip() + "\n"


def write_list(made):
    names = sorted(made)
    rows = [" ".join([name, *made[name]]) for name in names]
    LIST.write_text(HEAD + "".join(f"{row}\n" for row in rows))


def plan(options, made):
    """What is to be made: each scene with the pictures wanted of it, and their rows in the list."""
    work, rows = [], {}
    for scene in SCENES:
        wanted = []
        for picture in pictures_of(scene):
            if picture.name in rows:
                raise GalleryError(f"scripts/gallery_scenes.py: there are two pictures {picture.name}")
            sources = sorted(scene.sources + picture.sources)
            rows[picture.name] = [hash_of_sources(sources), hash_of_scene(scene, picture), *sources]
            named = any(picture.name.startswith(name) for name in options.names)
            missing = not (FOLDER / f"{picture.name}.jpg").exists()
            if named if options.names else options.all or missing or made.get(picture.name) != rows[picture.name]:
                wanted.append(picture)
        if wanted:
            work.append((scene, wanted))
    return work, rows


def make(options):
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = read_list()
    work, rows = plan(options, made)
    stale = [picture.name for _, wanted in work for picture in wanted]
    if options.check:
        print("\n".join(stale) or "no picture is stale")
        return 1 if stale else 0
    for tool in ["Xvfb", "xdotool", "import", "convert"]:
        if work and not shutil.which(tool):
            raise GalleryError(f"{tool} is missing: scripts/install-system.sh test installs it")
    failed = 0
    for scene, wanted in work:
        began = time.monotonic()
        taken = []
        try:
            play(str(pathlib.Path(options.client).resolve()), scene, wanted, taken)
        except (GalleryError, subprocess.CalledProcessError) as problem:
            failed += 1
            lacking = ", ".join(picture.name for picture in wanted if picture not in taken)
            print(f"FAILED {lacking}: {problem}", flush=True)
        made.update({picture.name: rows[picture.name] for picture in taken})
        write_list({name: row for name, row in made.items() if name in rows})
        print(f"{', '.join(picture.name for picture in taken)} ({time.monotonic() - began:.0f} s)", flush=True)
    for old in FOLDER.glob("*.jpg"):
        if old.stem not in rows:
            old.unlink()
    write_list({name: row for name, row in made.items() if name in rows})
    PAGE.write_text(page(made))
    print(f"{len(stale)} of {len(rows)} pictures were stale" + (f"; {failed} scenes failed" if failed else ""))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--client", default=str(ROOT / "target/release/quarry"), help="the program")
    parser.add_argument("--all", action="store_true", help="also the pictures that are not stale")
    parser.add_argument("--check", action="store_true", help="list stale pictures; exit status 1 if there are any")
    parser.add_argument("names", nargs="*", help="only the pictures whose names begin so")
    try:
        return make(parser.parse_args())
    except GalleryError as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
