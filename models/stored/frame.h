// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::stored {

/// The targets that a stored record may refer to: files and devices, each by its place in a list. The list is
/// the same in every run that may use the record, although ids differ between runs.
class Frame {
public:
    Frame() = default;
    explicit Frame(std::span<const Source* const> files);

    void add(const Source& file) { add_file(file); }
    /// Devices by their index in the fabric.
    void add_device(std::uint32_t device) { devices_.push_back(device); }
    /// Call after adding everything.
    void seal();

    [[nodiscard]] std::size_t size() const { return files_.size(); }
    [[nodiscard]] const Source& file(std::size_t place) const { return *files_[place]; }
    /// The place of a file, or nothing.
    [[nodiscard]] std::optional<std::size_t> place_of(SourceId id) const;
    /// The place of the file that contains this text, and the text's offset.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::uint32_t>> find_text(std::string_view part) const;

    [[nodiscard]] std::size_t device_count() const { return devices_.size(); }
    [[nodiscard]] std::uint32_t device(std::size_t place) const { return devices_[place]; }
    [[nodiscard]] std::optional<std::size_t> place_of_device(std::uint32_t device) const;

private:
    void add_file(const Source& file) { files_.push_back(&file); }

    std::vector<const Source*> files_;
    std::vector<std::pair<SourceId, std::uint32_t>> by_id_; ///< id and place, ascending
    std::vector<std::pair<const char*, std::uint32_t>> by_text_; ///< where the text begins, ascending
    std::vector<std::uint32_t> devices_;
    /// index in the fabric and place, ascending
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_device_;
};

}
