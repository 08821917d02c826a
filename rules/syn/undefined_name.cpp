// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn005 {
namespace {

constexpr Example examples[] = {
    {.title = "system qos names a network-qos policy that is spelt otherwise where it is defined",
        .files = {{{"nxos", "leaf1", R"(@ system qos
-  service-policy type network-qos FABRIC-NQ
+  service-policy type network-qos FABRIC-NQS
)"}}},
        .flagged = "service-policy type network-qos FABRIC-NQS"},
    {.title = "A part of a configuration names a qos profile that may be defined elsewhere",
        .files = {{{"eos", "leaf1", R"(-! Command: show running-config
-! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)
-hostname leaf1
@ interface Ethernet1/1
+   service-profile UPLINKS
)"}}},
        .flagged = "service-profile UPLINKS"},
    {.title = "Every name that is used is defined", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "A port binds a policy that is spelt otherwise where it is defined",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
- service-policy output FABRIC-OUT
+ service-policy output FABRIC-OUTS
)"}}},
        .flagged = "service-policy output FABRIC-OUTS"},
};

}

// This rule has no check function: its findings are made where the configuration is read.
extern const Rule rule = {
    .code = "SYN005",
    .name = "undefined-name",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "in a part of a configuration, which may be defined elsewhere"}}},
    .scope = Scope::device,
    .summary = "A line names a policy, profile, map or class that nothing defines.",
    .why
    = "The device refuses such a line, or accepts it without any effect: what the name should provide "
      "(PFC, classification, ECN, a scheduler, buffers) is missing. Usually the name is misspelt, or the "
      "definition was renamed or left out by a generator. What depends on the name is unknown, so other "
      "rules do not judge it.",
    .source
    = "Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x); sonic-swss "
      "orchagent/qosorch.cpp and bufferorch.cpp (task_need_retry); Junos OS Class of Service User Guide",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Define the name, or use one that is defined.",
};

}
