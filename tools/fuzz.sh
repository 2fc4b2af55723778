#!/usr/bin/env bash
# Runs every fuzz target in turn, or those below the folders given after the seconds; together they take about the
# seconds given as the first argument.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
# Each as path/of_test.go:FuzzName.
mapfile -t targets < <(git grep --untracked -o -E '^func Fuzz\w+' -- "${@:-.}" | grep '_test\.go:' | sed 's/:func /:/')

if [ "${#targets[@]}" = 0 ]; then
  echo "fuzz: there is no fuzz target" >&2
  exit 1
fi
each=$((seconds / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1

# fuzz runs one target. Go sometimes reports the end of the time as a failure of the target, with nothing found
# (https://go.dev/issue/75804); what is found comes with the file that it was written to, or is a seed's.
fuzz() {
  local said
  if ! said=$(go test -run '^$' -fuzz "^$1\$" -fuzztime "${each}s" "$2" 2>&1); then
    if ! grep -qx '    context deadline exceeded' <<<"$said" || grep -qE 'Failing input|seed corpus|panic' <<<"$said"; then
      echo "$said"
      exit 1
    fi
  fi
  grep -E '^(fuzz: elapsed|ok)' <<<"$said" | tail -2 || true
}

for target in "${targets[@]}"; do
  file=${target%%:*} name=${target##*:}
  echo "fuzz: $name in ${file%/*} for $each s"
  fuzz "$name" "./${file%/*}"
done
