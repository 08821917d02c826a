// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/sight.h"

#include <algorithm>

namespace rocelint {

constinit thread_local Sight* Sight::innermost_ = nullptr;

// A loop over the ports of a switch looks at the same few neighbors again and again.
void Sight::add(const Seen& seen)
{
    constexpr std::size_t looked_back = 4;
    constexpr std::size_t least = 256;
    const std::size_t recent = std::min(seen_.size(), looked_back);
    if (std::find(seen_.end() - static_cast<std::ptrdiff_t>(recent), seen_.end(), seen) != seen_.end())
        return;
    seen_.push_back(seen);
    if (seen_.size() < least || seen_.size() < 2 * sorted_)
        return;
    std::ranges::sort(seen_);
    seen_.erase(std::ranges::unique(seen_).begin(), seen_.end());
    sorted_ = seen_.size();
}

std::vector<Sight::Seen> Sight::take()
{
    std::ranges::sort(seen_);
    seen_.erase(std::ranges::unique(seen_).begin(), seen_.end());
    return std::move(seen_);
}

}
