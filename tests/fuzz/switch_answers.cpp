// SPDX-License-Identifier: Apache-2.0
// What is read of the answers of OS10, Onyx, Enterprise SONiC, AOS-CX and VRP.
#include "drivers/aoscx/live_text.h"
#include "drivers/line_cli/live/interface_text.h"
#include "drivers/line_cli/live/job_text.h"
#include "drivers/onyx/live_text.h"
#include "drivers/os10/live_text.h"
#include "drivers/transport/script_answer.h"
#include "drivers/vrp/live_text.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/source.h"
#include "tests/fuzz/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::fuzz {
namespace {

using std::chrono::seconds;

constexpr std::string_view job_name = "job 4791";

std::string as_is(std::string_view name) { return std::string(name); }

bool is_same_link(const PortLink& a, const PortLink& b) { return a.port == b.port && a.up == b.up; }
bool is_same_count(const PortCounter& a, const PortCounter& b)
{
    return a.port == b.port && a.name == b.name && a.value == b.value;
}

Health health_in(
    std::string_view text, const std::vector<std::string>& ports, std::string (*port_of)(std::string_view))
{
    line_cli::PortHealth health(ports);
    line_cli::read_interface_text(text, health, port_of);
    health.end_links();
    return health.take();
}

void read_interface_answer(std::string_view text, std::string (*port_of)(std::string_view))
{
    const std::vector<std::string> all;
    const Health health = health_in(text, all, port_of);
    // Terminals send CR LF.
    std::string sent;
    for (const char c : text)
        sent += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Health again = health_in(sent, all, port_of);
    must(std::ranges::equal(health.links, again.links, is_same_link),
        "links do not depend on the ends of lines");
    must(std::ranges::equal(health.counters, again.counters, is_same_count),
        "counters do not depend on the ends of lines");
    const std::vector<std::string> two{"ethernet1/1/1", "Eth1/1"};
    for (const PortLink& link : health_in(text, two, port_of).links)
        must(std::ranges::find(two, link.port) != two.end(), "only what was asked for is read");
}

void read_json_answer(std::string_view text)
{
    const Source source(0, "answer", text);
    const Tree tree = parse_json(source);
    if (tree.root == nullptr)
        return;
    const Hardware hardware = onyx::hardware_of(*tree.root);
    must(hardware.serial.find(' ') == std::string::npos, "a serial number is a word");
    const std::vector<std::string> all;
    line_cli::PortHealth health(all);
    onyx::read_interfaces(*tree.root, health);
    health.end_links();
    static_cast<void>(health.take());
}

void read_clock_answer(std::string_view clock, std::string_view running)
{
    constexpr seconds window(300);
    const auto now = line_cli::parse_clock(clock);
    static_cast<void>(line_cli::parse_job(running, job_name, now.value_or(seconds(0))));
    // Years of four digits.
    constexpr std::chrono::sys_days late = std::chrono::year(9000) / 1 / 1;
    if (!now || *now > late.time_since_epoch())
        return;
    const std::string ours = fmt::format("{0} comment rl-01-0\n{0} command 1 \"a\"\n{0} {1}\n{0} enable\n",
        job_name,
        line_cli::schedule_text(*now + window));
    const line_cli::Rollback job = line_cli::parse_job(ours, job_name, *now);
    must(job.waits() && job.left == window, "a job runs when it was scheduled");
    must(job.id == "rl-01-0" && job.commands == 1, "a job is read as it was entered");
}

void read_checkpoints_and_trials(std::string_view text)
{
    for (const aoscx::Checkpoint& one :
        aoscx::parse_checkpoints(text).value_or(std::vector<aoscx::Checkpoint>{}))
        must(!one.name.empty() && one.name.find_first_of(" \n") == std::string::npos,
            "the name of a checkpoint is a word");
    const std::string name = aoscx::confirmed_name(text);
    must(name.empty() || name.starts_with("AUTO"),
        "a confirmation makes a checkpoint with a name of the switch");
    must(
        aoscx::hardware_in(text).serial.find('\n') == std::string::npos, "a serial number is part of a line");
    must(vrp::serial_in(text).find('\n') == std::string::npos, "a serial number is part of a line");
    must(vrp::lock_holder_in(text).value_or(std::string()).find('\n') == std::string::npos,
        "a user's name is part of a line");
    const auto trial = vrp::parse_trial(text);
    must(!trial || trial->runs || !trial->ends, "what does not run is not being rolled back");
    const std::vector<std::string> all;
    for (auto* read : {aoscx::read_interfaces, vrp::read_interfaces}) {
        line_cli::PortHealth health(all);
        read(text, health);
        health.end_links();
        static_cast<void>(health.take());
    }
}

}

