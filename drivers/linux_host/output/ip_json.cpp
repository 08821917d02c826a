// SPDX-License-Identifier: Apache-2.0
// `ip -j`: the same facts as the text output, without guessing at columns.
#include "drivers/linux_host/output/outputs.h"
#include "models/physics/wire.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

std::string_view text_of(const Node& object, std::string_view key)
{
    const Node* found = object.child(key);
    return found != nullptr && found->is_scalar() ? found->value : std::string_view{};
}

bool has_item(const Node& list, std::string_view wanted)
{
    for (const Node& item : list) {
        if (item.value == wanted)
            return true;
    }
    return false;
}

// One object of `ip -j link` or `ip -j address`.
class LinkObject {
public:
    LinkObject(HostBuilder& host, const Section& section, const Node& object)
        : host_(host), section_(section), object_(object)
    {
    }

    void read()
    {
        object_.mark(State::read);
        const Node* name = object_.child("ifname");
        if (name == nullptr || name->value.empty())
            return;
        at_ = section_.span(*name);
        port_ = host_.port(host_.keep(name->value, section_.tree), at_);
        if (port_ == Port::no_index)
            return;
        host_.port_at(port_).at = at_;
        for (const Node& field : object_)
            field.mark_subtree(take(field));
        if (const Node* addresses = object_.child("addr_info")) {
            addresses->state_covers_subtree = false;
            for (const Node& entry : *addresses)
                entry.mark_subtree(take_address(entry));
        }
    }

private:
    State take(const Node& field)
    {
        Port& port = host_.port_at(port_);
        const OriginId why = host_.origins().explicit_at(section_.span(field));
        if (field.key == "flags") {
            port.admin_up = {has_item(field, "UP"), why};
            port.link_up = {has_item(field, "LOWER_UP"), why};
        } else if (field.key == "mtu") {
            const auto mtu = parse_number(field.value);
            if (!mtu || *mtu > 0xffffff)
                return State::unrecognised;
            constexpr std::uint64_t ethernet_header = physics::ethernet_header;
            port.ip_mtu = {Bytes{*mtu}, why};
            port.max_frame = {Bytes{*mtu + ethernet_header},
                host_.origins().derived(
                    section_.span(field), {}, "the interface's MTU and the Ethernet header")};
        } else if (field.key == "link_type") {
            if (field.value != "ether")
                port.kind = field.value == "loopback" ? PortKind::loopback : PortKind::other;
            host_.net(port_).kind_is_known = field.value != "ether";
        } else if (field.key == "master") {
            host_.net(port_).master = host_.keep(field.value, section_.tree);
        } else if (field.key == "address") {
            host_.net(port_).mac = host_.keep(field.value, section_.tree);
        } else if (field.key == "linkinfo") {
            const std::string_view kind = text_of(field, "info_kind");
            if (kind != "bond")
                return State::irrelevant;
            port.kind = PortKind::lag;
            host_.net(port_).kind_is_known = true;
        } else if (field.key != "ifname" && field.key != "addr_info") {
            return State::irrelevant;
        }
        return State::read;
    }

    State take_address(const Node& entry)
    {
        const std::string_view scope = text_of(entry, "scope");
        if (!scope.empty() && scope != "global")
            return State::irrelevant;
        const std::string text
            = std::string(text_of(entry, "local")) + "/" + std::string(text_of(entry, "prefixlen"));
        const OriginId why = host_.origins().explicit_at(section_.span(entry));
        return add_address(host_, port_, text, why) ? State::read : State::unrecognised;
    }

    HostBuilder& host_;
    const Section& section_;
    const Node& object_;
    Span at_;
    std::uint32_t port_ = Port::no_index;
};

}

bool add_address(HostBuilder& host, std::uint32_t port, std::string_view text, OriginId at)
{
    const auto prefix = parse_prefix(text);
    if (prefix)
        host.device().forwarding.addresses.push_back({port, *prefix, at});
    return prefix.has_value();
}

void read_ip_json(HostBuilder& host, const Section& section)
{
    for (const Node& list : section.node) {
        if (list.kind != Node::Kind::array)
            continue;
        list.mark(State::read);
        for (const Node& object : list) {
            if (object.kind == Node::Kind::object)
                LinkObject(host, section, object).read();
        }
    }
}

}
