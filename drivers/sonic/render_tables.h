// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/sonic/fields.h"
#include "models/catalog/asic.h"
#include "models/syntax/json_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// The name of every map, as SONiC's templates have it.
inline constexpr std::string_view map_name = "AZURE";
/// A sentence about several ports: it is said once, with the first of them and how many more.
struct PortNote {
    std::string sentence; ///< "{}" stands for the ports
    std::vector<std::string_view> ports;
};

/// The state that the writers of the tables share.
struct Rendered {
    explicit Rendered(const DeviceDesign& device);

    const DeviceDesign& design;
    const catalog::Asic* asic = nullptr; ///< null where the catalog does not know it
    JsonLines json;
    std::vector<std::string> left_out;
    std::vector<PortNote> notes;
    /// By port: the length that CABLE_LENGTH says, which names the profile.
    std::vector<std::uint32_t> cables;

    void note(std::string_view port, std::string sentence);
    /// The number, or the nearest that the field takes, which is said of the port or, without one, of the device.
    [[nodiscard]] std::int64_t fitted(
        const NumberField& field, std::string_view what, std::int64_t wanted, std::string_view port = {});
    /// buffer profiles can be written: the sizes of the pools that they draw from are known.
    [[nodiscard]] bool has_pools() const { return design.memory.ingress_lossless.has_value(); }
    /// The switch's own table decides the headroom of this port.
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
