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
#include "drivers/timed_host/timed_host.h"
#include "drivers/transport/script_answer.h"
#include "models/text/ascii.h"
#include "models/text/digest.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

using std::chrono::seconds;

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

class HostDevice final : public timed_host::TimedHost {
public:
    HostDevice(LiveTarget target, SshSession session) : TimedHost(std::move(target), std::move(session)) { }

    Result<Snapshot> read() override
    {
        auto run = run_as_anyone(whole_script(capture_script()));
        if (!run)
            return tl::unexpected(run.error());
        if (run->status != 0)
            return refused(fmt::format("its settings could not be read: {}", timed_host::one_line(run->err)));
        Snapshot snapshot;
        snapshot.hash = state_hash(target().state_key, configured_text(run->out));
        snapshot.files.push_back({target().device + ".txt", stored_text(run->out)});
        return snapshot;
    }

    Result<Hardware> hardware() override
    {
        auto run = run_as_anyone(whole_script(hardware_script()));
        if (!run)
            return tl::unexpected(run.error());
        return read_hardware(run->out);
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto run = run_as_anyone(whole_script(health_script(ports)));
        if (!run)
            return tl::unexpected(run.error());
        return read_health(ports, run->out);
    }

    Result<std::string> show(const std::string& command) override
    {
        auto run = run_as_anyone(command);
        if (!run)
            return tl::unexpected(run.error());
        // The script prints what there is; a host without one of its programs has no such counters.
        return std::move(run->out);
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
                    timed_host::one_line(transaction.persistent)));
        auto printed = run(ready_script(transaction));
        if (!printed)
            return tl::unexpected(printed.error());
        if (const Objection reason = ready_refusal(transaction, printed->data))
            return refused(reason.sentence());
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return tl::unexpected(usable.error());
        if (auto staged = run(stage_script(transaction)); !staged)
            return tl::unexpected(staged.error());
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

    Result<void> persist(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        if (transaction.persistent.empty())
            return {};
        const auto files = read_boot_files(transaction.persistent);
        if (!files)
            return refused(fmt::format(
                "files of your own hold the settings: {}", timed_host::one_line(transaction.persistent)));
        auto printed = run(whole_script(boot_state_script(*files)));
        if (!printed)
            return tl::unexpected(printed.error());
        const BootState now = read_boot_state(printed->data);
        const BootWish wish = wanted_boot(*files, now);
        if (!wish.changes)
            return {};
        printed = run(boot_script_text(transaction, *files, now, wish));
        if (!printed)
            return tl::unexpected(printed.error());
        if (!is_as_wished(read_boot_state(printed->data), wish))
            return refused(
                fmt::format("{} and {} are not as they were written", files->script_path, files->unit_path));
        return {};
    }

protected:
    timed_host::HostSteps steps() const override { return host_steps(); }
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
