// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/knob/member.h"

#include "drivers/linux_host/knob/field.h"
#include "drivers/linux_host/knob/knob.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

constexpr std::uint32_t amount_of(Service service) { return static_cast<std::uint32_t>(service); }
constexpr std::uint32_t amount_of(Trusted trusted) { return static_cast<std::uint32_t>(trusted); }

HeldValue held_mtu(const PortView& view, std::uint8_t) { return held(view.port.ip_mtu); }

void put_mtu(const PortPlace& place, const KnobValue& value)
{
    constexpr std::uint64_t ethernet_header = physics::ethernet_header;
    place.port.ip_mtu = {Bytes{value.amount}, place.why};
    place.port.max_frame = {Bytes{value.amount + ethernet_header},
        place.origins.derived(place.at, {}, "the interface's MTU and the Ethernet header")};
}

HeldValue held_pause(const PortView& view, std::uint8_t side)
{
    return held(side == 0 ? view.port.pause_rx : view.port.pause_tx);
}

void put_pause(const PortPlace& place, const KnobValue& value)
{
    put_amount(value.number == 0 ? place.port.pause_rx : place.port.pause_tx, value.amount, place.why);
}

HeldValue held_pause_type(const PortView& view, std::uint8_t)
{
    if (view.nic == nullptr)
        return {};
    HeldValue value = held(view.nic->pauses_priorities);
    const PauseType type = view.nic->pauses_priorities.value ? PauseType::pfc
        : view.port.pause_rx.is(true)                        ? PauseType::link
                                                             : PauseType::none;
    // Pause in one direction has no word.
    value.known
        = value.known && view.port.pause_rx.known() && view.port.pause_rx.value == view.port.pause_tx.value;
    value.value.amount = static_cast<std::uint32_t>(type);
    return value;
}

void put_pause_type(const PortPlace& place, const KnobValue& value)
{
    const auto type = static_cast<PauseType>(value.amount);
    place.nic.pauses_priorities = {type == PauseType::pfc, place.why};
    place.port.pause_rx = {type == PauseType::link, place.why};
    place.port.pause_tx = place.port.pause_rx;
}

HeldValue held_traffic_class(const PortView& view, std::uint8_t)
{
    if (view.nic == nullptr)
        return {};
    if (!view.nic->class_unset.peek_known())
        return held(view.nic->traffic_class);
    HeldValue value = held(view.nic->class_unset);
    value.value.amount = unset_traffic_class;
    return value;
}

void put_traffic_class(const PortPlace& place, const KnobValue& value)
{
    const bool unset = value.amount == unset_traffic_class;
    set_traffic_class(place.nic, unset ? -1 : static_cast<std::uint8_t>(value.amount), place.why);
}

HeldValue held_firmware_agent(const PortView& view, std::uint8_t)
{
    return view.nic == nullptr ? HeldValue{} : held(view.nic->firmware_dcbx);
}

// The agent is always willing (Linux Documentation/networking/device_drivers/ethernet/intel/ice.rst, Data Center
// Bridging: in firmware mode, the adapter operates in willing mode, and the host can only query).
void put_firmware_agent(const PortPlace& place, const KnobValue& value)
{
    const bool on = value.amount != 0;
    place.nic.firmware_dcbx = {on, place.why};
    // Each driver has a flag of its own; settle_firmware() makes a command of it.
    for (const ToolSpelling& flag : row_of(Knob::firmware_agent).spellings()) {
        if (flag.number == value.number)
            place.nic.firmware_dcbx_off = flag.key;
    }
    place.nic.dcbx_willing = {on, place.why};
    place.nic.dcbx = {on ? DcbxMode::firmware_controlled : DcbxMode::os_controlled, place.why};
}

HeldValue held_pfc(const PortView& view, std::uint8_t)
{
    HeldValue value;
    value.known = view.port.pfc_tx.known();
    value.origin = view.port.pfc_tx.origin;
    value.value.given = PrioritySet{0xff};
    for (const Priority priority : PrioritySet::all())
        value.value.list[priority] = view.port.pfc_tx.value.has(priority) ? 1 : 0;
    return value;
}

HeldValue held_trust(const PortView& view, std::uint8_t)
{
    const Trust trust = view.port.trust.value;
    HeldValue value;
    value.known = view.port.trust.known() && trust != Trust::none;
    value.origin = view.port.trust.origin;
    value.value.amount = amount_of(trusted_by(trust));
    return value;
}

