// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet/subnet.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::ib_fabric {

/// The output port of a unicast LID.
struct TableRow {
    Lid lid = 0;
    std::uint8_t out = IbForwarding::unreachable;
};

/// Reads a row of a forwarding table, in any of the tools' formats; nothing for any other line:
///
///     0x0001 : 005  : 05   : yes          dump_ucast_routes of opensm, ibdiagnet's .fdbs
///     0x0003 : UNREACHABLE
///     0x0001 001 : (Switch portguid …)    ibroute, dump_fts, dump_lfts.sh
///     0x0001 001 # Switch portguid …      opensm-lfts.dump
[[nodiscard]] std::optional<TableRow> table_row(std::string_view line);

/// Whether the line begins the table of a switch, so that rows follow.
[[nodiscard]] bool begins_table(std::string_view line);

}
