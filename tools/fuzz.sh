#!/usr/bin/env bash
# Runs every fuzz target in turn; together they take about the seconds given as the first argument.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
# Each as path/of_test.go:FuzzName.
mapfile -t targets < <(git grep --untracked -o -E '^func Fuzz\w+' -- '*_test.go' | sed 's/:func /:/')

if [ "${#targets[@]}" = 0 ]; then
  echo "fuzz: there is no fuzz target" >&2
  exit 1
fi
each=$((seconds / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1

for target in "${targets[@]}"; do
  file=${target%%:*} name=${target##*:}
  echo "fuzz: $name in ${file%/*} for $each s"
  go test -run '^$' -fuzz "^$name\$" -fuzztime "${each}s" "./${file%/*}"
done
