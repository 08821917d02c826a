// SPDX-License-Identifier: Apache-2.0
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
                if (const auto number = number_of(config, *percent, 100))
                    pool.partition
                        = {Percent::whole(static_cast<std::uint32_t>(*number)), config.here(*percent)};
            }
            config.device.pools.push_back(pool);
        }
    }
}

}
