// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/advice/answers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::advice {

/// The outcome of a rule of thumb.
enum class Verdict : std::uint8_t {
    fires, ///< its condition holds
    silent, ///< its condition does not hold
    open, ///< an answer is missing
};

/// The fabric that a rule speaks for.
enum class Lean : std::uint8_t { none, infiniband, ethernet };

/// An article with rules for the choice of a fabric. They are opinions with numbers, and not measurements of
/// the site's own workload.
struct Article {
    std::string_view title;
    std::string_view date; ///< empty: the article states none
};

/// A rule of thumb of one article, applied to the answers.
struct Consideration {
    std::string_view id; ///< for programs: "size"
    std::string_view rule; ///< as the article states it
    const Article* article = nullptr;
    Verdict verdict = Verdict::open;
    Lean lean = Lean::none; ///< only of a rule that fires
    std::string because; ///< the answers that decided, or what would decide
    std::vector<std::string_view> missing{}; ///< keys of answers that it needs
};

/// Applies every rule, in the order of the table. None overrides another: together they are not a decision.
[[nodiscard]] std::vector<Consideration> consider(const Answers& answers);

/// The keys of the answers that neither the file nor an option states and that a rule or a figure needs, in the
/// order of the file.
[[nodiscard]] std::vector<std::string_view> missing_answers(const Answers& answers);

/// The cost of an alternative fabric, and what it is compared with.
struct BreakEven {
    GpuHours lost;
    double worth = 0; ///< lost GPU-hours times their price
    double premium = 0;
    [[nodiscard]] bool pays() const { return worth > premium; }
};
/// For one efficiency; without a value if an answer is missing.
[[nodiscard]] std::optional<BreakEven> break_even(const Answers& answers, std::optional<double> efficiency);

/// The answers at which a rule or the break-even turns, as sentences.
[[nodiscard]] std::vector<std::string> turning_points(const Answers& answers);

[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::string_view name_of(Lean lean);

}
