// SPDX-License-Identifier: Apache-2.0
// Corrections of a host as a script of PowerShell. What the cmdlets set lasts across reboots, so nothing else is written.
// Microsoft, NetAdapter module reference, Set-NetAdapterAdvancedProperty (-NoRestart: otherwise the adapter restarts).
#include "drivers/windows_host/edit.h"

#include "drivers/windows_host/cmdlets.h"
#include "drivers/windows_host/host_reader.h"
#include "drivers/windows_host/transcript.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::windows_host {
namespace {

CmdletLines lines_for(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Device scratch;
    const HostFacts facts = read_facts(trees, scratch);
    return cmdlet_lines(device, facts, changes);
}

constexpr std::string_view stop_at_error = "$ErrorActionPreference = 'Stop'\n";

bool is_file_name(std::string_view name)
{
    constexpr std::size_t longest = 128;
    return !name.empty() && name.size() <= longest && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    CmdletLines made = lines_for(trees, device, changes);
    editing.refused = std::move(made.refused);
    if (!editing.refused.empty())
        return editing;
    const auto corrects = [](const Tree& tree) { return is_correction(*tree.source); };
    if (made.lines.empty() && std::ranges::any_of(trees, corrects)) {
        for (std::uint32_t index = 0; index < changes.size(); ++index)
            editing.refused.push_back({index,
                "the boot files of the host set this already: run the script with its corrections, then capture the host "
                "again"});
    }
    if (made.lines.empty())
        return editing;
    std::string text;
    for (const CmdletLine& line : made.lines)
        text += line.text + '\n';
    for (const Tree& tree : trees) {
        const Source& source = *tree.source;
        if (!is_correction(source))
            continue;
        if (!source.text().ends_with('\n'))
            text.insert(0, "\n");
        editing.edits.push_back(
            {{source.id(), static_cast<std::uint32_t>(source.text().size()), 0}, std::move(text)});
        return editing;
    }
    if (!is_file_name(device.name) || (!device.name_is_configured && trees.size() < 2)) {
        for (std::uint32_t index = 0; index < changes.size(); ++index)
            editing.refused.push_back(
                {index, "none of these files says which host it is: add the output of hostname"});
        return editing;
    }
    editing.created.push_back({fmt::format("rocelint-{}.ps1", device.name),
        fmt::format(
            "{}{}\n# Corrects the network settings of this host. Run it as an administrator; it may be run again.\n{}{}",
            correction_mark,
            device.name,
            stop_at_error,
            text),
        false});
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    CmdletLines lines = lines_for(trees, device, changes);
    made.refused = std::move(lines.refused);
    if (lines.lines.empty())
        return made;
    made.text = stop_at_error;
    for (const CmdletLine& line : lines.lines) {
        made.text += line.text + '\n';
        if (line.restarts_adapter)
            made.interruptions.push_back({line.change,
                "Set-NetAdapterAdvancedProperty restarts the adapter (Microsoft, NetAdapter module reference, -NoRestart)"});
        if (line.text.find("*JumboPacket") != std::string::npos)
            made.doubt
                = "a NIC's driver accepts only some sizes of *JumboPacket, which Get-NetAdapterAdvancedProperty shows as "
                  "ValidRegistryValues";
    }
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> /*after*/,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    CmdletLines lines = lines_for(before, device_before, changes);
    made.refused = std::move(lines.refused);
    std::ranges::reverse(lines.lines);
    for (const CmdletLine& line : lines.lines) {
        if (line.undo.empty())
            made.refused.push_back({line.change, line.no_undo});
        else
            made.text += line.undo + '\n';
    }
    if (!made.refused.empty())
        made.text.clear();
    else if (!made.text.empty())
        made.text.insert(0, stop_at_error);
    return made;
}

}
