// SPDX-License-Identifier: Apache-2.0
// Neutral changes as a shell script, and files that make them survive a reboot.
#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/edit.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/wish.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::linux_host {
namespace {

// The effect of a command on the link or its traffic.
std::string_view note_on(const Wish& wish)
{
    if (wish.sets == Knob::pfc && wish.tool == Tool::mlnx_qos)
        return "takes the link down for a moment where PFC changes (mlx5 en_dcbnl.c, mlx5e_dcbnl_ieee_setpfc)";
    if (wish.sets == Knob::fec)
        return "takes the link down until both ends have the same FEC";
    if (wish.sets == Knob::pause)
        return "renegotiates the link where pause is negotiated";
    return {};
}

}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Arena arena(512);
    Wishes wishes(device, read_configuration(trees, arena));
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (Objection reason = wishes.add(index, changes[index]))
            made.refused.push_back({index, std::move(reason).sentence()});
    }
    std::ranges::move(wishes.idle(), std::back_inserter(made.refused));
    const std::vector<Wish> all = wishes.all();
    const std::vector<std::string> lines = command_lines(all, wishes);
    if (lines.empty())
        return made;
    std::vector<std::string_view> notes;
    std::vector<std::string_view> interfaces;
    for (const Wish& wish : all) {
        if (const std::string_view note = note_on(wish);
            !note.empty() && std::ranges::find(notes, note) == notes.end())
            notes.push_back(note);
        if (std::ranges::find(interfaces, wish.interface) == interfaces.end())
            interfaces.push_back(wish.interface);
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
