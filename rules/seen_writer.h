// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/bytes.h"
#include "rules/kept_findings.h"

namespace rocelint {

/// Stands for "no device" in lists that map files to devices.
inline constexpr std::uint32_t of_no_device = 0xffffffffU;

/// Writes what rules looked at, without indices that change between runs: devices by their identity, places
/// by device and file.
class SeenWriter {
public:
    /// `kept` must outlive this object.
    explicit SeenWriter(const KeptFindings& kept) : kept_(kept), fabric_(*kept.analysis_.fabric) { }

    /// A device of this run.
    void device(std::uint32_t index);
    /// A port, with its device.
    void port(PortId id)
    {
        device(id.device);
        out_.number(std::uint32_t{id.port + 1});
    }
    /// A place in a file.
    void place(Span at);
    /// The link of a port, or that it has none.
    void link(std::uint32_t device, std::uint32_t port);
    /// The judgement of one port.
    void judgement(const Judgement& judgement);
    /// The links of all ports of a device.
    void links(std::uint32_t device);
    /// The judgements of all ports of a device.
    void judgements(std::uint32_t device);
    /// The present state of something that a rule looked at.
    void seen(const Sight::Seen& seen);
    /// The classes and their evidence.
    void classes(const ClassModel& model);
    /// Which devices are jobs, with their hosts.
    void jobs();
    /// Which override covers which device: this may depend on roles, and so on other devices.
    void overrides();

    /// The bytes written so far.
    [[nodiscard]] stored::ByteWriter& out() { return out_; }

private:
    const KeptFindings& kept_;
    const Fabric& fabric_;
    stored::ByteWriter out_;
};

}
