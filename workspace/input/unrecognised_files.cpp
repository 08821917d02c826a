// SPDX-License-Identifier: Apache-2.0
// A switch whose file was not recognised is missing from every check, and a gate that passes would not show it. But
// repositories hold many other files, so the name has to show that the file was meant to be a switch.
#include "workspace/input/unrecognised_files.h"

#include "drivers/table/document.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace rocelint::workspace {
namespace {

// The path with each number in the file's name and in that of its folder replaced by one sign: "site/leaf#.cfg".
std::string numbers_replaced(std::string_view path)
{
    const std::size_t name = path.rfind('/');
    const std::size_t folder
        = name == std::string_view::npos || name == 0 ? std::string_view::npos : path.rfind('/', name - 1);
    const std::size_t from = folder == std::string_view::npos ? 0 : folder + 1;
    std::string out(path.substr(0, from));
    for (std::size_t at = from; at < path.size(); ++at) {
        if (!ascii::is_digit(path[at]))
            out += path[at];
        else if (!out.ends_with('#'))
            out += '#';
    }
    return out;
}

// "1.txt" and "2.txt" have nothing in common.
bool has_word(std::string_view path)
{
    const std::string name = stem(path);
    return std::ranges::any_of(name, [](char c) { return ascii::is_letter(c); });
}

bool is_planned(const Topology& topology, const std::string& path)
{
    return gives_to_device(topology, path)
        || std::ranges::any_of(topology.devices,
            [&path](const TopologyDevice& device) { return equal_ignoring_case(device.name, stem(path)); });
}

}

std::vector<Finding> find_unrecognised_files(
    const std::vector<InputFile>& files, const std::vector<bool>& is_of_switch, const Topology* topology)
{
    const Rule* rule = find_rule("SYN006");
    std::map<std::string, std::size_t> switches; // by path without numbers: the first file
    for (std::size_t index = 0; index < files.size(); ++index) {
        if (is_of_switch[index] && files[index].block == 0 && has_word(files[index].source->path()))
            switches.emplace(numbers_replaced(files[index].source->path()), index);
    }
    std::vector<Finding> findings;
    for (const InputFile& file : files) {
        const std::string& path = file.source->path();
        if (file.driver != nullptr || file.failed_capture.length > 0 || is_document_reason(file.reason)
            || (topology != nullptr && is_planned(*topology, path)))
            continue;
        const auto sibling = switches.find(numbers_replaced(path));
        if (sibling == switches.end())
            continue;
        const InputFile& other = files[sibling->second];
        const std::string_view text = file.source->text();
        Finding finding;
        finding.rule = rule;
        finding.severity = rule->severity;
        finding.at
            = {file.source->id(), 0, static_cast<std::uint32_t>(std::min(text.find('\n'), text.size()))};
        finding.message
            = fmt::format("{} is named like the files of switches, but nothing of it was read: {}",
                file.source->file_name(),
                file.reason);
        finding.related.push_back({{other.source->id(), 0, 0},
            fmt::format("{} was read as {}", other.source->file_name(), other.driver->title),
            {}});
        finding.fix = rule->fix;
        finding.fix_class = rule->fix_class;
        findings.push_back(std::move(finding));
    }
    return findings;
}

}
