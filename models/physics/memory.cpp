// SPDX-License-Identifier: Apache-2.0
// The sums that SONiC's Lua plugins compute before accepting a buffer. Repeated here so that a refusal is
// known before the push.
#include "models/physics/memory.h"

#include "models/physics/wire.h"

#include <limits>

namespace rocelint::physics {
namespace {

// From buffer_check_headroom_mellanox.lua and buffer_pool_mellanox.lua.
constexpr std::uint64_t port_base = 4096;
constexpr std::uint64_t private_headroom_of_port = std::uint64_t{10} * 1024;
constexpr std::uint64_t default_shared_headroom = 655360;

}

std::uint64_t ports_until_loss(Bytes pool, Bytes xoff)
{
    return xoff.count == 0 ? std::numeric_limits<std::uint64_t>::max() : pool.count / xoff.count;
}

Bytes lossy_group_size(double pipeline_kib, std::uint32_t lanes)
{
    const double kib = lanes == wide_port_lanes ? 2 * pipeline_kib - 1 : pipeline_kib;
    return {static_cast<std::uint64_t>(kib * 1024)};
}

Bytes accumulated_headroom(const PortAdmission& port)
{
    const std::uint64_t mirror = port.lanes == wide_port_lanes ? 2 * port.mirror.count : port.mirror.count;
    return {port_base + lossy_group_size(port.pipeline_kib, port.lanes).count + mirror + port.groups.count};
}

std::optional<Bytes> shared_headroom_pool(Bytes xoff, std::uint32_t ports, std::uint32_t oversubscription)
{
    if (oversubscription == 0)
        return std::nullopt;
    const std::uint64_t reserved = private_headroom_of_port * ports;
    const std::uint64_t left = xoff.count > reserved ? xoff.count - reserved : 0;
    const std::uint64_t pool = (left + oversubscription - 1) / oversubscription;
    return Bytes{pool == 0 ? default_shared_headroom : pool};
}

}
