// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

namespace rocelint {

/// Progress of long work, for display: many threads count, another thread reads.
struct WorkCount {
    std::atomic<const char*> noun{nullptr}; ///< what is counted, a literal: "files"; null: nothing
    std::atomic<std::size_t> done{0};
    std::atomic<std::size_t> total{0};

    void begin(const char* what, std::size_t count)
    {
        noun = nullptr;
        done = 0;
        total = count;
        noun = what;
    }
    void end() { noun = nullptr; }
};

}
