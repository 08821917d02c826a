// SPDX-License-Identifier: Apache-2.0
// libyang validates the expanded intent against rocelint-fabric.yang, so that the published schema is the
// enforced one. libyang's messages name schema nodes; here they are rephrased in the words of the file.
#include "models/intent/sections.h"
#include "models/intent/write_subnets.h"
#include "models/yang/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::uint64_t bits_per_megabit = 1'000'000;

// Writes the expanded intent as an instance of rocelint-fabric.yang.
class DocumentWriter {
public:
    DocumentWriter(const IntentReading& reading, yang::Document& document)
        : reading_(reading), intent_(reading.intent), document_(document)
    {
    }

    void write()
    {
        const yang::Document::Entry top = document_.top();
        if (const Node* version = intent_.tree->root->child("version"))
            document_.add_leaf(top, "version", std::string(version->value), intent_.tree->span(*version));
        number(top, "mtu", intent_.mtu.value.count, intent_.mtu.at);
        number(top, "switch-mtu", intent_.switch_mtu.value.count, intent_.switch_mtu.at);
        write_watchdog(top);
        write_shares(top);
        std::vector<yang::Document::Entry> devices;
        devices.reserve(intent_.devices.size());
        for (const IntentDevice& device : intent_.devices)
            devices.push_back(write_device(top, device));
        write_links(top, devices);
        for (std::size_t index = 0; index < reading_.dangling.size(); ++index) {
            const DanglingEnd& end = reading_.dangling[index];
            write_end(devices[end.device], intent_.links.size() + index, "a", end.port, end.at);
        }
    }

private:
    void number(yang::Document::Entry parent, const char* name, std::uint64_t value, Span at)
    {
        if (at.somewhere())
            document_.add_leaf(parent, name, fmt::format("{}", value), at);
    }

    void write_watchdog(yang::Document::Entry top)
    {
        const auto box = document_.add_container(top, "watchdog", intent_.detection.at);
        number(box, "detection", intent_.detection.value.count(), intent_.detection.at);
        number(box, "restoration", intent_.restoration.value.count(), intent_.restoration.at);
        number(box, "poll", intent_.poll.value.count(), intent_.poll.at);
    }

    void write_shares(yang::Document::Entry top)
    {
        if (intent_.shares.empty())
            return;
        const auto box = document_.add_container(top, "shares", intent_.shares.front().at);
        for (const IntentShare& share : intent_.shares) {
            const auto entry = document_.add_entry(box, "share", share.name, share.at);
            number(entry, "percent", share.percent.hundredths / 100, share.at);
        }
    }

    yang::Document::Entry write_device(yang::Document::Entry top, const IntentDevice& device)
    {
        const auto entry = document_.add_entry(top, "device", device.name, device.at);
        if (device.platform.given())
            document_.add_leaf(entry, "platform", device.platform.value, device.platform.at);
        if (device.role.given()) {
            std::string word = name_of(device.role.value);
            std::ranges::replace(word, '_', '-');
            document_.add_leaf(entry, "role", word, device.role.at);
        }
        number(entry, "rail", device.rail.value, device.rail.at);
        for (const IntentPort& port : device.ports) {
            const auto made = document_.add_entry(entry, "port", port.name, port.at);
            number(made, "speed", port.speed.value.count / bits_per_megabit, port.speed.at);
            number(made, "lanes", port.lanes.value, port.lanes.at);
            number(made, "mtu", port.mtu.value.count, port.mtu.at);
        }
        return entry;
    }

    void write_links(yang::Document::Entry top, const std::vector<yang::Document::Entry>& devices)
    {
        for (std::size_t index = 0; index < intent_.links.size(); ++index) {
            const IntentLink& link = intent_.links[index];
            if (link.speed.given() || link.cable.given()) {
                const auto entry = document_.add_entry(top, "link", fmt::format("{}", index), link.at);
                number(entry, "speed", link.speed.value.count / bits_per_megabit, link.speed.at);
                number(entry, "cable", link.cable.value.count, link.cable.at);
            }
            if (link.a.port != Port::no_index)
                write_end(devices[link.a.device], index, "a", intent_.port(link.a).name, link.a.at);
            if (link.b.port != Port::no_index)
                write_end(devices[link.b.device], index, "b", intent_.port(link.b).name, link.b.at);
        }
    }

