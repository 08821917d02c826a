// SPDX-License-Identifier: Apache-2.0
// Which settings of a host each neutral change needs, by the tools of the NIC that has it.
#include "drivers/linux_host/edit/knob_request.h"
#include "drivers/linux_host/knob/words.h"
#include "models/fabric/fec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace rocelint::linux_host {
namespace {

// Linux drivers/net/ethernet/intel/ice/ice_dcb_nl.c: while the firmware's agent runs, the driver refuses the host's PFC,
// classes and application entries (DCB_CAP_DCBX_LLD_MANAGED).
std::string refused_by_agent(const Nic* nic, const Port& port, Property property)
{
    constexpr std::array of_dcb{Property::pfc,
        Property::trust,
        Property::dscp_map,
        Property::queue_map,
        Property::scheduler,
        Property::reserve};
    const bool agent = nic != nullptr && nic->driver.peek_known() && nic->driver.value != "mlx5_core"
        && nic->firmware_dcbx.peek_known() && nic->firmware_dcbx.value;
    if (!agent || std::ranges::find(of_dcb, property) == of_dcb.end())
        return {};
    return fmt::format("the agent in the firmware of {} decides it: turn the agent off first{}{}{}",
        port.name,
        nic->firmware_dcbx_off.empty() ? "" : " (",
        nic->firmware_dcbx_off,
        nic->firmware_dcbx_off.empty() ? "" : ")");
}

std::uint32_t service_number(Service service) { return static_cast<std::uint32_t>(service); }

}

Objection KnobRequests::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu: {
        const Bytes mtu = std::get<Bytes>(change.value);
        return want_in_range(Knob::mtu, mtu.count);
    }
    case Property::link_pause:
        return take_link_pause(port, std::get<bool>(change.value));
    case Property::fec: {
        const Fec fec = std::get<Fec>(change.value);
        const std::string_view word
            = word_of<std::uint32_t>(row_of(Knob::fec).words, static_cast<std::uint32_t>(fec));
        if (word.empty())
            return "ethtool has no word for that FEC";
        if (Objection reason = objection_unless_empty(no_word_for_code(word, port, fec)))
            return reason;
        want_amount(Knob::fec, static_cast<std::uint32_t>(fec));
        return {};
    }
    case Property::power_saving:
        want_amount(Knob::eee, std::get<bool>(change.value) ? 1 : 0);
        return {};
    case Property::roce_version:
        want_amount(Knob::cm_mode, std::get<RoceVersion>(change.value) == RoceVersion::v2 ? 2 : 1);
        return {};
    default:
        break;
    }
    if (Objection reason = choose_tool(port))
        return reason;
    if (tool_ == Tool::nicctl) {
        if (Objection reason = check_nicctl(port, change.property))
            return reason;
    }
    if (Objection reason
        = objection_unless_empty(refused_by_agent(nic_of(device_, port), port, change.property)))
        return reason;
    switch (change.property) {
    case Property::pfc:
        return take_pfc(port, std::get<PriorityDelta>(change.value));
    case Property::trust: {
        const Trust trust = std::get<Trust>(change.value);
        if (is_bnxt(port))
            return "bnxt_en classifies by the DSCPs of its application table, without a setting of trust: give the RDMA DSCP "
                   "its priority";
        if (trust == Trust::none || (trust == Trust::dscp_else_pcp && tool_ == Tool::mlnx_qos))
            return "an mlx5 NIC trusts either DSCP or PCP";
        if (trust == Trust::dscp_else_pcp && tool_ == Tool::nicctl)
            return "a Pensando NIC trusts either DSCP or PCP";
        want_amount(Knob::trust, static_cast<std::uint32_t>(trusted_by(trust)));
        return {};
    }
    case Property::dscp_map:
    case Property::queue_map:
        return take_map(port, std::get<MapEntry>(change.value));
    case Property::scheduler:
        return take_scheduler(port, change.number, std::get<SchedulerTarget>(change.value));
    case Property::reserve:
        return take_reserve(port, change.number, std::get<Bytes>(change.value));
    case Property::rdma_marking:
        return take_marking(port, std::get<std::uint8_t>(change.value));
    case Property::congestion_control:
        return take_halves(port, std::get<PriorityDelta>(change.value));
    case Property::cnp_marking:
        if (tool_ != Tool::nicctl) {
            if (Objection reason = need_mlx5(port, "the DSCP of CNPs"))
                return reason;
        }
        return want_in_range(Knob::cnp_dscp, std::get<std::uint8_t>(change.value));
    case Property::cable_length:
        if (Objection reason = need_mlx5(port, "the cable length"))
            return reason;
        return want_in_range(Knob::cable_length, std::get<Metres>(change.value).count);
    case Property::headroom:
        return "an mlx5 NIC works headroom out itself, from PFC, the MTU and the cable length: correct those";
    default:
        return Objection(
            fmt::format("correcting {} on Linux hosts is not supported", name_of(change.property)));
    }
}

