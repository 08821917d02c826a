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

/// A number of the catalog and the document that states it. Without a source the number is unknown.
template <class T>
struct Figure {
    T value{};
    std::string_view source;
    [[nodiscard]] bool known() const { return !source.empty(); }
};

/// The headroom model that describes an ASIC.
enum class HeadroomModel : std::uint8_t { none, spectrum, tofino };

/// The meaning of the number of a dynamic threshold.
enum class AlphaScale : std::uint8_t { unknown, power_of_two };

/// A lossless ingress pool and its headroom pool, as a vendor ships them.
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
    Figure<std::uint64_t> cells; ///< number of cells in the packet memory, where a document states it
    Figure<Bytes> packet_memory; ///< available for planning
    Figure<Bytes> packet_memory_most; ///< where releases differ: no release has used more than this
    /// shipped although they exceed the memory that `cells` add up to
    std::vector<ShippedPool> shipped_pools;
    Figure<std::uint32_t> memory_slices; ///< number of slices of the packet memory; a port uses one
    Figure<bool> deep_buffer; ///< virtual output queues in memory outside the chip
    Figure<bool> red_curve_decides; ///< unmetered packets are marked by the red curve, not the green one
    Figure<bool> pause_needs_fec; ///< ports have been seen to ignore received pause while FEC was off
    Figure<AlphaScale> alpha;
    Figure<std::int64_t> alpha_least; ///< the lowest effective value; below it the limit is zero
    Figure<std::int64_t> alpha_infinite; ///< from this value on the queue has no limit
    Figure<std::int64_t> shipped_alpha_least; ///< lowest dynamic threshold in shipped profiles
    Figure<std::int64_t> shipped_alpha_most;
    Figure<std::uint32_t> max_lossless; ///< number of supported lossless classes
    Figure<std::uint32_t> lane_rate; ///< rate of its fastest serial lane, in Mb/s
    Figure<std::uint32_t> fastest_port; ///< speed of its fastest port, in Mb/s
    [[nodiscard]] physics::AsicDelays delays() const;
    /// The meaning of a dynamic threshold as the ASIC's platforms write it; nothing if it is undocumented.
    [[nodiscard]] std::optional<physics::Alpha> alpha_of(std::int64_t threshold) const;
    /// Whether all of its packet memory is known to be on the chip. `deep_memory`: the bytes from which memory
    /// is deep where the catalog does not say.
    [[nodiscard]] bool is_shallow(double deep_memory) const;
};

/// Finds the ASIC with this name, hardware SKU, platform string or model ("spectrum-4",
/// "Mellanox-SN5600-C224O8", "x86_64-nvidia_sn5600-r0", "DCS-7060X6-64PE"), ignoring case. Null if there is
/// none.
[[nodiscard]] const Asic* find_asic(std::string_view name);
/// The ASIC of a device, from the topology or its configuration; null if neither names one.
[[nodiscard]] const Asic* asic_of(const Device& device);
[[nodiscard]] std::span<const Asic> all_asics();
/// Every full name that find_asic() knows, in catalog spelling and order. Messages suggest the nearest one
/// for a misspelled name.
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
    std::string_view sku; ///< the first of `skus`, used as the table's name
    std::vector<std::string_view> skus; ///< "ACS-MSN3700", or "common/profiles/td2/gen/RDMA-CENTRIC"
    std::string_view path; ///< upstream path, cited as the source
    const Asic* asic = nullptr; ///< null if the ASIC is unknown
    bool shared_headroom = false; ///< made for a shared headroom pool: xoff is not reserved
    /// one number covers many speeds or lengths, so the table says nothing about other switches
    bool repeats = false;
    std::vector<HeadroomRow> rows;
    /// The row of this speed with the shortest cable that is at least as long; null if there is none.
    [[nodiscard]] const HeadroomRow* row(BitsPerSecond speed, Metres cable) const;
};

[[nodiscard]] std::span<const HeadroomTable> headroom_tables();
/// The table shipped for this hardware SKU, or null. If tables differ by release or role, returns the first.
[[nodiscard]] const HeadroomTable* table_of_sku(std::string_view sku);
/// All tables shipped for this hardware SKU, in catalog order.
[[nodiscard]] std::vector<const HeadroomTable*> tables_of_sku(std::string_view sku);
/// The headroom (xoff) that switches ship with for this speed and cable, ascending: one row of each table
/// that also applies to other switches. Lives as long as the program.
[[nodiscard]] std::span<const Bytes> shipped_headroom(BitsPerSecond speed, Metres cable);
/// The tables of an ASIC that also apply to its other switches, in catalog order.
[[nodiscard]] std::vector<const HeadroomTable*> tables_of(const Asic& asic);

/// Time that a peer of this speed may take to stop, in quanta of 512 bit times. Unknown for a speed without a
/// source.
[[nodiscard]] Figure<std::uint32_t> response_quanta(BitsPerSecond speed);
/// The speeds whose response time is known, in catalog order.
[[nodiscard]] std::vector<BitsPerSecond> response_speeds();
/// Delay of one interface of this speed in bit times.
[[nodiscard]] Figure<std::uint64_t> interface_bits(BitsPerSecond speed);

/// An RDMA NIC: an entry of nics.yaml.
struct NicModel {
    std::string_view name; ///< "mlx5": the kernel driver
    Figure<Bytes> cell;
    Figure<Bytes> max_mtu; ///< the lowest maximum that the driver assumes
    Figure<Metres> default_cable;
};
/// Finds the NIC with this driver or product name ("mlx5", "connectx-7"), ignoring case. Null if there is
/// none.
[[nodiscard]] const NicModel* find_nic(std::string_view name);
[[nodiscard]] std::span<const NicModel> all_nics();
/// Every name that find_nic() knows, in catalog spelling. Messages suggest the nearest one for a misspelled
/// name.
[[nodiscard]] const std::vector<std::string_view>& nic_names();

}
