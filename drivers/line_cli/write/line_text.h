// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Writes the configuration of a designed device from scratch, fact by fact. A value that a row does not
/// allow is brought into range, and a text that is too long is shortened, in every line in which it is; both
/// are reported. A text that must not be shortened is a reason to refuse the design.
class LineText {
public:
    explicit LineText(const Grammar& grammar) : grammar_(grammar) { }

    /// Whether a row has words for the fact.
    [[nodiscard]] bool has_words(const Fact& fact) const { return !write(grammar_, fact).empty(); }
    /// Writes the line of a fact into the open block, and returns the fact as written. `about`: the port of a
    /// remark; empty: the port of the block.
    Fact say(const Fact& fact, std::string_view about = {});
    /// The same, and opens the line's block: what follows goes into it until leave(). `port`: the port that
    /// remarks about lines in the block name.
    void enter(const Fact& header, std::string_view port = {});
    void leave();
    /// The port of the open block, or empty.
    [[nodiscard]] const std::string& port() const { return port_; }
    /// Writes a line that has no row, or a comment.
    void line(std::string_view text);
    /// Writes the separator between two parts of a configuration, if the platform has one.
    void separate() { line(grammar_.dialect().separator); }
    /// Reports what the design wants and the platform cannot express. Ports with the same sentence are
    /// reported together.
    void leave_out(std::string sentence, std::string_view port = {});

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::vector<std::string> left_out() const;
    /// Why the design cannot be written; empty if it can.
    [[nodiscard]] const std::string& refused() const { return refused_; }

private:
    struct Remark {
        std::string sentence;
        std::string port; ///< the first port
        std::size_t ports = 0;
    };
    /// Returns the fact with the values that the row takes, and reports what was changed.
    [[nodiscard]] Fact fitted(const Statement& row, const Fact& fact, std::string_view port);
    void fit_text(const Statement& row, const Slot& slot, Fact& fact, std::string_view port);

    const Grammar& grammar_;
    std::string text_;
    std::deque<std::string> short_texts_; ///< of facts that were returned
    std::string refused_;
    std::vector<std::string> open_; ///< headers of the open blocks
    std::string port_; ///< of the open block, or empty
    std::vector<Remark> remarks_;
};

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::LineText;

}
