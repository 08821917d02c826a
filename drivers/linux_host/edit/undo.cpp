// SPDX-License-Identifier: Apache-2.0
// Sources: mlnx-tools' python/mlnx_qos (setDefaultAppEntry: `--trust dscp` begins with DSCP / 8); Linux
// drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c (mlx5e_dcbnl_ieee_setapp: the first DSCP entry makes the
// port trust DSCP; mlx5e_dcbnl_setbuffer: receive buffers set by hand stay so).
#include "drivers/linux_host/edit/undo.h"

#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/edit.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/wish.h"
#include "drivers/linux_host/setter/limits.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::linux_host {
namespace {

// Fills a wanted setting with the old value.
class Before {
public:
    explicit Before(const Device& device) : device_(device) { }

    // Returns why that is not possible, or an empty text.
    std::string fill(Wish& wish) const
    {
        const Port& port = device_.ports[wish.port];
        const Nic* nic = port.nic < device_.nics.size() ? &device_.nics[port.nic] : nullptr;
        switch (wish.sets) {
        case Knob::mtu:
            return number(wish, port.ip_mtu.known(), port.ip_mtu.value.count, "the MTU");
        case Knob::pause: {
            const Setting<bool>& pause = wish.number == 0 ? port.pause_rx : port.pause_tx;
            return number(wish, pause.known(), pause.value ? 1 : 0, "link pause");
        }
        case Knob::fec:
            return fmt::format(
                "a new FEC of {} cannot be undone: the link may stay down, and whether the old one was "
                "chosen or negotiated is lost. Set it by hand, at both ends",
                port.name);
        case Knob::eee:
            return number(wish, port.energy_efficient.known(), port.energy_efficient.value ? 1 : 0, "EEE");
        case Knob::pfc:
            for (const Priority priority : PrioritySet::all())
                wish.list[priority] = port.pfc_tx.value.has(priority) ? 1 : 0;
            return number(wish, port.pfc_tx.known(), 0, "PFC");
        case Knob::cable_length:
            return number(wish, port.cable_length.known(), port.cable_length.value.count, "the cable length");
        case Knob::trust:
            return trust(wish, port);
        case Knob::dscp_priority: {
            const ClassMap* map = device_.map(port.dscp_to_tc);
            const std::uint8_t to
                = map == nullptr ? static_cast<std::uint8_t>(wish.number / 8) : map->at_point(wish.number);
            return number(wish, port.dscp_to_tc.known() && to < 8, to, "the map of DSCPs");
        }
        case Knob::class_map:
            return classes(wish, port);
        case Knob::service:
        case Knob::share:
            return served(wish, port);
        case Knob::traffic_class:
            return nic == nullptr ? unread(wish, "the traffic class")
                : nic->class_unset.is(true)
                ? number(wish, true, unset_traffic_class, "the traffic class")
                : number(wish, nic->traffic_class.known(), nic->traffic_class.value, "the traffic class");
        case Knob::cm_tos:
            return nic == nullptr
                ? unread(wish, "the connection manager's ToS")
                : number(wish, nic->cm_tos.known(), nic->cm_tos.value, "the connection manager's ToS");
        case Knob::cm_mode:
            return nic == nullptr ? unread(wish, "the RoCE version")
                                  : number(wish,
                                      nic->cm_version.known(),
                                      nic->cm_version.value == RoceVersion::v2 ? 2 : 1,
                                      "the RoCE version");
        case Knob::notification:
            return half(wish,
                nic != nullptr ? nic->notification_seen : PrioritySet{},
                nic != nullptr ? nic->ecn_notification.value : PrioritySet{});
        case Knob::reaction:
            return half(wish,
                nic != nullptr ? nic->reaction_seen : PrioritySet{},
                nic != nullptr ? nic->ecn_reaction.value : PrioritySet{});
        case Knob::cnp_dscp:
            return nic == nullptr
                ? unread(wish, "the DSCP of CNPs")
                : number(wish, nic->cnp_dscp.known(), nic->cnp_dscp.value, "the DSCP of CNPs");
        case Knob::buffer_size:
        case Knob::priority_buffer:
            return fmt::format(
                "receive buffers of {} that were set by hand are not computed by the driver again until it "
                "is reloaded: set them by hand",
                port.name);
        default:
            return fmt::format("a setting of {} cannot be undone", port.name);
        }
    }

private:
    std::string unread(const Wish& wish, std::string_view what) const
    {
        return fmt::format("{} of {} was not read, so it could not be restored", what, wish.interface);
    }

    std::string number(Wish& wish, bool known, std::uint64_t value, std::string_view what) const
    {
        wish.amount = static_cast<std::uint32_t>(value);
        return known ? std::string() : unread(wish, what);
    }

    std::string trust(Wish& wish, const Port& port) const
    {
        const Trusted was = port.trust.value == Trust::dscp ? Trusted::dscp
            : port.trust.value == Trust::pcp                ? Trusted::pcp
                                                            : Trusted::dscp_pcp;
        const bool sayable = was != Trusted::dscp_pcp || wish.tool == Tool::dcb;
        return number(wish,
            port.trust.known() && port.trust.value != Trust::none && sayable,
            static_cast<std::uint64_t>(was),
            "trust");
    }

    std::string half(Wish& wish, PrioritySet seen, PrioritySet on) const
    {
        return number(wish, seen.has(wish.number), on.has(wish.number) ? 1 : 0, "DCQCN");
    }

    std::string classes(Wish& wish, const Port& port) const
    {
        const ClassMap* map = device_.map(port.tc_to_queue);
        for (const Priority priority : PrioritySet::all()) {
            const std::uint8_t tc = map == nullptr ? priority : map->at_point(priority);
            if (tc > 7)
                return unread(wish, "the class of a priority");
            wish.list[priority] = tc;
        }
        return number(wish, port.tc_to_queue.known(), 0, "the classes of priorities");
    }

