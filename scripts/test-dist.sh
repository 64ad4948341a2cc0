#!/usr/bin/env bash
# Tries the archive that `make dist` has made, as a stranger would: unpacked elsewhere, in a folder that it cannot write to, with a
# home of its own. Checks the data, plays matches, and opens the window on a virtual display.
#
#   scripts/test-dist.sh [ARCHIVE]
set -euo pipefail
cd "$(dirname "$0")/.."

archive=${1:-$(ls "${CARGO_TARGET_DIR:-target}"/dist/quarry-*.tar.xz)}
for tool in Xvfb xdotool import xz; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: run scripts/install-system.sh test" >&2; exit 1; }
done
place=$(mktemp -d "${TMPDIR:-/tmp}/quarry-dist-XXXXXX")
display=; client=
finish() {
  # The client is a group of its own: its shell alone would leave the game behind.
  [ -z "$client" ] || kill -- "-$client" 2>/dev/null || true
  [ -z "$display" ] || kill "$display" 2>/dev/null || true
  chmod -R u+w "$place"; rm -rf "$place"
}
trap finish EXIT

mkdir -p "$place/games" "$place/home/run"
tar -C "$place/games" --no-same-owner -xf "$archive"
game=$(echo "$place"/games/quarry-*)
chmod -R a-w,a+rX "$place/games"
chmod 755 "$place"
chmod 700 "$place/home/run"
# A super-user may write anywhere, so it becomes nobody.
as=()
if [ "$(id -u)" -eq 0 ]; then
  chown -R 65534:65534 "$place/home"
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
contents() { (cd "$place/games" && find . -printf '%p %s %T@\n' | sort); }
before=$(contents)

# Runs the program as a stranger.
quarry() {
  (cd "$place/home" && exec "${as[@]}" env -i PATH=/usr/bin:/bin HOME="$place/home" XDG_RUNTIME_DIR="$place/home/run" NO_COLOR=1 \
    ${DISPLAY:+DISPLAY="$DISPLAY"} "$game/quarry" "$@")
}

DISPLAY=
quarry --version
quarry check
quarry simulate --level manor --matches 5 --seed 1 | tail -1
quarry simulate --game bombsite --level yard --matches 2 --seed 1 --no-measures | tail -1
if (cd / && "${as[@]}" "$game/quarry" check --data "$place/home" 2>"$place/refused"); then
  echo "A data folder without data was accepted." >&2; exit 1
fi
cat "$place/refused"

Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3>"$place/number" 2>/dev/null &
display=$!
for _ in $(seq 100); do [ -s "$place/number" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$place/number"); export DISPLAY
: > "$place/log"
set -m
quarry --size 640x360 --quality low --log error,quarry=warn,quarry::client=debug 2>"$place/log" &
client=$!
set +m

# Waits for a line of the log.
expect() {
  for _ in $(seq "$2"); do
    grep -q "$1" "$place/log" && return 0
    kill -0 "$client" 2>/dev/null || break
    sleep 1
  done
  echo "The window never said \"$1\":" >&2; cat "$place/log" >&2; exit 1
}
expect "page: Title" 180
sleep 5
import -window root "$place/title.png"
colours=$(identify -format %k "$place/title.png")
if [ "$colours" -lt 200 ]; then echo "The title shows only $colours colours." >&2; exit 1; fi
echo "The title shows $colours colours."
if [ -n "${KEEP_PICTURE:-}" ]; then cp "$place/title.png" "$KEEP_PICTURE"; fi
xdotool search --onlyvisible --name Quarry windowfocus
# Quit is the last entry, and the focus goes round. Each key waits for the answer to the one before: frames may take a second.
for _ in $(seq 10); do
  chosen=$(grep "chosen: " "$place/log" || true)
  if [[ "${chosen##*chosen: }" = Quit* ]]; then break; fi
  xdotool key Up
  for _ in $(seq 20); do
    if [ "$(grep "chosen: " "$place/log" || true)" != "$chosen" ]; then break; fi
    sleep 1
  done
done
xdotool key Return
for _ in $(seq 60); do kill -0 "$client" 2>/dev/null || break; sleep 1; done
if kill -0 "$client" 2>/dev/null; then echo "The window did not close." >&2; cat "$place/log" >&2; exit 1; fi
wait "$client"
client=
if grep -q "panicked" "$place/log"; then cat "$place/log" >&2; exit 1; fi

if [ "$before" != "$(contents)" ]; then echo "The program has written into its own folder." >&2; exit 1; fi
echo "Written into the home: $(cd "$place/home" && find . -type f -path '*quarry*' | sort | paste -sd' ')"
echo "The archive works."
