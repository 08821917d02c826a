// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/junos/read/limits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::junos {

/// Writes statements in braces with four blanks per level, as `show configuration` does.
class BraceText {
public:
    void open(std::string_view header);
    void close();
    void line(std::string_view statement);
    /// Writes `word [ a b ];`, or `word a;` for one value.
    void list(std::string_view word, const std::vector<std::string>& values);
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    void indent() { text_.append(4 * depth_, ' '); }
    std::string text_;
    std::size_t depth_ = 0;
};

/// A congestion notification profile: PFC for ports with the same cable length and largest frame.
struct RenderedPause {
    std::string name;
    std::uint32_t metres = 0;
    std::uint64_t mru = 0;
};

/// A scheduler map: the marking probability of each class, nothing if its queue does not mark.
struct RenderedMap {
    std::string name;
    std::vector<std::optional<std::uint32_t>> percents;
};

/// The state that the writers share.
struct RenderState {
    const DeviceDesign& design;
    BraceText text;
    std::vector<std::string> left_out;
    bool evolved = true; ///< Junos OS Evolved rather than Junos OS
    std::vector<RenderedPause> pauses;
    std::vector<RenderedMap> maps;
    std::vector<std::uint32_t> pause_of_port; ///< Port::no_index: no PFC
    std::vector<std::uint32_t> map_of_port;

    void say(std::string sentence);
};

/// Returns a number from the catalog's section `junos`.
[[nodiscard]] std::uint32_t catalog_number(std::string_view name);
/// Returns "et-0/0/3" for the channel "et-0/0/3:1", else empty.
[[nodiscard]] std::string_view parent_of_channel(std::string_view name);

void group_ports(RenderState& state);
void write_chassis(RenderState& state);
void write_ports(RenderState& state);
void write_classes(RenderState& state);
void write_pauses(RenderState& state);
void write_partitions(RenderState& state);
void write_schedulers(RenderState& state);

}
