// SPDX-License-Identifier: Apache-2.0
// A switch over SSH, which is read and not pushed to. OS10 has transactions (`start transaction`, `commit`, `discard`: Dell EMC
// Networking OS10, How to use Transaction-Based Configuration Mode), but what is committed is in force for good: neither a commit that waits
// for its confirmation nor a scheduler that would type the undo stands in any text that was seen. Without a way back of the switch's
// own a push is refused.
#include "drivers/line_cli/health_reader.h"
#include "drivers/line_cli/stored_text.h"
#include "drivers/os10/grammar.h"
#include "drivers/os10/os10.h"
#include "models/text/digest.h"

namespace rocelint::os10 {
namespace {

// Dell Ansible collection dellemc.os10, plugins terminal and cliconf.
constexpr std::string_view first[]{"terminal length 0"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the role sysadmin", .first = first};
constexpr std::string_view running = "show running-configuration";
constexpr std::string_view changes_by_itself[]{"! Last configuration change at "};

const line_cli::StoredForm& stored_form()
{
    static const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    static const line_cli::StoredForm form{grammar(), scope::top, driver.parse, kept};
    return form;
}

class Os10Device final : public LiveDevice {
public:
    Os10Device(LiveTarget target, line_cli::Terminal terminal)
        : target_(std::move(target)), terminal_(std::move(terminal))
    {
    }

    Result<Snapshot> read() override
    {
        auto text = terminal_.run(running);
        if (!text)
            return tl::unexpected(text.error());
        const std::string stable = line_cli::stable_lines(*text, changes_by_itself);
        return Snapshot{
            {{target_.device + ".cfg", line_cli::stored_text(stored_form(), stable, target_.state_key)}},
            state_hash(target_.state_key, stable)};
    }

    Result<Health> health(const std::vector<std::string>& /*ports*/) override
    {
        return Health{.unknown = {"links and counters: they are not read on OS10"}};
    }

    Result<void> check_ready(const Transaction& /*transaction*/) override { return refuse(); }
    Result<std::string> stage(const Transaction& /*transaction*/) override { return refuse(); }
    std::chrono::seconds least_window(const Transaction& /*transaction*/) override
    {
        return std::chrono::seconds(0);
    }
    Result<void> commit(const Transaction& /*transaction*/, std::chrono::seconds /*window*/) override
    {
        return refuse();
    }
    // Nothing is ever put in force.
    Result<Pending> pending(const Transaction& /*transaction*/) override { return Pending::none; }
    Result<void> confirm(const Transaction& /*transaction*/) override { return refuse(); }
    Result<void> persist(const Transaction& /*transaction*/) override { return refuse(); }
    Result<std::chrono::seconds> abandon(const Transaction& /*transaction*/) override
    {
        return std::chrono::seconds(0);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refuse() const
    {
        return tl::unexpected(Error{ErrorKind::refused,
            target_.endpoint.name
                + ": OS10 has no timer that rolls a commit back by itself, so that nothing is pushed to it. "
                  "The plan has the commands, to be typed in configuration mode, and those that undo them"});
    }

    LiveTarget target_;
    line_cli::Terminal terminal_;
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<Os10Device>(target, style);
}

}
