// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/sonic/tables/fields.h"
#include "models/catalog/asic.h"
#include "models/syntax/json/json_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// The name of every map, as in SONiC's templates.
inline constexpr std::string_view map_name = "AZURE";
/// A message about several ports, printed once with the first port and the number of others.
struct PortNote {
    std::string sentence; ///< "{}" stands for the ports
    std::vector<std::string_view> ports;
};

/// The state shared by the functions that write the tables.
struct Rendered {
    explicit Rendered(const DeviceDesign& device);

    const DeviceDesign& design;
    const catalog::Asic* asic = nullptr; ///< null if the catalog does not know it
    JsonLines json;
    std::vector<std::string> left_out;
    std::vector<PortNote> notes;
    /// By port: the length written to CABLE_LENGTH, which is part of the profile's name.
    std::vector<std::uint32_t> cables;

    void note(std::string_view port, std::string sentence);
    /// The number, or the nearest that the field accepts; a note then
    /// reports the difference for the port or, without one, for the device.
    [[nodiscard]] std::int64_t fitted(
        const NumberField& field, std::string_view what, std::int64_t wanted, std::string_view port = {});
    /// Whether buffer profiles can be written: the sizes of their pools are known.
    [[nodiscard]] bool has_pools() const { return design.memory.ingress_lossless.has_value(); }
    /// Whether the switch computes the headroom of this port from its own table.
    [[nodiscard]] bool headroom_is_made(const PortDesign& port) const;
    /// The priority group of all lossy classes.
    [[nodiscard]] Priority lossy_group() const;
};

void write_ports(Rendered& out);
void write_cables(Rendered& out);
void write_neighbours(Rendered& out);
void write_watchdog(Rendered& out);
void write_maps(Rendered& out);
void write_port_maps(Rendered& out);
void write_schedulers(Rendered& out);
void write_ecn_profiles(Rendered& out);
void write_queues(Rendered& out);
void write_pools(Rendered& out);
void write_buffer_profiles(Rendered& out);
void write_group_buffers(Rendered& out);
void write_queue_buffers(Rendered& out);
void write_profile_lists(Rendered& out);

}
