// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/shared_facts.h"

namespace rocelint {

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