Objection KnobRequests::take_link_pause(const Port& port, bool on)
{
    if (is_set_up_by_nicctl(nic_of(device_, port))) {
        // ethtool -A sets the type of pause frames to link pause, and so turns PFC off (Linux
        // drivers/net/ethernet/pensando/ionic/ionic_ethtool.c, ionic_set_pauseparam).
        if (on)
            return "link pause of a Pensando NIC would turn its PFC off";
        tool_ = Tool::nicctl;
        if (Objection reason = check_nicctl(port, Property::link_pause))
            return reason;
        want_amount(Knob::pause_type, static_cast<std::uint32_t>(PauseType::pfc));
        return {};
    }
    if (!port.pause_rx.is(on))
        want_amount(Knob::pause, on ? 1 : 0, 0);
    if (!port.pause_tx.is(on))
        want_amount(Knob::pause, on ? 1 : 0, 1);
    return {};
}

Objection KnobRequests::check_nicctl(const Port& port, Property property)
{
    const Nic* nic = nic_of(device_, port);
    const bool by_port
        = property == Property::pfc || property == Property::dscp_map || property == Property::link_pause;
    if (by_port && (nic == nullptr || !is_plain_name(nic->port_id)))
        return Objection(fmt::format(
            "nicctl names the port of {} by its UUID: add the output of nicctl show qos", port.name));
    switch (property) {
    case Property::cnp_marking:
        if (nic == nullptr || !is_plain_name(nic->rdma_device))
            return Objection(
                fmt::format("which RDMA device {} belongs to is not known: capture rdma link", port.name));
        return {};
    case Property::queue_map:
        return "a Pensando NIC serves each priority by itself";
    case Property::scheduler:
        return "nicctl sets the service of all priorities in one command, with the rate limits of those that are "
               "strict: set it by hand";
    default:
        return {};
    }
}

Objection KnobRequests::take_pfc(const Port& port, const PriorityDelta& delta)
{
    if (tool_ == Tool::nicctl) {
        const bool fresh = !requests_.contains(key_of(port_, Knob::pfc));
        KnobRequest& request = want(Knob::pfc);
        request.given = (fresh ? PrioritySet{} : request.given) | delta.add | delta.remove;
        for (const Priority priority : delta.add | delta.remove)
            request.list[priority] = delta.add.has(priority) ? 1 : 0;
        request.disables = delta.add.empty();
        return {};
    }
    if (!port.pfc_tx.known())
        return Objection(fmt::format(
            "which priorities {} pauses now is not known, and the command sets all eight: capture mlnx_qos -i {}",
            port.name,
            port.name));
    KnobRequest& request = want(Knob::pfc);
    const PrioritySet wanted = (port.pfc_tx.value | delta.add) - delta.remove;
    for (const Priority priority : PrioritySet::all())
        request.list[priority] = wanted.has(priority) ? 1 : 0;
    request.disables = delta.add.empty();
    return {};
}

Objection KnobRequests::take_map(const Port& port, const MapEntry& entry)
{
    if (entry.kind == MapKind::dscp_to_tc) {
        if (Objection reason = objection_unless_empty(out_of_range(dscp_limit, entry.from)))
            return reason;
        return want_in_range(Knob::dscp_priority, entry.to, entry.from);
    }
    if (Objection reason = objection_unless_empty(out_of_range(limit_of(Knob::class_map), entry.to)))
        return reason;
    const bool classes = entry.kind == MapKind::tc_to_queue || entry.kind == MapKind::priority_to_queue;
    if (!classes || entry.from > 7)
        return "a NIC has no such map to change";
    if (!port.tc_to_queue.known())
        return Objection(fmt::format(
            "the classes of the priorities of {} are not known, and the command sets all eight", port.name));
    const bool fresh = !requests_.contains(key_of(port_, Knob::class_map));
    KnobRequest& request = want(Knob::class_map);
    const ClassMap* map = device_.map(port.tc_to_queue);
    for (const Priority priority : fresh ? PrioritySet::all() : PrioritySet{}) {
        const std::uint8_t tc = map == nullptr ? priority : map->at_point(priority);
        request.list[priority] = tc < 8 ? tc : 0;
    }
    request.list[entry.from] = entry.to;
    return {};
}

