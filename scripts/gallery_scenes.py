"""The pictures of the documentation as data: what `gallery.py` starts, presses and takes.

A scene is one run of the client: a command line and events in order. An event is a `Picture`, which is taken, or a line:

    expect WORDS        waits until the log says this
    frames N, wait S    waits for so many frames, or seconds
    small, large        makes the window small, so that frames take less time, and large, as pictures and clicks do
    press KEY...        presses keys one after another, by their names in X
    hold KEY S          holds a key for so many seconds; `down KEY` and `up KEY` press and release
    move X Y, click X Y, scroll N     the mouse; `turn X Y` and `drag X Y` move it from where it is
    choose NAME, enter NAME, set NAME: VALUE    an entry of a menu: moves the focus there, presses it, changes it
    across NAME         presses a button to the right of the one that has the focus

The sources of a picture are the files and folders that decide what it shows. If one of them changes, the picture is stale. They are the
views, not the simulation: a match that goes differently is no reason to take all pictures again.
"""

from typing import NamedTuple


class Picture(NamedTuple):
    """A picture of the whole window after so many frames, or of the part `crop` (ImageMagick's WIDTHxHEIGHT+X+Y) without what is empty below."""

    name: str
    caption: str
    sources: list = []
    crop: str = ""
    settle: int = 2
    section: str = ""


class Scene(NamedTuple):
    """One run of the client. `sources` belong to each of its pictures."""

    section: str
    command: str
    events: list
    sources: list = []
    size: tuple = (960, 540)
    quality: str = "low"


INTRODUCTION = """
# Gallery

Every screen of the program. `make gallery` makes these pictures and this page; a picture is made again when the sources of what it shows have changed. Watched
matches have fixed seeds and are paused at a fixed second (`--at`), so that a picture made twice shows the same moment. What may differ: matches that a person
plays, the match behind the menus, the camera and the animations, which follow the clock on the wall, and times that panels measure. A processor drew
the pictures, without a GPU, in low quality where nothing else is said.
"""

MENU = ["src/client/menu/frame.rs", "src/client/menu/widgets.rs", "src/client/ui/style.rs"]
SETUP = [*MENU, "src/client/menu/setup.rs"]
SETTINGS = [*MENU, "src/client/menu/settings.rs"]
HUD = ["src/client/watch/hud", "src/client/ui"]
PANEL = ["src/client/tools/panels/frame.rs", "src/client/tools/panels/theme.rs"]
INSPECTOR = [*PANEL, "src/client/tools/inspector/mod.rs"]
SCENE = ["src/client/render/scene"]
PLAY = ["src/client/play/hud"]
RETUNE = [*PANEL, "src/client/tools/retune/what_if/mod.rs"]

# The right dock at the width of the inspector and of What if, and of the panels of games; a panel that floats.
RIGHT = "398x716+882+0"
RIGHT_WIDE = "556x716+724+0"


def view(game, *files):
    return [f"src/games/{game}/view/{file}" for file in files]


def watch(game, level, seed, second, *more):
    return " ".join(["watch", "--game", game, "--level", level, "--seed", str(seed), "--at", str(second), *more])


def tab(x, y, *more):
    """Clicks the tab of a panel, and takes the mouse away from it."""
    return [f"click {x} {y}", "move 400 600", *more]


# A view of nothing, which is drawn fast: the free camera turned up to the sky, beside a panel.
SKY = ["large", "press 3", "move 300 200", "drag 0 -500"]


