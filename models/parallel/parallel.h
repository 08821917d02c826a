// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace rocelint {

/// Calls `task` for every index below `count`, on as many threads as set_threads() allows. Tasks must not
/// write to shared data. The caller receives an exception that a task throws.
void run_parallel(std::size_t count, const std::function<void(std::size_t)>& task);

/// As run_parallel(), while the calling thread runs `own` first. For long work that has its own parallel
/// loops: the other threads help with them after the tasks are done.
void run_beside(
    const std::function<void()>& own, std::size_t count, const std::function<void(std::size_t)>& task);

/// Sets the number of threads for the rest of the run; 0 means one per core.
void set_threads(std::size_t count);
/// The largest number of threads.
[[nodiscard]] std::size_t thread_count();

}
