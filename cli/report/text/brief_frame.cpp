// SPDX-License-Identifier: Apache-2.0
// The first and last lines of the report: what it rests on, and what to do next.
#include "cli/report/text/brief_frame.h"

#include "cli/report/data/statistics.h"
#include "cli/terminal/folded_line.h"
#include "cli/terminal/typed_word.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::cli {
namespace {

constexpr std::size_t frame_indent = 4;

// Parts with a dot between them, which stays with the part before it.
void write_parts(std::string& out, std::size_t width, const std::vector<std::string>& parts)
{
    FoldedLine line(out, width, 0, frame_indent);
    for (std::size_t index = 0; index < parts.size(); ++index)
        line.add(index + 1 < parts.size() ? parts[index] + " ·" : parts[index]);
    line.finish();
}

std::string class_words(const RdmaClass& rdma_class, bool alone)
{
    std::string out = alone ? "RDMA" : visible(rdma_class.name);
    if (rdma_class.pause != Pause::nowhere)
        append(out, " priority {}", rdma_class.priority);
    if (!rdma_class.dscps.empty())
        append(out, "{} DSCP {}", rdma_class.pause == Pause::nowhere ? "" : ",", to_string(rdma_class.dscps));
    if (rdma_class.pause == Pause::nowhere)
        out += " without PFC";
    else if (rdma_class.pause == Pause::host_links)
        out += ", PFC on host links";
    return out;
}

std::string cnp_words(const CnpClass& cnp)
{
    std::string out;
    if (cnp.priority)
        append(out, "priority {}", *cnp.priority);
    if (cnp.dscp)
        add_item(out, fmt::format("DSCP {}", *cnp.dscp));
    return out.empty() ? out : "CNPs " + out;
}

// The classes that a policy states, else what was inferred and from what.
std::vector<std::string> policy_parts(const workspace::Outcome& outcome)
{
    std::vector<std::string> parts;
    const ClassModel& classes = outcome.analysis.classes;
    if (classes.assumed) {
        for (const std::string& assumption : outcome.analysis.assumptions)
            parts.push_back(visible(assumption));
        return parts;
    }
    if (!outcome.policy.profile.empty())
        parts.push_back(visible(outcome.policy.profile));
    for (const RdmaClass& rdma_class : classes.classes)
        parts.push_back(class_words(rdma_class, classes.classes.size() == 1));
    if (std::string cnp = cnp_words(classes.cnp); !cnp.empty())
        parts.push_back(std::move(cnp));
    return parts;
}

std::string policy_title(const workspace::Outcome& outcome)
{
    const std::string stated
        = outcome.policy.given() ? fmt::format("policy {}", visible(outcome.policy.path)) : std::string();
    if (outcome.analysis.assumptions.empty())
        return stated;
    return stated.empty() ? "policy inferred (`rocelint policy infer` writes it to a file)"
                          : stated + ", classes inferred";
}

// Parts of the fabric other than devices and ports.
std::string extent_words(const ReportData& data, const Summary& sum)
{
    std::string out = counted(sum.links, "link");
    if (!data.outcome.assumed_routes.empty())
        out += " (routes assumed)";
    if (sum.unknown_ports > 0)
        append(out, ", no evidence of RDMA on {}", counted(sum.unknown_ports, "port"));
    return out;
}

std::string counts_words(const ReportData& data, const Summary& sum)
{
    std::string out;
    if (sum.errors > 0)
        add_item(out, counted(sum.errors, "error"));
    if (sum.warnings > 0)
        add_item(out, counted(sum.warnings, "warning"));
    if (sum.infos > 0)
        add_item(out, counted(sum.infos, "info"));
    if (out.empty())
        out = "no findings";
    if (sum.waived > 0)
        append(out, ", {} waived", sum.waived);
    if (data.baselined > 0)
        append(out, ", {} in the baseline", data.baselined);
    if (data.hidden > 0)
        append(out, ", {} hidden by --changed-since", data.hidden);
    append(out, " in {}", counted(sum.devices, "device"));
    return out;
}

// "(leaf1 7, spine2 5, leaf3 4, …)": the devices with most findings.
std::string worst_devices(const ReportData& data)
{
    constexpr std::size_t most = 3;
    const std::vector<DeviceCount> counts = count_by_device({&data, 1});
    std::string out;
    for (std::size_t index = 0; index < std::min(counts.size(), most); ++index)
        add_item(out,
            fmt::format("{} {}",
                counts[index].device.empty() ? "fabric" : visible(counts[index].device),
                counts[index].sum()));
    return fmt::format(" ({}{})", out, counts.size() > most ? ", …" : "");
}

// The command corrects findings that a baseline or --changed-since removed as well.
std::string fix_part(const ReportData& data, std::size_t correctable)
{
    return fmt::format("{} can be corrected{}: rocelint fix {}",
        correctable,
        data.removed_correctable == 0 ? std::string()
                                      : fmt::format(", and {} not listed here with {}",
                                          data.removed_correctable,
                                          one_or_many(correctable, "it", "them")),
        visible(data.fix_words));
}

// `explain` looks for the policy with a site's own rule upward from the working directory only.
std::string explain_words(const Rule& rule, const Policy& policy)
{
    const bool is_own = find_rule(rule.code) != &rule;
    return fmt::format("why: rocelint explain {}{}",
        visible(rule.code),
        is_own ? " --policy " + visible(typed_path(policy.path)) : std::string());
}

}

void write_frame_head(const ReportData& data, bool has_findings, std::string& out)
{
    const workspace::Outcome& outcome = data.outcome;
    if (outcome.fabric.devices.empty())
        return;
    const std::size_t before = out.size();
    std::vector<std::string> parts = policy_parts(outcome);
    const std::string title = policy_title(outcome);
    if (!title.empty() && (has_findings || !outcome.analysis.assumptions.empty())) {
        if (parts.empty())
            parts.push_back(title);
        else
            parts.front() = fmt::format("{}: {}", title, parts.front());
        write_parts(out, data.width, parts);
    }
    if (has_findings) {
        const Summary sum = summarise(outcome);
        FoldedLine line(out, data.width, 0, frame_indent);
        line.add(fmt::format(
            "{}, {}, {}", counted(sum.devices, "device"), judged_share(sum), extent_words(data, sum)));
        line.finish();
    }
    if (out.size() > before)
        out += '\n';
}

void write_frame_foot(const ReportData& data, std::span<const FindingGroup> groups, std::string& out)
{
    const Summary sum = summarise(data.outcome);
    if (sum.devices == 0) {
        out += data.outcome.may_be_empty ? "no devices here\n" : "nothing was checked\n";
        return;
    }
    if (groups.empty()) {
        FoldedLine line(out, data.width, 0, frame_indent);
        line.add(
            fmt::format("{} ({}), {}", counts_words(data, sum), judged_share(sum), extent_words(data, sum)));
        line.finish();
        return;
    }
    std::vector<std::string> parts{counts_words(data, sum) + worst_devices(data)};
    const std::size_t correctable = count_correctable(data.outcome.report);
    if (correctable > 0 && !data.fix_words.empty())
        parts.push_back(fix_part(data, correctable));
    parts.push_back(explain_words(*groups.front().first().rule, data.outcome.policy));
    write_parts(out, data.width, parts);
}

}
