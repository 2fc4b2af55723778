#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: PostgreSQL's programs, the languages of scripts, git, a browser and
# the tools that npm has. It does nothing where all is there. No database server is started: tests start their own.
set -euo pipefail
cd "$(dirname "$0")"

# The oldest Node that the contract tools run on.
node_needed=20

say() { printf 'setup: %s\n' "$*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

have_postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || { have initdb && have postgres; }
}

# The names that e2e/node/browser.mjs looks for.
have_browser() { [ -n "${HEDDLE_BROWSER:-}" ] || have chromium || have chromium-browser || have google-chrome; }

# missing_packages lists Debian's packages for what is not there.
missing_packages() {
  have_postgres || echo postgresql
  local program
  for program in bash git python3; do
    have "$program" || echo "$program"
  done
  have_browser || echo chromium
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_install() {
  have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null >&2
}

# install_postgres keeps Debian's package from making and starting a database cluster of its own.
install_postgres() {
  local setting=/etc/postgresql-common/createcluster.d/heddle.conf
  apt_install postgresql-common
  as_root mkdir -p "${setting%/*}"
  echo 'create_main_cluster = false' | as_root tee "$setting" >/dev/null
  apt_install postgresql
  as_root rm -f "$setting"
}

install_packages() {
  local packages=("$@")
  if ! can_install; then
    say "install these first: ${packages[*]}"
    if have apt-get; then
      say "as root: apt-get update && apt-get install ${packages[*]}"
    else
      say "this machine has no apt-get; PostgreSQL's programs initdb and postgres must be in PATH"
    fi
    exit 1
  fi
  say "installing ${packages[*]}"
  as_root apt-get update -q </dev/null >&2
  local package
  for package in "${packages[@]}"; do
    if [ "$package" = postgresql ]; then install_postgres; else apt_install "$package"; fi
  done
}

check_node() {
  if ! have node || ! have npm; then
    say "Node $node_needed or newer with npm is needed and not in PATH"
    exit 1
  fi
  local version
  version=$(node --version)
  local major=${version#v}
  if [ "${major%%.*}" -lt "$node_needed" ]; then
    say "Node $node_needed or newer is needed; $(command -v node) is $version"
    exit 1
  fi
}

# install_from_npm installs what a folder's lock file names, unless it is there.
install_from_npm() {
  local what=$1 folder=$2 how=${3:-ci}
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] && return
  say "installing $what"
  (cd "$folder" && npm "$how" --no-save --no-progress </dev/null >&2)
  touch "$folder/node_modules/.package-lock.json"
}

mapfile -t packages < <(missing_packages)
[ "${#packages[@]}" = 0 ] || install_packages "${packages[@]}"
check_node
install_from_npm "the contract tools" .
install_from_npm "the driver of the browser" ../e2e/node
install_from_npm "the official MCP client" ../e2e/clients
# Its lock file has the programs for one system only; `ci` would miss those for all others.
install_from_npm "the opencode CLI" ../e2e/opencode install
install_from_npm "the Claude Code CLI" ../e2e/claudecode
