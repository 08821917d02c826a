// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint::srlinux {

/// The text of a designed switch: lines of `set /`, and what they leave out.
class SetText {
public:
    /// Writes one line. Numbers outside of the range of their statement are brought into it, and reported.
    void say(std::vector<std::string> path);
    /// Reports what the design wants and SR Linux cannot express, each sentence once.
    void leave_out(std::string sentence);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<std::string>& left_out() const { return left_out_; }

private:
    std::string text_;
    std::vector<std::string> left_out_;
};

}
