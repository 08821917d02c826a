// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/fabric_generator.h"

#include "tests/bench/fabric_faults.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

namespace rocelint::bench {
namespace {

// Cabling: NIC n of host h stands on downlink slot (h * nics + n) / leaves of leaf (h * nics + n) % leaves.
struct Downlink {
    std::uint32_t leaf;
    std::uint32_t slot;
};

Downlink downlink_of(const Size& size, std::uint32_t host, std::uint32_t nic)
{
    const std::uint32_t index = host * size.nics + nic;
    return {index % size.leaves, index / size.leaves};
}

std::string port_name(bool sonic, std::uint32_t index)
{
    return sonic ? fmt::format("Ethernet{}", index * 4) : fmt::format("Ethernet{}/1", index + 1);
}

std::uint32_t host_on(const Size& size, std::uint32_t leaf, std::uint32_t slot)
{
    return (slot * size.leaves + leaf) / size.nics;
}
std::uint32_t nic_on(const Size& size, std::uint32_t leaf, std::uint32_t slot)
{
    return (slot * size.leaves + leaf) % size.nics;
}
bool leads_to_host(const Size& size, std::uint32_t leaf, std::uint32_t slot)
{
    return slot < size.ports / 2 && host_on(size, leaf, slot) < size.hosts;
}

// Uplink u of leaf l is cable l * (ports / 2) + u; cables are dealt out to the spines in turn.
struct Uplink {
    std::uint32_t spine;
    std::uint32_t slot;
    bool exists;
};

Uplink uplink_of(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    if (size.spines == 0 || port < size.ports / 2)
        return {0, 0, false};
    const std::uint32_t cable = leaf * (size.ports / 2) + port - size.ports / 2;
    return {cable % size.spines, cable / size.spines, cable / size.spines < size.ports};
}

class Json {
public:
    void table(std::string_view name, const std::function<void()>& rows)
    {
        out_ += fmt::format("{}    \"{}\": {{", first_table_ ? "{\n" : ",\n", name);
        first_table_ = false;
        first_row_ = true;
        rows();
        out_ += "\n    }";
    }
    void row(std::string_view key, std::initializer_list<std::pair<std::string_view, std::string>> fields)
    {
        out_ += fmt::format("{}\n        \"{}\": {{", first_row_ ? "" : ",", key);
        first_row_ = false;
        bool first = true;
        for (const auto& [name, value] : fields) {
            out_ += fmt::format("{}\n            \"{}\": \"{}\"", first ? "" : ",", name, value);
            first = false;
        }
        out_ += "\n        }";
    }
    void map(
        std::string_view key, std::uint32_t count, const std::function<std::uint32_t(std::uint32_t)>& target)
    {
        out_ += fmt::format("{}\n        \"{}\": {{", first_row_ ? "" : ",", key);
        first_row_ = false;
        for (std::uint32_t from = 0; from < count; ++from)
            out_ += fmt::format("{}\n            \"{}\": \"{}\"", from == 0 ? "" : ",", from, target(from));
        out_ += "\n        }";
    }
    void texts(std::string_view key,
        std::uint32_t count,
        const std::function<std::pair<std::string, std::string>(std::uint32_t)>& pair)
    {
        out_ += fmt::format("{}\n        \"{}\": {{", first_row_ ? "" : ",", key);
        first_row_ = false;
        for (std::uint32_t index = 0; index < count; ++index) {
            const auto [name, value] = pair(index);
            out_ += fmt::format("{}\n            \"{}\": \"{}\"", index == 0 ? "" : ",", name, value);
        }
        out_ += "\n        }";
    }
    std::string take() { return out_ + "\n}\n"; }

private:
    std::string out_;
    bool first_table_ = true;
    bool first_row_ = true;
};

struct Far {
    std::string device;
    std::string port;
};

void write_maps(Json& json)
{
    const auto same = [](std::uint32_t from) { return from; };
    json.table("DSCP_TO_TC_MAP", [&] {
        json.map("ROCE", 64, [](std::uint32_t dscp) { return dscp == 26 ? 3U : dscp == 48 ? 6U : 0U; });
    });
    json.table("MAP_PFC_PRIORITY_TO_QUEUE", [&] { json.map("ROCE", 8, same); });
    json.table("TC_TO_QUEUE_MAP", [&] { json.map("ROCE", 8, same); });
    json.table("TC_TO_PRIORITY_GROUP_MAP",
        [&] { json.map("ROCE", 8, [](std::uint32_t tc) { return tc == 3 ? 3U : 0U; }); });
    json.table("SCHEDULER", [&] {
        json.row("scheduler.0", {{"type", "DWRR"}, {"weight", "10"}});
        json.row("scheduler.1", {{"type", "DWRR"}, {"weight", "50"}});
        json.row("scheduler.2", {{"type", "STRICT"}});
    });
    json.table("WRED_PROFILE", [&] {
        json.row("ROCE",
            {{"ecn", "ecn_all"},
                {"wred_green_enable", "true"},
                {"wred_yellow_enable", "true"},
                {"wred_red_enable", "true"},
                {"green_min_threshold", "250000"},
                {"green_max_threshold", "1048576"},
                {"green_drop_probability", "5"},
                {"yellow_min_threshold", "250000"},
                {"yellow_max_threshold", "1048576"},
                {"yellow_drop_probability", "5"},
                {"red_min_threshold", "250000"},
                {"red_max_threshold", "1048576"},
                {"red_drop_probability", "5"}});
    });
    json.table("BUFFER_POOL", [&] {
        json.row("ingress_lossless_pool",
            {{"type", "ingress"}, {"mode", "dynamic"}, {"size", "50000000"}, {"xoff", "9000000"}});
        json.row("egress_lossless_pool", {{"type", "egress"}, {"mode", "static"}, {"size", "60817392"}});
        json.row("egress_lossy_pool", {{"type", "egress"}, {"mode", "dynamic"}, {"size", "40000000"}});
    });
    json.table("BUFFER_PROFILE", [&] {
        json.row(
            "ingress_lossy_profile", {{"pool", "ingress_lossless_pool"}, {"size", "0"}, {"dynamic_th", "3"}});
        json.row("egress_lossless_profile",
            {{"pool", "egress_lossless_pool"}, {"size", "0"}, {"static_th", "60817392"}});
        json.row(
            "egress_lossy_profile", {{"pool", "egress_lossy_pool"}, {"size", "1518"}, {"dynamic_th", "3"}});
        for (const std::string_view cable : {"5m", "40m"}) {
            json.row(fmt::format("pg_lossless_100000_{}_profile", cable),
                {{"pool", "ingress_lossless_pool"},
                    {"xon", "19456"},
                    {"xoff", "121856"},
                    {"size", "141312"},
                    {"dynamic_th", "0"}});
        }
    });
}

std::string sonic_switch(const Size& size,
    const std::string& name,
    std::string_view type,
    const std::function<Far(std::uint32_t)>& far)
{
    Json json;
    const auto each = [&](const std::function<void(const std::string&, std::uint32_t)>& visit) {
        for (std::uint32_t port = 0; port < size.ports; ++port)
            visit(port_name(true, port), port);
    };
    json.table("DEVICE_METADATA", [&] {
        json.row("localhost",
            {{"hostname", name},
                {"hwsku", "Generated-64x100G"},
                {"type", std::string(type)},
                {"mac", "00:00:5e:00:53:01"},
                {"platform", "x86_64-generated-r0"}});
    });
    json.table("PORT", [&] {
        each([&](const std::string& port, std::uint32_t index) {
            const std::uint32_t lane = index * 4 + 1;
            json.row(port,
                {{"admin_status", "up"},
                    {"alias", fmt::format("etp{}", index + 1)},
                    {"description", far(index).device + ":" + far(index).port},
                    {"fec", "rs"},
                    {"index", std::to_string(index + 1)},
                    {"lanes", fmt::format("{},{},{},{}", lane, lane + 1, lane + 2, lane + 3)},
                    {"mtu", "9100"},
                    {"speed", "100000"}});
        });
    });
    json.table("DEVICE_NEIGHBOR", [&] {
        each([&](const std::string& port, std::uint32_t index) {
            if (!far(index).device.empty())
                json.row(port, {{"name", far(index).device}, {"port", far(index).port}});
        });
    });
    write_maps(json);
    json.table("PORT_QOS_MAP", [&] {
        each([&](const std::string& port, std::uint32_t) {
            json.row(port,
                {{"dscp_to_tc_map", "ROCE"},
                    {"pfc_enable", "3"},
                    {"pfc_to_queue_map", "ROCE"},
                    {"pfcwd_sw_enable", "3"},
                    {"tc_to_pg_map", "ROCE"},
                    {"tc_to_queue_map", "ROCE"}});
        });
    });
    json.table("QUEUE", [&] {
        each([&](const std::string& port, std::uint32_t) {
            for (std::uint32_t queue = 0; queue < 8; ++queue) {
                const std::string key = fmt::format("{}|{}", port, queue);
                if (queue == 3)
                    json.row(key, {{"scheduler", "scheduler.1"}, {"wred_profile", "ROCE"}});
                else
                    json.row(key, {{"scheduler", queue == 6 ? "scheduler.2" : "scheduler.0"}});
            }
        });
    });
    json.table("BUFFER_PG", [&] {
        each([&](const std::string& port, std::uint32_t index) {
            json.row(port + "|0", {{"profile", "ingress_lossy_profile"}});
            json.row(port + "|3",
                {{"profile",
                    index < size.ports / 2 ? "pg_lossless_100000_5m_profile"
                                           : "pg_lossless_100000_40m_profile"}});
        });
    });
    json.table("BUFFER_QUEUE", [&] {
        each([&](const std::string& port, std::uint32_t) {
            json.row(port + "|0-2", {{"profile", "egress_lossy_profile"}});
            json.row(port + "|3", {{"profile", "egress_lossless_profile"}});
            json.row(port + "|4-7", {{"profile", "egress_lossy_profile"}});
        });
    });
    json.table("CABLE_LENGTH", [&] {
        json.texts("AZURE", size.ports, [&](std::uint32_t index) {
            return std::pair(port_name(true, index), std::string(index < size.ports / 2 ? "5m" : "40m"));
        });
    });
    json.table("PFC_WD", [&] {
        json.row("GLOBAL", {{"POLL_INTERVAL", "200"}});
        each([&](const std::string& port, std::uint32_t) {
            json.row(port, {{"action", "drop"}, {"detection_time", "400"}, {"restoration_time", "400"}});
        });
    });
    return json.take();
}

}

std::string sonic_leaf(const Size& size, std::uint32_t leaf)
{
    return sonic_switch(size, fmt::format("leaf{}", leaf), "ToRRouter", [&](std::uint32_t port) -> Far {
        if (leads_to_host(size, leaf, port))
            return {fmt::format("host{}", host_on(size, leaf, port)),
                fmt::format("ens{}f0np0", nic_on(size, leaf, port))};
        const Uplink uplink = uplink_of(size, leaf, port);
        return uplink.exists ? Far{fmt::format("spine{}", uplink.spine), port_name(true, uplink.slot)}
                             : Far{};
    });
}

std::string sonic_spine(const Size& size, std::uint32_t spine)
{
    return sonic_switch(size, fmt::format("spine{}", spine), "LeafRouter", [&](std::uint32_t port) -> Far {
        const std::uint32_t cable = port * size.spines + spine;
        const std::uint32_t leaf = cable / (size.ports / 2);
        if (leaf >= size.leaves)
            return {};
        return {fmt::format("leaf{}", leaf),
            port_name(is_sonic(leaf), size.ports / 2 + cable % (size.ports / 2))};
    });
}

std::string eos_leaf(const Size& size, std::uint32_t leaf)
{
    std::string out
        = fmt::format("! Command: show running-config\n! device: leaf{0} (DCS-7060CX-32S, EOS-4.28.3M)\n!\n"
                      "hostname leaf{0}\n!\nqos map dscp 24 25 27 28 29 30 31 to traffic-class 1\n!\n"
                      "priority-flow-control pause watchdog default timeout 0.4\n"
                      "priority-flow-control pause watchdog default recovery-time 0.4\n"
                      "priority-flow-control pause watchdog default polling-interval 0.2\n!\n",
            leaf);
    for (std::uint32_t port = 0; port < size.ports; ++port) {
        std::string description;
        if (leads_to_host(size, leaf, port))
            description
                = fmt::format("host{} ens{}f0np0", host_on(size, leaf, port), nic_on(size, leaf, port));
        else if (const Uplink uplink = uplink_of(size, leaf, port); uplink.exists)
            description = fmt::format("spine{} {}", uplink.spine, port_name(true, uplink.slot));
        out += fmt::format("interface {}\n", port_name(false, port));
        if (!description.empty())
            out += fmt::format("   description {}\n", description);
        out += "   mtu 9214\n"
               "   speed 100g-4\n"
               "   no switchport\n"
               "   priority-flow-control on\n"
               "   priority-flow-control priority 3 no-drop\n"
               "   priority-flow-control pause watchdog\n"
               "   qos trust dscp\n"
               "   !\n"
               "   tx-queue 3\n"
               "      no priority\n"
               "      bandwidth percent 50\n"
               "      random-detect ecn minimum-threshold 250 kbytes maximum-threshold 1000 "
               "kbytes max-mark-probability 10\n"
               "   !\n"
               "   tx-queue 6\n"
               "      priority strict\n"
               "!\n";
    }
    return out + "ip routing\n!\nend\n";
}

namespace {

constexpr std::string_view junos_classes = R"(class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class CNP {
                loss-priority low code-points 110000;
            }
            forwarding-class NO-LOSS {
                loss-priority low code-points 011010;
            }
        }
    }
    drop-profiles {
        dcqcn {
            interpolate {
                fill-level [ 55 90 ];
                drop-probability [ 0 20 ];
            }
        }
    }
    forwarding-classes {
        class CNP queue-num 6;
        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
    }
    congestion-notification-profile {
        lossless {
            pfc-watchdog;
            input {
                dscp {
                    code-point 011010 {
                        pfc;
                    }
                }
            }
            output {
                ieee-802.1 {
                    code-point 011 {
                        flow-control-queue 3;
                    }
                }
            }
        }
    }
    interfaces {
        et-* {
            congestion-notification-profile lossless;
            scheduler-map rdma;
            unit * {
                classifiers {
                    dscp rdma;
                }
            }
        }
    }
    scheduler-maps {
        rdma {
            forwarding-class NO-LOSS scheduler rdma;
        }
    }
    schedulers {
        rdma {
            transmit-rate percent 60;
            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
            explicit-congestion-notification;
        }
    }
}
)";

}

