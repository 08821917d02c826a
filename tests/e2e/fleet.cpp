// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/fleet.h"

#include <fmt/format.h>

#include <filesystem>

namespace rocelint::e2e {
namespace {

const char* network_os(Device::Kind kind)
{
    switch (kind) {
    case Device::Kind::eos:
        return "arista.eos.eos";
    case Device::Kind::sonic:
        return "sonic";
    case Device::Kind::junos:
        return "junipernetworks.junos.junos";
    case Device::Kind::linux_host:
        return "linux";
    }
    return "";
}

const char* configuration_file(Device::Kind kind)
{
    switch (kind) {
    case Device::Kind::eos:
        return "startup-config";
    case Device::Kind::sonic:
        return "config_db.json";
    case Device::Kind::junos:
        return "configuration.conf";
    case Device::Kind::linux_host:
        return "configuration.sh";
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
    auto device = std::make_unique<Device>(kind);
    if (!configuration.empty())
        device->folder().write(configuration_file(kind), configuration);
    kinds_[name] = kind;
    return *(devices_[name] = std::move(device));
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
    for (const auto& [name, device] : devices_) {
        known += known_hosts_line(device->endpoint().port, keys().host_public);
        hosts += fmt::format("    {}:\n      ansible_host: 127.0.0.1\n      ansible_port: {}\n      ansible_user: {}\n"
                             "      ansible_network_os: {}\n",
            name,
            device->endpoint().port,
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
