// SPDX-License-Identifier: Apache-2.0
// Reads the cables of fabrics that Kubernetes objects describe: Connection of Hedgehog (wiring.githedgehog.com,
// v1beta1) and TopoLink of Nokia EDA (core.eda.nokia.com, v1), as YAML documents or as a list of kubectl.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rocelint::workspace {
namespace {

struct WiringKind {
    std::string_view group; ///< of its API
    std::string_view kind;
};

constexpr WiringKind cable_kinds[]{
    {"wiring.githedgehog.com/", "Connection"}, {"core.eda.nokia.com/", "TopoLink"}};
constexpr WiringKind device_kinds[]{{"wiring.githedgehog.com/", "Switch"},
    {"wiring.githedgehog.com/", "Server"},
    {"core.eda.nokia.com/", "TopoNode"}};

bool is_kind(const Node& object, std::span<const WiringKind> kinds)
{
    return object.kind == Node::Kind::object && std::ranges::any_of(kinds, [&object](const WiringKind& one) {
        return scalar_at(object, "kind") == one.kind
            && scalar_at(object, "apiVersion").starts_with(one.group);
    });
}

// All objects: those of a list one by one.
std::vector<const Node*> objects_of(const ParsedText& text)
{
    std::vector<const Node*> objects;
    const auto add = [&objects](const Node& document) {
        const Node* items = document.kind == Node::Kind::object ? list_at(document, "items") : nullptr;
        if (items == nullptr) {
            objects.push_back(&document);
            return;
        }
        for (const Node& item : *items)
            objects.push_back(&item);
    };
    const Node* root = text.tree.root;
    if (root != nullptr && text.shape == TextShape::json) {
        add(*root);
    } else if (root != nullptr && text.shape == TextShape::yaml) {
        for (const Node& document : *root)
            add(document);
    }
    return objects;
}

class WiringReader {
public:
    WiringReader(const ParsedText& text, std::string_view name) : tree_(text.tree), draft_(text.source, name)
    {
    }

    Topology read(const std::vector<const Node*>& objects)
    {
        for (const Node* object : objects) {
            const Node* metadata
                = object->kind == Node::Kind::object ? object_at(*object, "metadata") : nullptr;
            const Node* spec = object->kind == Node::Kind::object ? object_at(*object, "spec") : nullptr;
            if (is_kind(*object, device_kinds) && metadata != nullptr)
                draft_.device(scalar_at(*metadata, "name"), tree_.span(*object));
            else if (is_kind(*object, cable_kinds) && spec != nullptr)
                read_links(*spec);
        }
        return draft_.finish();
    }

private:
    // A spec has one member for its kind of connection, which has one link or lists of them.
    void read_links(const Node& spec)
    {
        for (const Node& member : spec) {
            if (member.kind == Node::Kind::array && member.key.ends_with("inks"))
                read_list(member);
            else if (member.kind == Node::Kind::object && member.key == "link")
                read_link(member);
            else if (member.kind == Node::Kind::object)
                read_links(member);
        }
    }

    void read_list(const Node& links)
    {
        for (const Node& link : links)
            read_link(link);
    }

    void read_link(const Node& link)
    {
        std::vector<WiringEnd> ends;
        for (const Node& end : link) {
            if (end.kind == Node::Kind::object
                && (end.child("port") != nullptr || end.child("node") != nullptr))
                ends.push_back(end_of(end));
        }
        CableFacts facts;
        if (const std::string_view speed = link.kind == Node::Kind::object ? scalar_at(link, "speed") : "";
            !speed.empty())
            facts.speed = parse_stated_speed(speed);
        const Span at = tree_.span(link.first == nullptr ? link : *link.first);
        if (ends.size() > 2) {
            draft_.remark(at, fmt::format("a link of {} ends is not a cable", ends.size()));
            return;
        }
        ends.resize(2);
        draft_.cable({ends[0].device, ends[0].port}, {ends[1].device, ends[1].port}, at, facts);
    }

    struct WiringEnd {
        std::string device;
        std::string port;
    };

    // {port: spine-1/E1/1}, or {node: leaf1, interface: ethernet-1-1}.
    static WiringEnd end_of(const Node& end)
    {
        if (end.child("node") != nullptr)
            return {std::string(scalar_at(end, "node")), std::string(scalar_at(end, "interface"))};
        std::string_view port = scalar_at(end, "port");
        WiringEnd out{.device = std::string(ascii::take_until(port, '/'))};
        // Hedgehog writes E1/1 for the port that SONiC calls Eth1/1 in its standard naming mode: the switch
        // profiles of githedgehog/fabric v0.80 state the NOSName 1/1 for it.
        if (port.size() > 1 && port.front() == 'E' && ascii::is_digit(port[1]))
            out.port = fmt::format("Eth{}", port.substr(1));
        else
            out.port = port;
        return out;
    }

    const Tree& tree_;
    TopologyDraft draft_;
};

}

bool fits_connections(const ParsedText& text)
{
    return std::ranges::any_of(objects_of(text), [](const Node* one) { return is_kind(*one, cable_kinds); });
}

Result<Topology> read_connections(const ParsedText& text, std::string_view name)
{
    return WiringReader(text, name).read(objects_of(text));
}

}
