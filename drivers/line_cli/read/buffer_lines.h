// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Buffers of priority groups, on platforms where lines of a port state them group by group.
namespace rocelint::line_cli {

/// The lines of a port about the buffer of one priority group, of several kinds.
template <class Kind, std::size_t count>
class BufferLines {
public:
    BufferLines(const DeviceLines& config,
        std::uint32_t place,
        const std::array<Kind, count>& kinds,
        std::uint8_t group)
        : kinds_(kinds)
    {
        for (std::size_t at = 0; at < count; ++at)
            lines_.at(at) = config.find(place, kinds.at(at), group);
    }

    /// Returns the line of a kind, or null.
    [[nodiscard]] const Fact* operator[](Kind kind) const
    {
        return lines_.at(static_cast<std::size_t>(std::ranges::find(kinds_, kind) - kinds_.begin()));
    }
    /// Returns the line of the first kind that has one, or null.
    [[nodiscard]] const Fact* any() const
    {
        const auto line = std::ranges::find_if(lines_, [](const Fact* each) { return each != nullptr; });
        return line == lines_.end() ? nullptr : *line;
    }
    [[nodiscard]] bool any_unread() const
    {
        return std::ranges::any_of(
            lines_, [](const Fact* each) { return each != nullptr && each->sense == Sense::unread; });
    }

private:
    const std::array<Kind, count>& kinds_;
    std::array<const Fact*, count> lines_{};
};

/// Adds the priority groups of a port, which pauses the priorities of Port::pfc_tx. `make(lines)` returns the profile that the
/// lines of a group state; a group without lines has an unread one, for the reason `not_stated`. Does nothing if it is not known
/// what the port pauses.
template <class Kind, std::size_t kind_count, class Make>
void add_groups(DeviceLines& config,
    std::uint32_t index,
    std::uint8_t groups,
    const std::array<Kind, kind_count>& kinds,
    std::string_view not_stated,
    Make&& make)
{
    Port& port = config.device.ports[index];
    if (!port.pfc_tx.peek_known())
        return;
    config.begin_groups(port, groups);
    for (std::uint8_t number = 0; number < groups; ++number) {
        PriorityGroup group{
            .number = number, .buffer = {}, .lossless = {port.pfc_tx.value.has(number), port.pfc_tx.origin}};
        const BufferLines lines(config, config.ports[index].place, kinds, number);
        if (lines.any_unread())
            group.buffer = Setting<Ref>::unread(config.unread(not_understood));
        else if (const Fact* any = lines.any())
            group.buffer = {make(lines), config.device.origins.explicit_at(any->at)};
        else
            group.buffer = Setting<Ref>::unread(config.unread(not_stated));
        config.device.groups.push_back(group);
    }
}

/// Returns the pool that a line makes for the headroom which ports share.
[[nodiscard]] inline BufferPool headroom_pool(
    DeviceLines& config, const std::string& name, const Fact& line, const Setting<Bytes>& size)
{
    BufferPool pool;
    pool.name = config.device.arena->keep(name);
    pool.at = line.at;
    pool.direction = {PoolDirection::ingress, config.device.origins.explicit_at(line.at)};
    pool.shared_headroom = size;
    return pool;
}

}