    // Classes without priorities are not shown. If all shown classes are left to the firmware, assumes the
    // same for these.
    std::string served(Wish& wish, const Port& port) const
    {
        bool all_vendor = port.queue_count != 0;
        PrioritySet listed;
        for (const Queue& queue : device_.queues_of(port)) {
            if (queue.number > 7 || queue.scheduler.value.index >= device_.schedulers.size())
                return unread(wish, "how a class is served");
            const Scheduler& scheduler = device_.schedulers[queue.scheduler.value.index];
            const bool vendor = !scheduler.kind.known();
            const bool weighted = scheduler.kind.is(SchedulerKind::weighted);
            if (weighted && !scheduler.bandwidth.known())
                return unread(wish, "the share of a class");
            all_vendor = all_vendor && vendor;
            listed.insert(queue.number);
            wish.list[queue.number] = wish.sets == Knob::share
                ? (weighted ? scheduler.bandwidth.value.hundredths / 100 : 0)
                : static_cast<std::uint32_t>(vendor ? Service::vendor
                        : weighted                  ? Service::ets
                                                    : Service::strict);
        }
        for (const std::uint8_t tc : PrioritySet::all() - listed)
            wish.list[tc]
                = wish.sets == Knob::service && all_vendor ? static_cast<std::uint32_t>(Service::vendor) : 0;
        return listed.empty() ? unread(wish, "how the classes are served") : std::string();
    }

    const Device& device_;
};

// On mlx5 the map exists only while DSCP is trusted, and an entry in it makes the port trust DSCP.
void tie_map_to_trust(std::vector<Wish>& wishes, const Device& device)
{
    std::vector<Wish> added;
    std::set<std::uint32_t> ports;
    for (const Wish& wish : wishes) {
        const bool sorts = wish.sets == Knob::trust || wish.sets == Knob::dscp_priority;
        if (!sorts || wish.tool != Tool::mlnx_qos || !ports.insert(wish.port).second)
            continue;
        const Port& port = device.ports[wish.port];
        const auto of_port = [&](Knob sets) {
            return std::ranges::any_of(
                wishes, [&](const Wish& each) { return each.port == wish.port && each.sets == sets; });
        };
        Wish extra = wish;
        if (port.trust.is(Trust::pcp) && !of_port(Knob::trust)) {
            extra.sets = Knob::trust;
            extra.number = 0;
            added.push_back(extra);
        }
        const ClassMap* map = device.map(port.dscp_to_tc);
        const bool map_is_lost = port.trust.is(Trust::dscp) && of_port(Knob::trust) && map != nullptr;
        for (std::uint8_t dscp = 0; map_is_lost && dscp < 64; ++dscp) {
            extra.sets = Knob::dscp_priority;
            extra.number = dscp;
            const bool there = std::ranges::any_of(wishes, [&](const Wish& each) {
                return each.port == wish.port && each.sets == Knob::dscp_priority && each.number == dscp;
            });
            if (!there && map->at_point(dscp) != dscp / 8)
                added.push_back(extra);
        }
    }
    wishes.insert(wishes.end(), added.begin(), added.end());
    std::erase_if(wishes, [&](const Wish& wish) {
        return wish.sets == Knob::dscp_priority && wish.tool == Tool::mlnx_qos
            && device.ports[wish.port].trust.is(Trust::pcp);
    });
}

// Setting trust creates the map, so its entries are set afterwards.
void put_trust_before_maps(std::vector<Wish>& wishes)
{
    for (auto trust = wishes.begin(); trust != wishes.end(); ++trust) {
        if (trust->sets != Knob::trust || trust->tool != Tool::mlnx_qos)
            continue;
        const auto map = std::find_if(wishes.begin(), trust, [&](const Wish& wish) {
            return wish.port == trust->port && wish.sets == Knob::dscp_priority;
        });
        std::rotate(map, trust, trust + 1);
    }
}

}

std::string boot_key(std::string_view persistent) { return sha256(persistent).substr(0, 24); }

Commands undo(std::span<const Tree> before,
    std::span<const Tree> /*after*/,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    Arena arena(512);
    const std::vector<ConfigFile> files = read_configuration(before, arena);
    Wishes forward(device_before, files);
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (Objection reason = forward.add(index, changes[index]))
            made.refused.push_back({index, std::move(reason).sentence()});
    }
    std::vector<Wish> wishes = forward.all();
    tie_map_to_trust(wishes, device_before);
    std::ranges::reverse(wishes);
    put_trust_before_maps(wishes);
    const Before values(device_before);
    std::vector<std::string_view> interfaces;
    for (Wish& wish : wishes) {
        const std::string reason = values.fill(wish);
        for (const std::uint32_t change : wish.changes) {
            const bool told = std::ranges::find(made.refused, change, &Refusal::change) != made.refused.end();
            if (!reason.empty() && !told)
                made.refused.push_back({change, reason});
        }
        if (std::ranges::find(interfaces, wish.interface) == interfaces.end())
            interfaces.push_back(wish.interface);
    }
    if (wishes.empty() || !made.refused.empty())
        return made;
    const Wishes as_before(device_before, files);
    const std::vector<std::string> lines = command_lines(wishes, as_before);
    made.text = "#!/bin/sh\nset -eu\n";
    for (const std::string& line : lines)
        made.text += line + '\n';
    const std::string persistent = commands(before, device_before, changes).persistent;
    if (!persistent.empty() && is_file_name(device_before.name))
        made.persistent = fmt::format("{}{}\n", undo_mark, boot_key(persistent))
            + install_text(boot_script(device_before.name, lines, interfaces));
    return made;
}

}