MENUS = Scene(
    "Menus",
    "",
    [
        "expect page: Title",
        "expect frame 40",
        Picture("title", "The title, before a match between AI agents", [*MENU, "src/client/menu/title.rs"]),
        "enter Play",
        Picture("setup-hunt", "The setup of the hunt", [*SETUP, "src/games/hunt/view/setup.rs"]),
        "set More settings: On",
        Picture("setup-more", "The same with more settings: numbers, brains, seed", [*SETUP, "src/client/menu/brains.rs"]),
        "set Game: Bomb site",
        Picture("setup-bombsite", "The setup of the bomb site", [*SETUP, "src/games/bombsite/view/setup.rs"]),
        "set Game: Commander",
        Picture("setup-commander", "The setup of the commander", [*SETUP, "src/games/commander/view/setup.rs"]),
        "set Game: Wild",
        Picture("setup-wild", "The setup of the wild", [*SETUP, "src/games/wild/view/setup.rs"]),
        "small",
        "press Escape",
        "enter How to play",
        Picture(
            "guide-hunt", "How to play the hunt", [*MENU, "src/client/menu/guide.rs", "src/games/hunt/view/guide.rs"]
        ),
        "small",
        "press Escape",
        "enter Settings",
        Picture("settings-audio", "Settings: audio", SETTINGS),
        "across Graphics",
        Picture("settings-graphics", "Settings: graphics", SETTINGS),
        "across Controls",
        Picture("settings-controls", "Settings: mouse and sticks", SETTINGS),
        "across Key bindings",
        Picture("settings-keys", "Settings: key bindings", SETTINGS),
        "across Accessibility",
        Picture("settings-accessibility", "Settings: accessibility", SETTINGS),
        "small",
        "press Escape",
        "enter Credits",
        Picture("credits", "The credits", [*MENU, "src/client/menu/title.rs"]),
    ],
)



def game_view(game):
    return view(game, "status.rs", "mod.rs")


def level_picture(game, level, seed, second, caption, *more, name="", quality="low", size=(960, 540), keys=(), sources=()):
    """A level watched at a second of a match."""
    named = name or f"watch-{level}"
    return Scene(
        "Watching a match",
        watch(game, level, seed, second, *more),
        [*SECOND, *keys, "frames 20", Picture(named, caption, [*HUD, *SCENE, f"levels/{game}/{level}.ron", *game_view(game), *sources])],
        quality=quality,
        size=size,
    )


SECOND = ["expect at second", "frames 5"]

PLAYED = [
    Scene(
        "Playing",
        "play --as hunted --level manor --seed 3",
        [
            "expect you are",
            "frames 30",
            "hold w 2",
            "turn 300 60",
            Picture("play-hunted", "The hunt as one of the hunted: teammates, keys and exit, the next objective, and the own loudness", [*PLAY, *game_view("hunt")]),
            "press v",
            "turn -300 -60",
            "frames 8",
            Picture("play-first-person", "The same in first person", [*PLAY, *game_view("hunt"), "src/client/render/character/first_person.rs"]),
            "press Escape",
            "frames 4",
            Picture("pause", "The pause menu", [*MENU, "src/client/menu/pause.rs"]),
            "enter Main menu",
            "move 900 500",
            "frames 3",
            Picture("leave", "The question before a match is left", [*MENU, "src/client/menu/pause.rs"]),
        ],
    ),
    Scene(
        "Playing",
        "play --as hunter --level manor --seed 3",
        [
            "expect you are",
            "frames 30",
            "hold w 3",
            Picture("play-hunter", "The hunt as the hunter", [*PLAY, *game_view("hunt"), "src/client/render/character/first_person.rs"]),
        ],
    ),
    Scene(
        "Playing",
        "play --game bombsite --as attackers --level depot --seed 3",
        [
            "expect you are",
            "frames 30",
            "hold w 3",
            Picture("play-attacker", "The bomb site as an attacker", [*PLAY, *game_view("bombsite"), *view("bombsite", "minimap.rs")]),
            "down Tab",
            "frames 4",
            Picture("scoreboard", "The score of the round, while Tab is held", view("bombsite", "scoreboard.rs")),
            "up Tab",
        ],
    ),
    Scene(
        "Playing",
        "play --game bombsite --as defenders --level depot --rules match --seed 3",
        [
            "expect you are",
            "frames 20",
            Picture("play-buying", "Buying at the start of a round with money, as a defender", [*PLAY, *view("bombsite", "buy.rs")]),
        ],
    ),
    Scene(
        "Playing",
        "play --as hunted --level courtyard --seed 1 --count hunters=4",
        [
            "expect page: Result",
            "frames 5",
            Picture("result", "The result page after the player was caught", [*MENU, "src/client/menu/result.rs", *view("hunt", "result.rs", "death_recap.rs")]),
            "across Spectate",
            "frames 20",
            Picture("spectating", "Watching the rest of the match", [*HUD, *game_view("hunt")]),
        ],
    ),
]

