// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/matrix/push_bench.h"

#include "drivers/driver.h"
#include "tests/e2e/manager_files.h"
#include "tests/e2e/server/junos_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rocelint::e2e {
namespace {

constexpr std::array<const char*, road_count + 1> road_names{"eos",
    "onyx",
    "nxos",
    "sonic",
    "linux-host",
    "junos",
    "netconfd",
    "nvue",
    "subnet-manager",
    "os10",
    "sonic-cli",
    "aoscx",
    "vrp",
    "netconfd, running only"};

Device::Kind kind_of(Road road)
{
    switch (road) {
    case Road::eos:
        return Device::Kind::eos;
    case Road::onyx:
        return Device::Kind::onyx;
    case Road::nxos:
        return Device::Kind::nxos;
    case Road::sonic:
        return Device::Kind::sonic;
    case Road::linux_host:
        return Device::Kind::linux_host;
    case Road::nvue:
        return Device::Kind::nvue;
    case Road::opensm:
        return Device::Kind::opensm;
    case Road::os10:
        return Device::Kind::os10;
    case Road::sonic_cli:
        return Device::Kind::sonic_cli;
    case Road::aoscx:
        return Device::Kind::aoscx;
    case Road::vrp:
        return Device::Kind::vrp;
    default:
        return Device::Kind::junos;
    }
}

const char* network_os(Road road)
{
    constexpr std::array<const char*, road_count + 1> names{"arista.eos.eos",
        "mellanox.onyx.onyx",
        "cisco.nxos.nxos",
        "sonic",
        "linux",
        "junipernetworks.junos.junos",
        "junipernetworks.junos.junos",
        "nvidia.nvue",
        "opensm",
        "dellemc.os10.os10",
        "dellemc.enterprise_sonic.sonic",
        "arubanetworks.aoscx.aoscx",
        "community.network.ce",
        "junipernetworks.junos.junos"};
    return names[static_cast<std::size_t>(road)];
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

// The platform's example, with an MTU too small for full RDMA packets.
std::string wrong_configuration(Road road)
{
    switch (road) {
    case Road::eos:
        return replaced(replaced(std::string(find_driver("eos")->base_example), "@NAME@", "leaf1"),
            "mtu 9214",
            "mtu 1500");
    case Road::onyx:
        return replaced(replaced(std::string(find_driver("onyx")->base_example), "@NAME@", "leaf1"),
            "mtu 9216",
            "mtu 1500");
    case Road::nxos:
        // Leaves the MTU of the network-qos class, which applies to the whole switch.
        return replaced(replaced(replaced(std::string(find_driver("nxos")->base_example), "@NAME@", "leaf1"),
                            "no switchport\n  mtu 9216",
                            "no switchport\n  mtu 1500"),
            "feature lldp",
            "feature lldp\nfeature scheduler");
    case Road::sonic:
        return replaced(replaced(std::string(find_driver("sonic")->base_example), "@NAME@", "leaf1"),
            R"("mtu": "9100")",
            R"("mtu": "1500")");
    case Road::nvue:
        // Two commands: the MTU of all ports, and DSCP 26 mapped to the lossless class.
        return replaced(replaced(replaced(std::string(find_driver("nvue")->base_example), "@NAME@", "leaf1"),
                            "link mtu 9216",
                            "link mtu 1500"),
            "dscp 24,25,27-31",
            "dscp 24-31");
    case Road::linux_host:
        // Trusts PCP, and the RDMA connection manager sends with DSCP 0.
        return R"({"ens1f0np0": {"rdma": "mlx5_0", "speed": 400000, "trust": "pcp", "pfc": [0, 0, 0, 1, 0, 0, 0, 0],
 "buffer": [0, 0, 0, 1, 0, 0, 0, 0], "buffer_size": [20016, 242000, 0, 0, 0, 0, 0, 0], "mtu": 9000}, "eth0": ""})";
    case Road::opensm:
        return std::string(wrong_manager);
    case Road::vrp:
        return replaced(replaced(std::string(find_driver("vrp")->base_example), "@NAME@", "leaf1"),
            "jumboframe enable 9216",
            "jumboframe enable 1600");
    case Road::aoscx:
        return replaced(replaced(std::string(find_driver("aoscx")->base_example), "@NAME@", "leaf1"),
            "mtu 9198",
            "mtu 1500");
    case Road::os10:
    case Road::sonic_cli:
        return replaced(replaced(std::string(find_driver(name_of(road))->base_example), "@NAME@", "leaf1"),
            "mtu 9216",
            "mtu 1500");
    default:
        return junos_xml(
            replaced(replaced(replaced(std::string(find_driver("junos")->base_example), "@NAME@", "leaf1"),
                         "mtu 9216",
                         "mtu 1500"),
                "shaping-rate 5g;",
                ""));
    }
}

