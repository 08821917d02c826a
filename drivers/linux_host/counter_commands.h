// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::linux_host {

/// Prints a transcript: ethtool's statistics of each interface that has an RDMA device, then those of the RDMA devices.
inline constexpr std::string_view counter_script = R"sh(PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
LC_ALL=C
export PATH LC_ALL
host=$(uname -n)
for at in /sys/class/infiniband/*/device/net/*; do
    [ -e "$at" ] || continue
    echo "root@$host:~# ethtool -S ${at##*/}"
    ethtool -S "${at##*/}"
done
echo "root@$host:~# rdma statistic show"
rdma statistic show
)sh";

/// Driver::counter_commands; see output/counter_outputs.cpp.
inline constexpr CounterCommand counter_commands[]{
    {counter_script, "counters.txt"},
};

}
