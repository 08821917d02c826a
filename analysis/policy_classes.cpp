// SPDX-License-Identifier: Apache-2.0
// `rdma`, `classes` and `cnp` of a policy. A class must have a priority: nothing else says which traffic is meant.
#include "analysis/policy_sections.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

constexpr double highest_priority = 7;
constexpr double highest_dscp = 63;

class ClassReader {
public:
    ClassReader(DocumentReader& reader, Policy& policy) : reader_(reader), policy_(policy) { }

    void rdma(const Node& node)
    {
        if (!reader_.object_of(
                node, "rdma", {"priority", "dscp", "traffic_class", "lossless_priorities", "trust"}))
            return;
        RdmaClass first{.name = "rdma", .at = reader_.span(node), .used_by_hosts = true};
        PrioritySet lossless;
        for (const Node& entry : node) {
            if (entry.key == "priority")
                first.priority = priority(entry);
            else if (entry.key == "dscp")
                first.dscps = dscps(entry);
            else if (entry.key == "trust")
                first.trust = trust(entry);
            else if (entry.key == "lossless_priorities")
                for (const Node* element : reader_.list(entry))
                    lossless.insert(priority(*element));
            else
                static_cast<void>(reader_.number(entry, 0, highest_priority));
        }
        if (node.child("priority") == nullptr)
            reader_.wrong(node, "rdma must state its priority");
        lossless.erase(first.priority);
        model().classes.push_back(first);
        for (const Priority further : lossless)
            model().classes.push_back(
                {.name = fmt::format("lossless-{}", further), .priority = further, .at = reader_.span(node)});
    }

    void classes(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, "a class", {"name", "priority", "dscp", "trust", "roles"}))
                return;
            RdmaClass added{.at = reader_.span(*element), .used_by_hosts = true};
            for (const Node& entry : *element) {
                if (entry.key == "name")
                    added.name = reader_.text(entry);
                else if (entry.key == "priority")
                    added.priority = priority(entry);
                else if (entry.key == "dscp")
                    added.dscps = dscps(entry);
                else if (entry.key == "trust")
                    added.trust = trust(entry);
                else
                    roles(entry, added.roles);
            }
            if (element->child("priority") == nullptr)
                reader_.wrong(*element, "a class must state its priority");
            if (added.name.empty())
                added.name = fmt::format("priority {}", added.priority);
            model().classes.push_back(std::move(added));
        }
    }

    void cnp(const Node& node)
    {
        if (!reader_.object_of(node, "cnp", {"priority", "dscp", "traffic_class"}))
            return;
        model().cnp.at = reader_.span(node);
        for (const Node& entry : node) {
            if (entry.key == "priority")
                model().cnp.priority = priority(entry);
            else if (entry.key == "dscp")
                model().cnp.dscp = static_cast<Dscp>(reader_.number(entry, 0, highest_dscp));
        }
    }

private:
    ClassModel& model()
    {
        if (!policy_.classes)
            policy_.classes.emplace();
        return *policy_.classes;
    }

    Priority priority(const Node& node)
    {
        return static_cast<Priority>(reader_.number(node, 0, highest_priority));
    }

    DscpSet dscps(const Node& node)
    {
        DscpSet set;
        for (const Node* element : reader_.list(node))
            set.insert(static_cast<Dscp>(reader_.number(*element, 0, highest_dscp)));
        return set;
    }

    Trust trust(const Node& node)
    {
        if (node.value == "dscp")
            return Trust::dscp;
        if (node.value == "pcp")
            return Trust::pcp;
        reader_.unknown_word(node, "trust", node.value, {"dscp", "pcp"});
        return Trust::dscp;
    }

    void roles(const Node& node, std::vector<Role>& out)
    {
        for (const Node* element : reader_.list(node)) {
            const auto role = parse_role(element->value);
            if (role)
                out.push_back(*role);
            else
                reader_.unknown_word(*element,
                    "role",
                    element->value,
                    {"host", "leaf", "spine", "super-spine", "border", "storage"});
        }
    }

    DocumentReader& reader_;
    Policy& policy_;
};

}

void read_rdma(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).rdma(node);
}

void read_classes(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).classes(node);
}

void read_cnp(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).cnp(node);
}

}
