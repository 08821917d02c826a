// SPDX-License-Identifier: Apache-2.0
// The arithmetic of Linux's own drivers (mlx5 en/port_buffer.c, mlxsw), including integer division: the
// result is what the driver programs into the hardware.
#include "models/physics/headroom.h"
#include "models/physics/threshold.h"
#include "models/physics/wire.h"

#include <algorithm>

namespace rocelint::physics {
namespace {

constexpr std::string_view port_buffer
    = "Linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c, calculate_xoff";
constexpr std::uint64_t slowest_counted_megabits = 40000; // MLX5E speed floor in calculate_xoff
constexpr std::uint64_t least_max_mtu = 9216; // MLX5E_MAX_PORT_MTU

}

NicBuffer mlx5_buffer(BitsPerSecond speed, Metres cable, Bytes mtu, Bytes max_mtu, Bytes cell)
{
    // Integers, divided in the driver's order.
    const std::uint64_t rate = std::max(speed.count / 1'000'000, slowest_counted_megabits);
    const std::uint64_t response = 301 * rate / 1000;
    const std::uint64_t with_cable = (301 + 216 * std::uint64_t{cable.count} / 100) * rate / 1000;
    const std::uint64_t packets = 272 * mtu.count / 100;
    const std::uint64_t largest = std::max(max_mtu.count, least_max_mtu);
    NicBuffer out;
    out.xoff_delta = {with_cable + packets};
    out.size = {out.xoff_delta.count + largest + cell.count};
    out.terms.add({"time until both ends have reacted", static_cast<double>(response), port_buffer});
    out.terms.add({"cable, both directions", static_cast<double>(with_cable - response), port_buffer});
    out.terms.add({"packets under way", static_cast<double>(packets), port_buffer});
    out.terms.add({"largest packet that the driver offers", static_cast<double>(largest), port_buffer});
    out.terms.add({"one cell", static_cast<double>(cell.count), port_buffer});
    return out;
}

Metres mlx5_spare_cable(BitsPerSecond speed, std::uint32_t response_quanta)
{
    constexpr std::uint64_t bytes_of_quantum = 64;
    const std::uint64_t rate = std::max(speed.count / 1'000'000, slowest_counted_megabits);
    const std::uint64_t response = 301 * rate / 1000;
    const std::uint64_t standard = response_quanta * bytes_of_quantum;
    if (response <= standard)
        return {0};
    return {static_cast<std::uint32_t>((response - standard) * 1000 * 100 / (216 * rate))};
}

MlxswBuffer mlxsw_buffer(Bytes mtu, std::uint64_t delay_bits, Bytes cell, std::uint32_t lanes)
{
    constexpr std::uint64_t cell_factor = 2; // MLXSW_SP_CELL_FACTOR
    const std::uint64_t packet = cells_of(mtu, cell);
    const std::uint64_t delay = cells_of({(delay_bits + 7) / 8}, cell);
    const std::uint64_t wide = lanes == wide_port_lanes ? 2 : 1; // a port of eight lanes has two buffers
    return {2 * packet * wide, (cell_factor * delay + packet) * wide};
}

}
