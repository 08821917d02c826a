// SPDX-License-Identifier: Apache-2.0
// smpquery and perfquery: a header that names a port, and an attribute on each line (libibmad, dump.c and
// fields.c).
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

enum class Query : std::uint8_t { none, node, port, switch_, counters, other, sl2vl, arbitration };

struct Title {
    std::string_view begins;
    Query query;
};

constexpr std::array titles{Title{"# Port info:", Query::port},
    Title{"# Node info:", Query::node},
    Title{"# Switch info:", Query::switch_},
    Title{"# Port counters:", Query::counters},
    Title{"# Port extended counters:", Query::counters},
    Title{"# SL2VL table:", Query::sl2vl},
    Title{"# VLArbitration tables:", Query::arbitration},
    Title{"# Guid info:", Query::other},
    Title{"# MLNX ext Port info:", Query::other},
    Title{"# MlnxExtPortInfo:", Query::other},
    Title{"# PortRcvErrorDetails counters:", Query::other},
    Title{"# PortXmitDiscardDetails counters:", Query::other},
    Title{"# PortSamplesControl:", Query::other}};

constexpr std::string_view description = "Node Description:.";

const Title* title_of(std::string_view line)
{
    const auto* found
        = std::ranges::find_if(titles, [line](const Title& title) { return line.starts_with(title.begins); });
    return found == titles.end() ? nullptr : found;
}

bool begins_attributes(std::string_view line)
{
    return (line.front() == '#' && title_of(line) != nullptr) || line.starts_with(description);
}

// Returns the value at which a counter of the 32-bit attribute saturates (IBA 16.1.3.5); counters of the
// extended attribute never do.
std::uint64_t end_of(IbCounterKind kind)
{
    switch (kind) {
    case IbCounterKind::local_integrity_errors:
    case IbCounterKind::buffer_overruns:
        return 0xf;
    case IbCounterKind::link_recoveries:
    case IbCounterKind::link_downs:
    case IbCounterKind::transmit_constraint_errors:
    case IbCounterKind::receive_constraint_errors:
        return 0xff;
    case IbCounterKind::transmit_data:
    case IbCounterKind::receive_data:
    case IbCounterKind::transmit_packets:
    case IbCounterKind::receive_packets:
    case IbCounterKind::transmit_wait:
        return 0xffffffff;
    default:
        return 0xffff;
    }
}

class Attributes final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (line.key.front() == '#')
            return take_header(line);
        if (line.key.starts_with(description)) {
            if (key_.node == Subnet::none)
                return State::unsupported;
            draft_.nodes[key_.node].node.description = attribute_of(line.key).value;
            return State::read;
        }
        switch (query_) {
        case Query::sl2vl:
            return take_sl2vl(line);
        case Query::arbitration:
            return take_arbitration(line);
        default:
            break;
        }
        const Attribute attribute = attribute_of(line.key);
        if (attribute.key.empty())
            return State::unrecognised;
        // A directed route addresses a port, but does not identify it.
        if (key_.node == Subnet::none)
            return query_ == Query::none ? State::unrecognised : State::unsupported;
        switch (query_) {
        case Query::port:
            return take_port_info(draft_, key_, attribute, line);
        case Query::node:
            return take_node_info(draft_, key_.node, attribute, line);
        case Query::counters:
            return take_counter(attribute, line);
        default:
            return State::irrelevant;
        }
    }

