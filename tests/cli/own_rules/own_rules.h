// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/rocelint_run.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::own_rules {

/// One port has a description and jumbo frames, one has neither; nothing shows their state or cables.
inline constexpr std::string_view two_ports = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
 "PORT": {
  "Ethernet0": {"speed": "100000", "admin_status": "up", "mtu": "1500"},
  "Ethernet4": {"speed": "100000", "admin_status": "up", "mtu": "9100", "description": "to host1"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet4": {"pfc_enable": "3"}}
}
)";

/// A policy with one rule: every port must have a description.
inline constexpr std::string_view described
    = "custom_rules:\n"
      "  - code: SITE001\n"
      "    name: port-without-description\n"
      "    for: port\n"
      "    assert: .description != \"\"\n"
      "    message: Port \\(.name) of \\(.device.name) has no description\n"
      "    at: .max_frame\n";

/// A policy with one rule that asserts this for each subject.
inline std::string rule_with(std::string_view assertion, std::string_view subject = "port")
{
    return fmt::format(
        "custom_rules:\n  - code: SITE001\n    name: tried\n    for: {}\n    assert: |\n      {}\n"
        "    message: said of \\(.name)\n",
        subject,
        assertion);
}

/// Checks two_ports, without the shipped rules unless `arguments` select them.
inline Run check_with(std::string_view policy, std::vector<std::string> arguments = {"--select", "SITE"})
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n" + std::string(policy));
    folder.write("leaf1.json", two_ports);
    arguments.insert(arguments.begin(), {"check", "."});
    return rocelint(arguments, {.folder = folder.path()});
}

}
