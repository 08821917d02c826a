// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/statement.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A fact of `what` with values in the order of its row's slots.
[[nodiscard]] Fact make_fact(
    std::uint8_t what, std::initializer_list<std::uint64_t> values, std::uint8_t number = Fact::no_number);

/// Writes facts as lines behind a header. A value out of range becomes the nearest that the device takes; what has no words
/// is left out; each is told once for all ports that share the sentence.
class LineRender {
public:
    explicit LineRender(const Grammar& grammar) : grammar_(grammar) { }

    void say(const std::string& header, Fact fact);
    void say(const std::string& header,
        std::uint8_t what,
        std::initializer_list<std::uint64_t> values,
        std::uint8_t number = Fact::no_number)
    {
        say(header, make_fact(what, values, number));
    }
    void say_plainly(std::string_view line);
    /// `port` may be empty: the sentence is about the device.
    void leave_out(std::string_view port, std::string sentence);
    [[nodiscard]] const std::string& text() const { return text_; }
    /// What was left out or written otherwise, each a sentence for people.
    [[nodiscard]] std::vector<std::string> left_out() const;

private:
    struct LeftOut {
        std::string sentence;
        std::vector<std::string> ports;
    };
    const Grammar& grammar_;
    std::string text_;
    std::vector<LeftOut> left_out_;
};

}