private:
    // Reads "# Port info: Lid 1 port 1", "# VLArbitration tables: Lid 1 port 1 LowCap 8 HighCap 8".
    State take_header(const Node& line)
    {
        const Title* title = title_of(line.key);
        if (title == nullptr)
            return take_remark(line);
        query_ = title->query;
        extended_ = line.key.find("extended") != std::string_view::npos;
        key_ = {};
        Scan scan(line.key.substr(title->begins.size()));
        const auto lid = scan.blanks().take("Lid ") ? scan.decimal(0xffff) : std::nullopt;
        if (!lid) {
            draft_.warn(draft_.span(line),
                "the port is addressed by a route, so that it is not known which port it is; query it by its LID");
            return State::unsupported;
        }
        key_.node = draft_.node_of_lid(static_cast<Lid>(*lid), line);
        if (scan.blanks().take("port ")) {
            const auto number = scan.decimal(255);
            if (!number)
                return State::unrecognised;
            key_.number = static_cast<std::uint8_t>(*number);
        }
        return State::read;
    }

    State take_remark(const Node& line)
    {
        if (line.key.starts_with("# Low priority")) {
            high_ = false;
            return State::read;
        }
        if (line.key.starts_with("# High priority")) {
            high_ = true;
            return State::read;
        }
        return query_ == Query::sl2vl && line.key.find("SL: |") != std::string_view::npos
            ? State::irrelevant
            : State::unrecognised;
    }

    State take_counter(const Attribute& attribute, const Node& line)
    {
        constexpr std::uint8_t all_ports = 255;
        if (key_.number == all_ports)
            return State::irrelevant; // the sum of all ports says nothing about a single port
        const auto kind = counter_of(attribute.key);
        if (!kind)
            return State::irrelevant;
        Scan scan(attribute.value);
        const auto value = scan.either();
        if (!value)
            return State::unrecognised;
        OfPort<IbCounter> made{key_, {}};
        made.fact.kind = *kind;
        made.fact.value = *value;
        made.fact.saturated = !extended_ && *value >= end_of(*kind);
        made.fact.at = draft_.span(line);
        draft_.port(key_, line);
        draft_.counters.push_back(made);
        return State::read;
    }

    // Reads "ports: in  0, out  1: | 0| 1| 2| …|".
    State take_sl2vl(const Node& line)
    {
        Scan scan(line.key);
        const auto in = scan.take("ports: in") ? scan.blanks().decimal(254) : std::nullopt;
        const auto out = in && scan.take(", out") ? scan.blanks().decimal(254) : std::nullopt;
        if (!out || !scan.blanks().take(": |"))
            return State::unrecognised;
        if (key_.node == Subnet::none)
            return State::unsupported;
        OfPort<IbSl2vl> made{{key_.node, static_cast<std::uint8_t>(*out)}, {}};
        made.fact.in = static_cast<std::uint8_t>(*in);
        made.fact.at = draft_.span(line);
        for (std::uint8_t& vl : made.fact.table.vl) {
            const auto value = scan.blanks().decimal(15);
            if (!value || !scan.blanks().take('|'))
                return State::unrecognised;
            vl = static_cast<std::uint8_t>(*value);
        }
        draft_.sl2vl.push_back(made);
        return State::read;
    }

    // Reads "VL    : |0x0 |0x1 |…" and, on the next line, "WEIGHT: |0x40|0x40|…".
    State take_arbitration(const Node& line)
    {
        Scan scan(line.key);
        const bool is_vl = scan.take("VL");
        if (!is_vl && !scan.take("WEIGHT"))
            return State::unrecognised;
        if (!scan.blanks().take(':'))
            return State::unrecognised;
        if (key_.node == Subnet::none)
            return State::unsupported;
        std::vector<std::uint8_t> values;
        scan.blanks();
        while (scan.take('|') && !scan.blanks().at_end()) {
            const auto value = scan.either(255);
            if (!value)
                return State::unrecognised;
            values.push_back(static_cast<std::uint8_t>(*value));
            scan.blanks();
        }
        if (is_vl) {
            lanes_ = std::move(values);
            return State::read;
        }
        if (values.size() != lanes_.size())
            return State::unrecognised;
        auto found = std::ranges::find_if(draft_.arbitration,
            [this](const auto& of) { return of.key.node == key_.node && of.key.number == key_.number; });
        if (found == draft_.arbitration.end())
            found = draft_.arbitration.insert(found, {key_, {}});
        std::vector<IbArbEntry>& table = high_ ? found->fact.high : found->fact.low;
        for (std::size_t index = 0; index < values.size(); ++index)
            table.push_back({lanes_[index], values[index]});
        (high_ ? found->fact.high_at : found->fact.low_at) = draft_.span(line);
        return State::read;
    }

    Query query_ = Query::none;
    PortKey key_;
    bool extended_ = false;
    bool high_ = false;
    std::vector<std::uint8_t> lanes_;
};

}

const Form attribute_form{.tool = "smpquery", .begins = begins_attributes, .make = make<Attributes>};

}