// Like REQUIRE, but usable in a thread that doctest does not know.
void need(bool condition, const std::string& what)
{
    if (!condition)
        throw std::runtime_error(what);
}

constexpr const char* policy = "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";

}

const char* name_of(Road road) { return road_names[static_cast<std::size_t>(road)]; }

Bench::Bench(Road road, const Plans* plans, Login login)
    : road_(road), plans_(plans), journal_(work_.path("journal"))
{
    const std::string wrong = wrong_configuration(road);
    if (is_server(road)) {
        faults_ = std::make_unique<Folder>();
        control({});
        server_ = std::make_unique<NetconfServer>(
            road == Road::netconfd ? NetconfServer::Target::candidate : NetconfServer::Target::running,
            NetconfServer::Framing::chunks,
            wrong,
            NetconfServer::Startup::none,
            faults_->path());
    } else {
        device_ = std::make_unique<Device>(
            kind_of(road), std::string(), road == Road::junos || road == Road::opensm ? wrong : "");
        if (road == Road::eos || road == Road::onyx || road == Road::nxos || road == Road::nvue
            || road == Road::os10 || road == Road::sonic_cli || road == Road::aoscx || road == Road::vrp)
            device_->folder().write("startup-config", wrong);
        if (road == Road::sonic)
            device_->folder().write("config_db.json", wrong);
        if (road == Road::linux_host) {
            device_->folder().write("hostname", "leaf1\n");
            device_->folder().write("interfaces.json", wrong);
        }
        control({});
        // The plan was made once, against another bench's device, so this one has the same identity.
        device_->folder().write("box", "leaf1");
    }
    home_.write(".ssh/id_ed25519", file_text(login == Login::wrong_key ? keys().stranger : keys().user));
    if (login != Login::unknown_host)
        home_.write(".ssh/known_hosts",
            known_hosts_line(
                port(), login == Login::changed_host ? keys().other_host_public : keys().host_public));
    work_.write("inventory.yaml",
        fmt::format("all:\n  hosts:\n    leaf1:\n      ansible_host: 127.0.0.1\n      ansible_port: {}\n"
                    "      ansible_user: {}\n      ansible_network_os: {}\n",
            port(),
            user_name(),
            network_os(road)));
    work_.write("rocelint.yaml", policy);
}

Bench::~Bench() = default;

const Folder& Bench::device_folder() const { return device_ ? device_->folder() : *faults_; }

std::uint16_t Bench::port() const { return device_ ? device_->endpoint().port : server_->endpoint().port; }

void Bench::control(const std::string& json) const
{
    const std::string text = fmt::format(
        R"({{"hurry_when": ["{}", "\"taking_back\""]{}{}}})", journal_, json.empty() ? "" : ", ", json);
    if (device_) {
        device_->set_control(text);
        return;
    }
    faults_->write("control.json.new", text);
    std::filesystem::rename(faults_->path("control.json.new"), faults_->path("control.json"));
}

void Bench::fault(const std::string& match, const std::string& what, const std::string& more) const
{
    control(fmt::format(
        R"("faults": [{{"match": "{}", "do": "{}"{}{}}}])", match, what, more.empty() ? "" : ", ", more));
}

void Bench::let_time_pass() const
{
    control(R"("hurry": true)");
    // Timers fire before hanging commands are released: always in the same order.
    if (device_)
        (void)wait_for([&] {
            std::error_code none;
            for (const auto& unit :
                std::filesystem::directory_iterator(device_->folder().path("units"), none)) {
                if (unit.path().extension() == ".json")
                    return false;
            }
            return true;
        });
    control(R"("hurry": true, "release": true)");
}

