// SPDX-License-Identifier: Apache-2.0
// Lookups in a subnet. Tables are sorted once for binary search: a subnet may have 48 000 LIDs on 5 000
// switches.
#include "models/fabric/subnet/subnet.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

template <class Record>
const Record* first_of_port(const std::vector<Record>& records, std::uint32_t port)
{
    const auto found = std::ranges::lower_bound(records, port, {}, &Record::port);
    return found == records.end() || found->port != port ? nullptr : &*found;
}

template <class Record>
std::span<const Record> all_of_port(const std::vector<Record>& records, std::uint32_t port)
{
    const auto found = std::ranges::equal_range(records, port, {}, &Record::port);
    return {found.data(), found.size()};
}

std::uint32_t find(const std::vector<std::pair<Guid, std::uint32_t>>& index, Guid guid)
{
    const auto found = std::ranges::lower_bound(index, guid, {}, &std::pair<Guid, std::uint32_t>::first);
    return found == index.end() || found->first != guid ? Subnet::none : found->second;
}

template <class Record>
void sort_by_port(std::vector<Record>& records)
{
    std::ranges::stable_sort(records, {}, &Record::port);
}

}

std::uint32_t Subnet::port_of(std::uint32_t node, std::uint8_t number) const
{
    if (node >= nodes.size())
        return none;
    const std::span<const IbPort> own = ports_of(nodes[node]);
    const auto found = std::ranges::lower_bound(own, number, {}, &IbPort::number);
    return found == own.end() || found->number != number
        ? none
        : nodes[node].first_port + static_cast<std::uint32_t>(found - own.begin());
}

std::uint32_t Subnet::peer_of(std::uint32_t port) const
{
    return port < ports.size() && ports[port].peer.known() ? ports[port].peer.value : none;
}

std::uint32_t Subnet::port_of_lid(Lid lid) const
{
    return lid < index.port_by_lid.size() ? index.port_by_lid[lid] : none;
}

std::uint32_t Subnet::node_of_guid(Guid guid) const { return find(index.node_by_guid, guid); }
std::uint32_t Subnet::port_of_guid(Guid guid) const { return find(index.port_by_guid, guid); }

const IbSl2vl* Subnet::sl2vl_of(std::uint32_t port, std::uint8_t in) const
{
    const std::span<const IbSl2vl> own = all_of_port(sl2vl, port);
    const auto found = std::ranges::lower_bound(own, in, {}, &IbSl2vl::in);
    return found == own.end() || found->in != in ? nullptr : &*found;
}

const IbArbitration* Subnet::arbitration_of(std::uint32_t port) const
{
    return first_of_port(arbitration, port);
}
void IbPkeys::add(std::uint16_t key)
{
    if (key != 0) {
        keys.push_back(key);
        indices.push_back(entries);
    }
    ++entries;
}

std::uint16_t IbPkeys::key_at(std::uint16_t index) const
{
    const auto found = std::ranges::find(indices, index);
    return found == indices.end() ? std::uint16_t{0}
                                  : keys[static_cast<std::size_t>(found - indices.begin())];
}

const IbPkeys* Subnet::pkeys_of(std::uint32_t port) const { return first_of_port(pkeys, port); }
std::span<const IbCounter> Subnet::counters_of(std::uint32_t port) const
{
    return all_of_port(counters, port);
}

const IbForwarding* Subnet::forwarding_of(std::uint32_t node) const
{
    return node < nodes.size() && nodes[node].forwarding < tables.size() ? &tables[nodes[node].forwarding]
                                                                         : nullptr;
}

std::string Subnet::node_name(std::uint32_t node) const
{
    const IbNode& of = nodes[node];
    if (!of.description.empty())
        return std::string(of.description);
    return of.guid != 0 ? guid_text(of.guid) : std::string(of.id);
}

std::string Subnet::port_name(std::uint32_t port) const
{
    const IbPort& of = ports[port];
    const IbNode& node = nodes[of.node];
    if (node.kind == IbNodeKind::channel_adapter && node.ports <= 1 && node.port_count <= 1)
        return node_name(of.node);
    return fmt::format("{} port {}", node_name(of.node), of.number);
}

