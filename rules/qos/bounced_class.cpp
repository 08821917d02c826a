// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace rocelint::rules::qos015 {
namespace {

constexpr std::string_view to_lossy = R"({"PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}},
 "TC_TO_DSCP_MAP": {"TUNNEL": {"3": "8"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "AZURE", "encap_tc_to_dscp_map": "TUNNEL"}}})";
constexpr std::string_view to_same = R"({"PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}},
 "TC_TO_DSCP_MAP": {"TUNNEL": {"3": "26"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "AZURE", "encap_tc_to_dscp_map": "TUNNEL"}}})";
constexpr std::string_view to_other_queue = R"({
 "SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}},
 "DEVICE_METADATA": {"localhost": {"subtype": "DualToR"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "TC_TO_DSCP_MAP": {"TUNNEL": {"3": "18"}},
 "TC_TO_QUEUE_MAP": {"TUNNEL": {"3": "6"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "AZURE", "encap_tc_to_dscp_map": "TUNNEL", "encap_tc_to_queue_map": "TUNNEL"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"2": "2", "6": "6", "7": "0"}},
 "DSCP_TO_TC_MAP": {"AZURE": {"48": "7"}, "UPLINK": {"18": "2", "26": "3", "48": "7"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}, "Ethernet4": {"dscp_to_tc_map": "UPLINK", "pfc_enable": "2,3,6"}},
 "QUEUE": {"Ethernet0|7": {"scheduler": "scheduler.2"}, "Ethernet4|7": {"scheduler": "scheduler.2"},
           "Ethernet4|2": {"wred_profile": "AZURE_LOSSLESS"}, "Ethernet4|6": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet4|2": {"profile": "pg_lossless_100000_40m_profile"},
               "Ethernet4|6": {"profile": "pg_lossless_100000_40m_profile"}}})";
constexpr std::string_view to_own_class = R"({
 "SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}},
 "DEVICE_METADATA": {"localhost": {"subtype": "DualToR"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "TC_TO_DSCP_MAP": {"TUNNEL": {"3": "18"}},
 "TC_TO_QUEUE_MAP": {"TUNNEL": {"3": "2"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "AZURE", "encap_tc_to_dscp_map": "TUNNEL", "encap_tc_to_queue_map": "TUNNEL"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"2": "2", "6": "6", "7": "0"}},
 "DSCP_TO_TC_MAP": {"AZURE": {"48": "7"}, "UPLINK": {"18": "2", "26": "3", "48": "7"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}, "Ethernet4": {"dscp_to_tc_map": "UPLINK", "pfc_enable": "2,3,6"}},
 "QUEUE": {"Ethernet0|7": {"scheduler": "scheduler.2"}, "Ethernet4|7": {"scheduler": "scheduler.2"},
           "Ethernet4|2": {"wred_profile": "AZURE_LOSSLESS"}, "Ethernet4|6": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet4|2": {"profile": "pg_lossless_100000_40m_profile"},
               "Ethernet4|6": {"profile": "pg_lossless_100000_40m_profile"}}})";

constexpr Example examples[] = {
    {.title = "The outer header of bounced packets has a DSCP that no port pauses",
        .files = {{{"sonic", "leaf1", to_lossy}}},
        .flagged = R"("3": "8")"},
    {.title = "Bounced packets keep the priority of direct ones",
        .files = {{{"sonic", "leaf1", to_same}}},
        .flagged = R"("3": "26")"},
    {.title = "Bounced packets wait in a queue that the pause of their priority does not stop",
        .files = {{{"sonic", "leaf1", to_other_queue}}},
        .flagged = R"("3": "6")"},
    {.title = "Bounced packets have a lossless priority and a queue of their own",
        .files = {{{"sonic", "leaf1", to_own_class}}}},
};

// A port that pauses packets with the DSCP of the outer header, and the priority that it pauses them by.
struct Uplink {
    const Port* port = nullptr;
    Priority priority = 0;
};

class TunnelCheck {
public:
    TunnelCheck(
        DeviceContext& context, const ClassMap& dscps, const RdmaClass& rdma_class, const Port& direct)
        : context_(context)
        , device_(context.device())
        , dscps_(dscps)
        , queues_(target_of(device_.maps, device_.forwarding.tunnel_queues))
        , rdma_class_(rdma_class)
        , direct_(direct)
    {
    }

