#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What measuring costs beside what is measured: prints the tables of docs/efficiency.md.

  bench/efficiency.py ASSAY [PROBES]     ASSAY: the command; PROBES: folder of the probes (beside this one by default)

For each row one comparison: the share of timed work between first and last square, the floor that it reached, and the
memory of the command itself (not of the engine's process). Then the time from the command's start to its first verdict.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROWS = [
    ("compute_plus_5_percent.toml", ["--set", "groups=32000"], "50us"),
    ("compute_plus_5_percent.toml", ["--set", "groups=320000"], "2ms"),
    ("compute_plus_5_percent.toml", ["--set", "groups=320000"], "4ms"),
    ("copy_same.toml", ["--set", "n=2^24"], "2ms"),
    ("copy_same.toml", ["--set", "n=2^24"], "50us"),
]


def peak_kib(pid):
    """Largest resident set of a process so far; None once it is gone."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return None


def run(words):
    """Exit status, seconds and peak memory in MiB of a command."""
    begun = time.monotonic()
    with open(os.devnull, "w") as nowhere:
        child = subprocess.Popen(words, stdout=nowhere, stderr=subprocess.PIPE, text=True)
    peak = 0
    while child.poll() is None:
        peak = max(peak, peak_kib(child.pid) or 0)
        time.sleep(0.05)
    said = child.stderr.read()
    if child.returncode not in (0, 1, 3):
        print(said, file=sys.stderr)
    return child.returncode, time.monotonic() - begun, peak / 1024


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    assay = sys.argv[1]
    probes = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else pathlib.Path(__file__).parent.parent / "probes")
    print("| probe | slot | trials | timed work | floor | verdict | squares | took | memory of `assay` |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for probe, more, slot in ROWS:
            kept = os.path.join(folder, "result.json")
            status, seconds, mib = run([assay, "compare", str(probes / probe), *more, "--slot", slot, "--budget", "40s",
                                        "--seed", "1", "--quiet", "--json", kept])
            if not os.path.exists(kept):
                print(f"| {probe} {' '.join(more)} | {slot} | exit {status} | | | | | {seconds:.0f} s | |", flush=True)
                continue
            result = json.loads(pathlib.Path(kept).read_text())
            os.remove(kept)
            judged, schedule = result["judgement"], result["schedule"]
            band = judged["band"]
            floor = "not known" if band["high"] is None else f"± {100 * max(-band['low'], band['high']):.3f} %"
            duty = "not known" if result["duty"] is None else f"{100 * result['duty']:.0f} %"
            print(f"| {probe} {' '.join(more[1:])} | {slot} | {schedule['trials']} | {duty} | {floor} | "
                  f"{judged['verdict']} | {schedule['replicates']} × {schedule['squares']} | {seconds:.0f} s | "
                  f"{mib:.0f} MiB |", flush=True)
        kept = os.path.join(folder, "one.json")
        _, seconds, _ = run([assay, "compare", str(probes / "reduce_same.toml"), "--replicates", "1", "--squares", "1",
                             "--quiet", "--json", kept])
        print(f"\nFrom the start of the command to the end of one session of one square: {seconds:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
