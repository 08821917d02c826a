// SPDX-License-Identifier: Apache-2.0
// Compares elements to see whether a device made a requested edit: the device writes them in another order
// and adds others.
#include "drivers/junos/live/live_elements.h"
#include "drivers/junos/live/live_text.h"
#include "models/syntax/xml_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

// The elements that identify list entries; an entry of drop-profile-map has two.
constexpr std::array<std::string_view, 3> keys_of_entries{"name", "loss-priority", "protocol"};

// Whether `node` is the element that an edit refers to: the list entry with the same keys, the value, or the
// block.
bool is_meant(const Node& edit, const Node& node)
{
    if (is_xml_attribute(node) || plain_name(node.key) != plain_name(edit.key))
        return false;
    // Operations on an element are its attributes, and do not count as contents.
    if (std::ranges::all_of(edit, is_xml_attribute))
        return unblanked(edit.value).empty() || unblanked(node.value) == unblanked(edit.value);
    return std::ranges::all_of(keys_of_entries, [&](std::string_view key) {
        const std::string_view wanted = inner_text(edit, key);
        return wanted.empty() || inner_text(node, key) == wanted;
    });
}

const Node* meant_by(const Node& edit, const Node& block)
{
    for (const Node& node : block) {
        if (is_meant(edit, node))
            return &node;
    }
    return nullptr;
}

}

std::string edit_text(std::string_view config, bool is_junos)
{
    const std::size_t begin = config.find("<configuration");
    const std::size_t end = config.rfind("</config>");
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        return std::string(config);
    std::string text(config.substr(begin, end - begin));
    std::string spaces = fmt::format(" xmlns=\"{}\"", configuration_namespace);
    if (!is_junos)
        spaces += " xmlns:nc=\"urn:ietf:params:xml:ns:netconf:base:1.0\"";
    text.insert(std::string_view("<configuration").size(), spaces);
    constexpr std::string_view plain = " operation=\"";
    for (std::size_t at = 0; !is_junos && (at = text.find(plain, at)) != std::string::npos;) {
        text.insert(at + 1, "nc:");
        at += plain.size() + 3;
    }
    return text;
}

bool is_in_force(std::string_view config, std::string_view shown)
{
    const Source edit_source(0, "", config);
    const Source running_source(0, "", shown);
    const Tree edit_tree = parse_xml(edit_source);
    const Tree running_tree = parse_xml(running_source);
    const Node* edit = first_configuration(edit_tree);
    const Node* running = first_configuration(running_tree);
    if (edit == nullptr || running == nullptr)
        return false;
    std::vector<std::pair<const Node*, const Node*>> pending{{edit, running}};
    while (!pending.empty()) {
        const auto [wanted, there] = pending.back();
        pending.pop_back();
        for (const Node& node : *wanted) {
            if (is_xml_attribute(node))
                continue;
            const Node* found = meant_by(node, *there);
            const std::string_view operation = inner_text(node, "@operation");
            if (operation == "delete" || operation == "remove") {
                if (found != nullptr)
                    return false;
                continue;
            }
            if (found == nullptr
                || (inner(*found, "@inactive") != nullptr) != (inner(node, "@inactive") != nullptr))
                return false;
            pending.emplace_back(&node, found);
        }
    }
    return true;
}

}
