// SPDX-License-Identifier: Apache-2.0
#include "models/stored/frame.h"

#include <algorithm>
#include <functional>

namespace rocelint::stored {
namespace {

template <class Id>
std::optional<std::size_t> find(const std::vector<std::pair<Id, std::uint32_t>>& sorted, Id wanted)
{
    const auto found = std::ranges::lower_bound(sorted, wanted, {}, &std::pair<Id, std::uint32_t>::first);
    if (found == sorted.end() || found->first != wanted)
        return std::nullopt;
    return found->second;
}

}

Frame::Frame(std::span<const Source* const> files) : files_(files.begin(), files.end()) { seal(); }

void Frame::seal()
{
    for (std::uint32_t place = 0; place < files_.size(); ++place) {
        by_id_.emplace_back(files_[place]->id(), place);
        by_text_.emplace_back(files_[place]->data(), place);
    }
    for (std::uint32_t place = 0; place < devices_.size(); ++place)
        by_device_.emplace_back(devices_[place], place);
    std::ranges::sort(by_id_);
    std::ranges::sort(by_text_);
    std::ranges::sort(by_device_);
}

std::optional<std::size_t> Frame::place_of(SourceId id) const { return find(by_id_, id); }

std::optional<std::size_t> Frame::place_of_device(std::uint32_t device) const
{
    return find(by_device_, device);
}

std::optional<std::pair<std::size_t, std::uint32_t>> Frame::find_text(std::string_view part) const
{
    const auto behind = std::ranges::upper_bound(
        by_text_, part.data(), std::less{}, &std::pair<const char*, std::uint32_t>::first);
    if (part.data() == nullptr || behind == by_text_.begin())
        return std::nullopt;
    const Source& file = *files_[(behind - 1)->second];
    const std::ptrdiff_t offset = part.data() - file.data();
    if (static_cast<std::size_t>(offset) + part.size() > file.size())
        return std::nullopt;
    return std::pair{std::size_t{(behind - 1)->second}, static_cast<std::uint32_t>(offset)};
}

}
