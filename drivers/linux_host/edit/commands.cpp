// SPDX-License-Identifier: Apache-2.0
// Neutral changes as a shell script, and files that make them survive a reboot.
#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/edit.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/knob_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::linux_host {
Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Arena arena(512);
    KnobRequests requests(device, read_configuration(trees, known_host(device), arena));
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (Objection reason = requests.add(index, changes[index]))
            made.refused.push_back({index, std::move(reason).sentence()});
    }
    std::ranges::move(requests.idle(), std::back_inserter(made.refused));
    const std::vector<KnobRequest> all = requests.all();
    const std::vector<std::string> lines = command_lines(all, requests);
    if (lines.empty())
        return made;
    std::vector<std::string_view> notes;
    std::vector<std::string_view> interfaces;
    for (const KnobRequest& request : all) {
        const ToolSpelling* spelling = written_by(row_of(request.knob), request.tool, request.number);
        if (const std::string_view note = spelling == nullptr ? std::string_view{} : spelling->effect;
            !note.empty() && std::ranges::find(notes, note) == notes.end())
            notes.push_back(note);
        if (std::ranges::find(interfaces, request.interface) == interfaces.end())
            interfaces.push_back(request.interface);
    }
    made.text = "#!/bin/sh\n";
    for (const std::string_view note : notes)
        made.text += fmt::format("# {}\n", note);
    made.text += "set -eu\n";
    for (const std::string& line : lines)
        made.text += line + '\n';
    std::string files;
    for (const Tree& tree : trees) {
        if (config_kind(*tree.source) != ConfigKind::none)
            files += fmt::format(" {}", tree.source->file_name());
    }
    if (!files.empty())
        made.persistent
            = fmt::format("# rocelint fix --write corrects{}: put the files back on the host\n", files);
    else if (is_file_name(device.name))
        made.persistent = install_text(boot_script(device.name, lines, interfaces));
    return made;
}

}
