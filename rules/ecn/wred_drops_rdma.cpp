// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn009 {
namespace {

constexpr Example examples[] = {
    {.title = "The profile of the lossless queue drops early and does not mark",
        .files = {{{"sonic", "leaf1", R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"ecn": "ecn_none"}}})"}}},
        .flagged = R"("ecn": "ecn_none")"},
    {.title = "The profile of the lossless queue marks", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Early drop in place of marking on the lossless queue of the uplink",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect drop minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10
)"}}},
        .flagged = "random-detect drop"},
    {.title = "Marking on the lossless queue", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The lossless class has a drop profile and no ECN",
        .files = {{{"junos", "leaf1", R"(-            explicit-congestion-notification;
)"}}},
        .flagged = "drop-profile-map"},
    {.title = "The drop profile marks", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Early drop in place of marking",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
+   interface ethernet 1/1-1/2 traffic-class 3 congestion-control red minimum-absolute 150 maximum-absolute 1500
)"}}},
        .flagged = "congestion-control red"},
    {.title = "Marking on the lossless traffic class", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The profile of the lossless queue drops and does not mark",
        .files = {{{"os10", "leaf1", R"(@ wred RDMA-WRED
- random-detect ecn
)"}}},
        .flagged = "random-detect color green"},
    {.title = "The lossless queue drops early in place of marking",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
+    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0
)"}}},
        .flagged = "drop-probability 10 weight 0"},
    {.title = "The lossless queue drops early in place of marking",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos wred-policy ROCE
- ecn green
)"}}},
        .flagged = "drop-probability 10"},
    {.title = "Traffic class 3 drops early in place of marking",
        .files
        = {{{"nvue", "leaf1", R"(+nv set qos congestion-control default-global traffic-class 3 ecn disable
+nv set qos congestion-control default-global traffic-class 3 red enable
)"}}},
        .flagged = "traffic-class 3 ecn disable"},
    {.title = "ECN is off on the lossless queue, whose drop profile drops early",
        .files = {{{"vrp", "leaf1", R"(@ drop-profile RDMA-100G
- ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
+ color green buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
@ interface 100GE1/0/1
- qos queue 3 ecn
@ interface 100GE1/0/2
- qos queue 3 ecn
)"}}},
        .flagged = "color green"},
    {.title = "The lossless queue drops as if its packets were those of TCP",
        .files = {{{"aoscx", "leaf1", R"(@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
+    queue 3 action wred-non-resp green min-threshold 150 kbytes max-threshold 1500 kbytes max-prob 10 percent
)"}}},
        .flagged = "action wred-non-resp green"},
    {.title = "The policy of extended buffers drops early and does not mark",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-extended traffic-class-default 3
@ class TC3
+  random-detect 160000 bytes 1500000 bytes probability percentage 10
)"}}},
        .flagged = "random-detect 160000 bytes"},
    {.title = "The lossless queue drops early, because ECN is not on for it",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wred queue 3 ecn
)"}}},
        .flagged = "qos wred queue 3 drop-level 0"},
    {.title = "The slope drops packets instead of marking them",
        .files
        = {{{"srlinux", "leaf1", R"(-                wred-slope all drop-probability all enable-ecn true {
+                wred-slope all drop-probability all enable-ecn false {
)"}}},
        .flagged = "queue-management-profile RDMA-ECN"},
};

void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    const Device& device = context.device();
    const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
    if (!number)
        return;
    const EcnProfile* profile = profile_of(device, ecn_of_queue(device, context.port(), *number));
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    if (curve == nullptr || !curve->drops.is(true) || !curve->marks.is(false))
        return;
    Span at = device.origins.span(curve->marks.origin);
    if (!at.somewhere())
        at = device.origins.span(curve->drops.origin);
    if (!at.somewhere())
        at = profile->at;
    const bool sound = curve->min_threshold.known() && curve->max_threshold.known()
        && curve->max_probability.known() && curve->min_threshold.value < curve->max_threshold.value
        && curve->min_threshold.value.count > 0 && curve->max_probability.value.hundredths > 0;
    const auto target = sound
        ? std::optional(
            EcnTarget{curve->min_threshold.value, curve->max_threshold.value, curve->max_probability.value})
        : context.shared().marking().for_port(context.id, rdma_class.priority);
    Diagnosis diagnosis{.at = at,
        .message = fmt::format(
            "WRED drops packets of {} ({} {}) on {} instead of marking them: the {}class loses packets "
            "long before its buffer is full",
            rdma_class.label(),
            name_of_queues(device),
            *number,
            context.port_label(context.id),
            context.analysis.is_lossless_at(rdma_class, context.id) ? "lossless " : ""),
        .subjects = {context.subject(Property::ecn, rdma_class.priority)},
        .fix = "Let the profile mark ECN-capable packets of every colour."};
    if (target)
        diagnosis.changes.push_back(
            {.port = context.id, .property = Property::ecn_thresholds, .number = *number, .value = *target});
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const PrioritySet required = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (required.has(rdma_class.priority))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "ECN009",
    .name = "wred-drops-rdma",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "The queue of an RDMA class drops packets early instead of marking them.",
    .why = "WRED without ECN answers congestion by dropping. RoCE resends everything from the lost "
           "packet on, so that an early drop costs more than the congestion that it was meant to "
           "prevent, and PFC on the same class never takes effect.",
    .source = "sonic-swss orchagent/qosorch.cpp, WredMapHandler: ecn_none leaves the profile as plain "
              "WRED; sonic-yang-models sonic-wred-profile.yang, leaf ecn; RFC 3168 section 5",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Turn marking on in the profile, with its own thresholds where they are in order.",
    .check_port = check,
};

}
