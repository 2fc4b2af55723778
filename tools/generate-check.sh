#!/usr/bin/env bash
# Says whether the generated files are those that the sources give. It generates into a copy, so that the work tree
# stays as it is, with all that is not committed yet. Arguments: the generated files and folders.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

# Tracked and new files, without those that are deleted in the work tree.
git ls-files -z --cached --others --exclude-standard --deduplicate |
  while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
  tar --create --null --files-from=- | tar --extract --directory "$copy"
ln -s "$PWD/tools/node_modules" "$copy/tools/node_modules"
ln -s "$PWD/ui/node_modules" "$copy/ui/node_modules"
(cd "$copy" && rm -rf "$@")

(cd "$copy" && go tool task generate:all)

changed=0
for path in "$@"; do
  diff --recursive --unified=2 "$path" "$copy/$path" || changed=1
done
if [ "$changed" = 1 ]; then
  echo "generated files are not current (- is what is there, + what the sources give): run 'go tool task generate'," >&2
  echo "and delete those that are only there" >&2
  exit 1
fi
