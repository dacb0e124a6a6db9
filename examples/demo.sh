#!/bin/sh
# What `make demo` does: shows the example session, exports it to a file, and says what to try next.
# Where no terminal listens, stdout gets the exported trace and nothing else: `make demo > trace.json`.
set -eu
steno=${STENO:-steno}
session=$(dirname "$0")/5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl

if ! [ -t 1 ]; then
    exec "$steno" export "$session"
fi

folder=$(mktemp -d)
trace=$folder/trace.json

echo "\$ steno show $session"
echo
"$steno" show --no-pager "$session"

echo
echo "\$ steno export $session -o $trace"
echo
"$steno" export "$session" -o "$trace"

cat <<END

Look closer:
  $steno info $session
  $steno check $trace
  $steno show $trace

Then your own sessions:
  $steno ls
  $steno show @latest
  $steno cost --by model
  $steno export @latest -o trace.json

\`$steno --help\` lists every command; docs/quickstart.md goes on from here.
END
