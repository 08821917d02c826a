// SPDX-License-Identifier: Apache-2.0
// What all importers have in common. topology.yaml writes an end as "device:port", so the name of a device
// cannot have a colon, and no name can have a control character or bytes that are not UTF-8.
#include "workspace/topology_import/draft.h"

#include "models/fabric/topology_keys.h"
#include "models/fabric/value/port_name.h"
#include "models/syntax/json/json_walk.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace rocelint::workspace {
namespace {

constexpr std::size_t longest_name = 255;

bool is_control(char c)
{
    constexpr char last_control = 0x7f;
    return c == last_control || static_cast<unsigned char>(c) < ' ';
}

bool can_be_name(std::string_view name)
{
    return !name.empty() && name.size() <= longest_name && is_utf8(name)
        && std::ranges::none_of(name, is_control);
}

bool can_be_device(std::string_view name)
{
    return can_be_name(name) && name.find(':') == std::string_view::npos;
}

std::string key_of_end(DraftEnd end)
{
    return ascii::lowered(end.device) + ':' + comparable_port_name(end.port);
}

std::string shown(DraftEnd end)
{
    return fmt::format("{}:{}", end.device, end.port.empty() ? "?" : end.port);
}

// Units of length in metres, as words of NetBox (CableLengthUnitChoices, NetBox 4.2) and of people.
struct LengthUnit {
    std::string_view word;
    double metres;
};

constexpr std::array length_units{LengthUnit{"m", 1},
    LengthUnit{"meter", 1},
    LengthUnit{"meters", 1},
    LengthUnit{"metre", 1},
    LengthUnit{"metres", 1},
    LengthUnit{"cm", 0.01},
    LengthUnit{"centimeters", 0.01},
    LengthUnit{"mm", 0.001},
    LengthUnit{"km", 1000},
    LengthUnit{"kilometers", 1000},
    LengthUnit{"ft", 0.3048},
    LengthUnit{"foot", 0.3048},
    LengthUnit{"feet", 0.3048},
    LengthUnit{"in", 0.0254},
    LengthUnit{"inch", 0.0254},
    LengthUnit{"inches", 0.0254},
    LengthUnit{"mi", 1609.344},
    LengthUnit{"miles", 1609.344}};

}

TopologyDraft::TopologyDraft(const Source& source, std::string_view form)
    : source_(source), lines_(source.text())
{
    topology_.path = source.path();
    topology_.form = form;
}

TopologyDevice* TopologyDraft::device(std::string_view name, Span at)
{
    name = ascii::trimmed(name, ascii::is_white);
    if (!can_be_device(name)) {
        mistake(at, fmt::format("the device '{}' is left out: topology.yaml cannot hold its name", name));
        return nullptr;
    }
    const auto [found, added] = devices_.try_emplace(ascii::lowered(name), topology_.devices.size());
    if (added)
        topology_.devices.push_back({.name = std::string(name), .at = at});
    return &topology_.devices[found->second];
}

bool TopologyDraft::can_be_end(DraftEnd end, Span at)
{
    if (can_be_device(end.device) && can_be_name(end.port))
        return true;
    mistake(at, fmt::format("the cable of {} is left out: topology.yaml cannot hold its name", shown(end)));
    return false;
}

void TopologyDraft::cable(DraftEnd a, DraftEnd b, Span at, const CableFacts& facts)
{
    for (std::string_view* part : {&a.device, &a.port, &b.device, &b.port})
        *part = ascii::trimmed(*part, ascii::is_white);
    const bool has_a = !a.device.empty() && !a.port.empty();
    const bool has_b = !b.device.empty() && !b.port.empty();
    if (!has_a || !has_b) {
        const std::string_view known = has_a ? "the other end" : has_b ? "the first end" : "both ends";
        mistake(at,
            fmt::format(
                "half of a cable: {} - {}; {} must name a device and a port", shown(a), shown(b), known));
        return;
    }
    if (!can_be_end(a, at) || !can_be_end(b, at))
        return;
    Key key{key_of_end(a), key_of_end(b)};
    if (key.a == key.b) {
        mistake(at, fmt::format("both ends of the cable are {}; correct one", shown(a)));
        return;
    }
    if (key.b < key.a)
        std::swap(key.a, key.b);
    const auto [found, added] = cables_.try_emplace(std::move(key), topology_.links.size());
    if (!added) {
        repeat(topology_.links[found->second], at, facts);
        return;
    }
    topology_.links.push_back({.a_device = std::string(a.device),
        .a_port = std::string(a.port),
        .b_device = std::string(b.device),
        .b_port = std::string(b.port),
        .cable = facts.length,
        .speed = facts.speed,
        .at = at});
}

