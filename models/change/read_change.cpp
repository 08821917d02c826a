// SPDX-License-Identifier: Apache-2.0
#include "models/change/change_document.h"
#include "models/change/change_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rocelint {
namespace {

constexpr std::uint64_t most_points = 63; // DSCPs, and more classes, queues and groups than any device has
constexpr std::uint64_t whole_share = 10'000; // in hundredths of a percent

// The first key of `set` for each property; two where it takes two kinds of value; none for what no change sets.
std::vector<std::string_view> first_keys(Property property)
{
    switch (property) {
    case Property::pfc:
    case Property::congestion_control:
        return {"add"};
    case Property::headroom:
        return {"add", "bytes"};
    case Property::link_pause:
    case Property::power_saving:
        return {"on"};
    case Property::trust:
        return {"trust"};
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
        return {"map"};
    case Property::ecn:
    case Property::ecn_thresholds:
        return {"min_threshold"};
    case Property::watchdog:
    case Property::watchdog_timers:
        return {"watched"};
    case Property::mtu:
    case Property::reserve:
    case Property::lossless_packet:
        return {"bytes"};
    case Property::rdma_marking:
    case Property::cnp_marking:
        return {"code"};
    case Property::roce_version:
        return {"roce"};
    case Property::speed:
        return {"bits_per_second"};
    case Property::fec:
        return {"fec"};
    case Property::cable_length:
        return {"metres"};
    case Property::scheduler:
        return {"served"};
    case Property::buffer_threshold:
        return {"dynamic_threshold"};
    case Property::hashing:
        return {"hash"};
    default:
        return {};
    }
}

// Reads one change. After the first mistake, which the reader keeps, what it returns is of no meaning.
class ChangeReader {
public:
    explicit ChangeReader(DocumentReader& reader) : reader_(reader) { }

    NamedChange read(const Node& node)
    {
        NamedChange out;
        out.change.port = {0, Port::no_index};
        if (!reader_.object_of(node, "a change", {"port", "property", "number", "shared", "class", "set"}))
            return out;
        if (const Node* port = node.child("port"); port != nullptr && port->kind != Node::Kind::null)
            out.port = reader_.text(*port);
        if (const Node* property = member(node, "property"))
            out.change.property = property_of(*property);
        if (const Node* number = node.child("number"))
            out.change.number = static_cast<std::uint8_t>(whole(*number, Change{}.number));
        if (const Node* shared = node.child("shared"))
            out.change.shared = flag(*shared);
        if (const Node* fix_class = member(node, "class"))
            out.change.fix_class = word<FixClass>(*fix_class, "class of a change", change_words::classes);
        const Node* set = member(node, "set");
        if (set != nullptr && reader_.good() && reader_.is_object(*set, "set"))
            out.change.value = value(*set, out.change.property);
        return out;
    }

private:
    ChangeValue value(const Node& set, Property property)
    {
        for (const std::string_view key : first_keys(property)) {
            if (const Node* first = set.child(key))
                return value_by_key(set, *first);
        }
        reader_.wrong(set, fmt::format("no change of {} sets this", name_of(property)));
        return {};
    }

    ChangeValue value_by_key(const Node& set, const Node& first)
    {
        if (first.key == "add" && known(set, {"add", "remove"}))
            return PriorityDelta{priorities(set, "add"), priorities(set, "remove")};
        if (first.key == "map" && known(set, {"map", "from", "to"}))
            return MapEntry{word<MapKind>(first, "map", change_words::maps),
                static_cast<std::uint8_t>(whole_of(set, "from", most_points)),
                static_cast<std::uint8_t>(whole_of(set, "to", most_points))};
        if (first.key == "min_threshold" && known(set, {"min_threshold", "max_threshold", "max_probability"}))
            return EcnTarget{Bytes{whole(first, most<std::uint64_t>)},
                Bytes{whole_of(set, "max_threshold", most<std::uint64_t>)},
                Percent{static_cast<std::uint32_t>(whole_of(set, "max_probability", whole_share))}};
        if (first.key == "watched" && known(set, {"watched", "detection_ms", "restoration_ms", "poll_ms"}))
            return WatchdogTarget{priorities(set, "watched"),
                time(set, "detection_ms"),
                time(set, "restoration_ms"),
                time(set, "poll_ms")};
        if (first.key == "served" && known(set, {"served", "bandwidth", "weight"}))
            return scheduler(set, first);
        if (first.key == "hash" && known(set, {"hash"}))
            return hash(first);
        return known(set, {first.key}) ? single(first) : ChangeValue{};
    }

