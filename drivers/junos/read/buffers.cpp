// SPDX-License-Identifier: Apache-2.0
// Junos does not show headroom in bytes, only the inputs of its calculation (cable-length, mru) and the
// partitions of the shared buffer.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

namespace rocelint::junos {

void read_buffers(Config& config)
{
    const Statement* top = class_of_service(config);
    const Statement* shared = top == nullptr ? nullptr : top->child("shared-buffer");
    if (shared == nullptr)
        return;
    for (const Statement& direction : *shared) {
        for (const Statement& partition : direction) {
            if (partition.word() != "buffer-partition")
                continue;
            BufferPool pool;
            pool.name = config.device.arena->keep(fmt::format("{} {}", direction.word(), partition.key));
            pool.at = partition.at;
            pool.direction = {direction.word() == "ingress" ? PoolDirection::ingress : PoolDirection::egress,
                config.here(partition)};
            if (const Statement* percent = partition.child("percent"); percent != nullptr) {
                if (const auto number = number_of(config, *percent, percent_limit, 100))
                    pool.partition
                        = {Percent::whole(static_cast<std::uint32_t>(*number)), config.here(*percent)};
            }
            // Reads only headroom of zero percent. The size in bytes of any other share depends on the chip's
            // memory.
            if (partition.key == "lossless-headroom" && pool.partition.known()
                && pool.partition.value == Percent{})
                pool.shared_headroom = {Bytes{}, pool.partition.origin};
            config.device.pools.push_back(pool);
        }
    }
}

// The code point of priority 4. Its default is a larger packet, unless the priority counts as explicitly
// configured.
constexpr std::string_view usually_large = "100";

// mru, Congestion Notification Profiles: one for each paused code point. Headroom is computed for the
// smallest.
void bind_largest_packet(Config& config, const Binding& binding, Port& port)
{
    const auto profile
        = binding.profile == nullptr ? config.profiles.end() : config.profiles.find(binding.profile->key);
    const Statement* input = profile == config.profiles.end() ? nullptr : profile->second->child("input");
    if (input == nullptr)
        return;
    const auto take = [&port](const Setting<Bytes>& packet) {
        if (!port.headroom_packet.peek_known() || packet.value < port.headroom_packet.value)
            port.headroom_packet = packet;
    };
    for (const std::string_view kind : {"dscp", "ieee-802.1"}) {
        const Statement* points = input->child(kind);
        if (points == nullptr)
            continue;
        for (const Statement& point : *points) {
            const Statement* mru = point.child("mru");
            const auto size = mru == nullptr ? std::nullopt : parse_number(mru->key);
            if (size)
                take({Bytes{*size}, config.through(*binding.profile, mru->at)});
            else if (mru != nullptr && mru->node != nullptr)
                mru->node->mark(CoverageState::unrecognised);
            else if (point.child("pfc") != nullptr && (kind == "dscp" || point.key != usually_large))
                take(config.defaults.number_as<Bytes>(Default::largest_packet));
        }
    }
}

}
