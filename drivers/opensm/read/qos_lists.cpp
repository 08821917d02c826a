// SPDX-License-Identifier: Apache-2.0
// qos_build_config of opensm 3.3.23: strtoul() and one character for each entry, whatever the character is,
// and zeros after the end.
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/reader.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::opensm {
namespace {

struct ClassPrefix {
    std::string_view prefix;
    SmPortClass of;
};

// Longer prefixes first: all of them begin with "qos_".
constexpr std::array<ClassPrefix, 5> prefixes{{{"qos_ca_", SmPortClass::channel_adapter},
    {"qos_sw0_", SmPortClass::switch_port_zero},
    {"qos_swe_", SmPortClass::switch_external},
    {"qos_rtr_", SmPortClass::router},
    {"qos_", SmPortClass::all}}};
constexpr std::size_t arbitration_entries = 64;
constexpr std::uint64_t data_vls = 15; // VL0 to VL14

// Takes one number and the character after it: parse_one_unsigned().
std::uint64_t take_entry(std::string_view& rest)
{
    const Taken taken = take_number(rest);
    rest.remove_prefix(std::min(rest.size(), taken.length + 1));
    return taken.value;
}

class ListReader {
public:
    ListReader(ManagerReader& reader, const Source& source) : reader_(reader), source_(source) { }

    void read(SmOption& option)
    {
        for (const ClassPrefix& each : prefixes) {
            if (!option.name.starts_with(each.prefix))
                continue;
            read(option, option.name.substr(each.prefix.size()), class_of(each.of));
            return;
        }
    }

private:
    SmQosClass& class_of(SmPortClass of)
    {
        for (SmQosClass& each : reader_.manager().qos_classes) {
            if (each.of == of)
                return each;
        }
        SmQosClass& made = reader_.manager().qos_classes.emplace_back();
        made.of = of;
        return made;
    }

    void read(SmOption& option, std::string_view what, SmQosClass& made)
    {
        const OriginId origin = reader_.origins().explicit_at(option.at);
        if (what == "max_vls") {
            // 0 stands for the value of all ports.
            const auto value = static_cast<std::uint8_t>(take_number(option.runs).value);
            if (value != 0)
                made.max_vls = {value, origin};
        } else if (what == "high_limit" && !option.runs.starts_with('-')) {
            made.high_limit = {static_cast<std::uint8_t>(take_number(option.runs).value), origin};
        } else if (option.given == "(null)" || option.given.empty()) {
            return;
        } else if (what == "sl2vl") {
            read_sl2vl(option, made, origin);
        } else if (what == "vlarb_high") {
            made.high_at = option.at;
            read_arbitration(option, made.high);
        } else if (what == "vlarb_low") {
            made.low_at = option.at;
            read_arbitration(option, made.low);
        }
    }

    void read_sl2vl(SmOption& option, SmQosClass& made, OriginId origin)
    {
        std::string_view rest = option.given;
        SlToVl table;
        for (std::uint8_t& vl : table.vl)
            vl = static_cast<std::uint8_t>(take_entry(rest) % service_levels);
        made.sl2vl = {table, origin};
        std::size_t entries = 0;
        for_each_token(option.given, [&](std::string_view token) {
            if (entries < service_levels) {
                const auto vl = base_zero_number(token);
                if (!vl || *vl >= service_levels)
                    reader_.fault(SmFault::Kind::sl2vl_list,
                        source_.span_of(token),
                        token,
                        fmt::format(
                            "is not a virtual lane: service level {} gets VL{}", entries, table.vl[entries]));
            }
            ++entries;
        });
        made.sl2vl_entries = static_cast<std::uint8_t>(std::min<std::size_t>(entries, 0xff));
        if (entries < service_levels)
            reader_.fault(SmFault::Kind::sl2vl_list,
                option.at,
                option.given,
                fmt::format("has {} of 16 entries: service levels {} to 15 get VL0", entries, entries));
        else if (entries > service_levels) {
            reader_.fault(SmFault::Kind::sl2vl_list,
                option.at,
                option.given,
                fmt::format("has {} entries, and those after the 16th are dropped", entries));
            option.intended = first_entries(option.given, service_levels);
        }
    }

    void read_arbitration(SmOption& option, std::vector<IbArbEntry>& made)
    {
        std::size_t entries = 0;
        for_each_token(option.given, [&](std::string_view token) {
            ++entries;
            if (entries > arbitration_entries)
                return;
            const std::size_t colon = token.find(':');
            const auto vl = base_zero_number(token.substr(0, colon));
            const auto weight
                = colon == std::string_view::npos ? std::nullopt : base_zero_number(token.substr(colon + 1));
            std::string_view rest = token;
            const auto runs_vl = static_cast<std::uint8_t>(take_entry(rest) % data_vls);
            const auto runs_weight = static_cast<std::uint8_t>(take_number(rest).value);
            made.push_back({runs_vl, runs_weight});
            if (!vl || !weight || *vl >= data_vls || *weight > 0xff)
                reader_.fault(SmFault::Kind::arbitration_list,
                    source_.span_of(token),
                    token,
                    fmt::format("is not VL0 to VL14 and a weight up to 255: what runs is VL{} with weight {}",
                        runs_vl,
                        runs_weight));
        });
        if (entries > arbitration_entries) {
            reader_.fault(SmFault::Kind::arbitration_list,
                option.at,
                option.given,
                fmt::format("has {} entries, and those after the 64th are dropped", entries));
            option.intended = first_entries(option.given, arbitration_entries);
        }
    }

    // Returns the entries that opensm uses of a list that is too long.
    static std::string_view first_entries(std::string_view list, std::size_t entries)
    {
        std::size_t end = 0;
        for (; entries > 0; --entries)
            end = std::min(list.find(',', end), list.size() - 1) + 1;
        return trimmed(list.substr(0, end - 1));
    }

    template <class Visit>
    static void for_each_token(std::string_view list, Visit&& visit)
    {
        while (!list.empty()) {
            visit(trimmed(ascii::take_until(list, ',')));
        }
    }

    ManagerReader& reader_;
    const Source& source_;
};

}

void read_qos_lists(ManagerReader& reader, const Source& source)
{
    ListReader lists(reader, source);
    for (SmOption& option : reader.manager().options) {
        if (option.known && !option.overridden)
            lists.read(option);
    }
}

}
