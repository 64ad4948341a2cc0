#!/usr/bin/env python3
"""The change test of docs/brains.md: makes three design changes in each of the four brains of the hunted, counts the edits, and plays.

    python3 scripts/brain_changes.py target/release/quarry [MATCHES [CHANGE/BRAIN]...]

An edit is a run of changed lines as `diff` sees it; a place is a fact, action, goal, query, state, node or option that it touches.
Nothing in the repository is changed: each variant is a copy of `assets` and `levels` in a temporary folder."""

import difflib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What all four brains of the hunted share: the mind, and its action sets.
SHARED = ["assets/hunt/minds/hunted.ron"] + [f"assets/hunt/actions/{name}.ron" for name in ("evading", "collecting", "leaving")]
BRAINS = ["goap", "state_machine", "behaviour_tree", "utility"]
THREAT = 'any([exists("threat"), exists("steps close"), exists("running steps")])'


def brain_file(brain):
    return f"assets/hunt/brains/hunted_{brain}.ron"


# 1. A new action with its condition: crouch behind cover from a hunter that is some way off.
TAKE_COVER = """        (
            name: "take_cover",
            cost: 4,
            available_when: all([exists("hunter afar"), not(exists("running steps")), not(reading("hidden"))]),
            effects: {"safe": set(true)},
            succeeds_when: not(exists("hunter seen lately")),
            behaviour: "take_cover",
            parameters: {"threats": "hunter seen lately", "gait": "hurry", "stance": "crouch", "duration": 6},
            timeout: 12,
            uncertain_effects: true,
        ),
"""
# 2. A new fact that three actions care about: nobody takes a key, explores or unlocks within earshot of steps. Waiting brings it about.
QUIET_QUERY = """        "steps lately": (kinds: ["footsteps"], max_age: 5.0, max_distance: 13.0),
"""
QUIET_FACT = """        "quiet": (type: bool(), value: not(exists("steps lately"))),
"""
QUIET_ACTION = """        (
            name: "wait_for_quiet",
            display_name: "wait",
            cost: 2,
            succeeds_when: not(exists("steps lately")),
            behaviour: "wait",
            parameters: {"stance": "crouch", "duration": 5},
            timeout: 8,
            uncertain_effects: true,
        ),
"""
FIRST_ACTION = '        (\n            // Far enough not to be noticed by the throw'
MIND_CHANGES = {
    "action": [(FIRST_ACTION, TAKE_COVER + FIRST_ACTION)],
    "fact": [
        ('        "exit": (kinds: ["exit"]),\n', QUIET_QUERY + '        "exit": (kinds: ["exit"]),\n'),
        (FIRST_ACTION, QUIET_ACTION + FIRST_ACTION),
    ],
    "removal": [],
}
GOAP_CHANGES = {
    "action": [],
    "fact": [
        ('display_name: "wait",\n            cost: 2,\n', 'display_name: "wait",\n            cost: 2,\n            effects: {"quiet": set(true)},\n'),
        ('        "healthy": (type', QUIET_FACT + '        "healthy": (type'),
        ('preconditions: {"at": is("$target")},\n            effects: {"keys_left"', 'preconditions: {"at": is("$target"), "quiet": is(true)},\n            effects: {"keys_left"'),
        ('preconditions: {"keys_known": at_most(0)},', 'preconditions: {"keys_known": at_most(0), "quiet": is(true)},'),
        ('"keys_left": at_most(0), "unlocked": is(false)},', '"keys_left": at_most(0), "unlocked": is(false), "quiet": is(true)},'),
    ],
    "removal": [],
}
QUIET = 'not(exists("steps lately"))'
BRAIN_CHANGES = {
    "state_machine": {
        "action": [
            ('                            "flee": (action: "flee"', '                            "cover": (action: "take_cover", transitions: [(to: "hide"), (to: "watch", on: ended)]),\n                            "flee": (action: "flee"'),
            (f'                            (to: "flee", when: {THREAT}),', f'                            (to: "cover", when: {THREAT}),\n                            (to: "flee", when: {THREAT}),'),
        ],
        "fact": [
            ('"unlock": (action: "unlock", target: nearest, transitions: [(', '"unlock": (action: "unlock", target: nearest, transitions: [(to: "quiet_exit", when: exists("steps lately")), ('),
            ('                                    "wait": (action: "wait_for_exit"', '                                    "quiet_exit": (action: "wait_for_quiet", transitions: [(to: "to_exit", on: ended)]),\n                                    "wait": (action: "wait_for_exit"'),
            ('"explore": (action: "explore", transitions: [(to: "to_key")]),', '"explore": (action: "explore", transitions: [(to: "quiet_key", when: exists("steps lately")), (to: "to_key")]),\n                                            "quiet_key": (action: "wait_for_quiet", transitions: [(to: "explore", on: ended)]),'),
            ('"take_key": (action: "take_key", target: previous, transitions: [(', '"take_key": (action: "take_key", target: previous, transitions: [(to: "quiet_key", when: exists("steps lately")), ('),
        ],
        "removal": [
            ('                            "distract": (action: "distract", transitions: [(to: "watch", on: ended)]),\n', ''),
            (f'                            (to: "distract", when: {THREAT}),\n', ''),
        ],
    },
    "behaviour_tree": {
        "action": [('                    run(action: "flee"),', '                    run(action: "take_cover"),\n                    run(action: "flee"),')],
        "fact": [
            ('guard(when: not(reading("exit_open")), child: run(action: "unlock"', f'guard(when: all([not(reading("exit_open")), {QUIET}]), child: run(action: "unlock"'),
            ('run(action: "take_key", target: previous)', f'guard(when: {QUIET}, child: run(action: "take_key", target: previous))'),
            ('                run(action: "explore"),\n            ])),', f'                guard(when: {QUIET}, child: run(action: "explore")),\n                run(action: "wait_for_quiet"),\n            ])),'),
            ('                            run(action: "try_exit", target: nearest),', '                            guard(when: reading("exit_open"), child: run(action: "try_exit", target: nearest)),\n                            run(action: "wait_for_quiet"),'),
        ],
        "removal": [('                    run(action: "distract"),\n', '')],
    },
    "utility": {
        "action": [('            (\n                name: "flee",', '            (\n                name: "take_cover",\n                action: "take_cover",\n                goal: "survive",\n                weight: 2.3,\n                considerations: [(input: distance("threat"), curve: [(8, 1), (18, 0.8), (18.1, 0)])],\n            ),\n            (\n                name: "flee",')],
        "fact": [
            ('not(reading("exit_open"))]),\n                weight: 0.64', f'not(reading("exit_open")), {QUIET}]),\n                weight: 0.64'),
            ('when: more_than(subtract(reading("keys_needed"), reading("team_keys")), 0),\n                weight: 0.54', f'when: all([{QUIET}, more_than(subtract(reading("keys_needed"), reading("team_keys")), 0)]),\n                weight: 0.54'),
            ('all([not(exists("key")), more_than', f'all([{QUIET}, not(exists("key")), more_than'),
            ('            (name: "rest"', '            (name: "wait_for_quiet", action: "wait_for_quiet", goal: "collect_keys", when: exists("steps lately"), weight: 0.38),\n            (name: "rest"'),
        ],
        "removal": [],
    },
}