WATCHED = [
    level_picture("hunt", "manor", 3, 21.5, "The manor: a match seen from above"),
    level_picture("hunt", "manor", 3, 21.5, "The director (5) of the manor, in medium quality", name="director", quality="medium", keys=["press 5"]),
    level_picture("hunt", "abbey", 2, 125, "The abbey"),
    level_picture("hunt", "courtyard", 2, 60, "The courtyard"),
    level_picture("hunt", "dungeon", 2, 47, "The dungeon, by the director", keys=["press 5"]),
    level_picture("bombsite", "depot", 1, 42, "The depot"),
    level_picture("bombsite", "yard", 1, 34, "The yard"),
    level_picture("bombsite", "quarry", 1, 50, "The quarry"),
    level_picture("commander", "duel", 7, 405, "The duel of the commander", "--rules", "factions"),
    level_picture("commander", "highlands", 7, 505, "The highlands"),
    level_picture("wild", "glade", 1, 62.3, "The director of the glade: a wolf catches a rabbit"),
    level_picture("wild", "glade", 1, 20, "The glade with foxes, from above", "--rules", "foxes", name="watch-foxes", keys=["press 1"]),
    level_picture("wild", "valley", 1, 60, "The valley of the wild", keys=["press 1"]),
]



def pages(prefix, crop, sources, folder, tabs):
    """A picture of each page of a panel: (page, caption, where its tab lies and what is done there, the files of
    `folder` that draw it)."""
    events = []
    for page, caption, place, files in tabs:
        if place:
            events += tab(*place)
        own = [f"{folder}/{file}" for file in files]
        events.append(Picture(f"{prefix}-{page}", caption, [*sources, *own], crop, settle=4))
    return events


def overlay(keys, name, title, caption, *files):
    """Takes an overlay: the keys switch the one before off, and this one on."""
    sources = [f"src/client/tools/overlay/{file}.rs" for file in (*files, "gizmos")]
    return [f"press {keys}", Picture(f"overlay-{name}", f"{title}: {caption}", sources)]


