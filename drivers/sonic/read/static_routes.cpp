// SPDX-License-Identifier: Apache-2.0
// STATIC_ROUTE keeps next hops in parallel lists. A route whose lists do not match is reported, not guessed.
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// One list of a row: item N of each list describes next hop N (sonic-static-route.yang). Empty items count.
class ListField {
public:
    ListField(Reader& reader, const Row& row, std::string_view name)
    {
        if (const Node* field = row.fields->child(name)) {
            field->mark(CoverageState::read);
            text_ = reader.list_text(row, *field);
        }
    }
    [[nodiscard]] std::size_t size() const
    {
        return text_.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(text_, ','));
    }
    [[nodiscard]] bool at_end() const { return done_; }
    std::string_view next()
    {
        const std::size_t comma = text_.find(',', at_);
        const std::string_view item = done_ || text_.empty() ? "" : text_.substr(at_, comma - at_);
        done_ = comma == std::string_view::npos;
        at_ = done_ ? text_.size() : comma + 1;
        return item;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    bool done_ = false;
};

bool is_unspecified(const IpAddress& address)
{
    return address == IpAddress{} || to_string(address) == "0.0.0.0";
}

class RouteReader {
public:
    RouteReader(Reader& reader, const Row& row)
        : reader_(reader)
        , row_(row)
        , hops_(reader, row, "nexthop")
        , ports_(reader, row, "ifname")
        , distances_(reader, row, "distance")
        , discards_(reader, row, "blackhole")
    {
    }

    void read(const IpPrefix& to)
    {
        const std::size_t count = std::max({hops_.size(), ports_.size(), discards_.size(), std::size_t{1}});
        constexpr std::size_t most = 4096;
        for (std::size_t hop = 0; hop < std::min(count, most); ++hop) {
            StaticRoute route;
            route.to = to;
            route.at = row_.span();
            if (!take_hop(route))
                return;
            reader_.device().forwarding.routes.push_back(route);
        }
    }

private:
    bool take_hop(StaticRoute& route)
    {
        const std::string_view hop = hops_.next();
        const std::string_view port = ports_.next();
        const auto distance = parse_number(distances_.next());
        // 0 means that no distance is set: FRR's default for static routes is 1.
        route.distance = static_cast<std::uint8_t>(
            distance && *distance > 0 ? std::min(*distance, std::uint64_t{255}) : 1);
        route.discards = discards_.next() == "true";
        if (route.discards)
            return true;
        // sonic-buildimage src/sonic-bgpcfgd/bgpcfgd/managers_static_rt.py
        // also accepts a port channel as next hop.
        const std::string_view out = port.empty() && hop.starts_with("PortChannel") ? hop : port;
        const auto via = parse_address(hop);
        if (via && !is_unspecified(*via))
            route.via = via;
        if (!out.empty())
            route.port = reader_.find_port(out, row_);
        if (route.via || route.port != Port::no_index)
            return true;
        if (out.empty())
            reader_.problem(
                row_.span(), fmt::format("this route has no next hop: \"{}\"", hop.substr(0, 60)));
        return false;
    }

    Reader& reader_;
    const Row& row_;
    ListField hops_;
    ListField ports_;
    ListField distances_;
    ListField discards_;
};

// "10.0.0.0/24", "default|10.0.0.0/24", "Vrf-red|10.0.0.0/24"; YANG has the VRF in a separate field.
struct RouteKey {
    std::string_view vrf;
    std::string_view prefix;
};
RouteKey parse_key(const Row& row)
{
    const std::size_t bar = row.key.find('|');
    const Node* vrf = row.fields->child("vrf_name");
    if (vrf != nullptr && vrf->is_scalar())
        return {vrf->value, row.key};
    if (bar == std::string_view::npos)
        return {"default", row.key};
    return {row.key.substr(0, bar), row.key.substr(bar + 1)};
}

}

void read_static_routes(Reader& reader)
{
    for (const Row& row : reader.rows(Table::static_route)) {
        const RouteKey key = parse_key(row);
        if (key.vrf != "default") {
            // Routes of the management VRF carry no RDMA traffic;
            // those of other VRFs do, but are not modelled.
            const CoverageState state
                = key.vrf == "mgmt" ? CoverageState::irrelevant : CoverageState::unsupported;
            row.fields->mark_subtree(state);
            row.header->mark(state);
            continue;
        }
        row.fields->mark(CoverageState::read);
        for (const Node& field : *row.fields) {
            if (&field != row.header)
                field.mark_subtree(
                    field.key == "nexthop-vrf" && field.value != "default" && !field.value.empty()
                        ? CoverageState::unsupported
                        : CoverageState::irrelevant);
        }
        if (const auto prefix = parse_prefix(key.prefix))
            RouteReader(reader, row).read(*prefix);
        else
            reader.problem(row.span(), fmt::format("\"{}\" is not a prefix", key.prefix.substr(0, 60)));
    }
}

}
