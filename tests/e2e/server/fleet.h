// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/server/device.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::e2e {

/// Emulated devices with an inventory that names them, and a home directory whose ~/.ssh gives access: what a user of the program
/// has.
class Fleet {
public:
    Fleet();
    /// Starts a device with this configuration: the text of a switch, nothing for a host.
    Device& add(const std::string& name, Device::Kind kind, const std::string& configuration = {});
    /// Starts one device for each configuration in a folder as `render` writes it: NAME.json is SONiC, NAME.cfg EOS, NAME.conf
    /// Junos, and a folder NAME a Linux host. Copies policy and topology next to the inventory.
    void add_all(const std::string& folder);
    /// Adds a device that another server plays, such as netconfd, to the inventory only.
    void add_server(const std::string& name, Device::Kind kind, std::uint16_t port);
    [[nodiscard]] Device& device(const std::string& name) { return *devices_.at(name); }
    [[nodiscard]] const Device& device(const std::string& name) const { return *devices_.at(name); }
    [[nodiscard]] std::vector<std::string> names() const;
    /// Adds a line to a device's inventory entry, such as "maintenance: true".
    void say(const std::string& name, const std::string& line) { lines_[name].push_back(line); }

    /// Writes the current inventory and returns its path.
    [[nodiscard]] std::string inventory() const;
    /// The folder of the inventory, and of plans and journals.
    [[nodiscard]] const Folder& work() const { return work_; }
    /// Writes a file below the home directory, such as ".ssh/config".
    void write_at_home(const std::string& name, const std::string& text) const
    {
        (void)home_.write(name, text);
    }
    /// "HOME=..." and the other variables that the program needs.
    [[nodiscard]] std::vector<std::string> environment() const;

private:
    Folder home_;
    Folder work_;
    std::map<std::string, Device::Kind> kinds_;
    std::map<std::string, std::unique_ptr<Device>> devices_;
    std::map<std::string, std::uint16_t> ports_;
    std::map<std::string, std::vector<std::string>> lines_;
};

}