void read_switch_answers(std::string_view bytes)
{
    const auto [interfaces, json, clock, running, printed] = parts_of<5>(bytes);
    read_interface_answer(interfaces, os10::port_of);
    read_interface_answer(interfaces, as_is);
    read_checkpoints_and_trials(interfaces);
    read_checkpoints_and_trials(running);
    const std::string mac = os10::mac_in(interfaces);
    must(mac.find('\n') == std::string::npos && !mac.ends_with(' '), "a MAC address is a word of a line");
    must(os10::port_of(os10::port_of(clock)) == os10::port_of(clock), "a port is spelt in one way");
    read_json_answer(json);
    read_clock_answer(clock, running);
    for (const int status : {0, 1}) {
        const ScriptAnswer answer = read_script_answer(printed, printed, status);
        for (const char* name :
            {"current", "missing", "refused", "gone", "partly", "failed", "other", "serial"})
            must(answer.find(name).value_or("").find('\n') == std::string::npos, "an answer is one line");
    }
}

std::vector<std::string> switch_answer_seeds()
{
    return {
        "Ethernet 1/1/1 is up, line protocol is up\nInput statistics:\n     0 runts, 0 throttles, 12 discarded\n"
        "Output statistics:\n     3 throttles, 4 discarded, 0 Collisions\n\nEthernet 1/1/2 is down, line protocol is "
        "down (notconnect)\nMAC                  : 02:00:00:00:00:01 \n"
        "%%%%\n[{\"header\": \"Eth1/1\", \"Operational state\": \"Up\", \"Last change in operational status\": \"2d and "
        "02:37:45 ago (1 oper change)\", \"Rx\": {\"discard packets\": \"7\"}, \"Tx\": {\"discard packets\": 8}}]\n"
        "%%%%\nTime: 23:59:58\nDate: 2026/12/31\nTime zone: UTC\n"
        "%%%%\njob 4791 comment rl-02-0\njob 4791 command 1 \"no mtu\"\njob 4791 schedule once time 00:04:58 date "
        "2027/01/01\njob 4791 enable\n"
        "%%%%\n@current rl-02-0\n@timer\n@partly 2 interface Eth1/1|  mtu 1500\n@asked\n",
        "Eth1/1 is up, line protocol is up\nInput statistics:\n 1 discarded\n"
        "Interface 1/1/1 is up\n Link transitions: 1\n Dropped 0 7 7\n100GE1/0/1 current state : UP (ifindex: 10)\n Input:\n "
        "Discard: 3, Pause: 0\n"
        "%%%%\n{\"System serial num\": \"A1\", \"Host ID\": \"020000000001\"}\n"
        "%%%%\nDate: 2024/02/30\nTime: 24:00:00\n%%%%\njob 4791 schedule once time 1 date 2\n"
        "NAME TYPE WRITER DATE(YYYY/MM/DD) IMAGE VERSION\nckpt1 checkpoint User 2017-02-23T00:10:02Z XX.01\n"
        "checkpoint AUTO20170801011154 created\nTrial status: ACTIVE \nPersist id: rl-1\nESN of slot 1: A1\n%%%%\n@restored\n@failed\n"};
}

}
