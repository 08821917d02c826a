// SPDX-License-Identifier: Apache-2.0
// Sites already have an Ansible inventory, so that is what is read, with Ansible's precedence of variables. A
// password in the file is refused, and so is a misspelled key of ours.
#include "push/inventory/inventory.h"

#include "drivers/driver.h"
#include "models/fabric/topology.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "push/inventory/inventory_ini.h"
#include "push/inventory/inventory_keys.h"
#include "push/inventory/inventory_words.h"
#include "push/inventory/name_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::push {
namespace {

using Variables = std::map<std::string, const Node*, std::less<>>;

class InventoryReader {
public:
    InventoryReader(DocumentReader& reader, Inventory& inventory, const std::vector<std::string>& limit)
        : reader_(reader), inventory_(inventory), limit_(limit)
    {
    }

    void read(const Node& root)
    {
        if (!reader_.is_object(root, "an inventory"))
            return;
        for (const Node& group : root)
            open_.push_back({&group, {}, {}});
        std::ranges::reverse(open_);
        while (!open_.empty() && reader_.good()) {
            const Group group = std::move(open_.back());
            open_.pop_back();
            read_group(group);
        }
        for (const std::string& name : order_) {
            if (!reader_.good())
                return;
            if (is_within(name, found_[name].groups, limit_))
                finish(name);
        }
    }

    /// The first pattern of the limit that names no device, or empty.
    [[nodiscard]] std::string_view idle_pattern() const
    {
        for (const std::string& pattern : limit_) {
            const bool marked = pattern.starts_with('!') || pattern.starts_with('&');
            const std::string_view words = std::string_view(pattern).substr(marked ? 1 : 0);
            if (std::ranges::none_of(found_,
                    [&](const auto& entry) { return names_device(words, entry.first, entry.second.groups); }))
                return pattern;
        }
        return {};
    }

private:
    struct Group {
        const Node* node = nullptr;
        std::vector<std::string> names; ///< of the enclosing groups
        Variables variables;
    };
    struct Found {
        const Node* node = nullptr;
        std::vector<std::string> groups;
        Variables variables;
        std::size_t depth = 0;
    };

    static constexpr std::size_t most_devices = 100'000;

    void read_group(Group group)
    {
        group.names.emplace_back(group.node->key);
        if (group.node->kind == Node::Kind::null)
            return;
        if (group.names.size() > max_depth) {
            reader_.wrong(*group.node, "groups are nested too deeply");
            return;
        }
        if (!reader_.object_of(*group.node, inventory_keys::group))
            return;
        if (const Node* vars = group.node->child("vars"); vars != nullptr && vars->kind != Node::Kind::null) {
            if (!reader_.is_object(*vars, "vars"))
                return;
            for (const Node& variable : *vars)
                group.variables[std::string(variable.key)] = &variable;
        }
        if (const Node* hosts = group.node->child("hosts");
            hosts != nullptr && hosts->kind != Node::Kind::null) {
            if (!reader_.is_object(*hosts, "hosts"))
                return;
            for (const Node& host : *hosts)
                read_host(host, group);
        }
        if (const Node* children = group.node->child("children");
            children != nullptr && children->kind != Node::Kind::null) {
            if (!reader_.is_object(*children, "children"))
                return;
            std::vector<Group> inner;
            for (const Node& child : *children)
                inner.push_back({&child, group.names, group.variables});
            std::ranges::reverse(inner);
            std::ranges::move(inner, std::back_inserter(open_));
        }
    }

    void read_host(const Node& host, const Group& group)
    {
        const auto names = expand_host_range(host.key, most_devices);
        if (!names) {
            reader_.wrong(
                host, fmt::format("'{}' is not a name or range of names; write leaf[01:16]", host.key));
            return;
        }
        for (const std::string& name : *names) {
            auto [place, is_new] = found_.try_emplace(name);
            Found& found = place->second;
            if (is_new) {
                order_.push_back(name);
                found.node = &host;
                if (order_.size() > most_devices)
                    reader_.wrong(host, "more than 100 000 devices");
            }
            // A deeper group overrides a shallower one; at equal depth the later one overrides (in Ansible by
            // name, here by place in the file).
            for (const auto& [key, value] : group.variables) {
                if (group.names.size() >= found.depth)
                    found.variables[key] = value;
                else
                    found.variables.try_emplace(key, value);
            }
            found.depth = std::max(found.depth, group.names.size());
            for (const std::string& of : group.names) {
                if (std::ranges::find(found.groups, of) == found.groups.end())
                    found.groups.push_back(of);
            }
            if (host.kind == Node::Kind::null)
                continue;
            if (!reader_.is_object(host, "a host"))
                return;
            for (const Node& variable : host)
                own_[name][std::string(variable.key)] = &variable;
        }
    }

    void finish(const std::string& name)
    {
        Found& found = found_[name];
        for (const auto& [key, value] : own_[name])
            found.variables[key] = value;
        InventoryDevice device;
        device.name = name;
        device.host = name;
        device.groups = found.groups;
        device.at = reader_.span(*found.node);
        device.platform = platform_of_network_os({});
        if (const auto os = found.variables.find("ansible_network_os"); os != found.variables.end()) {
            const Driver* driver = find_driver_of_ansible(os->second->value);
            if (driver == nullptr || driver->open == nullptr) {
                inventory_.skipped.push_back({name, std::string(os->second->value)});
                return;
            }
        }
        for (const auto& [key, value] : found.variables)
            variable(device, key, *value);
        if (reader_.good())
            check(device, *found.node);
        inventory_.devices.push_back(std::move(device));
    }

