// SPDX-License-Identifier: Apache-2.0
// Serializes what the rules found on a device.
#include "rules/kept_output.h"

#include "models/stored/harmless.h"
#include "rules/rule_table.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>

namespace rocelint::stored {

// clang-format off
template <> inline constexpr std::tuple members_of<PriorityDelta>{&PriorityDelta::add, &PriorityDelta::remove};
template <> inline constexpr std::tuple members_of<MapEntry>{&MapEntry::kind, &MapEntry::from, &MapEntry::to};
template <> inline constexpr std::tuple members_of<EcnTarget>{
    &EcnTarget::min_threshold, &EcnTarget::max_threshold, &EcnTarget::max_probability};
template <> inline constexpr std::tuple members_of<EcnShares>{
    &EcnShares::min_fill, &EcnShares::max_fill, &EcnShares::max_probability};
template <> inline constexpr std::tuple members_of<WatchdogTarget>{
    &WatchdogTarget::priorities, &WatchdogTarget::detection, &WatchdogTarget::restoration, &WatchdogTarget::poll};
template <> inline constexpr std::tuple members_of<SchedulerTarget>{
    &SchedulerTarget::kind, &SchedulerTarget::bandwidth, &SchedulerTarget::weight};
template <> inline constexpr std::tuple members_of<DynamicThreshold>{&DynamicThreshold::value};
template <> inline constexpr std::tuple members_of<ManagerText>{&ManagerText::what, &ManagerText::text};
template <> inline constexpr std::tuple members_of<Change>{&Change::port, &Change::property, &Change::number, &Change::value,
    &Change::shared, &Change::fix_class};
// clang-format on

}

namespace rocelint {
namespace {

template <class Archive>
bool take_rule(Archive& in, const Rule*& rule)
{
    std::uint32_t place = 0;
    in(place);
    if (place >= all_rules().size())
        return false;
    rule = all_rules()[place];
    return true;
}

// Texts of the reader live only as long as the reader, but a subject needs its name for as long as the fabric
// lives.
std::string_view lasting(std::string_view name)
{
    static std::mutex mutex;
    static std::set<std::string, std::less<>> names;
    const std::scoped_lock lock(mutex);
    const auto known = names.find(name);
    return known != names.end() ? *known : *names.emplace(name).first;
}

void write_subjects(stored::Writer& out, const std::vector<Subject>& subjects)
{
    out(static_cast<std::uint32_t>(subjects.size()));
    for (const Subject& subject : subjects) {
        out(subject.port);
        out(subject.property);
        out(subject.part.kind);
        out(subject.part.value);
        out(subject.part.at);
        out(subject.part.name);
    }
}

void read_subjects(stored::Reader& in, std::vector<Subject>& subjects)
{
    std::uint32_t count = 0;
    in(count);
    for (std::uint32_t index = 0; index < count && !in.failed(); ++index) {
        Subject& subject = subjects.emplace_back();
        in(subject.port);
        in(subject.property);
        in(subject.part.kind);
        in(subject.part.value);
        in(subject.part.at);
        in(subject.part.name);
        subject.part.name = lasting(subject.part.name);
    }
}

}

std::size_t place_of_rule(const Rule* rule)
{
    return static_cast<std::size_t>(std::ranges::find(all_rules(), rule) - all_rules().begin());
}

void write_output(stored::Writer& out, const RuleOutput& output)
{
    out(static_cast<std::uint32_t>(output.findings.size()));
    for (const Finding& finding : output.findings) {
        out(static_cast<std::uint32_t>(place_of_rule(finding.rule)));
        out(finding.severity);
        out(finding.message);
        out(finding.at);
        write_subjects(out, finding.subjects);
        out(static_cast<std::uint32_t>(finding.related.size()));
        for (const Related& related : finding.related) {
            out(related.at);
            out(related.message);
        }
        out(finding.fix);
        out(finding.fix_class);
        out(finding.changes);
        write_subjects(out, finding.covers);
        out(finding.also_on);
    }
    out(static_cast<std::uint32_t>(output.not_checked.size()));
    for (const NotChecked& row : output.not_checked) {
        out(static_cast<std::uint32_t>(place_of_rule(row.rule)));
        out(row.port);
        out(row.reason);
        out(row.ports);
    }
}

bool read_output(stored::Reader& in, RuleOutput& output)
{
    std::uint32_t count = 0;
    in(count);
    for (std::uint32_t index = 0; index < count; ++index) {
        Finding& finding = output.findings.emplace_back();
        if (!take_rule(in, finding.rule))
            return false;
        in(finding.severity);
        in(finding.message);
        in(finding.at);
        read_subjects(in, finding.subjects);
        std::uint32_t related = 0;
        in(related);
        for (std::uint32_t at = 0; at < related && !in.failed(); ++at) {
            Related& one = finding.related.emplace_back();
            in(one.at);
            in(one.message);
        }
        in(finding.fix);
        in(finding.fix_class);
        in(finding.changes);
        read_subjects(in, finding.covers);
        in(finding.also_on);
        if (in.failed())
            return false;
    }
    in(count);
    for (std::uint32_t index = 0; index < count && !in.failed(); ++index) {
        NotChecked& row = output.not_checked.emplace_back();
        if (!take_rule(in, row.rule))
            return false;
        in(row.port);
        in(row.reason);
        in(row.ports);
    }
    return in.done();
}

bool may_keep(const RuleOutput& output)
{
    std::vector<std::string_view> texts;
    for (const Finding& finding : output.findings) {
        texts.push_back(finding.message);
        texts.push_back(finding.fix);
        for (const Related& related : finding.related) {
            texts.push_back(related.message);
            if (!related.code.empty())
                return false;
        }
        for (const Subject& subject : finding.subjects)
            texts.push_back(subject.part.name);
        if (!finding.waived.empty())
            return false;
    }
    for (const NotChecked& row : output.not_checked)
        texts.push_back(row.reason);
    return !stored::hold_secret(texts);
}

}
