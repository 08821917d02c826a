// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// The columns that name one end of a cable.
struct EndColumns {
    std::optional<std::size_t> device;
    std::optional<std::size_t> port;
    std::optional<std::size_t> whole; ///< "device:port" in one cell
    std::optional<std::size_t> type; ///< what the port is (dcim.interface)
    [[nodiscard]] bool complete() const { return whole || device; }
};

/// The columns of a table of cables, by the words of its header, in any order.
struct TableColumns {
    std::array<EndColumns, 2> ends;
    std::optional<std::size_t> length;
    std::optional<std::size_t> length_unit;
    std::string unit_of_length; ///< stated in the header of the lengths ("Length (ft)"), or empty
    std::optional<std::size_t> speed;
    std::string unit_of_speed; ///< "g" for a header such as "speed_gbps", otherwise empty
    std::optional<std::size_t> status;
    [[nodiscard]] bool complete() const { return ends[0].complete() && ends[1].complete(); }
};

/// The words of a header in lower case: "StartDevice" and "start_device" are "start" and "device", "node1" is
/// "node" and "1".
[[nodiscard]] std::vector<std::string> header_words(std::string_view header);
[[nodiscard]] TableColumns find_columns(const std::vector<std::string>& header);

}
