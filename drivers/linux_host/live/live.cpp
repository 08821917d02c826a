// SPDX-License-Identifier: Apache-2.0
// A host has no transactions, so scripts emulate them: staged in /run, checked by the shell, undone by a
// systemd timer unless confirmed. A host without systemd-run is refused.
#include "drivers/linux_host/live/live.h"

#include "drivers/linux_host/live/capture_script.h"
#include "drivers/linux_host/live/live_boot.h"
#include "drivers/linux_host/live/live_hardware.h"
#include "drivers/linux_host/live/live_health.h"
#include "drivers/linux_host/live/live_scripts.h"
#include "drivers/linux_host/live/live_text.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/ascii.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using std::chrono::seconds;

// The host's own message on one line, without secrets.
std::string words_of(std::string_view text)
{
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string_view::npos)
        return "it gave no reason";
    std::string line(text.substr(0, std::min<std::size_t>(end + 1, 400)));
    std::ranges::replace(line, '\n', ' ');
    return redact(line);
}

bool is_id(std::string_view id)
{
    return !id.empty() && id.size() <= 24
        && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

// The commands of a script, without comments and shell settings.
std::vector<std::string_view> command_lines_of(std::string_view script)
{
    std::vector<std::string_view> lines;
    while (!script.empty()) {
        const std::string_view line = ascii::take_until(script, '\n');
        if (!line.empty() && line.front() != '#' && line != "set -eu")
            lines.push_back(line);
    }
    return lines;
}

class HostDevice final : public LiveDevice {
public:
    HostDevice(LiveTarget target, SshSession session)
        : target_(std::move(target)), session_(std::move(session))
    {
    }

    Result<Snapshot> read() override
    {
        auto run = shell(as_function(capture_script() + "\n"), true);
        if (!run)
            return tl::unexpected(run.error());
        if (run->status != 0)
            return refused(fmt::format("its settings could not be read: {}", words_of(run->err)));
        Snapshot snapshot;
        snapshot.hash = state_hash(target_.state_key, configured_text(run->out));
        snapshot.files.push_back({target_.device + ".txt", stored_text(run->out)});
        return snapshot;
    }

    Result<Hardware> hardware() override
    {
        auto run = shell(as_function(hardware_script()), true);
        if (!run)
            return tl::unexpected(run.error());
        return read_hardware(run->out);
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto run = shell(as_function(health_script(ports)), true);
        if (!run)
            return tl::unexpected(run.error());
        return read_health(ports, run->out);
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        if (transaction.undo.empty())
            return refused("nothing says how the change could be undone");
        if (!transaction.persistent.empty() && !read_boot_files(transaction.persistent))
            return refused(
                fmt::format("the change would not survive a reboot: files of your own hold the settings: {}",
                    words_of(transaction.persistent)));
        auto printed = done(ready_script(transaction));
        if (!printed)
            return tl::unexpected(printed.error());
        if (const Objection reason = ready_refusal(transaction, *printed))
            return refused(reason.sentence());
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return tl::unexpected(usable.error());
        if (auto staged = done(stage_script(transaction)); !staged)
            return staged;
        std::string text;
        for (const std::string_view line : command_lines_of(transaction.commands))
            text += fmt::format("+ {}\n", line);
        return text;
    }

    // A change of PFC takes an mlx5 link down and up again
    // (mlx5_toggle_port_link); the tools are slow Python scripts.
    seconds least_window(const Transaction& transaction) override
    {
        const std::size_t lines
            = command_lines_of(transaction.commands).size() + command_lines_of(transaction.undo).size();
        return seconds(15 + static_cast<long>(lines) + (transaction.disruptive ? 30 : 0));
    }

    Result<void> commit(const Transaction& transaction, seconds window) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        return without_text(done(commit_script(transaction, window), window));
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return tl::unexpected(usable.error());
        auto printed = done(pending_script(transaction));
        if (!printed)
            return tl::unexpected(printed.error());
        return *printed == "ours\n"   ? Pending::ours
            : *printed == "foreign\n" ? Pending::foreign
                                      : Pending::none;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        return without_text(done(confirm_script(transaction)));
    }

    Result<void> persist(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        if (transaction.persistent.empty())
            return {};
        const auto files = read_boot_files(transaction.persistent);
        if (!files)
            return refused(
                fmt::format("files of your own hold the settings: {}", words_of(transaction.persistent)));
        auto printed = done(boot_state_script(*files));
        if (!printed)
            return tl::unexpected(printed.error());
        const BootState now = read_boot_state(*printed);
        const BootWish wish = wanted_boot(*files, now);
        if (!wish.changes)
            return {};
        printed = done(boot_script_text(transaction, *files, now, wish));
        if (!printed)
            return tl::unexpected(printed.error());
        if (!is_as_wished(read_boot_state(*printed), wish))
            return refused(
                fmt::format("{} and {} are not as they were written", files->script_path, files->unit_path));
        return {};
    }

    Result<seconds> abandon(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return tl::unexpected(usable.error());
        auto printed = done(abandon_script(transaction));
        if (!printed)
            return tl::unexpected(printed.error());
        return seconds(printed->starts_with("60") ? 60 : 0);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refused(std::string_view reason) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
    }

    [[nodiscard]] Result<void> check(const Transaction& transaction) const
    {
        if (!is_id(transaction.id))
            return refused("the transaction has no usable name");
        for (const std::string* text : {&transaction.commands, &transaction.undo}) {
            if (text->find("ROCELINT-END") != std::string::npos)
                return refused("the commands contain our own end marker");
        }
        return {};
    }

    static Result<void> without_text(Result<std::string> result)
    {
        if (!result)
            return tl::unexpected(result.error());
        return {};
    }

    // `anyone`: runs without root if sudo asks for a password.
    Result<Execution> shell(const std::string& script, bool anyone, seconds timeout = seconds(0))
    {
        constexpr std::string_view as_is = "exec sh -s \"$SSH_CONNECTION\"";
        constexpr std::string_view as_root = "exec sudo -n sh -s \"$SSH_CONNECTION\"";
        std::string command(as_is);
        if (target_.endpoint.user != "root")
            command = anyone ? fmt::format("if sudo -n true 2> /dev/null; then {}; fi; {}", as_root, as_is)
                             : as_root;
        return session_.exec(command, script, timeout);
    }

    // Runs a script as root and returns its output. `refused` if the
    // script refuses; after any other error the outcome is unknown.
    Result<std::string> done(const std::string& script, seconds more = seconds(0))
    {
        const auto timeout = std::chrono::duration_cast<seconds>(target_.endpoint.command_timeout) + more;
        auto run = shell(as_function(script), false, timeout);
        if (!run)
            return tl::unexpected(run.error());
        if (run->status == 0)
            return std::move(run->out);
        if (run->status == script_refused)
            return refused(words_of(run->out));
        if (run->status == 1 && run->out.empty() && run->err.starts_with("sudo:"))
            return refused(fmt::format("root is needed, and sudo -n is refused: {}", words_of(run->err)));
        return fail(ErrorKind::unreachable,
            fmt::format("{}: {}", target_.endpoint.name, words_of(run->out.empty() ? run->err : run->out)));
    }

    LiveTarget target_;
    SshSession session_;
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    return std::make_unique<HostDevice>(target, *std::move(session));
}

}
