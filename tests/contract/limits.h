// SPDX-License-Identifier: Apache-2.0
// What the limit contract is tried with on each platform. A platform's numbers stand beside its tests, as an object of
// Told.
#pragma once

#include "drivers/line_cli/grammar.h"
#include "models/change/change.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::limit_contract {

/// A number one beyond a limit, as text of the base example and as a change of its first RDMA port.
struct Beyond {
    std::string_view sentence; ///< what is told of it
    std::string_view from; ///< replaced by `to`; empty: no text says it
    std::string_view to;
    std::optional<Property> property; ///< nothing: no change asks for it
    ChangeValue value{};
    std::uint8_t number = 0xff;
};

/// One platform's limits.
struct Limits {
    std::string_view platform;
    /// In what `from` stands; empty: the base example.
    std::string_view file{};
    std::string_view text{};
    std::vector<Beyond> beyond;
    std::vector<std::string_view> rendered{}; ///< what is told when a design beyond the limits is rendered
    const line_cli::Grammar* grammar = nullptr; ///< null where the platform is not read by rows of lines
};

/// Those of all platforms that have told theirs.
inline std::vector<Limits>& all_limits()
{
    static std::vector<Limits> all;
    return all;
}

/// Adds a platform's limits to all.
struct Told {
    explicit Told(Limits limits) { all_limits().push_back(std::move(limits)); }
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