TOOLS = [
    Scene(
        "Watching a match",
        watch("hunt", "manor", 3, 64.1),
        [
            *SECOND,
            # Captions follow from events that are seen to happen.
            "press 5 " + "period " * 20,
            "frames 12",
            Picture("speech", "Agents say what they see", [*HUD, "src/client/speech"]),
        ],
    ),
    Scene(
        "The window of a watched match",
        watch("hunt", "manor", 3, 21.5),
        [
            *SECOND,
            "press q",
            "frames 20",
            "large",
            "press i t",
            Picture("window", "Following an agent, with the inspector and the timeline", [*HUD, *INSPECTOR, "src/client/tools/timeline"], settle=6),
        ],
        size=(1920, 1080),
    ),
    Scene(
        "The window of a watched match",
        watch("hunt", "manor", 3, 21.5),
        [
            *SECOND,
            "press q",
            "frames 25",
            Picture("camera-follow", "The camera follows an agent (2, Tab, Q)", [*HUD, *SCENE]),
            "press 4",
            "frames 12",
            Picture("camera-eyes", "Through the eyes of the agent (4)", [*HUD, *SCENE]),
            "press 6",
            "frames 12",
            Picture("camera-tactical", "The tactical view (6): sight lines and shots, paths, positions, last known enemies", [*HUD, "src/client/watch/camera/tactical.rs"]),
            "press 6 1",
            "press F1",
            Picture("keys", "All keys (F1)", ["src/client/watch/hud/keys.rs", "src/client/input/watch_keys.rs"], settle=6),
            "press F1 m",
            Picture("list", "All panels and overlays (M)", [*PANEL, "src/client/tools/panels/list.rs"]),
            "press m t",
            Picture("timeline", "The timeline (T)", [*PANEL, "src/client/tools/timeline"], "960x146+0+394", settle=6),
        ],
    ),
    Scene(
        "The inspector",
        watch("hunt", "manor", 3, 21.5),
        [
            *SECOND,
            "press q",
            *SKY,
            "press i",
            *pages(
                "inspector",
                RIGHT,
                INSPECTOR,
                "src/client/tools/inspector",
                [
                    ("plan", "Plan: the steps, with their conditions and effects", None, ["plan.rs"]),
                    ("goals", "Goals: the relevance of each, and why the others were rejected", (948, 110), ["goals.rs"]),
                    ("why-not", "Why not: what blocks each action", (993, 110), ["why_not.rs"]),
                    ("memory", "Memory: facts with confidence, age and source", (1054, 110), ["memory.rs"]),
                    ("state", "State: the world state of the last planning", (1116, 110), ["memory.rs"]),
                    ("decisions", "Decisions: the last ones with their reasons", (1171, 110), ["decisions.rs"]),
                    ("planner", "Planner: how often it planned, and what that cost", (906, 133), ["planner.rs", "strategies.rs"]),
                    ("text", "Text: all of it, to copy", (960, 133), ["text.rs"]),
                ],
            ),
            "press i j",
            "frames 4",
            Picture("search-graph", "The search graph (J): the search behind the last decision", [*PANEL, "src/client/tools/inspector/search_graph.rs", "src/client/tools/inspector/canvas.rs"]),
            "press j g",
            "frames 4",
            Picture("action-graph", "The action graph (G): which actions satisfy which conditions", [*PANEL, "src/client/tools/inspector/action_graph.rs", "src/client/tools/inspector/canvas.rs"]),
        ],
        size=(1280, 720),
    ),
    *[
        Scene(
            "The inspector",
            watch("hunt", "manor", 3, 21.5, "--brain", f"hunters={brain}", "--brain", f"hunted={brain}"),
            [
                *SECOND,
                "press q",
                *SKY,
                "press i",
                Picture(f"decision-{brain.replace('_', '-')}", f"Decision: {caption}", [*INSPECTOR, f"src/client/tools/inspector/structure/{file}.rs"], RIGHT, settle=6),
            ],
            size=(1280, 720),
        )
        for brain, caption, file in [
            ("utility", "the scores of a utility table", "utility"),
            ("state_machine", "the states of a state machine", "machine"),
            ("behaviour_tree", "the nodes of a behaviour tree", "tree"),
        ]
    ],
    Scene(
        "What if, and statistics",
        watch("hunt", "manor", 3, 21.5),
        [
            *SECOND,
            "press q",
            *SKY,
            "press u",
            *pages(
                "what-if",
                RIGHT,
                RETUNE,
                "src/client/tools/retune/what_if",
                [
                    ("numbers", "Numbers of its kind", None, ["numbers.rs"]),
                    ("switches", "Switches of goals and actions", (991, 136), ["switches.rs"]),
                    ("memory", "Memory, to edit", (1057, 136), ["memory.rs"]),
                    ("plan", "A plan for any goal, or one made by hand", (1109, 136), ["plan.rs"]),
                    ("files", "Files: the changes, to save", (1150, 136), ["files.rs"]),
                ],
            ),
        ],
        size=(1280, 720),
    ),
    Scene(
        "What if, and statistics",
        watch("hunt", "manor", 3, 64),
        [
            *SECOND,
            *SKY,
            # Times are measured while the panel is open.
            "press p period period period period",
            *pages(
                "statistics",
                "1280x716+0+0",
                PANEL,
                "src/client/tools/statistics",
                [
                    ("actions", "Actions: how often, and how they ended", None, ["panel.rs"]),
                    ("time", "Time of each stage of a tick", (342, 165), ["panel.rs"]),
                    ("over-time", "Plans and states over time", (403, 165), ["panel.rs", "gather.rs"]),
                    ("numbers", "Numbers of the game over time", (473, 165), ["numbers.rs"]),
                ],
            ),
        ],
        size=(1280, 720),
    ),
    Scene(
        "Overlays",
        watch("hunt", "manor", 3, 64, "--show", "overlays"),
        [
            *SECOND,
            # All at first, until the shaders of their lines are compiled.
            "press 5",
            "frames 20",
            "wait 15",
            "frames 3",
            *overlay("F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 0 9", "cones", "Vision cones (F2)", "where agents see, and how well", "cones"),
            *overlay("F2 F4", "awareness", "Awareness (F4)", "how sure each is of what it sees", "vision"),
            *overlay("F4 F5", "hearing", "Hearing (F5)", "noises and where they are believed to be", "hearing"),
            *overlay("F5 F6", "ghosts", "Last known positions (F6)", "where unseen enemies are believed to be", "ghosts"),
            *overlay("F6 F9", "navmesh", "Navigation mesh (F9)", "the walkable area", "navmesh"),
            *overlay("F9 F12", "things", "Items and hiding places (F12)", "through walls", "things"),
        ],
    ),
]

