// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::rules::lb001 {
namespace {

constexpr Example examples[] = {
    {.title = "The hash key has layer 3 only",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+forwarding-options {
+    hash-key {
+        family inet {
+            layer-3;
+        }
+    }
+}
)"}}},
        .flagged = "layer-3;"},
    {.title = "The hash key has layer 4 as well", .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+forwarding-options {
+    hash-key {
+        family inet {
+            layer-3;
+            layer-4;
+        }
+    }
+}
)"}}}},
    {.title = "The ECMP hash takes addresses only",
        .files = {{{"sonic",
            "leaf1",
            R"({"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["SRC_IP", "DST_IP", "IP_PROTOCOL"]}}})"}}},
        .flagged = "ecmp_hash"},
    {.title = "The hash takes the UDP source port as well",
        .files = {{{"sonic",
            "leaf1",
            R"({"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["SRC_IP", "DST_IP", "IP_PROTOCOL", "L4_SRC_PORT", "L4_DST_PORT"]}}})"}}}},
    {.title = "The ECMP hash takes addresses only",
        .files = {{{"eos",
            "leaf1",
            "-spanning-tree mode none\n+spanning-tree mode none\n+!\n+ip load-sharing trident fields ip source-ip destination-ip\n"}}},
        .flagged = "fields ip source-ip destination-ip"},
    {.title = "The hash takes the UDP source port as well",
        .files = {{{"eos",
            "leaf1",
            "-spanning-tree mode none\n+spanning-tree mode none\n+!\n+ip load-sharing trident fields ip source-ip "
            "destination-ip source-port destination-port\n"}}}},
    {.title = "Paths are chosen by addresses alone",
        .files = {{{"nxos", "leaf1", R"(-ip load-sharing address source-destination port source-destination
+ip load-sharing address source-destination
)"}}},
        .flagged = "ip load-sharing address source-destination"},
    {.title = "Paths are chosen by addresses and protocol alone",
        .files = {{{"sonic-cli", "leaf1", R"(-ip load-share hash ipv4 ipv4-l4-src-port
-ip load-share hash ipv4 ipv4-l4-dst-port
)"}}},
        .flagged = "ip load-share hash ipv4 ipv4-ip-proto"},
    {.title = "The hash takes addresses only, but every packet is balanced on its own",
        .files = {{{"sample-nos", "leaf1", R"(-lossless: [3]
+lossless: [3]
+ecmp: {fields: [source-ip, destination-ip], per_packet: yes}
)"}}}},
    {.title = "The source port was taken out of the hash",
        .files = {{{"nvue", "leaf1", R"(+nv set system forwarding ecmp-hash source-port off
)"}}},
        .flagged = "source-port off"},
    {.title = "The platform hashes the source port by default", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Paths are chosen by addresses alone",
        .files = {{{"vrp", "leaf1", R"(+#
+load-balance ecmp
+ ip src-ip dst-ip
)"}}},
        .flagged = "ip src-ip dst-ip"},
    {.title = "The hash leaves out the source port, in which flows of RoCE differ",
        .files = {{{"comware",
            "leaf1",
            R"(- ip load-sharing mode per-flow dest-ip dest-port ip-pro src-ip src-port global
+ ip load-sharing mode per-flow dest-ip src-ip global
)"}}},
        .flagged = "dest-ip src-ip global"},
};

const char* in_words(HashField field)
{
    switch (field) {
    case HashField::source_ip:
        return "the source address";
    case HashField::destination_ip:
        return "the destination address";
    default:
        return "the UDP source port";
    }
}

std::string missing_of(HashFields fields)
{
    std::string out;
    for (const HashField field : {HashField::source_ip, HashField::destination_ip, HashField::source_port}) {
        if (!fields.has(field))
            add_item(out, in_words(field), " and ");
    }
    return out;
}

// Only configured fields count: the ASIC's built-in hash is unknown.
void judge(
    DeviceContext& context, const Setting<HashFields>& setting, std::string_view what, std::uint8_t number)
{
    const LoadBalancing& balancing = context.device().load_balancing;
    if (!setting.known() || !setting.configured() || balancing.roce_payload.is(true))
        return;
    const std::string missing = missing_of(setting.value);
    if (missing.empty())
        return;
    // Without the source port, all flows between two hosts look alike; without an address, only those with
    // one port do.
    const bool no_port = !setting.value.has(HashField::source_port);
    Diagnosis diagnosis{.severity = no_port ? Severity::error : Severity::warning,
        .at = context.device().place(setting.origin),
        .message = fmt::format("{} leaves {} out of its {} hash: {}",
            context.device().name,
            missing,
            what,
            no_port ? "all RoCE flows between two hosts take one path and share its bandwidth"
                    : "flows of many hosts look alike and crowd on few paths"),
        .subjects = {context.subject(Property::hashing, number)},
        .fix = fmt::format("Add {} to the fields of the {} hash.", missing, what)};
    if (number == 0) {
        HashFields wanted;
        for (const HashField field :
            {HashField::source_ip, HashField::destination_ip, HashField::source_port})
            wanted.insert(field);
        diagnosis.changes.push_back(
            {.port = {context.index, Port::no_index}, .property = Property::hashing, .value = wanted});
    }
    context.report(std::move(diagnosis));
}

// A hash matters if RDMA leaves by one of several paths; it is rarely known that a switch has only one
// uplink.
bool carries_rdma(const DeviceContext& context)
{
    const std::vector<Judgement>& judgements = context.analysis.judgements[context.index];
    return std::ranges::any_of(
        judgements, [](const Judgement& judgement) { return judgement.verdict == Verdict::roce; });
}

bool has_rdma_lag(const DeviceContext& context)
{
    std::map<std::uint32_t, std::uint32_t> members;
    const std::vector<Port>& ports = context.device().ports;
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
        if (ports[port].lag < ports.size() && context.analysis.is_roce({context.index, port}))
            ++members[ports[port].lag];
    }
    return std::ranges::any_of(members, [](const auto& entry) { return entry.second > 1; });
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::network_switch || !carries_rdma(context))
        return;
    const LoadBalancing& balancing = context.device().load_balancing;
    // Where the switch chooses a path for each packet, the hash of flows does not choose paths up. The members of
    // a LAG are chosen by hash all the same.
    if (!balancing.per_packet.is(true))
        judge(context, balancing.ecmp, "ECMP", 0);
    // One line that sets both is reported once.
    const bool is_reported = balancing.lag.origin == balancing.ecmp.origin && !balancing.per_packet.is(true);
    if (has_rdma_lag(context) && !is_reported)
        judge(context, balancing.lag, "LAG", 1);
}

}

extern const Rule rule = {
    .code = "LB001",
    .name = "hash-without-source-port",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where an address is missing and the source port is not"}}},
    .scope = Scope::device,
    .summary = "The hash that spreads flows over equal paths leaves out what distinguishes RoCE flows.",
    .why
    = "Every RoCEv2 packet goes to UDP port 4791. Between two hosts only the UDP source port differs from one "
      "queue pair to the next; it is made from the queue pair for that very purpose. A hash without it puts all "
      "queue pairs of two hosts on one path, while the other paths stay idle.",
    .source
    = "InfiniBand Architecture Specification volume 1, annex A17 (RoCEv2: UDP source port for entropy); Cumulus "
      "Linux 5.16, Equal Cost Multipath Load Sharing, custom hashing; sonic-yang-models sonic-hash.yang",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Hash source and destination address and the UDP source port.",
    .check_device = check,
};

}
