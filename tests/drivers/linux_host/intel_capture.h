// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::intel_capture {

using tests::ReadFiles;

/// An interface of an E810 and its RDMA device.
inline constexpr std::string_view driver
    = "root@io1:~# ethtool -i ens2f0\n"
      "driver: ice\n"
      "version: 1.13.7\n"
      "bus-info: 0000:31:00.0\n"
      "root@io1:~# rdma link\n"
      "link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0\n";

/// The host with these further captures.
inline ReadFiles read_with(std::string_view further)
{
    const std::string text = std::string(driver) + std::string(further);
    return ReadFiles("linux-host", {{"io1/capture.txt", text}});
}

inline const Nic& nic_of(const ReadFiles& host)
{
    const Nic* nic = host.nic("rocep49s0f0");
    REQUIRE(nic != nullptr);
    return *nic;
}

inline const Port& port_of(const ReadFiles& host)
{
    const Port* port = host.port("ens2f0");
    REQUIRE(port != nullptr);
    return *port;
}

/// The note of an origin: why the setting is unread.
inline std::string reason_of(const ReadFiles& host, OriginId origin)
{
    return std::string(host.device().origins.look_up(origin).note);
}

}
