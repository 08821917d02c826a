// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::sample_nos {

/// A clean switch whose name is `@NAME@`: port p1 leads to a host, p2 to a spine.
inline constexpr std::string_view base_example = R"(sample_nos: 1
hostname: "@NAME@"
class: {dscp: {26: 3, 48: 6}, other: 0}
lossless: [3]
pool: {size: 33554432}
lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 0}
schedule: {0: 40, 1: 1, 2: 1, 3: 50, 4: 1, 5: 1, 6: strict, 7: 6}
ports:
  p1:
    description: host
    speed: 100G
    mtu: 9100
    cable: 5m
    pfc: [3]
    trust: dscp
    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
  p2:
    description: uplink
    speed: 100G
    mtu: 9100
    cable: 40m
    pfc: [3]
    trust: dscp
    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
)";

}
