// SPDX-License-Identifier: Apache-2.0
// Finds the model's settings for a place in a text; every setting records where it was stated.
#include "cli/lsp/stated.h"

#include "models/fabric/fields/fields.h"
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// On a longer line, such as minified JSON, only settings whose words contain the place count.
constexpr std::size_t longest_line = 500;

template <class Named>
std::string target_name(std::uint32_t index, const std::vector<Named>& targets)
{
    if (index >= targets.size())
        return "none";
    return std::string(targets[index].name);
}

std::string target_name(std::uint32_t index, const std::vector<BufferProfileList>& lists)
{
    return index < lists.size() ? fmt::format("{} profiles", lists[index].profiles.size()) : "none";
}

class Finder {
public:
    Finder(const Device& device, std::uint32_t index, const Cursor& cursor, std::vector<Stated>& found)
        : device_(device), index_(index), cursor_(cursor), found_(found)
    {
    }

    void run()
    {
        const PortId whole{index_, Port::no_index};
        look_at(device_, {.port = whole});
        look_at(device_.load_balancing, {.port = whole});
        look_at(device_.forwarding, {.port = whole});
        look_at(device_.headroom, {.port = whole});
        look_at(device_.trimming, {.port = whole});
        for (std::uint32_t port = 0; port < device_.ports.size(); ++port)
            look_at_port({index_, port});
        look_at_maps(whole);
        look_at_named(device_.schedulers, "scheduler", whole);
        look_at_named(device_.pools, "pool", whole);
        look_at_named(device_.class_maps, "class", whole);
        for (const BufferProfile& profile : device_.buffer_profiles)
            look_at(profile, {.port = whole, .part = named("profile", profile.name), .profile = &profile});
        for (const EcnProfile& profile : device_.ecn_profiles) {
            for (const EcnCurve& curve : profile.curves)
                look_at(curve, {.port = whole, .part = named("ECN profile", profile.name)});
        }
        for (const ClassPolicy& policy : device_.policies)
            look_at_named(policy.classes, "class", whole);
        for (const Nic& nic : device_.nics)
            look_at(nic, {.port = whole});
        for (const Job& job : device_.jobs)
            look_at(job, {.port = whole});
        if (device_.manager)
            look_at(*device_.manager, {.port = whole});
        if (device_.subnet) {
            for (std::uint32_t port = 0; port < device_.subnet->ports.size(); ++port)
                look_at(device_.subnet->ports[port], {.port = {index_, port}});
        }
    }

private:
    static std::string named(std::string_view kind, std::string_view name)
    {
        return name.empty() ? std::string(kind) : fmt::format("{} {}", kind, name);
    }

    void look_at_port(PortId id)
    {
        const Port& port = device_.ports[id.port];
        look_at(port, {.port = id});
        look_at(port.watchdog, {.port = id});
        for (const Queue& queue : device_.queues_of(port))
            look_at(queue, {.port = id, .part = fmt::format("queue {}", queue.number)});
        for (const PriorityGroup& group : device_.groups_of(port))
            look_at(
                group, {.port = id, .part = fmt::format("priority group {}", group.number), .group = &group});
    }

    template <class T>
    void look_at_named(const std::vector<T>& list, std::string_view kind, PortId whole)
    {
        for (const T& one : list)
            look_at(one, {.port = whole, .part = named(kind, one.name)});
    }

    void look_at_maps(PortId whole)
    {
        for (const ClassMap& map : device_.maps) {
            for (std::uint8_t point = 0; point < map.to.size(); ++point) {
                if (map.to[point] == ClassMap::unmapped)
                    continue;
                if (Stated stated{.port = whole, .map = &map, .point = point};
                    is_said_here(map.origin[point], stated)) {
                    stated.what = word_of(map.kind);
                    stated.value = fmt::format("{} → {}", point, map.to[point]);
                    found_.push_back(std::move(stated));
                }
            }
        }
    }

    // Whether the origin has one of its places here; records that place and the other one.
    bool is_said_here(OriginId id, Stated& stated) const
    {
        const Origin origin = device_.origins.look_up(id);
        if (origin.kind == OriginKind::unread || origin.kind == OriginKind::default_)
            return false;
        if (cursor_.is_on_line(origin.at) || cursor_.is_in(origin.at)) {
            stated.at = origin.at;
            stated.elsewhere = origin.via;
            return true;
        }
        if (cursor_.is_on_line(origin.via) || cursor_.is_in(origin.via)) {
            stated.at = origin.via;
            stated.elsewhere = origin.at;
            return true;
        }
        return false;
    }

