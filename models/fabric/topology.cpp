// SPDX-License-Identifier: Apache-2.0
// Reads topology.yaml. An unknown key, role or speed is an error at its place: a misread cable would make
// every finding about it wrong.
#include "models/fabric/topology.h"

#include "models/fabric/near_speed.h"
#include "models/fabric/topology_keys.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

// In the order of topology_keys::role_words.
constexpr std::array<Role, topology_keys::role_words.size()> roles{Role::host,
    Role::leaf,
    Role::spine,
    Role::super_spine,
    Role::super_spine,
    Role::core,
    Role::border,
    Role::management,
    Role::storage};

class TopologyReader {
public:
    TopologyReader(DocumentReader& reader, Topology& topology) : reader_(reader), topology_(topology) { }

    void read(const Node& root)
    {
        if (!reader_.object_of(root, topology_keys::top))
            return;
        for (const Node& entry : root) {
            if (entry.key == "version")
                version(entry);
            else if (entry.key == "devices")
                devices(entry);
            else if (entry.key == "links")
                links(entry);
        }
    }

private:
    void version(const Node& node)
    {
        if (node.value != "1")
            reader_.wrong(node,
                fmt::format("topology version {} is not known; this program reads version 1", node.value));
    }

    void devices(const Node& node)
    {
        if (!reader_.is_object(node, "devices"))
            return;
        for (const Node& entry : node) {
            TopologyDevice device{.name = std::string(entry.key), .at = reader_.span(entry)};
            if (entry.kind != Node::Kind::null && !reader_.object_of(entry, topology_keys::device))
                return;
            for (const Node& field : entry) {
                if (field.key == "role")
                    device.role = role(field);
                else if (field.key == "asic")
                    device.asic = reader_.text(field);
                else if (field.key == "file")
                    device.file = reader_.text(field);
                else if (field.key == "plane")
                    device.plane = reader_.text(field);
                else
                    device.rail
                        = static_cast<std::uint32_t>(reader_.number(field, topology_keys::device, "rail"));
            }
            topology_.devices.push_back(std::move(device));
        }
    }

    Role role(const Node& node)
    {
        const auto known = parse_role(node.value);
        if (known)
            return *known;
        reader_.unknown_word(node, "role", topology_keys::role_words);
        return Role::unknown;
    }

    void links(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, topology_keys::link))
                return;
            const Node* a = element->child("a");
            const Node* b = element->child("b");
            if (a == nullptr || b == nullptr) {
                reader_.wrong(*element, "a link needs both ends: a: \"device:port\", b: \"device:port\"");
                return;
            }
            TopologyLink link{.at = reader_.span(*a)};
            end(*a, link.a_device, link.a_port);
            end(*b, link.b_device, link.b_port);
            if (const Node* cable = element->child("cable_m"))
                link.cable = Metres::of(reader_.number(*cable, topology_keys::link, "cable_m"));
            if (const Node* speed = element->child("speed")) {
                link.speed = parse_speed(speed->value);
                if (!link.speed)
                    reader_.wrong(*speed, not_a_speed(speed->value));
            }
            topology_.links.push_back(std::move(link));
        }
    }

    void end(const Node& node, std::string& device, std::string& port)
    {
        const std::string whole = reader_.text(node);
        const std::size_t colon = whole.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == whole.size()) {
            reader_.wrong(node, fmt::format("'{}' is not the end of a link; write \"device:port\"", whole));
            return;
        }
        device = whole.substr(0, colon);
        port = whole.substr(colon + 1);
    }

    DocumentReader& reader_;
    Topology& topology_;
};

}

Result<Topology> read_topology(const Source& source)
{
    const Tree tree = parse_yaml(source, YamlAuthor::person);
    DocumentReader reader(tree);
    Topology topology;
    topology.path = source.path();
    if (tree.root != nullptr && reader.good() && tree.root->kind != Node::Kind::null)
        TopologyReader(reader, topology).read(*tree.root);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return topology;
}

std::optional<BitsPerSecond> parse_speed(std::string_view text)
{
    constexpr std::uint64_t fastest_in_mega = 100'000'000;
    std::uint64_t factor = 1'000'000;
    if (!text.empty() && (text.back() == 'G' || text.back() == 'g')) {
        factor = 1'000'000'000;
        text.remove_suffix(1);
    } else if (!text.empty() && (text.back() == 'M' || text.back() == 'm')) {
        text.remove_suffix(1);
    }
    const auto number = parse_number(text);
    if (!number || *number == 0 || *number > fastest_in_mega)
        return std::nullopt;
    return BitsPerSecond{*number * factor};
}

std::optional<Role> parse_role(std::string_view text)
{
    const auto* const found = std::ranges::find(topology_keys::role_words, text);
    if (found == topology_keys::role_words.end())
        return std::nullopt;
    return roles[static_cast<std::size_t>(found - topology_keys::role_words.begin())];
}

}
