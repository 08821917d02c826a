// SPDX-License-Identifier: Apache-2.0
// The behavior of SAI and the daemons where nothing is bound, each with its source. Nothing is assumed where
// SAI does not say.
#include "drivers/sonic/read/reader.h"

namespace rocelint::sonic {
namespace {

constexpr Ref no_map{};

bool untouched(OriginId origin) { return origin == OriginId{}; }

// Without a TC_TO_QUEUE_MAP every class uses queue 0: this adds a map for it, which no row wrote.
std::uint32_t add_map_to_queue_0(Device& device, OriginId origin)
{
    ClassMap& map = device.maps.emplace_back();
    map.kind = MapKind::tc_to_queue;
    for (std::uint8_t tc = 0; tc < 16; ++tc)
        map.set(tc, 0, origin);
    return static_cast<std::uint32_t>(device.maps.size() - 1);
}

void set_trust(Port& port, OriginId no_row)
{
    const bool by_dscp = port.dscp_to_tc.known() && !port.dscp_to_tc.value.none();
    const bool by_pcp = port.pcp_to_tc.known() && !port.pcp_to_tc.value.none();
    if (by_dscp)
        port.trust = {by_pcp ? Trust::dscp_else_pcp : Trust::dscp, port.dscp_to_tc.origin};
    else if (!port.dscp_to_tc.known() && !untouched(port.dscp_to_tc.origin))
        port.trust = Setting<Trust>::unread(port.dscp_to_tc.origin);
    else if (by_pcp)
        port.trust = {Trust::pcp, port.pcp_to_tc.origin};
    else if (!port.pcp_to_tc.known() && !untouched(port.pcp_to_tc.origin))
        port.trust = Setting<Trust>::unread(port.pcp_to_tc.origin);
    else
        port.trust = {Trust::none, no_row};
}

}

void finish_qos(Reader& reader)
{
    Device& device = reader.device();
    const Defaults& defaults = reader.defaults();
    const OriginId no_group_map = reader.origins().unread(
        "no tc_to_pg_map is bound, and SAI does not say which priority group a class then has");
    const OriginId fragment = reader.unread_because_absent(Table::port_qos_map);
    // Loading a fragment merges it into existing rows, so what its rows lack is not off.
    const bool whole = reader.whole();
    const OriginId no_policy = reader.absent(Table::acl_table, defaults.origin(Default::ingress_policy));
    std::uint32_t queue_0 = Ref::none_index;
    for (std::size_t index = 0; index < device.ports.size(); ++index) {
        Port& port = device.ports[index];
        if (port.kind != PortKind::physical && port.kind != PortKind::internal)
            continue;
        const auto or_unread = [&](OriginId origin) { return whole ? origin : fragment; };
        Span row = reader.notes(static_cast<std::uint32_t>(index)).qos_row;
        if (!row.somewhere())
            row = reader.config().headers[static_cast<std::size_t>(Table::port_qos_map)];
        const auto absent
            = [&](Default name) { return or_unread(reader.origins().lacking(defaults.origin(name), row)); };
        if (untouched(port.pfc_tx.origin))
            port.pfc_tx = {PrioritySet{}, absent(Default::pfc_enable)};
        port.pfc_rx = port.pfc_tx;
        if (port.pfc_asymmetric.is(true))
            port.pfc_rx = {PrioritySet{0xff},
                reader.origins().derived(device.origins.span(port.pfc_asymmetric.origin),
                    {},
                    "asymmetric PFC obeys every priority (sonic-swss "
                    "orchagent/portsorch.cpp, setPortPfcAsym)")};
        set_trust(port, or_unread(defaults.origin(Default::trust)));
        if (port.trust.is(Trust::none))
            port.trust.origin = absent(Default::trust);
        port.default_tc = {0, or_unread(defaults.origin(Default::default_tc))};
        if (untouched(port.tc_to_queue.origin)) {
            if (whole && queue_0 == Ref::none_index)
                queue_0 = add_map_to_queue_0(device, defaults.origin(Default::tc_to_queue));
            port.tc_to_queue = {Ref{queue_0}, absent(Default::tc_to_queue)};
        }
        const auto fill = [&](Setting<Ref>& setting, OriginId origin) {
            if (untouched(setting.origin))
                setting = {no_map, or_unread(origin)};
        };
        fill(port.dscp_to_tc, defaults.origin(Default::trust));
        fill(port.pcp_to_tc, defaults.origin(Default::trust));
        fill(port.tc_to_priority_group, no_group_map);
        if (untouched(port.priority_to_queue.origin))
            port.priority_to_queue = {no_map, absent(Default::priority_to_queue)};
        if (untouched(port.priority_to_priority_group.origin))
            port.priority_to_priority_group = {no_map, absent(Default::priority_to_priority_group)};
        fill(port.tc_to_dscp, defaults.origin(Default::tc_to_dscp));
        port.ingress_policy = {no_map, no_policy};
    }
}

}
