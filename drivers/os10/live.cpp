// SPDX-License-Identifier: Apache-2.0
// A switch over SSH, which is read and not pushed to. OS10 has transactions (`start transaction`, `commit`, `discard`: Dell EMC
// Networking OS10, How to use Transaction-Based Configuration Mode), but what is committed is in force for good: neither a commit that waits
// for its confirmation nor a scheduler that would type the undo stands in any text that was seen. Without a way back of the switch's
// own a push is refused.
#include "drivers/line_cli/health_reader.h"
#include "drivers/line_cli/reading_device.h"
#include "drivers/os10/grammar.h"
#include "drivers/os10/os10.h"

namespace rocelint::os10 {
namespace {

// Dell Ansible collection dellemc.os10, plugins terminal and cliconf.
constexpr std::string_view first[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the role sysadmin", .first = first};
constexpr std::string_view changes_by_itself[]{"! Last configuration change at "};
constexpr line_cli::ReadingStyle reading{.running = "show running-configuration",
    .changes_by_itself = changes_by_itself,
    .no_health = "links and counters: they are not read on OS10",
    .no_push
    = "OS10 has no timer that rolls a commit back by itself, so that nothing is pushed to it. The plan has the "
      "commands, to be typed in configuration mode, and those that undo them"};

const line_cli::StoredForm& stored_form()
{
    static const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    static const line_cli::StoredForm form{grammar(), scope::top, driver.parse, kept};
    return form;
}

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<line_cli::ReadingDevice>(target, style, reading, stored_form());
}

}
