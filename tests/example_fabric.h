// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"
#include "workspace/check/outcome.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The complete text of an example's file: its driver's base device, renamed and patched (see ExampleFile).
[[nodiscard]] std::string example_text(const ExampleFile& file);

/// A text patch applied to a text (see ExampleFile). A `-` line that the text does not have is a fault of the example
/// and ends the test.
[[nodiscard]] std::string apply_text_patch(std::string_view base, std::string_view patch);

/// Runs every rule over an example. `corrected` are texts that stand in for those of files, by path, or further files.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_example(
    const Example& example, const std::map<std::string, std::string>& corrected = {});

/// An RFC 7396 merge patch on a JSON text; the order of members is kept, new ones come last.
[[nodiscard]] std::string merge_json(std::string_view base, std::string_view patch);

}