    void write_end(
        yang::Document::Entry device, std::size_t link, const char* side, const std::string& port, Span at)
    {
        const auto end = document_.add_entry(device, "end", fmt::format("{}", link), side, at);
        document_.add_leaf(end, "port", port, at);
    }

    const IntentReading& reading_;
    const FabricIntent& intent_;
    yang::Document& document_;
};

// Rephrases libyang messages that name schema nodes in words of the document.
class ViolationReport {
public:
    ViolationReport(IntentReading& reading, const yang::Violation& violation)
        : reading_(reading), violation_(violation)
    {
    }

    void report() const
    {
        switch (violation_.fault) {
        case yang::Fault::dangling:
            return report_dangling();
        case yang::Fault::repeated:
            return report_repeated();
        case yang::Fault::missing:
            return report_missing();
        case yang::Fault::value:
        case yang::Fault::broken_must:
        case yang::Fault::other:
            break;
        }
        reading_.reader.wrong_at(place(), violation_.message);
    }

private:
    // A violation of the whole document has no place of its own.
    [[nodiscard]] Span place() const
    {
        return violation_.at.somewhere() ? violation_.at : reading_.reader.span(*reading_.intent.tree->root);
    }

    void report_dangling() const
    {
        // libyang resolves references from last to first, so report the first dangling end instead.
        if (!reading_.dangling.empty()) {
            const DanglingEnd& end = reading_.dangling.front();
            const IntentDevice& device = reading_.intent.devices[end.device];
            std::vector<std::string_view> names;
            for (const IntentPort& port : device.ports)
                names.emplace_back(port.name);
            return reading_.reader.unknown_word_at(
                end.at, fmt::format("port of {}", device.name), end.port, names);
        }
        reading_.reader.wrong_at(place(), fmt::format("'{}' leads to nothing", violation_.value));
    }

    // Checks links in document order: the second link that names a port is the wrong one.
    void report_repeated() const
    {
        if (violation_.name != "end")
            return reading_.reader.wrong_at(place(),
                fmt::format("two entries have the same {}",
                    violation_.value.empty() ? violation_.name : violation_.value));
        const FabricIntent& intent = reading_.intent;
        for (std::uint32_t index = 0; index < intent.links.size(); ++index) {
            const IntentLink& link = intent.links[index];
            for (const bool of_a : {true, false}) {
                const IntentEnd& end = of_a ? link.a : link.b;
                if (end.port == Port::no_index)
                    continue;
                const IntentPort& port = intent.port(end);
                const std::uint32_t first = port.link.value_or(index);
                if (first == index && (of_a || link.a.device != end.device || link.a.port != end.port))
                    continue;
                const IntentLink& other = intent.links[first];
                const bool same_end = other.a.device == end.device && other.a.port == end.port;
                const IntentEnd& far = same_end ? other.b : other.a;
                if (far.port == Port::no_index)
                    continue;
                return reading_.reader.wrong_at(end.at,
                    fmt::format("{} of {} is cabled twice: it already leads to {} of {}",
                        port.name,
                        intent.devices[end.device].name,
                        intent.port(far).name,
                        intent.devices[far.device].name));
            }
        }
        reading_.reader.wrong_at(place(), violation_.message);
    }

    void report_missing() const
    {
        for (const IntentDevice& device : reading_.intent.devices) {
            const bool role = !device.role.given();
            if (role || !device.platform.given())
                return reading_.reader.wrong_at(device.at,
                    fmt::format("device {} does not state its {}", device.name, role ? "role" : "platform"));
        }
        reading_.reader.wrong_at(place(),
            reading_.intent.tree->root->child("version") == nullptr
                ? std::string("the intent must begin with version: 1")
                : violation_.message);
    }

    IntentReading& reading_;
    const yang::Violation& violation_;
};

}

void validate_document(IntentReading& reading)
{
    yang::Document document("rocelint-fabric", "fabric");
    DocumentWriter(reading, document).write();
    write_subnets(reading.intent, document);
    if (const auto violation = document.validate())
        ViolationReport(reading, *violation).report();
}

}
