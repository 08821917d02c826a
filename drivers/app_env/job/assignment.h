// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <optional>
#include <string_view>

namespace rocelint::app_env {

/// `NAME=value`, with the value unquoted. All parts are views into the line.
struct Assignment {
    std::string_view name;
    std::string_view value;
    std::string_view whole;
};

/// A variable that a job's file sets, in whatever form.
struct Stated {
    std::string_view name;
    std::string_view value;
    Span at; ///< the name with its value
    bool known = true; ///< false: only the running shell knows the value
    bool certain = true; ///< false: in a branch or in a function, so that it may not be set
    bool assumed = false; ///< the default of `${NAME:-default}`
    bool removed = false; ///< `unset NAME`
    friend bool operator==(const Stated&, const Stated&) = default;
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

/// Whether this is the name of a variable.
[[nodiscard]] bool is_variable_name(std::string_view text);
/// The value without the quotes around it.
[[nodiscard]] std::string_view without_quotes(std::string_view value);
/// Whether this is a variable of NCCL (or RCCL, which uses its names), UCX, NVSHMEM, MORI, Mooncake or Mayastor.
[[nodiscard]] bool is_communication_variable(std::string_view name);
/// Whether a text mentions such a variable at all.
[[nodiscard]] bool has_communication_variable(std::string_view text);

}
