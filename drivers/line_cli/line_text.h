// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Writes the configuration of a designed device from nothing, fact by fact. A value that a row does not take is brought into
/// its range, and that is said.
class LineText {
public:
    explicit LineText(const Grammar& grammar) : grammar_(grammar) { }

    /// The line of a fact, in the block that is open. `about`: the port of a remark; empty: that of the block. Gives the fact as it is written.
    Fact say(const Fact& fact, std::string_view about = {});
    /// The same; what follows stands in the block of this line, until leave(). `port`: whom remarks about lines in there name.
    void enter(const Fact& header, std::string_view port = {});
    void leave();
    /// The one of the open block, or empty.
    [[nodiscard]] const std::string& port() const { return port_; }
    /// A line that no row is about, or a comment.
    void line(std::string_view text);
    /// What parts one piece of a configuration from the next, where the platform has that.
    void separate() { line(grammar_.dialect().separator); }
    /// What the design wants and the platform cannot say. Ports that share a sentence are said together.
    void leave_out(std::string sentence, std::string_view port = {});

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::vector<std::string> left_out() const;

private:
    struct Remark {
        std::string sentence;
        std::string port; ///< the first
        std::size_t ports = 0;
    };
    const Grammar& grammar_;
    std::string text_;
    std::vector<std::string> open_; ///< headers
    std::string port_; ///< of the open block, or empty
    std::vector<Remark> remarks_;
};

}