COMMANDER = [*PANEL, "src/games/commander/view/panel/mod.rs", "src/games/commander/view/panel/side.rs"]
GAME_PANELS = [
    Scene(
        "The commander",
        watch("commander", "duel", 7, 300, "--rules", "factions"),
        [
            *SECOND,
            "frames 20",
            "large",
            "press 7",
            Picture("commander-window", "The panel Commanders (7) beside the duel", [*COMMANDER, *HUD]),
            *SKY,
            *pages(
                "commander",
                RIGHT_WIDE,
                COMMANDER,
                "src/games/commander/view/panel",
                [
                    ("plans", "Plans: goals, orders and build orders of both sides", (751, 49), ["plans.rs"]),
                    ("production", "Production", (815, 49), ["production.rs"]),
                    ("technology", "Technology: what needs what", (896, 49), ["technology.rs"]),
                    ("map", "Map: everything", (958, 49), ["map.rs"]),
                    ("seat", "Seat: a person has taken the place of red's strategist", (1000, 49, "click 861 144", "frames 2"), ["seat.rs"]),
                    ("switches", "Switches of goals, actions and recipes", (1054, 49), ["switches.rs"]),
                    ("try", "Try: a build order for any goal", (1105, 49, "click 746 144", "frames 2"), ["try_out.rs"]),
                ],
            ),
        ],
        size=(1280, 720),
    ),
]
WILD = [*PANEL, "src/games/wild/view/panel/mod.rs", "src/games/wild/view/panel/history.rs"]
GAME_PANELS += [
    Scene(
        "The wild",
        watch("wild", "glade", 1, 400),
        [
            *SECOND,
            "press q 1",
            "frames 20",
            "large",
            "press k",
            Picture("intervene", "What you may do to the glade (K)", [*PANEL, "src/client/tools/intervene.rs"]),
            "press k 7",
            Picture("wild-window", "The panel Populations (7) beside the glade", [*WILD, *HUD]),
            *SKY,
            *pages(
                "populations",
                "516x716+764+0",
                WILD,
                "src/games/wild/view/panel",
                [
                    ("curves", "Curves: the living, births and deaths", None, ["curves.rs"]),
                    ("days", "Days: what happened", (830, 49), ["days.rs"]),
                    ("family", "Family of the chosen animal", (880, 49), ["family.rs"]),
                ],
            ),
        ],
        size=(1280, 720),
    ),
]

SCENES = [MENUS, *PLAYED, *WATCHED, *TOOLS, *GAME_PANELS]
