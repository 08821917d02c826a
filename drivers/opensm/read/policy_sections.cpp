// SPDX-License-Identifier: Apache-2.0
// The sections of qos-policy.conf, and their keys, as osm_qos_parser_l.l of opensm 3.3.23 defines them.
#include "drivers/opensm/read/policy_sections.h"

#include "drivers/opensm/read/option_value.h"
#include "models/text/ascii.h"

namespace rocelint::opensm {
namespace {

constexpr std::array<std::string_view, 7> group_keys{
    "name", "use", "port-guid", "port-name", "pkey", "partition", "node-type"};
constexpr std::array<std::string_view, 8> level_keys{
    "name", "use", "sl", "mtu-limit", "rate-limit", "packet-life", "path-bits", "pkey"};
constexpr std::array<std::string_view, 7> rule_keys{
    "use", "qos-class", "qos-level-name", "source", "destination", "service-id", "pkey"};
constexpr std::array<std::string_view, 5> vlarb_keys{
    "group", "across", "vlarb-high", "vlarb-low", "vl-high-limit"};
constexpr std::array<std::string_view, 7> sl2vl_keys{
    "group", "across", "across-from", "across-to", "from", "to", "sl2vl-table"};

}

std::span<const std::string_view> policy_keys_of(PolicySection section)
{
    switch (section) {
    case PolicySection::group:
        return group_keys;
    case PolicySection::level:
        return level_keys;
    case PolicySection::rule:
        return rule_keys;
    case PolicySection::vlarb_scope:
        return vlarb_keys;
    case PolicySection::sl2vl_scope:
        return sl2vl_keys;
    default:
        return {};
    }
}

bool stands_once(std::string_view key)
{
    return key == "name" || key == "use" || key == "sl" || key == "mtu-limit" || key == "rate-limit"
        || key == "packet-life" || key == "qos-level-name" || key == "sl2vl-table";
}

std::optional<std::uint64_t> policy_number(std::string_view text)
{
    const bool decimal = ascii::is_number(text);
    if (decimal) {
        while (text.size() > 1 && text.front() == '0')
            text.remove_prefix(1);
    }
    return base_zero_number(text);
}

}
