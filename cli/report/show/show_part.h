// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/locate.h"
#include "cli/report/show/shown_fabric.h"
#include "models/syntax/json/json_writer.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// One subject of `show`: as text for one fabric, and as JSON.
struct ShowPart {
    ShowSubject subject = ShowSubject::files;
    std::string (*text)(const ShownFabric& shown, std::size_t width) = nullptr;
    /// The names of its arrays in the JSON.
    std::span<const std::string_view> arrays;
    /// Writes the rows of one of these arrays for one fabric.
    void (*rows)(JsonWriter& out, const ShownFabric& shown, std::string_view array) = nullptr;
};

[[nodiscard]] const ShowPart& files_part();
[[nodiscard]] const ShowPart& devices_part();
[[nodiscard]] const ShowPart& links_part();
[[nodiscard]] const ShowPart& classes_part();

/// Begins the row of a fabric, with the fabric's name if there are several.
void begin_row(JsonWriter& out, const ShownFabric& shown);
/// Writes the member `name`: an object with file and line, or null for a span that points nowhere.
void write_line(JsonWriter& out, std::string_view name, const Place& place);
/// "leaf1.cfg:12"; empty for a span that points nowhere.
[[nodiscard]] std::string line_words(const Place& place);

}
