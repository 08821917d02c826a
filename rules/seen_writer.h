// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/bytes.h"
#include "rules/kept_findings.h"

namespace rocelint {

/// No device, in lists of the device that a file is of.
inline constexpr std::uint32_t of_no_device = 0xffffffffU;

/// Writes what was seen without the numbers of this run: devices by their identity, places by device and file.
class SeenWriter {
public:
    /// `kept` must outlive it.
    explicit SeenWriter(const KeptFindings& kept) : kept_(kept), fabric_(*kept.analysis_.fabric) { }

    /// A device of this run.
    void device(std::uint32_t index);
    /// A port, by its device.
    void port(PortId id)
    {
        device(id.device);
        out_.number(std::uint32_t{id.port + 1});
    }
    /// A place in a file.
    void place(Span at);
    /// The link of a port, or that there is none.
    void link(std::uint32_t device, std::uint32_t port);
    /// Of one port.
    void judgement(const Judgement& judgement);
    /// Of all ports of a device.
    void links(std::uint32_t device);
    /// Of all ports of a device.
    void judgements(std::uint32_t device);
    /// What a rule looked at, as it is now.
    void seen(const Sight::Seen& seen);
    /// What the classes are, and on what evidence.
    void classes(const ClassModel& model);
    /// Which devices are jobs, and their hosts.
    void jobs();
    /// Which override covers which device: it may depend on a role, and that on other devices.
    void overrides();

    /// The bytes so far.
    [[nodiscard]] stored::ByteWriter& out() { return out_; }

private:
    const KeptFindings& kept_;
    const Fabric& fabric_;
    stored::ByteWriter out_;
};

}
