// SPDX-License-Identifier: Apache-2.0
// Dynamic thresholds (Choudhury and Hahne 1998) and DCQCN's bounds (Zhu et al., SIGCOMM 2015): at which fill
// a group pauses, and whether ECN has marked by then. Callers must leave out chips with unknown alpha.
#include "models/physics/threshold.h"

#include "models/physics/wire.h"

#include <cmath>

namespace rocelint::physics {
namespace {

double number(Bytes bytes) { return static_cast<double>(bytes.count); }

/// Rounds to the nearest byte; negative numbers become zero.
Bytes nearest_bytes(double bytes)
{
    return {bytes <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(bytes))};
}

std::int64_t difference(Bytes a, Bytes b)
{
    return static_cast<std::int64_t>(a.count) - static_cast<std::int64_t>(b.count);
}

}

Bytes dynamic_limit(Alpha alpha, Bytes shared, std::uint32_t queues)
{
    if (alpha.infinite)
        return queues == 0 ? shared : Bytes{shared.count / queues};
    if (queues == 0)
        return {0};
    return nearest_bytes(alpha.value * number(shared) / (1 + queues * alpha.value));
}

std::uint64_t cells_of(Bytes bytes, Bytes cell)
{
    return cell.count == 0 ? 0 : (bytes.count + cell.count - 1) / cell.count;
}

Bytes round_to_cells(Bytes bytes, Bytes cell)
{
    return cell.count == 0 ? bytes : Bytes{cells_of(bytes, cell) * cell.count};
}

Bytes percent_of(Bytes pool, Percent share)
{
    constexpr std::uint64_t whole = Percent::whole(100).hundredths;
    // In two parts, so that the product cannot overflow, whatever the pool size.
    return {pool.count / whole * share.hundredths + pool.count % whole * share.hundredths / whole};
}

EcnMargin ecn_margin_dynamic(Alpha alpha, Bytes shared, std::uint32_t ports, Bytes at)
{
    // Each group holds alpha * free when it pauses; the queue holds the sum over all groups.
    const Bytes queue = alpha.infinite
        ? shared
        : nearest_bytes(alpha.value * ports * number(shared) / (1 + alpha.value * ports));
    return {queue, difference(queue, at)};
}

EcnMargin ecn_margin_fixed(Bytes pause_at, std::uint32_t ports, Bytes at)
{
    const Bytes queue{pause_at.count * ports};
    return {queue, difference(queue, at)};
}

DcqcnBounds dcqcn_bounds(Bytes buffer, std::uint32_t ports, Bytes flight, std::uint32_t classes, double beta)
{
    const double groups = static_cast<double>(classes) * ports;
    const double free = number(buffer) - groups * number(flight);
    if (groups == 0 || free <= 0)
        return {};
    DcqcnBounds bounds;
    bounds.pfc_static = nearest_bytes(free / groups);
    bounds.ecn_static = free / groups / ports;
    bounds.ecn_dynamic = beta * free / (groups * (beta + 1));
    return bounds;
}

Bytes bandwidth_delay(BitsPerSecond rate, std::chrono::nanoseconds time)
{
    return nearest_bytes(static_cast<double>(rate.count) / 8 * static_cast<double>(time.count()) / 1e9);
}

std::chrono::nanoseconds longest_pause(BitsPerSecond rate)
{
    if (rate.count == 0)
        return std::chrono::nanoseconds::max();
    const double bits = static_cast<double>(longest_pause_quanta * quantum_bits);
    return std::chrono::nanoseconds(std::llround(bits * 1e9 / static_cast<double>(rate.count)));
}

}