// Without a map, the priority of a DSCP is its upper three bits.
HeldValue held_dscp_priority(const PortView& view, std::uint8_t dscp)
{
    const ClassMap* map = view.device.map(view.port.dscp_to_tc);
    const std::uint8_t to = map == nullptr ? static_cast<std::uint8_t>(dscp / 8) : map->at_point(dscp);
    HeldValue value;
    value.known = view.port.dscp_to_tc.known() && to < 8;
    value.origin = map == nullptr ? view.port.dscp_to_tc.origin : map->origin[dscp];
    value.value.number = dscp;
    value.value.amount = to;
    return value;
}

HeldValue held_class_map(const PortView& view, std::uint8_t)
{
    const ClassMap* map = view.device.map(view.port.tc_to_queue);
    HeldValue value;
    value.origin = view.port.tc_to_queue.origin;
    value.value.given = PrioritySet{0xff};
    for (const Priority priority : PrioritySet::all()) {
        const std::uint8_t tc = map == nullptr ? priority : map->at_point(priority);
        if (tc > 7) {
            value.unread = "the class of a priority";
            return value;
        }
        value.value.list[priority] = tc;
    }
    value.known = view.port.tc_to_queue.known();
    return value;
}

// Classes without priorities are not shown. If all shown classes are left to the firmware, these are too;
// otherwise they are assumed to be strict, since strict classes have no share.
template <bool shares>
HeldValue held_service(const PortView& view, std::uint8_t)
{
    HeldValue value;
    bool all_vendor = view.port.queue_count != 0;
    PrioritySet listed;
    for (const Queue& queue : view.device.queues_of(view.port)) {
        const std::size_t index = queue.scheduler.value.index;
        if (queue.number > 7 || index >= view.device.schedulers.size()) {
            value.unread = "how a class is served";
            return value;
        }
        const Scheduler& scheduler = view.device.schedulers[index];
        const bool vendor = !scheduler.kind.known();
        const bool weighted = scheduler.kind.is(SchedulerKind::weighted);
        if (weighted && !scheduler.bandwidth.known()) {
            value.unread = "the share of a class";
            return value;
        }
        all_vendor = all_vendor && vendor;
        listed.insert(queue.number);
        value.value.list[queue.number] = shares ? (weighted ? scheduler.bandwidth.value.hundredths / 100 : 0)
                                                : amount_of(vendor ? Service::vendor
                                                        : weighted ? Service::ets
                                                                   : Service::strict);
    }
    for (const std::uint8_t tc : PrioritySet::all() - listed)
        value.value.list[tc] = !shares && all_vendor ? amount_of(Service::vendor) : 0;
    value.value.given = PrioritySet{0xff};
    value.known = !listed.empty();
    if (!value.known)
        value.unread = "how the classes are served";
    return value;
}

template <class T>
std::string number_text(T number)
{
    return fmt::format("{}", number);
}

std::string service_text(const ClassFacts& facts, const TrafficClasses& captured, std::uint8_t tc)
{
    const ServedClass& served = facts.classes.classes[tc];
    if (!captured.classes[tc].at.somewhere() || !served.at.somewhere())
        return "-";
    return !served.kind.known() ? "vendor" : served.kind.value == SchedulerKind::weighted ? "ets" : "strict";
}

void put_service(ClassFacts& facts, std::uint8_t tc, std::uint32_t value, const ClassPlace& place)
{
    ServedClass& served = facts.classes.classes[tc];
    served.at = place.at;
    served.kind = value == amount_of(Service::vendor)
        ? Setting<SchedulerKind>::unread(
            place.origins.unread("tsa vendor: the NIC's firmware decides how the class is served"))
        : Setting<SchedulerKind>{
            value == amount_of(Service::ets) ? SchedulerKind::weighted : SchedulerKind::strict, place.why};
}

