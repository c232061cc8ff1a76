# Sets up, configures and builds one preset, quietly; sourced by scripts/coldaisle, test and .ci/run.
# Needs $root, the repository's folder.

# build_quietly PRESET NOTE [TARGET...]: NOTE goes to stderr when this is the preset's first build.
# What the tools print is shown only when they fail.
build_quietly() {
  local preset=$1 note=$2 folder=$root/build/$1 log status=0
  shift 2
  "$root/scripts/setup" || return
  mkdir -p "$folder"
  log=$folder/build.log
  # Two calls at once must not build into one folder.
  exec {lock}>"$folder/.lock"
  flock "$lock"
  [[ -e $folder/.built ]] || echo "$note" >&2
  if [[ ! -e $folder/build.ninja ]]; then
    (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 || status=$?
  fi
  if ((status == 0)); then
    cmake --build "$folder" -j "$(nproc)" ${1:+--target "$@"} >"$log" 2>&1 || status=$?
  fi
  if ((status == 0)); then
    touch "$folder/.built"
  else
    grep -E 'error|Error|FAILED' -A 5 "$log" | head -n 60 >&2 || true
    echo "The build failed; all of it is in $log" >&2
  fi
  exec {lock}>&-
  return "$status"
}
