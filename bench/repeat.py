#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same comparisons over and over on a real device: how often is each word said, and how far do effects scatter?

  bench/repeat.py ASSAY FOLDER SET [COUNT]     ASSAY: the command; FOLDER: where results are kept

SET is software (a software driver: 40 of each, 30 s each) or gpu (20 of each, 12 s each). A comparison whose result lies
in FOLDER already is not run again, so that a run that was broken off goes on where it was. Then a table of what lies
there is printed; its last column is the load of the machine when each comparison began.
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys

PROBES = pathlib.Path(__file__).resolve().parent.parent / "probes"
PLUS_5 = "compute_plus_5_percent.toml"
COMPUTE = ["--set", "groups=320000"]

# Name of a row, probe, options. Rows that begin with "same" are of equal code: any direction is wrong there.
ROWS = {
    "software": (40, "30s", [
        ("same reduction", "reduce_same.toml", []),
        ("+5 % of the work", PLUS_5, []),
        ("+20 % of the work", "compute_plus_20_percent.toml", []),
    ]),
    "gpu": (20, "12s", [(f"{name}, {engine}", probe, [*options, "--engine", engine])
                        for engine in ("wgpu-native", "dawn", "dawn:bare")
                        for name, probe, options in [
                            ("same compute-bound kernel", PLUS_5, [*COMPUTE, "--empty-room"]),
                            ("same copy of 4 MiB", "copy_same.toml", ["--set", "n=2^20"]),
                            ("same copy of 64 MiB", "copy_same.toml", ["--set", "n=2^24"]),
                            ("+0.1 % of the work, margin 0.05 %", PLUS_5,
                             [*COMPUTE, "--set", "extra=groups/1000", "--margin", "0.05%"]),
                        ]]),
}


def percent(log, digits=3):
    return f"{100 * math.expm1(log):+.{digits}f} %"


def run(assay, folder, row, number, budget):
    """The result of one comparison, from FOLDER where it is there; None where there was none."""
    name, probe, options = row
    file = folder / f"{''.join(c if c.isalnum() else '_' for c in name)}-{number}.json"
    if not file.exists():
        words = [assay, "compare", str(PROBES / probe), *options, "--budget", budget, "--seed", str(number), "--quiet",
                 "--json", str(file)]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if not file.exists():
            print(f"{name}, {number}: {done.stderr.strip()}", file=sys.stderr)
            return None
    return json.loads(file.read_text())


def line(row, results):
    judged = [result["judgement"] for result in results]
    words = [judgement["verdict"] for judgement in judged]
    said = ", ".join(f"{word} {words.count(word)}" for word in sorted(set(words), key=words.count, reverse=True))
    effects = [judgement["effect"] for judgement in judged if judgement["effect"] is not None]
    bands = [max(abs(judgement["band"]["low"]), abs(judgement["band"]["high"])) for judgement in judged
             if judgement["band"]["low"] is not None and judgement["band"]["high"] is not None]
    duties = [result["duty"] for result in results if result["duty"]]
    loads = [result["rig"]["load_1min"] for result in results]
    effect = f"{percent(statistics.median(effects))} ({percent(min(effects))} … {percent(max(effects))})" if effects else "–"
    # Where most squares read duplicates alike, the lattice is coarser than what the floor could show.
    band = f"± {100 * statistics.median(bands):.4f} % (at most {100 * max(bands):.4f} %)" if bands else "–"
    band = "below the lattice" if bands and max(bands) == 0 else band
    duty = f"{100 * statistics.median(duties):.0f} %" if duties else "–"
    return f"| {row[0]} | {len(results)} | {said} | {effect} | {band} | {duty} | {min(loads):.1f} … {max(loads):.1f} |"


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[3] not in ROWS:
        print(__doc__, file=sys.stderr)
        return 2
    assay, folder, chosen = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    count, budget, rows = ROWS[chosen]
    count = int(sys.argv[4]) if len(sys.argv) == 5 else count
    kept = {row[0]: [] for row in rows}
    # Rows take turns, so that a machine that changes over the hours changes for all of them.
    for number in range(1, count + 1):
        for row in rows:
            result = run(assay, folder, row, number, budget)
            if result:
                kept[row[0]].append(result)
            print(f"\r{number} of {count}: {row[0]}\033[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    rigs = {(result["rig"]["engine"], result["rig"]["engine_version"], result["rig"]["adapter"], result["rig"]["driver"])
            for results in kept.values() for result in results}
    print("\n".join(sorted(" ".join(part for part in rig if part) for rig in rigs)))
    print("\n| comparison | times | said | effect: median (least … most) | floor: median | timed work | load |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        if kept[row[0]]:
            print(line(row, kept[row[0]]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
