// SPDX-License-Identifier: Apache-2.0
// Addresses show which ports route and, between switches, which ends belong to one link.
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::sonic {
namespace {

void set_routed(Port& port, bool routed, OriginId origin)
{
    if (!port.routed.known())
        port.routed = {routed, origin};
}

// "Ethernet0" binds the interface, "Ethernet0|10.0.0.0/31" gives it an address.
class InterfaceReader {
public:
    explicit InterfaceReader(Reader& reader) : reader_(reader) { }

    void read(Table table)
    {
        // The row that binds an interface may come after the rows of its addresses.
        for (const Row& row : reader_.rows(table)) {
            row.fields->mark(CoverageState::read);
            for (const Node& field : *row.fields)
                take_field(row, field);
        }
        for (const Row& row : reader_.rows(table))
            take_row(table, row);
    }

private:
    void take_field(const Row& row, const Node& field)
    {
        // Routes and addresses of another VRF are separate from those of the default one.
        const bool vrf = field.key == "vrf_name" && field.is_scalar() && !field.value.empty()
            && field.value != "default";
        field.mark_subtree(vrf ? CoverageState::unsupported : CoverageState::irrelevant);
        if (vrf)
            other_vrf_.push_back(row.key);
    }

    void take_row(Table table, const Row& row)
    {
        const std::size_t bar = row.key.find('|');
        const std::string_view name = row.key.substr(0, bar);
        const bool physical = table == Table::interface || table == Table::portchannel_interface;
        const std::uint32_t index = physical ? reader_.find_port(name, row) : reader_.make_port(name, row);
        if (index == NameIndex::none)
            return;
        const OriginId origin = reader_.at(row);
        set_routed(reader_.device().ports[index], true, origin);
        if (bar == std::string_view::npos)
            return;
        const std::string_view address = row.key.substr(bar + 1);
        const auto prefix = parse_prefix(address);
        if (!prefix)
            reader_.problem(row.span(),
                fmt::format("\"{}\" is not an address with a prefix length", address.substr(0, 60)));
        else if (std::ranges::find(other_vrf_, name) != other_vrf_.end())
            row.header->mark(CoverageState::unsupported);
        else
            reader_.device().forwarding.addresses.push_back({index, *prefix, origin});
    }

    Reader& reader_;
    std::vector<std::string_view> other_vrf_; ///< interfaces in a VRF other than the default one
};

}

void read_interfaces(Reader& reader)
{
    InterfaceReader interfaces(reader);
    for (const Table table :
        {Table::interface, Table::portchannel_interface, Table::vlan_interface, Table::loopback_interface})
        interfaces.read(table);
    // Frame tagging matters only if ports trust the PCP.
    const bool pcp_matters = !reader.rows(Table::dot1p_to_tc_map).empty();
    for (const Row& row : reader.rows(Table::vlan_member)) {
        row.fields->mark(CoverageState::read);
        for (const Node& field : *row.fields)
            field.mark_subtree(field.key == "tagging_mode" && pcp_matters ? CoverageState::unsupported
                                                                          : CoverageState::irrelevant);
        const std::size_t bar = row.key.find('|');
        if (bar == std::string_view::npos)
            continue;
        const std::uint32_t member = reader.find_port(row.key.substr(bar + 1), row);
        if (member != NameIndex::none)
            set_routed(reader.device().ports[member], false, reader.at(row));
    }
    for (const Row& row : reader.rows(Table::acl_table)) {
        const Node* type = row.fields->child("type");
        const bool rewrites = type != nullptr
            && (type->value.starts_with("UNDERLAY_SET_DSCP") || type->value.starts_with("EGR_SET_DSCP"));
        row.fields->mark_subtree(rewrites ? CoverageState::unsupported : CoverageState::irrelevant);
    }
}

}
