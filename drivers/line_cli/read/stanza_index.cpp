// SPDX-License-Identifier: Apache-2.0
// Finds the ports that a line applies to: the ports of an interface header, and those that refer to a
// profile. An edit may only touch a place if all its ports want it.
#include "drivers/line_cli/read/stanza_index.h"

#include "drivers/line_cli/grammar/port_ranges.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::line_cli {
namespace {

bool speaks_of(const PortStanza& stanza, std::uint32_t port)
{
    return std::ranges::find(stanza.users, port) != stanza.users.end();
}

void add_users(PortStanza& stanza, const Device& device, std::string_view prefix, std::string_view header)
{
    const auto add = [&](std::string_view name) {
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            const std::string_view port = device.ports[index].name;
            if (port.size() == prefix.size() + name.size() && port.starts_with(prefix)
                && equal_ignoring_case(port.substr(prefix.size()), name)) {
                stanza.users.push_back(index);
                return;
            }
        }
    };
    if (!is_port_range(header)) {
        add(header);
        return;
    }
    for (const std::string& name : expand_ports(header).value_or(std::vector<std::string>{}))
        add(name);
}

}

PortKind kind_by_header(const PortBlocks& blocks, std::string_view name)
{
    const auto found = std::ranges::find(
        blocks.headers, name.substr(0, name.find_first_of("0123456789")), &PortHeader::prefix);
    return found == blocks.headers.end() ? PortKind::other : found->kind;
}

StanzaIndex::StanzaIndex(const Lines& lines, const PortBlocks& blocks, const Device& device)
    : lines_(lines), blocks_(blocks)
{
    for (const Stanza& stanza : lines.stanzas) {
        const Fact& header = lines.header(stanza);
        if (header.sense != Sense::set)
            continue;
        if (const PortHeader* port = header_of(header.kind)) {
            interfaces_.push_back({&stanza, {}, false});
            add_users(interfaces_.back(), device, port->prefix, header.text);
        } else if (header.kind == blocks.profile && blocks.profile != 0) {
            profiles_.push_back({&stanza, {}, true});
        }
    }
    bind_profiles();
}

const PortHeader* StanzaIndex::header_of(std::uint8_t fact) const
{
    const auto found = std::ranges::find(blocks_.headers, fact, &PortHeader::fact);
    return found == blocks_.headers.end() ? nullptr : &*found;
}

void StanzaIndex::bind_profiles()
{
    std::vector<std::pair<std::uint32_t, std::string_view>> names;
    for (const PortStanza& stanza : interfaces_) {
        for (const Fact& fact : facts(stanza)) {
            if (fact.kind != blocks_.reference || blocks_.reference == 0)
                continue;
            for (const std::uint32_t user : stanza.users) {
                std::erase_if(names, [&](const auto& entry) { return entry.first == user; });
                if (fact.sense == Sense::set)
                    names.emplace_back(user, fact.text);
            }
        }
    }
    for (PortStanza& profile : profiles_) {
        for (const auto& [user, name] : names) {
            if (name == header(profile).text)
                profile.users.push_back(user);
        }
    }
}

std::vector<const PortStanza*> StanzaIndex::of_port(std::uint32_t port) const
{
    std::vector<const PortStanza*> found;
    for (const PortStanza& stanza : interfaces_) {
        if (speaks_of(stanza, port))
            found.push_back(&stanza);
    }
    return found;
}

const PortStanza* StanzaIndex::profile_of(std::uint32_t port) const
{
    const PortStanza* found = nullptr;
    for (const PortStanza& stanza : profiles_) {
        if (speaks_of(stanza, port))
            found = &stanza;
    }
    return found;
}

}
