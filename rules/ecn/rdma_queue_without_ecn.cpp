// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ecn001 {
namespace {

constexpr Example examples[] = {
    {.title = "The lossless queue of the uplink has no WRED profile",
        .files = {{{"sonic", "leaf1", R"({"QUEUE": {"Ethernet4|3": {"wred_profile": null}}})"}}},
        .flagged = R"("Ethernet4|3": {)"},
    {.title = "The profile on the lossless queue neither marks nor drops",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"ecn": "ecn_none", "wred_green_enable": "false"}}})"}}},
        .flagged = R"("ecn": "ecn_none")"},
    {.title = "The lossless queue marks", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The policy leaves RDMA to PFC alone",
        .files = {{{"sonic", "leaf1", R"({"QUEUE": {"Ethernet4|3": {"wred_profile": null}}})"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
    {.title = "The senders of the class slow down by round-trip times",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)"}}},
        .policy = "version: 1\nrdma: {priority: 3, dscp: [26], congestion_control: rtt}\n"},
    {.title = "The lossless queue of the uplink has no random-detect line",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)"}}},
        .flagged = "tx-queue 3"},
    {.title = "The lossless queue of every port marks", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The virtual output queues towards the uplink have no random-detect line",
        .files = {{{"eos", "leaf1", R"(-! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)
+! device: leaf1 (DCS-7280CR3-32P4, EOS-4.33.1F)
@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)"}}},
        .flagged = "tx-queue 3"},
    {.title = "The virtual output queues towards every port mark",
        .files = {{{"eos", "leaf1", R"(-! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)
+! device: leaf1 (DCS-7280CR3-32P4, EOS-4.33.1F)
)"}}}},
    {.title = "The scheduler of the lossless class has no ECN",
        .files = {{{"junos",
            "leaf1",
            R"(-            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
-            explicit-congestion-notification;
)"}}},
        .flagged = "rdma {"},
    {.title = "The scheduler of the lossless class marks", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The uplink marks nothing",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
+   interface ethernet 1/1 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
)"}}},
        .flagged = "speed 100G force"},
    {.title = "Traffic class 3 marks on every port", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The class of the lossless queue names no WRED profile",
        .files = {{{"os10", "leaf1", R"(@ class QUEUE-0
+  random-detect RDMA-WRED
@ class QUEUE-3
-  random-detect RDMA-WRED
)"}}},
        .flagged = "class QUEUE-3"},
    {.title = "The class of the lossless queue names a profile that marks",
        .files = {{{"os10", "leaf1", ""}}}},
    {.title = "The lossless queue has no random-detect line",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
)"}}},
        .flagged = "class type queuing c-out-8q-q3"},
    {.title = "The lossless queue marks", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "The lossless queue of the uplink has no WRED policy",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- queue 3 wred-policy ROCE
)"}}},
        .flagged = "interface Eth1/2"},
    {.title = "The WRED policy of the lossless queue neither marks nor drops",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos wred-policy ROCE
- ecn green
- green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
)"}}},
        .flagged = "qos wred-policy ROCE"},
    {.title = "The WRED policy of the lossless queue marks", .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "Marking is switched off for traffic class 3",
        .files
        = {{{"nvue", "leaf1", R"(+nv set qos congestion-control default-global traffic-class 3 ecn disable
)"}}},
        .flagged = "traffic-class 3 ecn disable"},
    {.title = "`qos roce` marks traffic class 3", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The lossless queue of the uplink has no drop profile and no ECN",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/2
- qos queue 3 wred RDMA-100G
- qos queue 3 ecn
)"}}},
        .flagged = "interface 100GE1/0/2"},
    {.title = "The lossless queue marks by the ecn line of its drop profile",
        .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "The threshold profile has no action for the lossless queue",
        .files = {{{"aoscx", "leaf1", R"(@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
)"}}},
        .flagged = "qos threshold-profile RDMA-ECN"},
    {.title = "The threshold profile of all ports marks the lossless queue",
        .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "The line of the location pauses and does not mark",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes
)"}}},
        .flagged = "headroom 1300000 bytes"},
    {.title = "The line of the location marks in the virtual output queues",
        .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "The host port drops packets of the lossless queue when it is full, and marks none",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 1 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 2 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 ecn
- qos wred queue 3 weighting-constant 0
)"}}},
        .flagged = "interface HundredGigE1/0/1"},
    {.title = "Both ports mark the lossless queue", .files = {{{"comware", "leaf1", ""}}}},
    {.title = "A slope marks nothing while ECN is not enabled for the whole switch",
        .files = {{{"srlinux", "leaf1", R"(@ qos {
-    explicit-congestion-notification {
-    }
)"}}},
        .flagged = "queue-management-profile RDMA-ECN"},
};

// The numbers of a curve that can be reused as a proposal, if they are complete and consistent.
std::optional<EcnTarget> numbers_of(const EcnCurve* curve)
{
    if (curve == nullptr || !curve->min_threshold.known() || !curve->max_threshold.known()
        || !curve->max_probability.known() || curve->min_threshold.value >= curve->max_threshold.value
        || curve->min_threshold.value.count == 0 || curve->max_probability.value.hundredths == 0)
        return std::nullopt;
    return EcnTarget{curve->min_threshold.value, curve->max_threshold.value, curve->max_probability.value};
}

// Proposes the numbers of the queue's own profile if it has some, otherwise the usual ones, otherwise those
// of a profile that the device defines.
void propose_marking(const PortContext& context,
    Diagnosis& diagnosis,
    std::uint8_t queue,
    Priority priority,
    const EcnProfile* own)
{
    const auto propose = [&](Property property, const auto& target) {
        diagnosis.changes.push_back(
            {.port = context.id, .property = property, .number = queue, .value = target});
    };
    const EcnCurve* curve = own == nullptr ? nullptr : green_curve(*own);
    const auto kept = numbers_of(curve);
    // Numbers stated in the profile were intended; inherited ones are only a fallback.
    if (kept && curve->min_threshold.origin.kind() == OriginKind::explicit_)
        return propose(Property::ecn_thresholds, *kept);
    if (const auto target = context.shared().marking().for_port(context.id, priority))
        return propose(Property::ecn, *target);
    if (kept)
        return propose(Property::ecn_thresholds, *kept);
    if (const auto shares = context.shared().marking().shares_for_port(context.id, priority))
        return propose(Property::ecn, *shares);
    for (const EcnProfile& profile : context.device().ecn_profiles) {
        const EcnCurve* other = green_curve(profile);
        const auto target = numbers_of(other);
        if (target && other->marks.is(true))
            return propose(Property::ecn, *target);
    }
}

// Another queue of the port marks, so the fault may be RDMA's queue rather than its ECN.
bool marks_elsewhere(const Device& device, const Port& port, std::uint8_t number)
{
    return std::ranges::any_of(device.queues_of(port), [&](const Queue& queue) {
        const EcnProfile* profile
            = queue.number == number || !queue.ecn.peek_known() ? nullptr : profile_of(device, queue.ecn);
        return profile != nullptr && std::ranges::any_of(profile->curves, [](const EcnCurve& curve) {
            return curve.marks.peek_known() && curve.marks.value;
        });
    });
}

// Whether packets of the queue are known never to be marked.
bool never_marks(const Device& device, const Port& port, std::uint8_t queue)
{
    const Setting<Ref>& ecn = ecn_of_queue(device, port, queue);
    if (!ecn.known())
        return false;
    const EcnProfile* profile = profile_of(device, ecn);
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    return curve == nullptr || (curve->marks.is(false) && !curve->drops.is(true));
}

void check_queue(PortContext& context, const RdmaClass& rdma_class, std::uint8_t number)
{
    const Device& device = context.device();
    const Setting<Ref>& ecn = ecn_of_queue(device, context.port(), number);
    if (context.need(context.id, ecn, "ECN") == nullptr)
        return;
    const EcnProfile* profile = profile_of(device, ecn);
    Span at = context.place(ecn.origin);
    if (profile != nullptr) {
        const EcnCurve* curve = green_curve(*profile);
        if (curve != nullptr
            && (context.need(context.id, curve->marks, "ECN") == nullptr || curve->marks.value
                || curve->drops.is(true)))
            return;
        const Span written = curve == nullptr ? Span{} : device.origins.span(curve->marks.origin);
        at = written.somewhere() ? written : profile->at;
    }
    const bool lossless = context.analysis.is_lossless_at(rdma_class, context.id);
    const Severity weaker = lossless ? Severity::info : Severity::warning;
    Diagnosis diagnosis{.severity = context.assumed() && !rdma_class.ecn ? weaker : Severity::error,
        .at = at,
        .message
        = fmt::format("{} never marks packets of {} ({} {}): the senders learn of congestion only from {}",
            context.port_label(context.id),
            rdma_class.label(),
            name_of_queues(device),
            number,
            lossless ? "pause, which spreads to flows that have no part in it"
                     : "lost packets, since pause does not protect them"),
        .subjects = {context.subject(Property::ecn, rdma_class.priority)},
        .related = {{context.judgement().at,
            "considered a RoCE port: " + describe(context.judgement(), context.fabric)}},
        .fix = fmt::format(
            "Turn ECN marking on for {} {} of {}.", name_of_queues(device), number, context.port().name)};
    if (!rdma_class.dscps.empty() && marks_elsewhere(device, context.port(), number)) {
        const Dscp dscp = rdma_class.dscps.first();
        show_class(device, context.port(), dscp, diagnosis);
        if (const auto tc = forward_dscp(device, context.port(), dscp).tc; tc.peek_known())
            show_queue(device, context.port(), tc.value, diagnosis);
    }
    propose_marking(context, diagnosis, number, rdma_class.priority, profile);
    context.report(std::move(diagnosis));
}

// If packets leave by one queue and their pause stops another, the fault is only certain if neither marks.
void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    const PossibleQueues queues = possible_queues(context, rdma_class);
    if (!queues.first)
        return;
    if (!queues.second)
        return check_queue(context, rdma_class, *queues.first);
    if (never_marks(context.device(), context.port(), *queues.first)
        && never_marks(context.device(), context.port(), *queues.second))
        return check_queue(context, rdma_class, *queues.second);
    explain_two_queues(context, context.id, context.port(), rdma_class, *queues.first);
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const PrioritySet required = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (required.has(rdma_class.priority) && context.classes.expects_marks(rdma_class))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "ECN001",
    .name = "rdma-queue-without-ecn",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning,
            "where the policy is only assumed, does not ask for ECN, and pause does not protect the class"},
        {Severity::info,
            "where the policy is only assumed, does not ask for ECN, and pause protects the class"}}},
    .scope = Scope::port,
    .summary = "The queue of an RDMA class never marks packets.",
    .why = "DCQCN slows a sender down when packets arrive with the congestion mark. Without it the queue "
           "grows until PFC pauses the link, the pause travels upstream hop by hop, and flows that never "
           "touched the congested port stand still with it (head-of-line blocking).",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3; "
      "RFC 3168; Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024 "
      "(PFC without DCQCN); sonic-buildimage files/build_templates/qos_config.j2, WRED_PROFILE "
      "AZURE_LOSSLESS on queues 3 and 4",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Bind the marking profile of the RDMA class to its queue; or, if its senders do not slow down on marks, state "
      "`congestion_control` in the policy.",
    .witness = Witness::marking,
    .check_port = check,
};

}
