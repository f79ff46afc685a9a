#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What other people's comparison tools say of the series that bench/peer_series.cpp prints: one table.

  build/release/peer_series 200 1 > SERIES; bench/peers.py SERIES TOOLS

TOOLS: a folder with checkouts of google/benchmark (`benchmark`), NVIDIA/nvbench (`nvbench`) and sharkdp/hyperfine
(`hyperfine`); each tool's own script makes the decision. Python needs numpy, scipy, tabulate and colorama.

Each tool sees 30 readings of each arm, in two layouts: `runs` (A in one process, B in another) and `turns` (A, B, A, B
in one process). Where no script decides about series from elsewhere, a rule is stated here instead: hyperfine's summary
(whichever mean is lower is "faster"), nanobench's table (the ratio of the medians is further from 1 than either column
of errors), and criterion's as we understand it (p < 0.05 for t between samples drawn from both lists together, and the
interval of the change outside ± 1 %; with 2,000 resamples).
"""
import contextlib
import io
import json
import pathlib
import runpy
import sys
import tempfile

import numpy
from scipy import stats

LAYOUTS = ("runs", "turns")


def side(difference):
    return int(difference > 0) - int(difference < 0)


# --- tools that decide by themselves -----------------------------------------------------------------------------
def google_benchmark(tools, pairs):
    """`compare.py benchmarks A.json B.json`: a U test at its default of 5 %; the direction is that of the medians."""
    report = runpy.run_path(str(tools / "benchmark" / "tools" / "gbench" / "report.py"))["get_difference_report"]
    said = []
    for a, b in pairs:
        of = [{"benchmarks": [{"name": "pass", "run_type": "iteration", "real_time": t, "cpu_time": t,
                               "time_unit": "ns"} for t in times]} for times in (a, b)]
        utest = report(of[0], of[1], utest=True)[0]["utest"]
        said.append(side(numpy.median(b) - numpy.median(a)) if utest["time_pvalue"] < 0.05 else 0)
    return said


def nvbench_file(folder, name, arms):
    """A result file of nvbench with one state for each list of readings (ns), and the readings beside it."""
    states = []
    for i, times in enumerate(arms):
        seconds = numpy.asarray(times) * 1e-9
        quartiles = numpy.percentile(seconds, [25, 50, 75])
        values = {"min": seconds.min(), "max": seconds.max(), "mean": seconds.mean(),
                  "stdev/absolute": seconds.std(ddof=1), "stdev/relative": seconds.std(ddof=1) / seconds.mean(),
                  "q1": quartiles[0], "median": quartiles[1], "q3": quartiles[2],
                  "iqr/absolute": quartiles[2] - quartiles[0],
                  "iqr/relative": (quartiles[2] - quartiles[0]) / quartiles[1]}
        samples = f"{name}-{i}.bin"
        seconds.astype("<f4").tofile(folder / samples)
        summaries = [{"tag": f"nv/cold/time/gpu/{tag}", "name": tag,
                      "data": [{"name": "value", "type": "float64", "value": repr(float(value))}]}
                     for tag, value in values.items()]
        summaries.append({"tag": "nv/json/bin:nv/cold/sample_times", "name": "samples", "data": [
            {"name": "filename", "type": "string", "value": samples},
            {"name": "size", "type": "int64", "value": str(len(times))}]})
        states.append({"name": f"Pair={i}", "device": 0, "type_config_index": 0, "is_skipped": False,
                       "axis_values": [{"name": "Pair", "type": "int64", "value": str(i)}], "summaries": summaries})
    axes = [{"name": "Pair", "type": "int64", "flags": "",
             "values": [{"input_string": str(i), "description": "", "value": i} for i in range(len(arms))]}]
    file = folder / f"{name}.json"
    file.write_text(json.dumps({
        "meta": {"version": {"json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}},
        "devices": [{"id": 0, "name": "simulated"}],
        "benchmarks": [{"name": "pass", "index": 0, "devices": [0], "axes": axes, "states": states}]}))
    return str(file)


def run_script(script, words):
    """What a Python script prints when it is called with these words."""
    out, before = io.StringIO(), (sys.argv, list(sys.path))
    sys.argv, sys.path[:] = [str(script), *words], [str(script.parent), *sys.path]
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(str(script), run_name="__main__")
    except SystemExit:
        pass
    finally:
        sys.argv, sys.path[:] = before
    return out.getvalue()


def nvbench(tools, pairs, script):
    """nvbench's own scripts, over all pairs in one call; SLOW and FAST are directions, all other words are none."""
    with tempfile.TemporaryDirectory() as folder:
        files = [nvbench_file(pathlib.Path(folder), name, [pair[i] for pair in pairs])
                 for i, name in enumerate(("ref", "cmp"))]
        printed = run_script(tools / "nvbench" / "python" / "scripts" / script, [*files, "--no-color"])
    said = {}
    for line in printed.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 3 and cells[1].isdigit():
            said[int(cells[1])] = 1 if "SLOW" in line else -1 if "FAST" in line else 0
    if len(said) != len(pairs):
        raise SystemExit(f"{script}: {len(said)} rows of {len(pairs)} were understood:\n{printed[:2000]}")
    return [said[i] for i in range(len(pairs))]


