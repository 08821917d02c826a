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

/// What one worker process may use.
struct Limits {
    std::chrono::milliseconds step{5000}; ///< CPU time from one call of Worker::begin_step() to the next
    std::chrono::milliseconds kind{60'000}; ///< CPU time of all steps of one kind
    std::size_t memory = std::size_t{1} << 30; ///< bytes, beyond what the program had before
};

/// No kind: between steps.
inline constexpr std::uint32_t no_kind = 0xffffffffU;

/// Why workers were stopped.
struct Failure {
    enum class Why : std::uint8_t {
        step_time, ///< one step took longer than it may
        kind_time, ///< the steps of one kind took longer together
        memory, ///< the process was refused memory, or ran out of stack
        aborted, ///< a library gave up, and there was memory left
    };
    Why why = Why::memory;
    std::uint32_t kind = no_kind; ///< of the step that did not end
};

struct Shared;

/// What the code in a worker process is given.
class Worker {
public:
    Worker(Shared& shared, int out, std::uint32_t batches)
        : shared_(&shared), out_(out), batches_(batches) { }
    /// The next batch that nobody has taken; nothing when there is none left.
    [[nodiscard]] std::optional<std::uint32_t> take();
    /// Says that what follows is a step of this kind.
    void begin_step(std::uint32_t kind);
    void end_step() { begin_step(no_kind); }
    /// Hands back what was worked out for a batch.
    void give(std::uint32_t batch, std::string_view bytes);

private:
    Shared* shared_;
    int out_;
    std::uint32_t batches_;
};

/// Runs `work` in so many processes made by fork(), which see all that this one has in memory and can neither open a file, nor
/// see its environment, nor write to standard output or error. `kinds`: how many kinds of steps there are. What was given for
/// each batch comes back in the order of batches, or else why it did not. Throws std::runtime_error where the system grants no
/// process or a worker ends in another way, which is a fault of ours.
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