void put_rate_limit(ClassFacts& facts, std::uint8_t tc, std::uint32_t value, const ClassPlace& place)
{
    facts.classes.classes[tc].limit = value == 0
        ? Setting<BitsPerSecond>{}
        : Setting<BitsPerSecond>{BitsPerSecond{std::uint64_t{value} * 1'000'000'000}, place.why};
}

std::string rate_limit_text(const ClassFacts& facts, const TrafficClasses&, std::uint8_t tc)
{
    const Setting<BitsPerSecond>& limit = facts.classes.classes[tc].limit;
    return limit.known() ? number_text(limit.value.count / 1'000'000'000) : "-";
}

std::string share_text(const ClassFacts& facts, const TrafficClasses& captured, std::uint8_t tc)
{
    const Setting<std::uint32_t>& share = facts.share[tc];
    const bool shown = share.known() && captured.classes[tc].kind.is(SchedulerKind::weighted);
    return shown ? number_text(share.value) : "-";
}

}

void set_traffic_class(Nic& nic, int traffic_class, OriginId at)
{
    const bool unset = traffic_class < 0;
    nic.traffic_class = unset ? Setting<std::uint8_t>{}
                              : Setting<std::uint8_t>{static_cast<std::uint8_t>(traffic_class), at};
    nic.class_unset = unset ? Setting<bool>{true, at} : Setting<bool>{};
}

namespace members {

constinit const Member mtu{.get = held_mtu, .put = put_mtu};
constinit const Member pause{.get = held_pause, .put = put_pause};
constinit const Member pause_type{.get = held_pause_type, .put = put_pause_type};
constinit const Member traffic_class{.get = held_traffic_class, .put = put_traffic_class};
constinit const Member firmware_agent{.get = held_firmware_agent, .put = put_firmware_agent};
constinit const Member pfc{.stored = Stored::priorities, .get = held_pfc};
constinit const Member trust{.stored = Stored::trust, .get = held_trust};
constinit const Member dscp_priority{.stored = Stored::dscp_map, .get = held_dscp_priority};
constinit const Member dscp_flush{.stored = Stored::dscp_map};
constinit const Member class_map{.stored = Stored::classes,
    .get = held_class_map,
    .classes
    = {.put =
            [](ClassFacts& facts, std::uint8_t priority, std::uint32_t value, const ClassPlace& place) {
                facts.classes.of_priority[priority] = static_cast<std::uint8_t>(value);
                facts.classes.of_priority_origin[priority] = place.why;
            },
        .text = [](const ClassFacts& facts,
                    const TrafficClasses&,
                    std::uint8_t priority) { return number_text(facts.classes.of_priority[priority]); },
        .origin =
            [](const ClassFacts& facts) {
                return facts.classes.of_priority[0] == TrafficClasses::nothing
                    ? OriginId{}
                    : facts.classes.of_priority_origin[0];
            }}};
constinit const Member service{.stored = Stored::classes,
    .get = held_service<false>,
    .classes = {.shown = ClassMember::Shown::every_class, .put = put_service, .text = service_text}};
constinit const Member share{.stored = Stored::classes,
    .get = held_service<true>,
    .classes = {.shown = ClassMember::Shown::given_classes,
        .put =
            [](ClassFacts& facts, std::uint8_t tc, std::uint32_t value, const ClassPlace& place) {
                facts.share[tc] = {value, place.why};
            },
        .text = share_text}};
constinit const Member rate_limit{.stored = Stored::classes,
    .classes = {.shown = ClassMember::Shown::given_classes, .put = put_rate_limit, .text = rate_limit_text}};
constinit const Member buffer_size{.stored = Stored::classes,
    .classes = {.buffers = true,
        .put =
            [](ClassFacts& facts, std::uint8_t buffer, std::uint32_t value, const ClassPlace& place) {
                facts.buffers.size[buffer] = value;
                facts.buffers.size_origin = place.why;
            },
        .text = [](const ClassFacts& facts,
                    const TrafficClasses&,
                    std::uint8_t buffer) { return number_text(facts.buffers.size[buffer]); },
        .origin = [](const ClassFacts& facts) { return facts.buffers.size_origin; }}};
constinit const Member priority_buffer{.stored = Stored::classes,
    .classes = {.buffers = true,
        .put =
            [](ClassFacts& facts, std::uint8_t priority, std::uint32_t value, const ClassPlace& place) {
                facts.buffers.of_priority[priority] = static_cast<std::uint8_t>(value);
                facts.buffers.of_priority_origin = place.why;
            },
        .text = [](const ClassFacts& facts,
                    const TrafficClasses&,
                    std::uint8_t priority) { return number_text(facts.buffers.of_priority[priority]); },
        .origin = [](const ClassFacts& facts) { return facts.buffers.of_priority_origin; }}};

}

}
