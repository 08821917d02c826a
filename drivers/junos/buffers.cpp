// SPDX-License-Identifier: Apache-2.0
// Junos shows no headroom in bytes, only what it works it out from (cable-length, mru) and the partitions of the
// shared buffer.
#include "drivers/junos/config.h"

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
            config.device.pools.push_back(pool);
        }
    }
}

// mru, Congestion Notification Profiles. One that no packet of the port exceeds says nothing else than the
// port's own size; the model has no place for a smaller one.
void mark_largest_packet(const Config& config, const Binding& binding, const Port& port)
{
    const auto profile
        = binding.profile == nullptr ? config.profiles.end() : config.profiles.find(binding.profile->key);
    const Statement* input = profile == config.profiles.end() ? nullptr : profile->second->child("input");
    if (input == nullptr)
        return;
    for (const std::string_view kind : {"dscp", "ieee-802.1"}) {
        const Statement* points = input->child(kind);
        if (points == nullptr)
            continue;
        for (const Statement& point : *points) {
            for (const Statement* holder : {point.child("pfc"), &point}) {
                const Statement* mru = holder == nullptr ? nullptr : holder->child("mru");
                if (mru == nullptr || mru->node == nullptr)
                    continue;
                const auto size = parse_number(mru->key);
                if (!size || !port.max_frame.known() || *size < port.max_frame.value.count)
                    mru->node->mark(CoverageState::unsupported);
            }
        }
    }
}

}
