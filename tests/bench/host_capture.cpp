// SPDX-License-Identifier: Apache-2.0
// A session on one of the generator's hosts: prompts, commands and their output.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string host_capture(const Size& size, std::uint32_t host)
{
    const std::string prompt = fmt::format("root@host{}:~# ", host);
    std::string out = fmt::format("{}hostname\nhost{}\n{}rdma link\n", prompt, host, prompt);
    for (std::uint32_t nic = 0; nic < size.nics; ++nic)
        out += fmt::format("link mlx5_{0}/1 state ACTIVE physical_state LINK_UP netdev ens{0}f0np0 \n", nic);
    for (std::uint32_t nic = 0; nic < size.nics; ++nic) {
        const std::string port = fmt::format("ens{}f0np0", nic);
        out += fmt::format("{0}ip -d link show dev {1}\n"
                           "{2}: {1}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode "
                           "DEFAULT group default qlen 1000\n"
                           "    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu "
                           "68 maxmtu 9978 addrgenmode none\n",
            prompt,
            port,
            nic + 2);
        out += fmt::format(
            "{}mlnx_qos -i {}\nDCBX mode: OS controlled\nPriority trust state: dscp\ndscp2prio mapping:\n",
            prompt,
            port);
        for (std::uint32_t priority = 0; priority < 8; ++priority) {
            out += fmt::format("        prio:{} dscp:", priority);
            for (std::uint32_t dscp = priority * 8 + 8; dscp-- > priority * 8;)
                out += fmt::format("{:02},", dscp);
            out += '\n';
        }
        out += "Cable len: 7\n"
               "PFC configuration:\n"
               "        priority    0   1   2   3   4   5   6   7\n"
               "        enabled     0   0   0   1   0   0   0   0   \n";
        for (std::uint32_t tc = 0; tc < 8; ++tc)
            out += fmt::format("tc: {0} ratelimit: unlimited, tsa: vendor\n         priority:  {0}\n", tc);
        out += fmt::format("{0}ethtool -a {1}\n"
                           "Pause parameters for {1}:\n"
                           "Autonegotiate:  off\n"
                           "RX:             off\n"
                           "TX:             off\n"
                           "\n",
            prompt,
            port);
        out += fmt::format("{}grep -rH '' /sys/class/net/{}/ecn\n", prompt, port);
        for (const std::string_view half : {"roce_np", "roce_rp"})
            out += fmt::format("/sys/class/net/{}/ecn/{}/enable/3:1\n", port, half);
        out += fmt::format(
            "/sys/class/net/{0}/ecn/roce_np/cnp_dscp:48\n/sys/class/net/{0}/ecn/roce_np/cnp_802p_prio:6\n",
            port);
        out += fmt::format(
            "{0}cat /sys/class/infiniband/mlx5_{1}/tc/1/traffic_class\nGlobal tclass=106\n", prompt, nic);
        out += fmt::format(
            "{0}cma_roce_mode -d mlx5_{1} -p 1\nRoCE v2\n{0}cma_roce_tos -d mlx5_{1}\n106\n", prompt, nic);
    }
    return out;
}

}
