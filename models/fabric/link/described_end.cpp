// SPDX-License-Identifier: Apache-2.0
// What descriptions of ports say about cables. People write them in many forms; what none of them fits says
// nothing.
#include "models/fabric/link/described_end.h"

#include "models/fabric/value/port_name.h"

#include <algorithm>

namespace rocelint {

EndFinder::EndFinder(const Fabric& fabric)
    : fabric_(fabric), devices_(fabric.devices), ports_(fabric.devices.size())
{
}

std::uint32_t EndFinder::find_port(std::uint32_t device, std::string_view name)
{
    if (!ports_[device])
        ports_[device].emplace(fabric_.devices[device]);
    return ports_[device]->find(name);
}

std::uint32_t EndFinder::find_port(std::uint32_t device, std::string_view called, std::string_view name)
{
    const Device& owner = fabric_.devices[device];
    const auto card = std::ranges::find(owner.cards, device_key(called), device_key);
    if (card == owner.cards.end())
        return find_port(device, name);
    const std::string wanted = comparable_port_name(name);
    const auto is_wanted = [&](const Port& port) {
        const auto behind_bar = [](std::string_view text) { return text.substr(text.rfind('|') + 1); };
        const auto is_of_card = [card](std::string_view text) {
            return text.starts_with(*card) && text.substr(card->size()).starts_with('|');
        };
        return port.kind != PortKind::system
            && ((is_of_card(port.name) && comparable_port_name(behind_bar(port.name)) == wanted)
                || (is_of_card(port.alias) && comparable_port_name(behind_bar(port.alias)) == wanted));
    };
    const auto found = std::ranges::find_if(owner.ports, is_wanted);
    return found == owner.ports.end() ? Port::no_index
                                      : static_cast<std::uint32_t>(found - owner.ports.begin());
}

std::optional<PortId> EndFinder::described_by(PortId here)
{
    const Port& port = fabric_.port(here);
    if (port.description.empty() || port.kind != PortKind::physical)
        return std::nullopt;
    const std::string_view description = port.description;
    std::optional<std::uint32_t> there;
    std::size_t at = 0;
    while (at < description.size()) {
        const std::size_t end = std::min(description.find_first_of(" \t,;()[]", at), description.size());
        const std::string_view word = description.substr(at, end - at);
        at = end + 1;
        if (word.empty())
            continue;
        if (!there) {
            there = devices_.find(word);
            if (there && *there == here.device)
                there.reset();
            if (there)
                continue;
            if (const auto named = described_by_word(here, word))
                return named;
            continue;
        }
        const std::uint32_t found = find_port(*there, word);
        if (found != Port::no_index && usable(*there, found))
            return PortId{*there, found};
    }
    return std::nullopt;
}

// "leaf1:Ethernet1", "facing_leaf1:Ethernet1" and "P2P_LINK_TO_leaf1_Ethernet1" (with underscores) all
// name a port.
std::optional<PortId> EndFinder::described_by_word(PortId here, std::string_view word)
{
    for (const char separator : {':', '_'}) {
        for (std::size_t cut = word.find(separator); cut != std::string_view::npos;
             cut = word.find(separator, cut + 1)) {
            const std::size_t begin
                = separator == '_' ? word.rfind('_', cut == 0 ? 0 : cut - 1) : std::string_view::npos;
            const std::string_view name = begin == std::string_view::npos || begin == cut
                ? word.substr(0, cut)
                : word.substr(begin + 1, cut - begin - 1);
            auto device = devices_.find(name);
            // "facing_spine1:et-0/0/0" has a verb before the name.
            if (!device && separator == ':' && name.find('_') != std::string_view::npos)
                device = devices_.find(name.substr(name.rfind('_') + 1));
            if (!device || *device == here.device)
                continue;
            const std::uint32_t port = find_port(*device, word.substr(cut + 1));
            if (port != Port::no_index && usable(*device, port))
                return PortId{*device, port};
        }
    }
    return std::nullopt;
}

bool EndFinder::usable(std::uint32_t device, std::uint32_t port) const
{
    return fabric_.devices[device].ports[port].kind == PortKind::physical;
}

}
