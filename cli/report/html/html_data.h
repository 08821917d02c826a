// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"
#include "cli/report/data/report_rules.h"
#include "cli/report/data/subnet_nodes.h"
#include "models/syntax/json/json_writer.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::cli {

/// The strings of the page, each stored once and referred to by number. Characters that would control a
/// screen (direction marks, control characters) are escaped, as in all reports.
class PageStrings {
public:
    PageStrings() { static_cast<void>(add({})); }
    /// Returns the number of a text; 0 for the empty one.
    [[nodiscard]] std::uint32_t operator()(std::string_view text);
    /// Like operator(), for a text that outlives this object: no copy is made, which matters for 100 000
    /// messages.
    [[nodiscard]] std::uint32_t lasting(std::string_view text);
    void write(JsonWriter& out) const;

private:
    [[nodiscard]] std::uint32_t add(std::string_view text);
    [[nodiscard]] std::uint32_t own(std::string_view text);

    std::vector<std::string_view> texts_;
    std::deque<std::string> own_; ///< the texts that are stored nowhere else
    std::unordered_map<std::string_view, std::uint32_t> known_;
};

/// The place of a device in the drawing, and the part of the fabric that it belongs to.
struct PagePlace {
    std::uint32_t tier = 0; ///< hosts 0, leaves 1
    /// Index in PageLayout::parts; none for jobs and for hosts that are connected to no switch.
    std::uint32_t part = 0xffffffffU;
};

/// A fabric drawn by tiers. The parts are pods if there are any, otherwise groups of one tier with similar
/// names.
struct PageLayout {
    std::vector<PagePlace> places; ///< by device, then by node of SubnetNodes
    std::vector<std::string> parts; ///< names of the parts
};
[[nodiscard]] PageLayout lay_out(const Fabric& fabric, const SubnetNodes& subnets);

/// The shared state for writing the parts of the data.
struct PageWriter {
    JsonWriter& out;
    PageStrings& strings;
    const ReportRules& rules;
    const ReportData& data;
    const SubnetNodes& subnets;
    std::uint32_t fabric = 0; ///< index of the fabric
    std::uint32_t first_device = 0; ///< number of its first device on the page

    void text(std::string_view value) const { out.number(strings(value)); }
    void lasting(std::string_view value) const { out.number(strings.lasting(value)); }
    /// Writes file and line, two numbers; 0 and 0 if there is no place.
    void place(Span at) const;
    /// Writes the number of a device on the page, or -1.
    void device(std::uint32_t index) const;
    /// Writes the number of the device that a port belongs to; for a subnet, of the node, or of its host if
    /// that was collected.
    void device(PortId port) const;
};

/// Writes a row for each device, then for each node of subnets. `first_part`: the number of the fabric's first part.
void write_device_rows(const PageWriter& page, const PageLayout& layout, std::uint32_t first_part);
/// Writes a row for each link, then for each cable of subnets.
void write_link_rows(const PageWriter& page);
/// Writes the findings, with the corrections of the worst `most_corrections`: each costs a reading of its
/// device.
void write_findings(const PageWriter& page, std::size_t most_corrections);
/// Writes for each switch how its packet memory is divided.
void write_memory_rows(const PageWriter& page);
/// Writes for each device the ports of which it is unknown whether they carry RDMA.
void write_unknown_rows(const PageWriter& page);
/// Writes, for each port that carries RDMA or may do so, how packets of each class are treated, where that is
/// configured, and the headroom.
void write_chains(const PageWriter& page);
/// Writes what is proven about all pairs of endpoints, by parts of the fabric, and rings of lossless buffers.
void write_paths(const PageWriter& page, const PageLayout& layout);

/// Writes the costs of findings and topology, and which rules for the choice of a fabric apply; null without advice.
void write_advice(JsonWriter& out, const Advice* advice);

/// The data of the page as JSON, read by cli/report/html/model.js.
[[nodiscard]] std::string html_data(std::span<const ReportData> fabrics);

}
