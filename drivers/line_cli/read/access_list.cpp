// SPDX-License-Identifier: Apache-2.0
// Entries of access lists, as all command lines of the Cisco family write them: Arista EOS 4.14.3F user manual, Access Control
// Lists; Cisco Nexus 9000 NX-OS Security Configuration Guide, IP ACLs; Dell, OS10 Enterprise Edition User Guide, Access Control
// Lists:
//   [[seq] N] permit|deny PROTOCOL SOURCE [OPERATOR PORT …] DESTINATION [OPERATOR PORT …] [dscp D] …
#include "drivers/line_cli/read/access_list.h"

#include "drivers/line_cli/grammar/pattern.h"
#include "models/fabric/value/roce_packet.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace rocelint::line_cli {
namespace {

using State = CoverageState;

struct AccessEntry {
    bool skip = false; ///< it concerns no packet
    bool permits = false;
    MetByRoce met = MetByRoce::some;
    bool of_udp = false; ///< only packets of UDP meet it
    std::optional<Dscp> dscp;
};

MetByRoce both(MetByRoce one, MetByRoce other)
{
    if (one == MetByRoce::none || other == MetByRoce::none)
        return MetByRoce::none;
    return one == MetByRoce::all && other == MetByRoce::all ? MetByRoce::all : MetByRoce::some;
}

// Protocols are those of IANA's Protocol Numbers. Number 0 is all of IP on some platforms.
MetByRoce met_by_protocol(std::string_view protocol)
{
    constexpr std::string_view others[]{"ahp",
        "eigrp",
        "esp",
        "gre",
        "icmp",
        "icmpv6",
        "igmp",
        "ospf",
        "pcp",
        "pim",
        "rsvp",
        "sctp",
        "tcp",
        "vrrp"};
    if (protocol == "ip" || protocol == "ipv6" || protocol == "udp")
        return MetByRoce::all;
    if (const auto number = parse_number(protocol))
        return *number == udp_protocol     ? MetByRoce::all
            : *number > 0 && *number < 256 ? MetByRoce::none
                                           : MetByRoce::some;
    return std::ranges::find(others, protocol) != std::end(others) ? MetByRoce::none : MetByRoce::some;
}

bool is_udp(std::string_view protocol) { return protocol == "udp" || parse_number(protocol) == udp_protocol; }

// "any", "host 192.0.2.1", "192.0.2.0/24", "192.0.2.0 0.0.0.255", "addrgroup NAME"; nothing for any other words.
std::optional<MetByRoce> take_address(Words& words)
{
    if (words.take("any"))
        return MetByRoce::all;
    const std::string_view word = words.next();
    if (word == "host" || word == "addrgroup")
        words.next();
    else if (word.find('/') != std::string_view::npos)
        return MetByRoce::some;
    else if (word.find('.') == std::string_view::npos || words.next().find('.') == std::string_view::npos)
        return std::nullopt;
    return MetByRoce::some;
}

// Whether the port that RoCE is sent to meets "eq 4791", "neq 53 4791", "gt 1023", "lt 5000" or "range 4000 5000".
MetByRoce take_destination_port(Words& words)
{
    const std::string_view how = words.peek();
    const bool is_range = how == "range";
    if (how != "eq" && how != "neq" && how != "gt" && how != "lt" && !is_range)
        return MetByRoce::all;
    words.next();
    const auto first = parse_number(words.next());
    if (!first)
        return MetByRoce::some; // a name
    if (is_range) {
        const auto last = parse_number(words.next());
        if (!last)
            return MetByRoce::some;
        return *first <= roce_udp_port && roce_udp_port <= *last ? MetByRoce::all : MetByRoce::none;
    }
    if (how == "gt" || how == "lt")
        return (how == "gt" ? roce_udp_port > *first : roce_udp_port < *first) ? MetByRoce::all
                                                                               : MetByRoce::none;
    bool named = *first == roce_udp_port;
    while (const auto more = parse_number(words.peek())) {
        named = named || *more == roce_udp_port;
        words.next();
    }
    return named == (how == "eq") ? MetByRoce::all : MetByRoce::none;
}

AccessEntry parse_access_entry(std::string_view line)
{
    Words words(line);
    words.take("seq");
    if (parse_number(words.peek()))
        words.next();
    AccessEntry entry;
    const std::string_view action = words.next();
    entry.skip = action == "remark" || action == "counters" || action == "statistics";
    entry.permits = action == "permit";
    if (!entry.permits && action != "deny")
        return entry;
    const std::string_view protocol = words.next();
    entry.met = met_by_protocol(protocol);
    entry.of_udp = is_udp(protocol);
    if (entry.met != MetByRoce::all)
        return entry;
    const auto source = take_address(words);
    const auto destination = source ? take_address(words) : std::nullopt;
    if (!destination) {
        entry.met = MetByRoce::some; // also where the source has a port, which RoCE may have
        return entry;
    }
    entry.met = both(*source, *destination);
    if (entry.of_udp)
        entry.met = both(entry.met, take_destination_port(words));
    if (words.take("dscp")) {
        entry.dscp = parse_dscp(words.next());
        if (!entry.dscp)
            entry.met = both(entry.met, MetByRoce::some);
    }
    if (!words.at_end())
        entry.met = both(entry.met, MetByRoce::some);
    return entry;
}

AccessMatch match_of_entry(const AccessEntry& entry)
{
    const DscpSet points = entry.dscp ? DscpSet{std::uint64_t{1} << *entry.dscp} : DscpSet::all();
    AccessMatch match;
    if (entry.met == MetByRoce::none)
        return match;
    if (entry.met == MetByRoce::some) {
        match.other = true;
        match.possible = points;
    } else if (entry.dscp) {
        (entry.of_udp ? match.roce_dscps : match.dscps) = points;
    } else {
        (entry.of_udp ? match.all_roce : match.everything) = true;
    }
    return match;
}

}

AccessMatch read_access_list(const Node& list)
{
    AccessMatch match = list.first == nullptr ? any_packet_may_match() : AccessMatch{};
    list.state_covers_subtree = false;
    list.mark(State::read);
    bool is_sure = true;
    for (const Node& line : list) {
        AccessEntry entry = parse_access_entry(line.key);
        if (entry.skip) {
            line.mark_subtree(State::irrelevant);
            continue;
        }
        // Whether a class takes what an entry denies differs by platform: NX-OS takes it (Cisco Nexus 5500 Series NX-OS QoS
        // Command Reference, match access-group). Then the entries behind it are open too.
        is_sure = is_sure && (entry.permits || entry.met == MetByRoce::none);
        if (!is_sure)
            entry.met = both(entry.met, MetByRoce::some);
        const bool is_understood
            = entry.met == MetByRoce::none || (entry.met == MetByRoce::all && !entry.of_udp);
        line.mark_subtree(is_understood ? State::read : State::unsupported);
        match.add(match_of_entry(entry));
    }
    return match;
}

}
