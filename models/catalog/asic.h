// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/physics/headroom.h"
#include "models/physics/threshold.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::catalog {

/// A number of the catalog with the document that states it. Without a source it is not known.
template <class T>
struct Figure {
    T value{};
    std::string_view source;
    [[nodiscard]] bool known() const { return !source.empty(); }
};

/// Which of the headroom models describes an ASIC.
enum class HeadroomModel : std::uint8_t { none, spectrum, tofino };

/// What the number of a dynamic threshold means.
enum class AlphaScale : std::uint8_t { unknown, power_of_two };

/// A lossless ingress pool with its pool of headroom as a vendor ships them.
struct ShippedPool {
    Bytes size;
    Bytes xoff;
    std::string_view source;
};

/// One switch ASIC: an entry of asics.yaml.
struct Asic {
    std::string_view name; ///< "spectrum-4", "tomahawk5"
    std::string_view vendor;
    Figure<HeadroomModel> model;
    Figure<Bytes> cell;
    Figure<double> pipeline_kib;
    Figure<double> mac_phy_kib;
    Figure<double> peer_response_kib;
    Figure<bool> tile_delay;
    Figure<Bytes> extra_xoff;
    Figure<std::uint32_t> shared_headroom_reserved; ///< cells a port
    Figure<std::uint32_t> shared_headroom_max; ///< cells a port
    Figure<std::uint64_t> cells; ///< that the packet memory consists of, where a document counts them
    Figure<Bytes> packet_memory; ///< what may be planned with
    Figure<Bytes> packet_memory_most; ///< where releases differ: more than this no release has used
    std::vector<ShippedPool> shipped_pools; ///< that exceed the packet memory by its cells
    Figure<std::uint32_t> memory_slices; ///< parts that the packet memory consists of; a port uses one
    Figure<bool> deep_buffer; ///< virtual output queues in memory beside the chip
    Figure<bool>
        red_curve_decides; ///< packets that nothing meters are marked by the red curve, not by the green one
    Figure<bool> pause_needs_fec; ///< ports were seen to ignore received pause while their FEC was off
    Figure<AlphaScale> alpha;
    Figure<std::int64_t> alpha_least; ///< the lowest with a value of its own; below it the limit is zero
    Figure<std::int64_t> alpha_infinite; ///< from here on the queue is not limited
    Figure<std::int64_t> shipped_alpha_least; ///< range of dynamic thresholds in shipped profiles
    Figure<std::int64_t> shipped_alpha_most;
    Figure<std::uint32_t> max_lossless; ///< lossless classes that it supports
    Figure<std::uint32_t> lane_rate; ///< the fastest of its serial lanes, in Mb/s
    Figure<std::uint32_t> fastest_port; ///< in Mb/s
    [[nodiscard]] physics::AsicDelays delays() const;
    /// The meaning of a dynamic threshold as its platforms write it; nothing where no source tells.
    [[nodiscard]] std::optional<physics::Alpha> alpha_of(std::int64_t threshold) const;
};

/// The ASIC of this name, hardware SKU, platform string or model ("spectrum-4", "Mellanox-SN5600-C224O8",
/// "x86_64-nvidia_sn5600-r0", "DCS-7060X6-64PE"), without regard to case; null for none.
[[nodiscard]] const Asic* find_asic(std::string_view name);
/// The ASIC of a device: what the topology or its configuration says; null where nothing does.
[[nodiscard]] const Asic* asic_of(const Device& device);
[[nodiscard]] std::span<const Asic> all_asics();
/// Every name that find_asic() knows in full, as the catalog spells it, in its order: of what was misspelt the nearest one
/// is told.
[[nodiscard]] const std::vector<std::string_view>& asic_names();

/// One row of a shipped pg_profile_lookup.ini.
struct HeadroomRow {
    BitsPerSecond speed;
    Metres cable;
    Bytes size;
    Bytes xon;
    Bytes xoff;
    std::int64_t threshold = 0;
    std::optional<Bytes> xon_offset;
};

/// A shipped headroom table, rows sorted by speed and cable.
struct HeadroomTable {
    std::string_view sku; ///< the first of `skus`, by which the table is called
    std::vector<std::string_view> skus; ///< "ACS-MSN3700", or "common/profiles/td2/gen/RDMA-CENTRIC"
    std::string_view path; ///< upstream path: its source
    const Asic* asic = nullptr; ///< null where the ASIC is not known
    bool shared_headroom = false; ///< made for a shared headroom pool: xoff is not reserved
    bool repeats
        = false; ///< one number stands for many speeds or lengths: it says nothing about other switches
    std::vector<HeadroomRow> rows;
    /// The row of this speed with the shortest cable that is at least as long; null where there is none.
    [[nodiscard]] const HeadroomRow* row(BitsPerSecond speed, Metres cable) const;
};

[[nodiscard]] std::span<const HeadroomTable> headroom_tables();
/// The table shipped for this hardware SKU, or null. Where releases or roles differ, the first of several.
[[nodiscard]] const HeadroomTable* table_of_sku(std::string_view sku);
/// All tables shipped for this hardware SKU, in catalog order.
[[nodiscard]] std::vector<const HeadroomTable*> tables_of_sku(std::string_view sku);
/// The headroom (xoff) that switches are shipped with for this speed and cable, ascending: a row of each table that tells
/// of other switches too. Lives as long as the program.
[[nodiscard]] std::span<const Bytes> shipped_headroom(BitsPerSecond speed, Metres cable);
/// The tables of an ASIC that tell of its other switches too, in catalog order.
[[nodiscard]] std::vector<const HeadroomTable*> tables_of(const Asic& asic);

/// Time that a peer of this speed may take to stop, in quanta of 512 bit times. Unknown for a speed without a source.
[[nodiscard]] Figure<std::uint32_t> response_quanta(BitsPerSecond speed);
/// The speeds whose response time is known, in catalog order.
[[nodiscard]] std::vector<BitsPerSecond> response_speeds();
/// Delay of one interface of this speed in bit times.
[[nodiscard]] Figure<std::uint64_t> interface_bits(BitsPerSecond speed);

/// An RDMA NIC: an entry of nics.yaml.
struct NicModel {
    std::string_view name; ///< "mlx5", by kernel driver
    Figure<Bytes> cell;
    Figure<Bytes> max_mtu; ///< the least that the driver counts with
    Figure<Metres> default_cable;
};
/// The NIC of this driver or product name ("mlx5", "connectx-7"), without regard to case; null for none.
[[nodiscard]] const NicModel* find_nic(std::string_view name);
[[nodiscard]] std::span<const NicModel> all_nics();
/// Every name that find_nic() knows, as the catalog spells it: of what was misspelt the nearest one is told.
[[nodiscard]] const std::vector<std::string_view>& nic_names();

}
