// SPDX-License-Identifier: Apache-2.0
// Marking depends on the queue, and the queue depends on maps, so every rule about thresholds starts here.
#include "analysis/facts/bound_profiles.h"

#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"

#include <set>
#include <utility>

namespace rocelint {
namespace {

// For packets that leave by one queue while their pause stops another: the queue that pause stops, if it
// marks, otherwise the other one.
std::uint8_t marked_queue(
    const Device& device, const Port& port, const RdmaClass& rdma_class, const RdmaQueue& disputed)
{
    const Setting<std::uint8_t> stopped = queue_of_priority(device, port, rdma_class.priority);
    if (!stopped.known())
        return disputed.number.value;
    const EcnProfile* profile = profile_of(device, ecn_of_queue(device, port, stopped.value));
    return profile != nullptr && profile->marks() ? stopped.value : disputed.number.value;
}

// Profiles by the queues of one device, as they are found.
class ProfileSearch {
public:
    ProfileSearch(const Analysis& analysis, std::uint32_t device_index)
        : analysis_(analysis)
        , device_index_(device_index)
        , device_(analysis.fabric->devices[device_index])
        , seen_(device_.ecn_profiles.size(), unseen)
    {
    }

    std::vector<BoundProfile> run()
    {
        for (const RdmaClass& rdma_class : analysis_.classes.classes)
            uses_.push_back({&rdma_class, {}, false});
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index)
            look_at_port(index);
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            if (device_.ports[index].kind == PortKind::system)
                look_at_virtual_queues(index);
        }
        return std::move(bound_);
    }

private:
    static constexpr std::uint32_t unseen = 0xffffffffU;

    /// The queues of a class on the device's own ports.
    struct Use {
        const RdmaClass* rdma_class = nullptr;
        std::set<std::uint8_t> queues;
        bool lossless = false;
    };

    void look_at_port(std::uint32_t index)
    {
        const Port& port = device_.ports[index];
        const PortId id{device_index_, index};
        if (port.kind != PortKind::physical || !analysis_.is_roce(id))
            return;
        const PrioritySet required = analysis_.carried_classes(id);
        for (Use& use : uses_) {
            const RdmaClass& rdma_class = *use.rdma_class;
            if (!analysis_.classes.expects_marks(rdma_class))
                continue;
            const RdmaQueue queue = rdma_queue(device_, port, rdma_class);
            if (!required.has(rdma_class.priority) || !queue.number.known())
                continue;
            const std::uint8_t number
                = queue.disputed ? marked_queue(device_, port, rdma_class, queue) : queue.number.value;
            const bool lossless = analysis_.is_lossless_at(rdma_class, id);
            use.queues.insert(number);
            use.lossless = use.lossless || lossless;
            add(ecn_of_queue(device_, port, number), rdma_class.priority, number, index, lossless);
        }
    }

    // Towards the ports of other chips and cards a class has the queue that it has on the device's own ports.
    void look_at_virtual_queues(std::uint32_t index)
    {
        for (const Use& use : uses_) {
            for (const std::uint8_t number : use.queues) {
                const Setting<Ref>& ecn = ecn_of_queue(device_, device_.ports[index], number);
                if (ecn.peek_known())
                    add(ecn, use.rdma_class->priority, number, index, use.lossless);
            }
        }
    }

    void add(
        const Setting<Ref>& ecn, Priority priority, std::uint8_t queue, std::uint32_t port, bool lossless)
    {
        const EcnProfile* profile = profile_of(device_, ecn);
        if (profile == nullptr || !profile->marks())
            return;
        std::uint32_t& place = seen_[ecn.value.index];
        if (place == unseen) {
            place = static_cast<std::uint32_t>(bound_.size());
            bound_.push_back({profile, priority, queue, {}, false});
        }
        BoundProfile& found = bound_[place];
        found.lossless = found.lossless || lossless;
        if (found.ports.empty() || found.ports.back() != port)
            found.ports.push_back(port);
    }

    const Analysis& analysis_;
    std::uint32_t device_index_;
    const Device& device_;
    std::vector<std::uint32_t> seen_;
    std::vector<Use> uses_;
    std::vector<BoundProfile> bound_;
};

}

std::vector<BoundProfile> find_bound_profiles(const Analysis& analysis, std::uint32_t device_index)
{
    const Device& device = analysis.fabric->devices[device_index];
    if (device.kind != DeviceKind::network_switch || device.ecn_profiles.empty())
        return {};
    return ProfileSearch(analysis, device_index).run();
}

}
