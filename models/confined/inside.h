// SPDX-License-Identifier: Apache-2.0
// What a confined process and the one that made it have in common.
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

/// What a confined process ends with; nothing that a library ends with.
inline constexpr int exit_step_time = 81;
inline constexpr int exit_kind_time = 82;
inline constexpr int exit_memory = 83;
inline constexpr int exit_broken = 84;
inline constexpr int exit_abort = 85;

/// In memory that all processes share.
struct Shared {
    std::atomic<std::uint32_t> next_batch{0};
    /// What each process is at; known to the parent however it ends.
    std::array<std::atomic<std::uint32_t>, most_processes> kinds{};
};

/// Before the bytes that a process gives for a batch.
struct Frame {
    std::uint32_t batch = 0;
    std::uint32_t padding = 0;
    std::uint64_t length = 0;
};

/// Takes from this process, which was just made, what it must not have, and ends it when it takes more than it may. `kind` is what it is
/// at, for the process that made it.
void confine(const Limits& limits, std::atomic<std::uint32_t>& kind);

/// Does the work in this process, and ends it.
[[noreturn]] void run_child(
    Shared& shared, int out, std::uint32_t batches, const std::function<void(Worker&)>& work);

}
