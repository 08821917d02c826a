// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace rocelint {

/// Returns a copy of the text that lives as long as the program, as Recognition::reason requires. There are
/// few reasons, however many files have one.
[[nodiscard]] inline std::string_view kept_reason(std::string reason)
{
    static std::mutex mutex;
    static std::set<std::string, std::less<>> known;
    const std::scoped_lock lock(mutex);
    return *known.insert(std::move(reason)).first;
}

}
