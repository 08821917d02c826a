// SPDX-License-Identifier: Apache-2.0
// Names of aspects and grades, and the frame size of an RDMA packet, computed as the kernel does.
#include "analysis/proof/hop/step.h"

#include "models/physics/wire.h"

#include <algorithm>

namespace rocelint::proof {

const char* name_of(Aspect aspect)
{
    switch (aspect) {
    case Aspect::collected:
        return "collected";
    case Aspect::route:
        return "route";
    case Aspect::marking:
        return "marking";
    case Aspect::classification:
        return "class";
    case Aspect::pause:
        return "pause";
    case Aspect::obedience:
        return "obeys";
    case Aspect::queue:
        return "queue";
    case Aspect::headroom:
    case Aspect::headroom_size:
        return "headroom";
    case Aspect::ecn:
        return "ecn";
    case Aspect::rewrite:
        return "rewrite";
    case Aspect::mtu:
        return "mtu";
    case Aspect::notification:
        return "cnp";
    }
    return "";
}

const char* name_of(Grade outcome)
{
    switch (outcome) {
    case Grade::proven:
        return "proven";
    case Grade::assumed:
        return "assumed";
    case Grade::unproven:
        return "unproven";
    case Grade::broken:
        return "broken";
    case Grade::unreachable:
        return "unreachable";
    }
    return "";
}

std::optional<Frame> frame_of(const Fabric& fabric, PortId host)
{
    const Device& device = fabric.device(host);
    const Port& port = fabric.port(host);
    std::optional<Frame> frame;
    if (port.max_frame.known())
        frame = Frame{port.max_frame.value, host, device.place(port.max_frame.origin, &port)};
    if (port.nic >= device.nics.size() || !device.nics[port.nic].rdma_mtu.known())
        return frame;
    const Setting<Bytes>& path = device.nics[port.nic].rdma_mtu;
    const Bytes needed{path.value.count + physics::linux_rdma_headers + physics::ethernet_header};
    if (!frame || needed < frame->size)
        frame = Frame{needed, host, device.place(path.origin, &port)};
    return frame;
}

}
