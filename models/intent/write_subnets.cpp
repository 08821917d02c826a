// SPDX-License-Identifier: Apache-2.0
#include "models/intent/write_subnets.h"

#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::uint64_t megabit = 1'000'000;

class SubnetWriter {
public:
    explicit SubnetWriter(yang::Document& document) : document_(document) { }

    void write(const IntentSubnet& subnet)
    {
        entry_ = document_.add_entry(document_.top(), "subnet", subnet.name, subnet.at);
        if (subnet.prefix.given())
            document_.add_leaf(entry_, "prefix", guid_text(subnet.prefix.value), subnet.prefix.at);
        if (subnet.routing.given())
            document_.add_leaf(entry_, "routing", subnet.routing.value, subnet.routing.at);
        number(entry_, "lanes", subnet.lanes.value, subnet.lanes.at);
        number(entry_, "rate", subnet.rate.value.count / megabit, subnet.rate.at);
        number(entry_, "mtu", subnet.mtu.value.count, subnet.mtu.at);
        if (subnet.folder.given())
            document_.add_leaf(entry_, "folder", subnet.folder.value, subnet.folder.at);
        for (const IntentManager& manager : subnet.managers)
            write(manager);
        for (const IntentIbClass& each : subnet.classes)
            write(each);
        for (const IntentNode& node : subnet.nodes)
            write(node);
        for (const IntentPartition& partition : subnet.partitions)
            write(partition);
    }

private:
    void number(yang::Document::Entry parent, const char* name, std::uint64_t value, Span at)
    {
        if (at.somewhere())
            document_.add_leaf(parent, name, fmt::format("{}", value), at);
    }

    void write(const IntentManager& manager)
    {
        const auto made = document_.add_entry(entry_, "manager", manager.name, manager.at);
        document_.add_leaf(made, "guid", guid_text(manager.guid.value), manager.guid.at);
        number(made, "priority", manager.priority.value, manager.priority.at);
    }

    void write(const IntentIbClass& each)
    {
        const auto made = document_.add_entry(entry_, "class", each.name, each.at);
        number(made, "sl", each.sl.value, each.sl.at);
        number(made, "share", each.share.value, each.share.at);
        if (each.first.given())
            document_.add_leaf(made, "first", each.first.value ? "true" : "false", each.first.at);
    }

    void write(const IntentNode& node)
    {
        const auto made = document_.add_entry(entry_, "node", node.name, node.at);
        if (node.role.given()) {
            std::string word = name_of(node.role.value);
            std::ranges::replace(word, '_', '-');
            document_.add_leaf(made, "role", word, node.role.at);
        }
        for (const Guid guid : node.guids)
            (void)document_.add_entry(made, "guid", guid_text(guid), node.at);
    }

    void write(const IntentPartition& partition)
    {
        const auto made = document_.add_entry(entry_, "partition", partition.name, partition.at);
        number(made, "pkey", partition.pkey.value, partition.pkey.at);
        number(made, "rate", partition.rate.value.count / megabit, partition.rate.at);
        number(made, "mtu", partition.mtu.value.count, partition.mtu.at);
    }

    yang::Document& document_;
    yang::Document::Entry entry_;
};

}

void write_subnets(const FabricIntent& intent, yang::Document& document)
{
    SubnetWriter writer(document);
    for (const IntentSubnet& subnet : intent.subnets)
        writer.write(subnet);
}

}
