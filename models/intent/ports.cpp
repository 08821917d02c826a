// Sets the fields of every port that a key names. A port that two keys name is refused, because the result
// would depend on the order.
// would depend on the order.
#include "models/intent/intent_keys.h"
#include "models/intent/name_range.h"
#include "models/intent/sections.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

constexpr std::array<std::pair<std::string_view, Fec>, 6> fec_words{{
    {"none", Fec::none},
    {"base-r", Fec::base_r},
    {"rs528", Fec::rs528},
    {"rs544", Fec::rs544},
    {"rs", Fec::rs},
    {"auto", Fec::automatic},
}};

Stated<Fec> read_fec(DocumentReader& reader, const Node& node)
{
    std::vector<std::string_view> words;
    for (const auto& [word, meaning] : fec_words) {
        if (word == node.value)
            return {meaning, reader.span(node)};
        words.push_back(word);
    }
    reader.unknown_word(node, "FEC", node.value, words);
    return {};
}

// The fields of one entry of `ports:`, for all ports that its key names.
class PortFields {
public:
    PortFields(DocumentReader& reader, std::vector<IntentPort*> ports)
        : reader_(reader), ports_(std::move(ports))
    {
    }

    void read(const Node& entry)
    {
        if (entry.kind == Node::Kind::null)
            return;
        if (!reader_.object_of(entry, intent_keys::port))
            return;
        for (const Node& field : entry) {
            if (field.key == "speed")
                for_all(&IntentPort::speed, read_speed(reader_, field));
            else if (field.key == "lanes")
                for_all(&IntentPort::lanes, read_whole(reader_, field));
            else if (field.key == "fec")
                for_all(&IntentPort::fec, read_fec(reader_, field));
            else if (field.key == "mtu")
                for_all(&IntentPort::mtu, read_bytes(reader_, field));
            else if (field.key == "rdma")
                for_all(&IntentPort::rdma, Stated<bool>{reader_.flag(field), reader_.span(field)});
            else if (field.key == "alias")
                one_each(&IntentPort::alias, field);
            else if (field.key == "rdma_device")
                one_each(&IntentPort::rdma_device, field);
        }
        // Both are numbered consecutively: an index by 1 for each port, a first lane by the lanes of a port.
        if (const Node* first = entry.child("first_lane"))
            count_on(&IntentPort::first_lane, *first, ports_.front()->lanes.value_or(1));
        if (const Node* first = entry.child("index"))
            count_on(&IntentPort::index, *first, 1);
    }

private:
    template <class T>
    void for_all(T IntentPort::*field, const T& value)
    {
        for (IntentPort* port : ports_)
            port->*field = value;
    }

    void one_each(std::string IntentPort::*field, const Node& node)
    {
        const std::vector<std::string> names = names_of(reader_, node, reader_.text(node));
        if (names.size() != ports_.size()) {
            reader_.wrong(node,
                fmt::format("'{}' stands for {}, but there {} {} here",
                    node.value,
                    counted(names.size(), "name"),
                    one_or_many(ports_.size(), "is", "are"),
                    counted(ports_.size(), "port")));
            return;
        }
        // sonic-port.yang (sonic-buildimage 086b03bd), alias: the only platform with aliases that limits
        // their length.
        constexpr std::size_t longest = 128;
        for (std::size_t index = 0; index < names.size(); ++index) {
            if (names[index].size() > longest)
                return reader_.wrong(
                    node, fmt::format("'{}' has more than {} characters", node.key, longest));
            ports_[index]->*field = names[index];
        }
    }

    void count_on(std::optional<std::uint32_t> IntentPort::*field, const Node& node, std::uint32_t step)
    {
        constexpr double highest = 65535;
        auto number = static_cast<std::uint32_t>(reader_.number(node, 0, highest));
        for (IntentPort* port : ports_) {
            port->*field = number;
            number += step;
        }
    }

    DocumentReader& reader_;
    std::vector<IntentPort*> ports_;
};

}

void read_ports(IntentReading& reading, const Node& node, IntentDevice& device)
{
    DocumentReader& reader = reading.reader;
    if (!reader.is_object(node, "ports"))
        return;
    device.lists_ports = true;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t index = 0; index < device.ports.size(); ++index)
        known.emplace(device.ports[index].name, index);
    std::unordered_map<std::string, Span> here;
    for (const Node& entry : node) {
        const std::vector<std::string> names = names_of(reader, entry, entry.key);
        if (!reader.good())
            return;
        if (device.ports.size() + names.size() > most_ports) {
            reader.wrong(entry, fmt::format("a device has more than {} ports", most_ports));
            return;
        }
        std::vector<std::size_t> indices;
        for (const std::string& name : names) {
            if (!here.emplace(name, reader.span(entry)).second) {
                reader.wrong(entry, fmt::format("port '{}' is listed twice", name));
                return;
            }
            const auto [found, added] = known.emplace(name, device.ports.size());
            if (added)
                device.ports.push_back({.name = name, .at = reader.span(entry)});
            indices.push_back(found->second);
        }
        std::vector<IntentPort*> ports;
        ports.reserve(indices.size());
        for (const std::size_t index : indices)
            ports.push_back(&device.ports[index]);
        PortFields(reader, std::move(ports)).read(entry);
    }
}

}
