// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/reference/headroom.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The answer of one model or one shipped table.
struct HeadroomAnswer {
    std::string_view model; ///< "lua", "8021qbb" or "table"
    std::string title; ///< for people
    physics::Headroom headroom;
    Bytes cell; ///< zero: unknown
    const catalog::HeadroomTable* table = nullptr; ///< only for a table
    Metres cable; ///< cable length of the table's row
    std::string note; ///< what the figure does not include; empty: nothing
    bool largest = false;
};

/// All answers for one cable.
struct HeadroomAnswers {
    Metres cable;
    std::vector<HeadroomAnswer> models;
    std::vector<std::string> notes; ///< what could not be answered, and why
    Bytes floor;
};

/// Computes the answers that `options` asks for, for one cable.
[[nodiscard]] HeadroomAnswers answer_headroom(const HeadroomOptions& options, Metres cable);
/// The NIC's receive buffer for one cable.
[[nodiscard]] physics::NicBuffer nic_buffer(const HeadroomOptions& options, Metres cable);
/// What each group with this xoff adds to the shared headroom pool; zero if there is no pool.
[[nodiscard]] Bytes pool_share(const HeadroomOptions& options, Bytes xoff);
/// The cable lengths that the options ask for.
[[nodiscard]] std::vector<Metres> cables_of(const HeadroomOptions& options);

[[nodiscard]] std::string headroom_text(const HeadroomOptions& options);
[[nodiscard]] std::string headroom_json(const HeadroomOptions& options);

}