    void variable(InventoryDevice& device, std::string_view key, const Node& node)
    {
        if (!inventory_keys::is_read(key)) {
            if (const std::string_view meant = misspelt(key); !meant.empty())
                reader_.wrong(node, fmt::format("unknown key '{}'; did you mean '{}'?", key, meant));
        } else if (key == "ansible_host" || key == "ansible_ssh_host") {
            device.host = reader_.text(node);
        } else if (key == "ansible_port" || key == "ansible_ssh_port") {
            device.port = static_cast<std::uint16_t>(reader_.number(node, inventory_keys::variables, key));
        } else if (key == "ansible_user" || key == "ansible_ssh_user") {
            device.user = reader_.text(node);
        } else if (key == "ansible_ssh_private_key_file" || key == "ansible_private_key_file") {
            device.key_file = reader_.text(node);
        } else if (key == "ansible_password" || key == "ansible_ssh_pass" || key == "ansible_ssh_password") {
            const std::string_view name = named_variable(node.value);
            if (name.empty())
                reader_.wrong(node,
                    "a password does not belong in an inventory: write \"{{ lookup('env', 'NAME') }}\" and keep it in "
                    "that environment variable, or use a key");
            device.password_env = name;
        } else if (key == "ansible_network_os") {
            device.platform
                = platform_of_network_os(node.kind == Node::Kind::null ? std::string() : reader_.text(node));
        } else if (key == "ansible_ssh_common_args" || key == "ansible_ssh_extra_args") {
            if (node.kind == Node::Kind::null)
                return;
            if (reader_.text(node).find("Proxy") != std::string_view::npos
                || node.value.find("-J") != std::string_view::npos)
                reader_.wrong(node, "set a jump host in ~/.ssh/config (ProxyJump), not here");
        } else if (key == "transport") {
            if (node.value != "ssh" && node.value != "netconf")
                reader_.unknown_word(node, "transport", words_taken(inventory_keys::variables, "transport"));
            device.netconf = node.value == "netconf";
        } else if (key == "rail") {
            device.rail = static_cast<std::uint32_t>(reader_.number(node, inventory_keys::variables, key));
        } else if (key == "maintenance") {
            device.maintenance = reader_.flag(node);
        } else if (key == "role") {
            const auto role = parse_role(node.value);
            if (!role)
                reader_.unknown_word(node, "role", words_taken(inventory_keys::variables, "role"));
            device.role = role.value_or(Role::unknown);
        }
    }

    void check(InventoryDevice& device, const Node& node)
    {
        const Driver* driver = find_driver(device.platform);
        if (driver == nullptr || driver->open == nullptr) {
            reader_.wrong(
                node, fmt::format("this version cannot reach devices of the platform {}", device.platform));
            return;
        }
        const bool speaks_netconf = driver->protocol == Protocol::netconf;
        if (device.netconf && !speaks_netconf)
            reader_.wrong(node,
                fmt::format("{} is reached over SSH: this version does not speak NETCONF with {}",
                    device.name,
                    driver->title));
        device.netconf = speaks_netconf;
    }

    DocumentReader& reader_;
    Inventory& inventory_;
    const std::vector<std::string>& limit_;
    std::vector<Group> open_;
    std::map<std::string, Found, std::less<>> found_;
    std::map<std::string, Variables, std::less<>> own_; ///< by hostname
    std::vector<std::string> order_;
};

}

const InventoryDevice* Inventory::find(std::string_view name) const
{
    const auto place = std::ranges::find(devices, name, &InventoryDevice::name);
    return place == devices.end() ? nullptr : &*place;
}

std::string platform_of_network_os(std::string_view network_os)
{
    const Driver* driver = find_driver_of_ansible(network_os);
    return driver == nullptr ? std::string{} : std::string(driver->name);
}

Result<Inventory> read_inventory(const Source& source, const std::vector<std::string>& limit)
{
    const Tree tree
        = is_ini_inventory(source) ? parse_ini_inventory(source) : parse_yaml(source, YamlAuthor::person);
    DocumentReader reader(tree);
    Inventory inventory;
    inventory.path = source.path();
    InventoryReader devices(reader, inventory, limit);
    if (tree.root != nullptr && reader.good() && tree.root->kind != Node::Kind::null)
        devices.read(*tree.root);
    if (!reader.good())
        return tl::unexpected(reader.error());
    if (const std::string_view idle = devices.idle_pattern(); !idle.empty())
        return fail(ErrorKind::usage, fmt::format("--limit: {} has no device '{}'", source.path(), idle));
    if (inventory.devices.empty() && !inventory.skipped.empty())
        return fail(ErrorKind::invalid,
            fmt::format(
                "{}: this version can reach none of its devices: {} has ansible_network_os {}; it knows {}",
                source.path(),
                inventory.skipped.front().name,
                inventory.skipped.front().network_os,
                reached_platforms()));
    if (inventory.devices.empty() && !limit.empty())
        return fail(ErrorKind::usage, fmt::format("--limit: it leaves no device of {}", source.path()));
    if (inventory.devices.empty())
        return fail(ErrorKind::invalid, fmt::format("{}: the inventory names no device", source.path()));
    std::map<std::pair<std::string_view, std::uint16_t>, const InventoryDevice*> places;
    for (const InventoryDevice& device : inventory.devices) {
        const auto [first, fresh] = places.try_emplace({device.host, device.port}, &device);
        if (!fresh) {
            reader.wrong_at(device.at,
                fmt::format("{} and {} have one address, {}: one of them would be mistaken for the other",
                    first->second->name,
                    device.name,
                    device.host));
            return tl::unexpected(reader.error());
        }
    }
    return inventory;
}

}
