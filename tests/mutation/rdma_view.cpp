// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/rdma_view.h"

#include "models/fabric/classify.h"
#include "models/fabric/fields/fields.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/append.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <type_traits>

namespace rocelint::testing {
namespace {

class View {
public:
    View(const Device& device, const ClassModel& classes) : device_(device), classes_(classes) { }

    std::string of(const Port& port)
    {
        append(out_, "{} {}:", device_.name, port.name);
        for (const auto& [name, setting] : {std::pair("up", &port.admin_up),
                 std::pair("pause-rx", &port.pause_rx),
                 std::pair("pause-tx", &port.pause_tx)})
            put(name, *setting);
        put("trust", port.trust);
        put("speed", port.speed);
        put("fec", port.fec);
        put("max-frame", port.max_frame);
        put("pfc-rx", port.pfc_rx);
        put("pfc-tx", port.pfc_tx);
        put("watchdog", port.watchdog.enabled);
        put("watched", port.watchdog.priorities);
        std::set<std::uint8_t> queues;
        std::set<std::uint8_t> groups;
        const auto classify = [&](Dscp dscp) {
            const Treatment treatment = classify_dscp(device_, port, dscp);
            append(out_, " {}:", int{dscp});
            put("tc", treatment.tc);
            put("queue", treatment.queue);
            put("group", treatment.group);
            put("paused", treatment.tx_priority);
            put("obeyed", treatment.rx_priority);
            if (treatment.queue.known())
                queues.insert(treatment.queue.value);
            if (treatment.group.known())
                groups.insert(treatment.group.value);
        };
        for (const RdmaClass& rdma_class : classes_.classes) {
            for (const Dscp dscp : rdma_class.dscps)
                classify(dscp);
        }
        if (classes_.cnp.dscp)
            classify(*classes_.cnp.dscp);
        for (const Queue& queue : device_.queues_of(port)) {
            if (queues.contains(queue.number))
                of_queue(queue);
        }
        for (const PriorityGroup& group : device_.groups_of(port)) {
            if (!groups.contains(group.number))
                continue;
            put("lossless", group.lossless);
            of_buffer(group.buffer);
        }
        out_ += '\n';
        return std::move(out_);
    }

    std::string of_host()
    {
        for (const Nic& nic : device_.nics) {
            put("tclass", nic.traffic_class);
            put("cnp-dscp", nic.cnp_dscp);
            put("np", nic.ecn_notification);
            put("rp", nic.ecn_reaction);
            put("rdma-mtu", nic.rdma_mtu);
            put("cm", nic.cm_version);
        }
        for (const Job& job : device_.jobs)
            put("tc", job.traffic_class);
        out_ += '\n';
        return std::move(out_);
    }

private:
    template <class T>
    void put(std::string_view name, const Setting<T>& setting)
    {
        if constexpr (std::is_same_v<T, Ref>)
            append(out_, " {} {}", name, setting.known());
        else
            append(out_, " {} {}", name, setting.known() ? value_text(setting.value) : std::string("?"));
    }

    template <class T>
    void put_all(const T& record)
    {
        for_each_field(fields_of<T>, [&](const auto& row) { put(row.name, record.*row.member); });
    }

    template <class T>
    const T* target(const std::vector<T>& list, const Setting<Ref>& ref)
    {
        put("ref", ref);
        return ref.known() && ref.value.index < list.size() ? &list[ref.value.index] : nullptr;
    }

    void of_queue(const Queue& queue)
    {
        if (const EcnProfile* profile = target(device_.ecn_profiles, queue.ecn)) {
            for (const EcnCurve& curve : profile->curves)
                put_all(curve);
        }
        if (const Scheduler* scheduler = target(device_.schedulers, queue.scheduler))
            put_all(*scheduler);
        of_buffer(queue.buffer);
    }

    void of_buffer(const Setting<Ref>& ref)
    {
        const BufferProfile* profile = target(device_.buffer_profiles, ref);
        if (profile == nullptr)
            return;
        put_all(*profile);
        if (const BufferPool* pool = target(device_.pools, profile->pool))
            put_all(*pool);
    }

    const Device& device_;
    const ClassModel& classes_;
    std::string out_;
};

}

std::string rdma_view(const workspace::Outcome& sound, const workspace::Outcome& outcome)
{
    std::string out;
    std::set<std::pair<std::string_view, std::string_view>> carrying;
    for (std::uint32_t index = 0; index < sound.fabric.devices.size(); ++index) {
        const Device& device = sound.fabric.devices[index];
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (sound.analysis.is_roce({index, port}))
                carrying.emplace(device.name, device.ports[port].name);
        }
    }
    for (const Device& device : outcome.fabric.devices) {
        for (const Port& port : device.ports) {
            if (carrying.contains({device.name, port.name}))
                out += View(device, sound.analysis.classes).of(port);
        }
        out += View(device, sound.analysis.classes).of_host();
    }
    append(out, "{} links", outcome.fabric.links.size());
    return out;
}

}
