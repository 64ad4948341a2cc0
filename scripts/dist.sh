#!/usr/bin/env bash
# Builds the release and packs it: an archive that runs wherever it is unpacked, and a Debian package.
#
#   scripts/dist.sh            writes into dist/ in Cargo's target folder, and prints the sizes
#
# The same commit, built by the same compiler, gives the same files: names are sorted and times are that of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=quarry-$version-linux-$(uname -m)
clone=
if [ -e .git ]; then clone=yes; fi

if [ -n "$clone" ] && [ -n "$(git status --porcelain --untracked-files=no)" ]; then
  echo "There are changes that are not committed, and the program names the commit that it is built from: commit or stash them." >&2
  exit 1
fi
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(if [ -n "$clone" ]; then git log -1 --format=%ct; else stat -c %Y Cargo.lock; fi)
fi
export SOURCE_DATE_EPOCH

cargo build --release --locked
out=$(realpath -m "$target/dist")
rm -rf "$out"
mkdir -p "$out/$name"

# Copies files and folders of the repository into a folder; from a clone only what it tracks.
copy() {
  local to=$1; shift
  if [ -n "$clone" ]; then
    git ls-files -z "$@" | xargs -0 cp --parents -t "$to"
  else
    cp -r --parents -t "$to" "$@"
  fi
}

strip -o "$out/$name/quarry" "$target/release/quarry"
copy "$out/$name" assets levels docs README.md CHANGELOG.md CONTRIBUTING.md LICENSE-APACHE LICENSE-MIT
cp packaging/quarry.desktop packaging/quarry.svg packaging/quarry.png "$out/$name"
scripts/third_party.py > "$out/$name/THIRD-PARTY.txt"
chmod -R u=rwX,go=rX "$out/$name"

tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" | xz -9 > "$out/$name.tar.xz"

if command -v dpkg-shlibdeps >/dev/null; then
  architecture=$(dpkg --print-architecture)
  root=$out/root
  for folder in usr/games usr/share/games/quarry usr/share/applications usr/share/doc/quarry usr/share/icons/hicolor/{scalable,256x256}/apps; do
    mkdir -p "$root/$folder"
  done
  cp "$out/$name/quarry" "$root/usr/games/"
  cp -r "$out/$name/assets" "$out/$name/levels" "$root/usr/share/games/quarry/"
  cp packaging/quarry.desktop "$root/usr/share/applications/"
  cp packaging/quarry.svg "$root/usr/share/icons/hicolor/scalable/apps/"
  cp packaging/quarry.png "$root/usr/share/icons/hicolor/256x256/apps/"
  cp -r "$out/$name"/{docs,README.md,CHANGELOG.md,CONTRIBUTING.md,LICENSE-APACHE,LICENSE-MIT} "$root/usr/share/doc/quarry/"
  gzip -9 -n < "$out/$name/THIRD-PARTY.txt" > "$root/usr/share/doc/quarry/THIRD-PARTY.txt.gz"
  cp packaging/copyright "$root/usr/share/doc/quarry/"

  # What the program is linked against, found by dpkg; and what it opens by name while it runs, which nothing can find.
  mkdir -p "$out/shlibdeps/debian"
  printf 'Source: quarry\n\nPackage: quarry\nArchitecture: any\n' > "$out/shlibdeps/debian/control"
  linked=$(cd "$out/shlibdeps" && dpkg-shlibdeps -O "$root/usr/games/quarry" | sed -n 's/^shlibs:Depends=//p')
  opened=$(scripts/install-system.sh window-packages | grep -v -x mesa-vulkan-drivers | paste -sd, | sed 's/,/, /g')
  mkdir "$root/DEBIAN"
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$linked, $opened/" \
    -e "s/@SIZE@/$(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)/" packaging/control > "$root/DEBIAN/control"
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$root"
  dpkg-deb --root-owner-group -Zxz -z9 --build "$root" "$out/quarry_${version}_$architecture.deb" >/dev/null
  rm -r "$root" "$out/shlibdeps"
else
  echo "No dpkg-dev here: the Debian package is not made." >&2
fi

said=$("$out/$name/quarry" --version)
if [ -n "$clone" ] && [[ "$said" != *"$(git rev-parse --short=12 HEAD)"* ]]; then
  echo "The program says \"$said\", and this is commit $(git rev-parse --short=12 HEAD)." >&2; exit 1
fi
echo "$said"
du -sh --apparent-size "$out/$name" | sed 's/\t.*/ unpacked/'
cd "$out"
for file in "$name.tar.xz" *.deb; do
  if [ -e "$file" ]; then printf '%s: %.1f MB\n' "$out/$file" "$(stat -c %s "$file")e-6"; fi
done
