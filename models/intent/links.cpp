// SPDX-License-Identifier: Apache-2.0
// Both ends of a cable must have the same speed, and ranges on both sides are paired in order. Anything else
// is refused rather than guessed, because a fabric with wrong cables would still look plausible.
#include "models/fabric/near_speed.h"
#include "models/fabric/topology.h"
#include "models/intent/intent_keys.h"
#include "models/intent/name_range.h"
#include "models/intent/sections.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <charconv>

namespace rocelint {
namespace {

constexpr std::size_t most_links = 1'000'000;

// The names that "device:port" with ranges on either side expands to.
struct Ends {
    std::vector<std::string> devices;
    std::vector<std::string> ports;
    [[nodiscard]] std::size_t size() const { return std::max(devices.size(), ports.size()); }
    [[nodiscard]] const std::string& device(std::size_t index) const
    {
        return devices.size() == 1 ? devices.front() : devices[index];
    }
    [[nodiscard]] const std::string& port(std::size_t index) const
    {
        return ports.size() == 1 ? ports.front() : ports[index];
    }
};

class LinkReader {
public:
    explicit LinkReader(IntentReading& reading)
        : reading_(reading), reader_(reading.reader), intent_(reading.intent)
    {
    }

    void read(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            read_link(*element);
            if (!reader_.good())
                return;
        }
    }

private:
    void read_link(const Node& node)
    {
        if (!reader_.object_of(node, intent_keys::link))
            return;
        const Node* a = node.child("a");
        const Node* b = node.child("b");
        if (a == nullptr || b == nullptr) {
            reader_.wrong(node, "a link needs both ends: a: \"device:port\", b: \"device:port\"");
            return;
        }
        IntentLink link{.a = {.at = reader_.span(*a)}, .b = {.at = reader_.span(*b)}, .at = reader_.span(*a)};
        if (const Node* cable = node.child("cable_m"))
            link.cable = read_metres(*cable);
        if (const Node* speed = node.child("speed"))
            link.speed = read_speed(reader_, *speed);
        if (const Node* rdma = node.child("rdma"))
            link.rdma = {reader_.flag(*rdma), reader_.span(*rdma)};
        const Ends of_a = ends(*a);
        const Ends of_b = ends(*b);
        if (!reader_.good())
            return;
        if (of_a.size() != of_b.size()) {
            reader_.wrong(node,
                fmt::format("a link must have equally many ends on both sides: '{}' has {}, '{}' has {}",
                    a->value,
                    of_a.size(),
                    b->value,
                    of_b.size()));
            return;
        }
        if (intent_.links.size() + of_a.size() > most_links) {
            reader_.wrong(node, fmt::format("there are more than {} links", most_links));
            return;
        }
        for (std::size_t index = 0; index < of_a.size() && reader_.good(); ++index)
            add(link, of_a, of_b, index, *a, *b);
    }

    Stated<Metres> read_metres(const Node& node)
    {
        const Stated<std::uint32_t> length = read_whole(reader_, node);
        return {Metres{length.value}, length.at};
    }

    Ends ends(const Node& node)
    {
        const std::string whole = reader_.text(node);
        const std::size_t colon = whole.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == whole.size()) {
            reader_.wrong(node, fmt::format("'{}' is not the end of a link; write \"device:port\"", whole));
            return {};
        }
        Ends ends{names_of(reader_, node, std::string_view(whole).substr(0, colon)),
            names_of(reader_, node, std::string_view(whole).substr(colon + 1))};
        if (reader_.good() && ends.devices.size() != 1 && ends.ports.size() != 1
            && ends.devices.size() != ends.ports.size())
            reader_.wrong(node,
                fmt::format("'{}' names {} devices and {} ports: ranges on both sides of the colon are taken "
                            "in pairs and must be equally long",
                    whole,
                    ends.devices.size(),
                    ends.ports.size()));
        return ends;
    }

