// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/hop/step_writer.h"
#include "models/fabric/classify.h"

namespace rocelint::proof {

/// One end of a cable, with its device and port looked up.
struct LinkEnd {
    PortId id;
    const Device* device = nullptr;
    const Port* port = nullptr;
    LinkEnd(const Fabric& fabric, PortId at)
        : id(at)
        , device(at.valid() ? &fabric.device(at) : nullptr)
        , port(at.valid() ? &fabric.port(at) : nullptr)
    {
    }
    [[nodiscard]] bool known() const { return device != nullptr; }
    [[nodiscard]] bool on_host() const { return device->kind == DeviceKind::host; }
    [[nodiscard]] bool on_switch() const { return device->kind == DeviceKind::network_switch; }
    [[nodiscard]] Subject subject(Property property, Part part = Subject::whole) const
    {
        return {id, property, part};
    }
    /// The subject for a map, which a switch shares between all of its ports.
    [[nodiscard]] Subject map_subject(Property property, std::uint8_t number) const
    {
        return {{id.device, on_switch() ? Port::no_index : id.port}, property, number};
    }
};

/// How the port classifies the packet as it arrives.
[[nodiscard]] Treatment treat(const ClassModel& classes, const LinkEnd& end, const Packet& packet);
/// The class of an RDMA packet. Must not be called for a CNP.
[[nodiscard]] inline const RdmaClass& class_of(const ClassModel& classes, const Packet& packet)
{
    return classes.classes[packet.kind];
}
/// The queue by which the packet leaves.
[[nodiscard]] Setting<std::uint8_t> queue_of(
    const ClassModel& classes, const LinkEnd& end, const Packet& packet);

/// Whether the port trusts the mark that packets of this class carry.
[[nodiscard]] bool trusts_mark(const ClassModel& classes, const LinkEnd& end, const Packet& packet);
/// Adds the step of a port that does not trust the mark.
void judge_untrusted(StepWriter& steps, const ClassModel& classes, const LinkEnd& end, const Packet& packet);
/// Adds the steps of the port that a lossless packet arrives at: class, priority, pause, headroom, and
/// updates `packet` to the device's view. Returns the priority that the port pauses for such packets (once
/// any fault is fixed); unread if unknown.
[[nodiscard]] Setting<std::uint8_t> judge_receiver(
    StepWriter& steps, const Analysis& analysis, const LinkEnd& end, Packet& packet);

/// Adds the steps of the port that a packet of a class without PFC arrives at: its class must differ from
/// that of unmarked packets.
void judge_unpaused_receiver(
    StepWriter& steps, const ClassModel& classes, const LinkEnd& end, Packet& packet);

/// Adds the steps of the sending port other than PFC: marking by the queue, and rewriting of the code point
/// (which changes `packet`).
void judge_marking(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, const Packet& packet);
void judge_rewrite(StepWriter& steps, const ClassModel& classes, const LinkEnd& end, Packet& packet);
/// Checks that the frame fits through the port.
void judge_mtu(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, const Frame& frame);
/// Checks the room that priority group `number` of the receiving switch port has for packets arriving after a
/// pause.
void judge_headroom(StepWriter& steps,
    const Analysis& analysis,
    const LinkEnd& receiver,
    std::uint8_t number,
    Priority priority);
/// Adds the steps of the port that a CNP arrives at, and updates `packet` to the device's view.
void judge_notification(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, Packet& packet);

}
