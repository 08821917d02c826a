// SPDX-License-Identifier: Apache-2.0
// Changes as JSON, by port name: a port index means nothing after the device is read again.
#include "models/change/change_document.h"

#include "models/change/properties.h"
#include "models/fabric/words.h"

#include <algorithm>

namespace rocelint {
namespace {

void write_priorities(JsonWriter& json, std::string_view key, PrioritySet set)
{
    json.key(key).begin_array();
    for (const Priority priority : set)
        json.number(priority);
    json.end();
}

// Writes the members of `set`. The first key identifies the kind of value.
struct ValueWriter {
    JsonWriter& json;
    void operator()(const PriorityDelta& delta) const
    {
        write_priorities(json, key_of<PriorityDelta>, delta.add);
        write_priorities(json, "remove", delta.remove);
    }
    void operator()(bool on) const { json.key(key_of<bool>).boolean(on); }
    void operator()(Trust trust) const { json.text(key_of<Trust>, word_of(trust)); }
    void operator()(const MapEntry& entry) const
    {
        json.text(key_of<MapEntry>, word_of(entry.kind));
        json.count("from", entry.from);
        json.count("to", entry.to);
    }
    void operator()(const EcnTarget& target) const
    {
        json.count(key_of<EcnTarget>, target.min_threshold.count);
        json.count("max_threshold", target.max_threshold.count);
        json.count("max_probability", target.max_probability.hundredths);
    }
    void operator()(const EcnShares& target) const
    {
        json.count(key_of<EcnShares>, target.min_fill.hundredths);
        json.count("max_fill", target.max_fill.hundredths);
        json.count("max_probability", target.max_probability.hundredths);
    }
    void operator()(const WatchdogTarget& target) const
    {
        write_priorities(json, key_of<WatchdogTarget>, target.priorities);
        time("detection_ms", target.detection);
        time("restoration_ms", target.restoration);
        time("poll_ms", target.poll);
    }
    void operator()(Bytes size) const { json.count(key_of<Bytes>, size.count); }
    void operator()(std::uint8_t code) const { json.count(key_of<std::uint8_t>, code); }
    void operator()(RoceVersion version) const { json.text(key_of<RoceVersion>, word_of(version)); }
    void operator()(BitsPerSecond speed) const { json.count(key_of<BitsPerSecond>, speed.count); }
    void operator()(Fec fec) const { json.text(key_of<Fec>, word_of(fec)); }
    void operator()(Metres length) const { json.count(key_of<Metres>, length.count); }
    void operator()(const SchedulerTarget& target) const
    {
        json.text(key_of<SchedulerTarget>, word_of(target.kind));
        if (target.bandwidth)
            json.count("bandwidth", target.bandwidth->hundredths);
        if (target.weight)
            json.count("weight", *target.weight);
    }
    void operator()(DynamicThreshold threshold) const
    {
        json.key(key_of<DynamicThreshold>).signed_number(threshold.value);
    }
    void operator()(HashFields fields) const
    {
        json.key(key_of<HashFields>).begin_array();
        for (std::size_t field = 0; field < words_of<HashField>.size(); ++field) {
            if (fields.has(static_cast<HashField>(field)))
                json.string(words_of<HashField>[field]);
        }
        json.end();
    }
    void operator()(const ManagerText& wanted) const
    {
        json.text(key_of<ManagerText>, wanted.what);
        json.text("text", wanted.text);
    }
    void time(std::string_view key, const std::optional<Milliseconds>& value) const
    {
        if (value)
            json.count(key, value->count());
    }
};

// The subnet manager option that a change concerns, or null.
const std::string* option_of(const Change& change)
{
    const auto* wanted = std::get_if<ManagerText>(&change.value);
    return change.property == Property::manager && wanted != nullptr ? &wanted->what : nullptr;
}

}

NamedChange named(const Device& device, const Change& change)
{
    NamedChange out{{}, change};
    if (const std::string* option = option_of(change))
        out.port = *option;
    else if (change.port.port < device.ports.size())
        out.port = device.ports[change.port.port].name;
    out.change.port = PortId{0, Port::no_index};
    return out;
}

std::optional<Change> on_device(const NamedChange& named, const Device& device, std::uint32_t index)
{
    Change change = named.change;
    change.port = {index, Port::no_index};
    if (named.port.empty())
        return change;
    if (option_of(change) != nullptr)
        return device.manager ? std::optional(change) : std::nullopt;
    const auto found = std::ranges::find(device.ports, std::string_view(named.port), &Port::name);
    if (found == device.ports.end())
        return std::nullopt;
    change.port.port = static_cast<std::uint32_t>(found - device.ports.begin());
    return change;
}

void write_change(JsonWriter& json, const NamedChange& change)
{
    json.begin_object();
    json.text_or_null("port", change.port);
    json.text("property", name_of(change.change.property));
    if (change.change.number != Change{}.number)
        json.count("number", change.change.number);
    if (change.change.shared)
        json.key("shared").boolean(true);
    json.text("class", word_of(change.change.fix_class));
    json.key("set").begin_object();
    std::visit(ValueWriter{json}, change.change.value);
    json.end();
    json.end();
}

}
