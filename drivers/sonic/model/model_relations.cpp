// SPDX-License-Identifier: Apache-2.0
// The `must` and `when` expressions of the YANG models. In XPath a comparison with a missing leaf is false,
// so a curve with an end but no beginning is as wrong as one that ends before it begins.
#include "drivers/sonic/model/model_conditions.h"
#include "drivers/sonic/tables/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

const std::string* find(const Fields& fields, std::string_view name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? nullptr : &found->second;
}

// A field must be at least as large as another one, which must
// exist. Text that is not a number is reported elsewhere.
std::string below(const Fields& fields, std::string_view name, std::string_view least, bool may_lack = false)
{
    const std::string* value = find(fields, name);
    const std::string* bound = find(fields, least);
    if (value == nullptr || (bound == nullptr && may_lack))
        return {};
    if (bound == nullptr)
        return fmt::format("has {} and no {}", name, least);
    const auto number = parse_number(*value);
    const auto from = parse_number(*bound);
    return number && from && *number < *from
        ? fmt::format("has {} {}, less than {} {}", name, *number, least, *from)
        : std::string();
}

std::string without(const Fields& fields, std::string_view name, std::string_view needed)
{
    const std::string* bound = find(fields, needed);
    const bool is_there = bound != nullptr && parse_number(*bound).value_or(1) > 0;
    return find(fields, name) == nullptr || is_there ? std::string()
                                                     : fmt::format("has {} and no {}", name, needed);
}

std::string of_scheduler(const Fields& fields)
{
    for (std::string why : {without(fields, "pir", "cir"),
             below(fields, "pir", "cir", true),
             without(fields, "cbs", "cir"),
             without(fields, "pbs", "pir"),
             below(fields, "pbs", "cbs", true)}) {
        if (!why.empty())
            return why;
    }
    return {};
}

std::string of_curve(const Fields& fields)
{
    for (const std::string_view colour : colour_words) {
        std::string why = below(fields,
            fmt::format("{}_{}", colour, wred_max.name()),
            fmt::format("{}_{}", colour, wred_min.name()));
        if (!why.empty())
            return why;
    }
    return {};
}

std::string of_watchdog(const ModelRows& rows, std::string_view key, const Fields& fields)
{
    constexpr std::string_view global = "GLOBAL";
    const bool is_global = key == global;
    for (const auto& [name, value] : fields) {
        if (is_global != (name == poll_interval.name()))
            return fmt::format("has {}, which only {} has", name, is_global ? "a port" : global);
    }
    // A partial configuration may lack the interval.
    if (is_global || !rows.has(Table::pfc_wd, global))
        return {};
    const std::string_view interval = rows.field(Table::pfc_wd, global, poll_interval.name());
    const auto poll = parse_number(interval);
    for (const NumberField* time : {&detection_time, &restoration_time}) {
        const std::string* value = find(fields, time->name());
        const auto found = value == nullptr ? std::nullopt : parse_number(*value);
        if (value != nullptr && interval.empty() && rows.whole())
            return fmt::format("has {} and {} no {}", time->name(), global, poll_interval.name());
        if (found && poll && *found < *poll)
            return fmt::format(
                "has {} {}, less than {} {}", time->name(), *found, poll_interval.name(), *poll);
    }
    return {};
}

std::string of_pool(const ModelRows& rows, const Fields& fields)
{
    if (find(fields, pool_percentage.name()) == nullptr)
        return {};
    if (find(fields, pool_size.name()) != nullptr)
        return fmt::format("has both {} and {}", pool_percentage.name(), pool_size.name());
    return rows.whole() && rows.device("buffer_model") != "dynamic"
        ? fmt::format("has a {} without the dynamic buffer model", pool_percentage.name())
        : std::string();
}

// In advertised values "all" must stand alone.
std::string of_port(const Fields& fields)
{
    for (const std::string_view name : {"adv_speeds", "adv_interface_types"}) {
        const std::string* value = find(fields, name);
        if (value != nullptr && *value != "all" && (*value + ",").find("all,") != std::string::npos)
            return fmt::format("has {} {}, where all stands alone", name, *value);
    }
    return {};
}

// A chassis (switch_type voq) has only rows of system ports,
// "host|asic|Ethernet0|3", and no other switch has any.
std::string of_system_port(const ModelRows& rows, Table table, std::string_view key)
{
    if (!rows.whole())
        return {};
    const bool of_system = std::ranges::count(key, '|') == 3;
    const bool is_chassis = rows.device("switch_type") == "voq";
    if (of_system != is_chassis)
        return of_system
            ? "is of a system port, and the switch is not one of a chassis"
            : "is of a port without the names of its card and ASIC, and the switch is one of a chassis";
    const std::string local = fmt::format("{}|{}|", rows.device("hostname"), rows.device("asic_name"));
    if (table != Table::queue || !of_system || !key.starts_with(local))
        return {};
    const std::string_view port = key.substr(local.size(), key.rfind('|') - local.size());
    return rows.has(Table::port, port) ? std::string()
                                       : fmt::format("is of {}, which PORT does not have", port);
}

}

std::string broken_together(const ModelRows& rows, Table table, std::string_view key, const Fields& fields)
{
    switch (table) {
    case Table::port:
        return of_port(fields);
    case Table::wred_profile:
        return of_curve(fields);
    case Table::pfc_wd:
        return of_watchdog(rows, key, fields);
    case Table::buffer_pool:
        return of_pool(rows, fields);
    case Table::queue:
    case Table::buffer_queue:
        return of_system_port(rows, table, key);
    case Table::scheduler:
        return of_scheduler(fields);
    default:
        return {};
    }
}

}