void TopologyDraft::cable_of_ends(std::string_view a, std::string_view b, Span at, const CableFacts& facts)
{
    const auto cut = [](std::string_view whole) {
        const std::size_t colon = std::min(whole.find(':'), whole.size());
        return DraftEnd{whole.substr(0, colon), whole.substr(std::min(colon + 1, whole.size()))};
    };
    cable(cut(a), cut(b), at, facts);
}

// Files state a cable once for each end. What only one of the statements has counts.
void TopologyDraft::repeat(TopologyLink& known, Span at, const CableFacts& facts)
{
    if (!known.cable)
        known.cable = facts.length;
    if (!known.speed)
        known.speed = facts.speed;
    const bool other_length = facts.length && facts.length != known.cable;
    if (!other_length && (!facts.speed || facts.speed == known.speed))
        return;
    mistake(at,
        fmt::format("the {} of the cable {}:{} - {}:{} differs from line {}, which counts",
            other_length ? "length" : "speed",
            known.a_device,
            known.a_port,
            known.b_device,
            known.b_port,
            lines_.position(known.at.offset).line));
}

void TopologyDraft::remark(Span at, std::string sentence)
{
    topology_.remarks.push_back({at, std::move(sentence)});
}

void TopologyDraft::mistake(Span at, std::string sentence)
{
    topology_.remarks.push_back({at, std::move(sentence), true});
}

void TopologyDraft::leave_out_management(Span at)
{
    if (management_cables_++ == 0)
        first_management_cable_ = at;
}

void TopologyDraft::remark_on_unlisted_devices()
{
    if (devices_.empty())
        return;
    std::set<std::string> remarked;
    for (const TopologyLink& link : topology_.links) {
        for (const std::string* name : {&link.a_device, &link.b_device}) {
            std::string key = ascii::lowered(*name);
            if (!devices_.contains(key) && remarked.insert(std::move(key)).second)
                remark(
                    link.at, fmt::format("{} has cables, but is not in the file's list of devices", *name));
        }
    }
}

Topology TopologyDraft::finish()
{
    remark_on_unlisted_devices();
    if (management_cables_ > 0)
        remark(first_management_cable_,
            fmt::format("{} of management ports {} left out, the first here",
                counted(management_cables_, "cable"),
                one_or_many(management_cables_, "is", "are")));
    std::ranges::stable_sort(topology_.remarks, {}, [](const TopologyRemark& one) { return one.at.offset; });
    return std::move(topology_);
}

tl::unexpected<Error> fail_in_file(const Source& source, std::uint32_t offset, std::string_view sentence)
{
    const Position place = LineTable(source.text()).position(offset);
    return fail(
        ErrorKind::invalid, fmt::format("{}:{}:{}: {}", source.path(), place.line, place.column, sentence));
}

std::optional<Metres> parse_cable_length(std::string_view text, std::string_view unit)
{
    text = ascii::trimmed(text, ascii::is_white);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
        return std::nullopt;
    const auto used = static_cast<std::size_t>(end - text.data());
    const std::string_view own = ascii::trimmed(text.substr(used), ascii::is_white);
    std::string word = ascii::lowered(own.empty() ? ascii::trimmed(unit, ascii::is_white) : own);
    if (word.empty())
        word = "m";
    const auto* const found = std::ranges::find(length_units, word, &LengthUnit::word);
    if (found == length_units.end())
        return std::nullopt;
    const double metres = number * found->metres;
    // A NaN fails the comparison, too.
    if (!(metres > 0 && metres <= topology_keys::longest_cable))
        return std::nullopt;
    return Metres::of(metres);
}

std::optional<BitsPerSecond> parse_stated_speed(std::string_view text)
{
    std::string word;
    for (const char c : text) {
        if (!ascii::is_white(c))
            word += ascii::lower(c);
    }
    // The longest first: "gbit/s" also ends with "s".
    for (const std::string_view tail : {"bit/s", "bps", "b/s", "be", "bit", "b"}) {
        if (word.ends_with(tail)) {
            word.resize(word.size() - tail.size());
            break;
        }
    }
    return parse_speed(word);
}

std::string_view scalar_of(const Node* node)
{
    if (node == nullptr || !node->is_scalar() || node->kind == Node::Kind::null)
        return {};
    return ascii::trimmed(node->value, ascii::is_white);
}

std::string_view scalar_at(const Node& parent, std::string_view key) { return scalar_of(parent.child(key)); }

const Node* object_at(const Node& parent, std::string_view key)
{
    const Node* node = parent.child(key);
    return node != nullptr && node->kind == Node::Kind::object ? node : nullptr;
}

const Node* list_at(const Node& parent, std::string_view key)
{
    const Node* node = parent.child(key);
    return node != nullptr && node->kind == Node::Kind::array ? node : nullptr;
}

}
