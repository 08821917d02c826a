// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/shared_facts.h"

#include "analysis/facts/job_facts.h"
#include "models/physics/wire.h"

#include <algorithm>
#include <bit>

namespace rocelint {

SharedFacts::SharedFacts(const Analysis& analysis) : analysis_(analysis) { }
SharedFacts::~SharedFacts() = default;

const JobFacts& SharedFacts::jobs() { return jobs_.get(analysis_); }

SharedFacts::PathMtu::PathMtu(const Analysis& analysis)
{
    const std::vector<Device>& devices = analysis.fabric->devices;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        for (const Nic& nic : devices[index].nics) {
            if (nic.port >= devices[index].ports.size() || !analysis.is_roce({index, nic.port}))
                continue;
            const Setting<Bytes>& mtu = devices[index].ports[nic.port].ip_mtu;
            // A path MTU is a power of two.
            const std::uint64_t room = mtu.value_or({}).count > physics::linux_rdma_headers
                ? std::bit_floor(mtu.value.count - physics::linux_rdma_headers)
                : 0;
            const Bytes left{std::min<std::uint64_t>(room, physics::largest_path_mtu)};
            largest = std::max(largest, nic.rdma_mtu.value_or(left));
        }
    }
}

SharedFacts::Samples::Samples(const Analysis& analysis)
{
    const std::vector<Device>& devices = analysis.fabric->devices;
    ports.assign(devices.size(), Port::no_index);
    for (std::uint32_t device = 0; device < devices.size(); ++device) {
        for (std::uint32_t port = 0; port < devices[device].ports.size(); ++port) {
            if (devices[device].ports[port].kind == PortKind::physical && analysis.is_roce({device, port})) {
                ports[device] = port;
                break;
            }
        }
    }
}

}
