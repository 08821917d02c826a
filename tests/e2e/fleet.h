// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/device.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::e2e {

/// Emulated devices with an inventory that names them, and a home folder whose ~/.ssh lets in: what a user of the program
/// has.
class Fleet {
public:
    Fleet();
    /// Starts a device with this configuration: of a switch its text, of a host nothing.
    Device& add(const std::string& name, Device::Kind kind, const std::string& configuration = {});
    /// Starts one device for each configuration that lies in a folder, as `render` writes it: NAME.json is SONiC, NAME.cfg
    /// EOS, NAME.conf Junos, and a folder NAME a Linux host. Policy and topology are copied beside the inventory.
    void add_all(const std::string& folder);
    /// A device that somebody else plays, netconfd for example: it is in the inventory only.
    void add_server(const std::string& name, Device::Kind kind, std::uint16_t port);
    [[nodiscard]] Device& device(const std::string& name) { return *devices_.at(name); }
    [[nodiscard]] const Device& device(const std::string& name) const { return *devices_.at(name); }
    [[nodiscard]] std::vector<std::string> names() const;
    /// Further lines of a device in the inventory: "maintenance: true".
    void say(const std::string& name, const std::string& line) { lines_[name].push_back(line); }

    /// Writes the inventory as it is now, and gives its path.
    [[nodiscard]] std::string inventory() const;
    /// Where the inventory lies, and where plans and journals may.
    [[nodiscard]] const Folder& work() const { return work_; }
    /// Writes a file below the home folder: ".ssh/config".
    void write_at_home(const std::string& name, const std::string& text) const
    {
        (void)home_.write(name, text);
    }
    /// "HOME=..." and what else the program needs.
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
