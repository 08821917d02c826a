// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/fleet.h"

#include "models/fabric/topology.h"
#include "tests/e2e/server/junos_text.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e {
namespace {

const char* network_os(Device::Kind kind)
{
    switch (kind) {
    case Device::Kind::eos:
        return "arista.eos.eos";
    case Device::Kind::onyx:
        return "mellanox.onyx.onyx";
    case Device::Kind::os10:
        return "dellemc.os10.os10";
    case Device::Kind::sonic_cli:
        return "dellemc.enterprise_sonic.sonic";
    case Device::Kind::aoscx:
        return "arubanetworks.aoscx.aoscx";
    case Device::Kind::vrp:
        return "community.network.ce";
    case Device::Kind::nxos:
        return "cisco.nxos.nxos";
    case Device::Kind::sample_cli:
        return "sample-cli";
    case Device::Kind::sonic:
        return "sonic";
    case Device::Kind::nvue:
        return "nvidia.nvue";
    case Device::Kind::junos:
        return "junipernetworks.junos.junos";
    case Device::Kind::linux_host:
        return "linux";
    case Device::Kind::opensm:
        return "opensm";
    }
    return "";
}

void set_speed(const Device& host, std::uint64_t megabits)
{
    host.folder().write("interfaces.json",
        fmt::format(R"({{"ens1f0np0": {{"rdma": "mlx5_0", "speed": {}}}, "eth0": ""}})", megabits));
}

const char* configuration_file(Device::Kind kind)
{
    switch (kind) {
    case Device::Kind::eos:
    case Device::Kind::onyx:
    case Device::Kind::os10:
    case Device::Kind::sonic_cli:
    case Device::Kind::aoscx:
    case Device::Kind::vrp:
    case Device::Kind::nxos:
    case Device::Kind::sample_cli:
    case Device::Kind::nvue:
        return "startup-config";
    case Device::Kind::sonic:
        return "config_db.json";
    case Device::Kind::junos:
    case Device::Kind::linux_host:
    case Device::Kind::opensm:
        return "";
    }
    return "";
}

}

Fleet::Fleet()
{
    home_.write(".ssh/id_ed25519", file_text(keys().user));
    home_.write(".ssh/known_hosts", "");
}

Device& Fleet::add(const std::string& name, Device::Kind kind, const std::string& configuration)
{
    // render writes text, and NETCONF needs XML.
    const bool begins = kind == Device::Kind::opensm;
    auto device = std::make_unique<Device>(kind,
        std::string(),
        kind == Device::Kind::junos ? junos_xml(configuration)
            : begins                ? configuration
                                    : std::string());
    if (!configuration.empty() && kind != Device::Kind::junos && !begins)
        device->folder().write(configuration_file(kind), configuration);
    if (kind == Device::Kind::linux_host) {
        device->folder().write("hostname", name + "\n");
        set_speed(*device, 400'000);
    }
    add_server(name, kind, device->endpoint().port);
    return *(devices_[name] = std::move(device));
}

void Fleet::add_server(const std::string& name, Device::Kind kind, std::uint16_t port)
{
    kinds_[name] = kind;
    ports_[name] = port;
}

void Fleet::add_all(const std::string& folder)
{
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().stem().string();
        const std::string extension = entry.path().extension().string();
        if (entry.is_directory())
            add(entry.path().filename().string(), Device::Kind::linux_host);
        else if (extension == ".json")
            add(name, Device::Kind::sonic, file_text(entry.path().string()));
        else if (extension == ".cfg")
            add(name, Device::Kind::eos, file_text(entry.path().string()));
        else if (extension == ".conf")
            add(name, Device::Kind::junos, file_text(entry.path().string()));
        else if (extension == ".yaml")
            work_.write(entry.path().filename().string(), file_text(entry.path().string()));
    }
    // The NICs of hosts run at the speeds in the cabling plan.
    const Source source(0, "topology.yaml", file_text(folder + "/topology.yaml"));
    const auto topology = read_topology(source);
    for (const TopologyLink& link : topology ? topology->links : std::vector<TopologyLink>()) {
        if (const auto host = devices_.find(link.a_device);
            host != devices_.end() && link.speed && kinds_.at(link.a_device) == Device::Kind::linux_host)
            set_speed(*host->second, link.speed->count / 1'000'000);
    }
}

std::vector<std::string> Fleet::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, device] : devices_)
        names.push_back(name);
    return names;
}

std::string Fleet::inventory() const
{
    std::string known;
    std::string hosts;
    for (const auto& [name, port] : ports_) {
        known += known_hosts_line(port, keys().host_public);
        hosts += fmt::format(
            "    {}:\n      ansible_host: 127.0.0.1\n      ansible_port: {}\n      ansible_user: {}\n"
            "      ansible_network_os: {}\n",
            name,
            port,
            user_name(),
            network_os(kinds_.at(name)));
        if (const auto lines = lines_.find(name); lines != lines_.end()) {
            for (const std::string& line : lines->second)
                hosts += fmt::format("      {}\n", line);
        }
    }
    home_.write(".ssh/known_hosts", known);
    return work_.write("inventory.yaml", "all:\n  hosts:\n" + hosts);
}

std::vector<std::string> Fleet::environment() const { return {"HOME=" + home_.path()}; }

}