    // A value that is one member.
    ChangeValue single(const Node& node)
    {
        if (node.key == "on")
            return flag(node);
        if (node.key == "trust")
            return word<Trust>(node, "trust", change_words::trusts);
        if (node.key == "bytes")
            return Bytes{whole(node, most<std::uint64_t>)};
        if (node.key == "code")
            return static_cast<std::uint8_t>(whole(node, most<std::uint8_t>));
        if (node.key == "roce")
            return word<RoceVersion>(node, "version of RoCE", change_words::versions);
        if (node.key == "bits_per_second")
            return BitsPerSecond{whole(node, most<std::uint64_t>)};
        if (node.key == "fec")
            return word<Fec>(node, "FEC", change_words::fecs);
        if (node.key == "metres")
            return Metres{static_cast<std::uint32_t>(whole(node, most<std::uint32_t>))};
        const auto threshold = node.kind == Node::Kind::number ? parse_signed(node.value) : std::nullopt;
        if (!threshold)
            reader_.wrong(node, fmt::format("'{}' must be a whole number", node.key));
        return DynamicThreshold{threshold.value_or(0)};
    }

    SchedulerTarget scheduler(const Node& set, const Node& first)
    {
        SchedulerTarget target;
        target.kind = word<SchedulerKind>(first, "scheduler", change_words::schedulers);
        if (const Node* share = set.child("bandwidth"))
            target.bandwidth = Percent{static_cast<std::uint32_t>(whole(*share, whole_share))};
        if (const Node* weight = set.child("weight"))
            target.weight = static_cast<std::uint32_t>(whole(*weight, most<std::uint32_t>));
        return target;
    }

    HashFields hash(const Node& node)
    {
        HashFields fields;
        if (node.kind != Node::Kind::array)
            reader_.wrong(node, "'hash' must be a list of packet fields");
        for (const Node& entry : node)
            fields.insert(word<HashField>(entry, "packet field", change_words::hash_fields));
        return fields;
    }

    bool known(const Node& set, std::initializer_list<std::string_view> keys)
    {
        return reader_.object_of(set, "set", keys);
    }

    const Node* member(const Node& node, std::string_view key)
    {
        const Node* found = node.child(key);
        if (found == nullptr)
            reader_.wrong(node, fmt::format("'{}' is missing", key));
        return found;
    }

    template <class T>
    static constexpr std::uint64_t most = std::numeric_limits<T>::max();

    std::uint64_t whole(const Node& node, std::uint64_t largest)
    {
        const auto number = node.kind == Node::Kind::number ? parse_number(node.value) : std::nullopt;
        if (!number || *number > largest)
            reader_.wrong(node, fmt::format("'{}' must be a whole number up to {}", node.key, largest));
        return number.value_or(0);
    }

    std::uint64_t whole_of(const Node& node, std::string_view key, std::uint64_t largest)
    {
        const Node* found = member(node, key);
        return found != nullptr ? whole(*found, largest) : 0;
    }

    bool flag(const Node& node)
    {
        if (node.kind != Node::Kind::boolean)
            reader_.wrong(node, fmt::format("'{}' must be true or false", node.key));
        return node.value == "true";
    }

    template <class Enum, class Words>
    Enum word(const Node& node, std::string_view what, const Words& words)
    {
        const auto found = std::ranges::find(words, node.value);
        if (node.kind == Node::Kind::string && found != words.end())
            return static_cast<Enum>(found - words.begin());
        reader_.unknown_word(node, what, node.value, {words.begin(), words.end()});
        return {};
    }

    Property property_of(const Node& node)
    {
        std::vector<std::string_view> words;
        for (std::size_t index = 0; index <= static_cast<std::size_t>(Property::syntax); ++index)
            words.emplace_back(name_of(static_cast<Property>(index)));
        return word<Property>(node, "property", words);
    }

    PrioritySet priorities(const Node& node, std::string_view key)
    {
        PrioritySet set;
        const Node* found = member(node, key);
        if (found == nullptr)
            return set;
        if (found->kind != Node::Kind::array)
            reader_.wrong(*found, fmt::format("'{}' must be a list of priorities", key));
        for (const Node& entry : *found)
            set.insert(static_cast<Priority>(whole(entry, 7)));
        return set;
    }

    std::optional<Milliseconds> time(const Node& node, std::string_view key)
    {
        const Node* found = node.child(key);
        if (found == nullptr)
            return std::nullopt;
        return Milliseconds(static_cast<std::uint32_t>(whole(*found, most<std::uint32_t>)));
    }

    DocumentReader& reader_;
};

}

NamedChange read_change(DocumentReader& reader, const Node& node) { return ChangeReader(reader).read(node); }

}
