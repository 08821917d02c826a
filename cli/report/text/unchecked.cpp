// SPDX-License-Identifier: Apache-2.0
// Checks that could not be made. Rules of the families that decide whether packets arrive come first.
#include "cli/report/text/unchecked.h"

#include "cli/report/data/port_list.h"
#include "cli/terminal/folded_line.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "rules/deciding.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace rocelint::cli {
namespace {

constexpr std::size_t most_reasons = 10;

// Rules that lack the same input on the same devices.
struct UncheckedReason {
    std::vector<std::string_view> codes;
    std::string_view reason;
    std::string_view settle;
    std::size_t ports = 0; ///< 0: the devices as a whole
    bool met_nothing = false;
    bool decides = false;
    bool own = false; ///< of a rule of the site's own
    PortId first; ///< one of its ports
    std::vector<std::uint32_t> devices; ///< ascending; empty: the fabric as a whole
};

std::vector<UncheckedReason> gather_unchecked(const workspace::Outcome& outcome)
{
    std::map<std::pair<std::string_view, std::string_view>, UncheckedReason> reasons;
    for (const NotChecked& row : outcome.report.not_checked) {
        UncheckedReason& reason = reasons[{row.rule->code, row.reason}];
        reason.codes = {row.rule->code};
        reason.reason = row.reason;
        if (reason.settle.empty())
            reason.settle = row.settle;
        reason.ports += row.ports;
        reason.met_nothing = row.met_nothing;
        // A site's own rule always counts, since it was written to be checked.
        reason.own = find_rule(row.rule->code) == nullptr;
        reason.decides = decides(*row.rule) || reason.own;
        if (!reason.first.valid())
            reason.first = row.port;
        // Rows are sorted by device.
        if (row.port.device < outcome.fabric.devices.size()
            && (reason.devices.empty() || reason.devices.back() != row.port.device))
            reason.devices.push_back(row.port.device);
    }
    std::vector<UncheckedReason> sorted;
    sorted.reserve(reasons.size());
    for (auto& [key, reason] : reasons) {
        const auto same = std::ranges::find_if(sorted, [&reason](const UncheckedReason& other) {
            return other.reason == reason.reason && other.ports == reason.ports
                && other.devices == reason.devices;
        });
        if (same == sorted.end())
            sorted.push_back(std::move(reason));
        else {
            same->codes.push_back(reason.codes.front());
            same->decides = same->decides || reason.decides;
            if (same->settle.empty())
                same->settle = reason.settle;
        }
    }
    // A rule that matches nothing comes first, since its 'where' may be misspelled.
    std::ranges::stable_sort(sorted, std::greater{}, [](const UncheckedReason& reason) {
        return std::tuple(reason.met_nothing, reason.decides, reason.ports);
    });
    return sorted;
}

std::string device_names(const ReportData& data, const std::vector<std::uint32_t>& devices, std::size_t most)
{
    std::vector<std::string_view> names;
    names.reserve(devices.size());
    for (const std::uint32_t device : devices)
        names.push_back(data.outcome.fabric.devices[device].name);
    return list_ports(names, most);
}

// The checks that one capture or statement would settle, or that one set of devices lacks.
struct ToDo {
    UncheckedReason reason; ///< the most important one
    std::size_t more_reasons = 0;
};

void merge_reasons(UncheckedReason& into, const UncheckedReason& other)
{
    for (const std::string_view code : other.codes) {
        if (std::ranges::find(into.codes, code) == into.codes.end())
            into.codes.push_back(code);
    }
    std::vector<std::uint32_t> devices;
    std::ranges::set_union(into.devices, other.devices, std::back_inserter(devices));
    into.devices = std::move(devices);
    into.ports = std::max(into.ports, other.ports);
    into.decides = into.decides || other.decides;
}

std::vector<ToDo> make_to_do(const std::vector<UncheckedReason>& reasons)
{
    std::vector<ToDo> list;
    for (const UncheckedReason& reason : reasons) {
        const auto same = std::ranges::find_if(list, [&reason](const ToDo& other) {
            const UncheckedReason& kept = other.reason;
            return !reason.own && !kept.own && kept.settle == reason.settle
                && (!kept.settle.empty() || kept.devices == reason.devices);
        });
        if (same == list.end()) {
            list.push_back({reason, 0});
            continue;
        }
        same->more_reasons += same->reason.reason == reason.reason ? 0 : 1;
        merge_reasons(same->reason, reason);
    }
    std::ranges::stable_sort(list, std::greater{}, [](const ToDo& row) {
        const UncheckedReason& reason = row.reason;
        return std::tuple(
            reason.met_nothing, reason.own, reason.decides, !reason.settle.empty(), reason.ports);
    });
    return list;
}

std::string to_do_text(const ReportData& data, const ToDo& row)
{
    constexpr std::size_t most_codes = 8;
    constexpr std::size_t most_names = 4;
    const UncheckedReason& reason = row.reason;
    const std::string codes = listed_at_most(reason.codes, most_codes);
    // A statement is made once, a capture on each device.
    const std::string on = reason.devices.empty() || reason.settle.starts_with("state ")
        ? std::string()
        : " on " + device_names(data, reason.devices, most_names);
    if (!reason.settle.empty())
        return fmt::format("{}{} → {}", visible(reason.settle), on, codes);
    return fmt::format("{}{}: {}{}",
        codes,
        on,
        visible(reason.reason),
        row.more_reasons == 0 ? std::string()
                              : fmt::format(" (and {})", counted(row.more_reasons, "more reason")));
}

void write_unchecked_row(const ReportData& data, std::string_view text, std::string& out)
{
    constexpr std::size_t begin = 2;
    constexpr std::size_t indent = 6;
    FoldedLine line(out, data.width, begin, indent);
    line.add(text);
    line.finish();
}

}

