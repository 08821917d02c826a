// SPDX-License-Identifier: Apache-2.0
// A waiver hides a finding, so the requirements are stricter than for a comment: it needs a reason, it ends
// on its date, and a malformed one is itself a finding.
#include "rules/engine/waiver.h"

#include "models/parallel/parallel.h"
#include "models/syntax/json/json_path.h"
#include "models/text/nearest.h"
#include "rules/engine/inline_waiver.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>

namespace rocelint {
namespace {

bool is_pattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

// Whether the finding is at the place that the waiver names: its file and, in JSON, its key.
bool covers_place(const Waiver& waiver, const Finding& finding, const Fabric& fabric)
{
    if (waiver.file == "*" && waiver.key == "*")
        return true;
    const Source* source = fabric.sources.find(finding.at.source);
    if (source == nullptr || !glob_match(waiver.file, source->path()))
        return false;
    return waiver.key == "*" || glob_match(waiver.key, json_path_at(source->text(), finding.at.offset));
}

bool covers(const Waiver& waiver, const Finding& finding, const Fabric& fabric)
{
    if (!equal_ignoring_case(waiver.code, finding.rule->code) || !covers_place(waiver, finding, fabric))
        return false;
    if (finding.subjects.empty())
        return waiver.device == "*" && waiver.port == "*";
    const PortId id = finding.subjects.front().port;
    if (id.device >= fabric.devices.size())
        return waiver.device == "*";
    const Device& device = fabric.device(id);
    const std::string port = device.part_name(id.port);
    return glob_match(waiver.device, device.name) && glob_match(waiver.port, port);
}

const Rule* find_any(std::string_view code, const Report& report)
{
    const Rule* rule = find_rule(code);
    return rule != nullptr || report.own_rules == nullptr ? rule : report.own_rules->find(code);
}

std::string unknown_code(std::string_view code, const Report& report)
{
    std::vector<std::string_view> known;
    if (report.own_rules != nullptr) {
        for (const Rule* rule : report.own_rules->all())
            known.push_back(rule->code);
    }
    for (const Rule* rule : all_rules())
        known.push_back(rule->code);
    const std::string_view near = nearest(code, known);
    return fmt::format("this waiver names a rule that does not exist: {}{}",
        code,
        near.empty() ? std::string() : fmt::format("; did you mean {}?", near));
}

std::string did_you_mean(std::string_view key)
{
    constexpr std::string_view known[] = {"reason", "owner", "until"};
    const std::string_view near = nearest(key, known);
    return near.empty() ? "it takes reason=, owner= and until=" : fmt::format("did you mean {}=?", near);
}

class WaiverRun {
public:
    WaiverRun(Report& report, const Analysis& analysis, const Selection& selection, std::string_view today)
        : report_(report)
        , analysis_(analysis)
        , fabric_(*analysis.fabric)
        , selection_(selection)
        , today_(today)
    {
    }

    void run()
    {
        for (std::size_t index = 0; index < analysis_.policy->waivers.size(); ++index)
            apply(index, analysis_.policy->waivers[index]);
        find_inline();
        apply_inline();
        for (const std::vector<InlineWaiver>& of_file : inline_) {
            for (const InlineWaiver& waiver : of_file)
                tell_unused(waiver);
        }
        report_.findings.insert(report_.findings.end(),
            std::make_move_iterator(problems_.begin()),
            std::make_move_iterator(problems_.end()));
        std::ranges::stable_sort(report_.findings, [](const Finding& a, const Finding& b) {
            return std::tuple(a.at.source, a.at.offset, a.rule->code)
                < std::tuple(b.at.source, b.at.offset, b.rule->code);
        });
    }

private:
    void tell(std::string_view code, Span at, std::string message, Severity severity)
    {
        const Rule* rule = find_rule(code);
        if (rule == nullptr || (code != "SYN001" && !ran(code)))
            return;
        assert(rule->states(severity) && "the rule's record does not state this severity");
        const RuleSetting* setting = analysis_.policy->setting_of(code);
        Finding& finding = problems_.emplace_back();
        finding.rule = rule;
        finding.severity = setting != nullptr && setting->severity ? *setting->severity : severity;
        finding.at = at;
        finding.message = std::move(message);
        finding.fix_class = rule->fix_class;
    }

