// SPDX-License-Identifier: Apache-2.0
// Corrections of a host as a script for the ESXi Shell. What esxcli sets lasts over boots, so nothing else is written.
#include "drivers/esxi_host/commands.h"
#include "drivers/esxi_host/host_reader.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::esxi_host {
namespace {

constexpr std::string_view stop_at_error = "set -e\n";

EsxcliLines lines_for(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Device scratch;
    const HostFacts facts = read_facts(trees, scratch);
    return esxcli_lines(device, facts, changes);
}

bool is_name_of_file(std::string_view name)
{
    constexpr std::size_t longest = 128;
    return !name.empty() && name.size() <= longest && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
}

void refuse_all(Editing& editing, std::size_t changes, std::string_view reason)
{
    for (std::uint32_t index = 0; index < changes; ++index)
        editing.refused.push_back({index, std::string(reason)});
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    EsxcliLines made = lines_for(trees, device, changes);
    editing.refused = std::move(made.refused);
    if (!editing.refused.empty())
        return editing;
    const auto corrects = [](const Tree& tree) { return is_correction(*tree.source); };
    if (made.lines.empty() && std::ranges::any_of(trees, corrects))
        refuse_all(editing,
            changes.size(),
            "the boot files of the host set this already: run the script with its corrections, restart the host, then "
            "capture it again");
    if (made.lines.empty())
        return editing;
    std::string text;
    for (const EsxcliLine& line : made.lines)
        text += line.text + '\n';
    const auto own = std::ranges::find_if(trees, corrects);
    if (own != trees.end()) {
        const Source& source = *own->source;
        if (!source.text().ends_with('\n'))
            text.insert(0, "\n");
        editing.edits.push_back(
            {{source.id(), static_cast<std::uint32_t>(source.text().size()), 0}, std::move(text)});
        return editing;
    }
    if (!is_name_of_file(device.name) || (!device.name_is_configured && trees.size() < 2)) {
        refuse_all(
            editing, changes.size(), "none of these files says which host it is: add the output of hostname");
        return editing;
    }
    editing.created.push_back({fmt::format("rocelint-{}.sh", device.name),
        fmt::format(
            "{}{}\n# Corrects the network settings of this host. Run it with sh; it may be run again. Parameters of "
            "drivers hold once the host has restarted.\n{}{}",
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
    EsxcliLines lines = lines_for(trees, device, changes);
    made.refused = std::move(lines.refused);
    if (lines.lines.empty())
        return made;
    made.text = stop_at_error;
    for (const EsxcliLine& line : lines.lines)
        made.text += line.text + '\n';
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> /*after*/,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    EsxcliLines lines = lines_for(before, device_before, changes);
    made.refused = std::move(lines.refused);
    std::ranges::reverse(lines.lines);
    for (const EsxcliLine& line : lines.lines) {
        if (line.undo.empty())
            made.refused.push_back({line.change, "the value that the NIC has now was not captured"});
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
