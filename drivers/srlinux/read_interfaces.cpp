// SPDX-License-Identifier: Apache-2.0
// Interfaces and their subinterfaces. What subinterfaces state counts for their port.
#include "drivers/srlinux/config.h"
#include "models/catalog/catalog.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::string_view speed_of_transceiver
    = "without port-speed a port has the speed of its transceiver, which the configuration does not show";
constexpr std::string_view pause_not_stated
    = "flow-control is not stated, and the modules state no default for it";
constexpr std::string_view excluded_by_pfc = "PFC and flow-control of an interface exclude each other";

struct KindPrefix {
    std::string_view prefix;
    PortKind kind;
};
// srl_nokia-common.yang, interface-name.
constexpr KindPrefix prefixes[]{{"ethernet-", PortKind::physical},
    {"lag", PortKind::lag},
    {"irb", PortKind::vlan},
    {"lo", PortKind::loopback},
    {"system", PortKind::loopback},
    {"mgmt", PortKind::management}};

bool states_ip(const Statement& subinterface)
{
    return subinterface.child("ipv4") != nullptr || subinterface.child("ipv6") != nullptr;
}

void read_addresses(Config& config, const Statement& subinterface, std::uint32_t port)
{
    for (const std::string_view family : {"ipv4", "ipv6"}) {
        const Statement* block = subinterface.child(family);
        for (const Statement* address = block == nullptr ? nullptr : block->first; address != nullptr;
             address = address->next) {
            if (address->word() != "address")
                continue;
            if (const auto prefix = parse_prefix(address->key))
                config.device.forwarding.addresses.push_back({port, *prefix, config.here(*address)});
            else
                config.reject(*address, fmt::format("\"{}\" is not an address", address->key.substr(0, 80)));
        }
    }
}

void read_subinterface(Config& config, const Statement& subinterface, Port& port, std::uint32_t index)
{
    const Statement* type = subinterface.child("type");
    const bool bridged = type != nullptr && type->key == "bridged";
    if (type != nullptr && !config.is_rejected(*type))
        port.routed = {!bridged, config.here(*type)};
    else if (type == nullptr && states_ip(subinterface))
        port.routed = {true, config.here(subinterface)};
    const Statement* encap = inside(&subinterface, {"vlan", "encap"});
    if (const Statement* tag = inside(encap, {"single-tagged"}); tag != nullptr)
        port.tagged = {true, config.here(*tag)};
    else if (const Statement* none = inside(encap, {"untagged"});
             none != nullptr && !port.tagged.peek_known())
        port.tagged = {false, config.here(*none)};
    read_addresses(config, subinterface, index);
    if (bridged || (type == nullptr && !states_ip(subinterface)))
        return;
    const Statement* mtu = inside(&config.root, {"system", "mtu"});
    const Setting<Bytes> packet = config.number<Bytes>(&subinterface,
        "ip-mtu",
        config.number<Bytes>(mtu, "default-ip-mtu", config.defaults.number_as<Bytes>("ip_mtu")));
    if (port.ip_mtu.origin == OriginId{} || !packet.peek_known()
        || (port.ip_mtu.peek_known() && packet.value < port.ip_mtu.value))
        port.ip_mtu = packet;
}

void read_ethernet(Config& config, const Statement& statement, Port& port)
{
    const Statement* ethernet = statement.child("ethernet");
    const Statement* speed = inside(ethernet, {"port-speed"});
    if (speed != nullptr && !config.is_rejected(*speed))
        port.speed = {*speed_of(speed->key), config.here(*speed)};
    else
        port.speed = Setting<BitsPerSecond>::unread(
            config.unread(speed == nullptr ? speed_of_transceiver : not_understood));
    for (const Statement* block : {ethernet, statement.child("transceiver")}) {
        const Statement* fec = inside(block, {"forward-error-correction"});
        if (fec != nullptr && !config.is_rejected(*fec))
            port.fec = {*value_of<Fec>(fec_words, fec->key), config.here(*fec)};
    }
    const Statement* pause = inside(ethernet, {"flow-control"});
    const auto absent = Setting<bool>::unread(config.unread(pause_not_stated));
    port.pause_rx = config.truth(pause, "receive", absent);
    port.pause_tx = config.truth(pause, "transmit", absent);
}

// PFC that is on leaves no link pause (srl_nokia-qos.yang, pfc-enable; SR Linux 25.10 QoS Guide, PFC).
void exclude_pause(Config& config, Port& port)
{
    const Bound* bound = config.bound_of(config.port_by_name.at(port.name));
    const Statement* enabled = bound == nullptr ? nullptr : inside(bound->port, {"pfc", "pfc-enable"});
    if (enabled == nullptr || enabled->key != "true")
        return;
    for (Setting<bool>* pause : {&port.pause_rx, &port.pause_tx}) {
        if (!pause->peek_known())
            *pause = {false, config.device.origins.derived(enabled->at, {}, excluded_by_pfc)};
    }
}