bool Subnet::is_sound() const
{
    const auto is_port = [this](const auto& record) { return record.port < ports.size(); };
    const auto has_ports = [this](const IbNode& node) {
        return node.first_port <= ports.size() && node.ports <= ports.size() - node.first_port;
    };
    const auto has_node = [this](const auto& record) { return record.node < nodes.size(); };
    const auto has_peer = [this](const IbPort& port) {
        return !port.peer.peek_known() || port.peer.value == none || port.peer.value < ports.size();
    };
    return std::ranges::all_of(nodes, has_ports) && std::ranges::all_of(ports, has_node)
        && std::ranges::all_of(ports, has_peer) && std::ranges::all_of(tables, has_node)
        && std::ranges::all_of(sl2vl, is_port) && std::ranges::all_of(arbitration, is_port)
        && std::ranges::all_of(pkeys, is_port) && std::ranges::all_of(counters, is_port);
}

void Subnet::seal()
{
    std::ranges::stable_sort(tables, {}, &IbForwarding::node);
    for (IbNode& node : nodes)
        node.forwarding = none;
    for (std::uint32_t table = 0; table < tables.size(); ++table)
        nodes[tables[table].node].forwarding = table;
    std::ranges::stable_sort(sl2vl,
        [](const IbSl2vl& a, const IbSl2vl& b) { return std::pair(a.port, a.in) < std::pair(b.port, b.in); });
    sort_by_port(arbitration);
    sort_by_port(pkeys);
    std::ranges::stable_sort(counters, [](const IbCounter& a, const IbCounter& b) {
        return std::pair(a.port, a.kind) < std::pair(b.port, b.kind);
    });
    std::ranges::stable_sort(paths,
        [](const IbPath& a, const IbPath& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });

    index = {};
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (nodes[node].guid != 0)
            index.node_by_guid.emplace_back(nodes[node].guid, node);
    }
    constexpr Lid first_multicast = 0xc000;
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
        const IbPort& of = ports[port];
        if (of.guid != 0)
            index.port_by_guid.emplace_back(of.guid, port);
        if (!of.lid.peek_known() || of.lid.value == 0 || of.lid.value >= first_multicast)
            continue;
        const unsigned count = 1U << (of.lmc.peek_known() ? of.lmc.value & 7U : 0U);
        const unsigned last = std::min<unsigned>(of.lid.value + count, first_multicast);
        if (index.port_by_lid.size() < last)
            index.port_by_lid.resize(last, none);
        for (unsigned lid = of.lid.value; lid < last; ++lid) {
            if (index.port_by_lid[lid] == none)
                index.port_by_lid[lid] = port;
        }
    }
    std::ranges::stable_sort(index.node_by_guid, {}, &std::pair<Guid, std::uint32_t>::first);
    std::ranges::stable_sort(index.port_by_guid, {}, &std::pair<Guid, std::uint32_t>::first);
}

std::string guid_text(Guid guid) { return fmt::format("0x{:016x}", guid); }

unsigned lanes_of(IbWidth width)
{
    constexpr std::array<unsigned, 5> lanes{1, 2, 4, 8, 12};
    return lanes[static_cast<std::size_t>(width)];
}

BitsPerSecond rate_of(IbWidth width, IbSpeed speed)
{
    // By the common names of links: IBA table 238 and its later releases. FDR10 and FDR are 40 and 56 Gbit/s
    // on four lanes.
    constexpr std::array<std::uint64_t, 9> megabits{
        2500, 5000, 10000, 10000, 14000, 25000, 50000, 100000, 200000};
    return {megabits[static_cast<std::size_t>(speed)] * lanes_of(width) * 1'000'000};
}

std::optional<IbWidth> widest(IbWidths widths)
{
    for (const IbWidth width : {IbWidth::x12, IbWidth::x8, IbWidth::x4, IbWidth::x2, IbWidth::x1}) {
        if (widths.has(width))
            return width;
    }
    return std::nullopt;
}

std::optional<IbSpeed> fastest(IbSpeeds speeds)
{
    for (int speed = static_cast<int>(IbSpeed::xdr); speed >= 0; --speed) {
        if (speeds.has(static_cast<IbSpeed>(speed)))
            return static_cast<IbSpeed>(speed);
    }
    return std::nullopt;
}

std::string_view host_of_description(std::string_view description)
{
    return description.substr(0, description.find(' '));
}

std::string_view device_of_description(std::string_view description)
{
    const std::size_t blank = description.find(' ');
    return blank == std::string_view::npos ? std::string_view{} : description.substr(blank + 1);
}

}