    void apply(std::size_t index, const Waiver& waiver)
    {
        if (!waiver.expires.empty() && waiver.expires < today_)
            return tell("SYN002",
                waiver.at,
                fmt::format("the waiver of {} expired on {} and no longer applies{}",
                    waiver.code,
                    waiver.expires,
                    waiver.owner.empty() ? std::string() : fmt::format("; it is owned by {}", waiver.owner)),
                Severity::warning);
        bool used = false;
        for (Finding& finding : report_.findings) {
            if (!covers(waiver, finding, fabric_))
                continue;
            used = true;
            if (finding.waived.empty())
                finding.waived = waiver.reason;
        }
        if (!used && ran(waiver.code) && !is_folded(waiver) && !is_unchecked(waiver)
            && was_read(index, waiver))
            tell("SYN003",
                waiver.at,
                fmt::format("the waiver of {} covers nothing that was found", waiver.code),
                Severity::info);
    }

    // Whether the rule ran at all: if it did not, an unused waiver is not worth reporting.
    [[nodiscard]] bool ran(std::string_view code) const
    {
        const Rule* rule = find_any(code, report_);
        return rule != nullptr && is_asked(*rule, analysis_, selection_);
    }

    // Whether the rule has a finding that was folded into another one, which a waiver cannot cover
    // separately.
    [[nodiscard]] bool is_folded(const Waiver& waiver) const
    {
        return std::ranges::any_of(report_.findings, [&](const Finding& finding) {
            return std::ranges::any_of(finding.related, [&](const Related& related) {
                return equal_ignoring_case(related.code, waiver.code) && may_cover(waiver, related.at);
            });
        });
    }

    // Only the line of a folded finding is left. A line outside all device files may belong to any device.
    [[nodiscard]] bool may_cover(const Waiver& waiver, Span at) const
    {
        const Source* source = fabric_.sources.find(at.source);
        if (source == nullptr)
            return true;
        if (!glob_match(waiver.file, source->path()))
            return false;
        bool is_of_device = false;
        for (const Device& device : fabric_.devices) {
            if (std::ranges::find(device.files, at.source) == device.files.end())
                continue;
            if (glob_match(waiver.device, device.name))
                return true;
            is_of_device = true;
        }
        return !is_of_device;
    }

    // Whether the rule could not be checked on a device that the waiver covers: the accepted fault may be
    // there.
    [[nodiscard]] bool is_unchecked(const Waiver& waiver) const
    {
        return std::ranges::any_of(report_.not_checked, [&](const NotChecked& row) {
            return equal_ignoring_case(row.rule->code, waiver.code)
                && (row.port.device >= fabric_.devices.size()
                    || glob_match(waiver.device, fabric_.devices[row.port.device].name));
        });
    }

    // Rules for links and the fabric may depend on parts that were not read.
    [[nodiscard]] bool judges_one_device(std::string_view code) const
    {
        const Rule* rule = find_any(code, report_);
        return rule != nullptr && !is_of_fabric(*rule);
    }

    // Whether everything that the waiver may refer to was read. If only part of a fabric was read, or several
    // fabrics share the policy, only a waiver that names one device or a file can be judged.
    [[nodiscard]] bool was_read(std::size_t index, const Waiver& waiver) const
    {
        const bool is_shared = selection_.shares_policy
            || analysis_.policy->is_of_other_file(fmt::format("waivers[{}]", index));
        if (!selection_.of_a_part && !is_shared)
            return true;
        if (!judges_one_device(waiver.code))
            return false;
        if (waiver.device != "*")
            return !is_pattern(waiver.device)
                && std::ranges::any_of(fabric_.devices,
                    [&](const Device& device) { return equal_ignoring_case(device.name, waiver.device); });
        if (waiver.file == "*")
            return false;
        for (SourceId id = 0; id < fabric_.sources.size(); ++id) {
            const Source* source = fabric_.sources.find(id);
            if (source != nullptr && glob_match(waiver.file, source->path()))
                return true;
        }
        return false;
    }

