// SPDX-License-Identifier: Apache-2.0
// Reads topology files of containerlab (containerlab.dev, "Topology definition", 0.68): nodes, whose kind and
// startup-config may come from their group, their kind or the defaults, and links in the short and the
// extended form. A startup-config is the file of its node if it lies below the topology's folder.
#include "models/text/ascii.h"
#include "workspace/files/path_names.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"
#include "workspace/topology_import/lab_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rocelint::workspace {
namespace {

// Names that stand for the machine of the lab, not for a node (containerlab.dev, "Topology definition", Links).
constexpr std::array<std::string_view, 3> lab_machines{"host", "mgmt-net", "macvlan"};
// Nodes that are a bridge of that machine, with any number of ports.
constexpr std::array<std::string_view, 2> lab_bridges{"bridge", "ovs-bridge"};

const Node* lab_of(const ParsedText& text)
{
    const Node* document = text.document();
    return document == nullptr ? nullptr : object_at(*document, "topology");
}

class LabReader {
public:
    LabReader(const ParsedText& text, std::string_view name)
        : tree_(text.tree), lab_(*lab_of(text)), draft_(text.source, name)
    {
    }

    Topology read()
    {
        if (const Node* nodes = object_at(lab_, "nodes")) {
            for (const Node& node : *nodes)
                add_node(node);
        }
        if (const Node* links = list_at(lab_, "links")) {
            for (const Node& link : *links)
                add_link(link);
        }
        return draft_.finish();
    }

private:
    struct LabEnd {
        std::string node;
        std::string interface;
        [[nodiscard]] std::string shown() const { return fmt::format("{}:{}", node, interface); }
    };

    // A value of the node itself, else of its group, its kind or the defaults.
    [[nodiscard]] std::string_view inherited(const Node* node, std::string_view key) const
    {
        const Node* defaults = object_at(lab_, "defaults");
        if (const std::string_view own = node == nullptr ? std::string_view{} : scalar_at(*node, key);
            !own.empty())
            return own;
        const Node* groups = object_at(lab_, "groups");
        const std::string_view group
            = key == "group" || node == nullptr ? std::string_view{} : scalar_at(*node, "group");
        const Node* of_group = groups == nullptr || group.empty() ? nullptr : object_at(*groups, group);
        if (of_group != nullptr && !scalar_at(*of_group, key).empty())
            return scalar_at(*of_group, key);
        if (key != "kind") {
            const Node* kinds = object_at(lab_, "kinds");
            const std::string_view kind = inherited(node, "kind");
            const Node* of_kind = kinds == nullptr || kind.empty() ? nullptr : object_at(*kinds, kind);
            if (of_kind != nullptr && !scalar_at(*of_kind, key).empty())
                return scalar_at(*of_kind, key);
        }
        return defaults == nullptr ? std::string_view{} : scalar_at(*defaults, key);
    }

    [[nodiscard]] const Node* find_node(std::string_view name) const
    {
        const Node* nodes = object_at(lab_, "nodes");
        return nodes == nullptr ? nullptr : nodes->child(name);
    }

    void add_node(const Node& node)
    {
        const Span at = tree_.span(node);
        if (std::ranges::find(lab_bridges, inherited(&node, "kind")) != lab_bridges.end())
            return;
        TopologyDevice* device = draft_.device(node.key, at);
        if (device == nullptr)
            return;
        std::string file(inherited(&node, "startup-config"));
        constexpr std::string_view placeholder = "__clabNodeName__";
        if (const std::size_t found = file.find(placeholder); found != std::string::npos)
            file.replace(found, placeholder.size(), node.key);
        if (file.starts_with("./"))
            file.erase(0, 2);
        if (file.empty())
            return;
        if (const std::string_view why = why_not_a_file(file); why.empty())
            device->file = std::move(file);
        else
            draft_.remark(at, fmt::format("the startup-config of {} is not read: {}", node.key, why));
    }

    // Only a relative path that stays below the folder of the topology becomes the file of a device.
    static std::string_view why_not_a_file(std::string_view path)
    {
        if (path.find('\n') != std::string_view::npos)
            return "it is text, not a file; put it into a file";
        if (path.find("://") != std::string_view::npos)
            return "it is a URL; download it and name the file";
        if (!stays_inside(path) || path.front() == '~')
            return "it does not lie below the topology's folder; copy it there";
        return {};
    }

    void add_link(const Node& link)
    {
        const Span at = tree_.span(link);
        if (link.kind != Node::Kind::object) {
            draft_.remark(
                at, "this is not a link; write endpoints: [\"node:interface\", \"node:interface\"]");
            return;
        }
        const std::string_view type = scalar_at(link, "type");
        const Node* endpoints = list_at(link, "endpoints");
        if (!type.empty() && type != "veth") {
            draft_.remark(at, fmt::format("a link of the type {} is not a cable between two nodes", type));
            return;
        }
        std::vector<LabEnd> ends;
        if (endpoints != nullptr) {
            for (const Node& endpoint : *endpoints)
                ends.push_back(end_of(endpoint));
        }
        if (ends.size() > 2) {
            draft_.remark(at, fmt::format("a link of {} ends is not a cable", ends.size()));
            return;
        }
        ends.resize(2);
        for (const LabEnd& end : ends) {
            if (is_of_lab(end.node)) {
                draft_.remark(at,
                    fmt::format("{} - {} leads to the machine of the lab, not to a device",
                        ends[0].shown(),
                        ends[1].shown()));
                return;
            }
        }
        draft_.cable({ends[0].node, ends[0].interface}, {ends[1].node, ends[1].interface}, span_of(link));
    }

    [[nodiscard]] Span span_of(const Node& link) const
    {
        const Node* endpoints = link.child("endpoints");
        const Node* first = endpoints == nullptr ? nullptr : endpoints->first;
        return tree_.span(first == nullptr ? link : *first);
    }

    [[nodiscard]] bool is_of_lab(std::string_view name) const
    {
        if (std::ranges::find(lab_machines, name) != lab_machines.end())
            return true;
        const Node* node = find_node(name);
        return node != nullptr
            && std::ranges::find(lab_bridges, inherited(node, "kind")) != lab_bridges.end();
    }

    // "leaf1:e1-1", or {node: leaf1, interface: e1-1}.
    [[nodiscard]] LabEnd end_of(const Node& endpoint) const
    {
        LabEnd end;
        if (endpoint.kind == Node::Kind::object) {
            end.node = scalar_at(endpoint, "node");
            end.interface = scalar_at(endpoint, "interface");
        } else {
            std::string_view whole = scalar_of(&endpoint);
            end.node = ascii::take_until(whole, ':');
            end.interface = whole;
        }
        end.interface = lab_port_name(inherited(find_node(end.node), "kind"), end.interface);
        return end;
    }

    const Tree& tree_;
    const Node& lab_;
    TopologyDraft draft_;
};

}

bool fits_containerlab(const ParsedText& text)
{
    const Node* lab = lab_of(text);
    return lab != nullptr && (object_at(*lab, "nodes") != nullptr || list_at(*lab, "links") != nullptr);
}

Result<Topology> read_containerlab(const ParsedText& text, std::string_view name)
{
    return LabReader(text, name).read();
}

}
