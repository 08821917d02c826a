// SPDX-License-Identifier: Apache-2.0
// SWITCH_HASH: whether the ECMP and LAG hash includes the UDP source
// port. Fields that the model has no name for count as "other".
#include "drivers/sonic/read/reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::sonic {
namespace {

// sonic-yang-models sonic-hash.yang, type hash-field. Fields that are
// the same in all RoCEv2 flows between two hosts count as "other".
constexpr std::array<std::pair<std::string_view, HashField>, 5> hash_fields{{
    {"SRC_IP", HashField::source_ip},
    {"DST_IP", HashField::destination_ip},
    {"IP_PROTOCOL", HashField::ip_protocol},
    {"L4_SRC_PORT", HashField::source_port},
    {"L4_DST_PORT", HashField::destination_port},
}};

HashFields read_hash(Reader& reader, const Row& row, const Node& field)
{
    HashFields fields;
    visit_items(reader.list_text(row, field), [&fields](std::string_view item) {
        const auto known
            = std::ranges::find(hash_fields, item, &std::pair<std::string_view, HashField>::first);
        fields.insert(known == hash_fields.end() ? HashField::other : known->second);
    });
    return fields;
}

}

void read_switch_hash(Reader& reader)
{
    LoadBalancing& balancing = reader.device().load_balancing;
    for (const Row& row : reader.rows(Table::switch_hash)) {
        for (const Node& field : *row.fields) {
            const bool ecmp = field.key == "ecmp_hash" || field.key == "ecmp_hash@";
            const bool lag = field.key == "lag_hash" || field.key == "lag_hash@";
            // The algorithm (CRC, XOR, ...) changes which path a flow takes, not how many flows are
            // distinguished.
            field.mark_subtree(ecmp || lag ? CoverageState::read : CoverageState::irrelevant);
            if (ecmp)
                balancing.ecmp = {read_hash(reader, row, field), reader.at(row, field)};
            else if (lag)
                balancing.lag = {read_hash(reader, row, field), reader.at(row, field)};
        }
    }
    if (reader.config().hash_unread)
        balancing.ecmp = balancing.lag = Setting<HashFields>::unread(
            reader.origins().unread("tables of policy-based hashing decide, and they are not read"));
}

}
