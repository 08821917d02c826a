// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn004 {
namespace {

constexpr Example examples[] = {
    {.title = "The name of the device is misspelt, and the port stays what its evidence says",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\nports:\n  - {device: laef1, port: Ethernet0, rdma: true}\n",
        .flagged = "device: laef1",
        .flagged_device = "rocelint.yaml"},
    {.title = "The override is of a role that no device has",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\noverrides:\n  - {roles: [spine], rules: {PFC002: off}}\n",
        .flagged = "roles: [spine]",
        .flagged_device = "rocelint.yaml"},
    {.title = "What the policy names exists",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy
        = "version: 1\nprofile: lossless\nports:\n  - {device: leaf1, port: Ethernet0, rdma: true}\n"},
};

}

// This rule has no check function: its findings are made where the policy is compared with the devices that
// were read.
extern const Rule rule = {
    .code = "SYN004",
    .name = "unmatched-policy-entry",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "An override or a port entry of the policy covers nothing that was read.",
    .why = "Devices and ports that such an entry was written for are judged as if it were not there, usually "
           "because a name is misspelt or a device was renamed. It is reported only where the whole fabric "
           "was read: checking a part of it does not report entries for the rest. For a policy that several "
           "fabrics extend, or that lies above several, only a port that a device of this name does not have "
           "is reported.",
    .source = "docs/reference/policy.md, ports and overrides",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Correct the device, port or role that the entry names, or remove it.",
};

}