void write_unchecked(const ReportData& data, std::string& out)
{
    const std::vector<UncheckedReason> reasons = gather_unchecked(data.outcome);
    if (reasons.empty())
        return;
    // Rules that decide whether packets arrive are never cut off.
    const auto deciding = static_cast<std::size_t>(std::ranges::count_if(
        reasons, [](const UncheckedReason& reason) { return reason.met_nothing || reason.decides; }));
    const std::size_t shown = std::min(reasons.size(), std::max(deciding, most_reasons));
    append(out, "not checked:\n");
    for (std::size_t index = 0; index < shown; ++index) {
        const UncheckedReason& reason = reasons[index];
        append(out, "  {}", listed_at_most(reason.codes, reason.codes.size()));
        if (!reason.devices.empty())
            append(out,
                " on {}{}",
                reason.ports == 0 ? std::string() : counted(reason.ports, "port") + " of ",
                counted(reason.devices.size(), "device"));
        if (const workspace::Named named = workspace::name_port(reason.first, data.outcome.fabric);
            !named.port.empty())
            append(out,
                " ({}{} {})",
                reason.ports > 1 ? "such as " : "",
                visible(named.device),
                visible(named.port));
        append(out, ": {}\n", visible(reason.reason));
    }
    if (reasons.size() > shown)
        append(out, "  and {} more reasons; --show-unchecked lists all\n", reasons.size() - shown);
}

void write_unchecked_to_do(const ReportData& data, std::string& out)
{
    constexpr std::size_t most_rows = 4;
    const std::vector<UncheckedReason> reasons = gather_unchecked(data.outcome);
    if (reasons.empty())
        return;
    const std::vector<ToDo> list = make_to_do(reasons);
    out += "not checked:\n";
    const std::size_t shown = std::min(list.size(), most_rows);
    for (std::size_t index = 0; index < shown; ++index)
        write_unchecked_row(data, to_do_text(data, list[index]), out);
    if (list.size() > shown)
        write_unchecked_row(
            data, fmt::format("and {} more; --show-unchecked lists all", list.size() - shown), out);
    else if (std::ranges::any_of(list, [](const ToDo& row) { return row.more_reasons > 0; }))
        write_unchecked_row(data, "--show-unchecked lists all reasons", out);
}

void write_all_unchecked(const ReportData& data, std::string& out)
{
    const std::vector<UncheckedReason> reasons = gather_unchecked(data.outcome);
    if (reasons.empty())
        return;
    out += "not checked:\n";
    for (const UncheckedReason& reason : reasons) {
        const std::string on = reason.devices.empty()
            ? std::string()
            : fmt::format(" on {}{}",
                reason.ports == 0 ? std::string() : counted(reason.ports, "port") + " of ",
                device_names(data, reason.devices, reason.devices.size()));
        write_unchecked_row(data,
            fmt::format("{}{}: {}{}{}",
                listed_at_most(reason.codes, reason.codes.size()),
                on,
                visible(reason.reason),
                reason.settle.empty() ? "" : "; ",
                visible(reason.settle)),
            out);
    }
}

}