    template <class T>
    void look_at(const T& record, const Stated& like)
    {
        for_each_field(fields_of<T>, [&](const auto& row) {
            const auto& setting = record.*row.member;
            Stated stated = like;
            if (!setting.peek_known() || !is_said_here(setting.origin, stated))
                return;
            stated.what = row.what;
            stated.pauses = row.property == Property::pfc || row.property == Property::headroom;
            fill(row, setting, stated);
            found_.push_back(std::move(stated));
        });
    }

    template <class T>
    static void fill(const Field<T, Bytes>&, const Setting<Bytes>& setting, Stated& stated)
    {
        stated.value = grouped(setting.value.count) + " B";
    }

    template <class T, class V>
    static void fill(const Field<T, V>&, const Setting<V>& setting, Stated& stated)
    {
        stated.value = value_text(setting.value);
    }

    template <class T, class Target>
    void fill(const Reference<T, Target>& row, const Setting<Ref>& setting, Stated& stated) const
    {
        const std::vector<Target>& targets = device_.*row.targets;
        stated.value = target_name(setting.value.index, targets);
        if (setting.value.index < targets.size())
            stated.definition = targets[setting.value.index].at;
    }

    template <class T>
    void fill(const PortField<T>&, const Setting<std::uint32_t>& setting, Stated& stated) const
    {
        stated.value = target_name(setting.value, device_.ports);
        if (setting.value < device_.ports.size())
            stated.definition = device_.ports[setting.value].at;
    }

    const Device& device_;
    std::uint32_t index_;
    const Cursor& cursor_;
    std::vector<Stated>& found_;
};

// The indentation of a line; no value for a blank line.
std::optional<std::size_t> indentation(std::string_view text, std::size_t begin)
{
    const std::size_t first = text.find_first_not_of(" \t", begin);
    if (first == std::string_view::npos || text[first] == '\n' || text[first] == '\r')
        return std::nullopt;
    return first - begin;
}

// The beginnings of the lines that enclose the cursor, nearest first: its own line, then each earlier line
// that is indented less than the one found before.
std::vector<std::size_t> lines_above(const Cursor& cursor)
{
    const std::string_view text = cursor.source->text();
    std::vector<std::size_t> lines{cursor.line_begin};
    auto depth = indentation(text, cursor.line_begin);
    for (std::size_t begin = cursor.line_begin; depth && *depth > 0 && begin > 0;) {
        const std::size_t feed = begin > 1 ? text.rfind('\n', begin - 2) : std::string_view::npos;
        begin = feed == std::string_view::npos ? 0 : feed + 1;
        const auto own = indentation(text, begin);
        if (own && *own < *depth) {
            lines.push_back(begin);
            depth = own;
        }
    }
    return lines;
}

}

bool Cursor::is_on_line(Span span) const
{
    return span.source == source->id() && span.offset >= line_begin && span.offset <= line_end
        && line_end - line_begin <= longest_line;
}

bool Cursor::is_in(Span span) const
{
    return span.source == source->id() && span.offset >= line_begin && span.offset <= offset
        && offset <= span.end();
}

std::vector<std::uint32_t> devices_of(const Fabric& fabric, SourceId source)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const std::vector<SourceId>& files = fabric.devices[device].files;
        if (std::ranges::find(files, source) != files.end())
            found.push_back(device);
    }
    return found;
}

std::string grouped(std::uint64_t number)
{
    std::string digits = fmt::format("{}", number);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, "\u202f");
    return digits;
}

std::vector<Stated> stated_at(const Fabric& fabric, const Cursor& cursor)
{
    std::vector<Stated> found;
    for (const std::uint32_t device : devices_of(fabric, cursor.source->id()))
        Finder(fabric.devices[device], device, cursor, found).run();
    const auto is_in = [&cursor](const Stated& stated) { return cursor.is_in(stated.at); };
    if (std::ranges::any_of(found, is_in))
        std::erase_if(found, [&](const Stated& stated) { return !is_in(stated); });
    return found;
}

std::vector<PortId> ports_at(const Fabric& fabric, const Cursor& cursor, const std::vector<Stated>& stated)
{
    std::vector<PortId> found;
    for (const Stated& one : stated) {
        if (one.port.port != Port::no_index)
            found.push_back(one.port);
    }
    for (const std::uint32_t index : devices_of(fabric, cursor.source->id())) {
        const Device& device = fabric.devices[index];
        for (const Neighbour& neighbour : device.neighbours) {
            if (cursor.is_on_line(neighbour.at) || cursor.is_in(neighbour.at))
                found.push_back({index, neighbour.port});
        }
        if (!found.empty())
            continue;
        for (const std::size_t line : lines_above(cursor)) {
            const std::size_t end = std::min(cursor.source->text().find('\n', line), cursor.source->size());
            for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
                const Span at = device.ports[port].at;
                if (at.source == cursor.source->id() && at.offset >= line && at.offset < end)
                    found.push_back({index, port});
            }
            if (!found.empty())
                break;
        }
    }
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

}
