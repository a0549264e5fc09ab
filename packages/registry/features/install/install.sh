# Everything below is a function until the last line: a download that was cut off runs nothing.

svc_install() {
  set -eu
  umask 022
  svc_values
  [ -n "${HOME:-}" ] || svc_fail "HOME is not set" "Set HOME to your home folder and run this again."
  target=$(svc_target)
  for program in "@deno/$target" "@esbuild/${target%-glibc}"; do
    [ -n "$(svc_sum "$program")" ] || svc_fail "This script has no checksum of $program" \
      "Install with npm instead: $npm_line"
  done

  # A relative folder is to be ignored, as the base directory specification has it.
  case ${XDG_DATA_HOME:-} in /*) data=$XDG_DATA_HOME ;; *) data=$HOME/.local/share ;; esac
  data=$data/svc/client
  home=$data/$version-$(printf %.12s "$package_sum")
  link=$HOME/.local/bin/svc
  previous=$(svc_previous)

  echo "Installing svc $version from $base"
  mkdir -p "$data" "$HOME/.local/bin"
  stage=$(mktemp -d "$data/new.XXXXXX")
  trap 'rm -rf "$stage"' EXIT
  trap 'exit 1' HUP INT TERM
  if [ "$("$home/bin/svc.sh" --version 2>/dev/null || true)" = "svc $version" ]; then
    echo "  is there already"
  else
    svc_package
    svc_program "@deno/$target" "$deno_version" deno "about 40 MB"
    svc_program "@esbuild/${target%-glibc}" "$bundler_version" bin/esbuild "about 4 MB"
    svc_starts "$stage/package"
    # What is there and does not start is replaced.
    [ ! -e "$home" ] || mv "$home" "$stage/damaged"
    mv "$stage/package" "$home"
  fi
  # 'svc upgrade' asks there.
  printf '%s\n' "$base" >"$stage/installed_from"
  mv -f "$stage/installed_from" "$home/installed_from"
  ln -s "$home/bin/svc.sh" "$stage/svc"
  mv -f "$stage/svc" "$link"
  svc_remove_older
  svc_done
}

# The client, from the registry that this script came from.
svc_package() {
  svc_fetch "$base$package_path" "$stage/svc.tgz"
  svc_check 256 "$stage/svc.tgz" "$package_sum"
  tar -xzf "$stage/svc.tgz" -C "$stage"
}

# A program that svc needs, from the npm registry: NAME VERSION FILE SIZE. The one of the installation
# before is good if it is the same.
svc_program() {
  place=$stage/package/node_modules/$1
  mkdir -p "${place%/*}"
  if [ -n "$previous" ] && "$previous/bin/svc.sh" --version >/dev/null 2>&1 &&
    grep -q "\"version\": \"$2\"" "$previous/node_modules/$1/package.json" 2>/dev/null
  then
    cp -R "$previous/node_modules/$1" "$place"
    return
  fi
  npm=$(svc_npm_registry)
  echo "  $1 $2, $4, from $npm"
  svc_fetch "$npm/$1/-/${1#*/}-$2.tgz" "$stage/program.tgz"
  svc_check 512 "$stage/program.tgz" "$(svc_sum "$1")"
  rm -rf "$stage/program"
  mkdir "$stage/program"
  tar -xzf "$stage/program.tgz" -C "$stage/program"
  mv "$stage/program/package" "$place"
  chmod +x "$place/$3"
}

svc_starts() {
  said=$("$1/bin/svc.sh" --version 2>&1) || said="it ends with: $said"
  [ "$said" = "svc $version" ] || svc_fail "svc was downloaded but does not start here: $said" \
    "Tell whoever runs $base what it says."
}

