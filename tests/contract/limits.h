// SPDX-License-Identifier: Apache-2.0
// The values that the limit contract tries on each platform. Each platform registers its numbers in its own tests with an object
// of type Told.
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "models/change/change.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::limit_contract {

/// A value just beyond a limit, as text of the base example and as a change of its first RDMA port.
struct Beyond {
    std::string_view sentence; ///< the expected message
    std::string_view from; ///< replaced by `to`; empty: the value cannot be written as text
    std::string_view to;
    std::optional<Property> property; ///< empty: no change asks for it
    ChangeValue value{};
    std::uint8_t number = 0xff;
};

/// One platform's limits.
struct Limits {
    std::string_view platform;
    /// The text that contains `from`, and its file; empty: the base example.
    std::string_view file{};
    std::string_view text{};
    std::vector<Beyond> beyond;
    std::vector<std::string_view>
        rendered{}; ///< messages expected when a design beyond the limits is rendered
    const line_cli::Grammar* grammar = nullptr; ///< null if the platform is not read by rows of lines
};

/// The limits of all platforms that have registered theirs.
inline std::vector<Limits>& all_limits()
{
    static std::vector<Limits> all;
    return all;
}

/// Registers a platform's limits.
struct Reported {
    explicit Reported(Limits limits) { all_limits().push_back(std::move(limits)); }
};

inline EcnTarget marking(std::uint32_t hundredths)
{
    return {Bytes{150'000}, Bytes{600'000}, Percent{hundredths}};
}
/// Watchdog times in milliseconds.
inline WatchdogTarget times(std::uint32_t detection, std::uint32_t restoration, std::uint32_t poll)
{
    return {PrioritySet::of(3), Milliseconds(detection), Milliseconds(restoration), Milliseconds(poll)};
}

}
