// SPDX-License-Identifier: Apache-2.0
// References have precedence over cables: on the name of a policy, users want the policy.
#include "cli/lsp/definition.h"

#include "workspace/input/load.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

class DefinitionFinder {
public:
    DefinitionFinder(const Fabric& fabric, const Cursor& cursor) : fabric_(fabric), cursor_(cursor) { }

    std::vector<Span> run()
    {
        if (cursor_.source->id() == workspace::topology_id) {
            follow_topology();
            return std::move(found_);
        }
        const std::vector<Stated> stated = stated_at(fabric_, cursor_);
        for (const Stated& one : stated) {
            add(one.definition);
            add(one.elsewhere);
        }
        follow_classes();
        // Many ports share a map, so it leads to the peer of none of them.
        const bool is_map = std::ranges::any_of(stated, [](const Stated& one) { return one.map != nullptr; });
        if (found_.empty() && !is_map) {
            for (const PortId id : ports_at(fabric_, cursor_, stated)) {
                if (id.port >= fabric_.devices[id.device].ports.size())
                    continue;
                if (const auto peer = fabric_.peer(id))
                    add_port(*peer);
            }
        }
        return std::move(found_);
    }

private:
    void add(Span span)
    {
        if (fabric_.sources.find(span.source) == nullptr || cursor_.is_on_line(span) || cursor_.is_in(span)
            || std::ranges::find(found_, span) != found_.end())
            return;
        found_.push_back(span);
    }

    void add_port(PortId id)
    {
        const Span at = fabric_.port(id).at;
        add(at.somewhere() ? at : fabric_.device(id).identity);
    }

    // A class within a policy refers to its class-map.
    void follow_classes()
    {
        for (const std::uint32_t device : devices_of(fabric_, cursor_.source->id())) {
            for (const ClassPolicy& policy : fabric_.devices[device].policies) {
                for (const PolicyClass& one : policy.classes) {
                    if (cursor_.is_on_line(one.at) || cursor_.is_in(one.at))
                        add(one.definition);
                }
            }
        }
    }

    void follow_topology()
    {
        for (const Link& link : fabric_.links) {
            if (link.source == LinkSource::topology && cursor_.is_on_line(link.at)) {
                add_port(link.a);
                add_port(link.b);
            }
        }
        for (const TopologyDevice& planned : fabric_.topology.devices) {
            if (!cursor_.is_on_line(planned.at))
                continue;
            if (const auto device = fabric_.find_device(planned.name)) {
                const Device& found = fabric_.devices[*device];
                add(found.identity.somewhere() ? found.identity
                        : found.files.empty()  ? Span{}
                                               : Span{found.files.front(), 0, 0});
            }
        }
    }

    const Fabric& fabric_;
    const Cursor& cursor_;
    std::vector<Span> found_;
};

}

std::vector<Span> definitions_at(const Fabric& fabric, const Cursor& cursor)
{
    return DefinitionFinder(fabric, cursor).run();
}

}
