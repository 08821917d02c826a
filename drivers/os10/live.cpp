// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. A change is one transaction (`start transaction`, `commit`). It is rolled back by a
// timer of the switch's own Linux, which `system bash` reaches and which types the undo with `clish -B` (Dell
// SmartFabric OS10 User Guide, Release 10.6.0, CLI Basics, and Advanced CLI Tasks, Linux shell commands).
// README.md describes how, and what is not known about it.
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/interface_text.h"
#include "drivers/line_cli/live/timer_device.h"
#include "drivers/os10/grammar.h"
#include "drivers/os10/live_text.h"
#include "drivers/os10/os10.h"

namespace rocelint::os10 {
namespace {

constexpr std::string_view hint
    = "give the login the role sysadmin, and let `system` run Linux commands (no `system-cli disable`)";

// Dell Ansible collection dellemc.os10, plugins terminal and cliconf.
constexpr std::string_view first[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.privilege_hint = hint, .first = first, .shell = '$'};

constexpr std::string_view changes_by_itself[]{"! Last configuration change at "};
constexpr std::string_view begin[]{"start transaction", "configure terminal"};
constexpr std::string_view end[]{"end", "commit"};
constexpr std::string_view give_up[]{"end", "discard"};

// The switch announces logins to every session, and logs what it does.
constexpr std::string_view noise = "/^New user .* logged in at session/d;/^User .* logged out at session/d;"
                                   "/^[A-Z][a-z][a-z]  *[0-9][0-9]* [0-9][0-9]:[0-9][0-9]:[0-9][0-9] /d";
constexpr line_cli::TimerStyle timer{.running = "show running-configuration",
    .saved = "show startup-configuration",
    .save = "copy running-configuration startup-configuration",
    .changes_by_itself = changes_by_itself,
    .begin = begin,
    .end = end,
    .give_up = give_up,
    .uncommitted = "show diff candidate-configuration running-configuration",
    .on_linux = {.user = {},
        .cli = "PATH=$PATH:/opt/dell/os10/bin\n"
               "cli() { sudo -n -u \"$CLI_USER\" \"$(command -v clish)\" -B \"$1\"; }",
        .show = "configure terminal\nend\nshow running-configuration | no-more\n",
        .drop = "discard\n",
        .noise = noise,
        .whole = "interface "}};

class Os10Device final : public line_cli::TimerDevice {
public:
    using TimerDevice::TimerDevice;

    // No known manual shows how `show system` labels a serial number.
    Result<Hardware> hardware() override
    {
        auto text = terminal().run("show system");
        if (!text)
            return tl::unexpected(text.error());
        return Hardware{{}, mac_in(*text)};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        return line_cli::read_interface_health(terminal(),
            ports,
            "pause frames, and links that went down and came up again: not counted on OS10",
            port_of);
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<Os10Device>(target,
        style,
        timer,
        line_cli::stored_form_of<driver>(grammar(), scope::top),
        [&](line_cli::Terminal& terminal) {
            return std::make_unique<line_cli::ShellInTerminal>(
                terminal, target.endpoint.name, "system bash", hint);
        });
}

}
