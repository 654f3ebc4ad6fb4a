#!/usr/bin/env bash
# Builds the image and starts it, where no registry of images can be reached: with buildah, on a stand-in for the base image
# that is Debian by debootstrap with the Node of this machine. NODE_IMAGE=node:20.20.2-bookworm-slim takes the real one.
# Asks the container whether it is ready and whether the first key works, then stops it. Needs root.
set -euo pipefail
# Without cgroups of its own, which not every machine has: the steps run in a chroot.
export BUILDAH_ISOLATION=chroot
cd "$(dirname "$0")/.."
work=$(mktemp -d)
port=${PORT:-4410}
key=$(node -p 'crypto.randomBytes(20).toString("hex")')
container=
finish() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap finish EXIT

make_base() {
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" http://deb.debian.org/debian >"$work/log"
  base=$(buildah from scratch)
  buildah copy -q "$base" "$work/base" /
  buildah copy -q "$base" "$(readlink -f "$(command -v node)")" /usr/local/bin/node
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  buildah copy -q "$base" "$npm" /usr/local/lib/node_modules/npm
  # The registry of packages may be behind a certificate of this machine's.
  buildah copy -q "$base" /etc/ssl/certs /etc/ssl/certs
  buildah run "$base" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah run "$base" -- useradd --create-home --uid 1000 node
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
  buildah commit -q "$base" localhost/node-stand-in
  buildah rm "$base"
}

if [ -z "${NODE_IMAGE:-}" ]; then
  buildah inspect localhost/node-stand-in >/dev/null 2>&1 || make_base
  NODE_IMAGE=localhost/node-stand-in
fi
buildah build --layers --format docker --network host --build-arg NODE_IMAGE="$NODE_IMAGE" --tag localhost/magpie-try .

container=$(buildah from localhost/magpie-try)
setting() { buildah inspect --format "{{$1}}" "$container"; }
echo "user $(setting .Docker.Config.User), volumes $(setting .Docker.Config.Volumes), health $(setting .Docker.Config.Healthcheck.Test)"
mapfile -t words < <(buildah inspect "$container" |
  node -e 'const { Entrypoint, Cmd } = JSON.parse(require("fs").readFileSync(0)).Docker.config; console.log([...Entrypoint, ...Cmd].join("\n"))')
buildah run --network host --env PORT="$port" --env MAGPIE_BOOTSTRAP_KEY="$key" --env MAGPIE_DEMO_ADS=2000 "$container" -- "${words[@]}" &
running=$!
ask() { node -e 'fetch(process.argv[1], { headers: process.argv[2] ? { authorization: `Bearer ${process.argv[2]}` } : {} }).then(async (r) => { console.log(r.status, (await r.text()).slice(0, 300)); process.exit(r.ok ? 0 : 1); }, () => process.exit(1))' "$@"; }
# Demo ads are loaded while the server already answers.
until ask "http://127.0.0.1:$port/readyz" 2>/dev/null | grep '"demo":"ok"'; do
  kill -0 "$running"
  sleep 2
done
ask "http://127.0.0.1:$port/api/v1/trpc/boards.list" "$key"
ask "http://127.0.0.1:$port/"
ask "http://127.0.0.1:$port/api/v1/trpc/system.status" "$key"
# Nobody else's has this key.
for folder in $(grep -lsz "^MAGPIE_BOOTSTRAP_KEY=$key$" /proc/[0-9]*/environ); do
  process=$(dirname "$folder")
  [[ $(tr '\0' ' ' <"$process/cmdline") != /*/node\ *serve\  ]] || pid=${process#/proc/}
done
echo "runs as user id $(stat -c %u "/proc/$pid")"
kill -TERM "$pid"
wait "$running" && echo "stopped with exit code 0"
