// SPDX-License-Identifier: Apache-2.0
// What a switch shows, and how it saves (AOS-CX 10.15 Fundamentals Guide: show running-config, show interface, write memory).
#include "drivers/aoscx/live.h"

#include "drivers/aoscx/aoscx.h"
#include "drivers/aoscx/grammar.h"
#include "drivers/line_cli/live/health_reader.h"

namespace rocelint::aoscx {
namespace {

constexpr std::string_view first[]{"no page"};
// The second is what the authorization of commands says (OpenSwitch, ops-cli, command.c; AOS-CX comes from it).
constexpr std::string_view complaints[]{"Invalid input: ", "Cannot execute command. "};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the role administrators",
    .first = first,
    .also_complaints = complaints};
// Headings, and what the switch prints by itself while its timer runs.
constexpr std::string_view no_configuration[]{"Current configuration:",
    "Startup configuration:",
    "Checkpoint configuration:",
    "WARNING  Please \"checkpoint auto confirm\"",
    "WARNING Please \"checkpoint auto confirm\"",
    "WARNING: Restoring configuration.",
    "Restoration successful"};
constexpr std::string_view comments[]{"!"};
constexpr line_cli::TextStyle texts{.running = "show running-config",
    .saved = "show startup-config",
    .no_configuration = no_configuration,
    .comments = comments,
    .save = "write memory",
    .interfaces = "show interface",
    .uncounted = "pause frames: not read on AOS-CX",
    .read_interfaces = read_interfaces};

}

Result<Hardware> AoscxDevice::hardware()
{
    auto text = terminal().run("show system");
    return text ? Result<Hardware>(hardware_in(*text)) : tl::unexpected(text.error());
}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<AoscxDevice>(
        target, style, texts, line_cli::stored_form_of<driver>(grammar(), scope::top));
}

}
