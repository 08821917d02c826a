// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/fabric/subnet/ib_codes.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rocelint::rules::ib021 {
namespace {

constexpr double share[] = {0.25};
constexpr Parameter parameters[] = {
    {"share",
        share,
        "of the slowest adapter",
        "least rate of a group that is worth its links",
        "opensm's default of 10 Gbit/s is a quarter of QDR, the fastest link when it was chosen"},
};

constexpr Example examples[] = {
    ib::example("The group is left at 10 Gbit/s",
        R"(+MCMemberRecord group dump:
+		MGID....................ff12:401b:ffff::ffff:ffff
+		Mlid....................0xC000
+		Mtu.....................0x84
+		pkey....................0xFFFF
+		Rate....................0x83
+		SL......................0x0
)",
        "MCMemberRecord group dump:"),
    ib::example("The group is faster than one of the adapters",
        R"(+MCMemberRecord group dump:
+		MGID....................ff12:401b:ffff::ffff:ffff
+		Mlid....................0xC000
+		Mtu.....................0x85
+		pkey....................0xFFFF
+		Rate....................0x95
+		SL......................0x0
)",
        "MCMemberRecord group dump:"),
    ib::example("The MTU of the group is larger than that of a link",
        R"(+MCMemberRecord group dump:
+		MGID....................ff12:401b:ffff::ffff:ffff
+		Mlid....................0xC000
+		Mtu.....................0x85
+		pkey....................0xFFFF
+		Rate....................0x91
+		SL......................0x0
+# Port info: Lid 101 port 1
+NeighborMTU:.....................2048
)",
        "MCMemberRecord group dump:"),
    ib::example("The MTU of the group is half of that of every link",
        R"(+MCMemberRecord group dump:
+		MGID....................ff12:401b:ffff::ffff:ffff
+		Mlid....................0xC000
+		Mtu.....................0x84
+		pkey....................0xFFFF
+		Rate....................0x91
+		SL......................0x0
+# Port info: Lid 101 port 1
+NeighborMTU:.....................4096
+# Port info: Lid 102 port 1
+NeighborMTU:.....................4096
+# Port info: Lid 103 port 1
+NeighborMTU:.....................4096
+# Port info: Lid 104 port 1
+NeighborMTU:.....................4096
)",
        "MCMemberRecord group dump:"),
    ib::example("The group has the rate of the adapters", R"(+MCMemberRecord group dump:
+		MGID....................ff12:401b:ffff::ffff:ffff
+		Mlid....................0xC000
+		Mtu.....................0x85
+		pkey....................0xFFFF
+		Rate....................0x91
+		SL......................0x0
)"),
};

// The slowest of all adapters, and the smallest MTU of their links.
struct Members {
    std::optional<BitsPerSecond> slowest;
    std::uint32_t slow_port = 0;
    std::optional<Bytes> smallest;
    std::uint32_t small_port = 0;
    bool all_known = true;
    bool all_mtus_known = true;
    /// A link runs below the capability of both ends, so the present rate is not the intended one.
    bool degraded = false;
};

bool is_degraded(const IbPort& port)
{
    return (port.speed_possible.peek_known() && port.speed.peek_known()
               && port.speed_possible.value > port.speed.value)
        || (port.width_possible.peek_known() && port.width.peek_known()
            && port.width_possible.value > port.width.value);
}

Members members_of(const Subnet& subnet)
{
    Members members;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbPort& of = subnet.ports[port];
        if (subnet.nodes[of.node].kind != IbNodeKind::channel_adapter
            || subnet.nodes[of.node].aggregation_node || subnet.peer_of(port) == Subnet::none)
            continue;
        const auto rate = rate_of(of.width.peek_known() ? of : subnet.ports[subnet.peer_of(port)]);
        members.all_known = members.all_known && rate.has_value();
        members.degraded
            = members.degraded || is_degraded(of) || is_degraded(subnet.ports[subnet.peer_of(port)]);
        const auto is_before
            = [&](std::uint32_t other) { return subnet.port_name(port) < subnet.port_name(other); };
        // Of equal ones, take the first by name, so that the order of the capture does not matter.
        if (rate
            && (!members.slowest || *rate < *members.slowest
                || (*rate == *members.slowest && is_before(members.slow_port)))) {
            members.slowest = rate;
            members.slow_port = port;
        }
        members.all_mtus_known = members.all_mtus_known && of.mtu.peek_known();
        if (of.mtu.known()
            && (!members.smallest || of.mtu.value < *members.smallest
                || (of.mtu.value == *members.smallest && is_before(members.small_port)))) {
            members.smallest = of.mtu.value;
            members.small_port = port;
        }
    }
    return members;
}

