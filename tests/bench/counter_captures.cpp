// SPDX-License-Identifier: Apache-2.0
// Two captures of the counters of every switch, in which each counter grew, and none that must not.
#include "tests/bench/cabling.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rocelint::bench {
namespace {

constexpr std::uint32_t priorities = 8;
constexpr std::uint32_t lossless = 3;

// What a counter of a port shows in the earlier capture, or in the later one.
std::uint64_t shown(std::uint32_t port, bool later) { return 1000 + port + (later ? 90'000 : 0); }

// The tables of `show pfc counters`, with separators between thousands.
std::string sonic_pfc(std::uint32_t ports, bool later)
{
    std::string out;
    const auto to = std::back_inserter(out);
    for (const std::string_view direction : {"Rx", "Tx"}) {
        fmt::format_to(
            to, "  Port {}    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7\n", direction);
        out += "---------  ------  ------  ------  ------  ------  ------  ------  ------\n";
        for (std::uint32_t port = 0; port < ports; ++port) {
            fmt::format_to(to, "{:>9}", port_name(Platform::sonic, port));
            for (std::uint32_t priority = 0; priority < priorities; ++priority) {
                const std::uint64_t frames = priority == lossless ? shown(port, later) : 0;
                const std::string text = frames < 1000
                    ? fmt::format("{}", frames)
                    : fmt::format("{},{:03}", frames / 1000, frames % 1000);
                fmt::format_to(to, "  {:>6}", text);
            }
            out += '\n';
        }
        out += '\n';
    }
    return out;
}

std::string sonic_marks(std::uint32_t ports, bool later)
{
    std::string out
        = "     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes\n"
          "---------  -----  --------------  ---------------  ----------------  -----------------\n";
    for (std::uint32_t port = 0; port < ports; ++port) {
        for (std::uint32_t queue = 0; queue < priorities; ++queue)
            fmt::format_to(std::back_inserter(out),
                "{:>9}    UC{}               0                0{:>18}                  0\n",
                port_name(Platform::sonic, port),
                queue,
                queue == lossless ? shown(port, later) : 0);
    }
    return out;
}

std::string sonic_queues(std::uint32_t ports, bool later)
{
    std::string out = "     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes\n"
                      "---------  -----  --------------  ---------------  -----------  ------------\n";
    for (std::uint32_t port = 0; port < ports; ++port) {
        for (std::uint32_t queue = 0; queue < priorities; ++queue)
            fmt::format_to(std::back_inserter(out),
                "{:>9}    UC{}{:>16}{:>17}            0             0\n",
                port_name(Platform::sonic, port),
                queue,
                shown(port, later),
                shown(port, later) * 1000);
    }
    return out;
}

std::string eos_pfc(std::uint32_t ports, bool later)
{
    std::string out = "{\"interfaces\": {";
    for (std::uint32_t port = 0; port < ports; ++port)
        fmt::format_to(std::back_inserter(out),
            "{}\n \"{}\": {{\"priorities\": {{\"3\": {{\"rxFrames\": {}, \"txFrames\": {}}}}}}}",
            port == 0 ? "" : ",",
            port_name(Platform::eos, port),
            shown(port, later),
            shown(port, later));
    return out + "}}\n";
}

std::string eos_queues(std::uint32_t ports, bool later)
{
    std::string out = "Port   TxQ  Counter/pkts     Counter/bytes    Drop/pkts   Drop/bytes\n"
                      "------ ---- ------------ ----------------- ------------ ------------\n";
    for (std::uint32_t port = 0; port < ports; ++port) {
        for (std::uint32_t queue = 0; queue < priorities; ++queue)
            fmt::format_to(std::back_inserter(out),
                "Et{}/1  UC{} {:>12} {:>17} {:>12} {:>12}\n",
                port + 1,
                queue,
                shown(port, later),
                shown(port, later) * 1000,
                0,
                0);
    }
    return out;
}

void write_capture(const std::string& folder, std::string_view name, const std::string& text)
{
    std::filesystem::create_directories(folder);
    std::ofstream(fmt::format("{}/{}", folder, name), std::ios::binary) << text;
}

void write_switch(const std::string& folder, Platform platform, std::uint32_t ports, bool later)
{
    if (platform == Platform::sonic) {
        write_capture(folder, "show_pfc_counters.txt", sonic_pfc(ports, later));
        write_capture(folder, "show_queue_counters.txt", sonic_queues(ports, later));
        write_capture(folder, "show_queue_wredcounters.txt", sonic_marks(ports, later));
    } else if (platform == Platform::eos) {
        write_capture(folder, "show_priority-flow-control_counters_detail.json", eos_pfc(ports, later));
        write_capture(folder, "show_interfaces_counters_queue_detail.txt", eos_queues(ports, later));
    }
}

}

void write_counters(const Size& size, const std::string& folder)
{
    for (const bool later : {false, true}) {
        const std::string capture = fmt::format("{}/{}", folder, later ? "after" : "before");
        for (std::uint32_t leaf = 0; leaf < size.leaves; ++leaf)
            write_switch(fmt::format("{}/leaf{}", capture, leaf), platform_of(size, leaf), size.ports, later);
        for (std::uint32_t spine = 0; spine < size.spines; ++spine)
            write_switch(fmt::format("{}/spine{}", capture, spine), Platform::sonic, size.ports, later);
    }
}

}
