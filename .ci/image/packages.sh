#!/bin/bash
# Fetches the packages of packages.lock with the apt of this computer: packages.sh FOLDER
# packages.sh --update FOLDER writes packages.lock anew from what the mirrors have now.
# The servers are those of this computer's own apt, so none is written down here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
suite=trixie
update=
if [ "$1" = --update ]; then
  update=yes
  shift
fi
work=$1
lock=$here/packages.lock

# An apt of its own, which knows the servers of this computer and no installed package.
apt=$work/apt
mkdir -p "$apt"/{lists/partial,cache/archives/partial,state,etc/apt.conf.d,etc/preferences.d}
: >"$apt/status"
sources() {
  apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT) $(CREATED_BY) $(CODENAME)' |
    awk -v suite="$suite" '$2 == "Debian" && $3 == "main" && $4 == "Packages" {
      base = $5; sub(/[-\/].*/, "", base); sub("^" base, suite, $5)
      print "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " $1 " " $5 " main"
    }' | sort -u
}
sources >"$apt/sources.list"
if [ ! -s "$apt/sources.list" ]; then
  # This computer's apt has no lists yet.
  apt-get -qq update
  sources >"$apt/sources.list"
fi
[ -s "$apt/sources.list" ] || { echo 'error: apt has no source of Debian (main)' >&2; exit 1; }
cat >"$apt/apt.conf" <<END
Dir::State "$apt/state";
Dir::State::Lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
APT::Architecture "amd64";
APT::Architectures "amd64";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
END
export APT_CONFIG=$apt/apt.conf
debs=$work/debs
mkdir -p "$debs"

names() { sed 's/#.*//' "$here/$1.txt"; }

# Prints: use, name, version and SHA-256 of each package that a list needs.
resolve() {
  local use=$1
  apt-get -qq --simulate install '?essential' $(names "$use") |
    sed -nE 's/^Inst (\S+) \((\S+) .*/\1=\2/p' | xargs apt-cache show |
    awk -v use="$use" '/^Package:/ { name = $2 } /^Version:/ { version = $2 }
      /^SHA256:/ { print use, name, version, $2 }' | sort -u
}

if [ -n "$update" ]; then
  apt-get -qq update
  { resolve packages; resolve tools; } | LC_ALL=C sort >"$lock.new"
  mv "$lock.new" "$lock"
fi

# Downloads only what is not there yet, so a second build needs no network.
missing=()
while read -r _ name version sum; do
  [ -e "$debs/$sum.deb" ] || missing+=("$name=$version")
done < <(sort -u -k2,3 "$lock")
if [ ${#missing[@]} -gt 0 ]; then
  [ -n "$update" ] || apt-get -qq update
  mkdir -p "$work/download"
  (cd "$work/download" && printf '%s\n' "${missing[@]}" | xargs -n 40 apt-get -qq download) || {
    echo 'error: the mirror has no longer all versions of packages.lock.' \
      'Use a mirror that keeps old versions, or run: npm run image -- --update' >&2
    exit 1
  }
  for deb in "$work"/download/*.deb; do
    mv "$deb" "$debs/$(sha256sum "$deb" | cut -d ' ' -f 1).deb"
  done
fi

# A repository of exactly these files for each of the two lists.
for use in packages tools; do
  rm -rf "$work/$use"
  mkdir -p "$work/$use"
  while read -r _ name version sum; do
    deb=$debs/$sum.deb
    if ! echo "$sum  $deb" | sha256sum --check --status; then
      echo "error: $name $version has another SHA-256 than packages.lock" >&2
      exit 1
    fi
    ln "$deb" "$work/$use/$sum.deb"
    dpkg-deb --field "$deb"
    echo "Filename: ./$sum.deb"
    echo "Size: $(stat --format %s "$deb")"
    echo "SHA256: $sum"
    echo
  done < <(grep "^$use " "$lock") >"$work/$use/Packages"
  cat >"$work/$use/Release" <<END
Suite: $suite
Codename: $suite
Architectures: amd64
SHA256:
 $(sha256sum "$work/$use/Packages" | cut -d ' ' -f 1) $(stat --format %s "$work/$use/Packages") Packages
END
done