struct Group {
    std::string name;
    std::uint8_t rate_code;
    std::uint8_t mtu_code;
    Span at;
    Span rate_at;
    Span mtu_at;
    PortId owner;
    Part part; ///< the partition that creates the group; whole if the group was only observed
    /// The partitions that create the group, each with its manager; empty if the group was only observed.
    std::vector<std::pair<std::uint32_t, const SmPartition*>> stated;
};

// Whether a partition creates the group and does not state this flag.
bool is_default(const Group& group, Span flag) { return !group.stated.empty() && !flag.somewhere(); }

// The text of a partition with another value of a flag: in its place, or after the partition's key.
std::string with_code(const SmPartition& partition, Span flag, std::string_view name, std::uint8_t code)
{
    std::string text(partition.text);
    const std::string stated = fmt::format("{}={}", name, code);
    if (flag.somewhere())
        return text.replace(flag.offset - partition.whole.offset, flag.length, stated);
    return text.insert(partition.at.offset + partition.at.length - partition.whole.offset, ", " + stated);
}

// Every manager of the subnet with this statement must change it to what the slowest member supports.
void propose(Diagnosis& diagnosis, const Group& group, std::string_view name, std::uint8_t code)
{
    if (!group.stated.empty())
        diagnosis.fix = fmt::format("Write {}={} for this partition.", name, code);
    for (const auto& [manager, partition] : group.stated) {
        if (partition->text.empty())
            continue;
        const Span flag = name == "rate" ? partition->rate_at : partition->mtu_at;
        diagnosis.changes.push_back({.port = {manager, Port::no_index},
            .property = Property::partitions,
            .value = ManagerText{std::string(partition->text), with_code(*partition, flag, name, code)}});
    }
}

void check_group(FabricContext& context, const Subnet& subnet, const Members& members, const Group& group)
{
    const auto blame
        = [&](Diagnosis& diagnosis) { diagnosis.blame(group.owner, Property::partitions, group.part); };
    const auto rate = rate_of_code(group.rate_code);
    if (rate && members.slowest && *rate > *members.slowest) {
        Diagnosis diagnosis{.severity = Severity::error,
            .at = group.rate_at.somewhere() ? group.rate_at : group.at,
            .message = fmt::format(
                "the group of {} has a rate of {} (code {}), and {} has {}: it cannot join, and has no IP there",
                group.name,
                gigabits_text(*rate),
                group.rate_code,
                subnet.port_name(members.slow_port),
                gigabits_text(*members.slowest))};
        blame(diagnosis);
        if (const auto code = code_of_rate_up_to(*members.slowest); code && !members.degraded)
            propose(diagnosis, group, "rate", *code);
        context.report(std::move(diagnosis));
        return;
    }
    const std::uint64_t mtu = mtu_of_code(group.mtu_code).value_or(Bytes{}).count;
    if (members.smallest && mtu > members.smallest->count) {
        Diagnosis diagnosis{.severity = Severity::error,
            .at = group.mtu_at.somewhere() ? group.mtu_at : group.at,
            .message = fmt::format(
                "the group of {} has an MTU of {} (code {}), and the link of {} has {}: it cannot join, and has "
                "no IP there",
                group.name,
                mtu,
                group.mtu_code,
                subnet.port_name(members.small_port),
                members.smallest->count)};
        blame(diagnosis);
        if (const auto code = code_of_mtu(*members.smallest))
            propose(diagnosis, group, "mtu", *code);
        context.report(std::move(diagnosis));
        return;
    }
    const double share = context.number("share");
    if (rate && members.slowest && members.all_known
        && static_cast<double>(rate->count) < share * static_cast<double>(members.slowest->count)) {
        Diagnosis diagnosis{.at = group.rate_at.somewhere() ? group.rate_at : group.at,
            .message = fmt::format(
                "the group of {} has a rate of {} (code {}){}, and the slowest adapter has {}: broadcasts go at a "
                "fraction of the link",
                group.name,
                gigabits_text(*rate),
                group.rate_code,
                is_default(group, group.rate_at) ? " by default" : "",
                gigabits_text(*members.slowest))};
        blame(diagnosis);
        if (const auto code = code_of_rate_up_to(*members.slowest); code && !members.degraded)
            propose(diagnosis, group, "rate", *code);
        context.report(std::move(diagnosis));
        return;
    }
    if (mtu > 0 && members.smallest && members.all_mtus_known && mtu < members.smallest->count) {
        Diagnosis diagnosis{.severity = Severity::info,
            .at = group.mtu_at.somewhere() ? group.mtu_at : group.at,
            .message = fmt::format(
                "the group of {} has an MTU of {} (code {}){}, and every adapter's link has at least {}: IPoIB in datagram "
                "mode sends smaller packets than it could",
                group.name,
                mtu,
                group.mtu_code,
                is_default(group, group.mtu_at) ? " by default" : "",
                members.smallest->count)};
        blame(diagnosis);
        if (const auto code = code_of_mtu(*members.smallest))
            propose(diagnosis, group, "mtu", *code);
        context.report(std::move(diagnosis));
    }
}

