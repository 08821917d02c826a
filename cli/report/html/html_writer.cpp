// SPDX-License-Identifier: Apache-2.0
// How the rows refer to strings, places and devices: by number.
#include "cli/report/html/html_data.h"
#include "cli/terminal/visible.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

// Whether visible() would leave the text unchanged.
bool is_plain(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

}

std::uint32_t PageStrings::operator()(std::string_view text)
{
    if (!is_plain(text))
        return own(visible(text));
    return own(text);
}

std::uint32_t PageStrings::own(std::string_view text)
{
    if (const auto found = known_.find(text); found != known_.end())
        return found->second;
    return add(own_.emplace_back(text));
}

std::uint32_t PageStrings::lasting(std::string_view text)
{
    return is_plain(text) ? add(text) : own(visible(text));
}

std::uint32_t PageStrings::add(std::string_view text)
{
    const auto [place, fresh] = known_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (fresh)
        texts_.push_back(text);
    return place->second;
}

void PageStrings::write(JsonWriter& out) const
{
    out.key("strings").begin_array(JsonWriter::Layout::rows);
    for (const std::string_view text : texts_)
        out.string(text);
    out.end();
}

void PageWriter::place(Span at) const
{
    const Place found = data.places.find(at);
    text(found.source == nullptr ? std::string_view{} : std::string_view(found.source->path()));
    out.number(found.source == nullptr ? 0 : found.begin.line);
}

void PageWriter::device(std::uint32_t index) const
{
    out.signed_number(index >= data.outcome.fabric.devices.size() ? -1 : std::int64_t{first_device} + index);
}

void PageWriter::device(PortId port) const
{
    if (const std::uint32_t host = subnets.host_of(port); host != SubnetNodes::none)
        return device(host);
    const std::uint32_t node = subnets.node_of(port);
    if (node == SubnetNodes::none)
        return device(port.device);
    out.number(first_device + data.outcome.fabric.devices.size() + node);
}

}
