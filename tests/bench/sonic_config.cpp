// SPDX-License-Identifier: Apache-2.0
// CONFIG_DB of the generator's switches in the layout of `sonic-cfggen --print-data`.
#include "tests/bench/cabling.h"
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <utility>

namespace rocelint::bench {
namespace {

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
            visit(port_name(Platform::sonic, port), port);
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
            return std::pair(
                port_name(Platform::sonic, index), std::string(index < size.ports / 2 ? "5m" : "40m"));
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
        const SwitchPort spine = spine_port_on(size, leaf, port);
        return spine.exists
            ? Far{fmt::format("spine{}", spine.device), port_name(Platform::sonic, spine.port)}
            : Far{};
    });
}

std::string sonic_spine(const Size& size, std::uint32_t spine)
{
    return sonic_switch(size, fmt::format("spine{}", spine), "LeafRouter", [&](std::uint32_t port) -> Far {
        const SwitchPort leaf = leaf_port_on(size, spine, port);
        return leaf.exists
            ? Far{fmt::format("leaf{}", leaf.device), port_name(platform_of(size, leaf.device), leaf.port)}
            : Far{};
    });
}

}
