// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/fabric/value/limit.h"
#include "models/fabric/value/spelling.h"
#include "models/fabric/value/text_limit.h"
#include "models/physics/wire.h"

#include <array>
#include <cstdint>

/// The numbers that Junos allows and the words that it has. Reading, checking, editing and rendering all use
/// these.
namespace rocelint::junos {

/// Bytes of a frame with its Ethernet header and without the FCS.
inline constexpr Limit mtu_limit{
    "mtu", 256, 9216, "of EX and QFX Series switches; Junos OS CLI Reference, mtu (interfaces)"};
/// The largest MTU of any hardware.
inline constexpr std::uint64_t largest_mtu = 65535;
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

inline constexpr std::string_view class_of_service_schema
    = "Junos OS 23.2R1, junos-qfx-conf-class-of-service.yang";
inline constexpr std::string_view forwarding_schema
    = "Junos OS 23.2R1, junos-qfx-conf-forwarding-options.yang";
inline constexpr TextLimit class_of_service_name{.longest = 64, .source = class_of_service_schema};
inline constexpr TextLimit device_name{
    .longest = 255, .source = "Junos OS 23.2R1, junos-qfx-conf-system.yang, host-name", .fixed = true};
inline constexpr Limit percent_limit{"percent", 0, 100, class_of_service_schema};
inline constexpr Limit pfc_priority_limit{"pfc-priority", 0, 7, class_of_service_schema};
inline constexpr std::string_view watchdog_schema
    = "Junos OS 23.2R1, junos-qfx-conf-class-of-service.yang; Junos OS Evolved 24.4R1 states no range";
inline constexpr Limit poll_interval_limit{"poll-interval", 100, 1000, watchdog_schema, "ms"};
/// Counted in polling intervals.
inline constexpr Limit detection_limit{"detection", 2, 10, watchdog_schema};
inline constexpr Limit recovery_limit{"recovery", 200, 1000, watchdog_schema, "ms"};

/// The words of `channel-speed`, which Junos OS has under `chassis`.
inline constexpr std::array<std::string_view, 3> channel_speeds{"10g", "25g", "50g"};
inline constexpr std::string_view chassis_schema = "Junos OS 23.2R1, junos-qfx-conf-chassis.yang";

/// The words of `fec` (Junos OS CLI Reference, fec (ether): fec108, fec74, fec91, none; Junos OS 23.2R1 and
/// 24.4R1, junos-qfx-conf-interfaces.yang: fec161 too). fec91 is the Reed-Solomon code of 802.3 clause 91,
/// fec108 that of 25 Gb/s, fec161 the interleaved one of 100 Gb/s. The code of clause 119 has no word: it is
/// the only one at 200 Gb/s and faster.
inline constexpr Spelling<Fec> fec_words[]{{"none", Fec::none},
    {"fec74", Fec::base_r},
    {"fec91", Fec::rs},
    {"fec91", Fec::rs528},
    {"fec108", Fec::rs528},
    {"fec161", Fec::rs}};
inline constexpr Spelling<WatchdogAction> action_words[]{
    {"drop", WatchdogAction::drop}, {"forward", WatchdogAction::forward}};

}
