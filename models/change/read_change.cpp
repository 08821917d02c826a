// SPDX-License-Identifier: Apache-2.0
// Reads what change_document.cpp wrote, and refuses a document whose value does not belong to its property.
#include "models/change/change_document.h"
#include "models/change/properties.h"
#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace rocelint {
namespace {

constexpr std::uint64_t most_points = 63; // DSCPs, and more classes, queues and groups than any device has
constexpr std::uint64_t whole_share = 10'000; // in hundredths of a percent

// Reads one change. The reader keeps the first mistake; the result is meaningless after it.
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
            out.change.property = word<Property>(*property, "property");
        if (const Node* number = node.child("number"))
            out.change.number = static_cast<std::uint8_t>(whole(*number, Change{}.number));
        if (const Node* shared = node.child("shared"))
            out.change.shared = flag(*shared);
        if (const Node* fix_class = member(node, "class"))
            out.change.fix_class = word<FixClass>(*fix_class, "class of a change");
        const Node* set = member(node, "set");
        if (set != nullptr && reader_.good() && reader_.is_object(*set, "set"))
            out.change.value = value(*set, out.change.property);
        return out;
    }

private:
    // The value whose first key is present, among those that the property takes.
    ChangeValue value(const Node& set, Property property)
    {
        const PropertyRow* row = find_row(property);
        for (std::size_t place = 0; row != nullptr && place < value_keys.size(); ++place) {
            const Node* first = row->takes_value(place) ? set.child(value_keys[place]) : nullptr;
            if (first != nullptr)
                return read_alternative(place, set, *first, std::make_index_sequence<value_keys.size()>{});
        }
        reader_.wrong(set, fmt::format("no change of {} sets this", name_of(property)));
        return {};
    }

    template <std::size_t... Places>
    ChangeValue read_alternative(
        std::size_t place, const Node& set, const Node& first, std::index_sequence<Places...>)
    {
        ChangeValue out;
        const auto read_as = [&]<class Value>(std::type_identity<Value>) {
            Value value{};
            take(set, first, value);
            out = value;
        };
        ((place == Places ? read_as(std::type_identity<std::variant_alternative_t<Places, ChangeValue>>{})
                          : void()),
            ...);
        return out;
    }

    void take(const Node& set, const Node&, PriorityDelta& out)
    {
        if (known(set, {"add", "remove"}))
            out = {priorities(set, "add"), priorities(set, "remove")};
    }
    void take(const Node& set, const Node& first, MapEntry& out)
    {
        if (known(set, {"map", "from", "to"}))
            out = {word<MapKind>(first, "map"),
                static_cast<std::uint8_t>(whole_of(set, "from", most_points)),
                static_cast<std::uint8_t>(whole_of(set, "to", most_points))};
    }
    void take(const Node& set, const Node& first, EcnTarget& out)
    {
        if (known(set, {"min_threshold", "max_threshold", "max_probability"}))
            out = {Bytes{whole(first, most<std::uint64_t>)},
                Bytes{whole_of(set, "max_threshold", most<std::uint64_t>)},
                Percent{static_cast<std::uint32_t>(whole_of(set, "max_probability", whole_share))}};
    }
    void take(const Node& set, const Node& first, EcnShares& out)
    {
        const auto share
            = [](std::uint64_t hundredths) { return Percent{static_cast<std::uint32_t>(hundredths)}; };
        if (known(set, {"min_fill", "max_fill", "max_probability"}))
            out = {share(whole(first, whole_share)),
                share(whole_of(set, "max_fill", whole_share)),
                share(whole_of(set, "max_probability", whole_share))};
    }
    void take(const Node& set, const Node&, WatchdogTarget& out)
    {
        if (known(set, {"watched", "detection_ms", "restoration_ms", "poll_ms"}))
            out = {priorities(set, "watched"),
                time(set, "detection_ms"),
                time(set, "restoration_ms"),
                time(set, "poll_ms")};
    }
    void take(const Node& set, const Node& first, SchedulerTarget& out)
    {
        if (known(set, {"served", "bandwidth", "weight"}))
            out = scheduler(set, first);
    }
    void take(const Node& set, const Node& first, HashFields& out)
    {
        if (known(set, {"hash"}))
            out = hash(first);
    }
    void take(const Node& set, const Node& first, ManagerText& out)
    {
        if (!known(set, {"what", "text"}))
            return;
        out.what = reader_.text(first);
        if (const Node* text = member(set, "text"))
            out.text = reader_.text(*text);
    }
    // A value with a single member.
    template <class Value>
    void take(const Node& set, const Node& first, Value& out)
    {
        if (known(set, {first.key}))
            take_member(first, out);
    }

    void take_member(const Node& node, bool& out) { out = flag(node); }
    void take_member(const Node& node, Trust& out) { out = word<Trust>(node, "trust"); }
    void take_member(const Node& node, Bytes& out) { out = {whole(node, most<std::uint64_t>)}; }
    void take_member(const Node& node, std::uint8_t& out)
    {
        out = static_cast<std::uint8_t>(whole(node, most<std::uint8_t>));
    }
    void take_member(const Node& node, RoceVersion& out) { out = word<RoceVersion>(node, "version of RoCE"); }
    void take_member(const Node& node, BitsPerSecond& out) { out = {whole(node, most<std::uint64_t>)}; }
    void take_member(const Node& node, Fec& out) { out = word<Fec>(node, "FEC"); }
    void take_member(const Node& node, Metres& out)
    {
        out = {static_cast<std::uint32_t>(whole(node, most<std::uint32_t>))};
    }
    void take_member(const Node& node, DynamicThreshold& out)
    {
        const auto threshold = node.kind == Node::Kind::number ? parse_signed(node.value) : std::nullopt;
        if (!threshold)
            reader_.wrong(node, fmt::format("'{}' must be a whole number", node.key));
        out = {threshold.value_or(0)};
    }

    SchedulerTarget scheduler(const Node& set, const Node& first)
    {
        SchedulerTarget target;
        target.kind = word<SchedulerKind>(first, "scheduler");
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
            fields.insert(word<HashField>(entry, "packet field"));
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

    template <class Enum>
    Enum word(const Node& node, std::string_view what)
    {
        const auto found = node.kind == Node::Kind::string ? find_word<Enum>(node.value) : std::nullopt;
        if (!found)
            reader_.unknown_word(node, what, node.value, {words_of<Enum>.begin(), words_of<Enum>.end()});
        return found.value_or(Enum{});
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
