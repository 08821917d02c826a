// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/dump.h"
#include "models/fabric/value_text.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Prints settings with their origins, one to a line; what dump() is made of.
class DumpWriter {
public:
    DumpWriter(const Device& device, const SourceSet& sources) : device_(device), sources_(sources) { }

    void title(std::string_view line) { fmt::format_to(std::back_inserter(out_), "{}\n", line); }

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

    template <class Named>
    void refer(std::string_view name, const Setting<Ref>& setting, const std::vector<Named>& table)
    {
        if (!setting.known()) {
            set(name, Setting<bool>::unread(setting.origin));
            return;
        }
        const bool inside = !setting.value.none() && setting.value.index < table.size();
        const std::string_view target = inside ? table[setting.value.index].name : "none";
        title(fmt::format("    {}: {} ({})",
            name,
            target.empty() ? fmt::format("#{}", setting.value.index) : target,
            describe(device_.origins.look_up(setting.origin))));
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

/// Addresses, routes and what else decides where the device's packets go.
void write_forwarding(DumpWriter& out, const Device& device);

}
