// SPDX-License-Identifier: Apache-2.0
#include "models/stored/harmless.h"

#include "models/text/redact.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_set>

namespace rocelint::stored {

// Caches harmless texts, because most texts are sources of defaults or reasons for unchecked rules, repeated
// for each device.
bool hold_secret(std::span<const std::string_view> texts)
{
    constexpr std::size_t most = 4096;
    static thread_local std::unordered_set<std::string> harmless;
    if (harmless.size() > most)
        harmless.clear();
    return std::ranges::any_of(texts, [](std::string_view text) {
        const auto [place, fresh] = harmless.emplace(text);
        if (!fresh || find_secrets(text).empty())
            return false;
        harmless.erase(place);
        return true;
    });
}

}
