// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"
#include "models/syntax/json_tree.h"
#include "models/text/source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::eos {

/// JSON that a device printed, read.
struct DeviceJson {
    std::unique_ptr<Source> source;
    Tree tree;
};

/// The command line of one switch, in privileged mode and without a pager.
class Terminal {
public:
    [[nodiscard]] static Result<Terminal> open(const SshSession& session);

    /// Runs one line. `refused`, with the switch's own words, where it answers with a line that begins with "% ".
    [[nodiscard]] Result<std::string> run(std::string_view line, std::chrono::milliseconds timeout = {});
    /// Runs `COMMAND | json`.
    [[nodiscard]] Result<DeviceJson> run_json(std::string_view command);

private:
    Terminal(Shell shell, std::string name) : shell_(std::move(shell)), name_(std::move(name)) { }
    Shell shell_;
    std::string name_;
};

/// What `show configuration sessions detail` tells.
struct Sessions {
    std::string pending; ///< the session whose commit timer runs, or empty
    bool saves_on_commit = false;
    std::vector<std::string> open; ///< sessions that hold changes which are not committed
    [[nodiscard]] bool lists(std::string_view name) const;
};
/// Reads it, in the form of EOS before and from 4.32. `name` begins messages.
[[nodiscard]] Result<Sessions> read_sessions(Terminal& terminal, const std::string& name);

}
