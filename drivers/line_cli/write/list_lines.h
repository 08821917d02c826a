// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_editor.h"

#include <string>
#include <vector>

namespace rocelint::line_cli {

/// Collects entries of device-wide lists ("qos map dscp 24 25 to traffic-class 1"), so that one line can lose
/// several code points at once. The rows have the list in their first slot and its target in their second.
class ListLines {
public:
    explicit ListLines(LineEditor& editor) : editor_(&editor) { }
    /// Sets one entry, or several with the same target. Returns an empty string, or why the row does not
    /// allow it.
    [[nodiscard]] std::string set(const Fact& entry);
    /// Writes what was set.
    void finish();

private:
    LineEditor* editor_;
    std::vector<Fact> wanted_; ///< one for each target
};

}