void read_interface(Config& config, const Statement& statement)
{
    const auto index = static_cast<std::uint32_t>(config.device.ports.size());
    Port port;
    port.name = statement.key;
    port.at = statement.at;
    port.kind = statement.child("breakout-mode") != nullptr ? PortKind::other : kind_of(statement.key);
    if (const Statement* description = statement.child("description"); description != nullptr)
        port.description = description->key;
    port.admin_up
        = config.truth(&statement, "admin-state", config.defaults.value("admin_state", true), "enable");
    if (port.kind == PortKind::physical || port.kind == PortKind::lag) {
        const Statement* mtu = inside(&config.root, {"system", "mtu"});
        port.max_frame = config.number<Bytes>(&statement,
            "mtu",
            config.number<Bytes>(mtu, "default-port-mtu", config.defaults.number_as<Bytes>("mtu")));
        read_ethernet(config, statement, port);
        port.tagged = config.truth(&statement, "vlan-tagging", {});
        if (port.tagged.peek_known() && port.tagged.value)
            port.tagged = {}; // its subinterfaces say which frames have a tag
    }
    for (const Statement& inner : statement) {
        if (inner.word() == "subinterface")
            read_subinterface(config, inner, port, index);
    }
    if (port.kind == PortKind::physical && !port.tagged.peek_known() && port.routed.peek_known()
        && statement.child("vlan-tagging") == nullptr)
        port.tagged
            = {false, config.device.origins.derived(port.at, {}, "a port without vlan-tagging has no tags")};
    config.port_by_name.try_emplace(port.name, index);
    config.interfaces.push_back(&statement);
    config.device.ports.push_back(port);
}

// A member has the mode, sizes and tags of its LAG; a channel has the speed that its parent is split to.
void inherit(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (const Statement* lag = inside(config.interfaces[index], {"ethernet", "aggregate-id"});
        lag != nullptr) {
        const auto found = config.port_by_name.find(lag->key);
        if (found != config.port_by_name.end() && found->second != index) {
            const Port& whole = config.device.ports[port.lag = found->second];
            port.max_frame = whole.max_frame;
            port.ip_mtu = whole.ip_mtu;
            port.routed = whole.routed;
            port.tagged = whole.tagged;
        }
    }
    const std::size_t slash = port.name.rfind('/');
    if (port.speed.peek_known() || port.kind != PortKind::physical || slash == std::string_view::npos)
        return;
    const auto parent = config.port_by_name.find(port.name.substr(0, slash));
    const Statement* split = parent == config.port_by_name.end()
        ? nullptr
        : inside(config.interfaces[parent->second], {"breakout-mode", "breakout-port-speed"});
    if (split != nullptr && !config.is_rejected(*split))
        port.speed = {*speed_of(split->key), config.device.origins.inherited(split->at, split->at)};
}

}

PortKind kind_of(std::string_view name)
{
    for (const KindPrefix& each : prefixes) {
        if (name.starts_with(each.prefix))
            return each.kind;
    }
    return PortKind::other;
}

std::optional<BitsPerSecond> speed_of(std::string_view word)
{
    if (word.empty())
        return std::nullopt;
    constexpr std::uint64_t mega = 1'000'000;
    const std::uint64_t unit = word.back() == 'G' ? 1000 * mega : mega;
    const auto number = parse_number(word.substr(0, word.size() - 1));
    return number ? std::optional(BitsPerSecond{*number * unit}) : std::nullopt;
}

Family family_of_model(std::string_view model)
{
    const auto lists = [model](std::string_view entry) {
        for (Words all(catalog::platform_default("srlinux", entry).value); !all.at_end();) {
            if (model.find(all.next()) != std::string_view::npos)
                return true;
        }
        return false;
    };
    return lists("models_xgs") ? Family::xgs : lists("models_dnx") ? Family::dnx : Family::unknown;
}

void read_interfaces(Config& config)
{
    for (const Statement& statement : config.root) {
        if (statement.word() != "interface")
            continue;
        // A range of names ("ethernet-1/{1..4}") is no interface of its own.
        if (statement.key.find('{') == std::string_view::npos)
            read_interface(config, statement);
        else
            hierarchy::visit_statements(&statement, [](const Statement& inner) {
                if (inner.node != nullptr)
                    inner.node->mark(CoverageState::unsupported);
            });
    }
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index)
        inherit(config, index);
    for (Port& port : config.device.ports) {
        if (port.kind == PortKind::physical)
            exclude_pause(config, port);
    }
}

}
