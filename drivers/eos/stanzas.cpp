// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/stanzas.h"

#include "drivers/line_cli/port_ranges.h"

#include <algorithm>

namespace rocelint::eos {
namespace {

// The name after `qos profile` or `service-profile`.
std::string_view profile_name(Words words)
{
    if (words.take("qos"))
        words.next();
    else
        words.next();
    return words.next();
}

std::uint32_t port_named(const Device& device, std::string_view name)
{
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (device.ports[index].name == name)
            return index;
    }
    return Port::no_index;
}

}

bool is_negated(std::string_view line) { return line.starts_with("no ") || line.starts_with("default "); }

Words plain_words(std::string_view line)
{
    Words words(line);
    if (is_negated(line))
        words.next();
    return words;
}

bool begins_with(std::string_view line, std::string_view words)
{
    Words have = plain_words(line);
    Words want(words);
    while (!want.at_end()) {
        if (!have.take(want.next()))
            return false;
    }
    return true;
}

std::uint8_t queue_of_block(const Node& node)
{
    Words words(node.key);
    if (!words.take("tx-queue") && !words.take("uc-tx-queue"))
        return 0xff;
    const auto number = parse_number(words.next());
    return number && *number < 8 ? static_cast<std::uint8_t>(*number) : std::uint8_t{0xff};
}

Stanzas::Stanzas(std::span<const Tree> trees, const Device& device)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        for (const Node& node : *tree.root) {
            if (node.key.starts_with("interface ") && node.key != "interface defaults"
                && !node.key.starts_with("interface profile "))
                add_interface(device, tree, node);
            else if (node.key.starts_with("qos profile "))
                profiles_.push_back({&tree, &node, {}, true});
        }
    }
    bind_profiles();
}

void Stanzas::add_interface(const Device& device, const Tree& tree, const Node& node)
{
    Words words(node.key);
    words.next();
    const std::string_view header = words.rest();
    PortStanza stanza{&tree, &node, {}, false};
    const auto add = [&](std::string_view name) {
        const std::uint32_t port = port_named(device, name);
        if (port != Port::no_index)
            stanza.users.push_back(port);
    };
    if (!line_cli::is_port_range(header)) {
        add(header);
    } else {
        constexpr std::size_t most_ports = 4096;
        for (const std::string& name : line_cli::expand_ports(header, most_ports).value_or(std::vector<std::string>{}))
            add(name);
    }
    interfaces_.push_back(std::move(stanza));
}

void Stanzas::bind_profiles()
{
    std::vector<std::pair<std::uint32_t, std::string_view>> names;
    for (const PortStanza& stanza : interfaces_) {
        for (const Node& line : *stanza.node) {
            if (!begins_with(line.key, "service-profile"))
                continue;
            for (const std::uint32_t user : stanza.users) {
                std::erase_if(names, [&](const auto& entry) { return entry.first == user; });
                if (!is_negated(line.key))
                    names.emplace_back(user, profile_name(Words(line.key)));
            }
        }
    }
    for (PortStanza& profile : profiles_) {
        for (const auto& [user, name] : names) {
            if (name == profile_name(Words(profile.node->key)))
                profile.users.push_back(user);
        }
    }
}

std::vector<const PortStanza*> Stanzas::of_port(std::uint32_t port) const
{
    std::vector<const PortStanza*> found;
    for (const PortStanza& stanza : interfaces_) {
        if (std::ranges::find(stanza.users, port) != stanza.users.end())
            found.push_back(&stanza);
    }
    return found;
}

const PortStanza* Stanzas::profile_of(std::uint32_t port) const
{
    const PortStanza* found = nullptr;
    for (const PortStanza& stanza : profiles_) {
        if (std::ranges::find(stanza.users, port) != stanza.users.end())
            found = &stanza;
    }
    return found;
}

}
