// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/unread_watch.h"

#include <utility>
#include <vector>

namespace rocelint {

/// What was worked out once for several readers, with the settings that were asked for in vain meanwhile.
template <class T>
class Noted {
public:
    /// Keeps what `work` gives back; no watch outside is told.
    template <class Work>
    explicit Noted(const Work& work)
        : value_([&] {
            const UnreadWatch watch;
            T value = work();
            asked_.assign(watch.asked().begin(), watch.asked().end());
            return value;
        }())
    {
    }

    /// The value. The thread's UnreadWatch is told as if it had been worked out now.
    [[nodiscard]] const T& tell() const
    {
        for (const UnreadWatch::Asked& asked : asked_)
            UnreadWatch::note(asked.setting, asked.origin);
        return value_;
    }

private:
    std::vector<UnreadWatch::Asked> asked_; // made before the value, which fills it
    T value_;
};

}