    void run(Dscp dscp)
    {
        const Treatment direct = classify_dscp(device_, direct_, dscp);
        const std::uint8_t* tc
            = context_.need(whole(), direct.tc, fmt::format("the traffic class of DSCP {}", dscp));
        if (tc == nullptr)
            return;
        const std::uint8_t outer = dscps_.at_point(*tc);
        if (outer == ClassMap::unmapped)
            return context_.not_checked(
                whole(), fmt::format("the DSCP map of {} has no row for traffic class {}", tunnel(), *tc));
        bool is_open = false;
        const std::optional<Uplink> uplink = find_uplink(outer, is_open);
        if (!uplink && is_open)
            return context_.not_checked(
                whole(), fmt::format("which ports pause packets with DSCP {} is not known", outer));
        const std::string what = fmt::format(
            "{} sends RDMA packets with DSCP {} into {} with DSCP {}", device_.name, dscp, tunnel(), outer);
        if (!uplink)
            return report(dscps_,
                *tc,
                Property::dscp_rewrite,
                fmt::format(
                    "{}, which none of its RDMA ports pauses: bounced packets are dropped under congestion",
                    what));
        const Setting<std::uint8_t> own = priority_of(direct);
        if (own.peek_known() && own.value == uplink->priority)
            return report(dscps_,
                *tc,
                Property::dscp_rewrite,
                fmt::format(
                    "{}, which has priority {} like packets that are not bounced: the pauses of both can "
                    "close a ring between the switches of the pair",
                    what,
                    own.value));
        const std::uint8_t queue = queues_ == nullptr ? ClassMap::unmapped : queues_->at_point(*tc);
        const Setting<std::uint8_t> stopped = queue_of_priority(device_, *uplink->port, uplink->priority);
        if (queue != ClassMap::unmapped && stopped.peek_known() && stopped.value != queue)
            report(*queues_,
                *tc,
                Property::queue_map,
                fmt::format(
                    "{}, and lets them wait in queue {}: pauses of priority {}, which that DSCP has on {}, "
                    "stop queue {}",
                    what,
                    queue,
                    uplink->priority,
                    uplink->port->name,
                    stopped.value));
    }

private:
    [[nodiscard]] std::string tunnel() const
    {
        const std::string_view peer = device_.forwarding.tunnel_peer.value_or({});
        return peer.empty() ? "its tunnel" : fmt::format("its tunnel to {}", peer);
    }
    [[nodiscard]] PortId whole() const { return {context_.index, Port::no_index}; }

    std::optional<Uplink> find_uplink(std::uint8_t outer, bool& is_open) const
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& port = device_.ports[index];
            if (port.kind != PortKind::physical || !context_.analysis.is_roce({context_.index, index}))
                continue;
            const Setting<std::uint8_t> priority
                = priority_of(classify_dscp(device_, port, static_cast<Dscp>(outer)));
            if (!priority.peek_known() || !port.pfc_tx.peek_known())
                is_open = true;
            else if (port.pfc_tx.value.has(static_cast<Priority>(priority.value)))
                return Uplink{&port, static_cast<Priority>(priority.value)};
        }
        return std::nullopt;
    }

    void report(const ClassMap& map, std::uint8_t tc, Property property, std::string message)
    {
        context_.report({.at = device_.origins.span(map.origin[tc]),
            .message = std::move(message),
            .subjects = {context_.subject(property, tc)},
            .related = {{device_.place(device_.forwarding.tunnel_dscps.origin, nullptr), "the tunnel's map"},
                {rdma_class_.at, rdma_class_.evidence.empty() ? "the RDMA class" : rdma_class_.evidence}},
            .fix = "Give bounced RDMA packets a DSCP, a queue and a lossless priority of their own."});
    }

    DeviceContext& context_;
    const Device& device_;
    const ClassMap& dscps_;
    const ClassMap* queues_;
    const RdmaClass& rdma_class_;
    const Port& direct_;
};

// A port that carries the class without loss, or null.
const Port* lossless_port(const DeviceContext& context, Priority priority)
{
    const Device& device = context.device();
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const PortId id{context.index, index};
        if (device.ports[index].kind == PortKind::physical && context.analysis.is_roce(id)
            && context.analysis.required_priorities(id).has(priority))
            return &device.ports[index];
    }
    return nullptr;
}

void check(DeviceContext& context)
{
    const Forwarding& forwarding = context.device().forwarding;
    if (forwarding.tunnel_dscps.origin == OriginId{})
        return;
    if (context.need({context.index, Port::no_index}, forwarding.tunnel_dscps, "the DSCP map of the tunnel")
        == nullptr)
        return;
    const ClassMap* dscps = target_of(context.device().maps, forwarding.tunnel_dscps);
    for (const RdmaClass& rdma_class : context.classes.classes) {
        const Port* direct = lossless_port(context, rdma_class.priority);
        if (dscps == nullptr || direct == nullptr)
            continue;
        TunnelCheck tunnel(context, *dscps, rdma_class, *direct);
        for (const Dscp dscp : rdma_class.dscps)
            tunnel.run(dscp);
    }
}

}

extern const Rule rule = {
    .code = "QOS015",
    .name = "bounced-class",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "RDMA packets that one switch of a dual-ToR pair sends to the other have no lossless class of their own.",
    .why
    = "A switch whose link to a host is standby sends the host's packets back up, in a tunnel to the other switch of the "
      "pair. If they have the priority of packets on their way down, the pauses of both directions close a ring that "
      "nothing leaves. So the tunnel writes a different DSCP into the outer header, which has a priority of its own, and "
      "queues the packets by that. If no port pauses that priority, bounced packets are dropped; if they wait in a queue "
      "that its pause does not stop, the switch above cannot hold them back.",
    .source
    = "SONiC doc/qos/tunnel_dscp_remapping.md (encap_tc_to_dscp_map, encap_tc_to_queue_map); sonic-mgmt "
      "tests/qos/tunnel_qos_remap_base.py (the outer DSCP follows from the class that the inner DSCP has on ports)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Complete the tunnel's maps, and PFC, headroom and ECN of the classes that they lead to.",
    .check_device = check,
};

}
