// SPDX-License-Identifier: Apache-2.0
// Reads the links of a minigraph.xml of SONiC (sonic-buildimage, src/sonic-config-engine/minigraph.py, 202405,
// parse_png): DeviceInterfaceLinks below PngDec. Ports of the switch itself are named by alias there. One file
// describes one switch, so the files of two switches state the cable between them twice.
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <string_view>

namespace rocelint::workspace {
namespace {

// The name of an element without the prefix of its namespace.
std::string_view local_name(const Node& element)
{
    const std::size_t colon = element.key.find(':');
    return colon == std::string_view::npos ? element.key : element.key.substr(colon + 1);
}

const Node* element_at(const Node& parent, std::string_view name)
{
    for (const Node& child : parent) {
        if (local_name(child) == name)
            return &child;
    }
    return nullptr;
}

const Node* minigraph_of(const ParsedText& text)
{
    const Node* root = text.shape == TextShape::xml ? text.tree.root : nullptr;
    return root == nullptr ? nullptr : element_at(*root, "DeviceMiniGraph");
}

std::string_view text_at(const Node& parent, std::string_view name)
{
    return scalar_of(element_at(parent, name));
}

class MinigraphReader {
public:
    MinigraphReader(const ParsedText& text, std::string_view name)
        : tree_(text.tree), draft_(text.source, name)
    {
    }

    Topology read(const Node& minigraph)
    {
        if (const Node* png = element_at(minigraph, "PngDec")) {
            read_devices(element_at(*png, "Devices"));
            read_links(element_at(*png, "DeviceInterfaceLinks"));
        }
        return draft_.finish();
    }

private:
    void read_devices(const Node* devices)
    {
        if (devices == nullptr)
            return;
        for (const Node& device : *devices) {
            if (const std::string_view name = text_at(device, "Hostname"); !name.empty())
                draft_.device(name, tree_.span(device));
        }
    }

    void read_links(const Node* links)
    {
        if (links == nullptr)
            return;
        for (const Node& link : *links) {
            if (local_name(link) == "DeviceLinkBase")
                read_link(link);
        }
    }

    void read_link(const Node& link)
    {
        const Span at = tree_.span(link);
        const std::string_view type = text_at(link, "ElementType");
        if (type == "DeviceMgmtLink" || type == "DeviceSerialLink") {
            draft_.leave_out_management(at);
            return;
        }
        if (!type.empty() && type != "DeviceInterfaceLink") {
            draft_.remark(at, fmt::format("a link of the type {} is not a cable between two ports", type));
            return;
        }
        CableFacts facts;
        if (const std::string_view bandwidth = text_at(link, "Bandwidth"); !bandwidth.empty()) {
            facts.speed = parse_stated_speed(bandwidth);
            if (!facts.speed)
                draft_.mistake(at, fmt::format("the bandwidth '{}' is not a number of Mb/s", bandwidth));
        }
        draft_.cable({text_at(link, "StartDevice"), text_at(link, "StartPort")},
            {text_at(link, "EndDevice"), text_at(link, "EndPort")},
            at,
            facts);
    }

    const Tree& tree_;
    TopologyDraft draft_;
};

}

bool fits_minigraph(const ParsedText& text) { return minigraph_of(text) != nullptr; }

Result<Topology> read_minigraph(const ParsedText& text, std::string_view name)
{
    return MinigraphReader(text, name).read(*minigraph_of(text));
}

}
