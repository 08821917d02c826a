// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"

namespace rocelint::catalog {

/// design_defaults.yaml: what an intent gets for everything that it does not state.
struct DesignDefaults {
    Figure<Bytes> host_mtu; ///< largest IP packet of hosts
    Figure<Bytes> switch_mtu_margin; ///< IP MTU of switches minus IP MTU of hosts
    Figure<std::uint32_t> rdma_share_percent; ///< share of all RDMA classes together
    Figure<double> ecn_max_products; ///< upper threshold in bandwidth-delay products
    Figure<std::uint32_t> ecn_min_share_percent; ///< lower threshold as a share of the upper
    Figure<std::uint32_t> ecn_probability_percent; ///< at the upper threshold
    Figure<std::uint32_t> packets_before_pause; ///< packets between full marking and the first pause frame
    Figure<std::uint32_t> detection_ms_per_32_ports;
    Figure<std::uint32_t> restoration_factor; ///< restoration time as a multiple of the detection time
    Figure<std::uint32_t> poll_ms;
};

[[nodiscard]] const DesignDefaults& design_defaults();
/// Whether this is an Ethernet rate.
[[nodiscard]] bool is_ethernet_rate(BitsPerSecond speed);
/// The Ethernet rate nearest to this speed.
[[nodiscard]] BitsPerSecond nearest_ethernet_rate(BitsPerSecond speed);

}
