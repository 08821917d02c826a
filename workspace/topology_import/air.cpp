// SPDX-License-Identifier: Apache-2.0
// Reads topologies of NVIDIA Air in JSON (NVIDIA Air API v2, "Import a topology"): nodes by name, and links as
// pairs of ends, in "content" or at the top.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

namespace rocelint::workspace {
namespace {

const Node* air_content(const ParsedText& text)
{
    const Node* document = text.shape == TextShape::json ? text.document() : nullptr;
    if (document == nullptr || document->kind != Node::Kind::object)
        return nullptr;
    const Node* content = object_at(*document, "content");
    return content == nullptr ? document : content;
}

DraftEnd air_end(const Node* end)
{
    if (end == nullptr || end->kind != Node::Kind::object)
        return {};
    return {scalar_at(*end, "node"), scalar_at(*end, "interface")};
}

}

bool fits_air(const ParsedText& text)
{
    const Node* content = air_content(text);
    return content != nullptr && object_at(*content, "nodes") != nullptr
        && list_at(*content, "links") != nullptr;
}

Result<Topology> read_air(const ParsedText& text, std::string_view name)
{
    const Node& content = *air_content(text);
    TopologyDraft draft(text.source, name);
    for (const Node& node : *object_at(content, "nodes"))
        draft.device(node.key, text.tree.span(node));
    for (const Node& link : *list_at(content, "links")) {
        const Span at = text.tree.span(link);
        if (link.kind != Node::Kind::array || link.child_count != 2) {
            draft.mistake(at, "a link must be a list of two ends, each with a node and an interface");
            continue;
        }
        const DraftEnd a = air_end(link.first);
        const DraftEnd b = air_end(link.first->next);
        // The management network of the simulation.
        if (a.port == "eth0" || b.port == "eth0")
            draft.leave_out_management(at);
        else
            draft.cable(a, b, at);
    }
    return draft.finish();
}

}
