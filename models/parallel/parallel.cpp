// SPDX-License-Identifier: Apache-2.0
// Hides oneTBB behind a few functions, so that no other code deals with threads and --jobs applies
// everywhere.
#include "models/parallel/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <memory>

namespace rocelint {
namespace {

std::unique_ptr<tbb::global_control>& thread_limit()
{
    static std::unique_ptr<tbb::global_control> limit;
    return limit;
}

}

void set_threads(std::size_t count)
{
    thread_limit().reset();
    if (count > 0)
        thread_limit()
            = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, count);
}

std::size_t thread_count()
{
    return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

void run_parallel(std::size_t count, const std::function<void(std::size_t)>& task)
{
    // A thread that waits for these tasks must not run a task of an outer loop meanwhile, because it may hold
    // a lock that such a task needs.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, count, [&task](std::size_t index) { task(index); }); });
}

// If `own` were one of the tasks, a worker would often run it, and the caller could not help in its loops
// while waiting for the outer loop.
void run_beside(
    const std::function<void()>& own, std::size_t count, const std::function<void(std::size_t)>& task)
{
    tbb::this_task_arena::isolate([&] {
        tbb::task_group tasks;
        tasks.run(
            [&] { tbb::parallel_for(std::size_t{0}, count, [&task](std::size_t index) { task(index); }); });
        try {
            own();
        } catch (...) {
            tasks.cancel();
            tasks.wait();
            throw;
        }
        tasks.wait();
    });
}

}