# Where the installation before lies. Only a link of this script's is replaced.
svc_previous() {
  [ -e "$link" ] || [ -L "$link" ] || return 0
  old=$(readlink "$link" 2>/dev/null) || old=
  case $old in
    "$data"/*/bin/svc.sh) echo "${old%/bin/svc.sh}" ;;
    *) svc_fail "$link is there already, and this script did not put it there" \
      "Remove it, or update it the way it was installed, such as: $npm_line" ;;
  esac
}

# A server that is running may still load parts of the one before, so that one stays.
svc_remove_older() {
  for old in "$data"/[0-9]*-*; do
    case $old in "$home" | "$previous") ;; *) rm -rf "$old" ;; esac
  done
  # What runs that were killed have left.
  find "$data" -maxdepth 1 -name 'new.*' -mtime +0 -exec rm -rf {} +
}

svc_done() {
  echo "Installed: $link"
  case :$PATH: in
    *":$HOME/.local/bin:"*)
      found=$(command -v svc || true)
      [ "$found" = "$link" ] || echo "Note: 'svc' starts $found, which comes first in PATH."
      ;;
    *)
      echo "$HOME/.local/bin is not in PATH. Add this line to your shell's profile:"
      echo "  export PATH=\"\$HOME/.local/bin:\$PATH\""
      ;;
  esac
  echo "Next: $login_line"
}

# The name of Deno's npm package for this system.
svc_target() {
  case $(uname -m) in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) svc_fail "Deno has no build for a $(uname -m) processor" "It needs x86-64 or 64-bit ARM." ;;
  esac
  case $(uname -s) in
    Darwin)
      # A shell that Rosetta translates is told of an Intel processor.
      [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" != 1 ] || machine=arm64
      echo "darwin-$machine"
      ;;
    Linux)
      # A Raspberry Pi may have a 64-bit kernel under a 32-bit system.
      [ "$(getconf LONG_BIT 2>/dev/null || true)" != 32 ] ||
        svc_fail "This is a 32-bit system, and Deno has no build for it" "Install a 64-bit system."
      case $(ldd --version 2>&1 || true) in
        *musl*) svc_fail "Deno has no build for musl" "Use a system with glibc; Alpine has none." ;;
      esac
      echo "linux-$machine-glibc"
      ;;
    *) svc_fail "This script is for Linux and macOS" "Install with npm instead: $npm_line" ;;
  esac
}

svc_npm_registry() {
  address=${npm_config_registry:-${NPM_CONFIG_REGISTRY:-}}
  if [ -z "$address" ] && command -v npm >/dev/null; then
    address=$(npm config get registry 2>/dev/null || true)
  fi
  case $address in
    http://* | https://*) echo "${address%/}" ;;
    *) echo https://registry.npmjs.org ;;
  esac
}

# svc_fetch ADDRESS FILE
svc_fetch() {
  if command -v curl >/dev/null; then
    bar=-s
    [ ! -t 2 ] || bar=--progress-bar
    curl -fSL "$bar" --connect-timeout 20 --retry 2 -o "$2" "$1" && return
  elif command -v wget >/dev/null; then
    wget -q -T 20 -t 3 -O "$2" "$1" && return
  else
    svc_fail "Neither curl nor wget is installed" "Install one of them and run this again."
  fi
  svc_fail "$1 could not be downloaded" "Check the network, the proxy settings and the room on the disk, and run this again. Where a registry needs a login: $npm_line"
}

# svc_check BITS FILE SUM
svc_check() {
  if command -v "sha$1sum" >/dev/null; then
    found=$("sha$1sum" <"$2")
  elif command -v shasum >/dev/null; then
    found=$(shasum -a "$1" <"$2")
  elif command -v openssl >/dev/null; then
    found=$(openssl dgst "-sha$1" -r <"$2")
  else
    svc_fail "There is no program to check the download with" "Install sha$1sum, shasum or openssl."
  fi
  [ "${found%% *}" = "$3" ] || svc_fail "The download does not match its checksum" \
    "Nothing was installed. Run this again; if it stays, tell whoever runs $base. Expected SHA-$1 $3, got ${found%% *}."
}

svc_fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

{ svc_install </dev/null; }
