# SPDX-License-Identifier: Apache-2.0
"""Validates the YAML of fixtures, shipped profiles and pages against docs/schema: validate_documents.py SOURCE_DIR."""
import json
import os
import re
import sys

import jsonschema
import yaml

source = sys.argv[1]


class Loader(yaml.SafeLoader):
    """YAML 1.2, as editors and this program read it: `off` and a date are text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows
            if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")]
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))


def schema(name):
    with open(os.path.join(source, "docs", "schema", name + ".schema.json"), encoding="utf-8") as file:
        return json.load(file)


schemas = {name: schema(name) for name in ("rocelint", "topology", "inventory", "fabric", "answers")}
validators = {}
for name, loaded in schemas.items():
    jsonschema.Draft7Validator.check_schema(loaded)
    resolver = jsonschema.RefResolver(f"file:///docs/{name}.schema.json", loaded,
                                      store={"file:///docs/rocelint.schema.json": schemas["rocelint"]})
    validators[name] = jsonschema.Draft7Validator(loaded, resolver=resolver)


def errors(name, text):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}"
            for error in validators[name].iter_errors(yaml.load(text, Loader))]


checked = 0
for folder, _, files in os.walk(os.path.join(source, "fixtures")):
    # Its topology.yaml belongs to another tool.
    if "foreign-topology-file" in folder:
        files = []
    for file in files:
        name = file.removesuffix(".yaml")
        if name in schemas or file == "two-classes.yaml":
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as opened:
                wrong = errors(name if name in schemas else "fabric", opened.read())
            assert not wrong, (path, wrong)
            checked += 1
assert checked > 20, checked
folder = os.path.join(source, "models", "catalog")
for file in os.listdir(folder):
    if file.startswith("profile_"):
        with open(os.path.join(folder, file), encoding="utf-8") as opened:
            wrong = errors("rocelint", opened.read())
        assert not wrong, (file, wrong)
for name in schemas:
    with open(os.path.join(source, "tests", "reference", name + ".yaml"), encoding="utf-8") as opened:
        wrong = errors(name, opened.read())
    assert not wrong, (name, wrong)

for text in ("custom_rules: site-rules.yaml", "custom_rules:", "links:"):
    wrong = errors("topology" if text == "links:" else "rocelint", text)
    assert not wrong, (text, wrong)

broken = {
    "rocelint": ["versoin: 1", "version: 2", "profile: losless", "rdma: {priority: 9}", "rdma: 3",
                 "rules: {PFC001: loud}", "rules: {ECN003: {parameters: {max_probability: 5}}}",
                 "waivers: [{code: PFC001}]", "waivers: [{code: PFC001, reason: x, expires: soon}]",
                 "ports: [{rdma: maybe}]", "overrides: [{role: leaf}]", "custom_rules: [site-rules.yaml]", "waivers: all", "[1, 2]", "exclude: {a: b}"],
    "topology": ["devices: {leaf1: {role: leef}}", "links: [{a: 'x:y'}]", "links: [{a: x, b: y, cable_m: -1}]",
                 "device: {}"],
    "inventory": ["all: {host: {}}", "all: {hosts: [a, b]}", "all: {vars: {transport: telnet}}",
                  "all: {vars: {rail: x}}", "leaf1"],
    "answers": ["gpu: 8", "communication: 25", "efficiency_roce: 1.2", "hours: -1", "workload: train", "findings: {PFC001: 2}"],
    "fabric": ["devices: {}", "{version: 1, devices: {a: {platform: sonik}}}",
               "{version: 1, links: [{a: 'x:y', b: 'y:z', cable: 3}]}", "{version: 1, mtu: 900}",
               "{version: 1, policy: {profile: losless}}", "{version: 1, infiniband: {a: {managers: {m: {}}}}}"],
}
for name, texts in broken.items():
    for text in texts:
        assert errors(name, text), (name, text, "is taken as valid")
print(f"{checked} files of fixtures are valid, {sum(map(len, broken.values()))} broken ones are not")
