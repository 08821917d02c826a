// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace rocelint::advice {

/// Hours of one GPU: 1024 GPUs for one day are 24 576 of them.
struct GpuHours {
    double count = 0;
};

/// A share of a whole, from 0 to 1.
struct Share {
    double value = 0;
};

/// The bus bandwidth of collectives on one fabric for each unit of that on another: more than 0, at most 1
/// where the other is the faster one (busbw of nccl-tests; all_reduce: 2(n-1)/n of the algorithm's bandwidth).
struct Efficiency {
    double value = 1;
};

/// The GPUs that are in use, and for how long: N, H and u.
struct Usage {
    double gpus = 0;
    double hours = 0;
    Share utilisation;
    [[nodiscard]] constexpr GpuHours whole() const { return {gpus * hours * utilisation.value}; }
};

/// The time of a training step for each unit of that on the reference fabric: (1 - f) + f/e, where f is the
/// share of a step that waits for communication, and computation takes as long on both (Amdahl 1967).
[[nodiscard]] double step_time_ratio(Share communication, Efficiency efficiency);

/// The share of all work that is lost where steps take longer: 1 - 1/((1 - f) + f/e).
[[nodiscard]] Share lost_share(Share communication, Efficiency efficiency);

/// N·H·u·(1 - 1/((1 - f) + f/e)).
[[nodiscard]] GpuHours lost_gpu_hours(const Usage& usage, Share communication, Efficiency efficiency);

/// The efficiency below which more than `lost` of the work is lost: e with 1/e = 1 + L/((1 - L)·f). Without a
/// value: no efficiency above 0 loses exactly this.
[[nodiscard]] std::optional<Efficiency> break_even_efficiency(Share communication, Share lost);

/// The share of communication above which more than `lost` of the work is lost: f = L/((1 - L)·(1/e - 1)).
/// Without a value: not even steps of communication alone lose this.
[[nodiscard]] std::optional<Share> break_even_communication(Efficiency efficiency, Share lost);

}
