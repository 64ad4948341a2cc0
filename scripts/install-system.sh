#!/usr/bin/env bash
# Installs missing system packages on Debian or Ubuntu, and says which.
#
#   scripts/install-system.sh build|play|test|dist
#   scripts/install-system.sh window-packages      installs nothing: prints what the program needs for a window
#
# build: a C linker, and the headers of ALSA and udev (sound and gamepads). play: also the libraries for a window.
# test: also the virtual display for the window tests. dist: build, and the tools that make packages.
set -euo pipefail

purpose=${1:-build}
build=(gcc libc6-dev pkg-config libasound2-dev libudev-dev)
window=(libvulkan1 mesa-vulkan-drivers libx11-6 libx11-xcb1 libxcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon0 libxkbcommon-x11-0)
display=(xvfb xdotool imagemagick)
packing=(dpkg-dev binutils xz-utils python3)
case $purpose in
  window-packages) printf '%s\n' "${window[@]}"; exit 0 ;;
  build) wanted=("${build[@]}") ;;
  play) wanted=("${build[@]}" "${window[@]}") ;;
  test) wanted=("${build[@]}" "${window[@]}" "${display[@]}") ;;
  dist) wanted=("${build[@]}" "${packing[@]}") ;;
  *) echo "usage: $0 build|play|test|dist|window-packages" >&2; exit 2 ;;
esac

if ! command -v cargo >/dev/null; then
  echo "Rust is not installed. Get Rust 1.95 or newer from https://rustup.rs." >&2
  exit 1
fi
if [ "$purpose" = test ]; then
  for part in fmt clippy; do
    cargo "$part" --version >/dev/null 2>&1 && continue
    component=$part; [ "$part" = fmt ] && component=rustfmt
    echo "Installing the Rust component $component."
    rustup component add "$component"
  done
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "Not a Debian or Ubuntu: nothing is installed. Needed are the equivalents of these Debian packages: ${wanted[*]}" >&2
  exit 0
fi
missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing packages, and no sudo. Run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  root=(sudo)
fi
echo "Installing missing packages: ${missing[*]}"
# The package lists may be empty or old. If the update fails, the install names what it cannot find.
"${root[@]}" apt-get update -qq || true
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
