// SPDX-License-Identifier: Apache-2.0
// Bonds: their members, and what they hash to choose one (/proc/net/bonding; `ip -d link` shows the latter).
#include "drivers/linux_host/output/outputs.h"

#include <algorithm>
#include <initializer_list>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The modes in which a hash of each packet chooses the member (Linux Documentation/networking/bonding.rst,
// mode).
bool hashes_flows(std::string_view mode)
{
    return mode == "802.3ad" || mode == "balance-xor" || mode == "IEEE 802.3ad Dynamic link aggregation"
        || mode == "load balancing (xor)";
}

struct HashPolicy {
    std::string_view word;
    HashFields fields;
};

constexpr HashFields fields_of_policy(std::initializer_list<HashField> fields)
{
    HashFields all;
    for (const HashField field : fields)
        all.insert(field);
    return all;
}

// What a bond hashes (bonding.rst, xmit_hash_policy). encap policies hash the same fields of an inner packet.
constexpr std::array hash_policies{
    HashPolicy{"layer2", fields_of_policy({HashField::other})},
    HashPolicy{"vlan+srcmac", fields_of_policy({HashField::other})},
    HashPolicy{
        "layer2+3", fields_of_policy({HashField::source_ip, HashField::destination_ip, HashField::other})},
    HashPolicy{
        "encap2+3", fields_of_policy({HashField::source_ip, HashField::destination_ip, HashField::other})},
    HashPolicy{"layer3+4",
        fields_of_policy({HashField::source_ip,
            HashField::destination_ip,
            HashField::source_port,
            HashField::destination_port})},
    HashPolicy{"encap3+4",
        fields_of_policy({HashField::source_ip,
            HashField::destination_ip,
            HashField::source_port,
            HashField::destination_port})},
};

}

bool set_member_hash(HostBuilder& host, std::uint32_t bond, const BondHash& hash, Span at)
{
    if (!hashes_flows(hash.mode))
        return true;
    const auto* known = std::ranges::find(hash_policies, hash.policy, &HashPolicy::word);
    if (known == hash_policies.end())
        return false;
    host.port_at(bond).member_hash = {known->fields, host.origins().explicit_at(at)};
    return true;
}

void read_bonding(HostBuilder& host, const Section& section)
{
    const std::uint32_t bond = host.port(section.command.subject, section.place());
    if (bond != Port::no_index) {
        host.port_at(bond).kind = PortKind::lag;
        host.net(bond).kind_is_known = true;
    }
    std::string_view mode;
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line || line.state != State::unrecognised)
            continue;
        line.mark(State::irrelevant);
        if (const auto named = value_of(line.key, "Bonding Mode"))
            mode = *named;
        // "layer2 (0)"
        if (const auto policy = value_of(line.key, "Transmit Hash Policy");
            policy && bond != Port::no_index) {
            line.mark(
                set_member_hash(host, bond, {mode, policy->substr(0, policy->find(' '))}, section.span(line))
                    ? State::read
                    : State::unrecognised);
            continue;
        }
        const auto member = value_of(line.key, "Slave Interface");
        if (!member || bond == Port::no_index)
            continue;
        const std::uint32_t port = host.port(*member, section.span(line));
        if (port == Port::no_index)
            continue;
        host.net(port).master = section.command.subject;
        line.mark(State::read);
    }
}

}
