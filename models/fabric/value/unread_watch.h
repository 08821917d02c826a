// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/setting.h"

#include <span>
#include <vector>

namespace rocelint {

/// Records the unread settings that this thread accesses during the object's lifetime. This distinguishes a
/// rule that reports nothing because a setting is unread from a rule that found nothing (see
/// rules/unread_rows.h).
///
/// Watches nest: only the innermost records, and none records while an UnwatchedScope inside it is alive.
class UnreadWatch {
public:
    struct Asked {
        const void* setting = nullptr; ///< its address, for SettingIndex
        OriginId origin; ///< in the Origins of the setting's device
        friend bool operator==(const Asked&, const Asked&) = default;
    };

    UnreadWatch();
    ~UnreadWatch();
    UnreadWatch(const UnreadWatch&) = delete;
    UnreadWatch& operator=(const UnreadWatch&) = delete;

    /// In the order of access. A setting that was accessed repeatedly may appear repeatedly.
    [[nodiscard]] std::span<const Asked> asked() const { return asked_; }
    void clear() { asked_.clear(); }

    /// Whether a watch is active on this thread.
    [[nodiscard]] static bool is_watching();

    static void note(const void* setting, OriginId origin)
    {
        if (innermost_ != nullptr)
            innermost_->add({setting, origin});
    }

private:
    friend class UnwatchedScope;
    void add(const Asked& asked);
    static constinit thread_local UnreadWatch* innermost_;
    UnreadWatch* outer_;
    std::vector<Asked> asked_;
};

/// Suspends all watches of this thread during its lifetime: for results that all readers share (a proof),
/// where the first reader would get all records, and for values that a reader can do without.
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