std::vector<std::string> Bench::push_words(const std::vector<std::string>& more) const
{
    std::vector<std::string> words{"push",
        plans_->plan,
        "--yes",
        "--inventory",
        work_.path("inventory.yaml"),
        "--journal",
        journal_,
        "--retries",
        "0"};
    for (const auto& [option, value] :
        {std::pair{"--observe", "0"}, std::pair{"--settle", "1"}, std::pair{"--connect-timeout", "40"}}) {
        if (std::ranges::find(more, option) == more.end())
            words.insert(words.end(), {option, value});
    }
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::unique_ptr<Running> Bench::start(const std::vector<std::string>& words, bool nohup) const
{
    return start_at(home_.path(), words, nohup);
}

std::unique_ptr<Running> Bench::start_elsewhere(const std::vector<std::string>& words) const
{
    const std::string home = work_.path("elsewhere");
    std::filesystem::create_directories(home);
    std::filesystem::copy(home_.path(".ssh"),
        home + "/.ssh",
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
    return start_at(home, words, false);
}

std::unique_ptr<Running> Bench::start_at(
    const std::string& home, std::vector<std::string> words, bool nohup) const
{
    // A plain NETCONF server does not report its ports.
    if (is_server(road_) && (words.front() == "push" || words.front() == "rollback"))
        words.emplace_back("--accept-blind");
    return std::make_unique<Running>(std::move(words), home, work_.path("said"), nohup);
}

bool Bench::wait_for_event(const std::string& event) const
{
    return wait_for([&] { return holds(file_text(journal_), fmt::format("\"event\": \"{}\"", event)); },
        std::chrono::seconds(200));
}

bool Bench::wait_for_hang() const
{
    return wait_for(
        [&] { return std::filesystem::exists(device_folder().path("hanging")); }, std::chrono::seconds(200));
}

std::string Bench::last_event(const std::string& journal) const
{
    const auto read = push::read_journal(journal);
    return !read ? "no journal" : read->entries.empty() ? "nothing" : name_of(read->entries.back().event);
}

std::string Bench::state() const
{
    if (server_) {
        control(R"("release": true)"); // the state is read through the same relay
        return server_->state();
    }
    const std::string script = ROCELINT_SOURCE_DIR "/tests/e2e/emulator/tell_state.py";
    const std::string folder = "EMULATOR_STATE=" + device_->folder().path();
    return run_tool({"/usr/bin/python3", "-B", "-E", "-s", "-S", script, name_of(road_)}, {folder});
}

std::string Bench::verdict() const
{
    const auto lines_of = [](const std::string& state) {
        std::array<std::string, 3> lines;
        std::size_t at = 0;
        for (std::string& line : lines) {
            const std::size_t end = std::min(state.find('\n', at), state.size());
            line = state.substr(at, end - at);
            at = std::min(end + 1, state.size());
        }
        return lines;
    };
    const auto now = lines_of(state());
    const auto old = lines_of(old_.empty() ? plans_->old_state : old_);
    const auto wanted = lines_of(plans_->new_state);
    std::string word = "NEITHER";
    if (now[0] == old[0] && now[1] == old[1])
        word = "old";
    else if (now[0] == wanted[0] && now[1] == wanted[1])
        word = "new";
    else if (now[0] == wanted[0] && now[1] == old[1])
        word = "new, not saved";
    return now[2].empty() ? word : fmt::format("{}, left: {}", word, now[2]);
}

Plans::Plans(Road road)
{
    const Bench bench(road, this);
    plan = folder.path("plan.json");
    // Also lets the device create its initial state.
    const int made
        = bench.run({"plan", bench.work().path("inventory.yaml"), "--allow-disruptive", "-o", plan});
    need(made == 0, "no plan: " + bench.said());
    old_state = bench.state();
    if (road == Road::netconfd_running)
        return;
    const int pushed = bench.push();
    need(pushed == 0, "the plan cannot be pushed: " + bench.said());
    new_state = bench.state();
    need(new_state.substr(0, 64) != old_state.substr(0, 64), "nothing was pushed: " + bench.said());
}

}
