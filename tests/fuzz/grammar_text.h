// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "tests/fuzz/choices.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::fuzz {

/// A configuration spelt by the platform's own tables: statements in any order, number and nesting, with values at and beyond
/// their limits, in addition to the platform's base example or in place of it. `name` is the device's.
[[nodiscard]] std::string grammar_text(const Driver& driver, std::string_view name, Choices& choices);

/// The base example of the platform, with the device's name filled in.
[[nodiscard]] std::string base_text(const Driver& driver, std::string_view name);

/// Words besides those of a grammar: names that the base example defines and uses, and numbers.
class WordPool {
public:
    explicit WordPool(std::string_view text);
    /// Any word.
    [[nodiscard]] std::string any(Choices& choices) const;
    /// A word that follows `stem` in the base example, otherwise any word.
    [[nodiscard]] std::string behind(std::string_view stem, Choices& choices) const;
    /// A number at a limit of something, or a small one.
    [[nodiscard]] static std::string number(Choices& choices);

private:
    std::vector<std::string> lines_; ///< without indentation
    std::vector<std::string> words_;
};

// One function per kind of tables. Each returns statements without the base example.

/// From the rows of a line grammar; empty for a platform without one.
[[nodiscard]] std::string line_text(std::string_view platform, const WordPool& pool, Choices& choices);
[[nodiscard]] std::string junos_text(const WordPool& pool, Choices& choices);
[[nodiscard]] std::string srlinux_text(const WordPool& pool, Choices& choices);
[[nodiscard]] std::string nvue_text(const WordPool& pool, Choices& choices);
/// A JSON document: rows of tables with fields of the YANG models, merged into the base example.
[[nodiscard]] std::string sonic_text(std::string base, const WordPool& pool, Choices& choices);
/// Lines of a text repeated, dropped, moved, and with other words and numbers in them.
[[nodiscard]] std::string shuffled_lines(std::string_view text, const WordPool& pool, Choices& choices);

}
