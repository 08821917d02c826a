// SPDX-License-Identifier: Apache-2.0
// The text and Markdown reports are the same, except for their headings and list items.
#include "cli/report/comparison/comparison_report.h"

#include "cli/report/comparison/comparison_writer.h"
#include "cli/report/data/locate.h"
#include "cli/report/data/port_list.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::cli {
namespace {

using workspace::FabricComparison;
using workspace::FindingDifference;
using workspace::ValueDifference;

// For example "leaf1 (3 ports: Ethernet0 to Ethernet8)", or "leaf1".
std::string place_of(std::string_view device, const std::vector<std::string_view>& ports)
{
    std::string out(device);
    if (ports.size() == 1)
        append(out, " {}", ports.front());
    else if (!ports.empty())
        append(out, " ({}: {})", counted(ports.size(), "port"), list_ports(ports));
    return out;
}

// Writes one item for each value that differs, with all ports where it differs.
void write_values(ComparisonWriter& writer, const std::vector<ValueDifference>& values)
{
    constexpr std::size_t most_devices = 5;
    for (auto at = values.begin(); at != values.end();) {
        std::map<std::string_view, std::vector<std::string_view>> devices;
        auto next = at;
        for (; next != values.end() && next->sentence == at->sentence && next->was == at->was; ++next) {
            std::vector<std::string_view>& ports = devices[next->device];
            if (!next->port.empty())
                ports.push_back(next->port);
        }
        std::string text = at->sentence;
        if (!at->was.empty())
            append(text, " (was {})", at->was);
        text += ": ";
        std::size_t told = 0;
        for (const auto& [device, ports] : devices) {
            if (told == most_devices) {
                append(text, " and {} more", counted(devices.size() - told, "device"));
                break;
            }
            text += told++ == 0 ? "" : ", ";
            text += place_of(device, ports);
        }
        writer.item(text);
        at = next;
    }
}

std::string finding_line(const FindingDifference& row, Places& places, std::string_view root)
{
    const Place place = places.find(row.finding->at);
    const workspace::Named subject = workspace::name_subject(*row.finding, *row.outcome);
    std::string out = fmt::format("{} {}", name_of(row.finding->severity), row.finding->rule->code);
    if (row.was)
        append(out, " (was {})", name_of(*row.was));
    if (place.source != nullptr)
        append(out, " {}:{}", compared_file(place.source->path(), root), place.begin.line);
    append(out, ": {}", row.finding->message);
    if (place.source == nullptr && !subject.device.empty())
        append(out, " ({})", subject.device);
    return out;
}

void write_findings(ComparisonWriter& writer,
    std::string_view heading,
    const std::vector<FindingDifference>& rows,
    const workspace::Outcome* of,
    std::string_view root,
    std::string_view other)
{
    if (rows.empty())
        return;
    Places places(of->fabric.sources);
    writer.heading(heading);
    for (const FindingDifference& row : rows)
        writer.item(finding_line(row, places, root)
            + (row.other_is_waived ? fmt::format(" (waived {})", other) : std::string()));
}

std::string path_counts(const std::optional<proof::AllPairs>& paths)
{
    if (!paths)
        return "no RDMA endpoint";
    std::string out = fmt::format("{} proven", paths->proven());
    if (paths->broken > 0)
        append(out, ", {} broken", paths->broken);
    if (paths->unreachable > 0)
        append(out, ", {} unreachable", paths->unreachable);
    if (paths->unproven > 0)
        append(out, ", {} not proven", paths->unproven);
    return out;
}

std::string_view became(const workspace::PathChange& change)
{
    using proof::Grade;
    switch (change.now) {
    case Grade::unreachable:
        return change.before ? "can no longer reach each other" : "of new endpoints cannot reach each other";
    case Grade::broken:
        return !change.before ? (change.lossy ? "of new endpoints are lossy" : "of new endpoints are broken")
            : change.lossy    ? "became lossy"
                              : "broke";
    case Grade::unproven:
        return !change.before                 ? "of new endpoints are not proven"
            : *change.before == Grade::proven ? "are no longer proven"
                                              : "are no longer broken, but not proven";
    default:
        return change.before == Grade::unproven ? "are proven now, and were not"
            : change.lossy                      ? "became lossless, and were lossy"
                                                : "were broken, and are repaired";
    }
}

// For example "21 pairs became lossy at leaf1 Ethernet0 (…): host1 ens1f0np0 to host3 ens1f0np0, … and 20
// more".
std::string path_line(const workspace::PathChange& change)
{
    std::string out = fmt::format("{} {}", counted(change.pairs, "pair"), became(change));
    if (!change.device.empty())
        append(out, " at {}{}{}", change.device, change.port.empty() ? "" : " ", change.port);
    if (!change.reason.empty())
        append(out, " ({})", change.reason);
    for (std::size_t index = 0; index < change.examples.size(); ++index)
        append(out,
            "{}{} to {}",
            index == 0 ? ": " : ", ",
            change.examples[index].first,
            change.examples[index].second);
    if (change.pairs > change.examples.size())
        append(out, " and {} more", change.pairs - change.examples.size());
    return out;
}

void write_paths(ComparisonWriter& writer, const FabricComparison& fabric)
{
    constexpr std::size_t most_changes = 12;
    const std::string before = path_counts(fabric.paths_before);
    const std::string after = path_counts(fabric.paths_after);
    if (before == after && fabric.path_changes.empty())
        return;
    writer.heading("paths between RDMA endpoints");
    writer.item(fmt::format("before: {}", before));
    writer.item(fmt::format("now: {}", after));
    std::uint64_t untold = 0;
    for (std::size_t index = 0; index < fabric.path_changes.size(); ++index) {
        if (index < most_changes)
            writer.item(path_line(fabric.path_changes[index]));
        else
            untold += fabric.path_changes[index].pairs;
    }
    if (untold > 0)
        writer.item(fmt::format("{} changed for {} more; --format json lists them",
            counted(untold, "pair"),
            counted(fabric.path_changes.size() - most_changes, "reason")));
}

void write_list(ComparisonWriter& writer, std::string_view heading, const std::vector<std::string>& names)
{
    if (names.empty())
        return;
    writer.heading(heading);
    for (const std::string& name : names)
        writer.item(name);
}

// For example "12, 14-17".
std::string list_lines(const std::vector<workspace::LineRange>& ranges)
{
    constexpr std::size_t most = 8;
    std::string out = ranges.size() == 1 && ranges.front().first == ranges.front().last ? "line " : "lines ";
    for (std::size_t index = 0; index < std::min(ranges.size(), most); ++index) {
        out += index == 0 ? "" : ", ";
        append(out, "{}", ranges[index].first);
        if (ranges[index].last != ranges[index].first)
            append(out, "-{}", ranges[index].last);
    }
    if (ranges.size() > most)
        append(out, " and {} more", ranges.size() - most);
    return out;
}

void write_uncompared(ComparisonWriter& writer, const FabricComparison& fabric)
{
    constexpr std::size_t most = 20;
    if (!fabric.uncompared.empty())
        writer.heading("changed lines with no effect on compared settings");
    for (std::size_t index = 0; index < std::min(fabric.uncompared.size(), most); ++index) {
        const workspace::UncomparedLines& row = fabric.uncompared[index];
        const std::string_view file = compared_file(row.file, row.is_now ? fabric.new_root : fabric.old_root);
        writer.item(fmt::format("{}: {} of {}{}{}",
            row.device,
            list_lines(row.lines),
            file,
            row.is_now ? "" : " as it was",
            row.is_understood ? "" : ", which no reader understands"));
    }
    if (fabric.uncompared.size() > most)
        writer.item(fmt::format(
            "and of {}; --format json lists them", counted(fabric.uncompared.size() - most, "more file")));
    if (fabric.unread_files.empty())
        return;
    writer.heading("new files of no known platform, not compared");
    for (std::size_t index = 0; index < std::min(fabric.unread_files.size(), most); ++index)
        writer.item(fmt::format("{}: {}",
            compared_file(fabric.unread_files[index]->path, fabric.new_root),
            fabric.unread_files[index]->reason));
    if (fabric.unread_files.size() > most)
        writer.item(fmt::format(
            "and {}; --format json lists them", counted(fabric.unread_files.size() - most, "more file")));
}

void write_fabric(ComparisonWriter& writer, const FabricComparison& fabric, std::optional<Severity> fail_on)
{
    write_list(writer, "new devices", fabric.new_devices);
    write_list(writer, "devices that are gone", fabric.gone_devices);
    write_list(writer, "new links", fabric.new_links);
    write_list(writer, "links that are gone", fabric.gone_links);
    if (!fabric.values.empty()) {
        writer.heading("what devices now do differently");
        write_values(writer, fabric.values);
    }
    write_paths(writer, fabric);
    if (!fabric.policy.empty()) {
        writer.heading("the settings of the check");
        for (const workspace::PolicyDifference& difference : fabric.policy)
            writer.item(difference.was.empty() ? difference.now
                                               : fmt::format("{} (was {})", difference.now, difference.was));
    }
    write_findings(writer, "new findings", fabric.new_findings, fabric.after, fabric.new_root, "before");
    write_findings(writer,
        "findings of another severity",
        fabric.reweighed_findings,
        fabric.after,
        fabric.new_root,
        "before");
    write_findings(writer, "solved findings", fabric.solved_findings, fabric.before, fabric.old_root, "now");
    write_uncompared(writer, fabric);
    if (fabric.is_equal())
        writer.paragraph(fabric.uncompared.empty() && fabric.unread_files.empty()
                ? "no change in what devices do"
                : "no change in compared settings");
    else
        writer.paragraph(fmt::format("{}, {} solved{}: {}",
            counted(fabric.new_findings.size(), "new finding"),
            fabric.solved_findings.size(),
            fabric.reweighed_findings.empty()
                ? std::string()
                : fmt::format(", {} of another severity", fabric.reweighed_findings.size()),
            fabric.is_worse(fail_on) ? "worse" : "not worse"));
}

std::string write_report(
    const std::vector<FabricComparison>& compared, std::optional<Severity> fail_on, bool markdown)
{
    ComparisonWriter writer(markdown);
    for (const FabricComparison& fabric : compared) {
        if (compared.size() > 1 || !fabric.folder.empty())
            writer.title(fabric.folder.empty() ? "." : fabric.folder);
        else if (markdown)
            writer.title("rocelint diff");
        write_fabric(writer, fabric, fail_on);
    }
    std::string text = writer.take();
    text.erase(0, text.find_first_not_of('\n'));
    return text;
}

}

std::string_view compared_file(std::string_view path, std::string_view root)
{
    if (root == "." && path.starts_with("./"))
        return path.substr(2);
    while (root.ends_with('/'))
        root.remove_suffix(1);
    if (path == root)
        return path.substr(path.rfind('/') + 1);
    return path.starts_with(root) && path.substr(root.size()).starts_with('/') ? path.substr(root.size() + 1)
                                                                               : path;
}

std::string comparison_text(const std::vector<FabricComparison>& compared, std::optional<Severity> fail_on)
{
    return write_report(compared, fail_on, false);
}

std::string comparison_markdown(
    const std::vector<FabricComparison>& compared, std::optional<Severity> fail_on)
{
    return write_report(compared, fail_on, true);
}

}
