// SPDX-License-Identifier: Apache-2.0
// A command file is piped into a device unchanged, so the device must accept every line of it.
#include "cli/command/change/fix_commands.h"

#include "drivers/driver.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace rocelint::cli {
namespace {

// A device may have any name, but a file may not.
std::string file_name(std::string_view device)
{
    std::string name(device);
    std::ranges::replace_if(
        name,
        [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_' && c != '.';
        },
        '_');
    if (name.empty() || name.front() == '.')
        name.insert(name.begin(), '_');
    return name;
}

// Adds only the codes: the words of a message could contain characters that a device's line editor
// interprets.
std::string with_codes(std::string text,
    std::string_view comment,
    const workspace::Outcome& outcome,
    const workspace::Correction& correction)
{
    std::set<std::string_view> codes;
    for (const PlannedChange& planned : correction.made) {
        for (const std::uint32_t finding : planned.findings)
            codes.insert(outcome.report.findings[finding].rule->code);
    }
    if (comment.empty() || codes.empty() || text.empty())
        return text;
    // The first line of a shell script names its interpreter.
    const std::size_t at = text.starts_with("#!") ? std::min(text.find('\n'), text.size() - 1) + 1 : 0;
    return text.insert(at, fmt::format("{} rocelint: {}\n", comment, fmt::join(codes, ", ")));
}

}

std::vector<workspace::FolderFile> command_files(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections)
{
    std::string folder;
    for (const char c : outcome.folder)
        folder += c == '/' && folder.empty() ? std::string() : std::string(1, c);
    while (folder.starts_with("./"))
        folder.erase(0, 2);
    if (!folder.empty() && (folder == "." || !workspace::stays_inside(folder)))
        folder = file_name(folder);
    std::vector<workspace::FolderFile> files;
    std::set<std::string> taken;
    for (const workspace::Correction& correction : corrections) {
        if (correction.commands.empty())
            continue;
        const Device& device = outcome.fabric.devices[correction.device];
        const Driver* driver = find_driver(device.platform);
        std::string name = file_name(device.name);
        for (std::size_t number = 2; !taken.insert(name).second; ++number)
            name = fmt::format("{}-{}", file_name(device.name), number);
        const std::string stem = folder.empty() ? name : folder + '/' + name;
        const std::string_view comment = driver == nullptr ? std::string_view{} : driver->comment;
        files.push_back({stem + ".commands", with_codes(correction.commands, comment, outcome, correction)});
        if (!correction.persistent.empty())
            files.push_back({stem + ".persistent", correction.persistent});
        if (!correction.netconf.empty())
            files.push_back({stem + ".netconf.xml", correction.netconf});
    }
    return files;
}

}
