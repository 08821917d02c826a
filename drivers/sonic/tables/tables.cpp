// SPDX-License-Identifier: Apache-2.0
// Every table has a verdict: read, irrelevant, or unsupported.
// A table in no list appears as unrecognised in the coverage.
#include "drivers/sonic/tables/tables.h"

#include "drivers/sonic/tables/irrelevant_tables.h"
#include "drivers/sonic/tables/name_index.h"

#include <algorithm>
#include <array>

namespace rocelint::sonic {
namespace {

constexpr std::array<std::string_view, table_count> read_tables{
    "PORT",
    "PORTCHANNEL",
    "PORTCHANNEL_MEMBER",
    "PORT_QOS_MAP",
    "DSCP_TO_TC_MAP",
    "DOT1P_TO_TC_MAP",
    "TC_TO_QUEUE_MAP",
    "TC_TO_PRIORITY_GROUP_MAP",
    "MAP_PFC_PRIORITY_TO_QUEUE",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    "TC_TO_DSCP_MAP",
    "TC_TO_DOT1P_MAP",
    "QUEUE",
    "SCHEDULER",
    "WRED_PROFILE",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_PG",
    "BUFFER_QUEUE",
    "BUFFER_PORT_INGRESS_PROFILE_LIST",
    "BUFFER_PORT_EGRESS_PROFILE_LIST",
    "CABLE_LENGTH",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
    "LOSSLESS_TRAFFIC_PATTERN",
    "PFC_WD",
    "FLEX_COUNTER_TABLE",
    "DEVICE_METADATA",
    "DEVICE_NEIGHBOR",
    "VLAN_MEMBER",
    "INTERFACE",
    "PORTCHANNEL_INTERFACE",
    "SYSTEM_DEFAULTS",
    "TUNNEL",
    "ACL_TABLE",
    "VERSIONS",
    "SWITCH_HASH",
    "VLAN_INTERFACE",
    "LOOPBACK_INTERFACE",
    "STATIC_ROUTE",
    "MCLAG_DOMAIN",
    "PEER_SWITCH",
    "SWITCH",
    "BGP_GLOBALS",
    "BGP_NEIGHBOR_AF",
    "BGP_PEER_GROUP_AF",
    "BGP_BBR",
    "BUFFER_MAX_PARAM_TABLE",
    "SWITCH_TRIMMING",
    "ACL_RULE",
    "POLICER",
    "SYSTEM_PORT",
};

/// A known table that is not modelled, and whether it makes the choice of paths by packet fields unread; if
/// not, it affects nothing in the model.
struct UnsupportedTable {
    std::string_view name;
    bool hashes = false;
};
constexpr std::array<UnsupportedTable, 12> unsupported_tables{{
    {"ARS_INTERFACE"},
    {"ARS_NEXTHOP_GROUP"},
    {"ARS_PORTCHANNEL"},
    {"ARS_PROFILE"},
    {"LLR_PORT"},
    {"LLR_PROFILE"},
    {"PBH_HASH", true},
    {"PBH_HASH_FIELD", true},
    {"PBH_RULE", true},
    {"PBH_TABLE", true},
    {"PORT_TRIMMING"},
    {"VOQ_QUEUE"},
}};

static_assert(std::ranges::is_sorted(unsupported_tables, {}, &UnsupportedTable::name));

// Names that other software's JSON uses as well.
constexpr auto common_words = std::to_array<std::string_view>({"AAA",
    "ALARM",
    "AUDIT",
    "CLOCK",
    "DPU",
    "EVENT",
    "FEATURE",
    "INTERFACE",
    "LOGGER",
    "LOGGING",
    "LOOPBACK",
    "NTP",
    "PORT",
    "PREFIX",
    "QUEUE",
    "RATES",
    "SCHEDULER",
    "SNMP",
    "SWITCH",
    "TELEMETRY",
    "TUNNEL",
    "VERSIONS",
    "VLAN",
    "VNET",
    "VRF"});

// The exact table names that the driver knows.
NameIndex table_names()
{
    NameIndex names;
    const auto add = [&names](std::string_view name, Table table) {
        if (names.find(name) == NameIndex::none)
            names.put(name, static_cast<std::uint32_t>(table));
    };
    for (std::size_t index = 0; index < read_tables.size(); ++index)
        add(read_tables[index], static_cast<Table>(index));
    for (const UnsupportedTable& table : unsupported_tables)
        add(table.name, Table::unsupported);
    for (const std::string_view name : irrelevant_tables())
        add(name, Table::irrelevant);
    return names;
}

const NameIndex& names_of_tables()
{
    static const NameIndex names = table_names();
    return names;
}

}

std::vector<std::string_view> words_of_tables()
{
    std::vector<std::string_view> names(read_tables.begin(), read_tables.end());
    for (const UnsupportedTable& table : unsupported_tables)
        names.push_back(table.name);
    names.insert(names.end(), irrelevant_tables().begin(), irrelevant_tables().end());
    return names;
}

bool makes_hash_unread(std::string_view name)
{
    const auto found = std::ranges::find(unsupported_tables, name, &UnsupportedTable::name);
    return found != unsupported_tables.end() && found->hashes;
}

Table find_table(std::string_view name)
{
    const NameIndex& names = names_of_tables();
    // No table's name is longer, so a hostile key is not hashed.
    constexpr std::size_t longest_name = 64;
    if (name.empty() || name.size() > longest_name)
        return Table::unknown;
    if (const std::uint32_t found = names.find(name); found != NameIndex::none)
        return static_cast<Table>(found);
    const bool is_table_name
        = name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == std::string_view::npos;
    for (const std::string_view family : irrelevant_families()) {
        if (is_table_name && name.starts_with(family))
            return Table::irrelevant;
    }
    return Table::unknown;
}

Table find_application_table(std::string_view name)
{
    constexpr std::string_view suffix = "_TABLE";
    if (name == "LAG_TABLE")
        return Table::portchannel;
    if (name == "LAG_MEMBER_TABLE")
        return Table::portchannel_member;
    const Table exact = find_table(name);
    if (exact != Table::unknown || !name.ends_with(suffix))
        return exact;
    return find_table(name.substr(0, name.size() - suffix.size()));
}

std::string_view name_of(Table table)
{
    const auto index = static_cast<std::size_t>(table);
    return index < read_tables.size() ? read_tables[index] : std::string_view("?");
}

bool is_distinctive(std::string_view name)
{
    // A name that only begins like a table's does not count: other programs' reports have such keys too.
    return find_table(name) != Table::unknown && names_of_tables().find(name) != NameIndex::none
        && std::ranges::find(common_words, name) == std::ranges::end(common_words);
}

}
