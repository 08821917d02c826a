// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/unread_watch.h"

#include <algorithm>
#include <cstddef>

namespace rocelint {

constinit thread_local UnreadWatch* UnreadWatch::innermost_ = nullptr;

namespace {

constexpr std::size_t looked_back = 8;
constexpr std::size_t most = std::size_t{1} << 20; ///< a memory bound that no fabric reaches

}

UnreadWatch::UnreadWatch() : outer_(innermost_) { innermost_ = this; }

UnreadWatch::~UnreadWatch() { innermost_ = outer_; }

void UnreadWatch::add(const Asked& asked)
{
    // A loop asks for the same few settings again and again.
    const std::size_t recent = std::min(asked_.size(), looked_back);
    if (std::ranges::find(asked_.end() - static_cast<std::ptrdiff_t>(recent), asked_.end(), asked)
            == asked_.end()
        && asked_.size() < most)
        asked_.push_back(asked);
}

bool UnreadWatch::is_watching() { return innermost_ != nullptr; }

void note_unread(const void* setting, OriginId origin) { UnreadWatch::note(setting, origin); }

}
