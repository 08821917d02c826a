// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fields/dump.h"
#include "models/fabric/fields/fields.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Prints settings with their origins, one per line. dump() consists of these lines.
class DumpWriter {
public:
    DumpWriter(const Device& device, const SourceSet& sources) : device_(device), sources_(sources) { }

    /// Prints one line. Escapes control characters, because a name may contain a line feed, which would start
    /// another line.
    void title(std::string_view line)
    {
        for (const char c : line) {
            if (static_cast<unsigned char>(c) < ' ')
                fmt::format_to(std::back_inserter(out_), "\\x{:02x}", static_cast<unsigned char>(c));
            else
                out_ += c;
        }
        out_ += '\n';
    }

    template <class T>
    void set(std::string_view name, const Setting<T>& setting)
    {
        const Origin origin = device_.origins.look_up(setting.origin);
        if (!setting.known()) {
            if (!origin.note.empty())
                title(fmt::format("    {}: unread ({})", name, origin.note));
            return;
        }
        title(fmt::format("    {}: {} ({})", name, value_text(setting.value), describe(origin)));
    }

    /// Prints every row of the record's table.
    template <class T>
    void fields(const T& record)
    {
        for_each_field(fields_of<T>, [&](const auto& row) { write(row, record.*row.member); });
    }

    /// "config.cfg:12"
    std::string place(Span span)
    {
        const Source* source = sources_.find(span.source);
        if (source == nullptr)
            return "?";
        const auto [table, fresh] = lines_.try_emplace(span.source, source->text());
        return fmt::format("{}:{}", source->file_name(), table->second.position(span.offset).line);
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    template <class T, class V>
    void write(const Field<T, V>& row, const Setting<V>& setting)
    {
        set(row.name, setting);
    }

    template <class T, class Target>
    void write(const Reference<T, Target>& row, const Setting<Ref>& setting)
    {
        refer(row.name, setting, target_text(setting.value, device_.*row.targets));
    }

    template <class T>
    void write(const PortField<T>& row, const Setting<std::uint32_t>& setting)
    {
        refer(row.name, setting, target_text(Ref{setting.value}, device_.ports));
    }

    template <class V>
    void refer(std::string_view name, const Setting<V>& setting, const std::string& target)
    {
        if (setting.known())
            title(fmt::format(
                "    {}: {} ({})", name, target, describe(device_.origins.look_up(setting.origin))));
        else
            set(name, Setting<bool>::unread(setting.origin));
    }

    template <class Named>
    static std::string target_text(Ref ref, const std::vector<Named>& table)
    {
        if (ref.index >= table.size())
            return "none";
        const std::string_view name = table[ref.index].name;
        return name.empty() ? fmt::format("#{}", ref.index) : std::string(name);
    }

    // Prints the names of a list's profiles, since a list has no name itself.
    [[nodiscard]] std::string target_text(Ref ref, const std::vector<BufferProfileList>& lists) const
    {
        if (ref.index >= lists.size())
            return "none";
        std::string names;
        for (const Ref profile : lists[ref.index].profiles)
            add_item(names, target_text(profile, device_.buffer_profiles), " ");
        return names.empty() ? "none" : names;
    }

    std::string describe(const Origin& origin)
    {
        switch (origin.kind) {
        case OriginKind::explicit_:
            return "explicit " + place(origin.at);
        case OriginKind::inherited:
            return fmt::format("inherited {} via {}", place(origin.at), place(origin.via));
        case OriginKind::derived:
            return fmt::format("derived {}: {}", place(origin.at), origin.note);
        case OriginKind::default_:
            return fmt::format("default: {}", origin.note);
        case OriginKind::unread:
            break;
        }
        return "unread";
    }

    const Device& device_;
    const SourceSet& sources_;
    std::map<SourceId, LineTable> lines_;
    std::string out_;
};

/// Prints what captures show of a subnet: captures, nodes with their ports, tables, managers.
void write_subnet(DumpWriter& out, const Subnet& subnet);
/// Prints the files of a subnet manager without their keys.
void write_manager(DumpWriter& out, const SubnetManager& manager);
/// Prints addresses, routes and the other settings that decide where the device's packets go.
void write_forwarding(DumpWriter& out, const Device& device);

}
