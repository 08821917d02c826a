// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::push {

/// One device of the inventory, with what its groups say about it.
struct InventoryDevice {
    std::string name;
    std::string host; ///< ansible_host, else the name
    std::uint16_t port = 0; ///< ansible_port; 0: what ~/.ssh/config says, else the usual one
    std::string user; ///< ansible_user; empty: what ~/.ssh/config says
    std::string key_file; ///< ansible_ssh_private_key_file
    std::string password_env; ///< the environment variable that holds the password; empty: none is named
    std::string platform; ///< driver name, of ansible_network_os; "linux-host" where there is none
    bool netconf = false; ///< transport
    std::optional<std::uint32_t> rail; ///< which rail of its hosts a leaf serves
    Role role = Role::unknown;
    bool maintenance = false; ///< carries no jobs now: disruptive steps are permitted
    std::vector<std::string> groups; ///< all that it is in, outermost first
    Span at;
};

/// A device that this version cannot reach.
struct SkippedDevice {
    std::string name;
    std::string network_os; ///< as the inventory says it
};

/// The devices of an Ansible inventory, in the order of the file, each once.
struct Inventory {
    std::string path;
    std::vector<InventoryDevice> devices;
    std::vector<SkippedDevice> skipped; ///< in the order of the file
    /// The device with this name, or null.
    [[nodiscard]] const InventoryDevice* find(std::string_view name) const;
};

/// Reads an inventory in YAML or INI (Ansible documentation, "How to build your inventory": hosts, vars, children, ranges such as
/// `leaf[01:16]`). Variables of a child group win over its parent's, those of a host over all. Variables that are not
/// ours and not those above are Ansible's business, unless they are one of ours misspelt. `invalid`, at its place, for a wrong shape and
/// a password that stands in the file: it is written as "{{ lookup('env', 'NAME') }}". `limit`: see is_within(); what the file
/// says of devices beyond it is not looked at. `usage` for a pattern that names no device.
[[nodiscard]] Result<Inventory> read_inventory(
    const Source& source, const std::vector<std::string>& limit = {});

/// The platform that a value of ansible_network_os stands for ("arista.eos.eos"), or empty.
[[nodiscard]] std::string platform_of_network_os(std::string_view network_os);

}
