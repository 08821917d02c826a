// SPDX-License-Identifier: Apache-2.0
#include "workspace/compare/list_differences.h"

#include "models/text/append.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

/// Maps the key of an entry to its content.
using Entries = std::map<std::string, std::string>;

// Addresses that a kernel assigns to each interface automatically (RFC 4291 section 2.5.6) are not a
// difference.
bool is_by_itself(const IpPrefix& prefix)
{
    const auto& bytes = prefix.address.bytes;
    return bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0x80;
}

std::map<std::string_view, std::string> addresses_of(const Device& device)
{
    std::map<std::string_view, std::vector<std::string>> all;
    for (const InterfaceAddress& address : device.forwarding.addresses) {
        if (!is_by_itself(address.prefix))
            all[port_name(device, address.port)].push_back(to_string(address.prefix));
    }
    std::map<std::string_view, std::string> joined;
    for (auto& [port, prefixes] : all) {
        std::ranges::sort(prefixes);
        joined.emplace(port, fmt::format("{}", fmt::join(prefixes, ", ")));
    }
    return joined;
}

Entries routes_of(const Device& device)
{
    Entries routes;
    for (const StaticRoute& route : device.forwarding.routes) {
        std::string& says = routes[to_string(route.to)];
        says += says.empty() ? "" : ", and";
        if (route.discards)
            says += " that discards";
        if (route.via)
            append(says, " via {}", to_string(*route.via));
        if (const std::string_view port = port_name(device, route.port); !port.empty())
            append(says, " by {}", port);
        if (route.distance != 1)
            append(says, " at distance {}", route.distance);
    }
    return routes;
}

Entries jobs_of(const Device& device)
{
    Entries jobs;
    for (const Job& job : device.jobs)
        jobs.emplace(job.name, std::string());
    return jobs;
}

std::string_view word(SmMembership membership)
{
    return membership == SmMembership::full ? "full" : membership == SmMembership::both ? "both" : "limited";
}

Entries partitions_of(const Device& device)
{
    Entries partitions;
    for (const SmPartition& partition : device.manager->partitions) {
        std::string& says = partitions[fmt::format("0x{:04x}", partition.pkey)];
        append(says, " {}: ", partition.name.empty() ? "without a name" : partition.name);
        if (partition.ipoib)
            append(says,
                "ipoib, rate {}, mtu {}, sl {}, ",
                partition.rate_code,
                partition.mtu_code,
                partition.sl);
        if (partition.indx0)
            says += "indx0, ";
        append(says, "members {} unless said otherwise", word(partition.default_membership));
        for (const SmMember& member : partition.members) {
            append(says, ", ");
            if (member.kind == SmMember::Kind::guid)
                says += guid_text(member.guid);
            else
                says += member.text;
            append(says, " {}", word(member.membership));
        }
    }
    return partitions;
}

Entries groups_of(const Device& device)
{
    Entries groups;
    for (const SmPortGroup& group : device.manager->qos_policy.groups) {
        std::string& says = groups[std::string(group.name)];
        says += ':';
        for (const Guid guid : group.guids)
            append(says, " {}", guid_text(guid));
        for (const std::string_view selector : group.selectors)
            append(says, " {}", selector);
    }
    return groups;
}

Entries levels_of(const Device& device)
{
    Entries levels;
    for (const SmQosLevel& level : device.manager->qos_policy.levels) {
        std::string& says = levels[std::string(level.name)];
        append(says, " {}", stated_rows(level, [](const auto&) { return false; }));
        for (const std::uint16_t pkey : level.pkeys)
            append(says, ", partition 0x{:04x}", pkey);
    }
    return levels;
}

std::string rules_of(const SubnetManager& manager)
{
    std::string text;
    for (const SmQosRule& rule : manager.qos_policy.rules) {
        text += text.empty() ? "" : ", then ";
        const auto add = [&text](std::string_view what, std::string_view value) {
            if (!value.empty())
                append(text, "{} {} ", what, value);
        };
        add("from", rule.source);
        add("to", rule.destination);
        add("service", rule.service_ids);
        add("class", rule.qos_classes);
        add("partition", rule.pkeys);
        add("ulp", rule.ulp);
        if (rule.sl.peek_known())
            append(text, "by service level {}", rule.sl.value);
        else
            append(text, "by level {}", rule.level);
    }
    return text.empty() ? "none" : text;
}