// Classes without priorities carry no traffic, and are strict because strict classes have no share.
Objection KnobRequests::take_scheduler(const Port& port, std::uint8_t number, const SchedulerTarget& target)
{
    if (number > 7 || target.weight)
        return "a NIC shares its bandwidth in percent among classes from 0 to 7";
    served_.push_back({port_, number, change_});
    const bool fresh = !requests_.contains(key_of(port_, Knob::service));
    KnobRequest& service = want(Knob::service);
    KnobRequest& share = want(Knob::share);
    if (fresh)
        service.given = share.given = PrioritySet{};
    for (const Queue& queue : device_.queues_of(port)) {
        if (!fresh || queue.number > 7 || queue.scheduler.value.index >= device_.schedulers.size())
            continue;
        service.given.insert(queue.number);
        share.given.insert(queue.number);
        const Scheduler& scheduler = device_.schedulers[queue.scheduler.value.index];
        const bool weighted = scheduler.kind.is(SchedulerKind::weighted);
        service.list[queue.number] = service_number(!scheduler.kind.known() ? Service::vendor
                : weighted                                                  ? Service::ets
                                                                            : Service::strict);
        share.list[queue.number] = weighted ? scheduler.bandwidth.value.hundredths / 100 : 0;
    }
    service.given.insert(number);
    share.given.insert(number);
    const bool weighted = target.kind == SchedulerKind::weighted;
    service.list[number] = service_number(weighted ? Service::ets : Service::strict);
    if (!weighted)
        share.list[number] = 0;
    else if (target.bandwidth)
        share.list[number] = target.bandwidth->hundredths / 100;
    if (weighted && target.bandwidth)
        return objection_unless_empty(out_of_range(limit_of(Knob::share), share.list[number]));
    return {};
}

Objection KnobRequests::take_reserve(const Port& port, std::uint8_t number, Bytes size)
{
    const PriorityGroup* group = device_.group(port, number);
    const bool bound = group != nullptr && group->buffer.known()
        && group->buffer.value.index < device_.buffer_profiles.size();
    const std::string_view name
        = bound ? device_.buffer_profiles[group->buffer.value.index].name : std::string_view{};
    if (!name.starts_with("buffer ") || size.count > 0x7fffffff)
        return Objection(fmt::format(
            "the receive buffers of {} are not known, and the command sets all eight", port.name));
    const auto buffer = static_cast<std::uint32_t>(name.back() - '0');
    const std::uint32_t first = group->buffer.value.index - buffer;
    const bool fresh = !requests_.contains(key_of(port_, Knob::buffer_size));
    KnobRequest& request = want(Knob::buffer_size);
    for (std::uint32_t each = 0; fresh && each < 8; ++each) {
        const Setting<Bytes>& reserved = device_.buffer_profiles[first + each].reserved;
        request.list[each] = reserved.known() ? static_cast<std::uint32_t>(reserved.value.count) : 0;
    }
    request.list[buffer] = static_cast<std::uint32_t>(size.count);
    return {};
}

Objection KnobRequests::take_marking(const Port& port, std::uint8_t tos)
{
    const Nic* nic = nic_of(device_, port);
    if (nic == nullptr)
        return Objection(
            fmt::format("which RDMA device {} belongs to is not known: capture rdma link", port.name));
    if (tool_ == Tool::mlnx_qos)
        want_amount(Knob::traffic_class, tos);
    if (tool_ != Tool::mlnx_qos || (nic->cm_tos.known() && nic->cm_tos.value != tos))
        want_amount(Knob::cm_tos, tos);
    return {};
}

Objection KnobRequests::take_halves(const Port& port, const PriorityDelta& delta)
{
    if (Objection reason = need_mlx5(port, "DCQCN"))
        return reason;
    const Nic* nic = nic_of(device_, port);
    for (const Priority priority : delta.add | delta.remove) {
        const bool on = delta.add.has(priority);
        const auto is = [&](PrioritySet seen, const Setting<PrioritySet>& set) {
            return nic != nullptr && seen.has(priority) && set.value.has(priority) == on;
        };
        if (nic == nullptr || !is(nic->notification_seen, nic->ecn_notification))
            want_amount(Knob::notification, on ? 1 : 0, priority);
        if (nic == nullptr || !is(nic->reaction_seen, nic->ecn_reaction))
            want_amount(Knob::reaction, on ? 1 : 0, priority);
    }
    return {};
}

bool KnobRequests::has_priority(std::uint32_t port, std::uint8_t tc) const
{
    if (const auto wanted = requests_.find(key_of(port, Knob::class_map)); wanted != requests_.end())
        return std::ranges::find(wanted->second.list, tc) != wanted->second.list.end();
    const Setting<Ref>& now = device_.ports[port].tc_to_queue;
    const ClassMap* map = device_.map(now);
    return !now.known() || map == nullptr || std::ranges::any_of(PrioritySet::all(), [&](Priority priority) {
        return map->at_point(priority) == tc;
    });
}

}
