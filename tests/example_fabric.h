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

/// The complete text of an example file: its driver's base device, renamed and patched (see ExampleFile).
[[nodiscard]] std::string example_text(const ExampleFile& file);

/// Applies a text patch (see ExampleFile). A `-` line that the text does not contain is a mistake in the example and fails the
/// test.
[[nodiscard]] std::string apply_text_patch(std::string_view base, std::string_view patch);

/// Runs every rule over an example. `corrected` maps paths to texts that replace those files or add new ones.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_example(
    const Example& example, const std::map<std::string, std::string>& corrected = {});

/// Applies an RFC 7396 merge patch to a JSON text; members keep their order, new ones come last.
[[nodiscard]] std::string merge_json(std::string_view base, std::string_view patch);

}
