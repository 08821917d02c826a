// SPDX-License-Identifier: Apache-2.0
// All managers of a subnet get the same design, except for port and priority, so that it does not matter
// which is master.
#include "design/managers.h"

#include "models/fabric/subnet/ib_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace rocelint::design {
namespace {

// IBA 7.6.9.2: a weight has 8 bits.
constexpr double largest_weight = 255;

constexpr std::string_view usual_folder = "/etc/opensm";

std::optional<RoutingEngine> engine_of(std::string_view name)
{
    if (name == "ftree")
        return RoutingEngine::ftree;
    return name == "minhop" ? RoutingEngine::minhop : RoutingEngine::updn;
}

// The level of a switch in a tree of at most three levels, counted from its leaves. Not the tier: super-spine
// and core are both names of the top level.
unsigned level_of(Role role)
{
    switch (role) {
    case Role::spine:
        return 1;
    case Role::super_spine:
    case Role::core:
        return 2;
    default:
        return 0;
    }
}

class SubnetDesigner {
public:
    SubnetDesigner(const FabricIntent& intent, const IntentSubnet& subnet) : intent_(intent), subnet_(subnet)
    {
    }

    Result<void> design(std::vector<DeviceDesign>& devices)
    {
        made_.subnet = subnet_.name;
        if (subnet_.prefix.given())
            made_.prefix = subnet_.prefix.value;
        made_.engine = engine_of(subnet_.routing.value).value_or(RoutingEngine::updn);
        made_.lanes = static_cast<std::uint8_t>(subnet_.lanes.value_or(0));
        made_.folder = subnet_.folder.value_or(std::string(usual_folder));
        made_.keys = subnet_.key_numbers;
        if (auto done = check_nodes(); !done)
            return done;
        if (auto done = design_classes(); !done)
            return done;
        if (auto done = design_partitions(); !done)
            return done;
        if (auto done = find_roots(); !done)
            return done;
        for (const IntentManager& manager : subnet_.managers) {
            DeviceDesign& device = devices.emplace_back();
            device.name = manager.name;
            device.platform = "opensm";
            device.role = Role::management;
            device.at = manager.at;
            device.manager = made_;
            device.manager->guid = manager.guid.value;
            device.manager->priority = static_cast<std::uint8_t>(manager.priority.value);
            device.open = open_;
        }
        return {};
    }

private:
    Result<void> check_nodes() const
    {
        for (std::size_t index = 0; index < subnet_.nodes.size(); ++index) {
            for (const Guid guid : subnet_.nodes[index].guids) {
                const auto same = std::find_if(subnet_.nodes.begin(),
                    subnet_.nodes.begin() + static_cast<std::ptrdiff_t>(index),
                    [guid](const IntentNode& node) { return std::ranges::count(node.guids, guid) > 0; });
                if (same != subnet_.nodes.begin() + static_cast<std::ptrdiff_t>(index))
                    return fail_at(intent_,
                        subnet_.nodes[index].at,
                        fmt::format("{} and {} have the same GUID {}",
                            same->name,
                            subnet_.nodes[index].name,
                            guid_text(guid)));
            }
        }
        return {};
    }

    // Assigns each class its own lane, in the order of service levels. The largest share gets the largest
    // weight, so that turns are as long as possible and a packet more or less per turn hardly matters.
    Result<void> design_classes()
    {
        if (subnet_.classes.size() > 1 && !subnet_.lanes.given())
            return fail_at(intent_,
                subnet_.classes.front().at,
                fmt::format(
                    "classes need lanes of their own: state how many virtual lanes the ports of {} have (lanes: 4)",
                    subnet_.name));
        std::uint32_t largest = 1;
        for (const IntentIbClass& each : subnet_.classes)
            largest = std::max(largest, each.share.value);
        for (const IntentIbClass& each : subnet_.classes) {
            IbClassDesign made{.name = each.name, .sl = static_cast<std::uint8_t>(each.sl.value)};
            made.vl = static_cast<std::uint8_t>(made_.classes.size());
            made.first = each.first.value;
            made.share = each.share.value;
            const double weight = made.first ? largest_weight : largest_weight * each.share.value / largest;
            made.weight = static_cast<std::uint8_t>(std::max(1.0, std::round(weight)));
            made_.classes.push_back(std::move(made));
        }
        const bool all_first = std::ranges::all_of(made_.classes, &IbClassDesign::first);
        if (made_.classes.size() > 1 && all_first)
            return fail_at(intent_,
                subnet_.classes.front().at,
                "all classes go first, so that none does: give one of them a share");
        return {};
    }

    Result<void> design_partitions()
    {
        std::vector<IntentPartition> wanted = subnet_.partitions;
        const auto of_everybody = std::ranges::find_if(
            wanted, [](const IntentPartition& each) { return each.pkey.value == default_partition_key; });
        const bool tenants = wanted.size() > (of_everybody == wanted.end() ? 0U : 1U);
        if (of_everybody == wanted.end())
            wanted.insert(wanted.begin(),
                {.name = "default", .at = subnet_.at, .pkey = {default_partition_key, subnet_.at}});
        else
            std::rotate(wanted.begin(), of_everybody, of_everybody + 1);
        for (const IntentPartition& each : wanted) {
            auto made = design_partition(each, tenants);
            if (!made)
                return tl::unexpected(made.error());
            made_.partitions.push_back(std::move(*made));
        }
        return {};
    }

