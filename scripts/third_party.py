#!/usr/bin/env python3
"""Lists the packages that are linked into the game, with their licences and the texts that they carry.

Needs nothing but Python 3 and cargo. It asks `cargo metadata`, so the list is that of Cargo.lock.

    scripts/third_party.py > THIRD-PARTY.txt
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = re.compile(r"(licen[sc]e|copying|notice|unlicense|copyright|ofl|ufl)", re.IGNORECASE)
# Sources and pages that only have such a name.
OTHER = {".rs", ".html", ".json", ".toml"}


def metadata():
    """What cargo knows of the packages on this kind of computer."""
    rustc = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.search(r"^host: (\S+)$", rustc, re.MULTILINE).group(1)
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host]
    return json.loads(subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout)


def linked(data):
    """The packages of others that the program depends on, and not only its tests and build scripts, by name and version."""
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    found, left = set(), [data["resolve"]["root"]]
    while left:
        package = left.pop()
        if package not in found:
            found.add(package)
            needed = (d for d in nodes[package]["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"]))
            left.extend(d["pkg"] for d in needed)
    packages = [package for package in data["packages"] if package["id"] in found and package["source"]]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """The licence texts in a package."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = {path for path in folder.rglob("*") if NAMES.match(path.name) and path.suffix not in OTHER}
    if package["license_file"]:
        files.add(folder / package["license_file"])
    for path in sorted(path for path in files if path.is_file()):
        yield path.read_text(encoding="utf-8", errors="replace").strip()


def main():
    packages = linked(metadata())
    users, kept = {}, {}
    print("The packages that Quarry is built from, with their licences.\n")
    for package in packages:
        name = f"{package['name']} {package['version']}"
        source = package["repository"] or f"https://crates.io/crates/{package['name']}"
        print(f"{name}: {package['license'] or 'see its text below'} ({source})")
        own = list(texts(package))
        for text in own:
            same = " ".join(text.split())
            kept.setdefault(same, text)
            users.setdefault(same, []).append(name)
        if not own:
            authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
            print(f"    Carries no text of its own; the standard one of its licence holds. By {authors}.")
    for same, names in sorted(users.items(), key=lambda entry: entry[1]):
        print(f"\n{'=' * 100}\n{', '.join(sorted(set(names)))}\n{'=' * 100}\n\n{kept[same]}")
    return 0 if len(packages) > 100 else 1


if __name__ == "__main__":
    sys.exit(main())
