// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/load_balancing.h"

#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::eos {
namespace {

constexpr std::array<std::pair<std::string_view, HashField>, 11> hash_words{{
    {"source-ip", HashField::source_ip},
    {"src-ip", HashField::source_ip},
    {"destination-ip", HashField::destination_ip},
    {"dst-ip", HashField::destination_ip},
    {"protocol", HashField::ip_protocol},
    {"ip-protocol", HashField::ip_protocol},
    {"next-header", HashField::ip_protocol},
    {"source-port", HashField::source_port},
    {"src-port", HashField::source_port},
    {"destination-port", HashField::destination_port},
    {"dst-port", HashField::destination_port},
}};

constexpr std::string_view roce_port = "4791"; // IANA: RoCEv2

void add_words(HashFields& fields, Words words)
{
    while (!words.at_end()) {
        const std::string_view word = words.next();
        // port-channel load-balance: all that tells flows apart in one word
        if (word == "ip-tcp-udp-header") {
            for (const auto& [field_word, field] : hash_words)
                fields.insert(field);
            continue;
        }
        const auto known
            = std::ranges::find(hash_words, word, &std::pair<std::string_view, HashField>::first);
        fields.insert(known == hash_words.end() ? HashField::other : known->second);
    }
}

// "trident fields ip source-ip …": the fields of IP packets. Those of other packets do not concern RoCEv2.
CoverageState read_chip_fields(
    Config& config, const Tree& tree, const Node& node, Words words, Setting<HashFields>& target)
{
    words.next();
    // "ip load-sharing trident 5": the seed. That of port channels is not modelled.
    const auto seed = parse_number(words.peek());
    if (seed && *seed <= 0xffffffffU && &target == &config.device.load_balancing.ecmp) {
        config.device.load_balancing.ecmp_seed = {static_cast<std::uint32_t>(*seed), config.here(tree, node)};
        return CoverageState::read;
    }
    if (!words.take("fields"))
        return CoverageState::unsupported;
    const std::string_view packets = words.next();
    if (packets == "mac")
        return CoverageState::irrelevant;
    if ((packets != "ip" && packets != "ipv4") || words.at_end())
        return CoverageState::unsupported;
    HashFields fields;
    add_words(fields, words);
    target = {fields, config.here(tree, node)};
    return CoverageState::read;
}

void read_sand_profile(Config& config, const Tree& tree, const Node& profile)
{
    HashFields fields;
    const Node* first = nullptr;
    bool ports = false;
    for (const Node& line : profile) {
        Words words(line.key);
        if (!words.take("fields")) {
            line.mark_subtree(line.key.starts_with("packet-type") || line.key.starts_with("no ")
                    ? CoverageState::irrelevant
                    : CoverageState::unsupported);
            continue;
        }
        const std::string_view kind = words.next();
        if (kind == "udp" && words.take("dst-port")) {
            config.device.load_balancing.roce_payload = {words.next() == roce_port, config.here(tree, line)};
            line.mark_subtree(CoverageState::read);
        } else if ((kind == "ipv4" || kind == "l4") && words.take("outer")) {
            add_words(fields, words);
            ports = ports || kind == "l4";
            first = first == nullptr ? &line : first;
            line.mark_subtree(CoverageState::read);
        } else {
            line.mark_subtree(kind == "ipv6" || kind == "mac" || kind == "mpls" ? CoverageState::irrelevant
                                                                                : CoverageState::unsupported);
        }
    }
    // Of ports that no line names, the profile's own default holds, which is not known.
    if (first == nullptr || !ports)
        return;
    const OriginId origin = config.here(tree, *first);
    config.device.load_balancing.ecmp = {fields, origin};
    config.device.load_balancing.lag = {fields, origin};
}

}

bool is_load_balancing(std::string_view line)
{
    return line.starts_with("load-balance ") || line.starts_with("ip load-sharing ")
        || line.starts_with("port-channel load-balance ");
}

void read_load_balancing(Config& config, const Tree& tree, const Node& node)
{
    Words words(node.key);
    const std::string_view command = words.next();
    if (command == "load-balance") {
        node.mark_subtree(CoverageState::unsupported);
        if (words.rest() != "policies")
            return;
        node.state_covers_subtree = false;
        node.mark(CoverageState::read);
        for (const Node& profile : node) {
            // Only the profile of this name is in force without being named anywhere.
            const bool in_force = profile.key == "load-balance sand profile default";
            profile.mark(in_force ? CoverageState::read : CoverageState::unsupported);
            if (in_force)
                read_sand_profile(config, tree, profile);
            else
                profile.mark_subtree(CoverageState::unsupported);
        }
        return;
    }
    words.next();
    LoadBalancing& balancing = config.device.load_balancing;
    node.mark_subtree(
        read_chip_fields(config, tree, node, words, command == "ip" ? balancing.ecmp : balancing.lag));
}

}
