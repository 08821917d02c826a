// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/trace/trace_data.h"
#include "models/text/append.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint::cli {

/// Terminal escape sequences; all empty without color.
struct TraceColours {
    std::string_view bad;
    std::string_view doubtful;
    std::string_view good;
    std::string_view bold;
    std::string_view gutter;
    std::string_view end;
};

/// The output of `trace` as it grows, with helpers that its parts share.
class TracePage {
public:
    explicit TracePage(const TraceData& data);

    [[nodiscard]] const TraceData& data() const { return data_; }
    [[nodiscard]] const Fabric& fabric() const { return fabric_; }
    [[nodiscard]] const TraceColours& colours() const { return colours_; }
    [[nodiscard]] std::string_view colour_of(proof::Grade outcome) const;
    /// "path:line"; empty if there is no place.
    [[nodiscard]] std::string place_of(Span at) const;

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        append(out_, format, std::forward<Args>(args)...);
    }

    /// Appends the line that the step comes from, with its place above and a marker below. Does nothing if
    /// there is no such line.
    void quote(const proof::Step& step);
    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    const TraceData& data_;
    const Fabric& fabric_;
    TraceColours colours_;
    std::string out_;
};

/// "host1 ens1 > leaf1 Ethernet8 > ..." from the labels of a path, escaped for a terminal.
[[nodiscard]] std::string joined(const std::vector<std::string>& labels);

/// Several ports: "leaf1 Ethernet100 to Ethernet228" of one device, else "32 ports of spine1 to spine32".
[[nodiscard]] std::string ports_of(const std::vector<PortId>& ports, const Fabric& fabric);
/// The name of a port, or of its device if the port is not known.
[[nodiscard]] std::string_view name_of_port(const Fabric& fabric, PortId id);

/// Writes all walks of a pair.
void write_pair(TracePage& page, const TracedPair& pair);

}
