// SPDX-License-Identifier: Apache-2.0
// oneTBB behind one function, so that nothing else knows of threads and --jobs holds everywhere.
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
    // Whoever waits for these tasks takes none of an outer loop meanwhile: it may hold a lock that such a one
    // wants.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, count, [&task](std::size_t index) { task(index); }); });
}

// Were `own` one of the tasks, then often a worker's, and the caller could not help in its loops while it
// waits for the outer one.
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
