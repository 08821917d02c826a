// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/treatment.h"

#include "analysis/facts/memory/headroom_need.h"
#include "models/fabric/classify.h"
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace rocelint::testing {
namespace {

constexpr const char* unknown = "?";
// Marks the keys of answers that come from a capture of a host.
constexpr std::string_view shown = "shown ";
// RoCE v2 with a path MTU of 4096: Ethernet with a tag, IPv6, UDP, BTH, RETH and ICRC around the payload.
constexpr std::uint64_t rdma_frame = 4096 + 18 + 40 + 8 + 12 + 16 + 4;

std::string yes_no(bool yes) { return yes ? "yes" : "no"; }

template <class T>
std::string text_of(const Setting<T>& setting)
{
    return setting.known() ? value_text(setting.value) : std::string(unknown);
}

// Whether a priority is in a set; unknown if either is.
std::string holds(const Setting<PrioritySet>& set, const Setting<std::uint8_t>& priority)
{
    if (!set.known() || !priority.known())
        return unknown;
    return yes_no(set.value.contains(PrioritySet::of(priority.value)));
}

class PortView {
public:
    PortView(Treatments& out, const std::string& name, const Device& device, const Port& port, DscpSet points)
        : out_(out)
        , device_(device)
        , port_(port)
        , points_(points)
        , is_host_(device.kind == DeviceKind::host)
        , place_(fmt::format("{}{} {} ", is_host_ ? shown : "", name, port.name))
    {
    }

    void put(const std::string& name, std::string value) { out_[place_ + name] = std::move(value); }

    void link()
    {
        put("up", text_of(port_.admin_up));
        put("speed", text_of(port_.speed));
        // The FEC that an automatic port chooses depends on its cable and the other end.
        put("fec", port_.fec.is(Fec::automatic) ? unknown : text_of(port_.fec));
        put("pause rx", text_of(port_.pause_rx));
        put("pause tx", text_of(port_.pause_tx));
        put("frames", port_.max_frame.known() ? yes_no(port_.max_frame.value.count >= rdma_frame) : unknown);
    }

    void of(Dscp dscp, bool is_rdma, bool is_lossless)
    {
        const Treatment treatment = classify_dscp(device_, port_, dscp);
        const std::string name = fmt::format("dscp {} ", int{dscp});
        // On a switch the class, queue and group already show it.
        if (is_host_)
            put(name + "priority", text_of(priority_of(treatment)));
        // The NIC itself makes CNPs, and no class of the host delays them.
        if (is_host_ && !is_rdma)
            return;
        put(name + "pauses", holds(port_.pfc_tx, treatment.tx_priority));
        put(name + "obeys", holds(port_.pfc_rx, treatment.rx_priority));
        if (!is_host_) {
            // Class, queue and group numbers are local to a switch; the priority in a pause frame is not.
            put(name + "queues with", sharing(dscp, &Treatment::queue));
            if (is_lossless) {
                put(name + "counts with", sharing(dscp, &Treatment::group));
                put(name + "paused as", text_of(treatment.tx_priority));
                put(name + "watched", watched(treatment.rx_priority));
            }
        }
        const auto queue = std::ranges::find_if(
            device_.queues_of(port_), [&](const Queue& one) { return treatment.queue.is(one.number); });
        if (queue != device_.queues_of(port_).end())
            of_queue(name, *queue, is_rdma);
        const auto group = std::ranges::find_if(device_.groups_of(port_),
            [&](const PriorityGroup& one) { return treatment.group.is(one.number); });
        if (group != device_.groups_of(port_).end())
            of_group(name, *group, is_lossless);
    }

private:
    // The other relevant code points with the same queue or group.
    [[nodiscard]] std::string sharing(Dscp dscp, Setting<std::uint8_t> Treatment::*way) const
    {
        const Setting<std::uint8_t> mine = classify_dscp(device_, port_, dscp).*way;
        if (!mine.known())
            return unknown;
        std::string with;
        for (const Dscp other : points_) {
            const Setting<std::uint8_t> theirs = classify_dscp(device_, port_, other).*way;
            if (!theirs.known())
                return unknown;
            if (other != dscp && theirs.value == mine.value)
                with += fmt::format(" {}", other);
        }
        return with;
    }

    [[nodiscard]] std::string watched(const Setting<std::uint8_t>& priority) const
    {
        if (!port_.watchdog.enabled.known())
            return unknown;
        if (!port_.watchdog.enabled.value)
            return "no";
        return port_.watchdog.priorities.known() ? holds(port_.watchdog.priorities, priority) : "yes";
    }

    template <class T>
    static const T* target(const std::vector<T>& list, const Setting<Ref>& ref)
    {
        return ref.known() && ref.value.index < list.size() ? &list[ref.value.index] : nullptr;
    }

    void of_queue(const std::string& name, const Queue& queue, bool is_rdma)
    {
        const EcnProfile* ecn = target(device_.ecn_profiles, queue.ecn);
        std::string marks = queue.ecn.known() ? "no" : unknown;
        if (ecn != nullptr)
            marks = ecn->known() ? yes_no(ecn->marks()) : unknown;
        put(name + "marked", marks);
        const Scheduler* scheduler = target(device_.schedulers, queue.scheduler);
        put(name + "served", scheduler == nullptr ? unknown : text_of(scheduler->kind));
        const bool limited = scheduler != nullptr && scheduler->limit.known();
        // A rate limit on CNPs is the usual guard on a strict queue.
        if (is_rdma)
            put(name + "shaped",
                limited && !port_.speed.known()
                    ? std::string(unknown)
                    : yes_no(limited && scheduler->limit.value < port_.speed.value));
        of_buffer(name + "out of ", queue.buffer);
    }

    void of_buffer(const std::string& name, const Setting<Ref>& ref)
    {
        const BufferProfile* profile = target(device_.buffer_profiles, ref);
        if (profile == nullptr)
            return put(name + "buffer", ref.known() ? "none" : unknown);
        const BufferPool* pool = target(device_.pools, profile->pool);
        put(name + "buffer",
            pool == nullptr ? std::string(unknown)
                            : fmt::format("{} {} {}",
                                pool->name,
                                text_of(pool->direction),
                                pool->size.known() && pool->size.value.count == 0 ? "empty" : "holds"));
    }

    void of_group(const std::string& name, const PriorityGroup& group, bool is_lossless)
    {
        put(name + "kept", text_of(group.lossless));
        of_buffer(name + "into ", group.buffer);
        const BufferProfile* profile = target(device_.buffer_profiles, group.buffer);
        if (!is_lossless || profile == nullptr || !profile->xoff.known() || !port_.speed.known()
            || !port_.cable_length.known())
            return;
        const HeadroomNeed need
            = headroom_need({.input = headroom_input(port_.speed.value, port_.cable_length.value)});
        put(name + "headroom", profile->xoff.value < need.floor ? "too small" : "holds");
    }

    Treatments& out_;
    const Device& device_;
    const Port& port_;
    DscpSet points_; ///< of RDMA and CNPs, and 0 for all other traffic
    bool is_host_;
    std::string place_;
};

void of_hosts(Treatments& out, const std::string& name, const Device& device, bool forced)
{
    for (const Nic& nic : device.nics) {
        const std::string place = fmt::format("{}{} {} ", shown, name, nic.rdma_device);
        constexpr int ecn_bits = 2;
        // Without a forced class the job decides, if one is captured.
        out[place + "dscp"] = nic.traffic_class.known() ? std::to_string(nic.traffic_class.value >> ecn_bits)
                                                        : std::string(unknown);
        out[place + "cnp dscp"] = text_of(nic.cnp_dscp);
        out[place + "np"] = text_of(nic.ecn_notification);
        out[place + "rp"] = text_of(nic.ecn_reaction);
        const Port* port = nic.port < device.ports.size() ? &device.ports[nic.port] : nullptr;
        constexpr std::uint64_t headers = rdma_frame - 4096;
        out[place + "mtu"] = !nic.rdma_mtu.known() || port == nullptr || !port->max_frame.known()
            ? std::string(unknown)
            : yes_no(nic.rdma_mtu.value.count + headers <= port->max_frame.value.count);
        out[place + "version"] = text_of(nic.cm_version);
    }
    if (forced)
        return;
    constexpr int ecn_bits = 2;
    for (const Job& job : device.jobs)
        out[fmt::format("job {} dscp", name)]
            = job.traffic_class.known() ? std::to_string(job.traffic_class.value >> ecn_bits) : unknown;
}

// Devices that are read from the same file under another name, with their names in the sound fabric.
std::map<std::string, std::string> former_names(
    const workspace::Outcome& sound, const workspace::Outcome& outcome)
{
    std::map<std::string, std::string> names;
    for (const workspace::FileReport& file : sound.files) {
        const auto now = std::ranges::find(outcome.files, file.path, &workspace::FileReport::path);
        if (now != outcome.files.end() && !file.device.empty() && !now->device.empty())
            names.emplace(now->device, file.device);
    }
    return names;
}

}

Treatments treatments(const workspace::Outcome& sound, const workspace::Outcome& outcome)
{
    std::set<std::pair<std::string_view, std::string_view>> carrying;
    for (std::uint32_t index = 0; index < sound.fabric.devices.size(); ++index) {
        const Device& device = sound.fabric.devices[index];
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (sound.analysis.is_roce({index, port}))
                carrying.emplace(device.name, device.ports[port].name);
        }
    }
    // A job's class has no effect if every NIC forces one.
    bool forced = true;
    for (const Device& device : sound.fabric.devices)
        forced = forced && std::ranges::all_of(device.nics, &Nic::forces_class);
    Treatments out;
    const ClassModel& classes = sound.analysis.classes;
    const std::map<std::string, std::string> former = former_names(sound, outcome);
    for (const Device& device : outcome.fabric.devices) {
        const auto renamed = former.find(std::string(device.name));
        const std::string name = renamed == former.end() ? std::string(device.name) : renamed->second;
        for (const Port& port : device.ports) {
            if (!carrying.contains({name, port.name}))
                continue;
            DscpSet points = classes.dscps();
            points.insert(0);
            if (classes.cnp.dscp)
                points.insert(*classes.cnp.dscp);
            PortView view(out, name, device, port, points);
            view.link();
            for (const RdmaClass& rdma_class : classes.classes) {
                for (const Dscp dscp : rdma_class.dscps)
                    view.of(dscp, true, rdma_class.pause != Pause::nowhere);
            }
            if (classes.cnp.dscp)
                view.of(*classes.cnp.dscp, false, false);
        }
        of_hosts(out, name, device, forced);
    }
    return out;
}

namespace {

// Calls visit(key, was, now) for each difference.
template <class Visit>
void for_each_difference(const Treatments& sound, const Treatments& mutant, Visit visit)
{
    for (const auto& [key, was] : sound) {
        const auto found = mutant.find(key);
        const std::string now = found == mutant.end() ? std::string(unknown) : found->second;
        if (now != was)
            visit(key, was, now);
    }
}

}

std::vector<std::string> differences_of(const Treatments& sound, const Treatments& mutant)
{
    std::vector<std::string> all;
    for_each_difference(sound, mutant, [&](const auto& key, const auto& was, const auto& now) {
        all.push_back(fmt::format("{}: {} -> {}", key, was, now));
    });
    return all;
}

Effect effect_of(const Treatments& sound, const Treatments& mutant)
{
    Effect effect = Effect::none;
    for_each_difference(sound, mutant, [&](const auto& key, const auto& was, const auto& now) {
        if (now != unknown && was != unknown)
            effect = Effect::otherwise;
        else if (!key.starts_with(shown))
            effect = std::max(effect, Effect::untold);
    });
    return effect;
}

}