/// A list whose entries have a name: entries that are new, gone, or have another content are differences.
struct NamedList {
    Property property;
    std::string_view entry; ///< what an entry is: "static route to"
    Entries (*entries)(const Device&);
    bool of_manager = false; ///< compared only where both devices have a subnet manager
};

constexpr NamedList named_lists[]{
    {Property::forwarding, "static route to", routes_of},
    {Property::rdma_marking, "job", jobs_of},
    {Property::partitions, "partition", partitions_of, true},
    {Property::virtual_lanes, "port group", groups_of, true},
    {Property::virtual_lanes, "qos-level", levels_of, true},
};

class ListComparison {
public:
    ListComparison(const Device& before, const Device& after) : before_(before), after_(after) { }

    std::vector<ListDifference> run()
    {
        const bool have_managers = before_.manager && after_.manager;
        compare_addresses();
        if (have_managers)
            compare_partition_files(*before_.manager, *after_.manager);
        for (const NamedList& list : named_lists) {
            if (have_managers || !list.of_manager)
                compare(list);
        }
        if (have_managers)
            compare_rules(*before_.manager, *after_.manager);
        return std::move(differences_);
    }

private:
    void add(Property property, std::string now, std::string was, std::string_view port = {})
    {
        differences_.push_back({property, std::move(now), std::move(was), port});
    }

    // The content of an entry begins with a blank, or is empty.
    void compare(const NamedList& list)
    {
        const Entries before = list.entries(before_);
        const Entries after = list.entries(after_);
        for (const auto& [name, content] : after) {
            const auto one = before.find(name);
            if (one == before.end())
                add(list.property, fmt::format("new {} {}{}", list.entry, name, content), {});
            else if (one->second != content)
                add(list.property,
                    fmt::format("{} {}{}", list.entry, name, content),
                    without_blank(one->second));
        }
        for (const auto& [name, content] : before) {
            if (!after.contains(name))
                add(list.property, fmt::format("{} {} is gone", list.entry, name), without_blank(content));
        }
    }

    static std::string without_blank(const std::string& content)
    {
        return content.substr(content.starts_with(' ') ? 1 : 0);
    }

    // An address that replaces another counts as one change.
    void compare_addresses()
    {
        const auto before = addresses_of(before_);
        const auto after = addresses_of(after_);
        for (const auto& [port, prefixes] : after) {
            const auto was = before.find(port);
            if (was == before.end() || was->second != prefixes)
                add(Property::forwarding,
                    "address " + prefixes,
                    was == before.end() ? "none" : was->second,
                    port);
        }
        for (const auto& [port, prefixes] : before) {
            if (!after.contains(port))
                add(Property::forwarding, "no address", prefixes, port);
        }
    }

    void compare_partition_files(const SubnetManager& before, const SubnetManager& after)
    {
        if (before.partitions_dropped != after.partitions_dropped)
            add(Property::partitions,
                after.partitions_dropped ? "the partitions file is rejected as a whole"
                                         : "the partitions file is read",
                before.partitions_dropped ? "rejected as a whole" : "read");
        else if (before.has_partitions != after.has_partitions)
            add(Property::partitions,
                after.has_partitions ? "a new partitions file" : "the partitions file is gone",
                {});
    }

    void compare_rules(const SubnetManager& before, const SubnetManager& after)
    {
        const std::string was = rules_of(before);
        const std::string is = rules_of(after);
        if (was != is)
            add(Property::virtual_lanes, "rules of the qos-policy: " + is, was);
    }

    const Device& before_;
    const Device& after_;
    std::vector<ListDifference> differences_;
};

}

std::vector<ListDifference> list_differences(const Device& before, const Device& after)
{
    return ListComparison(before, after).run();
}

Reported option_words(const SubnetManager& before, const SubnetManager& after, std::string_view option)
{
    const SmOption* one = before.option(option);
    const SmOption* other = after.option(option);
    if ((one != nullptr && one->secret) || (other != nullptr && other->secret)) {
        const auto stated = [](const SmOption* key) { return key == nullptr ? "not set" : "set"; };
        return one != nullptr && other != nullptr ? Reported{"has another value (a key is not shown)", ""}
                                                  : Reported{stated(other), stated(one)};
    }
    const auto words = [](const SmOption* stated) {
        return stated == nullptr ? std::string("not set") : std::string(stated->given);
    };
    return {words(other), words(one)};
}

}
