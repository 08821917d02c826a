// SPDX-License-Identifier: Apache-2.0
// Where the model holds the value of a knob: how it is read from a device, and put into one.
#pragma once

#include "drivers/linux_host/knob/traffic_classes.h"
#include "models/fabric/device.h"
#include "models/fabric/value/priority.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The amount for a traffic class of -1: MLNX_OFED then forces none (mlx5_ib, tclass_parse_tclass).
inline constexpr std::uint32_t unset_traffic_class = 0xffffffff;

/// A value of a knob, by the knob's shape.
struct KnobValue {
    std::uint8_t number = 0; ///< the DSCP, the priority of a half, or the side of link pause
    PrioritySet given; ///< for eight numbers: which of them are given
    std::array<std::uint32_t, 8> list{}; ///< for eight numbers
    std::uint32_t amount = 0; ///< for all other shapes
};

/// One port of a device that was read.
struct PortView {
    const Device& device;
    const Port& port;
    const Nic* nic = nullptr; ///< null if not known
};
/// The value in the device.
struct HeldValue {
    bool known = false;
    KnobValue value;
    OriginId origin;
    std::string_view unread{}; ///< what exactly is unknown, if it is only a part of the knob
};
/// One port of a device that is being read, and the text that sets something of it.
struct PortPlace {
    Port& port;
    Nic& nic;
    Origins& origins;
    Span at;
    OriginId why;
};

/// The traffic classes and receive buffers of a port as far as they are collected.
struct ClassFacts {
    TrafficClasses classes;
    ReceiveBuffers buffers;
    std::array<Setting<std::uint32_t>, 8> share;
};
/// The text that sets something of the classes.
struct ClassPlace {
    Origins& origins;
    Span at;
    OriginId why;
};
/// One of eight numbers of a knob that is collected for all classes of a port.
struct ClassMember {
    bool buffers = false; ///< belongs to the receive buffers, not to the traffic classes
    /// How captures show it: all eight at one place, or by the traffic classes that they list.
    enum class Shown : std::uint8_t { whole, every_class, given_classes } shown = Shown::whole;
    void (*put)(ClassFacts&, std::uint8_t index, std::uint32_t value, const ClassPlace&) = nullptr;
    /// "-" if it is not known. `captured` is what captures alone show.
    std::string (*text)(const ClassFacts&, const TrafficClasses& captured, std::uint8_t index) = nullptr;
    /// Where captures show all eight; none if they do not.
    OriginId (*origin)(const ClassFacts&) = nullptr;
};

/// The kind of place in the model that holds a knob.
enum class Stored : std::uint8_t {
    field, ///< fields that belong to it alone
    priorities, ///< the priorities of PFC
    trust, ///< with it, NICs change their map of DSCPs
    dscp_map,
    classes, ///< collected, see ClassMember
};
struct Member {
    Stored stored = Stored::field;
    HeldValue (*get)(const PortView&, std::uint8_t number) = nullptr;
    void (*put)(const PortPlace&, const KnobValue&) = nullptr;
    ClassMember classes{};
};

/// Sets the traffic class that the NIC forces on every queue pair; -1 means none, as in MLNX_OFED.
void set_traffic_class(Nic& nic, int traffic_class, OriginId at);

/// The members of knobs that take more than one field.
namespace members {

extern const Member mtu;
extern const Member pause;
extern const Member pause_type;
extern const Member pfc;
extern const Member trust;
extern const Member dscp_priority;
extern const Member dscp_flush;
extern const Member class_map;
extern const Member service;
extern const Member share;
extern const Member rate_limit;
extern const Member buffer_size;
extern const Member priority_buffer;
extern const Member traffic_class;
extern const Member firmware_agent;

}

}
