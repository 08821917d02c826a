# SPDX-License-Identifier: Apache-2.0
"""Validates what the program writes against docs/schema: validate_schemas.py ROCELINT SOURCE_DIR."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import jsonschema

import skipping

rocelint, source = sys.argv[1:]
fabrics = os.path.join(source, "fixtures", "fabrics")


def schema(name):
    with open(os.path.join(source, "docs", "schema", name + ".schema.json"), encoding="utf-8") as file:
        loaded = json.load(file)
    jsonschema.Draft7Validator.check_schema(loaded)
    return jsonschema.Draft7Validator(loaded)


# The official schema, if the user provides it: no downloaded copy is kept here.
official = os.environ.get("ROCELINT_SARIF_SCHEMA")
official_sarif = None
if official:
    with open(official, encoding="utf-8") as file:
        loaded = json.load(file)
    official_sarif = jsonschema.validators.validator_for(loaded)(loaded)


def check_sarif(document, title):
    check(schema("sarif-subset"), document, title)
    if official_sarif is not None:
        check(official_sarif, document, title + " (official schema)")
    for result in document["runs"][0]["results"]:
        for change in (change for fix in result.get("fixes", []) for change in fix["artifactChanges"]):
            lines = [replacement["deletedRegion"]["startLine"] for replacement in change["replacements"]]
            assert lines == sorted(set(lines)), (title, lines)


def run(*arguments, may=0):
    ended = subprocess.run([rocelint, *arguments], capture_output=True, check=False)
    assert ended.returncode in (0, 1, 3, may), (arguments, ended.returncode, ended.stderr)
    return json.loads(ended.stdout) if ended.stdout else None


def check(validator, document, title):
    wrong = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(document)]
    assert not wrong, (title, wrong)


def check_report(report, title):
    check(schema("report"), report, title)
    for row in report["coverage"]:
        states = sum(row[state] for state in ("read", "irrelevant", "unsupported", "unrecognised"))
        assert states == row["lines"], (title, row["file"])
    places = [(row["file"] or "\uffff", row["line"] or 0, row["column"] or 0, row["code"]) for row in report["findings"]]
    assert places == sorted(places), title
    open_findings = [row for row in report["findings"] if row["waived"] is None]
    for severity in ("error", "warning", "info"):
        count = sum(row["severity"] == severity for row in open_findings)
        assert count == report["summary"][severity], (title, severity)


with tempfile.TemporaryDirectory() as folder:
    # Awkward on purpose: names that need escaping, bytes that are not UTF-8, a waiver, files that cannot be read.
    awkward = os.path.join(folder, 'a "b" é%.json')
    with open(awkward, "wb") as file:
        file.write(b'{"DEVICE_METADATA": {"localhost": {"hostname": "\xff\x01"}}, "PORT": {"Ethernet0": {}}, "PORT": [')
    with open(os.path.join(folder, "empty.cfg"), "wb"):
        pass
    # A folder with an intent contains nothing to check until it is rendered.
    names = [name for name in sorted(os.listdir(fabrics))
             if not os.path.exists(os.path.join(fabrics, name, "fabric.yaml"))]
    cases = [[os.path.join(fabrics, name)] for name in names]
    # leaf-spine-128 would yield hundreds of thousands of values, all of kinds that the others have too.
    small = [name for name in names if name != "leaf-spine-128"]
    cases += [[folder], [folder, os.path.join(folder, "gone")], [os.path.join(folder, "empty.cfg")]]
    for name in small:
        check(schema("model"), run("debug", "model", "--format", "json", os.path.join(fabrics, name)), name)
    policy = os.path.join(folder, "waive.yaml")
    with open(policy, "w", encoding="utf-8") as file:
        file.write('version: 1\nprofile: lossless\nwaivers:\n  - {code: PFC001, reason: "a reason"}\n')
    cases += [["--policy", policy, os.path.join(fabrics, "broken-clos")]]
    several = os.path.join(folder, "several")
    for name in ("broken-clos", "clos-mixed", "sonic-azure"):
        shutil.copytree(os.path.join(fabrics, name), os.path.join(several, name))
    cases += [[several]]
    for case in cases:
        check_report(run("check", "--format", "json", *case), " ".join(case))
        check_sarif(run("check", "--format", "sarif", *case), "sarif " + " ".join(case))
    for name in small:
        if os.path.isdir(os.path.join(fabrics, name)):
            check(schema("trace"), run("trace", "--all-pairs", "--format", "json", os.path.join(fabrics, name)), "trace " + name)
    for other in ("broken-clos", "ecn-only", "clos-mixed"):
        compared = run("diff", "--format", "json", os.path.join(fabrics, "clos-mixed"), os.path.join(fabrics, other))
        check(schema("diff"), compared, "diff " + other)
    wrong = os.path.join(fabrics, "leaf-spine-128")
    check(schema("trace"), run("trace", "host1", "host5", "--format", "json", wrong), "trace host1 host5")
    check(schema("trace"), run("trace", "host1", "leaf5:Ethernet0", "--format", "json", wrong), "trace to a port")
    # Own rules: the same one in two sites, and one that cannot be evaluated.
    own = os.path.join(folder, "own")
    for site in ("a", "b"):
        shutil.copytree(os.path.join(fabrics, "rails"), os.path.join(own, site))
        with open(os.path.join(own, site, "rocelint.yaml"), "a", encoding="utf-8") as file:
            file.write('custom_rules:\n  - {code: SITE001, name: ours, for: device, assert: "false", message: m}\n'
                       '  - {code: SITE002, name: wrong, for: device, assert: ."nonsense", message: m}\n')
    report = run("check", "--format", "json", own, may=2)
    check_report(report, "own rules")
    assert len(report["unreadable"]) == 2 and all("SITE002" in line for line in report["unreadable"]), report["unreadable"]
    check_sarif(run("check", "--format", "sarif", own, may=2), "sarif of own rules")
    for site in (own + "/a", os.path.join(fabrics, "broken-clos")):
        check(schema("policy-show"), run("policy", "show", "--format", "json", site), "policy show " + site)
        check(schema("config-show"), run("config", "show", "--format", "json", site), "config show " + site)
    for case in cases:
        for subject in ("files", "devices", "links", "classes"):
            check(schema("show"), run("show", subject, "--format", "json", *case), f"show {subject} " + " ".join(case))
    for case in cases:
        check(schema("simulate"), run("simulate", "--format", "json", *case), "simulate " + " ".join(case))
    packets = run("simulate", "--packets", "--duration-us", "50", "--format", "json", os.path.join(fabrics, "clos-mixed"))
    check(schema("simulate"), packets, "simulate --packets")
    flows = os.path.join(folder, "flows.csv")
    with open(flows, "w", encoding="utf-8") as file:
        file.write("from,to,rate\nhost2,host1,\nhost3,host1,40G\n")
    loads = run("simulate", "--flows", flows, "--packets", "--duration-us", "50", "--format", "json", os.path.join(fabrics, "clos-mixed"))
    check(schema("simulate"), loads, "simulate --flows")
    assert any(load["overfilled"] for load in loads["loads"]), loads["loads"]
    device = run("policy", "show", "--format", "json", "--device", "leaf1", os.path.join(fabrics, "broken-clos"))
    check(schema("policy-show"), device, "policy show of a device")
    about = run("version", "--json")
    check(schema("version"), about, "version")
    named = {"report": "report", "trace": "trace", "headroom": "headroom", "advise": "advise", "diff": "diff", "baseline": "baseline",
             "baseline show": "baseline-show", "model": "model", "policy show": "policy-show", "config show": "config-show",
             "show": "show", "simulate": "simulate", "version": "version"}
    for name, file in named.items():
        whole = schema(file).schema
        properties = whole.get("properties") or whole["definitions"]["Fabric"]["properties"]
        stated = (properties.get("schema_version") or properties["baseline_version"])["const"]
        assert about["schemas"].pop(name) == stated, name
    assert set(about["schemas"]) == {"plan"}, about["schemas"]
    baseline = os.path.join(folder, "baseline.json")
    run("check", "--format", "json", os.path.join(fabrics, "broken-clos"), "--write-baseline", baseline)
    # Corrected, waived and known findings are marked as such.
    broken = run("check", "--format", "sarif", os.path.join(fabrics, "broken-clos"))["runs"][0]["results"]
    assert sum("fixes" in row for row in broken) > 2, "no finding has its correction"
    known = run("check", "--format", "sarif", os.path.join(fabrics, "broken-clos"), "--baseline", baseline)
    check_sarif(known, "sarif with a baseline")
    assert len(known["runs"][0]["results"]) == len(broken)
    assert all(row["suppressions"][0]["kind"] == "external" for row in known["runs"][0]["results"])
    run("check", "--format", "json", several, "--write-baseline", os.path.join(folder, "all.json"))
    with open(os.path.join(folder, "all.json"), encoding="utf-8") as file:
        check(schema("baseline"), json.load(file), "baseline of several fabrics")
    shown = run("baseline", "show", "--format", "json", "--baseline", baseline, several)
    check(schema("baseline-show"), shown, "baseline show")
    assert shown["summary"]["unseen"] > 0 and shown["summary"]["new"] > 0, shown["summary"]
    # If a fabric is gone, its findings are solved.
    gone = os.path.join(folder, "gone")
    shutil.copytree(os.path.join(fabrics, "broken-clos"), gone)
    run("check", "--format", "json", gone, "--write-baseline", os.path.join(folder, "gone.json"))
    shutil.rmtree(gone)
    shown = run("baseline", "show", "--format", "json", "--baseline", os.path.join(folder, "gone.json"), several)
    check(schema("baseline-show"), shown, "baseline show of a fabric that is gone")
    assert shown["summary"]["solved"] == sum(row["count"] for row in shown["solved"]) > 0, shown["summary"]
    shown = run("baseline", "show", "--format", "json", "--baseline", baseline, os.path.join(fabrics, "broken-clos"))
    check(schema("baseline-show"), shown, "baseline show of the same")
    assert shown["summary"]["known"] == len(shown["known"]) > 0, shown["summary"]
    with open(baseline, encoding="utf-8") as file:
        check(schema("baseline"), json.load(file), "baseline")
headrooms = [
    ["--speed", "400G", "--cable", "30m", "--asic", "spectrum-4", "--shared-headroom", "2", "--gearbox-ns", "400"],
    ["--speed", "100G", "--sweep", "cable=5..300", "--nic", "mlx5", "--asic", "tofino-2"],
    ["--speed", "800G", "--cable", "2km"],
]
for case in headrooms:
    answer = run("headroom", "--format", "json", *case)
    check(schema("headroom"), answer, "headroom " + " ".join(case))
    for row in answer["answers"]:
        assert sum(model["largest"] for model in row["models"]) == 1, case
        for model in row["models"]:
            assert sum(term["bytes"] for term in model["terms"]) <= model["xoff"] + 0.01, (case, model["title"])
advices = [
    [],
    ["--gpus", "1024", "--communication", "0.25", "--cost-of", "PFC001=0.5", "--runs", "nothing", "--workload", "mixed"],
    [os.path.join(fabrics, "clos-eight", "fabric.yaml"), "--gpus-per-host", "8", "--hours", "8760", "--utilisation", "0.8", "--communication", "0.3",
     "--efficiency-roce", "0.9", "--gpu-hour-price", "2", "--fabric-premium", "100000"],
    [os.path.join(fabrics, "broken-clos"), "--communication", "0.3", "--cost-of", "PFC002=0.5"],
]
for case in advices:
    check(schema("advise"), run("advise", "--format", "json", *case), "advise " + " ".join(case))
print(f"{len(cases)} reports are valid")
if official_sarif is None:
    skipping.note("the official schema of SARIF", "ROCELINT_SARIF_SCHEMA is not set")
