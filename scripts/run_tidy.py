"""Runs clang-tidy over build/release/compile_commands.json; called by scripts/check_tidy."""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time


def files_to_check(root, patterns):
    with open("build/release/compile_commands.json", encoding="utf-8") as file:
        commands = json.load(file)
    paths = {os.path.relpath(command["file"], root) for command in commands}
    # tests/support/main.cpp is Catch2's own runner, a listener of ours beside it.
    ours = [path for path in paths if path.split("/")[0] in ("sim", "models", "bench", "tests")
            and path != "tests/support/main.cpp"]
    chosen = [path for path in ours if not patterns or any(re.search(p, path) for p in patterns)]
    # The longest first, so that none is left running alone at the end.
    return sorted(chosen, key=lambda path: (-os.path.getsize(path), path))


def check(path):
    begin = time.monotonic()
    result = subprocess.run(
        # The compile commands are g++'s: clang does not know each of its warnings.
        ["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", "build/release",
         path],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return path, result.returncode, result.stdout, result.stderr, time.monotonic() - begin


def new_findings(text, seen):
    """The findings of one file's run that no earlier run has shown (those in headers repeat)."""
    blocks = re.split(r"(?m)^(?=\S+:\d+:\d+: (?:error|warning))", text)
    fresh = [block for block in blocks if block.strip() and block not in seen]
    seen.update(fresh)
    return "".join(fresh)


def main(patterns):
    paths = files_to_check(os.getcwd(), patterns)
    if not paths:
        print("check_tidy: no file matches", file=sys.stderr)
        return 2
    failed, times, seen = [], [], set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(check, path) for path in paths]
        for done in concurrent.futures.as_completed(running):
            path, status, findings, talk, seconds = done.result()
            times.append((seconds, path))
            if status != 0:
                failed.append(path)
                print(new_findings(findings, seen) if findings else talk, end="", flush=True)
    slowest = ", ".join(f"{path} {seconds:.0f} s" for seconds, path in sorted(times)[:-4:-1])
    print(f"check_tidy: {len(paths)} files, {len(failed)} with findings; slowest: {slowest}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
