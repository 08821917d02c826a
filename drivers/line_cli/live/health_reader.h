// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/port_health.h"
#include "drivers/line_cli/live/terminal.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Collects the health of a switch's ports by running commands that print JSON.
class HealthReader : public PortHealth {
public:
    /// `ports`: the ports that the caller asks for; empty: all.
    HealthReader(Terminal& terminal, const std::vector<std::string>& ports)
        : PortHealth(ports), terminal_(terminal)
    {
    }

    /// Runs a command and passes its JSON to `use`. If the switch refuses the command, that is reported:
    /// "links: REASON".
    template <class Use>
    [[nodiscard]] Result<void> read(std::string_view command, std::string_view what, Use&& use)
    {
        auto json = terminal_.run_json(command);
        if (json)
            use(*json->tree.root);
        else if (json.error().kind == ErrorKind::refused)
            cannot_tell(std::string(what) + ": " + json.error().message);
        else
            return tl::unexpected(json.error());
        return {};
    }

private:
    Terminal& terminal_;
};

/// Connects to a command line and returns a device of class `Made`, constructed from the target, the terminal
/// and `more`.
template <class Made, class... More>
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open_device(
    const LiveTarget& target, const TerminalStyle& style, const More&... more)
{
    auto terminal = Terminal::connect(target.endpoint, target.cancel, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<Made>(target, *std::move(terminal), more...));
}

}
