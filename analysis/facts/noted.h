// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/unread_watch.h"

#include <utility>
#include <vector>

namespace rocelint {

/// A value computed once for several readers, with the unread settings that the computation accessed.
template <class T>
class Noted {
public:
    /// Stores the result of `work`. UnreadWatches outside do not see its accesses.
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

    /// The value. Reports the stored accesses to the thread's UnreadWatch, as if the value were computed now.
    [[nodiscard]] const T& tell() const
    {
        for (const UnreadWatch::Asked& asked : asked_)
            UnreadWatch::note(asked.setting, asked.origin);
        return value_;
    }

private:
    std::vector<UnreadWatch::Asked> asked_; // declared before the value, whose initialization fills it
    T value_;
};

}