def without(text, name, opening, closing):
    """The text without the entry of a list that holds this name."""
    at = text.index(name)
    start = text.rindex(opening, 0, at + 1)
    return text[:start] + text[text.index(closing, at) + len(closing):]


def change(text, replacements, where):
    for old, new in replacements:
        assert text.count(old) == 1, (where, old, text.count(old))
        text = text.replace(old, new)
    return text


def edits(before, after):
    """Runs of changed lines, and the number of changed or new lines."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return len(changed), sum(max(b2 - b1, a2 - a1) for _, a1, a2, b1, b2 in changed)


def main():
    quarry = Path(sys.argv[1]).resolve()
    matches = sys.argv[2] if len(sys.argv) > 2 else "20"
    only = sys.argv[3:]
    for kind, used in [("action", "hunted/take_cover"), ("fact", "hunted/wait_for_quiet"), ("removal", "hunted/distract")]:
        for brain in BRAINS:
            if only and f"{kind}/{brain}" not in only:
                continue
            with tempfile.TemporaryDirectory() as folder:
                root = Path(folder)
                for part in ("assets", "levels"):
                    shutil.copytree(ROOT / part, root / part)
                for other in BRAINS[1:]:
                    if other != brain:
                        (root / brain_file(other)).unlink()
                count = [0, 0]

                def apply(path, new):
                    old = (root / path).read_text()
                    text = new(old)
                    if text != old:
                        count[:] = [a + b for a, b in zip(count, edits(old, text))]
                        (root / path).write_text(text)

                def share(replacements):
                    for old, new in replacements:
                        holders = [path for path in SHARED if old in (root / path).read_text()]
                        assert len(holders) == 1, (kind, old, holders)
                        apply(holders[0], lambda text: change(text, [(old, new)], kind))

                share(MIND_CHANGES[kind])
                if kind == "removal":
                    apply(SHARED[1], lambda text: without(text, 'name: "distract"', "        (\n            // Far", "        ),\n"))
                play = [str(quarry), "simulate", "--data", folder, "--level", "all", "--matches", matches, "--seed", "1000", "--json"]
                play += [] if brain == "goap" else ["--brain", f"hunted={brain}"]

                def run():
                    return subprocess.run(play, capture_output=True, text=True)

                first = run()
                before = "works" if first.returncode == 0 else "refused: " + first.stderr.strip().splitlines()[0][:160]
                uses = lambda done: max(level["actions"].get(used, 0.0) for level in json.loads(done.stdout)["levels"].values())
                unaided = f"{uses(first):.0%}" if first.returncode == 0 and kind != "removal" else "-"
                if brain == "goap":
                    share(GOAP_CHANGES[kind])
                else:
                    apply(brain_file(brain), lambda text: change(text, BRAIN_CHANGES[brain][kind], kind))
                    if kind == "removal" and brain == "utility":
                        apply(brain_file(brain), lambda text: without(text, 'name: "distract"', "            (\n", "            ),\n"))
                done = run()
                assert done.returncode == 0, done.stderr
                report = json.loads(done.stdout)
                won = report["summary"]["hunted_won"]
                print(f"{kind:8} {brain:15} edits {count[0]:2} lines {count[1]:3}; with the shared edits alone: {before}, used in {unaided}; "
                      f"after all: used in {uses(done):.0%}, hunted won {won} of {len(report['matches'])}", flush=True)


if __name__ == "__main__":
    main()
