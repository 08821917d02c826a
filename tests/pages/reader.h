// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/rocelint_run.h"
#include "tests/pages/page.h"

#include <functional>

namespace rocelint::pages {

/// Follows a page: runs its commands in one folder, in order, with the built program as `rocelint`, and compares their output
/// with the page.
class Reader {
public:
    /// `folder` must exist and outlive the reader. `environment`: "NAME=value", in addition to PATH and, unless given, a HOME.
    explicit Reader(std::string folder, std::vector<std::string> environment = {});

    /// Shadows the tool with this name by a shell script.
    void replace_tool(const std::string& name, const std::string& commands) const;

    /// Whether a page may omit lines of a command's output without a `…` in their place.
    bool lines_may_lack = false;

    /// Called before the commands of each block.
    std::function<void(const Block&)> before;

    /// Follows these blocks and returns the number of commands that ran.
    std::size_t follow(const std::vector<Block>& blocks);

private:
    [[nodiscard]] Run run(const Command& command) const;
    void follow_commands(const Block& block, std::size_t& count);
    void check_output(const Block& block, std::string_view shown);

    std::string folder_;
    TemporaryFolder own_; ///< contains the tools that precede all others on PATH
    std::vector<std::string> environment_;
    Run last_;
    bool has_last_ = false; ///< whether the next text block may be the output of `last_`
};

}
