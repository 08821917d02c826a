// SPDX-License-Identifier: Apache-2.0
#include "rules/unread_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rocelint {

UnreadRows::UnreadRows(
    const Analysis& analysis, const SettingIndex& settings, const Rule& rule, RuleOutput& output)
    : analysis_(analysis)
    , settings_(settings)
    , rule_(rule)
    , output_(output)
    , sorted_(output.not_checked.size())
{
    begin();
}

std::size_t UnreadRows::Hash::operator()(const Reported& told) const
{
    constexpr std::size_t prime = 0x9e3779b97f4a7c15U;
    std::size_t hash = told.device * std::size_t{2} + (told.elsewhere ? 1 : 0);
    for (const char* text : {told.record, told.what, told.note})
        hash = (hash ^ reinterpret_cast<std::uintptr_t>(text)) * prime;
    return hash;
}

// Whether this kind of device has no ports and exists only for RDMA.
static bool speaks_of_rdma(DeviceKind kind)
{
    return kind == DeviceKind::job || kind == DeviceKind::subnet || kind == DeviceKind::subnet_manager;
}

bool UnreadRows::carries_rdma(PortId port) const
{
    const std::vector<Judgement>& ports = analysis_.judgements[port.device];
    return port.port < ports.size() ? ports[port.port].verdict == Verdict::roce
        : ports.empty()             ? speaks_of_rdma(analysis_.fabric->devices[port.device].kind)
                        : std::ranges::find(ports, Verdict::roce, &Judgement::verdict) != ports.end();
}

bool UnreadRows::is_told(PortId port) const
{
    const auto is_of = [port](PortId other) {
        return other == port || (other.device == port.device && other.port == Port::no_index);
    };
    return std::ranges::any_of(output_.explained, is_of)
        || std::any_of(output_.findings.begin() + static_cast<std::ptrdiff_t>(findings_before_),
            output_.findings.end(),
            [&](const Finding& finding) {
                return std::ranges::any_of(finding.subjects, is_of, &Subject::port)
                    || std::ranges::any_of(finding.also_on, is_of);
            });
}

// A setting that is not stated is a gap, unless its row is optional. A LAG's own gaps do not count: its
// members have the settings.
bool UnreadRows::is_gap(const SettingPlace& place, OriginId origin) const
{
    if (!place.known())
        return false; // a copy, whose original was accessed before
    const Device& device = analysis_.fabric->device(place.port);
    if (origin != OriginId{} && !device.origins.look_up(origin).note.empty())
        return true;
    if (place.row->optional)
        return false;
    const bool of_lag
        = place.port.port < device.ports.size() && device.ports[place.port.port].kind == PortKind::lag;
    return !of_lag;
}

void UnreadRows::tell_last(PortId port)
{
    const bool spoke = output_.findings.size() > findings_before_ || !output_.explained.empty();
    if (spoke || !carries_rdma(port))
        return;
    for (std::size_t index = watch_.asked().size(); index-- > 0;) {
        const UnreadWatch::Asked& asked = watch_.asked()[index];
        const SettingPlace place = settings_.find(asked.setting, {port.device, PortId{}.device});
        if (is_gap(place, asked.origin))
            return add(port, place, asked.origin);
    }
}

void UnreadRows::settle_each()
{
    if (watch_.asked().empty())
        return;
    std::map<PortId, std::pair<SettingPlace, OriginId>> last;
    // For a cable, accesses alternate between the two ends.
    SettingIndex::Likely likely{PortId{}.device, PortId{}.device};
    for (const UnreadWatch::Asked& asked : watch_.asked()) {
        const SettingPlace place = settings_.find(asked.setting, likely);
        if (place.known() && place.port.device != likely.front())
            likely = {place.port.device, likely.front()};
        if (place.known() && is_gap(place, asked.origin))
            last[place.port] = {place, asked.origin};
    }
    for (const auto& [port, value] : last) {
        if (carries_rdma(port) && !is_told(port))
            add(port, value.first, value.second);
    }
}

void UnreadRows::add(PortId port, const SettingPlace& place, OriginId origin)
{
    const Device& owner = analysis_.fabric->device(place.port);
    const bool elsewhere = place.port.device != port.device;
    const std::string_view note = owner.origins.look_up(origin).note;
    const auto [known, is_new] = told_.try_emplace(
        {port.device, place.row->record.data(), place.row->what.data(), note.data(), elsewhere}, 0);
    if (!is_new) {
        output_.not_checked[known->second].count(port);
        return;
    }
    // Rows for pools do not name the pool, since other messages already report pools by name.
    const std::string_view of = place.row->record == "BufferPool" ? " of a buffer pool" : "";
    std::string reason = reason_of_unread(
        fmt::format("{}{}{}", place.row->what, of, elsewhere ? " at the other end" : ""), owner, origin);
    known->second = find_row(port.device, reason);
    if (known->second == output_.not_checked.size())
        output_.not_checked.push_back({.rule = &rule_,
            .port = port,
            .reason = std::move(reason),
            .ports = 0,
            .unread = elsewhere ? std::string() : std::string(note.empty() ? place.row->what : note)});
    output_.not_checked[known->second].count(port);
}

// A rule of the whole fabric may have the same row for several devices.
std::size_t UnreadRows::find_row(std::uint32_t device, std::string_view reason)
{
    const std::vector<NotChecked>& rows = output_.not_checked;
    for (; sorted_ < rows.size(); ++sorted_)
        rows_[rows[sorted_].port.device].push_back(sorted_);
    const auto of_device = rows_.find(device);
    if (of_device == rows_.end())
        return rows.size();
    const auto same = std::ranges::find_if(of_device->second,
        [&](std::size_t row) { return rows[row].rule == &rule_ && rows[row].reason == reason; });
    return same == of_device->second.end() ? rows.size() : *same;
}

}
