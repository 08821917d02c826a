// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

namespace rocelint::report_formats_test {

using Json = nlohmann::json;

inline const std::string broken_clos = ROCELINT_SOURCE_DIR "/fixtures/fabrics/broken-clos";

// The findings of the JSON report, to which the other formats are compared.
inline Json findings_of(const std::string& path)
{
    return Json::parse(rocelint({"check", path, "--format", "json"}).out).at("findings");
}

inline std::size_t lines_that_begin(const std::string& text, std::string_view with)
{
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);)
        count += line.starts_with(with) ? 1 : 0;
    return count;
}

inline std::size_t count_of(const Json& findings, std::string_view severity)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        findings, [&](const Json& finding) { return finding.at("severity") == severity; }));
}

inline pugi::xml_document parsed(const std::string& text)
{
    pugi::xml_document document;
    REQUIRE(document.load_buffer(text.data(), text.size()));
    return document;
}

}
