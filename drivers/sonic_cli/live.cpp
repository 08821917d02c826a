// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Its lines take effect as they are typed. A timer of the
// switch's own Linux rolls them back: it types the undo with `sonic-cli -e -c LINE
// -c LINE …` (klish, clish(1); sonic-buildimage, docker-sonic-mgmt-framework,
// sonic-cli). README.md explains why not `configure session`, and what is not known.
#include "drivers/line_cli/live/interface_text.h"
#include "drivers/line_cli/live/timer_device.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/sonic_cli/sonic_cli.h"
#include "models/catalog/sonic_shell.h"
#include "models/catalog/sonic_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic_cli {
namespace {

constexpr std::string_view hint
    = "the login has to get a Linux shell, in which `sudo -n` is allowed, as SONiC's admin has";

// A login gets a Linux shell, or directly the command line (Ansible
// dellemc.enterprise_sonic 3.1, plugins terminal and cliconf).
constexpr std::string_view first[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.unprivileged = '$',
    .enable = "sonic-cli",
    .has_own_prompt = true,
    .privilege_hint
    = "the command line of Enterprise SONiC is asked for there; an open SONiC is the platform `sonic`",
    .first = first,
    .complaint = "%"};

constexpr std::string_view begin[]{"configure terminal"};
constexpr std::string_view end[]{"end"};
constexpr line_cli::TimerStyle timer{.running = "show running-configuration",
    .saved = {},
    .save = "write memory",
    .changes_by_itself = {},
    .begin = begin,
    .end = end,
    .give_up = end,
    .uncommitted = {},
    // The command line runs as the login user, because root has no certificate for the management framework.
    .on_linux = {.user = {},
        .cli
        = "cli() {\n  file=$1\n  set --\n"
          "  while IFS= read -r line; do line=\"${line#\"${line%%[! ]*}\"}\"; set -- \"$@\" -c \"$line\"; done < \"$file\"\n"
          "  sudo -n -u \"$CLI_USER\" sonic-cli -e \"$@\"\n}",
        .show = "configure terminal\nend\nshow running-configuration | no-more\n",
        .drop = {},
        .noise = {},
        .whole = "interface ",
        .settled = catalog::sonic_settled,
        .save = "write memory\n"}};

class SonicCliDevice final : public line_cli::TimerDevice {
public:
    using TimerDevice::TimerDevice;

    // Reading the EEPROM can take seconds, and a platform may have none.
    Result<Hardware> hardware() override
    {
        auto answer = run_script(
            "serial=$(timeout 20 decode-syseeprom -s 2>/dev/null </dev/null | head -n 1)\n"
            "[ -n \"$serial\" ] && echo \"@serial $serial\"\n"
            "mac=$(sonic-db-cli CONFIG_DB hget 'DEVICE_METADATA|localhost' mac 2>/dev/null </dev/null)\n"
            "[ -n \"$mac\" ] && echo \"@mac $mac\"\ntrue\n");
        // A login without a Linux shell can still read the configuration.
        if (!answer && answer.error().kind == ErrorKind::refused)
            return Hardware{};
        if (!answer)
            return tl::unexpected(answer.error());
        return Hardware{answer->find("serial").value_or(""), answer->find("mac").value_or("")};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        return line_cli::read_interface_health(terminal(),
            ports,
            "pause frames, and links that went down and came up again: not counted on Enterprise SONiC",
            [](std::string_view name) { return std::string(name); });
    }

private:
    // We know no command of this command line that shows the saved configuration, so compare the file.
    Result<bool> is_saved() override
    {
        auto answer = run_script(fmt::format(
            "R=${{ROCELINT_DEVICE_ROOT-}}\nsonic-cfggen -d --print-data </dev/null | /usr/bin/python3 -I -S -c {} "
            "\"$R/etc/sonic/config_db.json\" {}\n"
            "case $? in 0) echo @same ;; 1) echo @differs ;; esac\n",
            shell_word(catalog::sonic_compare_program),
            fmt::join(catalog::sonic_tables_of_daemons, " ")));
        if (!answer)
            return tl::unexpected(answer.error());
        if (!answer->has("same") && !answer->has("differs"))
            return fail(ErrorKind::refused,
                fmt::format("whether the configuration is saved is not known: {}", answer->error));
        return answer->has("same");
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    auto terminal = line_cli::Terminal::open(*session, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    return std::make_unique<SonicCliDevice>(target,
        *std::move(terminal),
        timer,
        line_cli::stored_form_of<driver>(grammar(), scope::top),
        [&](line_cli::Terminal&) {
            return std::make_unique<line_cli::ShellOfLogin>(
                *std::move(session), target.endpoint.user == "root", hint);
        });
}

}
