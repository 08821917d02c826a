// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::junos_case {

inline bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// The first line of every text here.
inline constexpr std::string_view system_line = "system { host-name a; }\n";

/// Classes, a classifier and a profile, with the given ports and class-of-service interfaces.
inline std::string with_profile(std::string_view ports, std::string_view bindings)
{
    return std::string(system_line) + "interfaces {\n" + std::string(ports)
        + "}\n"
          "class-of-service {\n"
          "    forwarding-classes {\n"
          "        class NO-LOSS queue-num 3 no-loss pfc-priority 3;\n"
          "        class STORAGE queue-num 4 no-loss pfc-priority 4;\n"
          "        class best-effort queue-num 0;\n"
          "    }\n"
          "    classifiers {\n"
          "        dscp rdma {\n"
          "            forwarding-class NO-LOSS {\n"
          "                loss-priority low code-points [ 011010 011011 ];\n"
          "            }\n"
          "            forwarding-class STORAGE {\n"
          "                loss-priority low code-points 100010;\n"
          "            }\n"
          "        }\n"
          "    }\n"
          "    congestion-notification-profile {\n"
          "        cnp {\n"
          "            input {\n"
          "                dscp {\n"
          "                    code-point 011010 {\n"
          "                        pfc;\n"
          "                    }\n"
          "                }\n"
          "            }\n"
          "            output {\n"
          "                ieee-802.1 {\n"
          "                    code-point 011 {\n"
          "                        flow-control-queue 3;\n"
          "                    }\n"
          "                }\n"
          "            }\n"
          "        }\n"
          "    }\n"
          "    interfaces {\n"
        + std::string(bindings) + "    }\n}\n";
}

inline constexpr std::string_view two_ports
    = "    et-0/0/0 {\n        mtu 9000;\n    }\n    et-0/0/1 {\n        mtu 9000;\n    }\n";
inline constexpr std::string_view two_bindings = "        et-0/0/0 {\n"
                                                 "            congestion-notification-profile cnp;\n"
                                                 "            unit 0 {\n"
                                                 "                classifiers {\n"
                                                 "                    dscp rdma;\n"
                                                 "                }\n"
                                                 "            }\n"
                                                 "        }\n"
                                                 "        et-0/0/1 {\n"
                                                 "            congestion-notification-profile cnp;\n"
                                                 "            unit 0 {\n"
                                                 "                classifiers {\n"
                                                 "                    dscp rdma;\n"
                                                 "                }\n"
                                                 "            }\n"
                                                 "        }\n";
inline constexpr std::string_view wildcard_binding = "        et-* {\n"
                                                     "            congestion-notification-profile cnp;\n"
                                                     "            unit * {\n"
                                                     "                classifiers {\n"
                                                     "                    dscp rdma;\n"
                                                     "                }\n"
                                                     "            }\n"
                                                     "        }\n";

}