std::string junos_leaf(const Size& size)
{
    std::string out = "system {\n    host-name leaf0;\n}\ninterfaces {\n";
    for (std::uint32_t port = 0; port < size.ports; ++port)
        out += fmt::format(
            "    et-0/0/{0} {{\n        description \"to host{0} ens1f0np0\";\n        mtu 9216;\n"
            "        unit 0 {{\n            family inet {{\n                mtu 9170;\n"
            "                address 10.0.{0}.1/31;\n            }}\n        }}\n    }}\n",
            port);
    return out + "}\n" + std::string(junos_classes);
}

std::string junos_commands(const Size& size)
{
    std::string out = "set system host-name leaf0\n";
    for (std::uint32_t port = 0; port < size.ports; ++port)
        out += fmt::format(
            "set interfaces et-0/0/{0} description \"to host{0} ens1f0np0\"\n"
            "set interfaces et-0/0/{0} mtu 9216\n"
            "set interfaces et-0/0/{0} unit 0 family inet mtu 9170\n"
            "set interfaces et-0/0/{0} unit 0 family inet address 10.0.{0}.1/31\n"
            "set protocols l2circuit neighbor 10.0.0.1 interface et-0/0/{0}.0 virtual-circuit-id {0}\n"
            "set class-of-service interfaces et-0/0/{0} unit 0 classifiers dscp rdma\n",
            port);
    return out;
}

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

void write_fabric(const Size& size, const std::string& folder)
{
    const auto write = [](const std::string& path, const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
    };
    std::filesystem::create_directories(folder);
    for (std::uint32_t leaf = 0; leaf < size.leaves; ++leaf)
        write(fmt::format("{}/leaf{}.{}", folder, leaf, is_sonic(leaf) ? "json" : "cfg"),
            is_sonic(leaf) ? sonic_with_faults(sonic_leaf(size, leaf), size.faults)
                           : eos_with_faults(eos_leaf(size, leaf), size.faults));
    for (std::uint32_t spine = 0; spine < size.spines; ++spine)
        write(fmt::format("{}/spine{}.json", folder, spine),
            sonic_with_faults(sonic_spine(size, spine), size.faults));
    for (std::uint32_t host = 0; host < size.hosts; ++host) {
        std::filesystem::create_directories(fmt::format("{}/hosts/host{}", folder, host));
        write(fmt::format("{}/hosts/host{}/capture.txt", folder, host), host_capture(size, host));
    }
}

}
