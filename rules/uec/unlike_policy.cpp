// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/need_queue.h"
#include "rules/rule.h"
#include "rules/uec/trimming_queues.h"

#include <fmt/format.h>

namespace rocelint::rules::uec004 {
namespace {

constexpr std::string_view wants_trimming = "rdma: {dscp: [26], pfc: none}\ncnp: {dscp: 48}\ntrimming: yes\n";
constexpr std::string_view refuses_trimming
    = "rdma: {dscp: [26], pfc: none}\ncnp: {dscp: 48}\ntrimming: no\n";
constexpr std::string_view trims_class_3 = R"(-nv set qos roce mode lossless
+nv set qos roce mode lossy
-nv set interface swp1-2 qos pfc-watchdog state enabled
-nv set qos traffic-pool default-lossy memory-percent 50
-nv set qos traffic-pool roce-lossless memory-percent 50
-nv set qos pfc-watchdog polling-interval 100
-nv set qos pfc-watchdog robustness 3
+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim remark dscp 20
+nv set system forwarding packet-trim switch-priority 6
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 3
)";
constexpr std::string_view pauses_nothing
    = R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": null}, "Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": null}},
 "PFC_WD": null,
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}, "Ethernet4|3": {"profile": "ingress_lossy_profile"}}})";
constexpr std::string_view trims_queue_3
    = R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": null}, "Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": null}},
 "PFC_WD": null,
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}, "Ethernet4|3": {"profile": "ingress_lossy_profile"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"packet_discard_action": "trim"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})";

constexpr Example examples[] = {
    {.title = "The policy wants lossy RDMA to be trimmed, and the queue drops it",
        .files = {{{"sonic", "leaf1", pauses_nothing}}},
        .policy = wants_trimming,
        .flagged = R"("egress_lossless_profile": {)"},
    {.title = "The policy wants lossy RDMA to be trimmed, and the queue cuts packets",
        .files = {{{"sonic", "leaf1", trims_queue_3}}},
        .policy = wants_trimming},
    {.title = "The policy wants no trimming, and the queue cuts packets",
        .files = {{{"sonic", "leaf1", trims_queue_3}}},
        .policy = refuses_trimming,
        .flagged = R"("packet_discard_action": "trim")"},
    {.title = "The policy wants no trimming, and the traffic class is eligible for it",
        .files = {{{"nvue", "leaf1", trims_class_3}}},
        .policy = refuses_trimming,
        .flagged = "egress-eligibility traffic-class 3"},
    {.title = "The policy wants lossy RDMA to be trimmed, and its traffic class is eligible",
        .files = {{{"nvue", "leaf1", trims_class_3}}},
        .policy = wants_trimming},
    {.title = "The policy says nothing about trimming",
        .files = {{{"sonic", "leaf1", trims_queue_3}}},
        .policy = "rdma: {dscp: [26], pfc: none}\ncnp: {dscp: 48}\n"},
};

void report_untrimmed(
    PortContext& context, const RdmaClass& rdma_class, std::uint8_t number, const BufferProfile* profile)
{
    const Queue* queue = context.device().queue(context.port(), number);
    Diagnosis diagnosis{
        .message = fmt::format("queue {} of {} carries RDMA of {} without PFC and drops what it has no "
                               "room for, but the policy wants it trimmed: the receiver learns of each "
                               "loss only from the packets after it",
            number,
            context.port_label(context.id),
            rdma_class.label()),
        .fix = fmt::format("Trim packets of {} at {}, or change `trimming` of the policy.",
            rdma_class.label(),
            context.device().name)};
    if (profile != nullptr) {
        diagnosis.at = profile->at;
        diagnosis.subjects = {{{context.id.device, Port::no_index}, Property::trimming, Part::of(*profile)}};
        diagnosis.related = {{context.place(queue->buffer.origin), "the profile is bound here"}};
    } else {
        diagnosis.at = context.place({});
        diagnosis.subjects = {context.subject(Property::trimming)};
    }
    context.report(std::move(diagnosis));
}

void report_trimmed(
    PortContext& context, const RdmaClass& rdma_class, const Queue& queue, const BufferProfile& profile)
{
    context.report({.at = context.device().place(profile.trims.origin),
        .message = fmt::format(
            "buffer profile {} cuts packets of {} that queue {} of {} has no room for, but the policy "
            "wants no trimming: a NIC that does not know cut packets counts them as damaged",
            profile.name,
            rdma_class.label(),
            queue.number,
            context.port_label(context.id)),
        .subjects = {{{context.id.device, Port::no_index}, Property::trimming, Part::of(profile)}},
        .related = {{context.place(queue.buffer.origin), "the profile is bound here"}},
        .fix = fmt::format("Let {} drop packets, or change `trimming` of the policy.", profile.name)});
}

void check_class(PortContext& context, const RdmaClass& rdma_class, bool wanted)
{
    const Device& device = context.device();
    const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
    if (!number)
        return;
    const Queue* queue = device.queue(context.port(), *number);
    const BufferProfile* profile = queue == nullptr ? nullptr : buffer_profile_of(device, queue->buffer);
    if (profile != nullptr && !profile->trims.peek_known() && profile->trims.origin != OriginId{})
        return context.not_checked(
            context.id, reason_of_unread("whether the queue trims packets", device, profile->trims.origin));
    const bool trims = profile != nullptr && profile->trims.is(true);
    if (wanted && !trims)
        report_untrimmed(context, rdma_class, *number, profile);
    else if (!wanted && trims)
        report_trimmed(context, rdma_class, *queue, *profile);
}

void check(PortContext& context)
{
    const std::optional<bool> wanted = context.analysis.policy->trimming;
    if (!wanted || !context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical
        || !context.port().queues_visible)
        return;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.pause == Pause::nowhere && context.carried().has(rdma_class.priority))
            check_class(context, rdma_class, *wanted);
    }
}

}

extern const Rule rule = {
    .code = "UEC004",
    .name = "trimming-unlike-policy",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary
    = "A switch trims lossy RDMA packets where the policy wants them dropped, or drops them where it wants "
      "them trimmed.",
    .why
    = "A class without PFC loses packets when a queue is full. A switch that trims sends the header on by a fast queue, so "
      "that the receiver asks for the rest within a round trip; one that drops leaves it to a timeout or to the packets "
      "after it. Senders are built for one of the two: those of Ultra Ethernet count on trimmed headers, and a RoCE NIC "
      "counts them as damaged packets.",
    .source
    = "sonic-net/SONiC doc/packet_trimming/packet-trimming-design.md 1.1; Ultra Ethernet Specification 1.0, 3.6 (congestion "
      "management, trimmed packets); which of the two a site wants is stated by its policy",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Trim or drop as the policy wants, or state in the policy what the fabric does.",
    .check_port = check,
};

}
