// SPDX-License-Identifier: Apache-2.0
// diff must not report "no change" if lines changed that it does not compare; it lists these lines.
#include "workspace/compare/uncompared.h"

#include "workspace/input/config_lines.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace rocelint::workspace {
namespace {

struct DeviceLine {
    SourceId source;
    ConfigLine line;
};

std::vector<ConfigLine> whats(const std::vector<DeviceLine>& lines)
{
    std::vector<ConfigLine> all;
    all.reserve(lines.size());
    // Use the index in the list as the line number, since a device may have several files.
    for (const DeviceLine& line : lines)
        all.push_back({line.line.what, static_cast<std::uint32_t>(all.size())});
    return all;
}

// One side of a device: its lines, and which of them no reader understands.
class Side {
public:
    Side(const Outcome& outcome, const Device& device) : outcome_(outcome), device_(device)
    {
        for (const SourceId id : device.files) {
            if (const Source* source = outcome.fabric.sources.find(id)) {
                for (const ConfigLine& line : config_lines(source->text()))
                    lines_.push_back({id, line});
            }
        }
    }

    [[nodiscard]] std::vector<DeviceLine> beyond(const Side& other) const
    {
        std::vector<DeviceLine> changed;
        for (const ConfigLine& line : lines_beyond(whats(lines_), whats(other.lines_)))
            changed.push_back(lines_[line.line]);
        return changed;
    }

    void tell(
        const std::vector<DeviceLine>& changed, bool is_now, bool is_told, std::vector<UncomparedLines>& out)
    {
        std::map<std::pair<SourceId, bool>, std::vector<LineRange>> rows;
        for (const DeviceLine& line : changed) {
            const bool is_understood = !foreign_lines(line.source).contains(line.line.line);
            if (is_told && is_understood)
                continue;
            std::vector<LineRange>& ranges = rows[{line.source, is_understood}];
            if (!ranges.empty() && ranges.back().last + 1 == line.line.line)
                ranges.back().last = line.line.line;
            else
                ranges.push_back({line.line.line, line.line.line});
        }
        for (auto& [row, ranges] : rows)
            out.push_back({device_.name,
                outcome_.fabric.sources.find(row.first)->path(),
                is_now,
                row.second,
                std::move(ranges)});
    }

private:
    const std::set<std::uint32_t>& foreign_lines(SourceId id)
    {
        const auto [place, is_new] = foreign_.try_emplace(id);
        if (!is_new)
            return place->second;
        const auto file = std::ranges::find(outcome_.files, id, &FileReport::source);
        if (file != outcome_.files.end()) {
            for (const Coverage::Detail& detail : file->coverage.details)
                place->second.insert(detail.line);
        }
        return place->second;
    }

    const Outcome& outcome_;
    const Device& device_;
    std::vector<DeviceLine> lines_;
    std::map<SourceId, std::set<std::uint32_t>> foreign_;
};

// Skip devices without any change, which most devices are.
bool have_equal_text(const Outcome& before, const Device& was, const Outcome& after, const Device& is)
{
    return std::ranges::equal(was.files, is.files, [&](SourceId one, SourceId other) {
        const Source* old = before.fabric.sources.find(one);
        const Source* now = after.fabric.sources.find(other);
        return old != nullptr && now != nullptr && old->text() == now->text();
    });
}

std::string below(const std::string& path, std::string_view root)
{
    return std::filesystem::path(path).lexically_relative(root).string();
}

}

std::vector<UncomparedLines> uncompared_lines(
    const Outcome& before, const Outcome& after, const std::set<std::string, std::less<>>& told)
{
    std::map<std::string_view, const Device*> later;
    for (const Device& device : after.fabric.devices)
        later.try_emplace(device.name, &device);
    std::vector<UncomparedLines> all;
    for (const Device& device : before.fabric.devices) {
        const auto other = later.find(device.name);
        if (other == later.end() || have_equal_text(before, device, after, *other->second))
            continue;
        Side was(before, device);
        Side is(after, *other->second);
        const bool is_told = told.contains(device.name);
        const std::vector<DeviceLine> now = is.beyond(was);
        is.tell(now, true, is_told, all);
        if (now.empty())
            was.tell(was.beyond(is), false, is_told, all);
    }
    return all;
}

std::vector<const FileReport*> new_unread_files(
    const Outcome& before, const Outcome& after, std::string_view old_root, std::string_view new_root)
{
    std::set<std::string> known;
    for (const FileReport& file : before.files) {
        if (file.platform.empty())
            known.insert(below(file.path, old_root));
    }
    std::vector<const FileReport*> unread;
    for (const FileReport& file : after.files) {
        if (file.platform.empty() && !known.contains(below(file.path, new_root)))
            unread.push_back(&file);
    }
    return unread;
}

}
