// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting.h"

#include <algorithm>
#include <span>
#include <vector>

namespace rocelint {

/// Which unread settings were asked for on this thread while it lives. A reader of the model that ends without a word is
/// told apart from one that has nothing to say by what it asked for in vain (see rules/unread_rows.h).
///
/// Watches nest: only the innermost is told, and none while an UnwatchedScope lives inside it.
class UnreadWatch {
public:
    struct Asked {
        const void* setting = nullptr; ///< for SettingIndex
        OriginId origin; ///< of the device that the setting belongs to
        friend bool operator==(const Asked&, const Asked&) = default;
    };

    UnreadWatch() : outer_(innermost_) { innermost_ = this; }
    ~UnreadWatch() { innermost_ = outer_; }
    UnreadWatch(const UnreadWatch&) = delete;
    UnreadWatch& operator=(const UnreadWatch&) = delete;

    /// In the order in which they were asked for; one that was asked for again may stand there again.
    [[nodiscard]] std::span<const Asked> asked() const { return asked_; }
    void clear() { asked_.clear(); }

    /// Whether anybody on this thread is told.
    [[nodiscard]] static bool is_watching();

    static void note(const void* setting, OriginId origin)
    {
        if (innermost_ != nullptr)
            innermost_->add({setting, origin});
    }

private:
    friend class UnwatchedScope;
    void add(const Asked& asked)
    {
        // A loop asks for the same few again and again.
        const std::size_t recent = std::min<std::size_t>(asked_.size(), looked_back);
        if (std::ranges::find(asked_.end() - static_cast<std::ptrdiff_t>(recent), asked_.end(), asked)
                == asked_.end()
            && asked_.size() < most)
            asked_.push_back(asked);
    }

    static constexpr std::size_t looked_back = 8;
    static constexpr std::size_t most = std::size_t{1} << 20; ///< a bound for memory that no fabric reaches
    static constinit thread_local UnreadWatch* innermost_;
    UnreadWatch* outer_;
    std::vector<Asked> asked_;
};

/// While it lives no watch of this thread is told: for what is worked out once for all readers (a proof), whichever of
/// them came first, and for what a reader can do without.
class UnwatchedScope {
public:
    UnwatchedScope() : outer_(UnreadWatch::innermost_) { UnreadWatch::innermost_ = nullptr; }
    ~UnwatchedScope() { UnreadWatch::innermost_ = outer_; }
    UnwatchedScope(const UnwatchedScope&) = delete;
    UnwatchedScope& operator=(const UnwatchedScope&) = delete;

private:
    UnreadWatch* outer_;
};

}
