// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace rocelint::app_env {

/// `NAME=value`, with the value unquoted. All parts are views into the line.
struct Assignment {
    std::string_view name;
    std::string_view value;
    std::string_view whole;
};

/// The assignments of one line: one `NAME=value`, or several after `export` or `declare -x`. The value of a
/// single plain assignment extends to the end of the line, as in nccl.conf, where nothing is quoted.
class Assignments {
public:
    explicit Assignments(std::string_view line);
    [[nodiscard]] std::optional<Assignment> next();
    /// Whether the line held only assignments, or was blank or a comment. Call after next() returned nothing.
    [[nodiscard]] bool is_whole() const { return whole_; }

private:
    std::string_view rest_;
    bool several_ = false;
    bool whole_ = true;
};

/// Whether this is a variable of NCCL, UCX or NVSHMEM.
[[nodiscard]] bool is_communication_variable(std::string_view name);

}
