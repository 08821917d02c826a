// SPDX-License-Identifier: Apache-2.0
// Ports by the names that rows give them: of the device, of one of several cards of a chassis, and system ports of other
// chips and cards.
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

PortKind kind_of_name(std::string_view name)
{
    // Ethernet-BP, Ethernet-IB and Ethernet-Rec are the backplane, inband and recirculation ports of a chassis.
    if (name.starts_with("Ethernet-"))
        return PortKind::internal;
    if (name.starts_with("PortChannel"))
        return PortKind::lag;
    if (name.starts_with("Vlan"))
        return PortKind::vlan;
    if (name.starts_with("Loopback"))
        return PortKind::loopback;
    if (name.starts_with("eth"))
        return PortKind::management;
    return PortKind::physical;
}

}

void Reader::share_local_name()
{
    // Files of one card that state no name have that of its configuration.
    for (std::size_t file = 0; file < config_.cards.size(); ++file) {
        for (std::size_t other = 0; local_names_[file].host.empty() && other < config_.cards.size();
             ++other) {
            if (config_.cards[other] == config_.cards[file] && !local_names_[other].host.empty())
                local_names_[file] = local_names_[other];
        }
    }
    if (config_.namespaces)
        return;
    LocalName known;
    for (const LocalName& name : local_names_) {
        if (!name.host.empty())
            known = name;
    }
    std::fill(local_names_.begin(), local_names_.end(), known);
}

std::uint32_t Reader::chip(const Row& row) const
{
    if (!config_.namespaces)
        return 0;
    const LocalName& own = local_name(row);
    const auto same = std::ranges::find_if(local_names_, [&own](const LocalName& other) {
        return !own.host.empty() && other.host == own.host && other.asic == own.asic;
    });
    return same == local_names_.end() ? row.file : static_cast<std::uint32_t>(same - local_names_.begin());
}

std::string Reader::chip_name(const Row& row) const
{
    const LocalName& local = local_name(row);
    std::string name(config_.cards.empty() ? std::string_view{} : local.host);
    if (!local.asic.empty())
        name += fmt::format("{}{}", name.empty() ? "" : "|", local.asic);
    return name.empty() ? row.tree->source->path() : name;
}

std::uint32_t Reader::make_port(std::string_view name, const Row& row)
{
    const std::uint32_t known = ports_.find(name, card(row));
    if (known != NameIndex::none)
        return known;
    const auto index = static_cast<std::uint32_t>(device().ports.size());
    Port& port = device().ports.emplace_back();
    // In a chassis, ports are named by their system ports.
    port.name = config_.cards.empty() ? keep(*row.tree, name)
                                      : device().arena->keep(fmt::format("{}|{}", chip_name(row), name));
    port.kind = kind_of_name(name);
    port.at = row.span();
    notes_.emplace_back().space = space(row);
    ports_.put(keep(*row.tree, name), index, card(row));
    return index;
}

std::uint32_t Reader::find_port(std::string_view name, const Row& row)
{
    const std::uint32_t known = ports_.find(name, card(row));
    if (known != NameIndex::none)
        return known;
    // PORT never lists loopbacks, so a row that names one is not a problem.
    if (!whole_ || kind_of_name(name) == PortKind::loopback)
        return make_port(name, row);
    problem(row.span(), fmt::format("PORT has no port {}", name.substr(0, 60)));
    return NameIndex::none;
}

std::uint32_t Reader::find(const NameIndex& index, std::string_view name, const Row& row) const
{
    std::uint32_t found = index.find(name, space(row));
    if (!config_.namespaces)
        return found;
    for (std::uint32_t other = 0; found == NameIndex::none && other < trees_.size(); ++other) {
        if (config_.cards.empty() || config_.cards[other] == card(row))
            found = index.find(name, other);
    }
    return found;
}

std::uint32_t Reader::make_system_port(std::string_view name, const Row& row)
{
    const std::uint32_t known = system_ports_.find(name, chip(row));
    if (known != NameIndex::none)
        return known;
    const auto index = static_cast<std::uint32_t>(device().ports.size());
    Port& port = device().ports.emplace_back();
    // Each chip of a card has queues of its own towards the port.
    port.name = config_.namespaces ? device().arena->keep(fmt::format("{}:{}", chip_name(row), name))
                                   : keep(*row.tree, name);
    port.kind = PortKind::system;
    port.at = row.span();
    notes_.emplace_back().space = space(row);
    system_ports_.put(keep(*row.tree, name), index, chip(row));
    return index;
}

std::uint32_t Reader::find_system_port(std::string_view name, const Row& row)
{
    const std::uint32_t known = system_ports_.find(name, chip(row));
    if (known != NameIndex::none || !whole_ || !config_.has(Table::system_port))
        return make_system_port(name, row);
    // One problem for each port, however many rows it has.
    if (!lost_names_.try_emplace({Table::system_port, std::string(name)}, 0, 0).second)
        return NameIndex::none;
    problem(row.span(),
        fmt::format(
            "SYSTEM_PORT has no port {}: the switch refuses the row (sonic-swss orchagent/qosorch.cpp)",
            name.substr(0, 80)));
    return NameIndex::none;
}

}
