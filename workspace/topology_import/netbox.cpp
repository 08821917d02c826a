// SPDX-License-Identifier: Apache-2.0
// Reads answers of the REST API of NetBox (netbox/dcim/api/serializers_, 4.2) and Nautobot (2.3), as one answer
// or as the list of its results: /api/dcim/cables/, which states lengths, and /api/dcim/interfaces/, whose
// connected endpoints lead through patch panels.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::workspace {
namespace {

const Node* results_of(const ParsedText& text)
{
    const Node* document = text.shape == TextShape::json ? text.document() : nullptr;
    if (document == nullptr || document->kind == Node::Kind::array)
        return document;
    return list_at(*document, "results");
}

bool is_netbox_row(const Node& row)
{
    return row.kind == Node::Kind::object
        && (row.child("a_terminations") != nullptr || row.child("termination_a") != nullptr
            || row.child("connected_endpoints") != nullptr || row.child("connected_endpoint") != nullptr);
}

// {"value": "connected", "label": "Connected"} or just the word.
std::string_view choice_at(const Node& row, std::string_view key)
{
    const Node* choice = object_at(row, key);
    return choice == nullptr ? scalar_at(row, key) : scalar_at(*choice, "value");
}

DraftEnd port_of(const Node& port)
{
    const Node* device = object_at(port, "device");
    return {device == nullptr ? std::string_view{} : scalar_at(*device, "name"), scalar_at(port, "name")};
}

class NetboxReader {
public:
    NetboxReader(const ParsedText& text, std::string_view name) : tree_(text.tree), draft_(text.source, name)
    {
    }

    Topology read(const Node& rows)
    {
        for (const Node& row : rows) {
            if (!is_netbox_row(row))
                draft_.mistake(tree_.span(row), "this is neither a cable nor an interface");
            else if (row.child("a_terminations") != nullptr || row.child("termination_a") != nullptr)
                add_cable(row);
            else
                add_interface(row);
        }
        return draft_.finish();
    }

private:
    void add_cable(const Node& row)
    {
        const Span at = tree_.span(row);
        // Nautobot writes {"name": "Connected"}.
        std::string status(choice_at(row, "status"));
        if (const Node* own = object_at(row, "status"); own != nullptr && status.empty())
            status = scalar_at(*own, "name");
        status = ascii::lowered(status);
        if (status == "planned" || status == "decommissioning" || status == "decommissioned") {
            draft_.remark(at, fmt::format("the cable is left out: its status is {}", status));
            return;
        }
        const auto a = termination(row, 'a');
        const auto b = termination(row, 'b');
        if (a && b)
            draft_.cable(*a, *b, at, facts_of(row, at));
    }

    // The port at one side of a cable. Empty, with a remark, for several ports and for what is not an interface.
    std::optional<DraftEnd> termination(const Node& row, char side)
    {
        const Span at = tree_.span(row);
        const Node* all = list_at(row, fmt::format("{}_terminations", side));
        if (all != nullptr && all->child_count > 1) {
            draft_.remark(at,
                fmt::format("the cable is left out: it has {} ends at side {}",
                    all->child_count,
                    ascii::upper(side)));
            return std::nullopt;
        }
        const std::string key = fmt::format("termination_{}", side);
        const Node* one = all != nullptr ? all->first : object_at(row, key);
        if (one == nullptr || one->kind != Node::Kind::object)
            return DraftEnd{};
        const Node* port = object_at(*one, "object");
        const std::string_view type
            = port != nullptr ? scalar_at(*one, "object_type") : scalar_at(row, key + "_type");
        if (!type.empty() && type != "dcim.interface") {
            draft_.remark(at,
                fmt::format("the cable is left out: one end is a {}, not an interface; export "
                            "/api/dcim/interfaces/, which states the far ends",
                    type));
            return std::nullopt;
        }
        return port_of(port != nullptr ? *port : *one);
    }

    CableFacts facts_of(const Node& row, Span at)
    {
        CableFacts facts;
        const std::string_view length = scalar_at(row, "length");
        if (length.empty())
            return facts;
        const std::string_view unit = choice_at(row, "length_unit");
        facts.length = parse_cable_length(length, unit);
        if (!facts.length)
            draft_.mistake(at, fmt::format("'{} {}' is not the length of a cable", length, unit));
        return facts;
    }

    void add_interface(const Node& row)
    {
        const Span at = tree_.span(row);
        const Node* all = list_at(row, "connected_endpoints");
        const Node* far = all != nullptr ? all->first : object_at(row, "connected_endpoint");
        if (far == nullptr)
            return; // nothing is connected
        if (scalar_at(row, "mgmt_only") == "true") {
            draft_.leave_out_management(at);
            return;
        }
        const bool is_planned = scalar_at(row, "connected_endpoints_reachable") == "false"
            || scalar_at(row, "connected_endpoint_reachable") == "false";
        const DraftEnd here = port_of(row);
        if (is_planned) {
            draft_.remark(at,
                fmt::format("the cable of {}:{} is left out: not every cable on its path is connected",
                    here.device,
                    here.port));
            return;
        }
        std::string_view type = scalar_at(row, "connected_endpoints_type");
        if (type.empty())
            type = scalar_at(row, "connected_endpoint_type");
        if (!type.empty() && type != "dcim.interface") {
            draft_.remark(at, fmt::format("{}:{} leads to a {}", here.device, here.port, type));
            return;
        }
        if (all != nullptr && all->child_count > 1) {
            draft_.remark(at,
                fmt::format("{}:{} leads to {} ports; state the cable of each of its own ports",
                    here.device,
                    here.port,
                    all->child_count));
            return;
        }
        draft_.cable(here, port_of(*far), at);
    }

    const Tree& tree_;
    TopologyDraft draft_;
};

}

bool fits_netbox(const ParsedText& text)
{
    const Node* rows = results_of(text);
    return rows != nullptr && rows->first != nullptr && is_netbox_row(*rows->first);
}

Result<Topology> read_netbox(const ParsedText& text, std::string_view name)
{
    return NetboxReader(text, name).read(*results_of(text));
}

}
