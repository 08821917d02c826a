// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace rocelint::app_env {

/// `NAME=value`, the value without its quotes. All parts lie in the line.
struct Assignment {
    std::string_view name;
    std::string_view value;
    std::string_view whole;
};

/// The assignments of one line: `NAME=value`, or several after `export` or `declare -x`. The value of a line that is
/// one plain assignment goes up to its end, as in nccl.conf, where nothing is quoted.
class Assignments {
public:
    explicit Assignments(std::string_view line);
    [[nodiscard]] std::optional<Assignment> next();
    /// The line held nothing but assignments, or was blank or a comment. Ask after next() gave nothing.
    [[nodiscard]] bool is_whole() const { return whole_; }

private:
    std::string_view rest_;
    bool several_ = false;
    bool whole_ = true;
};

/// A variable of NCCL, UCX or NVSHMEM.
[[nodiscard]] bool is_communication_variable(std::string_view name);

}
