// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"

namespace rocelint::catalog {

/// What an intent that does not say otherwise gets: design_defaults.yaml.
struct DesignDefaults {
    Figure<Bytes> host_mtu; ///< largest IP packet of hosts
    Figure<Bytes> switch_mtu_margin; ///< how much larger that of switches is
    Figure<std::uint32_t> rdma_share_percent; ///< of all RDMA classes together
    Figure<double> ecn_max_products; ///< upper threshold in bandwidth-delay products
    Figure<std::uint32_t> ecn_min_share_percent; ///< lower threshold as a share of the upper
    Figure<std::uint32_t> ecn_probability_percent; ///< at the upper threshold
    Figure<std::uint32_t> packets_before_pause; ///< that marking is complete before pause is sent
    Figure<std::uint32_t> detection_ms_per_32_ports;
    Figure<std::uint32_t> restoration_factor; ///< restoration time in detection times
    Figure<std::uint32_t> poll_ms;
};

[[nodiscard]] const DesignDefaults& design_defaults();
/// Whether Ethernet has this rate.
[[nodiscard]] bool is_ethernet_rate(BitsPerSecond speed);
/// The rate of Ethernet that is nearest to this speed.
[[nodiscard]] BitsPerSecond nearest_ethernet_rate(BitsPerSecond speed);

}
