// SPDX-License-Identifier: Apache-2.0
// Output of `lldpcli show neighbors -f json`, in the forms of its versions: a
// single child is an object and several are an array; chassis and interface are
// keyed by name (json) or carry "name" (json0, where everything is an array).
#include "drivers/linux_host/output/outputs.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The first element of an array; any other node itself.
const Node* only(const Node* node)
{
    while (node != nullptr && node->kind == Node::Kind::array)
        node = node->first;
    return node;
}

// The text of a scalar, or of an object's "value".
std::string_view text_of(const Node* node)
{
    node = only(node);
    if (node != nullptr && node->kind == Node::Kind::object)
        node = only(node->child("value"));
    return node != nullptr && node->is_scalar() ? node->value : std::string_view{};
}

class LldpReader {
public:
    LldpReader(HostBuilder& host, const Tree& tree) : host_(host), tree_(tree) { }

    void read(const Node& document)
    {
        const Node* lldp = document.child("lldp");
        const Node* body = only(lldp);
        const Node* interfaces = body == nullptr ? nullptr : body->child("interface");
        if (interfaces == nullptr)
            return;
        document.mark(State::read);
        lldp->mark(State::read);
        body->mark(State::read);
        interfaces->mark(State::read);
        if (interfaces->kind == Node::Kind::object) {
            take_object(*interfaces);
            return;
        }
        for (const Node& element : *interfaces) {
            element.mark(State::read);
            take_object(element);
        }
    }

private:
    // {"eth0": {…}, "eth1": {…}}, or in json0 {"name": "eth0", …}
    void take_object(const Node& object)
    {
        if (object.kind != Node::Kind::object)
            return;
        if (const std::string_view name = text_of(object.child("name")); !name.empty()) {
            take_interface(name, object);
            return;
        }
        for (const Node& member : object) {
            // If names are equal, an array may hold several, one for each neighbor.
            if (member.kind == Node::Kind::array) {
                member.mark(State::read);
                for (const Node& element : member)
                    take_interface(member.key, element);
            } else {
                take_interface(member.key, member);
            }
        }
    }

    void take_interface(std::string_view name, const Node& body)
    {
        if (body.kind != Node::Kind::object)
            return;
        const Span at = tree_.span(body);
        const std::uint32_t port = host_.port(host_.keep(name, tree_), at);
        if (port == Port::no_index)
            return;
        body.mark(State::read);
        Neighbour neighbour;
        neighbour.port = port;
        neighbour.source = Neighbour::Source::lldp;
        neighbour.at = at;
        for (const Node& member : body) {
            if (member.key == "chassis")
                neighbour.device = take_chassis(member);
            else if (member.key == "port")
                take_port(member, neighbour);
            else if (member.key == "unknown-tlvs")
                member.mark_subtree(State::unsupported); // these include DCBX announcements
            else
                member.mark_subtree(State::irrelevant);
        }
        if (!neighbour.device.empty() || !neighbour.port_id.empty())
            host_.device().neighbours.push_back(neighbour);
    }

    // {"leaf1": {"id": …}}; for a chassis without a system
    // name {"id": …}; in json0 [{"id": […], "name": […]}]
    std::string_view take_chassis(const Node& chassis)
    {
        chassis.mark_subtree(State::irrelevant);
        const Node* body = only(&chassis);
        if (body == nullptr || body->kind != Node::Kind::object)
            return {};
        std::string_view name = text_of(body->child("name"));
        if (name.empty() && body->child("id") == nullptr && body->first != nullptr
            && body->first->kind == Node::Kind::object)
            name = body->first->key;
        if (name.empty())
            return {};
        chassis.state_covers_subtree = false;
        chassis.mark(State::read);
        for (const Node& part : *body)
            part.mark_subtree(part.key == name || part.key == "name" ? State::read : State::irrelevant);
        if (body != &chassis)
            body->mark(State::read);
        if (body->first->key == name) {
            body->first->state_covers_subtree = false;
            for (const Node& part : *body->first)
                part.mark_subtree(State::irrelevant);
        }
        return host_.keep(name, tree_);
    }

    void take_port(const Node& port, Neighbour& neighbour)
    {
        port.mark(State::read);
        const Node* body = only(&port);
        if (body == nullptr || body->kind != Node::Kind::object)
            return;
        body->mark(State::read);
        for (const Node& part : *body) {
            part.mark_subtree(part.key == "id" || part.key == "descr" ? State::read : State::irrelevant);
            if (part.key == "id")
                neighbour.port_id = host_.keep(text_of(&part), tree_);
            else if (part.key == "descr")
                neighbour.port_description = host_.keep(text_of(&part), tree_);
        }
    }

    HostBuilder& host_;
    const Tree& tree_;
};

}

void read_lldp(HostBuilder& host, const Tree& tree, const Node& document)
{
    LldpReader(host, tree).read(document);
}

}