    Result<IbPartitionDesign> design_partition(const IntentPartition& wanted, bool tenants)
    {
        IbPartitionDesign made{.name = wanted.name, .pkey = static_cast<std::uint16_t>(wanted.pkey.value)};
        const bool of_everybody = made.pkey == default_partition_key;
        if (wanted.everybody.given())
            made.everybody = wanted.everybody.value;
        else if (of_everybody)
            made.everybody = tenants ? SmMembership::limited : SmMembership::full;
        for (const IbClassDesign& each : made_.classes) {
            if (wanted.traffic_class.given() && each.name == wanted.traffic_class.value) {
                made.level = each.name;
                made.sl = each.sl;
            }
        }
        for (const IntentMember& member : wanted.members) {
            const auto host = std::ranges::find(subnet_.nodes, member.host.value, &IntentNode::name);
            for (const Guid guid : host->guids)
                made.members.push_back({guid, host->name, member.full});
        }
        const bool someone_full = of_everybody || made.everybody == SmMembership::full
            || std::ranges::any_of(made.members, &IbMemberDesign::full);
        if (!someone_full)
            return fail_at(intent_,
                wanted.at,
                fmt::format("the partition {} has no full member, and limited members do not hear each other",
                    wanted.name));
        made.ipoib = wanted.ipoib.value;
        if (auto done = choose_codes(wanted, made); !done)
            return tl::unexpected(done.error());
        return made;
    }

    Result<void> choose_codes(const IntentPartition& wanted, IbPartitionDesign& made) const
    {
        if (!made.ipoib)
            return {};
        const BitsPerSecond rate = wanted.rate.value_or(subnet_.rate.value);
        const Bytes mtu = wanted.mtu.value_or(subnet_.mtu.value);
        if (rate.count == 0 || mtu.count == 0)
            return fail_at(intent_,
                wanted.at,
                fmt::format(
                    "the partition {} carries IP, and its groups need a rate and an mtu that every member has: state them "
                    "for the subnet or here",
                    wanted.name));
        const auto code = code_of_rate_up_to(rate);
        if (!code)
            return fail_at(intent_,
                wanted.rate.given() ? wanted.rate.at : subnet_.rate.at,
                "InfiniBand has no such rate");
        made.rate_code = *code;
        made.mtu_code = code_of_mtu(mtu).value_or(0);
        return {};
    }

    // Routes go up to the roots and then down, so the roots must be the topmost switches.
    Result<void> find_roots()
    {
        unsigned top = 0;
        unsigned bottom = level_of(Role::core);
        for (const IntentNode& node : subnet_.nodes) {
            if (!node.is_switch)
                continue;
            top = std::max(top, level_of(node.role.value));
            bottom = std::min(bottom, level_of(node.role.value));
        }
        if (made_.engine == RoutingEngine::minhop)
            return {};
        for (const IntentNode& node : subnet_.nodes) {
            if (node.is_switch && top > bottom && level_of(node.role.value) == top)
                made_.roots.push_back({node.guids.front(), node.name});
        }
        if (made_.roots.empty() && made_.engine == RoutingEngine::updn)
            return fail_at(intent_,
                subnet_.routing.given() ? subnet_.routing.at : subnet_.at,
                "up/down turns at the switches of the top tier: list the switches with their roles, or state "
                "routing: minhop");
        if (made_.roots.empty())
            open_.emplace_back(
                "its root switches, which opensm finds: the intent does not distinguish two tiers of switches");
        return {};
    }

    const FabricIntent& intent_;
    const IntentSubnet& subnet_;
    ManagerDesign made_;
    std::vector<std::string> open_;
};

// Hosts on two subnets cannot distinguish equal prefixes.
Result<void> check_prefixes(const FabricIntent& intent)
{
    constexpr std::uint64_t usual = 0xfe80000000000000;
    for (std::size_t later = 1; later < intent.subnets.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const IntentSubnet& one = intent.subnets[earlier];
            const IntentSubnet& other = intent.subnets[later];
            if (one.prefix.value_or(usual) == other.prefix.value_or(usual))
                return fail_at(intent,
                    other.prefix.given() ? other.prefix.at : other.at,
                    fmt::format("{} and {} have the same prefix {}: give each subnet one of its own",
                        one.name,
                        other.name,
                        guid_text(one.prefix.value_or(usual))));
        }
    }
    return {};
}

}

Result<void> design_managers(const FabricIntent& intent, std::vector<DeviceDesign>& devices)
{
    if (auto done = check_prefixes(intent); !done)
        return done;
    for (const IntentSubnet& subnet : intent.subnets) {
        if (auto done = SubnetDesigner(intent, subnet).design(devices); !done)
            return done;
    }
    return {};
}

}