// The partitions of all managers of a subnet that create this group.
std::vector<std::pair<std::uint32_t, const SmPartition*>> same_groups(
    const FabricContext& context, std::uint32_t subnet, const SmPartition& like)
{
    std::vector<std::pair<std::uint32_t, const SmPartition*>> found;
    for (const std::uint32_t manager : context.fabric.managers_of(subnet)) {
        for (const SmPartition& partition : context.fabric.devices[manager].manager->partitions) {
            if (partition.ipoib && partition.name == like.name && partition.pkey == like.pkey
                && partition.rate_code == like.rate_code && partition.mtu_code == like.mtu_code)
                found.emplace_back(manager, &partition);
        }
    }
    return found;
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.subnets) {
        const Subnet& subnet = *context.fabric.devices[index].subnet;
        const Members members = members_of(subnet);
        // Managers of one subnet usually have the same partitions: a statement that all of them make is one
        // fault.
        std::set<std::tuple<std::string, std::uint8_t, std::uint8_t>> told;
        for (const std::uint32_t manager : context.fabric.managers_of(index)) {
            const std::vector<SmPartition>& partitions = context.fabric.devices[manager].manager->partitions;
            for (const SmPartition& partition : partitions) {
                if (!partition.ipoib)
                    continue;
                const std::string name(partition.name.empty() ? partition.pkey_text : partition.name);
                if (!told.insert({name, partition.rate_code, partition.mtu_code}).second)
                    continue;
                check_group(context,
                    subnet,
                    members,
                    {"partition " + name,
                        partition.rate_code,
                        partition.mtu_code,
                        partition.at,
                        partition.rate_at,
                        partition.mtu_at,
                        {manager, Port::no_index},
                        Part::statement(partition.whole.somewhere() ? partition.whole : partition.at),
                        same_groups(context, index, partition)});
            }
        }
        if (!told.empty())
            continue; // the observed groups come from these partitions
        for (const IbMulticastGroup& group : subnet.groups) {
            // The broadcast groups of IPoIB over IPv4 (RFC 4391 section 4).
            if (group.gid.find(":401b:") == std::string_view::npos || !group.gid.ends_with("ffff:ffff"))
                continue;
            check_group(context,
                subnet,
                members,
                {fmt::format("P_Key 0x{:04x}", group.pkey),
                    group.rate_code,
                    group.mtu_code,
                    group.at,
                    {},
                    {},
                    {index, Port::no_index},
                    Subject::whole,
                    {}});
        }
    }
}

}

extern const Rule rule = {
    .code = "IB021",
    .name = "ib-group-rate",
    .severity = Severity::warning,
    .other_severities = {{{Severity::error, "where a member cannot join the group"},
        {Severity::info, "where only its MTU is smaller than that of every link"}}},
    .scope = Scope::fabric,
    .summary
    = "An IPoIB multicast group has a rate or MTU above its slowest member, or is left far below all of them.",
    .why = "A port may join a group only if its link is at least as fast as the group and has at least its "
           "MTU. One that is slower is refused and has no IP on InfiniBand. A group that is left at the "
           "default of 10 Gbit/s and 2048 bytes slows broadcasts and caps the MTU of IPoIB in datagram mode "
           "for all members.",
    .source
    = "IBA 1.5 15.2.5.17 (MCMemberRecord); opensm doc/partition-config.txt (rate=3, mtu=4 by default); Linux Documentation/infiniband/ipoib.rst",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "State rate and mtu of the partition in partitions.conf by the codes of the slowest member. `fix` "
           "does so, unless a link runs below what its ends have: correct that first.",
    .check_fabric = check,
};

}
