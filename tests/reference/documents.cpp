// SPDX-License-Identifier: Apache-2.0
#include "analysis/policy/policy.h"
#include "analysis/policy/policy_keys.h"
#include "drivers/driver.h"
#include "models/advice/answer_keys.h"
#include "models/advice/answers.h"
#include "models/fabric/topology_keys.h"
#include "models/intent/fabric_intent.h"
#include "models/intent/intent_keys.h"
#include "push/inventory/inventory.h"
#include "push/inventory/inventory_keys.h"
#include "rules/rule_table.h"
#include "tests/reference/document.h"
#include "workspace/flows/flow_file.h"
#include "workspace/flows/flow_keys.h"
#include "workspace/input/inputs.h"

#include <algorithm>

namespace rocelint::testing {
namespace {

template <class Read>
std::string error_by(std::string_view name, std::string_view text, Read read)
{
    const Source source(0, std::string(name), text);
    const auto result = read(source);
    return result ? std::string() : result.error().message;
}

std::string policy_error(std::string_view text)
{
    return error_by(
        "rocelint.yaml", text, [](const Source& source) { return read_policy(source, known_rules()); });
}

std::string topology_error(std::string_view text)
{
    return error_by("topology.yaml", text, workspace::read_checked_topology);
}

std::string inventory_error(std::string_view text)
{
    return error_by(
        "inventory.yaml", text, [](const Source& source) { return push::read_inventory(source, {}); });
}

std::string answers_error(std::string_view text)
{
    return error_by("answers.yaml", text, advice::read_answers);
}

std::string flows_error(std::string_view text) { return error_by("flows.yaml", text, workspace::read_flows); }

// The policy in an intent is only read after the intent itself.
std::string intent_error(std::string_view text)
{
    std::vector<std::string_view> platforms;
    for (const Driver* driver : all_drivers())
        platforms.push_back(driver->name);
    return error_by(
        "fabric.yaml", text, [&](const Source& source) { return read_fabric_intent(source, platforms); });
}

constexpr Document all[] = {
    {"policy",
        "rocelint",
        "rocelint.yaml",
        "rocelint.yaml: the policy",
        R"(What a fabric is checked against. The nearest `rocelint.yaml` upward from the checked path is in force, or the one that
`--policy` names; without one the classes are inferred from what the devices agree on. `rocelint policy show` prints every value
that is in force and the line that it comes from; `rocelint policy infer` writes a first policy.

## Building on other policies

`extends` names shipped profiles and files. They are laid over each other in their order, `profile` first and this file last: a
severity, a parameter, `cnp`, a cable or the headroom model replaces what was there, classes replace all classes, and `waivers`,
`ports`, `exclude` and `overrides` are added to. A policy is made of 16 files at most; a circle is an error at its line.

| profile | for |
|---|---|
| `lossless` | RoCE in one class with PFC and ECN |
| `lossy` | RoCE with ECN alone |
| `spectrum-x` | `lossless`, and adaptive routing in switches and NICs |
| `azure-local` | SMB Direct of Azure Local: priority 3 by VLAN tag |
| `storage-nvmeof` | NVMe over Fabrics with RoCEv2 |

Each says in its text where its numbers come from: `models/catalog/profile_NAME.yaml`, and `rocelint policy show` prints it.

## Waivers

A waiver needs a reason. After its day it no longer applies and is [SYN002](../rules/SYN002.md); one that covers nothing is
[SYN003](../rules/SYN003.md), unless its rule was not asked or could not be checked, or what it names was not read in this run. A
waiver can also stand in the configuration, in a comment of its own line or of the line before:

```
! rocelint: ignore=PFC002 reason="storage moves in spring" owner=netops until=2027-01-31
```
)",
        &policy_keys::top,
        policy_error},
    {"topology",
        "topology",
        "topology.yaml",
        "topology.yaml: devices and cables",
        R"(What the fabric is made of, where captures do not tell it. The nearest `topology.yaml` upward from the checked path is in force,
or the one that `--topology` names. What it leaves out is taken from LLDP captures, neighbour tables and descriptions, in this order.
`rocelint render` writes one; `rocelint topology infer` proposes one from what the devices show; `rocelint topology import` makes one
of files in the forms of other programs, which `--topology` also reads directly ([Import a topology](../howto/import-a-topology.md)).
)",
        &topology_keys::top,
        topology_error},
    {"inventory",
        "inventory",
        "inventory.yaml",
        "The inventory: how devices are reached",
        R"(`collect`, `plan`, `push` and `drift` read an Ansible inventory as it is, in YAML or INI. `~/.ssh/config`, the SSH agent and `known_hosts`
are honoured. A password comes from a prompt on a terminal or from the environment variable that the inventory names; one that stands
in the file is refused.
)",
        &push::inventory_keys::top,
        inventory_error},
    {"fabric-intent",
        "fabric",
        "fabric.yaml",
        "fabric.yaml: a fabric as it is wanted",
        R"(`rocelint render` writes the configuration of every device of it, `plan --intent` and `drift` compare live devices with it. Names of
devices and ports may be ranges: `leaf[1-4]`, `Ethernet[1-32]/1`. See [render a fabric](../howto/render-a-fabric.md).
)",
        &intent_keys::top,
        intent_error},
    {"advise-answers",
        "answers",
        "answers.yaml",
        "Answers for advise",
        R"(What `rocelint advise --answers FILE` has to know about a cluster and the plans of its site. Every key is also an option, with hyphens:
`--gpus-in-two-years 2048`; an option wins. No answer has a default: `advise` lists what is missing by these names. See
[choose a fabric](../howto/choose-a-fabric.md).
)",
        &advice::answer_keys::top,
        answers_error},
    {"flows",
        "flows",
        "flows.yaml",
        "Flows for simulate",
        R"(What `rocelint simulate --flows FILE` takes as the traffic of a fabric ([simulate an incast](../simulate.md)). The file may also be a
table, separated by commas, semicolons or tabs, with these names as columns in any order; `source` and `src` stand for `from`,
`destination` and `dst` for `to`, `priority` for `class`, and `start` for `start_us`.
)",
        &workspace::flow_keys::top,
        flows_error},
};

}

std::span<const Document> documents() { return all; }

std::vector<const KeyTable*> tables_of(const Document& document)
{
    std::vector<const KeyTable*> found{document.top};
    for (std::size_t index = 0; index < found.size(); ++index) {
        const auto add = [&found](const DocumentKey& key) {
            if (key.of != nullptr && std::ranges::find(found, key.of) == found.end())
                found.push_back(key.of);
        };
        const KeyTable& table = *found[index];
        for (const DocumentKey& key : table.keys)
            add(key);
        if (table.any != nullptr)
            add(*table.any);
    }
    return found;
}

}
