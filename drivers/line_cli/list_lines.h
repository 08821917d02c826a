// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"

#include <string>
#include <vector>

namespace rocelint::line_cli {

/// Collects entries of device-wide lists ("qos map dscp 24 25 to traffic-class 1"), so that one line loses several code
/// points at once: rows with a list in their first slot and what it leads to in their second.
class ListLines {
public:
    explicit ListLines(LineEditor& editor) : editor_(&editor) { }
    /// An entry, or several that lead to the same. Empty, or why the row does not take it.
    [[nodiscard]] std::string set(const Fact& entry);
    /// Writes what was set.
    void finish();

private:
    LineEditor* editor_;
    std::vector<Fact> wanted_; ///< one for each target
};

}
