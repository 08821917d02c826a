// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::nic028 {
namespace {

constexpr Example examples[] = {
    {.title = "The next boot sets a traffic class without the ECN bits of the one in effect",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 104 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}},
        .flagged = "tclass=106"},
    {.title = "The firmware was given another value, but has not been reset since",
        .files = {{{"linux-host",
            "host1",
            R"(-        DCBX_WILLING_P1                             True(1)              True(1)              True(1)
+        DCBX_WILLING_P1                             True(1)              False(0)             True(1)
)"}}},
        .flagged = "DCBX_WILLING_P1"},
    {.title = "The script sets what is in effect",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}}},
};

}

// This rule has no check function: the reader of hosts compares captures with boot files, setting by setting.
extern const Rule rule = {
    .code = "NIC028",
    .name = "boot-files-differ",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary
    = "A capture shows a different value from the one that the host's boot files or scripts set, or that its "
      "firmware has for the next boot.",
    .why = "The capture shows what is in effect, and the boot files show what the next boot sets. Either the "
           "script or unit did not run, or something undid it since: a reload of the driver, a reset of the "
           "firmware, tuned, or a command by hand. Firmware settings take effect only when the NIC is reset; "
           "until then mlxconfig shows both values. Both states are judged. A fault of the current state is "
           "reported at the capture; a fault that only the boot files bring is reported at their line and "
           "begins with \"after the next boot\". On Windows, which keeps what a script set, it begins with "
           "\"once the script has run\".",
    .source
    = "Mellanox/mlnx-tools, mlnx_qos (settings do not survive a reboot); systemd.service(5) (a unit that failed or is not "
      "enabled sets nothing); mlxconfig -e q, columns Current and Next Boot; RFC 8342 section 5 (intended and operational state differ)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Run the script and capture the host again, or correct the boot file.",
};

}
