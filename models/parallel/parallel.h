// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace rocelint {

/// Calls `task` for every index below `count`, on as many threads as set_threads() allows. Tasks must not share
/// anything that they write to. An exception of a task reaches the caller.
void run_parallel(std::size_t count, const std::function<void(std::size_t)>& task);

/// As run_parallel(), while the calling thread does `own` first: for long work that has loops of its own, in which the other
/// threads help when the tasks are done.
void run_beside(
    const std::function<void()>& own, std::size_t count, const std::function<void(std::size_t)>& task);

/// Threads for the rest of the run; 0 for one per core.
void set_threads(std::size_t count);
/// How many there may be.
[[nodiscard]] std::size_t thread_count();

}