    void find_inline()
    {
        inline_.resize(fabric_.sources.size());
        run_parallel(inline_.size(), [&](std::size_t id) {
            if (const Source* source = fabric_.sources.find(static_cast<SourceId>(id)))
                inline_[id] = find_inline_waivers(*source);
        });
        for (const std::vector<InlineWaiver>& of_file : inline_) {
            for (const InlineWaiver& waiver : of_file)
                tell_malformed(waiver);
        }
    }

    void tell_malformed(const InlineWaiver& waiver)
    {
        if (waiver.codes.empty() || waiver.reason.empty())
            tell("SYN001",
                waiver.at,
                "a waiver comment needs a code and a reason: rocelint: ignore=PFC002 reason=\"…\"",
                Severity::warning);
        else if (!waiver.unknown.empty())
            tell("SYN001",
                waiver.at,
                fmt::format("this waiver waives nothing: it has no use for {}=; {}",
                    waiver.unknown,
                    did_you_mean(waiver.unknown)),
                Severity::warning);
        else if (!waiver.until.empty() && !is_iso_date(waiver.until))
            tell("SYN001",
                waiver.at,
                fmt::format("until={} of this waiver is not a date such as 2027-01-31", waiver.until),
                Severity::warning);
        else if (waiver.is_over(today_))
            tell("SYN002",
                waiver.at,
                fmt::format(
                    "this waiver of {} expired on {} and no longer applies", waiver.codes, waiver.until),
                Severity::warning);
        for (const std::string_view code : waiver.list()) {
            if (find_any(code, report_) == nullptr)
                tell("SYN001", waiver.at, unknown_code(code, report_), Severity::warning);
        }
    }

    void apply_inline()
    {
        std::map<SourceId, LineTable> lines;
        for (SourceId id = 0; id < inline_.size(); ++id) {
            if (!inline_[id].empty())
                lines.try_emplace(id, fabric_.sources.find(id)->text());
        }
        for (Finding& finding : report_.findings) {
            const auto known = lines.find(finding.at.source);
            if (known == lines.end() || !finding.waived.empty())
                continue;
            const std::uint32_t line = known->second.position(finding.at.offset).line;
            for (InlineWaiver& waiver : inline_[finding.at.source]) {
                if (waiver.holds(today_) && line >= waiver.line && line <= waiver.covers_to
                    && waiver.lists(finding.rule->code)) {
                    finding.waived = std::string(waiver.reason);
                    waiver.used = true;
                }
            }
        }
    }

    void tell_unused(const InlineWaiver& waiver)
    {
        const std::vector<std::string_view> codes = waiver.list();
        const bool could_matter = std::ranges::all_of(codes, [&](std::string_view code) {
            return ran(code) && !is_folded(Waiver{.code = std::string(code)})
                && (!selection_.of_a_part || judges_one_device(code));
        });
        if (waiver.holds(today_) && !waiver.used && could_matter && !codes.empty())
            tell("SYN003",
                waiver.at,
                fmt::format("this waiver of {} covers nothing that was found", waiver.codes),
                Severity::info);
    }

    Report& report_;
    const Analysis& analysis_;
    const Fabric& fabric_;
    const Selection& selection_;
    std::string_view today_;
    std::vector<std::vector<InlineWaiver>> inline_; ///< by source
    std::vector<Finding> problems_;
};

}

void apply_waivers(
    Report& report, const Analysis& analysis, const Selection& selection, std::string_view today)
{
    WaiverRun(report, analysis, selection, today).run();
}

}
