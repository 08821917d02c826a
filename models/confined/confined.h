// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::confined {

/// Resource limits of one worker process.
struct Limits {
    std::chrono::milliseconds step{5000}; ///< CPU time from one call of Worker::begin_step() to the next
    std::chrono::milliseconds kind{60'000}; ///< total CPU time of all steps of one kind
    std::size_t memory = std::size_t{1} << 30; ///< bytes, beyond what the program used before
};

/// The state between steps.
inline constexpr std::uint32_t no_kind = 0xffffffffU;

/// Why workers were stopped.
struct Failure {
    enum class Why : std::uint8_t {
        step_time, ///< one step exceeded its time
        kind_time, ///< the steps of one kind exceeded their total time
        memory, ///< the process was refused memory or ran out of stack
        aborted, ///< a library aborted while memory was left
    };
    Why why = Why::memory;
    std::uint32_t kind = no_kind; ///< kind of the unfinished step
};

struct Shared;

/// The interface of a worker process to its parent.
class Worker {
public:
    Worker(Shared& shared, int out, std::uint32_t batches)
        : shared_(&shared), out_(out), batches_(batches) { }
    /// The next batch that no worker has taken; nothing if none is left.
    [[nodiscard]] std::optional<std::uint32_t> take();
    /// Marks the start of a step of this kind.
    void begin_step(std::uint32_t kind);
    void end_step() { begin_step(no_kind); }
    /// Returns the result of a batch to the parent.
    void give(std::uint32_t batch, std::string_view bytes);

private:
    Shared* shared_;
    int out_;
    std::uint32_t batches_;
};

/// Runs `work` in `processes` processes made by fork(). They see all memory of this process, but cannot open
/// files, see its environment, or write to standard output or error. `kinds`: the number of step kinds.
/// Returns the result of each batch in batch order, or the failure. Throws std::runtime_error if the system
/// refuses a process, or if a worker ends in any other way, which is a bug of this program.
struct Outcome {
    std::vector<std::string> batches;
    std::optional<Failure> failure;
};
[[nodiscard]] Outcome run(std::size_t processes,
    std::uint32_t batches,
    std::uint32_t kinds,
    const Limits& limits,
    const std::function<void(Worker&)>& work);

}
