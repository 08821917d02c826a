// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace rocelint {

/// Why something cannot be done: a sentence for the user, or no objection.
///
///     if (Objection objection = edit_mtu(context, change))
///         return objection;
///
/// Unlike a string that is empty on success, it cannot be discarded by mistake, and an empty sentence does
/// not count as success.
class [[nodiscard]] Objection {
public:
    /// No objection.
    Objection() = default;
    /// A literal, which cannot be empty.
    template <std::size_t size>
    requires(size > 1) Objection(const char (&sentence)[size])
        : sentence_(sentence) // NOLINT(google-explicit-constructor)
    {
    }
    explicit Objection(std::string sentence) : sentence_(std::move(sentence)) { }

    /// Whether there is an objection.
    [[nodiscard]] explicit operator bool() const { return sentence_.has_value(); }
    /// The sentence. There must be an objection.
    [[nodiscard]] const std::string& sentence() const& { return *sentence_; }
    [[nodiscard]] std::string sentence() && { return *std::move(sentence_); }

private:
    std::optional<std::string> sentence_;
};

/// Wraps the result of a function that returns an empty string on success, such as out_of_range().
[[nodiscard]] inline Objection objection_unless_empty(std::string sentence)
{
    return sentence.empty() ? Objection() : Objection(std::move(sentence));
}

}