def hyperfine_welch(tools, pairs):
    """hyperfine's scripts/welch_ttest.py on an exported result; the direction is that of the means."""
    said = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "export.json"
        for a, b in pairs:
            file.write_text(json.dumps({"results": [{"command": "A", "times": [t * 1e-9 for t in a]},
                                                    {"command": "B", "times": [t * 1e-9 for t in b]}]}))
            printed = run_script(tools / "hyperfine" / "scripts" / "welch_ttest.py", [str(file)])
            different = "There is a difference" in printed
            if not different and "almost the same" not in printed:
                raise SystemExit(f"welch_ttest.py said neither: {printed}")
            said.append(different)
    return [direction if different else 0 for direction, different in zip(hyperfine_summary(tools, pairs), said)]


# --- rules stated here ---------------------------------------------------------------------------------------------
def hyperfine_summary(_, pairs):
    return [side(numpy.mean(b) - numpy.mean(a)) for a, b in pairs]


def nanobench(_, pairs):
    def error(times):
        middle = numpy.median(times)
        return numpy.median(numpy.abs(numpy.asarray(times) / middle - 1))
    said = []
    for a, b in pairs:
        change = numpy.median(b) / numpy.median(a) - 1
        said.append(side(change) if abs(change) > max(error(a), error(b)) else 0)
    return said


def criterion(_, pairs, resamples=2000, noise=0.01, significance=0.05):
    draw = numpy.random.default_rng(1)
    said = []
    for a, b in pairs:
        a, b = numpy.asarray(a), numpy.asarray(b)
        both = numpy.concatenate([a, b])
        observed = stats.ttest_ind(b, a, equal_var=False).statistic
        drawn = both[draw.integers(0, len(both), (resamples, len(both)))]
        null = stats.ttest_ind(drawn[:, len(a):], drawn[:, :len(a)], axis=1, equal_var=False).statistic
        p = 2 * min(numpy.mean(null <= observed), numpy.mean(null >= observed))
        change = (b[draw.integers(0, len(b), (resamples, len(b)))].mean(axis=1)
                  / a[draw.integers(0, len(a), (resamples, len(a)))].mean(axis=1) - 1)
        low, high = numpy.percentile(change, [2.5, 97.5])
        said.append(0 if p >= significance else 1 if low > noise else -1 if high < -noise else 0)
    return said


TOOLS = [
    ("google/benchmark, compare.py", google_benchmark),
    ("nvbench, nvbench_compare.py", lambda tools, pairs: nvbench(tools, pairs, "nvbench_compare.py")),
    ("nvbench, nvbench_compare_robust.py", lambda tools, pairs: nvbench(tools, pairs, "nvbench_compare_robust.py")),
    ("hyperfine, welch_ttest.py", hyperfine_welch),
    ("hyperfine, its summary (rule)", hyperfine_summary),
    ("criterion (rule)", criterion),
    ("nanobench (rule)", nanobench),
]


def row(name, said_of_effect):
    """`said_of_effect`: for each effect (a fraction), what was said of each of its comparisons."""
    cells = []
    for effect, said in said_of_effect.items():
        wrong = sum(word not in (0, side(effect)) for word in said) / len(said)
        found = sum(word == side(effect) for word in said) / len(said)
        cells.append(f"wrong {100 * wrong:.1f} %" if effect == 0
                     else f"{100 * found:.1f} %, wrong {100 * wrong:.1f} %")
    return f"| {name} | " + " | ".join(cells) + " |"


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    series = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    tools = pathlib.Path(sys.argv[2])
    effects = sorted({one["effect"] for one in series})
    of_effect = {effect: [one for one in series if one["effect"] == effect] for effect in effects}
    print("| tool | " + " | ".join("same code" if effect == 0 else f"{100 * effect:+g} %" for effect in effects)
          + " |\n|---|" + "---|" * len(effects))
    for layout in LAYOUTS:
        for name, judge in TOOLS:
            said = {effect: judge(tools, [one[layout] for one in all_of]) for effect, all_of in of_effect.items()}
            print(row(f"{name}, {layout}", said), flush=True)
    print(row("Assay", {effect: [one["assay"] for one in all_of] for effect, all_of in of_effect.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
