// SPDX-License-Identifier: Apache-2.0
// Programs for the switch's own Python, because only its libraries know what its updater would accept.
#include "drivers/sonic/live/live_programs.h"

namespace rocelint::sonic {

// `config apply-patch` and `config replace` call ConfigWrapper.validate_field_operation(old, new)
// of generic_config_updater/gu_common.py: the tables of gcu_field_operation_validators.conf.json
// with the functions that they name, and the paths that may never be removed. A refusal is a
// ValueError (IllegalPatchOperationError). Releases before 2022 have no such check; then the
// result is unknown. validate_config_db_config checks the whole configuration against the YANG
// models. Both commands call it first, and from 202505 on `config reload` of a file too
// (config/main.py, config_file_yang_validation), which also aborts at a table without a model.
// Whether this release's `config reload` does is found by reading its source, without running it. Differences
// in the updater's backend tables (change_applier.py) come from daemons, not from people.
std::string_view updater_program()
{
    return R"py(
import ast, copy, importlib.util, json, sys
def say(*words):
    print("@" + " ".join(" ".join(str(word).split()) for word in words))
def steps(path):
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
def patched(tables, patch):
    tables = copy.deepcopy(tables)
    for one in patch:
        way, node = steps(one["path"]), tables
        for step in way[:-1]:
            node = node.setdefault(step, {}) if one["op"] == "add" else node[step]
        if one["op"] == "remove":
            del node[way[-1]]
        else:
            node[way[-1]] = one["value"]
    return tables
def reload_validates():
    with open(importlib.util.find_spec("config.main").origin) as file:
        for node in ast.walk(ast.parse(file.read())):
            if isinstance(node, ast.FunctionDef) and node.name == "reload":
                return any("yang" in str(getattr(inner, "id", getattr(inner, "attr", ""))).lower() for inner in ast.walk(node))
    raise LookupError("config/main.py has no reload")
def judge(word, old, new):
    try:
        wrapper.validate_field_operation(old, new)
        say(word, "ok")
    except ValueError as problem:
        say(word, "refused", problem)
    except Exception as problem:
        say(word, "unknown", type(problem).__name__, problem)
try:
    patch, extended = [json.loads(part) for part in sys.stdin.read().split("\n--\n")]
    from generic_config_updater.gu_common import ConfigWrapper
    wrapper = ConfigWrapper()
    now = wrapper.get_config_db_as_json()
except Exception as problem:
    say("forward unknown", type(problem).__name__, problem)
    say("back unknown", type(problem).__name__, problem)
    sys.exit(0)
try:
    after, further = patched(now, patch), patched(now, extended)
except (LookupError, TypeError, AttributeError) as problem:
    say("forward refused the patch does not fit the configuration at", problem)
    sys.exit(0)
try:
    good = wrapper.validate_config_db_config(now)
    good, why = good if isinstance(good, tuple) else (good, "")
    if not good:
        say("invalid", why)
    # bgpraw is what the routing daemon runs; the command drops it too.
    strange = sorted(name for name, rows in now.items() if rows and name != "bgpraw" and name not in wrapper.crop_tables_without_yang(now))
    if strange and reload_validates():
        say("unmodelled", ", ".join(strange))
except Exception as problem:
    say("unasked", type(problem).__name__, problem)
judge("forward", now, after)
judge("back", further, now)
try:
    with open(sys.argv[1]) as file:
        saved = json.load(file)
    differ = sorted(name for name in set(now) | set(saved) if name not in sys.argv[2:] and (now.get(name) or {}) != (saved.get(name) or {}))
    if differ:
        say("unsaved", ", ".join(differ))
except (OSError, ValueError) as problem:
    say("unsaved config_db.json, which cannot be read,")
)py";
}

// flap_count: sonic-swss orchagent/portsorch.cpp, updateDbPortFlapCount (since 202405; absent before the
// port's first change). In every release Linux counts how often the port's network device lost its carrier,
// which orchagent sets with each change of the port (portsorch.cpp, setHostIntfsOperStatus:
// SAI_HOSTIF_ATTR_OPER_STATUS): Linux, Documentation/ABI/testing/sysfs-class-net, carrier_down_count (since
// 4.16) and carrier_changes (since 3.15). `show interfaces status` reads the same state (sonic-utilities
// scripts/intfutil: PORT_TABLE and LAG_TABLE of APPL_DB, oper_status), and so do `show pfc counters` and
// `show interfaces counters` (scripts/pfcstat, scripts/portstat: COUNTERS_DB). Drops of priority groups and
// queues are counted if their counters are enabled (scripts/pg-drop, scripts/queuestat).
std::string_view health_program()
{
    return R"py(
import os, sys
from swsscommon.swsscommon import SonicV2Connector
def carrier(port):
    for name in ("carrier_down_count", "carrier_changes"):
        try:
            with open(os.path.join(os.environ.get("ROCELINT_DEVICE_ROOT") or "/", "sys/class/net", port, name)) as file:
                return name, file.read().strip()
        except OSError:
            pass
    return None
db = SonicV2Connector(use_unix_socket_path=True)
db.connect(db.APPL_DB)
db.connect(db.COUNTERS_DB)
ports = sys.argv[1:] or sorted(key.split(":", 1)[1] for key in db.keys(db.APPL_DB, "PORT_TABLE:Ethernet*") or [])
oids = db.get_all(db.COUNTERS_DB, "COUNTERS_PORT_NAME_MAP") or {}
pgs = db.get_all(db.COUNTERS_DB, "COUNTERS_PG_NAME_MAP") or {}
queues = db.get_all(db.COUNTERS_DB, "COUNTERS_QUEUE_NAME_MAP") or {}
for port in ports:
    table = "LAG_TABLE:" if port.startswith("PortChannel") else "PORT_TABLE:"
    row = db.get_all(db.APPL_DB, table + port) or {}
    if "oper_status" not in row:
        print("U", port)
        continue
    print("L", port, row["oper_status"])
    if "flap_count" in row:
        print("C", port, "flap_count", row["flap_count"])
    if carrier(port):
        print("C", port, *carrier(port))
    values = (db.get_all(db.COUNTERS_DB, "COUNTERS:" + oids[port]) or {}) if port in oids else {}
    for name in sorted(values):
        if name in ("SAI_PORT_STAT_IF_IN_DISCARDS", "SAI_PORT_STAT_IF_OUT_DISCARDS") or (
                name.startswith("SAI_PORT_STAT_PFC_") and name.endswith(("_RX_PKTS", "_TX_PKTS"))):
            print("C", port, name, values[name])
for names, counter, kind in ((pgs, "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS", "PG"), (queues, "SAI_QUEUE_STAT_DROPPED_PACKETS", "QUEUE")):
    for name in sorted(names):
        port, _, number = name.partition(":")
        value = (db.get_all(db.COUNTERS_DB, "COUNTERS:" + names[name]) or {}).get(counter) if port in ports else None
        if value is not None:
            print("C", port, f"{kind}_{number}_DROPPED_PACKETS", value)
)py";
}

}
