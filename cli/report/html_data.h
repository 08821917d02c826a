// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"
#include "cli/report/report_rules.h"
#include "cli/report/subnet_nodes.h"
#include "models/syntax/json_writer.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::cli {

/// Strings that the page shows, each once; what shows them holds its number. What would steer a screen (marks that turn the
/// direction of text, controls) is shown as an escape, as everywhere.
class PageStrings {
public:
    PageStrings() { static_cast<void>(add({})); }
    /// The number of a text; 0 for the empty one.
    [[nodiscard]] std::uint32_t operator()(std::string_view text);
    /// The same of a text that outlives this: it is not held a second time, and neither are 100 000 messages.
    [[nodiscard]] std::uint32_t lasting(std::string_view text);
    void write(JsonWriter& out) const;

private:
    [[nodiscard]] std::uint32_t add(std::string_view text);
    [[nodiscard]] std::uint32_t own(std::string_view text);

    std::vector<std::string_view> texts_;
    std::deque<std::string> own_; ///< those of them that live nowhere else
    std::unordered_map<std::string_view, std::uint32_t> known_;
};

/// Where a device stands in the drawing, and which part of the fabric it belongs to.
struct PagePlace {
    std::uint32_t tier = 0; ///< hosts 0, leaves 1
    std::uint32_t part
        = 0xffffffffU; ///< of PageLayout::parts; none for hosts that hang on no switch, and jobs
};

/// A fabric drawn by tiers: parts are pods where there are pods, else neighbours by name of one tier.
struct PageLayout {
    std::vector<PagePlace> places; ///< by device, then by node of SubnetNodes
    std::vector<std::string> parts; ///< names
};
[[nodiscard]] PageLayout lay_out(const Fabric& fabric, const SubnetNodes& subnets);

/// What the parts of the data have in common while they are written.
struct PageWriter {
    JsonWriter& out;
    PageStrings& strings;
    const ReportRules& rules;
    const ReportData& data;
    const SubnetNodes& subnets;
    std::uint32_t fabric = 0; ///< which one of several
    std::uint32_t first_device = 0; ///< its first device's number on the page

    void text(std::string_view value) const { out.number(strings(value)); }
    void lasting(std::string_view value) const { out.number(strings.lasting(value)); }
    /// File and line, two numbers; 0 and 0 for nowhere.
    void place(Span at) const;
    /// The number of a device on the page, or -1.
    void device(std::uint32_t index) const;
    /// The same of the device that a port belongs to: of a subnet the node, or its host where that was collected.
    void device(PortId port) const;
};

/// Of each port that carries RDMA, or may: what becomes of a packet of each class, where that is written, and the headroom.
void write_chains(const PageWriter& page);
/// What is proven of all pairs of endpoints, by parts of the fabric, and rings of lossless buffers.
void write_paths(const PageWriter& page, const PageLayout& layout);

/// The data of the page, as JSON. cli/report/html/model.js reads it.
[[nodiscard]] std::string html_data(std::span<const ReportData> fabrics);

}
