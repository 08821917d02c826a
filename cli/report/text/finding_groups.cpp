// SPDX-License-Identifier: Apache-2.0
// Rules report each port by itself; a template that lacks one line gives the same sentence for 44 ports. The names in
// the sentences are replaced by marks, and findings that are then equal form a group.
#include "cli/report/text/finding_groups.h"

#include "cli/report/data/report_data.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "rules/deciding.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace rocelint::cli {
namespace {

// After the families that decide whether packets arrive: what drops or delays them, from the more direct cause to
// the remote one. Families that are not listed come last.
constexpr std::array<std::string_view, 14> later_families{
    "BUF", "NIC", "APP", "MTU", "DCB", "LNK", "DLK", "IB", "WD", "ETS", "CC", "SM", "TOP", "LB"};

std::size_t rank_of(const Rule& rule)
{
    const std::string_view family = rule.code.substr(0, rule.code.find_first_of("0123456789"));
    if (const auto found = std::ranges::find(deciding_families, family); found != deciding_families.end())
        return static_cast<std::size_t>(found - deciding_families.begin());
    const auto found = std::ranges::find(later_families, family);
    return deciding_families.size() + static_cast<std::size_t>(found - later_families.begin());
}

bool is_name_part(std::string_view text, std::size_t at)
{
    const char c = text[at];
    if (ascii::is_letter_or_digit(c) || c == '/' || c == '-' || c == '_')
        return true;
    // A full stop or a colon ends a sentence, unless the name goes on: "Ethernet1.100", "et-0/0/1:2".
    return (c == '.' || c == ':') && at + 1 < text.size() && ascii::is_letter_or_digit(text[at + 1]);
}

// The names that a finding of one port has in place of those of another port: longer names first, since they hold
// the shorter ones.
std::vector<std::string> subject_names(const Finding& finding, const Fabric& fabric)
{
    constexpr std::size_t most_subjects = 4;
    std::vector<PortId> ports;
    const auto add = [&](PortId port) {
        if (port.device < fabric.devices.size() && std::ranges::find(ports, port) == ports.end())
            ports.push_back(port);
    };
    add(port_of(finding, fabric));
    for (std::size_t index = 0; index < std::min(finding.subjects.size(), most_subjects); ++index) {
        const PortId port = finding.subjects[index].port;
        add(port);
        if (const auto peer = fabric.peer(port))
            add(*peer);
    }
    std::vector<std::string> labels;
    std::vector<std::string> parts;
    std::vector<std::string> devices;
    for (const PortId port : ports) {
        const Device& device = fabric.devices[port.device];
        devices.push_back(device.name);
        const std::string part = device.part_name(port.port);
        if (part.empty())
            continue;
        labels.push_back(fmt::format("{} {}", device.name, part));
        parts.push_back(part);
        const auto nic = std::ranges::find(device.nics, port.port, &Nic::port);
        parts.emplace_back(nic == device.nics.end() ? std::string_view{} : nic->rdma_device);
    }
    labels.insert(labels.end(), parts.begin(), parts.end());
    labels.insert(labels.end(), devices.begin(), devices.end());
    return labels;
}

std::string without_names(std::string_view text, const std::vector<std::string>& names)
{
    std::string out(text);
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (names[index].empty())
            continue;
        const std::string mark{'\x01', static_cast<char>('A' + index % 26), '\x01'};
        for (std::size_t at = 0; (at = find_name(out, names[index], at)) != std::string::npos;
             at += mark.size())
            out.replace(at, names[index].size(), mark);
    }
    return out;
}

std::string cause_of(const Finding& finding, const Fabric& fabric)
{
    const std::vector<std::string> names = subject_names(finding, fabric);
    return fmt::format("{}\n{}\n{}\n{}\n{}",
        finding.rule->code,
        name_of(finding.severity),
        name_of(finding.fix_class),
        without_names(finding.message, names),
        without_names(finding.fix, names));
}

void collect_more(FindingGroup& group, const Fabric& fabric)
{
    const PortId own = port_of(group.first(), fabric);
    for (const Finding* finding : group.findings) {
        if (const PortId port = port_of(*finding, fabric); port.valid())
            group.more.push_back(port);
        group.more.insert(group.more.end(), finding->also_on.begin(), finding->also_on.end());
    }
    std::ranges::sort(group.more);
    const auto repeated = std::ranges::unique(group.more);
    group.more.erase(repeated.begin(), repeated.end());
    std::erase(group.more, own);
}

}

std::size_t find_name(std::string_view text, std::string_view name, std::size_t from)
{
    if (name.empty())
        return std::string_view::npos;
    for (std::size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0
            || !(ascii::is_letter_or_digit(text[at - 1])
                || std::string_view("/-_.:").find(text[at - 1]) != std::string_view::npos);
        if (begins && (end == text.size() || !is_name_part(text, end)))
            return at;
    }
    return std::string_view::npos;
}

std::vector<FindingGroup> group_findings(const workspace::Outcome& outcome)
{
    std::vector<const Finding*> sorted;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.waived.empty())
            sorted.push_back(&finding);
    }
    // The findings are sorted by place.
    std::ranges::stable_sort(sorted, {}, [](const Finding* finding) {
        return std::tuple(-static_cast<int>(finding->severity), rank_of(*finding->rule));
    });
    std::vector<FindingGroup> groups;
    std::map<std::string, std::size_t> by_cause;
    for (const Finding* finding : sorted) {
        const auto [known, is_new] = by_cause.try_emplace(cause_of(*finding, outcome.fabric), groups.size());
        if (is_new)
            groups.emplace_back();
        groups[known->second].findings.push_back(finding);
    }
    for (FindingGroup& group : groups)
        collect_more(group, outcome.fabric);
    return groups;
}

std::string count_more(const FindingGroup& group, const Fabric& fabric)
{
    if (group.more.empty())
        return group.findings.size() > 1 ? fmt::format("(+{})", counted(group.findings.size() - 1, "place"))
                                         : std::string();
    std::set<std::uint32_t> devices;
    std::size_t ports = 0;
    for (const PortId port : group.more) {
        devices.insert(port.device);
        ports += port.device < fabric.devices.size()
                && !fabric.devices[port.device].part_name(port.port).empty()
            ? 1
            : 0;
    }
    if (ports == 0)
        return fmt::format("(+{})", counted(devices.size(), "device"));
    const bool elsewhere = devices.size() > 1 || *devices.begin() != port_of(group.first(), fabric).device;
    return fmt::format("(+{}{})",
        counted(group.more.size(), ports == group.more.size() ? "port" : "place"),
        elsewhere ? " on " + counted(devices.size(), "device") : std::string());
}

}
