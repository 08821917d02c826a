// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/netconf_server.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace rocelint::e2e {
namespace {

const std::string source_folder = ROCELINT_SOURCE_DIR;

}

NetconfServer::NetconfServer(Target target,
    Framing framing,
    const std::string& configuration,
    Startup startup,
    const std::string& relay)
    : NetconfServer(Options{target, framing, configuration, startup, relay, {}})
{
}

NetconfServer::NetconfServer(const Options& options)
{
    const std::string socket = folder_.path("ncx.sock");
    const std::uint16_t port = free_port();
    SshServerOptions ssh;
    ssh.port = port;
    // The subsystem passes the port to netconfd, and it must be the one netconfd was started with.
    std::string before;
    if (!options.relay.empty()) {
        ssh.environment = {"EMULATOR_STATE=" + options.relay};
        before = "/usr/bin/python3 -B -E -s -S " + source_folder + "/tests/e2e/emulator/netconf_relay.py ";
    }
    ssh.lines = {fmt::format("Subsystem netconf \"{}/usr/sbin/netconf-subsystem --ncxserver-sockname={}@{}\"",
        before,
        port,
        socket)};
    server_ = std::make_unique<SshServer>(ssh);
    std::filesystem::create_directories(folder_.path("home/data"));
    std::string start = "--no-startup";
    if (!options.configuration.empty())
        start = "--startup="
            + folder_.write("start.xml",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<config "
                "xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\">\n"
                    + options.configuration + "</config>\n");
    const bool ours = options.vendor_modules.empty();
    const std::string modules = ours ? source_folder + "/tests/e2e/yang" : options.vendor_modules;
    netconfd_ = std::make_unique<Process>(
        std::vector<std::string>{"/usr/sbin/netconfd",
            "--superuser=" + user_name(),
            fmt::format("--port={}", port),
            "--ncxserver-sockname=" + socket,
            "--modpath=/usr/share/yuma/modules:" + modules,
            "--yuma-home=" + folder_.path("home"),
            ours ? "--module=test-junos-configuration" : "--module=junos-flat",
            start,
            options.startup == Startup::separate ? "--with-startup=true" : "--with-startup=false",
            options.target == Target::candidate ? "--target=candidate" : "--target=running",
            options.framing == Framing::chunks ? "--protocols=netconf1.0 netconf1.1"
                                               : "--protocols=netconf1.0",
            "--log-level=error"},
        std::vector<std::string>{"HOME=" + folder_.path("home")},
        folder_.path("netconfd.log"));
    // Eight megabytes of modules take ten seconds to load even on an idle machine.
    const bool there = wait_for([&] { return !netconfd_->running() || ::access(socket.c_str(), F_OK) == 0; },
        std::chrono::seconds(ours ? 180 : 600));
    INFO(file_text(netconfd_->log()));
    REQUIRE(there);
    REQUIRE(netconfd_->running());
}

std::string NetconfServer::read_with_ncclient() const { return ask("read_config.py"); }

std::string NetconfServer::state() const { return ask("netconf_state.py"); }

std::string NetconfServer::ask(const char* script) const
{
    return run_tool({"/usr/bin/python3",
        "-s",
        source_folder + "/tests/e2e/" + script,
        std::to_string(server_->port()),
        user_name(),
        keys().user});
}

}
