// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/headroom.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// What one model, or one shipped table, says.
struct HeadroomAnswer {
    std::string_view model; ///< "lua", "8021qbb" or "table"
    std::string title; ///< for people
    physics::Headroom headroom;
    Bytes cell; ///< zero: not known
    const catalog::HeadroomTable* table = nullptr; ///< of a table
    Metres cable; ///< of the table's row
    std::string note; ///< what the figure leaves out; empty: nothing
    bool largest = false;
};

/// All answers for one cable.
struct HeadroomAnswers {
    Metres cable;
    std::vector<HeadroomAnswer> models;
    std::vector<std::string> notes; ///< what has no answer
    Bytes floor;
};

/// Works out what `options` asks for, for one cable.
[[nodiscard]] HeadroomAnswers answer_headroom(const HeadroomOptions& options, Metres cable);
/// The NIC's receive buffer for one cable.
[[nodiscard]] physics::NicBuffer nic_buffer(const HeadroomOptions& options, Metres cable);
/// What one such group adds to the shared headroom pool; zero where there is none.
[[nodiscard]] Bytes pool_share(const HeadroomOptions& options, Bytes xoff);
/// The cables that the options ask for.
[[nodiscard]] std::vector<Metres> cables_of(const HeadroomOptions& options);

[[nodiscard]] std::string headroom_text(const HeadroomOptions& options);
[[nodiscard]] std::string headroom_json(const HeadroomOptions& options);

}
