#!/usr/bin/env bash
# Installs the Debian package into a fresh Debian without Rust, and tries it there: checks the data, plays matches, opens the window.
#
#   scripts/test-dist-fresh.sh [DEB] [SUITE]
#
# Needs a super-user, debootstrap, the network, and what `scripts/install-system.sh test` installs. The fresh system is a folder,
# which is removed at the end. Its window opens on a virtual display of this system.
set -euo pipefail
cd "$(dirname "$0")/.."

package=${1:-$(ls "${CARGO_TARGET_DIR:-target}"/dist/quarry_*.deb)}
suite=${2:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
if [ "$(id -u)" -ne 0 ]; then echo "Only a super-user can install a system." >&2; exit 1; fi
for tool in debootstrap Xvfb import; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install debootstrap, and scripts/install-system.sh test" >&2; exit 1; }
done

place=$(mktemp -d "${TMPDIR:-/tmp}/quarry-fresh-XXXXXX")
root=$place/root
display=; client=
finish() {
  # The client is a group of its own: its shell alone would leave the game behind.
  [ -z "$client" ] || kill -- "-$client" 2>/dev/null || true
  [ -z "$display" ] || kill "$display" 2>/dev/null || true
  for mounted in proc dev/pts dev/shm tmp/.X11-unix; do umount "$root/$mounted" 2>/dev/null || true; done
  # A socket of this system must not go with it.
  if ! mountpoint -q "$root/tmp/.X11-unix"; then rm -rf --one-file-system "$place"; fi
}
trap finish EXIT

echo "== A fresh $suite"
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$place/debootstrap.log" || { tail "$place/debootstrap.log" >&2; exit 1; }
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" "$root/dev/shm" "$root/tmp/.X11-unix"
mount -t devpts devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
inside() { chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
inside sh -c '. /etc/os-release; echo "$PRETTY_NAME, $(dpkg -l | grep -c ^ii) packages; rustc, cargo, cc: $(command -v rustc cargo cc || echo none)"'

echo "== apt-get install ./$(basename "$package")"
cp "$package" "$root/tmp/quarry.deb"
inside apt-get update -qq
inside apt-get install -y -qq /tmp/quarry.deb >"$place/apt.log" 2>&1 || { tail -30 "$place/apt.log" >&2; exit 1; }
grep -c '^Setting up' "$place/apt.log" | sed 's/$/ packages set up/'
inside dpkg-query -W -f '${Package} ${Version}: ${Status}; depends on ${Depends}\n' quarry
inside useradd --create-home player

# Runs the program as a person of the fresh system; its folder of games is in the path, as after a login.
quarry() {
  chroot --userspec=player "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games HOME=/home/player NO_COLOR=1 \
    ${DISPLAY:+DISPLAY="$DISPLAY"} sh -c 'cd; echo "$ quarry $*" >&2; exec quarry "$@"' sh "$@"
}
DISPLAY=
quarry --version
quarry check
quarry simulate --level manor --matches 5 --seed 1 | tail -1
quarry simulate --game bombsite --level yard --matches 2 --seed 1 --no-measures | tail -1

echo "== The window"
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3>"$place/number" 2>/dev/null &
display=$!
for _ in $(seq 100); do [ -s "$place/number" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$place/number"); export DISPLAY
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
: > "$place/log"
set -m
quarry --size 640x360 --quality low --log error,quarry=warn,quarry::client=debug 2>"$place/log" &
client=$!
set +m
for _ in $(seq 240); do
  if grep -q "page: Title" "$place/log"; then break; fi
  kill -0 "$client" 2>/dev/null || break
  sleep 1
done
if ! grep -q "page: Title" "$place/log"; then cat "$place/log" >&2; exit 1; fi
sleep 5
import -window root "$place/title.png"
if [ -n "${KEEP_PICTURE:-}" ]; then cp "$place/title.png" "$KEEP_PICTURE"; fi
colours=$(identify -format %k "$place/title.png")
if [ "$colours" -lt 200 ]; then echo "The title shows only $colours colours." >&2; cat "$place/log" >&2; exit 1; fi
grep -m1 -i "adapter\|llvmpipe" "$place/log" || true
echo "The title shows $colours colours."
kill -- "-$client"; wait "$client" 2>/dev/null || true
client=

echo "== apt-get remove quarry"
inside apt-get remove -y -qq quarry >/dev/null 2>&1
if [ -e "$root/usr/share/games/quarry" ] || [ -e "$root/usr/games/quarry" ]; then echo "The package leaves files behind." >&2; exit 1; fi
echo "The package works on a fresh $suite."