    void add(
        IntentLink link, const Ends& of_a, const Ends& of_b, std::size_t index, const Node& a, const Node& b)
    {
        const auto number = static_cast<std::uint32_t>(intent_.links.size());
        if (!join(link.a, of_a.device(index), of_a.port(index), number, a)
            || !join(link.b, of_b.device(index), of_b.port(index), number, b))
            return;
        intent_.links.push_back(link);
    }

    bool join(IntentEnd& end,
        const std::string& device_name,
        const std::string& port_name,
        std::uint32_t number,
        const Node& at)
    {
        const auto found = reading_.device_index.find(device_name);
        if (found == reading_.device_index.end()) {
            std::vector<std::string_view> names;
            names.reserve(intent_.devices.size());
            for (const IntentDevice& each : intent_.devices)
                names.emplace_back(each.name);
            reader_.unknown_word(at, "device", device_name, names);
            return false;
        }
        end.device = found->second;
        IntentDevice& device = intent_.devices[end.device];
        auto& ports = reading_.port_index[end.device];
        auto port = ports.find(port_name);
        if (port == ports.end()) {
            // A device that lists ports has no others. The module's reference check reports this end.
            if (device.lists_ports) {
                reading_.dangling.push_back({end.device, port_name, end.at});
                return true;
            }
            port = ports.emplace(port_name, static_cast<std::uint32_t>(device.ports.size())).first;
            device.ports.push_back({.name = port_name, .at = end.at});
        }
        end.port = port->second;
        if (!device.ports[end.port].link)
            device.ports[end.port].link = number;
        return true;
    }

    IntentReading& reading_;
    DocumentReader& reader_;
    FabricIntent& intent_;
};

}

void read_links(IntentReading& reading, const Node& node) { LinkReader(reading).read(node); }

void settle_speeds(IntentReading& reading)
{
    FabricIntent& intent = reading.intent;
    const auto giga = [](BitsPerSecond speed) { return static_cast<double>(speed.count) / 1e9; };
    for (const IntentLink& link : intent.links) {
        IntentPort& a = intent.devices[link.a.device].ports[link.a.port];
        IntentPort& b = intent.devices[link.b.device].ports[link.b.port];
        const Stated<BitsPerSecond> speed = link.speed.given() ? link.speed
            : a.speed.given()                                  ? a.speed
                                                               : b.speed;
        if (!speed.given())
            return reading.reader.wrong_at(
                link.at, "neither the link nor its ports state a speed; add speed: 400G or the like");
        for (const IntentEnd* end : {&link.a, &link.b}) {
            IntentDevice& device = intent.devices[end->device];
            IntentPort& port = device.ports[end->port];
            if (port.speed.given() && port.speed.value != speed.value)
                return reading.reader.wrong_at(end->at,
                    fmt::format("{} of {} has {:g}G, but the other end of its cable or the link has {:g}G: a "
                                "cable has one speed",
                        port.name,
                        device.name,
                        giga(port.speed.value),
                        giga(speed.value)));
            port.speed = speed;
        }
    }
}

std::vector<std::string> names_of(DocumentReader& reader, const Node& node, std::string_view pattern)
{
    auto names = expand_names(pattern);
    if (names)
        return std::move(*names);
    reader.wrong(node, names.error().message);
    return {};
}

Stated<BitsPerSecond> read_speed(DocumentReader& reader, const Node& node)
{
    if (const auto speed = parse_speed(node.value))
        return {*speed, reader.span(node)};
    reader.wrong(node, not_a_speed(node.value));
    return {};
}

Stated<std::uint32_t> read_whole(DocumentReader& reader, const Node& node)
{
    std::uint32_t value = 0;
    const char* end = node.value.data() + node.value.size();
    const auto [last, error] = std::from_chars(node.value.data(), end, value);
    if (node.is_scalar() && error == std::errc{} && last == end)
        return {value, reader.span(node)};
    reader.wrong(node, fmt::format("'{}' must be a whole number", node.key));
    return {};
}

Stated<Bytes> read_bytes(DocumentReader& reader, const Node& node)
{
    const Stated<std::uint32_t> number = read_whole(reader, node);
    return {Bytes{number.value}, number.at};
}

}
