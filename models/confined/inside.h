// SPDX-License-Identifier: Apache-2.0
// Shared by a confined process and its parent.
#pragma once

#include "models/confined/confined.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace rocelint::confined {

inline constexpr std::size_t most_processes = 256;
inline constexpr std::uint32_t most_kinds = 1024;

/// Exit codes of a confined process. No library uses them.
inline constexpr int exit_step_time = 81;
inline constexpr int exit_kind_time = 82;
inline constexpr int exit_memory = 83;
inline constexpr int exit_broken = 84;
inline constexpr int exit_abort = 85;

/// Lies in memory that all processes share.
struct Shared {
    std::atomic<std::uint32_t> next_batch{0};
    /// The kind of step that each process is running; the parent sees it however the process ends.
    std::array<std::atomic<std::uint32_t>, most_processes> kinds{};
};

/// Header of the bytes that a process returns for a batch.
struct Frame {
    std::uint32_t batch = 0;
    std::uint32_t padding = 0;
    std::uint64_t length = 0;
};

/// Removes everything that this new process must not have, and ends the process if it exceeds its limits.
/// `kind` shows the parent what the process is doing.
void confine(const Limits& limits, std::atomic<std::uint32_t>& kind);

/// Does the work in this process, then ends the process.
[[noreturn]] void run_child(
    Shared& shared, int out, std::uint32_t batches, const std::function<void(Worker&)>& work);

}
